import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { httpLimits } from '../src/server/server-parts.ts'
import { type RawAnswer, type RawRequest, rawRequest } from './raw-request.ts'
import { type RealServer, startRealServer } from './real-server.ts'

let server: RealServer
beforeAll(async () => {
  server = await startRealServer()
})
afterAll(() => server[Symbol.asyncDispose]())
afterEach(() => send('DELETE', '/garden/graphql/schemas'))

const people = `schema { query: Query }

type Query { people(first: Int): [Gardener!] @iri(value: "http://api.stardog.com/Gardener") }

type Gardener { name: String, born: Int }
`
const trees = 'schema { query: Q } type Q { Tree: [Tree] } type Tree { name: String height: Float }'

function send(method: string, path: string, request: Omit<RawRequest, 'method'> = {}): Promise<RawAnswer> {
  return rawRequest(server.url, path, { method, ...request })
}

const pathOf = (name: string): string => `/garden/graphql/schemas/${name}`
const put = (name: string, body: string | Uint8Array = people): Promise<RawAnswer> =>
  send('PUT', pathOf(name), { body })
const names = async (): Promise<unknown> => JSON.parse((await send('GET', '/garden/graphql/schemas')).text)

/** What a query against a schema came to. */
async function ask(schema: string, query: string, more: object = {}): Promise<unknown> {
  const { text } = await send('POST', `/garden/graphql/${schema}`, {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query, ...more }),
  })
  return JSON.parse(text)
}

const failure = (code: string, message: unknown = expect.any(String)) => ({
  message,
  code,
  errors: [{ message, extensions: { code } }],
})

describe('GET /{db}/graphql/schemas', () => {
  it('lists none, one and many in the order of the alphabet', async () => {
    expect(await names()).toEqual({ schemas: [] })
    await put('b')
    expect(await names()).toEqual({ schemas: ['b'] })
    for (const name of ['c', 'a', 'B', 'default']) await put(name)
    expect(await names()).toEqual({ schemas: ['B', 'a', 'b', 'c', 'default'] })
    const answer = await send('GET', '/garden/graphql/schemas')
    expect(answer).toMatchObject({ status: 200, headers: { 'content-type': /^application\/json/ } })
  })
})

describe('DELETE /{db}/graphql/schemas', () => {
  it('removes all of them, also where there are none', async () => {
    await put('a')
    await put('b', trees)
    expect(await send('DELETE', '/garden/graphql/schemas')).toMatchObject({ status: 204, text: '' })
    expect(await names()).toEqual({ schemas: [] })
    expect(await send('DELETE', '/garden/graphql/schemas')).toMatchObject({ status: 204, text: '' })
    expect(await send('GET', pathOf('a'))).toMatchObject({ status: 404 })
  })
})

describe('GET /{db}/graphql/schemas/{name}', () => {
  it.each([
    ['comments and no line end at the end', `# kept\n${people}\t# kept too`],
    ['line ends of two characters', people.replaceAll('\n', '\r\n')],
    ['a byte order mark', `\u{feff}${people}`],
    ['characters beyond ASCII', `"Wer hier gärtnert 🌱"\n${people}`],
  ])('gives the text as it was added: %s', async (_, text) => {
    await put('people', text)
    const answer = await send('GET', pathOf('people'))
    expect(answer).toMatchObject({ status: 200, text })
    expect(answer.headers['content-type']).toBe('application/graphql; charset=utf-8')
    expect((await send('HEAD', pathOf('people'))).headers['content-length']).toBe(
      String(Buffer.byteLength(text)),
    )
  })

  it('says of an unknown one that there is none', async () => {
    const answer = await send('GET', pathOf('nobody'))
    expect(answer).toMatchObject({ status: 404, headers: { 'sd-error-code': 'GQLSU2' } })
    expect(JSON.parse(answer.text)).toEqual(failure('GQLSU2', expect.stringContaining('nobody')))
  })
})

describe('POST /{db}/graphql/schemas/{name}', () => {
  it('adds a schema, and does not replace one', async () => {
    const answer = await send('POST', pathOf('people'), { body: people })
    expect(answer).toMatchObject({ status: 201 })
    expect(JSON.parse(answer.text)).toEqual({ message: expect.stringContaining('people'), replaced: false })
    const again = await send('POST', pathOf('people'), { body: trees })
    expect(again).toMatchObject({ status: 409, headers: { 'sd-error-code': 'GQLSE2' } })
    expect(JSON.parse(again.text)).toEqual(failure('GQLSE2', expect.stringContaining('people')))
    expect((await send('GET', pathOf('people'))).text).toBe(people)
  })
})

