import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { recordingService } from '../../test/recording-service.ts'
import { openTo } from '../../test/unused-services.ts'
import { ServiceError } from '../errors.ts'
import { buildApp } from './app.ts'
import type { DatabaseService } from './database-service.ts'
import { httpLimits, type ServerParts } from './server-parts.ts'

let spoolFolder: string
beforeEach(() => {
  spoolFolder = mkdtempSync(join(tmpdir(), 'espalier-app-'))
})
afterEach(() => rmSync(spoolFolder, { recursive: true, force: true }))

function appOf(service: DatabaseService, limits: Partial<ServerParts['limits']> = {}) {
  return buildApp({
    ...openTo({ databases: service }),
    stopping: new AbortController().signal,
    spoolFolder,
    version: '1.2.3',
    limits: { ...httpLimits, ...limits },
  })
}

const host = { host: '127.0.0.1:5820' }

it('answers a query by GET', async () => {
  const { service, calls } = recordingService()
  const answer = await appOf(service).inject({
    method: 'GET',
    url: '/a/graphql',
    headers: host,
    query: { query: '{ x }', variables: '{"v":1}', operationName: 'o', timeout: '10s' },
  })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(answer.headers.vary).toBe('Accept')
  expect(answer.body).toBe('{"data":["é"]}')
  expect(calls).toEqual([
    ['execute', 'a', { query: '{ x }', variables: { v: 1 }, operationName: 'o' }, 10_000],
  ])
})

it.each(['application/json', 'application/json; charset=utf-8', 'application/octet-stream', undefined])(
  'reads a JSON query sent as %s',
  async (type) => {
    const { service, calls } = recordingService()
    const answer = await appOf(service).inject({
      method: 'POST',
      url: '/a/graphql',
      headers: type === undefined ? host : { ...host, 'content-type': type },
      payload: Buffer.from(JSON.stringify({ query: '{ x }', variables: null })),
    })
    expect(answer.statusCode).toBe(200)
    expect(calls).toEqual([['execute', 'a', { query: '{ x }' }, undefined]])
  },
)

it('reads a query sent as application/graphql with variables in the URL', async () => {
  const { service, calls } = recordingService()
  const answer = await appOf(service).inject({
    method: 'POST',
    url: '/a/graphql?variables=%7B%22v%22%3A2%7D',
    headers: { ...host, 'content-type': 'application/graphql' },
    payload: '{ y }',
  })
  expect(answer.statusCode).toBe(200)
  expect(calls).toEqual([['execute', 'a', { query: '{ y }', variables: { v: 2 } }, undefined]])
})

it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
  'refuses a query sent as %s',
  async (type) => {
    const { service, calls } = recordingService()
    const answer = await appOf(service).inject({
      method: 'POST',
      url: '/a/graphql',
      headers: { ...host, 'content-type': type },
      payload: '{"query":"{ x }"}',
    })
    expect(answer.statusCode).toBe(415)
    expect(answer.headers['sd-error-code']).toBe('000IA2')
    expect(answer.json().errors[0].extensions.code).toBe('000IA2')
    expect(calls).toEqual([])
  },
)

it.each([
  ['no query', '{}'],
  ['a query that is no text', '{"query":1}'],
  ['variables that are a list', '{"query":"{x}","variables":[]}'],
  ['an operation name that is no text', '{"query":"{x}","operationName":{}}'],
  ['a list', '[]'],
  ['text that is not JSON', '{'],
  ['nothing', ''],
])('refuses %s with 400', async (_name, payload) => {
  const { service, calls } = recordingService()
  const answer = await appOf(service).inject({
    method: 'POST',
    url: '/a/graphql',
    headers: { ...host, 'content-type': 'application/json' },
    payload,
  })
  expect(answer.statusCode).toBe(400)
  expect(answer.json().code).toBe('000IA2')
  expect(calls).toEqual([])
})

it('refuses a body that is not UTF-8', async () => {
  const answer = await appOf(recordingService().service).inject({
    method: 'POST',
    url: '/a/graphql',
    headers: { ...host, 'content-type': 'application/json' },
    payload: Buffer.from([0x7b, 0xff, 0x7d]),
  })
  expect(answer.statusCode).toBe(400)
  expect(answer.json().message).toBe('The body is not UTF-8 text.')
})

it('takes a body at the limit and refuses one past it, naming limit and size', async () => {
  const { service, calls } = recordingService()
  const app = appOf(service, { queryBytes: 100 })
  const bodyOf = (size: number) => {
    const body = JSON.stringify({ query: '' })
    return body.replace('""', `"${'x'.repeat(size - body.length)}"`)
  }
  const send = (size: number) =>
    app.inject({ method: 'POST', url: '/a/graphql', headers: host, payload: Buffer.from(bodyOf(size)) })
  expect((await send(100)).statusCode).toBe(200)
  const refused = await send(101)
  expect(refused.statusCode).toBe(413)
  expect(refused.json().message).toBe('The body of a request can have 100 bytes; this one has 101.')
  expect(refused.json().errors[0].extensions.code).toBe('QELIM2')
  expect(calls).toHaveLength(1)
})

it.each(['0', '-1', 'soon', '10 years', ''])('refuses the time-out %j', async (timeout) => {
  const answer = await appOf(recordingService().service).inject({
    url: '/a/graphql',
    headers: host,
    query: { query: '{ x }', timeout },
  })
  expect(answer.statusCode).toBe(400)
})

