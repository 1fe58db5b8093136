import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { iri, literal, type Quad } from '../../src/rdf/term.ts'
import { termText } from '../../src/rdf/term-text.ts'
import { type RawAnswer, rawRequest } from '../raw-request.ts'
import { type RealServer, startRealServer } from '../real-server.ts'
import { type OxigraphEndpoint, startOxigraphEndpoint } from './oxigraph-endpoint.ts'

const ns = 'http://example.com/'
const garden = iri(`${ns}garden`)
const quads: readonly Quad[] = [
  { subject: iri(`${ns}a`), predicate: iri(`${ns}p`), object: literal('old'), graph: null },
  { subject: iri(`${ns}b`), predicate: iri(`${ns}p`), object: literal('old'), graph: garden },
]

let server: RealServer
let endpoint: OxigraphEndpoint
beforeAll(async () => {
  server = await startRealServer()
})
afterAll(() => server[Symbol.asyncDispose]())

beforeEach(async () => {
  endpoint = await startOxigraphEndpoint(quads)
  const { queryUrl, updateUrl, graphStoreUrl } = endpoint
  await create('far', { queryUrl, updateUrl, graphStoreUrl })
  await create('readonly', { queryUrl })
})
afterEach(async () => {
  for (const name of ['far', 'readonly'])
    expect((await send('DELETE', `/admin/databases/${name}`)).status).toBe(200)
  await endpoint.close()
})

async function create(dbname: string, remote: object): Promise<void> {
  const root = JSON.stringify({ dbname, remote: { ...remote, union: 'graphs' } })
  const answer = await send('POST', '/admin/databases', 'application/json', root)
  expect(answer.text).toContain(dbname)
  expect(answer.status).toBe(201)
}

async function send(method: string, path: string, type?: string, body?: string): Promise<RawAnswer> {
  return rawRequest(server.url, path, {
    method,
    headers:
      type === undefined
        ? { accept: 'application/json' }
        : { 'content-type': type, accept: 'application/json' },
    ...(body === undefined ? {} : { body }),
  })
}

const held = (): readonly string[] =>
  endpoint
    .quads()
    .map(({ subject, predicate, object, graph }) =>
      [subject, predicate, object, ...(graph === null ? [] : [graph])]
        .map((term) => termText(term).replace(ns, ''))
        .join(' '),
    )
    .toSorted()

const inGraph = (graph: string): string => `/far?graph=${encodeURIComponent(graph)}`

