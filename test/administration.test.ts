import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { gzipSync } from 'node:zlib'
import { Connection, db, server as stardogServer } from 'stardog'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RealServer, startRealServer } from './real-server.ts'

let server: RealServer
beforeAll(async () => {
  server = await startRealServer({ orchard: {}, limited: { 'query.timeout': '5s' } })
})
afterAll(() => server[Symbol.asyncDispose]())

async function call(
  method: string,
  path: string,
  body?: string | Uint8Array<ArrayBuffer>,
  headers: Readonly<Record<string, string>> = {},
) {
  const answer = await fetch(`${server.url}${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body }),
  })
  const text = await answer.text()
  const isJson = answer.headers.get('content-type')?.includes('json') === true
  return {
    status: answer.status,
    body: isJson && text !== '' ? JSON.parse(text) : text,
    headers: answer.headers,
  }
}

describe('options', () => {
  it('are told of one database and of all', async () => {
    const { status, body } = await call('GET', '/admin/databases/limited/options')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      'database.name': 'limited',
      'query.timeout': '5s',
      'query.all.graphs': false,
    })
    const all = await call('GET', '/admin/databases/options')
    expect(all.body.databases.map((one: object) => Object.entries(one)[0]?.[1])).toEqual([
      'garden',
      'limited',
      'orchard',
    ])
    expect(all.body.databases[1]).toEqual(body)
  })

  it('are asked for by name, and set nested or flat', async () => {
    const asked = JSON.stringify({ 'query.timeout': null, search: { enabled: null }, 'not.known.here': null })
    expect((await call('PUT', '/admin/databases/orchard/options', asked)).body).toEqual({
      'query.timeout': '5m',
      'search.enabled': false,
    })
    const set = await call(
      'POST',
      '/admin/databases/orchard/options',
      '{"graphql": {"default": {"limit": 1}}}',
    )
    expect([set.status, set.body]).toEqual([200, ''])
    const limit = JSON.stringify({ 'graphql.default.limit': null })
    expect((await call('PUT', '/admin/databases/orchard/options', limit)).body).toEqual({
      'graphql.default.limit': 1,
    })
    expect((await call('POST', '/admin/databases/orchard/options', limit)).status).toBe(200)
    expect((await call('PUT', '/admin/databases/orchard/options', limit)).body).toEqual({
      'graphql.default.limit': null,
    })
  })

  it.each([
    ['{"query.timout": 1}', 400, '000IA2', 'Did you mean "query.timeout"?'],
    ['{"database.name": "x"}', 400, '000IA2', 'A database keeps its name.'],
    ['{"search.enabled": true}', 503, '0DIDS2', 'Bring it offline first.'],
    ['[]', 400, '000IA2', 'must be a JSON object'],
    ['{', 400, '000IA2', 'is not JSON'],
  ])('of %s are refused', async (body, status, code, message) => {
    const answer = await call('POST', '/admin/databases/orchard/options', body)
    expect([answer.status, answer.body.code]).toEqual([status, code])
    expect(answer.body.message).toContain(message)
  })

  it('are all described', async () => {
    const { status, body } = await call('GET', '/admin/config_properties')
    expect(status).toBe(200)
    expect(body['query.all.graphs']).toEqual({
      name: 'query.all.graphs',
      type: 'Boolean',
      mutable: true,
      mutableWhenOnline: true,
      category: 'Query',
      label: 'All graphs by default',
      description: expect.any(String),
      defaultValue: false,
    })
    const { body: values } = await call('GET', '/admin/databases/garden/options')
    expect(Object.keys(values)).toEqual(Object.keys(body))
  })

  it('of a database that is not there are 404', async () => {
    for (const [method, path] of [
      ['GET', 'options'],
      ['PUT', 'online'],
      ['PUT', 'offline'],
      ['PUT', 'optimize'],
      ['GET', 'check'],
      ['PUT', 'backup'],
      ['GET', 'backup'],
    ] as const) {
      const { status, body } = await call(method, `/admin/databases/nowhere/${path}`)
      expect([path, status, body]).toEqual([
        path,
        404,
        { message: "Database 'nowhere' does not exist.", code: '0D0DU2' },
      ])
    }
  })
})

it('lets SPARQL ask all graphs by default where the option says so', async () => {
  const graph = '/orchard?graph=urn%3Ag'
  expect(
    (await call('POST', graph, '<urn:s> <urn:p> "named" .', { 'content-type': 'text/turtle' })).status,
  ).toBe(200)
  const ask = `/orchard/query?query=${encodeURIComponent('ASK { <urn:s> <urn:p> "named" }')}`
  const answer = async () => (await call('GET', ask)).body
  const before = await answer()
  await call('POST', '/admin/databases/orchard/options', '{"query.all.graphs": true}')
  const after = await answer()
  await call('POST', '/admin/databases/orchard/options', '{"query.all.graphs": null}')
  expect([before.boolean, after.boolean, (await answer()).boolean]).toEqual([false, true, false])
  expect((await call('DELETE', graph)).status).toBe(200)
})

it('answers 503 for an offline database until it is online', async () => {
  expect((await call('PUT', '/admin/databases/orchard/offline')).status).toBe(200)
  for (const path of [
    '/orchard/graphql?query=%7BTree%7Bname%7D%7D',
    '/orchard/size',
    '/orchard/query?query=ASK%7B%7D',
  ]) {
    const { status, body, headers } = await call('GET', path)
    expect([path, status, headers.get('sd-error-code')]).toEqual([path, 503, '0DIDS2'])
    expect(body.message).toContain("Database 'orchard' is offline.")
  }
  const load = await call('POST', '/orchard', '<a:> <b:> <c:> .', { 'content-type': 'text/turtle' })
  expect(load.status).toBe(503)
  expect((await call('POST', '/admin/databases/orchard/options', '{"search.enabled": true}')).status).toBe(
    200,
  )
  expect((await call('PUT', '/admin/databases/orchard/online')).status).toBe(200)
  expect((await call('GET', '/orchard/size')).status).toBe(200)
  expect((await call('PUT', '/admin/databases/orchard/optimize')).status).toBe(200)
  expect((await call('GET', '/admin/databases/orchard/check')).body).toEqual({ findings: [] })
})

describe('namespaces', () => {
  it.each([
    ['text/turtle', '@prefix t1: <http://t1.example/> . @prefix : <http://e.example/> .', ['t1', '']],
    ['application/trig', 'PREFIX t2: <http://t2.example/> { t2:a t2:b t2:c }', ['t2']],
    [
      'application/rdf+xml',
      '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:t3="http://t3.example/"/>',
      ['t3'],
    ],
    ['application/ld+json', '{"@context": {"t4": "http://t4.example/"}, "@id": "t4:a", "t4:b": "c"}', ['t4']],
    ['text/plain', '@prefix t5: <http://t5.example/> .', ['t5']],
  ])('are imported from %s', async (type, document, prefixes) => {
    const { status, body } = await call('POST', '/orchard/namespaces', document, { 'content-type': type })
    expect([status, body.numImportedNamespaces]).toEqual([200, expect.any(Number)])
    for (const prefix of prefixes) {
      expect(body.namespaces).toContainEqual(expect.stringMatching(new RegExp(`^${prefix}=http://`)))
      const { body: told } = await call('GET', '/orchard/namespaces')
      expect(told.namespaces).toContainEqual({ prefix, name: expect.stringMatching(/^http:\/\//) })
    }
  })

  it('are refused where their document unpacks to more than a body can have', async () => {
    const document = `@prefix t7: <http://t7.example/> .\n${'# more\n'.repeat(300_000)}`
    for (const [type, sent] of [
      ['text/turtle', gzipSync(document)],
      ['text/plain', gzipSync(document)],
    ] as const) {
      const answer = await call('POST', '/orchard/namespaces', new Uint8Array(sent), { 'content-type': type })
      expect([answer.status, answer.body.message]).toEqual([
        413,
        'The body of a request can have 1048576 bytes; this one unpacks to more.',
      ])
    }
    const small = new Uint8Array(gzipSync('@prefix t8: <http://t8.example/> .'))
    expect((await call('POST', '/orchard/namespaces', small)).status).toBe(200)
  })

  it.each([
    ['Turtle', '[] a <urn:c> . @prefix t9: <http://t9.example/> .'],
    ['TriG', '<urn:g> { } PREFIX t9: <http://t9.example/>'],
    [
      'RDF/XML',
      '<?xml version="1.0"?><r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:t9="urn:"/>',
    ],
    ['JSON-LD', ' {"@context": {"t9": "http://t9.example/"}, "@id": "t9:a", "t9:b": "c"}'],
  ])('are imported from %s that nothing names', async (_, document) => {
    const { status, body } = await call('POST', '/orchard/namespaces', document, {
      'content-type': 'text/plain',
    })
    expect([status, body.namespaces]).toEqual([200, expect.arrayContaining([expect.stringMatching(/^t9=/)])])
  })

  it('are refused by the error of the one syntax that a document looks like', async () => {
    const answer = await call('POST', '/orchard/namespaces', '{"@context": ', {
      'content-type': 'text/plain',
    })
    expect([answer.status, answer.body.message]).toEqual([400, expect.stringMatching(/JSON/)])
  })

  it('are imported from a form', async () => {
    const form = new FormData()
    form.append('upload', new Blob(['@prefix t6: <http://t6.example/> .']), 'prefixes.ttl')
    const answer = await fetch(`${server.url}/orchard/namespaces`, { method: 'POST', body: form })
    expect([answer.status, await answer.json()]).toEqual([
      200,
      expect.objectContaining({ numImportedNamespaces: 1 }),
    ])
  })

  it('are set and removed one by one', async () => {
    expect((await call('PUT', '/orchard/namespaces/one', 'http://one.example/')).status).toBe(200)
    expect((await call('PUT', '/orchard/namespaces/one', 'http://uno.example/')).status).toBe(200)
    const { body } = await call('GET', '/orchard/namespaces')
    expect(body.namespaces).toContainEqual({ prefix: 'one', name: 'http://uno.example/' })
    expect((await call('DELETE', '/orchard/namespaces/one')).status).toBe(204)
    expect((await call('DELETE', '/orchard/namespaces/one')).status).toBe(404)
    expect((await call('PUT', '/orchard/namespaces/', 'http://empty.example/')).status).toBe(200)
    expect((await call('DELETE', '/orchard/namespaces/')).status).toBe(204)
  })

  it.each([
    ['PUT', '/orchard/namespaces/one', 'not an iri'],
    ['PUT', '/orchard/namespaces/a%20b', 'http://a.example/'],
    ['PUT', '/orchard/namespaces/..%2Fa', 'http://a.example/'],
    ['POST', '/orchard/namespaces', '@prefix broken'],
    ['POST', '/orchard/namespaces', '@prefix rel: <relative> .'],
  ])('%s %s of %j is refused, and changes nothing', async (method, path, body) => {
    const before = (await call('GET', '/orchard/namespaces')).body
    const answer = await call(method, path, body, { 'content-type': 'text/turtle' })
    expect(answer.status).toBe(400)
    expect((await call('GET', '/orchard/namespaces')).body).toEqual(before)
  })
})

