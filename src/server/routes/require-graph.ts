import { ServiceError } from '../../errors.ts'
import { allGraphs, defaultGraph, everyGraph, namedGraphs } from '../../sparql/algebra.ts'
import type { SparqlService } from '../sparql-service.ts'

const severalGraphs: ReadonlySet<string> = new Set([defaultGraph, namedGraphs, allGraphs, everyGraph])

/**
 * Holds that a database has a named graph: one without triples does not exist (SPARQL 1.1 Update, 3). The names of the
 * default graph and of several graphs always stand for some.
 *
 * @throws ServiceError `notFound`
 */
export async function requireGraph(
  sparql: Pick<SparqlService, 'query'>,
  database: string,
  graph: string,
  options: { readonly signal: AbortSignal; readonly transaction?: string },
): Promise<void> {
  if (severalGraphs.has(graph)) return
  const answer = await sparql.query(
    database,
    { query: 'ASK { ?s ?p ?o }', defaultGraphs: [graph] },
    { formats: { boolean: 'csv' }, ...options },
  )
  let text = ''
  if (answer.kind === 'boolean') for await (const chunk of answer.chunks) text += Buffer.from(chunk)
  if (text.trim() !== 'true') throw noGraph(graph)
}

/** The refusal of a graph that does not exist. */
export function noGraph(graph: string): ServiceError {
  const shown = graph.length > 200 ? `${graph.slice(0, 200)}…` : graph
  return new ServiceError('notFound', `There is no graph <${shown}>.`)
}
