import { serverAudits } from 'graphql-http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RealServer, startRealServer } from './real-server.ts'

let server: RealServer

beforeAll(async () => {
  server = await startRealServer({
    standard: { 'graphql.response.shape': 'graphql' },
    lists: { 'graphql.response.shape': 'nodes' },
    short: { 'graphql.default.limit': 1 },
    generated: { 'graphql.auto.schema': true },
  })
  const schema = 'type Query { Gardener: [Gardener] } type Gardener { name: String }'
  const paths = [
    schemaPath('garden'),
    schemaPath('standard'),
    `${server.url}/generated/graphql/schemas/default`,
  ]
  for (const path of paths) {
    expect((await fetch(path, { method: 'PUT', body: schema })).status).toBe(200)
  }
})
afterAll(() => server[Symbol.asyncDispose]())

describe.each([
  ['the default path', 'garden', ''],
  ['?shape=graphql', 'garden', '?shape=graphql'],
  ['?shape=nodes', 'garden', '?shape=nodes'],
  ['a database of the shape graphql', 'standard', ''],
  ['a database of the shape nodes', 'lists', ''],
  ["a schema's path", 'garden', '/people'],
  ["a schema's path, ?shape=graphql", 'garden', '/people?shape=graphql'],
  ["a schema's path, ?shape=nodes", 'garden', '/people?shape=nodes'],
  ["a schema's path of a database of the shape graphql", 'standard', '/people'],
  ['the default path of a database with a default schema', 'generated', ''],
])('GraphQL over HTTP on %s', (_, database, rest) => {
  const audits = serverAudits({ url: () => `${server.graphql(database)}${rest}` })

  it('is audited by 61 audits', () => {
    expect(audits).toHaveLength(61)
  })

  it.each(audits.map(({ id, name, fn }) => [id, name, fn] as const))('%s %s', async (_id, _name, audit) => {
    const result = await audit()
    expect(result.status === 'ok' ? 'ok' : result.reason).toBe('ok')
  })
})

function schemaPath(database: string): string {
  return `${server.graphql(database)}/schemas/people`
}

const json = 'application/json'
const standard = 'application/graphql-response+json'

interface Reply {
  readonly status: number
  readonly type: string | null
  readonly body: unknown
  readonly headers: Headers
}

async function ask(
  body: unknown,
  options: { readonly accept?: string; readonly parameters?: string; readonly database?: string } = {},
): Promise<Reply> {
  const { accept, parameters = '', database } = options
  return read(
    await fetch(`${server.graphql(database)}${parameters}`, {
      method: 'POST',
      headers: { 'Content-Type': json, ...(accept === undefined ? {} : { Accept: accept }) },
      body: JSON.stringify(body),
    }),
  )
}

async function read(response: Response): Promise<Reply> {
  const { status, headers } = response
  return { status, type: headers.get('content-type'), body: await response.json(), headers }
}

const query = '{ Gardener(orderBy: name) { name email @optional } }'
const nodes = { data: [{ name: 'Ada', email: 'ada@garden.example' }, { name: 'Bob' }] }
const graphql = {
  data: {
    Gardener: [
      { name: 'Ada', email: 'ada@garden.example' },
      { name: 'Bob', email: null },
    ],
  },
}

