import { afterEach, describe, expect, it } from 'vitest'
import { blank, iri, literal, type Quad } from '../../src/rdf/term.ts'
import {
  type OxigraphEndpoint,
  type OxigraphEndpointOptions,
  startOxigraphEndpoint,
} from './oxigraph-endpoint.ts'

const [alder, birch] = [iri('http://example.com/a'), iri('http://example.com/b')]
const name = iri('http://example.com/name')
const garden = iri('http://example.com/garden')
const quads: readonly Quad[] = [
  { subject: alder, predicate: name, object: literal('alder'), graph: null },
  { subject: alder, predicate: name, object: literal('alder'), graph: garden },
  { subject: birch, predicate: name, object: literal('birch'), graph: garden },
  { subject: blank('x'), predicate: name, object: blank('y'), graph: garden },
]
const count = 'SELECT (COUNT(*) AS ?n) { ?s ?p ?o }'

let endpoint: OxigraphEndpoint
afterEach(() => endpoint.close())

async function start(options?: OxigraphEndpointOptions): Promise<void> {
  endpoint = await startOxigraphEndpoint(quads, options)
}

async function ask(query: string, accept = 'application/sparql-results+json') {
  const body = new URLSearchParams({ query })
  return fetch(endpoint.queryUrl, { method: 'POST', body, headers: { accept } })
}

async function counted(query: string): Promise<number> {
  return Number(/"value":"(\d+)"/.exec(await (await ask(query)).text())?.[1])
}

describe('an endpoint over Oxigraph', () => {
  it('has the unnamed graph as its default graph', async () => {
    await start()
    expect(await counted(count)).toBe(1)
    expect(await counted('SELECT (COUNT(*) AS ?n) { GRAPH ?g { ?s ?p ?o } }')).toBe(3)
  })

  it('has the union of all graphs as its default graph, each triple once', async () => {
    await start({ union: true })
    expect(await counted(count)).toBe(3)
    expect(await counted('SELECT (COUNT(*) AS ?n) { GRAPH ?g { ?s ?p ?o } }')).toBe(3)
    expect(await counted(`SELECT (COUNT(*) AS ?n) FROM <${garden.value}> { ?s ?p ?o }`)).toBe(3)
  })

  it('has a name for the union of all graphs', async () => {
    await start({ union: { iri: 'urn:all' } })
    expect(await counted(count)).toBe(1)
    expect(await counted('SELECT (COUNT(*) AS ?n) FROM <urn:all> { ?s ?p ?o }')).toBe(3)
  })

  it('shows in the union what was changed since', async () => {
    await start({ union: true })
    expect(await counted(count)).toBe(3)
    const update = 'INSERT DATA { <urn:s> <urn:p> <urn:o> }'
    const body = new URLSearchParams({ update })
    expect((await fetch(endpoint.updateUrl, { method: 'POST', body })).status).toBe(204)
    expect(await counted(count)).toBe(4)
  })

  it.each(['application/sparql-results+json', 'application/sparql-results+xml'])(
    'cuts answers, and says so if told to: %s',
    async (media) => {
      await start({ mostRows: 2, announce: true })
      const response = await ask('SELECT ?g ?s { GRAPH ?g { ?s ?p ?o } }', media)
      expect(response.headers.get('content-type')).toContain(media)
      expect(response.headers.get('x-sparql-maxrows')).toBe('2')
      const answer = await response.text()
      expect(answer.split(garden.value)).toHaveLength(3)
      expect(answer.endsWith(media.endsWith('json') ? '}' : '</sparql>')).toBe(true)
    },
  )

  it('labels blank nodes for each response', async () => {
    await start({ relabel: true })
    const node = '{"type":"bnode","value":"b0"}'
    const subjects = await ask('SELECT ?s { GRAPH ?g { ?s ?p ?o FILTER(ISBLANK(?s)) } }')
    const objects = await ask('SELECT ?o { GRAPH ?g { ?s ?p ?o FILTER(ISBLANK(?o)) } }')
    expect(await subjects.text()).toContain(`[{"s":${node}}]`)
    expect(await objects.text()).toContain(`[{"o":${node}}]`)
    const graph = await ask(
      'CONSTRUCT { ?s ?p ?o } { GRAPH ?g { ?s ?p ?o FILTER(ISBLANK(?s)) } }',
      'application/n-triples',
    )
    expect(await graph.text()).toBe(`_:b0 <${name.value}> _:b1 .\n`)
  })

  it('keeps a graph store', async () => {
    await start()
    const url = `${endpoint.graphStoreUrl}?graph=${encodeURIComponent(garden.value)}`
    const headers = { 'content-type': 'application/n-triples' }
    const put = (body: string) => fetch(url, { method: 'PUT', headers, body })
    expect((await put('<urn:s> <urn:p> "never ended')).status).toBe(400)
    expect(endpoint.quads()).toHaveLength(4)
    expect((await put('<urn:s> <urn:p> <urn:o> .')).status).toBe(204)
    expect(endpoint.quads()).toHaveLength(2)
    expect((await fetch(url, { method: 'DELETE' })).status).toBe(204)
    expect((await fetch(url, { method: 'DELETE' })).status).toBe(404)
    expect(endpoint.quads()).toHaveLength(1)
  })

  it('wants to know who asks', async () => {
    await start({ authorization: 'Bearer abc' })
    expect((await ask('ASK {}')).status).toBe(401)
    const headers = { authorization: 'Bearer abc' }
    const response = await fetch(`${endpoint.queryUrl}?query=ASK+%7B%7D`, { headers })
    expect(await response.json()).toMatchObject({ boolean: true })
    expect(endpoint.requests.map((request) => request.text)).toEqual(['ASK {}', 'ASK {}'])
  })

  it('refuses what is no SPARQL', async () => {
    await start()
    expect((await ask('SELEKT')).status).toBe(400)
  })
})
