import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compile } from '../src/compiler/compile.ts'
import { defaultNamespaces } from '../src/rdf/namespaces.ts'
import { blank, iri, languageString, literal, type Quad, type Term, xsd } from '../src/rdf/term.ts'
import {
  allGraphs,
  bgp,
  type Dataset,
  defaultGraph,
  namedGraphs,
  type SelectQuery,
  variable,
} from '../src/sparql/algebra.ts'
import { parseQuery } from '../src/sparql/parse.ts'
import type { Query } from '../src/sparql/query-form.ts'
import { createEndpointClient } from '../src/store/remote/create-endpoint-client.ts'
import { createRemoteStore } from '../src/store/remote/remote-store.ts'
import type { Cell, Solutions, Store } from '../src/store/store.ts'
import { embeddedOf } from './embedded.ts'
import { termKey } from './reference/graph.ts'
import { endpointOf, startEspalierEndpoint } from './remote/espalier-endpoint.ts'
import { startRemoteStores } from './remote/remote-stores.ts'

const base = 'http://api.stardog.com/'
const node = (name: string) => iri(`${base}${name}`)
const type = iri('http://www.w3.org/1999/02/22-rdf-syntax-ns#type')
const terms: readonly Term[] = [
  literal('1'),
  literal('1', xsd.integer),
  literal('true', xsd.boolean),
  literal('1', 'urn:datatype'),
  languageString('1', 'en'),
  languageString('1', 'de'),
  node('1'),
  literal('a "quoted" \\ text,\nof two\tlines, 𝄞 and é'),
  literal(''),
  iri('urn:é:1'),
]
const count = 300
const quads: readonly Quad[] = [
  ...terms.map((object): Quad => ({ subject: node('all'), predicate: node('value'), object, graph: null })),
  { subject: blank('b'), predicate: node('knows'), object: blank('c'), graph: null },
  { subject: blank('c'), predicate: node('knows'), object: blank('b'), graph: null },
  // A triple of three graphs.
  ...[null, iri('urn:g'), iri('urn:h')].map(
    (graph): Quad => ({ subject: node('s'), predicate: node('p'), object: node('o'), graph }),
  ),
  { subject: node('s'), predicate: node('p'), object: node('only'), graph: iri('urn:g') },
  ...Array.from({ length: count }, (_, at): readonly Quad[] => [
    { subject: node(`n${at}`), predicate: type, object: node('Odd'), graph: null },
    {
      subject: node(`n${at}`),
      predicate: node('number'),
      object: literal(`${at}`, xsd.integer),
      graph: null,
    },
    {
      subject: node(`n${at}`),
      predicate: node('number'),
      object: literal(`${-at}`, xsd.integer),
      graph: null,
    },
    { subject: node(`m${at}`), predicate: type, object: node('Even'), graph: null },
    {
      subject: node(`m${at}`),
      predicate: node('number'),
      object: literal(`${at}`, xsd.integer),
      graph: null,
    },
  ]).flat(),
]

interface Opened {
  readonly store: Store
  close(): Promise<void>
}

/** Every store that is behind the port. */
const stores: readonly (readonly [string, () => Promise<Opened>])[] = [
  [
    'the embedded store',
    async () => {
      const store = await embeddedOf(quads)
      return { store, close: async () => store.close() }
    },
  ],
  ...(
    [
      ['whose default graph is the union', { union: 'default' }],
      ['whose union has a name', { union: { iri: 'urn:everything' } }],
      ['whose graphs are asked one by one', { union: 'graphs' }],
      ['that cuts answers', { union: 'default', mostRows: 400, cap: 'announced' }],
    ] as const
  ).map(
    ([name, options]) =>
      [
        `an endpoint ${name}`,
        async () => {
          const opened = startRemoteStores(options)
          return { store: await opened.of('contract', quads), close: () => opened.close() }
        },
      ] as const,
  ),
  [
    "Espalier's own endpoint",
    async () => {
      const server = await startEspalierEndpoint()
      await server.add('contract', quads)
      const endpoint = endpointOf(server, 'contract')
      const client = createEndpointClient('contract', endpoint)
      return {
        store: createRemoteStore(client, endpoint),
        async close() {
          await client.close()
          await server[Symbol.asyncDispose]()
        },
      }
    },
  ],
]

