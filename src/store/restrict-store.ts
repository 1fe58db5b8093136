import type { GraphSet } from '../sparql/graph-access.ts'
import { datasetWithin } from '../sparql/readable-dataset.ts'
import type { Cell, Solutions, Store } from './store.ts'

/**
 * A store as it is where there are no graphs but those that are readable: every query of it is asked within them, whoever makes
 * it. It tells no counts, which are those of all graphs, and its cells are texts: numbers would tell which terms came first.
 */
export function restrictStore(store: Store, readable: GraphSet): Store {
  const within = <Asked extends Parameters<Store['select' | 'ask' | 'graph']>[0]>(query: Asked): Asked => ({
    ...query,
    dataset: datasetWithin(query.dataset, readable),
  })
  return {
    version: () => store.version(),
    statistics: () => undefined,
    prepare(query, options) {
      const prepared = store.prepare(within(query), options)
      return {
        get plan() {
          return prepared.plan
        },
        version: prepared.version,
        run: (runOptions) => withoutNumbers(prepared.run(runOptions)),
      }
    },
    select: (query, options) => withoutNumbers(store.select(within(query), options)),
    ask: (query, options) => store.ask(within(query), options),
    graph: (query, options) => store.graph(within(query), options),
    plan: (query, options) => store.plan(within(query), options),
    close: () => store.close(),
  }
}

/** What numbers begin with as texts; no key of a term does. */
const mark = '#'

function withoutNumbers({ variables, batches, term }: Solutions): Solutions {
  return {
    variables,
    batches: marked(batches),
    term: (cell) =>
      term(typeof cell === 'string' && cell.startsWith(mark) ? Number(cell.slice(mark.length)) : cell),
  }
}

async function* marked(
  batches: AsyncIterable<readonly (readonly Cell[])[]>,
): AsyncGenerator<readonly (readonly Cell[])[]> {
  for await (const batch of batches)
    yield batch.map((row) => row.map((cell) => (typeof cell === 'number' ? mark + cell : cell)))
}
