import { afterEach, beforeEach, expect, it } from 'vitest'
import { type RawAnswer, rawRequest } from './raw-request.ts'
import { type RealServer, startRealServer } from './real-server.ts'

let server: RealServer
beforeEach(async () => {
  server = await startRealServer()
})
afterEach(() => server[Symbol.asyncDispose]())

const encoded = encodeURIComponent

async function post(path: string, body?: string, type = 'text/turtle'): Promise<RawAnswer> {
  const headers: Readonly<Record<string, string>> = body === undefined ? {} : { 'content-type': type }
  return rawRequest(server.url, path, { method: 'POST', headers, ...(body === undefined ? {} : { body }) })
}

async function begin(): Promise<string> {
  const answer = await post('/garden/transaction/begin')
  expect(answer.status).toBe(200)
  expect(answer.headers['content-type']).toMatch(/^text\/plain/)
  expect(answer.text).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  return answer.text
}

/** Triples of the default graph, as the database is, or as a transaction makes it. */
async function count(transaction = ''): Promise<number> {
  const query = encoded('SELECT (COUNT(*) AS ?n) { ?s ?p ?o }')
  const answer = await rawRequest(server.url, `/garden${transaction}/query?format=csv&query=${query}`)
  expect(answer.status, answer.text).toBe(200)
  return Number(answer.text.split('\r\n')[1])
}

it('makes all changes of a transaction at its commit, and shows them to itself only', async () => {
  const before = await count()
  const tx = await begin()
  expect((await post(`/garden/${tx}/add`, '<a:s> <a:p> 1 , 2 .')).status).toBe(200)
  expect((await post(`/garden/${tx}/remove`, '<a:s> <a:p> 2 .')).status).toBe(200)
  const update = 'INSERT { ?s <a:q> ?o } WHERE { ?s <a:p> ?o }'
  expect((await post(`/garden/${tx}/update`, update, 'application/sparql-update')).status).toBe(200)
  expect(await count(`/${tx}`)).toBe(before + 2)
  expect(await count()).toBe(before)
  const commit = await post(`/garden/transaction/commit/${tx}`)
  expect(commit.status).toBe(200)
  // One triple is added and removed again.
  expect(JSON.parse(commit.text)).toEqual({ added: expect.any(Number), removed: expect.any(Number) })
  expect(await count()).toBe(before + 2)
  const again = await post(`/garden/transaction/commit/${tx}`)
  expect(again.status).toBe(404)
  expect(JSON.parse(again.text).code).toBe('0D0TU2')
})

it('adds to a named graph, and clears it', async () => {
  const tx = await begin()
  await post(`/garden/${tx}/add?graph-uri=a:g`, '<a:s> <a:p> 1 .')
  await post(`/garden/${tx}/add?graph-uri=a:h`, '<a:s> <a:p> 1 .')
  expect((await post(`/garden/${tx}/clear?graph-uri=a:g`)).status).toBe(200)
  await post(`/garden/transaction/commit/${tx}`)
  expect((await rawRequest(server.url, '/garden?graph=a:g')).status).toBe(404)
  expect((await rawRequest(server.url, '/garden?graph=a:h')).status).toBe(200)
})

it.each([
  ['', 0],
  ['?graph-uri=tag:stardog:api:context:all', 0],
  ['?graph-uri=tag:stardog:api:context:named', 1],
  ['?graph-uri=tag:stardog:api:context:default', 2],
])('clears %s', async (graphs, left) => {
  const seed = await begin()
  await post(`/garden/${seed}/clear`)
  await post(`/garden/${seed}/add`, '<a:s> <a:p> 0 .')
  await post(`/garden/${seed}/add?graph-uri=a:g`, '<a:s> <a:p> 1 , 2 .')
  await post(`/garden/transaction/commit/${seed}`)
  const tx = await begin()
  expect((await post(`/garden/${tx}/clear${graphs}`)).status).toBe(200)
  await post(`/garden/transaction/commit/${tx}`)
  expect((await rawRequest(server.url, '/garden/size')).text).toBe(String(left))
})

it('forgets what is rolled back', async () => {
  const before = await count()
  const tx = await begin()
  await post(`/garden/${tx}/add`, '<a:s> <a:p> 1 .')
  expect((await post(`/garden/transaction/rollback/${tx}`)).status).toBe(200)
  expect(await count()).toBe(before)
  expect((await post(`/garden/${tx}/add`, '<a:s> <a:p> 1 .')).status).toBe(404)
})

it('refuses data that is wrong at once, and goes on without it', async () => {
  const tx = await begin()
  expect((await post(`/garden/${tx}/add`, 'not Turtle')).status).toBe(400)
  expect((await post(`/garden/${tx}/add`, '<a:s> <a:p> 1 .', 'application/pdf')).status).toBe(415)
  expect((await post(`/garden/${tx}/add?graph-uri=relative`, '<a:s> <a:p> 1 .')).status).toBe(400)
  expect((await post(`/garden/${tx}/update`, 'INSERT', 'application/sparql-update')).status).toBe(400)
  await post(`/garden/${tx}/add`, '<a:s> <a:p> 1 .')
  expect(JSON.parse((await post(`/garden/transaction/commit/${tx}`)).text)).toEqual({ added: 1, removed: 0 })
})

it('knows transactions of their own database only, until that is dropped', async () => {
  await post('/admin/databases', '{"dbname":"other"}', 'application/json')
  const tx = await begin()
  await post(`/garden/${tx}/add`, '<a:s> <a:p> 1 .')
  expect((await post(`/other/transaction/commit/${tx}`)).status).toBe(404)
  expect((await rawRequest(server.url, '/admin/databases/garden', { method: 'DELETE' })).status).toBe(200)
  await post('/admin/databases', '{"dbname":"garden"}', 'application/json')
  expect((await post(`/garden/transaction/commit/${tx}`)).status).toBe(404)
})

it('answers 503 while a database is offline, also in a transaction', async () => {
  const tx = await begin()
  const put = async (state: string): Promise<number> =>
    (await rawRequest(server.url, `/admin/databases/garden/${state}`, { method: 'PUT' })).status
  expect(await put('offline')).toBe(200)
  for (const [method, path] of [
    ['GET', '/garden/query?query=ASK%7B%7D'],
    ['GET', '/garden/explain?query=ASK%7B%7D'],
    ['GET', '/garden/export'],
    ['GET', '/garden?default'],
    ['DELETE', '/garden?default'],
    ['POST', `/garden/transaction/begin`],
    ['POST', `/garden/transaction/commit/${tx}`],
    ['GET', `/garden/${tx}/query?query=ASK%7B%7D`],
  ] as const) {
    const answer = await rawRequest(server.url, path, { method })
    expect(answer.status, `${method} ${path}`).toBe(503)
    expect(JSON.parse(answer.text).code).toBe('0DIDS2')
  }
  const type = 'application/sparql-update'
  expect((await post('/garden/update', 'CLEAR ALL', type)).status).toBe(503)
  expect((await post('/garden', '<a:s> <a:p> 1 .')).status).toBe(503)
  expect(await put('online')).toBe(200)
  expect(await count()).toBeGreaterThan(0)
})

it('ends an update at its time limit, and changes nothing', async () => {
  const before = await count()
  const endless =
    'INSERT { ?a <a:p> ?x } WHERE { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l . ?m ?n ?o . ?q ?r ?s . ?t ?u ?x }'
  const answer = await post('/garden/update?timeout=300', endless, 'application/sparql-update')
  expect(answer.status).toBe(504)
  expect(JSON.parse(answer.text).code).toBe('QETIM2')
  expect(await count()).toBe(before)
})
