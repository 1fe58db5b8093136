import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sparqlCases } from './generate-reasoning-cases.ts'
import { compareWithClosure, reasoningCaseText } from './reasoning-answers.ts'
import { supportedAxioms } from './supported-axioms.ts'

const numRuns = Number(process.env['NUM_RUNS'] ?? 1_500)

describe('SPARQL with reasoning over random ontologies and data', () => {
  // Of what was asked, and whether that which follows makes a difference.
  const seen = { axioms: 0, supported: 0, queries: 0, answered: 0, found: 0, changed: 0 }

  it('has the answers that it has over all that follows', { timeout: 3_600_000 }, async () => {
    const property = fc.asyncProperty(sparqlCases, async (one) => {
      const axioms = supportedAxioms(one.axioms, one.sameAs)
      seen.axioms += one.axioms.length
      seen.supported += axioms.length
      for (const compared of await compareWithClosure({ ...one, axioms })) {
        seen.queries += 1
        if (compared.kind !== 'answered') continue
        seen.answered += 1
        if (!compared.isEmpty) seen.found += 1
        if (compared.isChanged) seen.changed += 1
        if (compared.difference !== undefined) throw new Error(compared.difference)
      }
    })
    const details = await fc.check(property, { numRuns })
    const [smallest] = details.counterexample ?? []
    if (details.failed)
      throw new Error(
        `seed ${details.seed}, path ${details.counterexamplePath}\n${smallest && reasoningCaseText(smallest)}\n${details.errorInstance}`,
      )
  })

  it('was mostly asked of what is supported, and inferred much', () => {
    expect(seen.supported / seen.axioms).toBeGreaterThan(0.7)
    expect(seen.answered / seen.queries).toBeGreaterThan(0.7)
    expect(seen.found / seen.answered).toBeGreaterThan(0.3)
    expect(seen.changed / seen.answered).toBeGreaterThan(0.1)
  })
})
