import fc from 'fast-check'
import type { Comparison } from './reasoning-answers.ts'

/** How many questions of random cases were asked and answered, had solutions, and have others without reasoning. */
export interface Compared {
  readonly asked: number
  readonly answered: number
  readonly found: number
  readonly changed: number
}

/**
 * Compares the answers to the questions of random cases.
 *
 * @throws Error with the smallest case whose answers differ, and what repeats it
 */
export async function compareCases<Case>(
  cases: fc.Arbitrary<Case>,
  numRuns: number,
  compare: (one: Case) => Promise<readonly Comparison[]>,
  textOf: (one: Case) => string,
): Promise<Compared> {
  const seen = { asked: 0, answered: 0, found: 0, changed: 0 }
  const property = fc.asyncProperty(cases, async (one) => {
    for (const compared of await compare(one)) {
      seen.asked += 1
      if (compared.kind !== 'answered') continue
      seen.answered += 1
      if (!compared.isEmpty) seen.found += 1
      if (compared.isChanged) seen.changed += 1
      if (compared.difference !== undefined) throw new Error(compared.difference)
    }
  })
  const { failed, seed, counterexamplePath, counterexample, errorInstance } = await fc.check(property, {
    numRuns,
  })
  const [smallest] = counterexample ?? []
  if (failed)
    throw new Error(
      `seed ${seed}, path ${counterexamplePath}\n${smallest && textOf(smallest)}\n${errorInstance}`,
    )
  return seen
}