describe('PUT /{db}/graphql/schemas/{name}', () => {
  it('adds a schema, and replaces one', async () => {
    const first = await put('people')
    expect(first).toMatchObject({ status: 200 })
    expect(JSON.parse(first.text)).toMatchObject({ replaced: false })
    const second = await put('people', trees)
    expect(second).toMatchObject({ status: 200 })
    expect(JSON.parse(second.text)).toMatchObject({ replaced: true })
    expect((await send('GET', pathOf('people'))).text).toBe(trees)
    expect(await names()).toEqual({ schemas: ['people'] })
  })

  it.each([
    undefined,
    'application/graphql',
    'application/graphql; charset=utf-8',
    'text/plain',
    'application/json',
    'application/x-www-form-urlencoded',
    'application/octet-stream',
  ])('takes the text of a body of the type %s', async (type) => {
    const headers = type === undefined ? {} : { 'content-type': type }
    for (const [method, name] of [
      ['PUT', 'put'],
      ['POST', 'post'],
    ] as const) {
      const answer = await send(method, pathOf(name), { body: people, headers })
      expect([method, answer.status]).toEqual([method, method === 'PUT' ? 200 : 201])
      expect((await send('GET', pathOf(name))).text).toBe(people)
    }
  })
})

describe('DELETE /{db}/graphql/schemas/{name}', () => {
  it('removes one', async () => {
    await put('a')
    await put('b')
    expect(await send('DELETE', pathOf('a'))).toMatchObject({ status: 204, text: '' })
    expect(await names()).toEqual({ schemas: ['b'] })
    const again = await send('DELETE', pathOf('a'))
    expect(again).toMatchObject({ status: 404 })
    expect(JSON.parse(again.text)).toEqual(failure('GQLSU2', expect.stringContaining('a')))
  })
})

describe('a schema with errors', () => {
  const broken = 'schema { query: Q }\ntype Q { a: [Nobody], b: [T] }\ntype T { name: Sting }\n'

  it('is refused with all of them, each at its place', async () => {
    for (const method of ['POST', 'PUT']) {
      const answer = await send(method, pathOf('broken'), { body: broken })
      expect(answer).toMatchObject({ status: 400, headers: { 'sd-error-code': 'GQLIS2' } })
      const { message, code, errors } = JSON.parse(answer.text)
      expect(code).toBe('GQLIS2')
      expect(message).toContain(`'broken' has ${errors.length} errors. Line 2, column 14: `)
      const places = errors.map((error: { locations: unknown[] }) => error.locations[0])
      expect(places).toEqual([
        { line: 2, column: 14 },
        { line: 3, column: 16 },
      ])
      expect(errors[1]).toMatchObject({ extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } })
    }
    expect(await names()).toEqual({ schemas: [] })
  })

  it.each([
    ['nothing', '\n'],
    ['no definition', '# nothing here'],
    ['no document', 'type Query {'],
    ['a JSON string', JSON.stringify(people)],
    ['JSON', JSON.stringify({ query: people })],
    ['a query', '{ people { name } }'],
    ['no query type', 'type Gardener { name: String }'],
  ])('that is %s is refused', async (_, body) => {
    const answer = await put('broken', body)
    expect(answer).toMatchObject({ status: 400 })
    const { code, errors } = JSON.parse(answer.text)
    expect(code).toBe('GQLIS2')
    expect(errors[0]).toMatchObject({
      message: expect.any(String),
      locations: [{ line: expect.any(Number) }],
    })
    expect(await names()).toEqual({ schemas: [] })
  })

  it('leaves the one of its name as it was', async () => {
    await put('people')
    expect(await put('people', broken)).toMatchObject({ status: 400 })
    expect((await send('GET', pathOf('people'))).text).toBe(people)
    expect(await ask('people', '{ people(first: 1) { name } }')).toEqual({ data: [{ name: 'Ada' }] })
  })
})

describe('a body', () => {
  it.each([
    ['no body', {}, 400, '000IA2'],
    ['bytes that are no UTF-8', { body: Uint8Array.of(0x23, 0xff) }, 400, '000IA2'],
    [
      'a form',
      { body: people, headers: { 'content-type': 'multipart/form-data; boundary=x' } },
      415,
      '000IA2',
    ],
    ['a packed body', { body: gzipSync(people), headers: { 'content-encoding': 'gzip' } }, 415, '000IA2'],
    ['a body over the limit', { body: `${people}${'#'.repeat(httpLimits.schemaBytes)}` }, 413, 'QELIM2'],
  ] as const)('that is %s is refused', async (_, request, status, code) => {
    const answer = await send('PUT', pathOf('people'), request)
    expect(answer).toMatchObject({ status, headers: { 'sd-error-code': code } })
    expect(JSON.parse(answer.text)).toEqual(failure(code))
    expect(await names()).toEqual({ schemas: [] })
  })

  it('of the largest size is taken', async () => {
    const text = people.padEnd(httpLimits.schemaBytes, '\n')
    expect(await put('large', text)).toMatchObject({ status: 200 })
    expect((await send('GET', pathOf('large'))).text).toBe(text)
  })
})

