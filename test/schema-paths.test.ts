import { buildClientSchema, getIntrospectionQuery, printSchema } from 'graphql'
import { serverAudits } from 'graphql-http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { remoteService } from '../src/cli/remote-service.ts'
import { isObject } from '../src/server/http/json-body.ts'
import { rawRequest } from './raw-request.ts'
import { type RealServer, startRealServer } from './real-server.ts'

const people = `schema { query: Query }
type Query { Gardener(first: Int, orderBy: OrderBy): [Gardener!] }
type Gardener { iri: ID, name: String, born: Int, tends: [Tree!] }
type Tree { name: String }
`
const born =
  'schema { query: Q } type Q { Gardener(orderBy: OrderBy): [Gardener] } type Gardener { name: String, born: String }'

let server: RealServer
beforeAll(async () => {
  server = await startRealServer({ other: {} })
  for (const [name, text] of Object.entries({ people, born })) {
    await rawRequest(server.url, `/garden/graphql/schemas/${name}`, { method: 'PUT', body: text })
  }
})
afterAll(() => server[Symbol.asyncDispose]())

interface Reply {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
  readonly headers: Headers
}

async function ask(
  path: string,
  request: Readonly<Record<string, unknown>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Reply> {
  const response = await fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(request),
  })
  const body: unknown = await response.json()
  if (!isObject(body)) throw new Error('An answer is an object.')
  return { status: response.status, body, headers: response.headers }
}

const years = '{ Gardener(orderBy: "name") { born } }'
const asNumbers = { data: [{ born: 1980 }, { born: 1990 }] }
const asTexts = { data: [{ born: '1980' }, { born: '1990' }] }
const ordered = '{ Gardener(orderBy: name) { born } }'

describe('/{db}/graphql/{schema}', () => {
  it('answers by the schema of the path, to GET and to POST', async () => {
    expect((await ask('/garden/graphql/people', { query: ordered })).body).toEqual(asNumbers)
    expect((await ask('/garden/graphql/born', { query: ordered })).body).toEqual(asTexts)
    const response = await fetch(`${server.url}/garden/graphql/born?query=${encodeURIComponent(ordered)}`)
    expect(await response.json()).toEqual(asTexts)
  })

  it('takes a document alone, operations and variables as the default path does', async () => {
    const response = await fetch(`${server.url}/garden/graphql/born`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/graphql' },
      body: ordered,
    })
    expect(await response.json()).toEqual(asTexts)
    const query =
      'query A($n: Int) { Gardener(first: $n, orderBy: name) { name } } query B { Gardener { born } }'
    const request = { query, variables: { n: 1 }, operationName: 'A' }
    expect((await ask('/garden/graphql/people', request)).body).toEqual({ data: [{ name: 'Ada' }] })
  })

  it('answers in both forms, by Accept and by ?shape', async () => {
    const standard = { Accept: 'application/graphql-response+json' }
    const form = { data: { Gardener: [{ born: '1980' }, { born: '1990' }] } }
    const reply = await ask('/garden/graphql/born', { query: ordered }, standard)
    expect(reply.body).toEqual(form)
    expect(reply.headers.get('vary')).toBe('Accept')
    expect((await ask('/garden/graphql/born?shape=graphql', { query: ordered })).body).toEqual(form)
  })

  it('explains by the schema', async () => {
    const { body } = await ask('/garden/graphql/people?explain=true', { query: ordered })
    expect(body).toMatchObject({ data: { sparql: expect.stringContaining('born') } })
    const wrong = await ask('/garden/graphql/people?explain=true', { query: '{ Tree { name } }' })
    expect(wrong.body).toMatchObject({ errors: [{ extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }] })
  })

  it('is where a service that asks a server sends what it is told to ask by a schema', async () => {
    const service = remoteService(new URL(server.url))
    const answer = await service.execute('garden', { query: ordered }, { schema: 'born' })
    if (answer.kind === 'errors') throw new Error('There are errors.')
    const text = await new Response(ReadableStream.from(answer.chunks)).text()
    expect(JSON.parse(text)).toEqual(asTexts)
    const explained = await service.explain('garden', { query: '{ Tree { name } }' }, { schema: 'born' })
    expect(explained).toMatchObject({ kind: 'errors', errors: [{ locations: [{ line: 1, column: 3 }] }] })
    await expect(service.execute('garden', { query: ordered }, { schema: 'nobody' })).rejects.toMatchObject({
      kind: 'schemaUnknown',
    })
  })

  it('answers 404 with errors where there is no such schema, whatever the request names', async () => {
    for (const variables of [{}, { '@schema': 'people' }]) {
      const { status, body } = await ask('/garden/graphql/nobody', { query: ordered, variables })
      expect(status).toBe(404)
      expect(body).toEqual({
        message: expect.stringContaining('nobody'),
        code: 'GQLSU2',
        errors: [{ message: expect.any(String), extensions: { code: 'GQLSU2' } }],
      })
    }
    expect((await ask('/other/graphql/people', { query: ordered })).status).toBe(404)
  })

  it.each(['..%2fgraphql', '%2e%2e', 'people%00', 'people%2f', ' '.repeat(3), 'x'.repeat(900)])(
    'answers 404 to %j',
    async (name) => {
      const answer = await rawRequest(
        server.url,
        `/garden/graphql/${encodeURI(name).replaceAll('%25', '%')}?query=%7B__typename%7D`,
      )
      expect(answer.status).toBe(404)
      expect(JSON.parse(answer.text)).toMatchObject({ code: 'GQLSU2', errors: [{}] })
    },
  )

  it('tells the errors of a query with the status that the media type wants', async () => {
    const request = { query: '{ Gardener { email } }' }
    expect((await ask('/garden/graphql/people', request)).status).toBe(200)
    const standard = { Accept: 'application/graphql-response+json' }
    const { status, body } = await ask('/garden/graphql/people', request, standard)
    expect(status).toBe(400)
    expect(body).toMatchObject({
      errors: [{ locations: [{ line: 1, column: 14 }], extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }],
    })
  })
})

