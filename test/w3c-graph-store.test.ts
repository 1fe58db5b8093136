import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { parseRdf } from '../src/rdf/parse.ts'
import type { Quad } from '../src/rdf/term.ts'
import { isomorphic } from './isomorphic.ts'
import { type RawAnswer, rawRequest } from './raw-request.ts'
import { type RealServer, startRealServer } from './real-server.ts'
import { type OxigraphEndpoint, startOxigraphEndpoint } from './remote/oxigraph-endpoint.ts'
import { type Exchange, httpTests } from './w3c/http-exchanges.ts'
import { isPresent } from './w3c/manifest.ts'

/** What a test can need of an endpoint that this one does not have; the manifest leaves these to the endpoint. */
const missingFeatures: ReadonlyMap<string, string> = new Map([
  // Graph Store HTTP Protocol, 4.1: possible where the server is in control of the IRIs of its graphs.
  ['DirectGraphIdentification', 'graphs have other IRIs than URLs of the server'],
  // 5.5: SHOULD, where the request URI identifies the store itself.
  ['POSTGraphCreation', 'POST without a graph adds to the default graph'],
])

const statusCodes: ReadonlyMap<string, number> = new Map([
  ['OK', 200],
  ['Created', 201],
  ['NoContent', 204],
  ['NotFound', 404],
])

async function readTurtle(text: string): Promise<readonly Quad[]> {
  async function* bytes() {
    yield Buffer.from(text)
  }
  const quads: Quad[] = []
  for await (const batch of parseRdf(bytes(), { format: 'turtle', baseIri: 'http://www.example/gsp' })) {
    quads.push(...batch)
  }
  return quads
}

async function expectAnswer(answer: RawAnswer, { method, expected }: Exchange): Promise<void> {
  const statuses = expected.statuses.map((name) => statusCodes.get(name) ?? name)
  expect(statuses, answer.text).toContain(answer.status)
  if (expected.body === undefined || method === 'HEAD') return
  expect(answer.headers['content-type']).toBe('text/turtle; charset=utf-8')
  const found = await readTurtle(answer.text)
  const wanted = await readTurtle(expected.body.text)
  if (!isomorphic(found, wanted)) expect(found).toEqual(wanted)
}

const suite = 'W3C SPARQL 1.1 Graph Store HTTP Protocol test suite'

describe.skipIf(!isPresent).each(['here', 'at an endpoint'])(`${suite}, data %s`, async (place) => {
  const files = ['manifest-direct.ttl', 'manifest-indirect.ttl']
  const tests = isPresent
    ? (await Promise.all(files.map((file) => httpTests(`sparql11/graph-store-protocol/${file}`)))).flat()
    : []
  let server: RealServer

  beforeAll(async () => {
    server = await startRealServer()
  })
  afterAll(() => server[Symbol.asyncDispose]())

  let endpoint: OxigraphEndpoint | undefined

  // A store of its own for each test. A form of the suite leaves out the prefix that the store declares.
  beforeEach(async () => {
    const root = { dbname: 'gsp', ...(place === 'here' ? {} : { remote: await remote() }) }
    const made = await fetch(`${server.url}/admin/databases`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(root),
    })
    expect(made.status).toBe(201)
    const body = 'http://xmlns.com/foaf/0.1/'
    const headers = { 'content-type': 'text/plain' }
    const set = await fetch(`${server.url}/gsp/namespaces/foaf`, { method: 'PUT', headers, body })
    expect(set.status).toBe(200)
  })
  afterEach(async () => {
    await fetch(`${server.url}/admin/databases/gsp`, { method: 'DELETE' })
    await endpoint?.close()
  })

  async function remote() {
    endpoint = await startOxigraphEndpoint([])
    const { queryUrl, updateUrl, graphStoreUrl } = endpoint
    return { queryUrl, updateUrl, graphStoreUrl, union: 'graphs' }
  }

  it('has tests', () => {
    expect(tests.length).toBeGreaterThan(12)
  })

  for (const test of tests) {
    const reason = test.requires.flatMap((feature) => missingFeatures.get(feature) ?? [])[0]
    it.skipIf(reason !== undefined)(
      reason === undefined ? test.name : `${test.name}: ${reason}`,
      async () => {
        expect(test.exchanges).not.toEqual([])
        for (const exchange of test.exchanges) {
          const { method, path, headers, body } = exchange
          const answer = await rawRequest(server.url, path, {
            method,
            headers: Object.fromEntries(headers),
            ...(body === undefined ? {} : { body: body.text }),
          })
          await expectAnswer(answer, exchange)
        }
      },
    )
  }
})

it.skipIf(!isPresent)(
  'the older suite of the protocol says itself that the one above stands for it',
  async () => {
    const tests = await httpTests('sparql11/http-rdf-update/manifest.ttl')
    expect(tests).toHaveLength(18)
    expect(new Set(tests.map(({ approval }) => approval))).toEqual(new Set(['Deprecated']))
  },
)