describe('backups', () => {
  it('are made, downloaded and restored', async () => {
    const kept = await call('PUT', '/admin/databases/garden/backup')
    expect([kept.status, kept.body]).toEqual([
      200,
      {
        message: expect.stringContaining("Database 'garden' was backed up"),
        file: expect.stringMatching(/^garden-\d{8}-\d{6}\.espalier$/),
        bytes: expect.any(Number),
        triples: expect.any(Number),
      },
    ])
    const answer = await fetch(`${server.url}/admin/databases/garden/backup`)
    expect(answer.headers.get('content-type')).toBe('application/octet-stream')
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="garden.espalier"')
    const bytes = new Uint8Array(await answer.arrayBuffer())
    expect(bytes.length).toBe(kept.body.bytes)
    expect((await call('POST', '/admin/restore', bytes)).status).toBe(409)
    const restored = await call('POST', '/admin/restore?name=garden2', bytes)
    expect([restored.status, restored.body]).toEqual([
      201,
      { message: "Database 'garden2' was restored.", name: 'garden2', triples: kept.body.triples },
    ])
    expect((await call('GET', '/garden2/size')).body).toBe(String(kept.body.triples))
    expect((await call('POST', '/admin/restore?name=garden2&overwrite=true', bytes)).status).toBe(201)
    expect((await call('POST', '/admin/restore?name=..%2Fgarden3', bytes)).status).toBe(400)
    expect((await call('POST', '/admin/restore?name=garden3', bytes.slice(0, 5000))).status).toBe(400)
    expect((await call('GET', '/admin/databases')).body.databases).toEqual([
      'garden',
      'garden2',
      'limited',
      'orchard',
    ])
    expect((await call('DELETE', '/admin/databases/garden2')).status).toBe(200)
  })

  it('that a client does not read to the end harm nobody', async () => {
    const request = httpRequest(`${server.url}/admin/databases/garden/backup`)
    request.end()
    const [answer] = await once(request, 'response')
    answer.destroy()
    expect((await call('GET', '/garden/size')).status).toBe(200)
  })
})