describe('the schema that answers', () => {
  it.each([
    [
      'the path before all',
      '/garden/graphql/born?schema=people',
      { '@schema': 'people' },
      { schema: 'people' },
      asTexts,
    ],
    [
      'variables before the rest',
      '/garden/graphql?schema=people',
      { '@schema': 'born' },
      { schema: 'people' },
      asTexts,
    ],
    ['extensions before the URL', '/garden/graphql?schema=people', {}, { schema: 'born' }, asTexts],
    ['the URL', '/garden/graphql?schema=born', {}, {}, asTexts],
    ['none where none is named', '/garden/graphql', {}, {}, asNumbers],
    ['none where null is named', '/garden/graphql', { '@schema': null }, {}, asNumbers],
  ])('is that of %s', async (_, path, variables, extensions, body) => {
    const reply = await ask(path, { query: ordered, variables, extensions })
    expect(reply).toMatchObject({ status: 200, body })
  })

  it('is an error of the request where a variable names none that there is', async () => {
    const { status, body } = await ask('/garden/graphql', { query: years, variables: { '@schema': 'peple' } })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      errors: [{ message: expect.stringContaining('people'), extensions: { code: 'BAD_USER_INPUT' } }],
    })
  })

  it.each([5, true, [], {}, ''])('cannot be %j', async (value) => {
    const { status } = await ask('/garden/graphql', { query: years, variables: { '@schema': value } })
    expect(status).toBe(400)
  })
})

describe('introspection', () => {
  it('is answered on the path of a schema, and by @schema', async () => {
    const query = getIntrospectionQuery()
    const standard = { Accept: 'application/graphql-response+json' }
    for (const [path, variables] of [
      ['/garden/graphql/people', {}],
      ['/garden/graphql', { '@schema': 'people' }],
    ] as const) {
      const { body } = await ask(path, { query, variables }, standard)
      expect(Object.keys(body)).toEqual(['data'])
      const schema = buildClientSchema(JSON.parse(JSON.stringify(body['data'])))
      expect(printSchema(schema)).toContain('Gardener(first: Int, orderBy: OrderBy): [Gardener!]')
      for (const name of ['optional', 'filter', 'bind', 'prefix', 'config', 'iri', 'path']) {
        expect(schema.getDirective(name)?.name).toBe(name)
      }
    }
  })

  it('is off on the default path', async () => {
    const { body } = await ask('/garden/graphql', { query: '{ __schema { queryType { name } } }' })
    expect(body).toMatchObject({ errors: [{ extensions: { code: 'INTROSPECTION_DISABLED' } }] })
  })
})