describe('negotiation', () => {
  it.each([
    [undefined, json, nodes],
    ['*/*', json, nodes],
    ['application/*', json, nodes],
    [json, json, nodes],
    [`${json}; charset=utf-8`, json, nodes],
    [standard, standard, graphql],
    [`${standard}; charset=utf-8`, standard, graphql],
    [`${standard}, ${json};q=0.9`, standard, graphql],
    [`${json};q=0.9, ${standard}`, standard, graphql],
    [`${json}, ${standard};q=0.9`, json, nodes],
    [`${standard}, ${json}`, standard, graphql],
    [`${json}, ${standard}`, json, nodes],
    [`${standard};q=0.1, */*;q=0.2`, json, nodes],
    [`${standard};q=0, */*`, json, nodes],
    [`${json};q=0, */*`, standard, graphql],
    ['text/html, application/xhtml+xml, */*;q=0.8', json, nodes],
    [`text/event-stream, ${standard}, multipart/mixed`, standard, graphql],
  ])('Accept: %s is answered as %s', async (accept, type, body) => {
    const reply = await ask({ query }, accept === undefined ? {} : { accept })
    expect(reply).toMatchObject({ status: 200, type: `${type}; charset=utf-8`, body })
    expect(reply.headers.get('vary')).toBe('Accept')
  })

  it.each(['text/html', `${json};q=0`, 'application/xml, text/plain;q=0.5'])(
    'Accept: %s is answered 406',
    async (accept) => {
      const reply = await ask({ query }, { accept })
      expect(reply).toMatchObject({
        status: 406,
        type: `${json}; charset=utf-8`,
        body: { code: '000IA2', errors: [{ extensions: { code: '000IA2' } }] },
      })
      expect(reply.headers.get('vary')).toBe('Accept')
    },
  )

  it.each([
    ['?shape=graphql', json, undefined, json, graphql],
    ['?shape=nodes', standard, undefined, standard, nodes],
    ['', json, 'standard', json, graphql],
    ['', standard, 'lists', standard, nodes],
    ['?shape=nodes', json, 'standard', json, nodes],
    ['?shape=graphql', standard, 'lists', standard, graphql],
  ])('the shape of %s, Accept %s and database %s', async (parameters, accept, database, type, body) => {
    const reply = await ask({ query }, { accept, parameters, ...(database && { database }) })
    expect(reply).toMatchObject({ status: 200, type: `${type}; charset=utf-8`, body })
  })

  it('refuses a shape that there is not', async () => {
    expect(await ask({ query }, { parameters: '?shape=tree' })).toMatchObject({
      status: 400,
      body: { message: 'The parameter "shape" is nodes or graphql, not "tree".' },
    })
  })
})

describe('requests that cannot be answered', () => {
  it.each([
    ['{', 'GRAPHQL_PARSE_FAILED'],
    ['{ Gardener(first: -1) { name } }', 'BAD_USER_INPUT'],
    ['{ Gardener { name @nope } }', 'GRAPHQL_VALIDATION_FAILED'],
    ['mutation { Gardener { name } }', 'GRAPHQL_VALIDATION_FAILED'],
    ['query a { Gardener { name } } query b { Gardener { name } }', 'OPERATION_RESOLUTION_FAILURE'],
  ])('%s', async (text, code) => {
    const refused = { errors: [{ extensions: { code } }] }
    const asJson = await ask({ query: text })
    expect(asJson).toMatchObject({ status: 200, type: `${json}; charset=utf-8`, body: refused })
    const asStandard = await ask({ query: text }, { accept: standard })
    expect(asStandard).toMatchObject({ status: 400, type: `${standard}; charset=utf-8`, body: refused })
    expect(asStandard.body).not.toHaveProperty('data')
  })

  it('a hash in place of a query', async () => {
    const extensions = { persistedQuery: { version: 1, sha256Hash: 'a'.repeat(64) } }
    const code = 'PERSISTED_QUERY_NOT_SUPPORTED'
    const refused = { errors: [{ message: 'PersistedQueryNotSupported', extensions: { code } }] }
    expect(await ask({ extensions })).toMatchObject({ status: 200, body: refused })
    expect(await ask({ extensions }, { accept: standard })).toMatchObject({ status: 400, body: refused })
    const url = `${server.graphql()}?extensions=${encodeURIComponent(JSON.stringify(extensions))}`
    expect(await read(await fetch(url))).toMatchObject({ status: 200, body: refused })
    expect(await ask({ query, extensions })).toMatchObject({ status: 200, body: nodes })
  })

  it('introspection, of which only the type that is not there is answered', async () => {
    const schema = { query: '{ __schema { types { name } } }' }
    const errors = [{ extensions: { code: 'INTROSPECTION_DISABLED' } }]
    expect(await ask(schema)).toMatchObject({ status: 200, body: { errors } })
    expect(await ask(schema, { accept: standard })).toMatchObject({
      status: 200,
      body: { errors, data: null },
    })
    const type = { query: '{ __type(name: "Gardener") { name } }' }
    for (const accept of [json, standard]) {
      expect((await ask(type, { accept })).body).toEqual({ data: { __type: null } })
      expect((await ask({ query: '{ __typename }' }, { accept })).body).toEqual({
        data: { __typename: 'Query' },
      })
    }
  })
})