describe('running queries', () => {
  it('are listed and killed', async () => {
    // Every triple with every other, eight times over: more than anybody waits for.
    const patterns = Array.from({ length: 8 }, (_, n) => `?s${n} ?p${n} ?o${n} .`).join(' ')
    const endless = `SELECT (count(*) AS ?n) { ${patterns} FILTER(?s0 != ?s1) }`
    const answered = call('GET', `/garden/query?query=${encodeURIComponent(endless)}`)
    const queries = async () => (await call('GET', '/admin/queries')).body.queries
    await expect.poll(async () => (await queries()).length).toBe(1)
    const [query] = await queries()
    expect(query).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      kind: 'sparql',
      database: 'garden',
      text: endless,
      started: expect.stringMatching(/^\d{4}-.*Z$/),
      elapsedMilliseconds: expect.any(Number),
    })
    const one = await call('GET', `/admin/queries/${query.id}`)
    expect([one.status, one.body.id]).toEqual([200, query.id])
    expect((await call('DELETE', `/admin/queries/${query.id}`)).status).toBe(200)
    expect(await answered).toMatchObject({ status: 503, body: { code: 'QECAN2' } })
    expect(await queries()).toEqual([])
  })

  it.each([
    ['GET', ''],
    ['DELETE', ''],
    ['POST', '/kill'],
    ['DELETE', '/kill'],
  ])('that are not there are 404 to %s …%s', async (method, end) => {
    expect(await call(method, `/admin/queries/77${end}`)).toMatchObject({
      status: 404,
      body: { message: 'Query not found: 77', code: 'QEQNF2' },
    })
  })
})

