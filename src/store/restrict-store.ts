import type { GraphSet } from '../sparql/graph-access.ts'
import { datasetWithin } from '../sparql/readable-dataset.ts'
import type { Store } from './store.ts'

/**
 * A store as it is where there are no graphs but those that are readable: every query of it is asked within them, whoever makes
 * it. It tells no counts, which are those of all graphs.
 */
export function restrictStore(store: Store, readable: GraphSet): Store {
  const within = <Asked extends Parameters<Store['select' | 'ask' | 'graph']>[0]>(query: Asked): Asked => ({
    ...query,
    dataset: datasetWithin(query.dataset, readable),
  })
  return {
    version: () => store.version(),
    statistics: () => undefined,
    prepare: (query, options) => store.prepare(within(query), options),
    select: (query, options) => store.select(within(query), options),
    ask: (query, options) => store.ask(within(query), options),
    graph: (query, options) => store.graph(within(query), options),
    plan: (query, options) => store.plan(within(query), options),
    close: () => store.close(),
  }
}
