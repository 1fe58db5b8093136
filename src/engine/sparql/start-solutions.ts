import type { SelectQuery } from '../../sparql/algebra.ts'
import type { Solutions } from '../../sparql/solutions.ts'
import { type QueryPart, StaleQuery, type Store } from '../../store/store.ts'

/** The solutions of a query, begun, so that they are of one state of the data, which their plan was made for. */
export async function startSolutions(
  store: Store,
  query: SelectQuery,
  signal: AbortSignal | undefined,
  parts?: readonly QueryPart[],
): Promise<Solutions> {
  for (;;) {
    const solutions = store.prepare(query, { signal, ...(parts && { parts }) }).run({ signal })
    const batches = solutions.batches[Symbol.asyncIterator]()
    try {
      const first = await batches.next()
      return {
        variables: solutions.variables,
        term: (cell) => solutions.term(cell),
        batches: first.done === true ? none() : followedBy(first.value, batches),
      }
    } catch (error) {
      // A commit came between the plan and the first rows.
      if (!(error instanceof StaleQuery)) throw error
    }
  }
}

async function* followedBy<Batch>(first: Batch, rest: AsyncIterator<Batch>): AsyncGenerator<Batch> {
  try {
    yield first
    for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value
  } finally {
    await rest.return?.()
  }
}

async function* none(): AsyncGenerator<never> {}
