import type { SelectQuery } from '../../sparql/algebra.ts'
import type { Solutions } from '../../sparql/solutions.ts'
import { type QueryPart, StaleQuery, type Store } from '../../store/store.ts'
import { type StartedBatches, startBatches } from './start-batches.ts'

/** Solutions whose first batch is there. */
export interface StartedSolutions extends Solutions, Pick<StartedBatches<unknown>, 'stop'> {}

/** The solutions of a query, begun, so that they are of one state of the data, which their plan was made for. */
export async function startSolutions(
  store: Store,
  query: SelectQuery,
  signal: AbortSignal | undefined,
  parts?: readonly QueryPart[],
): Promise<StartedSolutions> {
  for (;;) {
    const solutions = store.prepare(query, { signal, ...(parts && { parts }) }).run({ signal })
    try {
      const { batches, stop } = await startBatches(solutions.batches)
      return { variables: solutions.variables, term: (cell) => solutions.term(cell), batches, stop }
    } catch (error) {
      // A commit came between the plan and the first rows.
      if (!(error instanceof StaleQuery)) throw error
    }
  }
}
