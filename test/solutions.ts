import type { Term } from '../src/rdf/term.ts'
import type { Solutions } from '../src/sparql/solutions.ts'

/** Solutions of the given terms, `null` where unbound, in batches of `size`. */
export function solutionsOf(
  variables: readonly string[],
  rows: readonly (readonly (Term | null)[])[],
  size = 2,
): Solutions {
  const terms: Term[] = []
  const cells = rows.map((row) => row.map((term) => (term === null ? null : terms.push(term) - 1)))
  return {
    variables,
    batches: batched(cells, size),
    term(cell) {
      const term = terms[Number(cell)]
      if (term === undefined) throw new Error(`There is no cell ${cell}.`)
      return term
    },
  }
}

async function* batched<T>(rows: readonly T[], size: number): AsyncGenerator<readonly T[]> {
  for (let at = 0; at < rows.length; at += size) yield rows.slice(at, at + size)
}
