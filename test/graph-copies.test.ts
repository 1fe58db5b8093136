import { afterAll, beforeAll, expect, it } from 'vitest'
import { type RawAnswer, rawRequest } from './raw-request.ts'
import { type RealServer, startRealServer } from './real-server.ts'

let server: RealServer
beforeAll(async () => {
  server = await startRealServer()
})
afterAll(() => server[Symbol.asyncDispose]())

const send = (
  method: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  body?: string,
): Promise<RawAnswer> =>
  rawRequest(server.url, path, { method, headers, ...(body === undefined ? {} : { body }) })

const graph = (name: string): string => `/garden?graph=${encodeURIComponent(`http://e.org/${name}`)}`
const line = '<http://e.org/s> <http://e.org/p> "o" .\n'

it.each(['trig', 'n-quads', 'ld+json', 'n-triples'].map((name) => [`application/${name}`]))(
  'copies a graph to another one as %s, without its name (Graph Store Protocol, 5.2)',
  async (type) => {
    const [from, to] = [graph(`from-${type}`), graph(`to-${type}`)]
    await send('PUT', from, { 'content-type': 'text/turtle' }, line)
    const got = await send('GET', from, { accept: type })
    expect(got.headers['content-type']).toBe(type)
    expect(got.text).not.toContain('from-')
    expect((await send('PUT', to, { 'content-type': type }, got.text)).status).toBe(201)
    expect((await send('GET', to, { accept: 'application/n-triples' })).text).toBe(line)
  },
)

it('keeps the name of a graph in its export', async () => {
  await send('PUT', graph('kept'), { 'content-type': 'text/turtle' }, line)
  const exported = await send(
    'GET',
    `/garden/export?graph-uri=${encodeURIComponent('http://e.org/kept')}&format=nq`,
  )
  expect(exported.text).toBe(line.replace(' .\n', ' <http://e.org/kept> .\n'))
})

const expanded = 'profile="http://www.w3.org/ns/json-ld#expanded"'

it.each([
  [`application/ld+json;${expanded}`, 'application/ld+json'],
  [`application/ld+json; ${expanded}; q=0.9, text/turtle;q=0.5`, 'application/ld+json'],
  [`application/ld+json; q=0.2; ${expanded}, text/turtle;q=0.5`, 'text/turtle; charset=utf-8'],
  ['APPLICATION/LD+JSON;Profile="a,b;c"', 'application/ld+json'],
  ['application/ld+json;profile="never closed', 'application/ld+json'],
])('answers a graph to a client that takes %s', async (accept, type) => {
  await send('PUT', graph('profile'), { 'content-type': 'text/turtle' }, line)
  const answer = await send('GET', graph('profile'), { accept })
  expect([answer.status, answer.headers['content-type']]).toEqual([200, type])
  const query = encodeURIComponent('CONSTRUCT WHERE { ?s <http://e.org/p> ?o }')
  const made = await send('GET', `/garden/query?query=${query}`, { accept })
  expect([made.status, made.headers['content-type']]).toEqual([200, type])
})

it('refuses what only looks like a syntax with a profile', async () => {
  expect((await send('GET', '/garden?default', { accept: `image/png;${expanded}` })).status).toBe(406)
})

it('takes the prefixes of a database in terms of bindings', async () => {
  await send('PUT', '/garden/namespaces/e', {}, 'http://e.org/')
  await send('PUT', '/garden?default', { 'content-type': 'text/turtle' }, line)
  const query = encodeURIComponent('ASK { ?s ?p "o" }')
  for (const [term, answer] of [
    ['e:s', 'true'],
    ['e:t', 'false'],
  ]) {
    const asked = await send('GET', `/garden/query?query=${query}&$s=${term}`, { accept: 'text/boolean' })
    expect([asked.status, asked.text.trim()]).toEqual([200, answer])
  }
  expect((await send('GET', `/garden/query?query=${query}&$s=f:s`)).status).toBe(400)
  expect((await send('GET', `/nowhere/query?query=${query}&$s=e:s`)).status).toBe(404)
})

it('says where the terms of an update go', async () => {
  const headers = { 'content-type': 'application/sparql-update' }
  const answer = await send('POST', '/garden/update?$s=<x:a>', headers, 'DELETE WHERE { ?s ?p ?o }')
  expect(answer.status).toBe(501)
  expect(answer.text).toContain('by BIND or VALUES in its WHERE')
})
