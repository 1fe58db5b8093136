import { Connection, query } from 'stardog'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RealServer, startRealServer } from '../real-server.ts'

const { graphql } = query
const text = `schema { query: Query }

type Query { Gardener(orderBy: OrderBy): [Gardener] }
type Gardener { name: String, born: String }
`

/** What the types of the client want a schema to be: it is sent as its text all the same. */
const sent = (schema: string): object => Object(schema)

let server: RealServer
let connection: Connection
beforeAll(async () => {
  server = await startRealServer()
  connection = new Connection({ username: 'admin', password: 'admin', endpoint: server.url })
})
afterAll(() => server[Symbol.asyncDispose]())

describe('query.graphql of the stardog client 10', () => {
  it('adds, lists, shows, replaces and removes schemas', async () => {
    expect((await graphql.listSchemas(connection, 'garden')).body).toEqual({ schemas: [] })
    expect(await graphql.addSchema(connection, 'garden', 'years', sent(text))).toMatchObject({
      ok: true,
      status: 201,
    })
    expect(await graphql.addSchema(connection, 'garden', 'years', sent(text))).toMatchObject({
      status: 409,
      body: { code: 'GQLSE2' },
    })
    const shown = await graphql.getSchema(connection, 'garden', 'years')
    // The client takes the white space at its ends off a text.
    expect(shown).toMatchObject({ ok: true, status: 200, body: text.trim() })
    expect(shown.headers.get('content-type')).toMatch(/^application\/graphql\b/)
    const other = text.replace('born: String', 'born: Int')
    expect(await graphql.updateSchema(connection, 'garden', 'years', sent(other))).toMatchObject({
      ok: true,
      status: 200,
    })
    expect((await graphql.getSchema(connection, 'garden', 'years')).body).toBe(other.trim())
    expect(await graphql.updateSchema(connection, 'garden', 'more', sent(text))).toMatchObject({
      ok: true,
      status: 200,
    })
    expect((await graphql.listSchemas(connection, 'garden')).body).toEqual({ schemas: ['more', 'years'] })
    expect(await graphql.removeSchema(connection, 'garden', 'years')).toMatchObject({
      ok: true,
      status: 204,
      body: null,
    })
    expect(await graphql.removeSchema(connection, 'garden', 'years')).toMatchObject({
      ok: false,
      status: 404,
    })
    expect(await graphql.clearSchemas(connection, 'garden')).toMatchObject({ ok: true, status: 204 })
    expect((await graphql.listSchemas(connection, 'garden')).body).toEqual({ schemas: [] })
  })

  it('is told what is wrong with a schema', async () => {
    const { ok, status, body } = await graphql.addSchema(
      connection,
      'garden',
      'wrong',
      sent('type Query { a: [Nobody] }'),
    )
    expect({ ok, status }).toEqual({ ok: false, status: 400 })
    expect(body).toMatchObject({
      code: 'GQLIS2',
      message: expect.stringContaining('column 18'),
      errors: [{ locations: [{ line: 1, column: 18 }] }],
    })
  })

  it('asks against a schema, by @schema', async () => {
    await graphql.addSchema(connection, 'garden', 'years', sent(text))
    const ask = (document: string, name = 'years') =>
      graphql.execute(connection, 'garden', document, { '@schema': name })
    expect((await ask('{ Gardener(orderBy: name) { born } }')).body).toEqual({
      data: [{ born: '1980' }, { born: '1990' }],
    })
    expect((await ask('{ Gardener(first: 1) { born } }')).body).toMatchObject({
      errors: [{ extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }],
    })
    expect((await ask('{ Gardener { born } }', 'nobody')).body).toMatchObject({ errors: [{}] })
  })
})
