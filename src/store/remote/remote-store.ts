import type { Namespaces } from '../../rdf/namespaces.ts'
import { termOfKey } from '../../rdf/term-key.ts'
import type { SelectQuery } from '../../sparql/algebra.ts'
import type { PlanNode } from '../../sparql/plan-node.ts'
import type { Row } from '../../sparql/results/row.ts'
import { inScope } from '../../sparql/scope.ts'
import type { Solutions } from '../../sparql/solutions.ts'
import type { PreparedQuery, RunOptions, SelectOptions, Store } from '../store.ts'
import type { RemoteEndpoint } from './endpoint.ts'
import type { EndpointClient } from './endpoint-client.ts'
import { answerParts } from './parts/answer-parts.ts'
import { type Asking, beginAsking } from './parts/asking.ts'
import { mostListed } from './parts/list-nodes.ts'
import { nodeNames } from './parts/node-name.ts'
import { createRowLimit, tooManyRows } from './parts/row-limit.ts'
import { withSettledPages } from './parts/settled-pages.ts'
import { queriesOf } from './parts/stage-queries.ts'
import { stagesOf } from './parts/stages.ts'
import { remoteGraph } from './remote-graph.ts'
import { endpointText } from './text/endpoint-query.ts'

/**
 * The store behind a SPARQL endpoint. Its cells are the keys of terms (`termKey`). It knows no statistics, and its plans
 * hold for good: every query is the endpoint's to plan. Solutions come grouped by the nodes of `parts` alone.
 *
 * @param namespaces prefixes that abbreviate the text that is sent
 */
export function createRemoteStore(
  client: EndpointClient,
  endpoint: RemoteEndpoint,
  namespaces: Namespaces = new Map(),
): Store {
  const text = (query: Parameters<typeof endpointText>[0]): string =>
    endpointText(query, endpoint, namespaces)

  const limit = createRowLimit(endpoint.mostRows)
  const names = nodeNames(endpoint.engine)

  const prepare = (query: SelectQuery, options: SelectOptions = {}): PreparedQuery => {
    const variables = [...inScope(query.operation)]
    const { parts } = options
    const mostNodes = Math.min(limit.known() ?? mostListed, mostListed)
    const stages = parts && stagesOf(withSettledPages({ query, parts }, mostNodes), variables)
    // What cannot be asked is refused before anything is.
    const texts = (stages === undefined ? [query] : queriesOf(stages, variables)).map(text)
    let measured: { readonly rows: number; readonly milliseconds: number } | undefined
    return {
      version: 0,
      get plan(): PlanNode {
        return remotePlan(endpoint, texts, measured)
      },
      run(runOptions = {}): Solutions {
        const signal = runOptions.signal ?? options.signal
        return { variables, batches: batches(), term: termOfCell }

        async function* batches(): AsyncGenerator<readonly Row[]> {
          const start = performance.now()
          const asking = beginAsking({ client, text, limit, names, options: { signal } })
          const rows =
            stages === undefined
              ? answerWhole(query, variables, asking)
              : answerParts(stages, variables, asking)
          let count = 0
          for await (const batch of rows) {
            count += batch.length
            yield batch
          }
          if (options.profile === true) measured = { rows: count, milliseconds: performance.now() - start }
        }
      },
    }
  }
  const select: Store['select'] = (query, options) => prepare(query, options).run()
  return {
    version: () => 0,
    statistics: () => undefined,
    prepare,
    select,
    ask: (query, options: RunOptions = {}) => client.ask(text(query), options),
    graph: (query, options = {}) => remoteGraph(query, { client, select, text }, options),
    plan: (query, options) => prepare(query, options).plan,
    close: () => {},
  }
}

/** The rows of a query that is asked once: in no order of ours, so that what an endpoint cuts off cannot be asked for. */
async function* answerWhole(
  query: SelectQuery,
  variables: readonly string[],
  asking: Asking,
): AsyncGenerator<readonly Row[]> {
  const asked = asking.ask(query, variables)
  yield* asked.batches
  const cut = asked.cutAfter()
  if (cut === undefined) return
  throw tooManyRows(asking.label, cut, 'Ask for parts of it, by ORDER BY with LIMIT and OFFSET.')
}

function termOfCell(cell: number | string): ReturnType<typeof termOfKey> {
  if (typeof cell === 'number') throw new Error('A cell of another store')
  return termOfKey(cell)
}

/** What is sent, each query in one line, and where to. */
function remotePlan(
  { queryUrl }: RemoteEndpoint,
  texts: readonly string[],
  measured: Pick<PlanNode, 'rows' | 'milliseconds'> = {},
): PlanNode {
  const children = texts.map((sparql) => ({
    label: sparql.trim().replaceAll('\n', ' '),
    cardinality: 1,
    children: [],
  }))
  return { label: `Endpoint(${new URL(queryUrl).host})`, cardinality: 1, ...measured, children }
}