describe.each(['', '?shape=graphql', '?shape=nodes'])(
  'GraphQL over HTTP on the path of a schema%s',
  (parameters) => {
    const audits = serverAudits({ url: () => `${server.graphql()}/people${parameters}` })

    it('is audited by 61 audits', () => {
      expect(audits).toHaveLength(61)
    })

    it.each(audits.map(({ id, name, fn }) => [id, name, fn] as const))('%s %s', async (_id, _name, audit) => {
      const result = await audit()
      expect(result.status === 'ok' ? 'ok' : result.reason).toBe('ok')
    })
  },
)

describe('a schema that changes while it is asked', () => {
  const change = (method: string, text?: string) =>
    rawRequest(server.url, '/garden/graphql/schemas/moving', {
      method,
      ...(text === undefined ? {} : { body: text }),
    })

  it('answers each query by one of its texts, whole', async () => {
    await change('PUT', people)
    const asked = Array.from({ length: 40 }, () => ask('/garden/graphql/moving', { query: ordered }))
    for (const text of [born, people, born, people, born])
      expect((await change('PUT', text)).status).toBe(200)
    for (const reply of await Promise.all(asked)) {
      expect(reply.status).toBe(200)
      expect([JSON.stringify(asNumbers), JSON.stringify(asTexts)]).toContain(JSON.stringify(reply.body))
    }
    expect((await ask('/garden/graphql/moving', { query: ordered })).body).toEqual(asTexts)
  })

  it('answers a query, or says that there is no such schema, while it is removed', async () => {
    await change('PUT', born)
    const asked = Array.from({ length: 40 }, () => ask('/garden/graphql/moving', { query: ordered }))
    expect((await change('DELETE')).status).toBe(204)
    for (const { status, body } of await Promise.all(asked)) {
      if (status === 200) expect(body).toEqual(asTexts)
      else expect([status, body['code']]).toEqual([404, 'GQLSU2'])
    }
    expect((await ask('/garden/graphql/moving', { query: ordered })).status).toBe(404)
  })

  it('is one text when two are put at once', async () => {
    const texts = [people, born, people, born]
    const replies = await Promise.all(texts.map((text) => change('PUT', text)))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(texts).toContain((await change('GET')).text)
  })

  it('is added once when it is added twice at once', async () => {
    await change('DELETE')
    const replies = await Promise.all([change('POST', people), change('POST', born)])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409])
    const kept = replies[0]?.status === 201 ? people : born
    expect((await change('GET')).text).toBe(kept)
  })
})

describe('a prefix that a schema needs', () => {
  const prefix = (method: 'PUT' | 'DELETE') =>
    rawRequest(server.url, '/garden/namespaces/garden', {
      method,
      ...(method === 'PUT' ? { body: 'http://api.stardog.com/' } : {}),
    })
  const text = born.replace('type Gardener {', 'type Gardener @iri(prefix: "garden") {')
  const put = () => rawRequest(server.url, '/garden/graphql/schemas/prefixed', { method: 'PUT', body: text })
  const asked = () => ask('/garden/graphql/prefixed', { query: ordered })

  it('has to be there when it is added, and when it answers', async () => {
    expect((await put()).status).toBe(400)
    expect((await prefix('PUT')).status).toBe(200)
    expect((await put()).status).toBe(200)
    expect((await asked()).body).toEqual(asTexts)
    expect((await prefix('DELETE')).status).toBe(204)
    const gone = await asked()
    const message = expect.stringMatching(/"prefixed".*line 1, column \d+: Unknown prefix "garden"/)
    expect(gone.body).toEqual({ errors: [{ message, extensions: { code: 'BAD_USER_INPUT' } }] })
    expect((await prefix('PUT')).status).toBe(200)
    expect((await asked()).body).toEqual(asTexts)
    expect((await prefix('DELETE')).status).toBe(204)
  })
})