it('refuses a parameter that is given twice', async () => {
  const answer = await appOf(recordingService().service).inject({
    url: '/a/graphql?query=a&query=b',
    headers: host,
  })
  expect(answer.statusCode).toBe(400)
  expect(answer.json().message).toBe('The parameter "query" is given more than once.')
})

it('answers errors in the request with 200', async () => {
  const errors = [
    { message: 'No.', locations: [{ line: 1, column: 2 }], extensions: { code: 'BAD_USER_INPUT' } },
  ]
  const { service } = recordingService({ execute: async () => ({ kind: 'errors', errors }) })
  const answer = await appOf(service).inject({ url: '/a/graphql?query=x', headers: host })
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toEqual({ errors })
})

it('answers a failure of the service with its status, code and GraphQL error', async () => {
  const { service } = recordingService({
    execute: async () => {
      throw new ServiceError('databaseUnknown', "Database 'a' does not exist.")
    },
  })
  const answer = await appOf(service).inject({ url: '/a/graphql?query=x', headers: host })
  expect(answer.statusCode).toBe(404)
  expect(answer.headers['sd-error-code']).toBe('0D0DU2')
  expect(answer.json()).toEqual({
    message: "Database 'a' does not exist.",
    code: '0D0DU2',
    errors: [{ message: "Database 'a' does not exist.", extensions: { code: '0D0DU2' } }],
  })
})

it('answers a failure before the first part with its status', async () => {
  // biome-ignore lint/correctness/useYield: it fails before its first part
  async function* chunks(): AsyncGenerator<Uint8Array> {
    throw new ServiceError('queryTimeout', 'Too long.')
  }
  const { service } = recordingService({ execute: async () => ({ kind: 'data', chunks: chunks() }) })
  const answer = await appOf(service).inject({ url: '/a/graphql?query=x', headers: host })
  expect(answer.statusCode).toBe(504)
})

it('says nothing of a bug to the client', async () => {
  const { service } = recordingService({
    databases: async () => {
      throw new Error('secret')
    },
  })
  const answer = await appOf(service).inject({ url: '/admin/databases', headers: host })
  expect(answer.statusCode).toBe(500)
  expect(answer.json().code).toBe('000IE2')
  expect(answer.body).not.toContain('secret')
})

it.each([
  ['PUT', '/a/graphql', 'GET, HEAD, POST'],
  ['DELETE', '/a/graphql', 'GET, HEAD, POST'],
  ['OPTIONS', '/a/graphql', 'GET, HEAD, POST'],
  ['PATCH', '/a', 'GET, HEAD, PUT, POST, DELETE'],
  ['POST', '/a/size', 'GET, HEAD'],
  ['PATCH', '/admin/databases', 'GET, HEAD, POST'],
  ['GET', '/admin/databases/a', 'DELETE'],
  ['POST', '/admin/alive', 'GET, HEAD'],
] as const)('answers %s %s with 405 and Allow: %s', async (method, url, allow) => {
  const answer = await appOf(recordingService().service).inject({ method, url, headers: host })
  expect(answer.statusCode).toBe(405)
  expect(answer.headers.allow).toBe(allow)
})

it('answers an unknown path with 404', async () => {
  const answer = await appOf(recordingService().service).inject({ url: '/a/b/c', headers: host })
  expect(answer.statusCode).toBe(404)
  expect(answer.json().code).toBe('000NF2')
})

it('answers a path with broken escapes with 400', async () => {
  const answer = await appOf(recordingService().service).inject({ url: '/%zz/graphql', headers: host })
  expect(answer.statusCode).toBe(400)
  expect(Object.keys(answer.json())).toEqual(['message', 'code'])
})

it.each([
  'evil.example',
  'evil.example:5820',
  '127.0.0.1.evil.example',
  'localhost@evil.example',
  '10.0.0.1',
])('refuses the host %j', async (name) => {
  const { service, calls } = recordingService()
  const answer = await appOf(service).inject({ url: '/a/graphql?query=x', headers: { host: name } })
  expect(answer.statusCode).toBe(421)
  expect(calls).toEqual([])
})

it.each(['localhost', 'LOCALHOST:5820', '127.0.0.1', '127.1.2.3:80', '[::1]:5820'])(
  'takes the host %j',
  async (name) => {
    const answer = await appOf(recordingService().service).inject({
      url: '/admin/alive',
      headers: { host: name },
    })
    expect(answer.statusCode).toBe(200)
  },
)

it.each(['http://evil.example', 'null', 'http://localhost:3000', 'https://127.0.0.1:5820'])(
  'refuses a page of the origin %j',
  async (origin) => {
    const { service, calls } = recordingService()
    const answer = await appOf(service).inject({
      method: 'POST',
      url: '/admin/databases',
      headers: { ...host, origin, 'content-type': 'text/plain' },
      payload: '{"dbname":"x"}',
    })
    expect(answer.statusCode).toBe(403)
    expect(calls).toEqual([])
  },
)

it('takes a page of its own origin', async () => {
  const answer = await appOf(recordingService().service).inject({
    url: '/admin/alive',
    headers: { ...host, origin: 'http://127.0.0.1:5820' },
  })
  expect(answer.statusCode).toBe(200)
})
