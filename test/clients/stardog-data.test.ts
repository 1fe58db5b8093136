import { gzipSync } from 'node:zlib'
import { Connection, db, type HTTP, query } from 'stardog'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type RealServer, startRealServer } from '../real-server.ts'

const graph = 'http://graphs.example/one'
const ada = '<http://people.example/ada> <http://people.example/name> "Ada" .'
const bob = '<http://people.example/bob> <http://people.example/name> "Bob" .'
const turtle = { contentType: 'text/turtle', encoding: 'identity' } as const

let server: RealServer
let connection: Connection
beforeAll(async () => {
  server = await startRealServer()
  connection = new Connection({ username: 'admin', password: 'admin', endpoint: server.url })
})
afterAll(() => server[Symbol.asyncDispose]())
beforeEach(async () => {
  await db.create(connection, 'p')
})
afterEach(async () => {
  await db.drop(connection, 'p')
})

const size = async (): Promise<number> => Number((await db.size(connection, 'p')).body)
const begin = async (): Promise<string> => (await db.transaction.begin(connection, 'p')).body
const ask = async (text: string): Promise<boolean> => (await query.execute(connection, 'p', text)).body

/** The parameters of the function in JavaScript: its types leave out the data. */
function post(data: string, to: string | null, contentType: string): Promise<HTTP.Body> {
  return Reflect.apply(db.graph.doPost, undefined, [connection, 'p', data, to, contentType])
}
function put(data: string, to: string | null, contentType: string): Promise<HTTP.Body> {
  return Reflect.apply(db.graph.doPut, undefined, [connection, 'p', data, to, contentType])
}
function get(from: string | null, accept: string): Promise<HTTP.Body> {
  return Reflect.apply(db.graph.doGet, undefined, [connection, 'p', from, accept])
}

describe('db.graph of the stardog client 10', () => {
  it('puts, gets, adds to and deletes a named graph', async () => {
    expect(await put(ada, graph, 'text/turtle')).toMatchObject({ ok: true, status: 201 })
    expect(await put(bob, graph, 'text/turtle')).toMatchObject({ ok: true, status: 200 })
    const got = await get(graph, 'application/n-triples')
    expect(got).toMatchObject({ status: 200, body: bob })
    expect(await post(ada, graph, 'text/turtle')).toMatchObject({ status: 200 })
    expect((await get(graph, 'application/n-triples')).body.split('\n').sort()).toEqual([ada, bob])
    expect(await db.graph.doDelete(connection, 'p', graph)).toMatchObject({ status: 200 })
    expect(await get(graph, 'text/turtle')).toMatchObject({ status: 404 })
    expect(await size()).toBe(0)
  })

  it('does the same with the default graph', async () => {
    expect(await post(ada, null, 'text/turtle')).toMatchObject({ status: 200 })
    await put(bob, graph, 'text/turtle')
    expect((await get(null, 'application/n-triples')).body).toBe(ada)
    expect((await put(bob, null, 'text/turtle')).ok).toBe(true)
    expect((await get(null, 'application/n-triples')).body).toBe(bob)
    expect(await db.graph.doDelete(connection, 'p')).toMatchObject({ status: 200 })
    expect(await get(null, 'application/n-triples')).toMatchObject({ status: 200, body: null })
    expect(await ask(`ASK { GRAPH <${graph}> { ?s ?p ?o } }`)).toBe(true)
  })

  it('sends and gets JSON-LD unless told otherwise', async () => {
    const document = JSON.stringify({
      '@id': 'http://people.example/eve',
      'http://people.example/name': 'Eve',
    })
    const sent: HTTP.Body = await Reflect.apply(db.graph.doPut, undefined, [connection, 'p', document, graph])
    expect(sent).toMatchObject({ status: 201 })
    const got = await db.graph.doGet(connection, 'p', graph)
    expect(got.headers.get('content-type')).toMatch(/^application\/ld\+json/u)
    expect(JSON.stringify(got.body)).toContain('"http://people.example/eve"')
  })

  it('tells what is wrong with the data, and changes nothing', async () => {
    const refused = await put('<a:b> <a:c>', graph, 'text/turtle')
    expect(refused).toMatchObject({ ok: false, status: 400, body: { code: 'QEIVR2' } })
    expect(await put(ada, graph, 'image/png')).toMatchObject({ status: 415 })
    expect(await size()).toBe(0)
  })
})