describe('special variables', () => {
  const explained = { data: { fields: { '0': { '1': 'name' } }, plan: { prefixes: {} } } }
  const name = '{ Gardener { name } }'

  it.each([
    ['variables', { query: name, variables: { '@explain': true } }, ''],
    ['extensions', { query: name, extensions: { explain: true } }, ''],
    ['the URL', { query: name }, '?explain=true'],
    [
      'variables before extensions',
      { query: name, variables: { '@explain': true }, extensions: { explain: false } },
      '',
    ],
    ['extensions before the URL', { query: name, extensions: { explain: true } }, '?explain=false'],
    ['the URL where extensions say null', { query: name, extensions: { explain: null } }, '?explain=true'],
  ])('are read from %s', async (_, body, parameters) => {
    for (const accept of [json, standard]) {
      expect(await ask(body, { accept, parameters })).toMatchObject({ status: 200, body: explained })
    }
  })

  it('give the plan as text where it is not wanted as JSON', async () => {
    const { body } = await ask({ query: name }, { parameters: '?explain=true&explainAsJson=false' })
    expect(body).toMatchObject({ data: { plan: expect.stringContaining('Projection(?0, ?1)') } })
  })

  it.each([
    ['an unknown one', { variables: { '@explian': true } }, '', 'Unknown special variable "@explian".'],
    ['text in variables', { variables: { '@explain': 'true' } }, '', '"@explain" is true or false'],
    ['text in extensions', { extensions: { reasoning: 'yes' } }, '', '"@reasoning" is true or false'],
    ['text in the URL', {}, '?profile=yes', '"@profile" is true or false, not "yes".'],
  ])('are refused with 400: %s', async (_, body, parameters, message) => {
    for (const accept of [json, standard]) {
      const reply = await ask({ query: name, ...body }, { accept, parameters })
      expect(reply).toMatchObject({
        status: 400,
        type: `${accept}; charset=utf-8`,
        body: { message: expect.stringContaining(message), code: '000IA2' },
      })
    }
  })

  it.each([
    ['variables', { variables: { '@schema': 'people' } }, '', 'Gardener'],
    ['extensions', { extensions: { schema: 'people' } }, '', 'Gardener'],
    ['the URL', {}, '?schema=people', 'Gardener'],
    [
      'variables before extensions',
      { variables: { '@schema': 's' }, extensions: { schema: 'people' } },
      '',
      's',
    ],
    ['extensions before the URL', { extensions: { schema: 's' } }, '?schema=people', 's'],
    ['none that there is', {}, '?schema=s', 's'],
  ])('name a schema: in %s', async (_, body, parameters, named) => {
    const asked = { query: '{ Gardener { email } }', ...body }
    const message = named === 's' ? /"s"/ : /Unknown field "email" of type "Gardener"/
    const refused = { errors: [{ message: expect.stringMatching(message) }] }
    expect(await ask(asked, { parameters })).toMatchObject({ status: 200, body: refused })
    expect(await ask(asked, { parameters, accept: standard })).toMatchObject({ status: 400, body: refused })
  })
})

describe('the default limit of a database', () => {
  it('cuts what asks for no number, and says so', async () => {
    const database = 'short'
    expect((await ask({ query }, { database })).body).toEqual({
      data: nodes.data.slice(0, 1),
      extensions: { truncated: true },
    })
    expect((await ask({ query }, { database, accept: standard })).body).toEqual({
      data: { Gardener: graphql.data.Gardener.slice(0, 1) },
      extensions: { truncated: true },
    })
    const whole = '{ Gardener(orderBy: name, first: 2) { name } }'
    expect((await ask({ query: whole }, { database })).body).toEqual({
      data: [{ name: 'Ada' }, { name: 'Bob' }],
    })
  })
})