describe('the name of a schema', () => {
  it.each(['a', '7', 'default', 'query', 'update', 'v1.2_final-draft', '...', 'x'.repeat(128)])(
    'can be %s',
    async (name) => {
      expect(await put(name)).toMatchObject({ status: 200 })
      expect(await names()).toEqual({ schemas: [name] })
      expect(await ask(name, '{ people(first: 1) { name } }')).toEqual({ data: [{ name: 'Ada' }] })
      expect(await send('DELETE', pathOf(name))).toMatchObject({ status: 204 })
    },
  )

  it.each([
    'schemas',
    'x'.repeat(129),
    '%2e%2e',
    '%2e',
    '..%2f..%2fetc%2fpasswd',
    'a%2fb',
    'a%00b',
    'a%0d%0aSet-Cookie:%20a=b',
    'a%20b',
    'g%C3%A4rtner',
    '%22',
    '__proto__%20',
  ])('cannot be %s', async (name) => {
    const answer = await put(name)
    expect(answer).toMatchObject({ status: 400, headers: { 'sd-error-code': '000IA2' } })
    expect(JSON.parse(answer.text)).toEqual(failure('000IA2'))
    expect(await names()).toEqual({ schemas: [] })
    expect(await send('GET', pathOf(name))).toMatchObject({ status: 404 })
    expect(await send('DELETE', pathOf(name))).toMatchObject({ status: 404 })
  })

  it.each(['__proto__', 'constructor', 'toString'])(
    'that objects of JavaScript have, %s, is like any other',
    async (name) => {
      expect(await send('GET', pathOf(name))).toMatchObject({ status: 404 })
      expect(await put(name)).toMatchObject({ status: 200 })
      expect(await ask(name, '{ people(first: 1) { name } }')).toEqual({ data: [{ name: 'Ada' }] })
    },
  )

  it('may be "schemas" no more than any path says', async () => {
    const { text } = await put('schemas')
    expect(JSON.parse(text).message).toContain('/graphql/schemas')
    expect(
      await send('POST', '/garden/graphql/schemas', { body: '{"query": "{ people { name } }"}' }),
    ).toMatchObject({
      status: 405,
      headers: { allow: 'GET, HEAD, DELETE' },
    })
  })
})

describe('methods', () => {
  it.each([
    ['/garden/graphql/schemas', 'GET, HEAD, DELETE'],
    ['/garden/graphql/schemas/people', 'GET, HEAD, POST, PUT, DELETE'],
    ['/garden/graphql/people', 'GET, HEAD, POST'],
    ['/admin/databases/garden/inferred_schema', 'GET, HEAD'],
  ])('of %s are %s', async (path, allow) => {
    await put('people')
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
      if (allow.includes(method)) continue
      const answer = await send(method, path, { body: '' })
      expect([method, answer.status, answer.headers.allow]).toEqual([method, 405, allow])
    }
    const head = await send(
      'HEAD',
      `${path}${path.endsWith('graphql/people') ? '?query=%7B__typename%7D' : ''}`,
    )
    expect(head).toMatchObject({ status: 200, text: '' })
  })
})

it.each([
  ['GET', '/nowhere/graphql/schemas'],
  ['DELETE', '/nowhere/graphql/schemas'],
  ['GET', '/nowhere/graphql/schemas/people'],
  ['POST', '/nowhere/graphql/schemas/people'],
  ['PUT', '/nowhere/graphql/schemas/people'],
  ['DELETE', '/nowhere/graphql/schemas/people'],
  ['GET', '/nowhere/graphql/people?query=%7B__typename%7D'],
  ['GET', '/admin/databases/nowhere/inferred_schema'],
])('%s %s says that there is no such database', async (method, path) => {
  const answer = await send(method, path, method === 'POST' || method === 'PUT' ? { body: people } : {})
  expect(answer).toMatchObject({ status: 404, headers: { 'sd-error-code': '0D0DU2' } })
  expect(JSON.parse(answer.text).message).toBe("Database 'nowhere' does not exist.")
})

describe('GET /admin/databases/{db}/inferred_schema', () => {
  it('makes a schema of the data that can be added as it is', async () => {
    const answer = await send('GET', '/admin/databases/garden/inferred_schema')
    expect(answer).toMatchObject({
      status: 200,
      headers: { 'content-type': 'application/graphql; charset=utf-8' },
    })
    expect(await names()).toEqual({ schemas: [] })
    expect(await put('inferred', answer.text)).toMatchObject({ status: 200 })
    expect(await ask('inferred', '{ Tree(orderBy: name, first: 1) { name height } }')).toEqual({
      data: [{ name: 'Ash', height: 20.5 }],
    })
  })

  it('refuses a time-out that is none', async () => {
    const answer = await send('GET', '/admin/databases/garden/inferred_schema?timeout=soon')
    expect(answer).toMatchObject({ status: 400 })
  })
})