describe('the Graph Store Protocol on a remote database', () => {
  it('gets a graph, and says where there is none', async () => {
    const answer = await rawRequest(server.url, inGraph(garden.value), {
      method: 'GET',
      headers: { accept: 'application/n-triples' },
    })
    expect([answer.status, answer.text]).toEqual([200, `<${ns}b> <${ns}p> "old" .\n`])
    expect((await send('GET', inGraph(`${ns}no`))).status).toBe(404)
    expect((await send('HEAD', inGraph(garden.value))).status).toBe(200)
  })

  it('adds to a graph', async () => {
    const answer = await send('POST', inGraph(garden.value), 'text/turtle', `<${ns}c> <${ns}p> "new" .`)
    expect(answer.status).toBe(200)
    expect(JSON.parse(answer.text)).toEqual({
      message: "Read 1 quad into database 'far', sent to its endpoint.",
      read: 1,
    })
    expect(held()).toContain('<c> <p> "new" <garden>')
  })

  it('puts a graph in place of what was there, or makes it', async () => {
    const triple = `<${ns}c> <${ns}p> "new" .`
    const replaced = await send('PUT', inGraph(garden.value), 'text/turtle', triple)
    expect([replaced.status, JSON.parse(replaced.text).message]).toEqual([
      200,
      'Put 1 quad in place of what was there.',
    ])
    const made = await send('PUT', inGraph(`${ns}new`), 'text/turtle', triple)
    expect([made.status, JSON.parse(made.text).message]).toEqual([201, 'Put 1 quad in place of 0.'])
    expect((await send('PUT', '/far?default', 'text/turtle', triple)).status).toBe(200)
    expect(held()).toEqual(['<c> <p> "new"', '<c> <p> "new" <garden>', '<c> <p> "new" <new>'])
    const ways = endpoint.requests.map(({ method }) => method).filter((method) => method === 'PUT')
    expect(ways).toHaveLength(3)
  })

  it('deletes a graph, and says where there is none', async () => {
    const answer = await send('DELETE', inGraph(garden.value))
    expect([answer.status, JSON.parse(answer.text).message]).toEqual([200, 'Removed what was there.'])
    expect((await send('DELETE', inGraph(garden.value))).status).toBe(404)
    expect((await send('DELETE', '/far?default')).status).toBe(200)
    expect(held()).toEqual([])
  })

  it('adds the files of a form in one request', async () => {
    const body = ['a', 'b']
      .map(
        (file) =>
          `--x\r\nContent-Disposition: form-data; name="${file}"; filename="${file}.ttl"\r\n\r\n<${ns}${file}> <${ns}q> [] .\r\n`,
      )
      .join('')
    const answer = await send(
      'POST',
      inGraph(garden.value),
      'multipart/form-data; boundary=x',
      `${body}--x--\r\n`,
    )
    expect([answer.status, JSON.parse(answer.text).read]).toEqual([200, 2])
    expect(held()).toHaveLength(4)
    expect(
      endpoint.requests.filter(({ method, path }) => method === 'POST' && path.startsWith('/store')),
    ).toHaveLength(1)
  })

  it('tells of an error of the data, of which nothing is sent', async () => {
    const answer = await send('POST', inGraph(garden.value), 'text/turtle', '<a> <b> "c')
    expect([answer.status, JSON.parse(answer.text).code]).toEqual([400, 'QEIVR2'])
    expect(held()).toHaveLength(2)
  })

  it.each([
    ['POST', '/readonly?default', '<a> <b> <c> .'],
    ['PUT', '/readonly?default', '<a> <b> <c> .'],
    ['DELETE', '/readonly?default', undefined],
  ])('refuses %s on %s, and says what is missing', async (method, path, body) => {
    const answer = await send(method, path, body === undefined ? undefined : 'text/turtle', body)
    const { code, message } = JSON.parse(answer.text)
    expect([answer.status, code]).toEqual([501, '000US2'])
    expect(message).toMatch(/"readonly".*remote\.update\.url or remote\.graph\.store\.url/)
  })
})

describe('an update of a remote database', () => {
  it('is carried out, and counts nothing', async () => {
    const text = `INSERT DATA { <${ns}c> <${ns}p> "new" }`
    const answer = await send('POST', '/far/update', 'application/sparql-update', text)
    expect([answer.status, JSON.parse(answer.text)]).toEqual([200, {}])
    expect(held()).toContain('<c> <p> "new"')
  })

  it('is refused where nothing takes it, with the reason', async () => {
    const answer = await send('POST', '/readonly/update', 'application/sparql-update', 'CLEAR ALL')
    const { message } = JSON.parse(answer.text)
    expect([answer.status, message]).toEqual([501, expect.stringContaining('remote.update.url')])
  })

  it('fails as the endpoint does, by its host', async () => {
    const text = `CREATE GRAPH <${garden.value}>`
    const answer = await send('POST', '/far/update', 'application/sparql-update', text)
    const { code, message } = JSON.parse(answer.text)
    expect([answer.status, code]).toEqual([502, 'QERMT2'])
    expect(message).toMatch(/"far".*127\.0\.0\.1:\d+/)
  })
})

describe('a transaction of a remote database', () => {
  it('is refused, with the reason', async () => {
    const answer = await send('POST', '/far/transaction/begin')
    const { code, message } = JSON.parse(answer.text)
    expect([answer.status, code]).toEqual([501, '000US2'])
    expect(message).toMatch(/"far".*no transactions.*one update/)
  })
})