it('tells its state, its properties and its metrics', async () => {
  const state = await call('GET', '/admin/status')
  expect(state.headers.get('content-type')).toBe('application/json')
  expect(state.body).toMatchObject({
    'dbms.version': { value: '11.0.0' },
    'espalier.queries.running': { value: 0 },
    'espalier.memory.resident.bytes': { value: expect.any(Number) },
    databases: { value: ['garden', 'limited', 'orchard'] },
  })
  const properties = await call('GET', '/admin/properties?name=query.timeout&name=port&name=other')
  expect(properties.headers.get('content-type')).toBe('application/json')
  expect(properties.body).toEqual({ 'query.timeout': '5m', port: 5820 })
  expect(Object.keys((await call('GET', '/admin/properties')).body)).toContain('graphql.limit.depth')

  await call('GET', '/garden/graphql?query=%7BTree%7Bname%7D%7D')
  await call('GET', '/garden/graphql?query=%7B')
  const metrics = await call('GET', '/admin/status/prometheus')
  expect(metrics.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
  const value = (name: string) =>
    Number(new RegExp(`^${name.replace(/[{}]/g, '\\$&')} (\\S+)$`, 'm').exec(metrics.body)?.[1])
  expect(value('espalier_query_duration_seconds_count{kind="graphql",outcome="done"}')).toBeGreaterThan(0)
  expect(value('espalier_query_duration_seconds_count{kind="graphql",outcome="refused"}')).toBeGreaterThan(0)
  expect(value('espalier_query_duration_seconds_count{kind="sparql",outcome="cancelled"}')).toBe(1)
  expect(value('espalier_query_duration_seconds_count{kind="sparql",outcome="timeout"}')).toBe(0)
  expect(value('espalier_databases{state="online"}')).toBe(3)
  expect(value('espalier_queries_running{kind="graphql"}')).toBe(0)
  expect(value('espalier_queries_waiting')).toBe(0)
  expect(value('process_resident_memory_bytes')).toBeGreaterThan(10_000_000)
  expect(metrics.body).not.toContain('garden')
})

describe('the stardog client 10', () => {
  const connection = () => new Connection({ username: 'admin', password: 'admin', endpoint: server.url })

  it('reads and sets options', async () => {
    const set = await db.options.set(connection(), 'limited', { query: { timeout: '7s' } })
    expect(set.status).toBe(200)
    expect((await db.options.get(connection(), 'limited')).body).toMatchObject({ 'database.name': 'limited' })
    expect((await db.options.get(connection(), 'limited', { 'query.timeout': null })).body).toEqual({
      'query.timeout': '7s',
    })
    expect((await db.options.getAll(connection(), 'limited')).body).toMatchObject({ 'query.timeout': '7s' })
    expect((await db.options.getAvailable(connection())).body).toHaveProperty(['query.timeout'])
  })

  it('brings databases offline and online, and optimizes them', async () => {
    for (const work of [db.offline, db.online, db.optimize]) {
      expect((await work(connection(), 'limited', {})).status).toBe(200)
    }
    expect((await db.listInfo(connection())).body.databases).toHaveLength(3)
  })

  it('reads and imports namespaces', async () => {
    const added = await db.namespaces.add(connection(), 'limited', '@prefix n: <http://n.example/> .', {})
    expect(added.body).toMatchObject({ numImportedNamespaces: 1 })
    expect((await db.namespaces.get(connection(), 'limited')).body).toMatchObject({ n: 'http://n.example/' })
  })

  it('asks for the state and the properties of the server', async () => {
    expect((await stardogServer.status(connection(), { databases: false })).body).not.toHaveProperty(
      'databases',
    )
    expect((await stardogServer.properties(connection(), ['dbms.version'])).body).toEqual({
      'dbms.version': '11.0.0',
    })
  })
})
