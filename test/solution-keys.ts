import { type Term, xsd } from '../src/rdf/term.ts'
import type { Query } from '../src/sparql/query-form.ts'
import type { Store } from '../src/store/store.ts'
import { termKey } from './reference/graph.ts'

/** The solutions of a SELECT query on a store, by {@link solutionKey}, in their order. */
export async function solutionKeys(store: Store, query: Query): Promise<readonly string[]> {
  if (query.kind !== 'select') throw new Error('Not a SELECT query.')
  const found = store.select(query)
  const rows: string[] = []
  for await (const batch of found.batches) {
    for (const row of batch) {
      const bound = found.variables.flatMap((name, index) => {
        const cell = row[index] ?? null
        return cell === null ? [] : [[name, found.term(cell)] as const]
      })
      rows.push(solutionKey(new Map(bound)))
    }
  }
  return rows
}

/** A text for a solution, the same for the same bindings. */
export function solutionKey(solution: ReadonlyMap<string, Term>): string {
  return [...solution]
    .map(([name, value]) => `${name}=${valueKey(value)}`)
    .sort()
    .join(' ')
}

/** How many digits a quotient has is the processor's choice (XPath functions and operators, 4.2): it is cut. */
function valueKey(value: Term): string {
  if (value.kind !== 'literal' || value.datatype !== xsd.decimal) return termKey(value)
  return `decimal ${Number(value.value).toPrecision(12)}`
}
