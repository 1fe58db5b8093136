import { iri } from '../../rdf/term.ts'
import { bgp, variable } from '../../sparql/algebra.ts'
import { printQuery } from '../../sparql/print.ts'
import type { EndpointClient } from '../../store/remote/endpoint-client.ts'

/** Whether an endpoint has triples in a named graph: one without triples does not exist here (SPARQL 1.1 Update, 3). */
export async function graphExists(
  client: Pick<EndpointClient, 'ask'>,
  graph: string,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const triple = { subject: variable('s'), predicate: variable('p'), object: variable('o') }
  const operation = { kind: 'graph', name: iri(graph), operand: bgp([triple]) } as const
  const text = printQuery({ kind: 'ask', operation }, { namespaces: new Map(), scope: 'none' })
  return client.ask(text, { signal })
}
