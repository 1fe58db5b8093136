import { compile } from '../../src/compiler/compile.ts'
import { shapeAnswer } from '../../src/compiler/shape.ts'
import { createNamer } from '../../src/rdf/namespaces.ts'
import type { Quad } from '../../src/rdf/term.ts'
import { termKey } from '../../src/rdf/term-key.ts'
import type { Reasoner } from '../../src/reasoning/reasoner.ts'
import { parseQuery } from '../../src/sparql/parse.ts'
import type { RemoteEndpoint } from '../../src/store/remote/endpoint.ts'
import { createRemoteStore } from '../../src/store/remote/remote-store.ts'
import type { Store } from '../../src/store/store.ts'
import { fillStore, parseQuads } from '../oxigraph.ts'
import { type PlainClient, type PlainClientOptions, plainClient } from './plain-client.ts'

/** Namespaces of {@link plainStore} and what is asked of it. */
export const plainNamespaces: ReadonlyMap<string, string> = new Map([
  ['', 'http://e.org/'],
  ['rdf', 'http://www.w3.org/1999/02/22-rdf-syntax-ns#'],
])

/** A remote store over an Oxigraph store in this process that holds a text of TriG; `:` is `http://e.org/`. */
export function plainStore(
  trig: string,
  facts: Partial<RemoteEndpoint> = {},
  options: PlainClientOptions = {},
): { readonly store: Store; readonly client: PlainClient } {
  const quads = parseQuads(`@prefix : <http://e.org/> . ${trig}`, 'application/trig')
  const { union, mostRows } = facts
  const usual = { union: union === undefined, ...(mostRows !== undefined && { mostRows }) }
  const client = plainClient(fillStore(quads), { ...usual, ...options })
  const endpoint: RemoteEndpoint = {
    queryUrl: 'http://user.example:8890/sparql?key=secret',
    union: 'default',
    connections: 4,
    answerBytes: 1e9,
    ...facts,
  }
  return { client, store: createRemoteStore(client, endpoint, plainNamespaces) }
}

/** The text of the answer to a GraphQL query, with a reasoner where there is one. */
export async function plainAnswer(store: Store, query: string, reasoner?: Reasoner): Promise<string> {
  const { operation, plan } = compile({ query }, { namespaces: plainNamespaces, reasoner })
  const solutions = store.select(plan.query, { grouping: plan.grouping, parts: plan.parts })
  let json = ''
  for await (const piece of shapeAnswer(solutions, plan.shape, createNamer(operation.namespaces)))
    json += piece
  return json
}

/** The triples of a CONSTRUCT or DESCRIBE query. */
export async function plainGraph(store: Store, text: string): Promise<readonly Quad[]> {
  const query = parseQuery(text, { namespaces: plainNamespaces })
  if (query.kind !== 'construct' && query.kind !== 'describe') throw new Error('No graph')
  const quads: Quad[] = []
  for await (const batch of store.graph(query)) quads.push(...batch)
  return quads
}

/** The rows of a SELECT query as texts, sorted: keys of terms with blanks between, `-` where unbound. */
export async function plainRows(store: Store, text: string): Promise<readonly string[]> {
  const query = parseQuery(text, { namespaces: plainNamespaces })
  if (query.kind !== 'select') throw new Error('No SELECT')
  const solutions = store.select(query)
  const found: string[] = []
  for await (const batch of solutions.batches) {
    for (const row of batch)
      found.push(row.map((cell) => (cell === null ? '-' : termKey(solutions.term(cell)))).join(' '))
  }
  return found.sort()
}