const ownDataset: Dataset = { default: [defaultGraph], named: [namedGraphs] }

function read(text: string, dataset?: Dataset): Query {
  const query = parseQuery(text, { namespaces: defaultNamespaces })
  return dataset === undefined || query.dataset !== undefined ? query : { ...query, dataset }
}

function select(text: string, dataset?: Dataset): SelectQuery {
  const query = read(text, dataset)
  if (query.kind !== 'select') throw new Error('Not a SELECT query.')
  return query
}

/** The rows of solutions, with the terms of their cells as texts. */
async function table({ variables, batches, term }: Solutions): Promise<readonly (readonly string[])[]> {
  const rows: (readonly string[])[] = []
  for await (const batch of batches) {
    for (const row of batch) {
      expect(row).toHaveLength(variables.length)
      rows.push(row.map((cell: Cell) => (cell === null ? 'unbound' : termKey(term(cell)))))
    }
  }
  return rows
}

describe.each(stores)('the contract of a store, by %s', (_name, open) => {
  let opened: Opened
  let store: Store
  beforeAll(async () => {
    opened = await open()
    store = opened.store
  })
  afterAll(() => opened.close())

  it('gives every term as it is, equal cells for equal terms only', async () => {
    const query = select('SELECT ?a ?b { :all :value ?a , ?b FILTER(sameTerm(?a, ?b)) }')
    const solutions = store.select(query)
    expect(solutions.variables).toEqual(['a', 'b'])
    const seen = new Map<Cell, string>()
    for await (const batch of solutions.batches) {
      for (const [a = null, b = null] of batch) {
        expect(a).not.toBeNull()
        expect(a).toBe(b)
        if (a !== null) seen.set(a, termKey(solutions.term(a)))
      }
    }
    expect([...seen.values()].sort()).toEqual(terms.map(termKey).sort())
  })

  it('tells what is not bound, and the same blank node within an answer', async () => {
    const rows = await table(
      store.select(select('SELECT ?a ?b ?c ?none { ?a :knows ?b . ?b :knows ?c OPTIONAL { ?a :no ?none } }')),
    )
    expect(rows).toHaveLength(2)
    const [[a, b, c, none] = [], [d, e, f] = []] = rows
    expect([c, d, e, f]).toEqual([a, b, a, b])
    expect(a).not.toBe(b)
    expect(none).toBe('unbound')
  })

  it('takes a query without a dataset to be of all graphs, in which a triple is one', async () => {
    const objects = 'SELECT ?o { :s :p ?o }'
    expect(await table(store.select(select(objects)))).toHaveLength(2)
    expect(await table(store.select(select(objects, ownDataset)))).toHaveLength(objectsOfOwnDataset())
    const union = { default: [allGraphs], named: [namedGraphs] }
    expect(await table(store.select(select(objects, union)))).toHaveLength(2)
    expect(await table(store.select(select('SELECT ?g { GRAPH ?g { :s :p :o } }', ownDataset)))).toHaveLength(
      2,
    )
    expect(await table(store.select(select('SELECT ?o FROM <urn:h> { :s :p ?o }')))).toHaveLength(1)
  })

  /** What the default graph of an endpoint is, is for it to say: in one case here it is the union. */
  function objectsOfOwnDataset(): number {
    return _name.includes('default graph is the union') || _name.includes('cuts') ? 2 : 1
  }

  it('answers ASK', async () => {
    const yes = read('ASK { :s :p ?o }')
    const no = read('ASK { :s :p "nothing" }')
    if (yes.kind !== 'ask' || no.kind !== 'ask') throw new Error('Not ASK queries.')
    expect(await store.ask(yes)).toBe(true)
    expect(await store.ask(no)).toBe(false)
  })

  it('makes each triple of a graph once', async () => {
    const construct = read('CONSTRUCT { ?s :is :odd } { ?s a :Odd ; :number ?n FILTER(?n > -150) }')
    if (construct.kind !== 'construct') throw new Error('Not a CONSTRUCT query.')
    const triples: string[] = []
    for await (const batch of store.graph(construct))
      triples.push(...batch.map((quad) => termKey(quad.subject)))
    expect(triples).toHaveLength(count)
    expect(new Set(triples).size).toBe(count)
  }, 30_000)

  it('runs a prepared query as often as it is wanted, at once and one after the other', async () => {
    const prepared = store.prepare(select('SELECT ?n { :n7 :number ?n }'))
    const [first, second] = await Promise.all([table(prepared.run()), table(prepared.run())])
    expect(first.toSorted()).toEqual(second.toSorted())
    expect(await table(prepared.run())).toHaveLength(2)
  })

  it('ends a query whose reader stops, and answers the next', async () => {
    let rows = 0
    for await (const batch of store.select(select('SELECT * { ?s :number ?n } LIMIT 390')).batches) {
      rows += batch.length
      break
    }
    expect(rows).toBeGreaterThan(0)
    expect(await table(store.select(select('SELECT ?n { :n7 :number ?n }')))).toHaveLength(2)
  })

  it('ends a query by its signal, before it begins and in its middle', async () => {
    const query = select('SELECT * { ?s :number ?n } LIMIT 390')
    await expect(table(store.select(query, { signal: AbortSignal.abort() }))).rejects.toThrow()
    const stopping = new AbortController()
    const run = async () => {
      for await (const batch of store.prepare(query).run({ signal: stopping.signal }).batches) {
        void batch
        stopping.abort(new Error('Enough'))
      }
    }
    // What has come whole by then is no longer to be ended.
    await run().catch((error: unknown) => expect(error).toBeInstanceOf(Error))
    expect(await table(store.select(query))).toHaveLength(390)
  })

  it('gives the solutions of one part before those of the next, and those of one node together', async () => {
    const query = `{
      odd: Odd(orderBy: {field: number, desc: true}) { number }
      even: Even { number @optional none @optional }
    }`
    const { plan } = compile({ query }, { namespaces: defaultNamespaces })
    const { grouping, parts, decode } = plan
    const solutions = store.prepare(plan.query, { grouping, parts, decode }).run()
    const columns = parts.map((part) => solutions.variables.indexOf(part.node))
    const order: string[] = []
    for await (const batch of solutions.batches) {
      for (const row of batch) {
        const bound = columns.filter((column) => (row[column] ?? null) !== null)
        expect(bound).toHaveLength(1)
        const key = `${columns.indexOf(bound[0] ?? -1)} ${row[bound[0] ?? -1]}`
        if (order.at(-1) !== key) order.push(key)
      }
    }
    expect(order).toHaveLength(2 * count)
    expect(new Set(order).size).toBe(2 * count)
    expect(order.findIndex((key) => key.startsWith('1'))).toBe(count)
  }, 30_000)

  it('has a plan, with what was measured where that is wanted', async () => {
    const query = select('SELECT ?n { :n7 :number ?n }')
    expect(store.plan(query).label).not.toBe('')
    const prepared = store.prepare(query, { profile: true })
    expect(prepared.plan.rows).toBeUndefined()
    await table(prepared.run())
    expect(prepared.plan.rows).toBe(2)
    expect(prepared.plan.milliseconds).toBeGreaterThan(0)
  })

  it('has one version as long as nothing changes', () => {
    const version = store.version()
    expect(store.prepare(select('SELECT * { ?s :p ?o }')).version).toBe(version)
    expect(store.version()).toBe(version)
  })

  it('answers the empty pattern, and one of variables only', async () => {
    const nothing: SelectQuery = { kind: 'select', operation: bgp([]) }
    expect(await table(store.select(nothing))).toEqual([[]])
    const pattern = bgp([{ subject: node('s'), predicate: variable('p'), object: node('o') }])
    expect(await table(store.select({ kind: 'select', operation: pattern }))).toEqual([[termKey(node('p'))]])
  })
})
