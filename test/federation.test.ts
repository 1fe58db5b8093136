import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RealServer, startRealServer } from './real-server.ts'

let other: RealServer
let own: RealServer
let endpoint: string
let documents: string

beforeAll(async () => {
  other = await startRealServer()
  endpoint = `${other.url}/garden/query`
  documents = `${other.url}/garden/export`
  own = await startRealServer(
    {},
    { properties: `sparql.service.allowed = ${endpoint}\nsparql.load.allowed = ${documents}` },
  )
})
afterAll(async () => {
  await own[Symbol.asyncDispose]()
  await other[Symbol.asyncDispose]()
})

function post(path: string, type: string, body: string, accept: string): Promise<Response> {
  return fetch(`${own.url}/garden/${path}`, {
    method: 'POST',
    headers: { 'content-type': type, accept },
    body,
  })
}

const ask = (query: string, accept: string) => post('query', 'application/sparql-query', query, accept)

describe('two servers', () => {
  const tall = (at: string) => `PREFIX : <http://api.stardog.com/>
    SELECT ?name ?height { ?who :name ?name ; :tends ?tree SERVICE <${at}> { ?tree :height ?height FILTER(?height > 25) } }
    ORDER BY ?name`

  it('answer one query together', async () => {
    const response = await ask(tall(endpoint), 'text/csv')
    expect(response.status).toBe(200)
    expect(await response.text()).toBe('name,height\r\nAda,30\r\nBob,40\r\n')
  })

  it('make one graph together', async () => {
    const query = `CONSTRUCT { ?s <urn:same> ?s } { ?s a <http://api.stardog.com/Tree> SERVICE <${endpoint}> { ?s ?p 40 } }`
    const response = await ask(query, 'application/n-triples')
    expect(await response.text()).toBe(
      '<http://api.stardog.com/cedar> <urn:same> <http://api.stardog.com/cedar> .\n',
    )
  })

  it('do not where the endpoint is not allowed', async () => {
    const response = await ask(tall(`${endpoint}/2`), 'text/csv')
    expect(response.status).toBe(501)
    expect(await response.text()).toContain('sparql.service.allowed')
  })

  it('tell of a failure of the other one', async () => {
    const wrong = `SELECT * { SERVICE <${endpoint}> { ?s ?p ?o SERVICE <http://unknown.example/> { ?s ?p ?o } } }`
    const response = await ask(wrong, 'text/csv')
    expect(response.status).toBe(502)
    expect(await response.text()).toContain(`SERVICE <${endpoint}>: the server answered with status 501.`)
  })

  it('read and write what the other one has', async () => {
    const update = `LOAD <${documents}?format=turtle> INTO GRAPH <urn:copy> ;
      INSERT { GRAPH <urn:heights> { ?s <urn:height> ?h } } WHERE { SERVICE <${endpoint}> { ?s <http://api.stardog.com/height> ?h } }`
    const changed = await post('update', 'application/sparql-update', update, 'application/json')
    expect(changed.status).toBe(200)
    // 21 triples of the gardeners, 3 heights.
    expect(await changed.json()).toMatchObject({ added: 24, removed: 0 })
    const count = await ask('SELECT (COUNT(*) AS ?n) { GRAPH <urn:heights> { ?s ?p ?o } }', 'text/csv')
    expect(await count.text()).toBe('n\r\n3\r\n')
  })
})