describe('failures on a GraphQL path', () => {
  const post = (path: string, init: RequestInit): Promise<Response> =>
    fetch(`${server.url}${path}`, { method: 'POST', body: '{"query":"{ A }"}', ...init })
  const asJson = { 'Content-Type': json }

  it.each<[status: number, what: string, send: () => Promise<Response>]>([
    [400, 'a body that is no JSON', () => post('/garden/graphql', { headers: asJson, body: '{' })],
    [400, 'a time-out that is none', () => post('/garden/graphql?timeout=soon', { headers: asJson })],
    [
      403,
      'a page of another origin',
      () => post('/garden/graphql', { headers: { ...asJson, Origin: 'http://evil.example' } }),
    ],
    [404, 'an unknown database', () => post('/nowhere/graphql', { headers: asJson })],
    [405, 'another method', () => fetch(server.graphql(), { method: 'PUT' })],
    [
      406,
      'an Accept of something else',
      () => post('/garden/graphql', { headers: { ...asJson, Accept: 'text/html' } }),
    ],
    [
      413,
      'a body that is too long',
      () => post('/garden/graphql', { headers: asJson, body: ' '.repeat(2 ** 20 + 1) }),
    ],
    [415, 'a form', () => post('/garden/graphql', { body: new URLSearchParams({ query: '{ A }' }) })],
    [
      415,
      'a packed body',
      () => post('/garden/graphql', { headers: { ...asJson, 'Content-Encoding': 'gzip' } }),
    ],
  ])('%i, %s: message, code, and errors as GraphQL has them', async (status, _, send) => {
    const reply = await read(await send())
    const code = reply.headers.get('sd-error-code')
    const message = expect.stringMatching(/\.$/)
    expect(reply).toMatchObject({
      status,
      type: `${json}; charset=utf-8`,
      body: { message, code, errors: [{ message, extensions: { code } }] },
    })
    expect(reply.headers.get('vary')).toBe('Accept')
  })

  it('are of the media type that was asked for', async () => {
    const headers = { ...asJson, Accept: standard }
    const reply = await read(await post('/nowhere/graphql', { headers }))
    expect(reply).toMatchObject({ status: 404, type: `${standard}; charset=utf-8` })
  })
})

describe('the properties of a server', () => {
  it('set the limits of requests and the default limit of databases', async () => {
    const text = [
      'graphql.default.limit = 1',
      'graphql.limit.length = 300',
      'graphql.limit.tokens = 60',
      'graphql.limit.depth = 3',
      'graphql.limit.aliases = 1',
      'graphql.limit.field.directives = 1',
      'graphql.limit.directives = 2',
      'graphql.limit.root.fields = 2',
      'graphql.limit.selections = 8',
      'graphql.limit.first = 5',
      'graphql.limit.triple.patterns = 6',
    ].join('\n')
    const options = { roomy: { 'graphql.default.limit': 2 } }
    await using limited = await startRealServer(options, { properties: text })
    const answer = async (asked: string, database = 'garden'): Promise<unknown> =>
      (await read(await fetch(`${limited.graphql(database)}?query=${encodeURIComponent(asked)}`))).body
    const extensions = { truncated: true }
    const whole = '{ Gardener(orderBy: name) { name } }'
    expect(await answer(whole)).toEqual({ data: [{ name: 'Ada' }], extensions })
    expect(await answer(whole, 'roomy')).toEqual({ data: [{ name: 'Ada' }, { name: 'Bob' }] })
    for (const [asked, message] of [
      [whole.padEnd(301), 'The query has 301 characters; the limit is 300.'],
      [`{ A { ${'x '.repeat(56)} } }`, 'The query has more tokens; the limit is 60.'],
      ['{ a { b { c { d } } } }', 'The query has more levels of nested fields; the limit is 3.'],
      ['{ A { a: x b: x } }', 'The query has more aliases; the limit is 1.'],
      [
        '{ A { x @optional @skip(if: false) } }',
        'The query has 2 directives at one field or fragment; the limit is 1.',
      ],
      ['{ A { x @optional y @optional z @optional } }', 'The query has more directives; the limit is 2.'],
      ['{ A { x } B { x } C { x } }', 'The query has 3 top-level fields; the limit is 2.'],
      ['{ A { a b c d e f g h } }', 'The query has more fields, its fragments spread; the limit is 8.'],
      ['{ A(first: 6) { x } }', '"first" is 6; the limit is 5.'],
      [
        '{ A { a b c d e f } }',
        'The query has 7 triple patterns when it is translated to SPARQL; the limit is 6.',
      ],
    ] as const) {
      expect(await answer(asked)).toMatchObject({
        errors: [{ message, extensions: { code: 'LIMIT_EXCEEDED' } }],
      })
    }
  })
})
