import { type AnyVariables, Client, fetchExchange } from '@urql/core'
import { cacheExchange } from '@urql/exchange-graphcache'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RealServer, startRealServer } from '../real-server.ts'

let server: RealServer
beforeAll(async () => {
  server = await startRealServer()
})
afterAll(() => server[Symbol.asyncDispose]())

/** Keys by which the cache knows nodes again. */
const keys = { Gardener: byIri, Tree: byIri }

function byIri(node: Readonly<Record<string, unknown>>): string | null {
  return typeof node['iri'] === 'string' ? node['iri'] : null
}

describe.each([
  ['without a cache', () => [fetchExchange]],
  ['with its graph cache', () => [cacheExchange({ keys }), fetchExchange]],
])('urql 6 %s', (_, exchanges) => {
  function ask(query: string, variables: AnyVariables = {}, database?: string) {
    const client = new Client({
      url: server.graphql(database),
      exchanges: exchanges(),
      preferGetMethod: false,
    })
    return client.query(query, variables).toPromise()
  }

  it('asks a query', async () => {
    const { data, error } = await ask('{ Gardener(orderBy: name) { name born } }')
    expect(error).toBeUndefined()
    expect(data).toMatchObject({
      Gardener: [
        { name: 'Ada', born: 1980 },
        { name: 'Bob', born: 1990 },
      ],
    })
  })

  it('sends variables', async () => {
    const query = 'query ($name: String!, $first: Int) { Gardener(name: $name, first: $first) { born } }'
    const { data } = await ask(query, { name: 'Bob', first: 1 })
    expect(data).toMatchObject({ Gardener: [{ born: 1990 }] })
  })

  it('gives the errors of a query with their codes', async () => {
    const query = 'query ($first: Int) { Gardener(first: $first) { name } }'
    const { data, error } = await ask(query, { first: -1 })
    expect(data ?? undefined).toBeUndefined()
    expect(error?.graphQLErrors).toMatchObject([
      { message: '"first" cannot be negative; it is -1.', extensions: { code: 'BAD_USER_INPUT' } },
    ])
  })

  it('gives the failures of the service with their codes', async () => {
    const { error } = await ask('{ Gardener { name } }', {}, 'nowhere')
    expect(error?.graphQLErrors).toMatchObject([
      { message: "Database 'nowhere' does not exist.", extensions: { code: '0D0DU2' } },
    ])
  })

  it('gives null for an optional value that is missing', async () => {
    const { data } = await ask('{ Gardener(orderBy: name) { name email @optional } }')
    expect(data).toMatchObject({
      Gardener: [
        { name: 'Ada', email: 'ada@garden.example' },
        { name: 'Bob', email: null },
      ],
    })
  })

  it('reads nested lists', async () => {
    const { data } = await ask('{ Gardener(name: "Ada") { iri tends { iri name height } } }')
    expect(data).toMatchObject({
      Gardener: [
        {
          iri: 'http://api.stardog.com/ada',
          tends: [
            { name: 'Ash', height: 20.5 },
            { name: 'Beech', height: 30 },
          ],
        },
      ],
    })
  })

  it('asks by GET where it is told to', async () => {
    const client = new Client({ url: server.graphql(), exchanges: exchanges(), preferGetMethod: 'force' })
    const query = 'query ($name: String!) { Gardener(name: $name) { born } }'
    const { data } = await client.query(query, { name: 'Ada' }).toPromise()
    expect(data).toMatchObject({ Gardener: [{ born: 1980 }] })
  })

  it('skips by expressions with @skipIf', async () => {
    const { data } = await ask(`{ Gardener(orderBy: name) { name born @skipIf(expr: "$name = 'Bob'") } }`)
    expect(data).toMatchObject({
      Gardener: [
        { name: 'Ada', born: 1980 },
        { name: 'Bob', born: null },
      ],
    })
  })
})

describe('urql 6', () => {
  it('knows a node again by its iri', async () => {
    const client = new Client({
      url: server.graphql(),
      exchanges: [cacheExchange({ keys }), fetchExchange],
      preferGetMethod: false,
    })
    await client.query('{ Tree { iri name } }', {}).toPromise()
    const again = await client.query('{ Tree { iri name } }', {}, { requestPolicy: 'cache-only' }).toPromise()
    expect(again.data).toMatchObject({ Tree: [{ name: 'Ash' }, { name: 'Beech' }, { name: 'Cedar' }] })
  })

  it('sends special variables beside those of the query', async () => {
    const client = new Client({ url: server.graphql(), exchanges: [fetchExchange], preferGetMethod: false })
    const { data } = await client.query('{ Gardener { name } }', { '@explain': true }).toPromise()
    expect(data).toMatchObject({ sparql: expect.stringContaining(':Gardener') })
  })

  describe('with its graph cache', () => {
    function ask(query: string) {
      const exchanges = [cacheExchange({ keys }), fetchExchange]
      return new Client({ url: server.graphql(), exchanges, preferGetMethod: false })
        .query(query, {})
        .toPromise()
    }

    it('leaves out a field with an expression in @skip, whatever the server says', async () => {
      const { data } = await ask(`{ Gardener(orderBy: name) { name born @skip(if: "$name = 'Bob'") } }`)
      expect(data?.Gardener.map(Object.keys)).not.toContainEqual(expect.arrayContaining(['born']))
    })

    it.each([
      ['a hidden leaf', 'born @hide', [{ name: 'Ada' }, { name: 'Bob' }]],
      ['a type', 'Apprentice @type', [{ name: 'Bob' }]],
    ])('makes null of an answer with %s, but for @_optional', async (_, field, gardeners) => {
      expect((await ask(`{ Gardener(orderBy: name) { name ${field} } }`)).data).toBeNull()
      const { data } = await ask(`{ Gardener(orderBy: name) { name ${field} @_optional } }`)
      expect(data).toMatchObject({ Gardener: gardeners })
    })

    it('does not see the fields that @hide moves up', async () => {
      const { data } = await ask('{ Gardener(orderBy: name) { name tends @hide @_optional { height } } }')
      expect(data).toEqual({
        Gardener: [
          { name: 'Ada', tends: null },
          { name: 'Bob', tends: null },
        ],
      })
    })
  })
})