describe('transactions of the stardog client 10', () => {
  it('commit what was added and removed, at once', async () => {
    await post(ada, null, 'text/turtle')
    const begun = await db.transaction.begin(connection, 'p')
    expect(begun).toMatchObject({ ok: true, status: 200, body: expect.stringMatching(/^[\da-f-]{36}$/u) })
    const { transactionId } = begun
    expect(transactionId).toBe(begun.body)
    const added = await db.add(connection, 'p', transactionId, bob, turtle)
    expect(added).toMatchObject({ ok: true, status: 200, transactionId })
    expect(await db.remove(connection, 'p', transactionId, ada, turtle)).toMatchObject({ status: 200 })
    expect(await size()).toBe(1)
    expect(await ask('ASK { ?s ?p "Bob" }')).toBe(false)
    const committed = await db.transaction.commit(connection, 'p', transactionId)
    expect(committed).toMatchObject({ ok: true, status: 200, body: { added: 1, removed: 1 }, transactionId })
    expect(await ask('ASK { ?s ?p "Bob" }')).toBe(true)
    expect(await ask('ASK { ?s ?p "Ada" }')).toBe(false)
    const again = await db.transaction.commit(connection, 'p', transactionId)
    expect(again).toMatchObject({ status: 404, body: { code: '0D0TU2' } })
  })

  it('roll back', async () => {
    const transaction = await begin()
    await db.add(connection, 'p', transaction, ada, turtle)
    const rolledBack = await db.transaction.rollback(connection, 'p', transaction)
    expect(rolledBack).toMatchObject({ ok: true, status: 200, transactionId: transaction })
    expect(await size()).toBe(0)
    expect(await db.add(connection, 'p', transaction, ada, turtle)).toMatchObject({ status: 404 })
  })

  it('begin in databases that there are', async () => {
    expect(await db.transaction.begin(connection, 'nowhere')).toMatchObject({ status: 404 })
  })

  it('add to a graph, in every syntax, packed and not', async () => {
    const transaction = await begin()
    const add = (content: string, contentType: string, graphUri?: string): Promise<HTTP.Body> =>
      Reflect.apply(db.add, undefined, [connection, 'p', transaction, content, { contentType }, { graphUri }])
    const rdfXml = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:p="http://people.example/">
      <rdf:Description rdf:about="http://people.example/x"><p:name>Xml</p:name></rdf:Description></rdf:RDF>`
    for (const [content, type] of [
      [ada, 'text/turtle'],
      [bob, 'application/n-triples'],
      [rdfXml, 'application/rdf+xml'],
      ['{"@id": "http://people.example/j", "http://people.example/name": "Json"}', 'application/ld+json'],
    ] as const) {
      expect(await add(content, type, graph), type).toMatchObject({ status: 200 })
    }
    const quads = `<a:b> <a:c> "quad" <${graph}> .`
    expect(await add(quads, 'application/n-quads')).toMatchObject({ status: 200 })
    expect(await add(`<${graph}> { <a:b> <a:c> "trig" }`, 'application/trig')).toMatchObject({ status: 200 })
    const packed: Promise<HTTP.Body> = Reflect.apply(db.add, undefined, [
      connection,
      'p',
      transaction,
      gzipSync('<a:b> <a:c> "packed" .'),
      { contentType: 'text/turtle', encoding: 'gzip' },
      { graphUri: graph },
    ])
    expect(await packed).toMatchObject({ status: 200 })
    await db.transaction.commit(connection, 'p', transaction)
    const names = await query.execute(
      connection,
      'p',
      `SELECT ?o { GRAPH <${graph}> { ?s ?p ?o } } ORDER BY ?o`,
    )
    expect(names.body.results.bindings.map((row: { o: { value: string } }) => row.o.value)).toEqual([
      'Ada',
      'Bob',
      'Json',
      'Xml',
      'packed',
      'quad',
      'trig',
    ])
  })

  it('tell at once that data is malformed, and go on', async () => {
    const transaction = await begin()
    const refused = await db.add(connection, 'p', transaction, '<a:b> <a:c>', turtle)
    expect(refused).toMatchObject({ ok: false, status: 400 })
    await db.add(connection, 'p', transaction, ada, turtle)
    expect((await db.transaction.commit(connection, 'p', transaction)).body).toEqual({ added: 1, removed: 0 })
  })

  it('clear a graph, and all', async () => {
    await put(ada, graph, 'text/turtle')
    await post(bob, null, 'text/turtle')
    const first = await begin()
    const cleared = await db.clear(connection, 'p', first, { graphUri: graph })
    expect(cleared).toMatchObject({ ok: true, status: 200, transactionId: first })
    expect((await db.transaction.commit(connection, 'p', first)).body).toEqual({ added: 0, removed: 1 })
    expect(await size()).toBe(1)
    const second = await begin()
    await db.clear(connection, 'p', second)
    await db.transaction.commit(connection, 'p', second)
    expect(await size()).toBe(0)
  })
})

describe('db.exportData of the stardog client 10', () => {
  beforeEach(async () => {
    await put(ada, graph, 'text/turtle')
    await post(bob, null, 'text/turtle')
  })

  it('gives JSON-LD of all graphs unless told otherwise', async () => {
    const { status, headers, body } = await db.exportData(connection, 'p')
    expect(status).toBe(200)
    expect(headers.get('content-type')).toMatch(/^application\/ld\+json/u)
    expect(headers.get('content-disposition')).toMatch(/^attachment/u)
    expect(JSON.stringify(body)).toContain(graph)
    expect(JSON.stringify(body)).toContain('"Bob"')
  })

  it.each([
    'text/turtle',
    'application/rdf+xml',
    'application/n-triples',
    'application/n-quads',
    'application/trig',
  ] as const)('gives %s', async (mimetype) => {
    const exported = await db.exportData(connection, 'p', { mimetype })
    expect(exported.headers.get('content-type')).toContain(mimetype)
    expect(exported.body).toContain('Ada')
    expect(exported.body).toContain('Bob')
  })

  it('gives one graph', async () => {
    const mimetype = 'application/n-triples'
    const one = await db.exportData(connection, 'p', { mimetype }, { graphUri: graph })
    expect(one.body).toBe(ada)
    const unnamed = await db.exportData(
      connection,
      'p',
      { mimetype },
      { graphUri: 'tag:stardog:api:context:default' },
    )
    expect(unnamed.body).toBe(bob)
  })
})

describe('db.namespaces of the stardog client 10', () => {
  it('gets them by prefix', async () => {
    const { status, body } = await db.namespaces.get(connection, 'p')
    expect(status).toBe(200)
    expect(body).toMatchObject({ rdf: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#' })
    expect(await db.namespaces.get(connection, 'nowhere')).toMatchObject({ status: 404 })
  })

  it('adds those that RDF declares, in place of others', async () => {
    const added = await db.namespaces.add(
      connection,
      'p',
      '@prefix ex: <http://ex.example/> . @prefix rdf: <http://other.example/> .',
    )
    expect(added).toMatchObject({ status: 200, body: { numImportedNamespaces: 2 } })
    expect(added.body.namespaces).toContain('ex=http://ex.example/')
    expect((await db.namespaces.get(connection, 'p')).body).toMatchObject({
      ex: 'http://ex.example/',
      rdf: 'http://other.example/',
    })
  })

  it('adds those of a file, and of RDF/XML', async () => {
    const file = new Blob(['@prefix file: <http://file.example/> .'], { type: 'text/turtle' })
    expect(await db.namespaces.add(connection, 'p', file)).toMatchObject({ status: 200 })
    const xml =
      '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:x="http://x.example/"/>'
    const sent = await db.namespaces.add(connection, 'p', xml, { contentType: 'application/rdf+xml' })
    expect(sent).toMatchObject({ status: 200 })
    expect((await db.namespaces.get(connection, 'p')).body).toMatchObject({
      file: 'http://file.example/',
      x: 'http://x.example/',
    })
    expect(await db.namespaces.add(connection, 'p', 'no rdf')).toMatchObject({ status: 400 })
  })
})
