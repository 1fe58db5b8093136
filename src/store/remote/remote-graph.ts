import type { Quad } from '../../rdf/term.ts'
import { termKey } from '../../rdf/term-key.ts'
import type { ConstructQuery, DescribeQuery, Query } from '../../sparql/query-form.ts'
import type { RunOptions, Store } from '../store.ts'
import { constructSelect, constructTriples } from '../triples/construct.ts'
import { createSeenKeys } from '../triples/seen-keys.ts'
import type { EndpointClient } from './endpoint-client.ts'

/** What graphs are asked by. */
export interface GraphSource {
  readonly client: EndpointClient
  readonly select: Store['select']
  /** A query as the endpoint is sent it. */
  readonly text: (query: Query) => string
}

/**
 * The triples of CONSTRUCT or DESCRIBE, each once. CONSTRUCT asks for the solutions and makes the triples here: where an
 * endpoint cuts solutions, that shows, and what is left of triples made of them would not tell. DESCRIBE is the endpoint's
 * to choose (SPARQL 1.1, 16.4).
 */
export async function* remoteGraph(
  query: ConstructQuery | DescribeQuery,
  { client, select, text }: GraphSource,
  options: RunOptions,
): AsyncGenerator<readonly Quad[]> {
  if (query.kind === 'construct') {
    yield* constructTriples(query, select(constructSelect(query), options), { cellOf: termKey })
    return
  }
  const seen = createSeenKeys()
  try {
    for await (const quads of client.graph(text(query), options)) {
      const isNew = ({ subject, predicate, object }: Quad): boolean =>
        seen.add(JSON.stringify([subject, predicate, object].map(termKey)))
      const fresh = quads.filter(isNew)
      if (fresh.length > 0) yield fresh
    }
  } finally {
    seen.close()
  }
}
