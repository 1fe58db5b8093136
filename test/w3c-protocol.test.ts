import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RawAnswer, rawRequest } from './raw-request.ts'
import { type RealServer, startRealServer } from './real-server.ts'
import { type Exchange, type ExchangeBody, type HttpTest, httpTests } from './w3c/http-exchanges.ts'
import { isPresent } from './w3c/manifest.ts'
import { suiteRoot } from './w3c/read-quads.ts'

/** Tests that are not passed, with the reason from the specification. */
const exclusions: Readonly<Record<string, string>> = {}

const mediaTypes: Readonly<Record<string, RegExp>> = {
  boolean: /^application\/sparql-results\+(json|xml)/,
  tabular: /^(application\/sparql-results\+(json|xml)|text\/csv|text\/tab-separated-values)/,
  RDF: /^(text\/turtle|application\/(rdf\+xml|n-triples|ld\+json|trig|n-quads))/,
}

/** The path of a request: one endpoint stands for that of queries and that of updates in the manifest. */
function pathOf({ path, headers, body }: Exchange, test: HttpTest): string {
  const type = headers.get('content-type') ?? ''
  const isUpdate = type.startsWith('application/sparql-')
    ? type.startsWith('application/sparql-update')
    : `${path} ${body?.text ?? ''}`.includes('update=') || /^bad_update/.test(test.name)
  return path.replace('/sparql/', `/sparql/${isUpdate ? 'update' : 'query'}`)
}

function bytesOf({ text, encoding }: ExchangeBody): Buffer {
  return Buffer.from(text, encoding === 'UTF-16' ? 'utf16le' : 'utf8')
}

function expectAnswer({ status, headers, text }: RawAnswer, { expected }: Exchange): void {
  const classes = [`StatusCode${Math.floor(status / 100)}xx`]
  expect(expected.statuses, text).toEqual(expect.arrayContaining(classes))
  const { format } = expected
  if (format !== undefined) expect(headers['content-type']).toMatch(mediaTypes[format] ?? /^$/)
  if (expected.boolean !== undefined) {
    const boolean: unknown = JSON.parse(text)
    expect(boolean).toMatchObject({ boolean: expected.boolean === 'true' })
  }
}

describe.skipIf(!isPresent)('W3C SPARQL 1.1 Protocol test suite', async () => {
  const tests = isPresent ? await httpTests('sparql11/protocol/manifest.ttl') : []
  let server: RealServer

  beforeAll(async () => {
    server = await startRealServer({ sparql: {} })
  })
  afterAll(() => server[Symbol.asyncDispose]())

  it('has tests, all of them approved', () => {
    expect(tests).toHaveLength(34)
    expect(new Set(tests.map(({ approval }) => approval))).toEqual(new Set(['Approved']))
    for (const name of Object.keys(exclusions)) expect(tests.map((test) => test.name)).toContain(name)
  })

  for (const test of tests) {
    const reason = exclusions[test.name]
    it.skipIf(reason !== undefined)(
      reason === undefined ? test.name : `${test.name}: ${reason}`,
      async () => {
        for (const { file, name } of test.graphs) {
          const body = readFileSync(new URL(file, suiteRoot))
          const path = `/sparql?graph=${encodeURIComponent(name)}`
          const headers = { 'content-type': 'application/n-triples' }
          const put = await rawRequest(server.url, path, { method: 'PUT', headers, body })
          expect([200, 201]).toContain(put.status)
        }
        for (const exchange of test.exchanges) {
          const { method, headers, body } = exchange
          const answer = await rawRequest(server.url, pathOf(exchange, test), {
            method,
            headers: Object.fromEntries(headers),
            ...(body === undefined ? {} : { body: bytesOf(body) }),
          })
          expectAnswer(answer, exchange)
        }
      },
    )
  }
})
