import {
  ApolloClient,
  ApolloError,
  ApolloLink,
  gql,
  HttpLink,
  InMemoryCache,
  type NormalizedCacheObject,
} from 'apollo-client-3/core/index.js'
import { createPersistedQueryLink } from 'apollo-client-3/link/persisted-queries/index.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RealServer, startRealServer } from '../real-server.ts'

let server: RealServer
beforeAll(async () => {
  server = await startRealServer()
})
afterAll(() => server[Symbol.asyncDispose]())

/** The client accepts any media type: the URL has to say which form it needs. */
function uriOf(database?: string): string {
  return `${server.graphql(database)}?shape=graphql`
}

function clientOf(link?: ApolloLink, cache = new InMemoryCache()): ApolloClient<NormalizedCacheObject> {
  return new ApolloClient({ link: link ?? new HttpLink({ uri: uriOf() }), cache })
}

describe('Apollo Client 3', () => {
  it('asks a query', async () => {
    const { data } = await clientOf().query({ query: gql`{ Gardener(orderBy: name) { name born } }` })
    expect(data).toEqual({
      Gardener: [
        { __typename: 'Gardener', name: 'Ada', born: 1980 },
        { __typename: 'Gardener', name: 'Bob', born: 1990 },
      ],
    })
  })

  it('sends variables', async () => {
    const query = gql`query ($name: String!, $first: Int) { Gardener(name: $name, first: $first) { born } }`
    const { data } = await clientOf().query({ query, variables: { name: 'Bob', first: 1 } })
    expect(data).toEqual({ Gardener: [{ __typename: 'Gardener', born: 1990 }] })
  })

  it('throws the errors of a query with their codes', async () => {
    const query = gql`query ($first: Int) { Gardener(first: $first) { name } }`
    const error: unknown = await clientOf()
      .query({ query, variables: { first: -1 } })
      .catch((thrown: unknown) => thrown)
    expect(error instanceof ApolloError && error.graphQLErrors).toMatchObject([
      { message: '"first" cannot be negative; it is -1.', extensions: { code: 'BAD_USER_INPUT' } },
    ])
  })

  it('throws the failures of the service as network errors with their answer', async () => {
    const error: unknown = await clientOf(new HttpLink({ uri: uriOf('nowhere') }))
      .query({ query: gql`{ Gardener { name } }` })
      .catch((thrown: unknown) => thrown)
    expect(error instanceof ApolloError && error.networkError).toMatchObject({
      statusCode: 404,
      result: { errors: [{ message: "Database 'nowhere' does not exist.", extensions: { code: '0D0DU2' } }] },
    })
  })

  it('gives null for an optional value that is missing', async () => {
    const query = gql`{ Gardener(orderBy: name) { name email @optional } }`
    const { data } = await clientOf().query({ query })
    expect(data).toMatchObject({
      Gardener: [
        { name: 'Ada', email: 'ada@garden.example' },
        { name: 'Bob', email: null },
      ],
    })
  })

  it('reads nested lists', async () => {
    const { data } = await clientOf().query({
      query: gql`{ Gardener(name: "Ada") { tends { name height } } }`,
    })
    expect(data).toMatchObject({
      Gardener: [
        {
          tends: [
            { __typename: 'Tree', name: 'Ash', height: 20.5 },
            { __typename: 'Tree', name: 'Beech', height: 30 },
          ],
        },
      ],
    })
  })

  it('knows a node again by its iri', async () => {
    const cache = new InMemoryCache({ typePolicies: { Gardener: { keyFields: ['iri'] } } })
    await clientOf(undefined, cache).query({ query: gql`{ Gardener(name: "Ada") { iri name } }` })
    expect(cache.extract()).toMatchObject({
      'Gardener:{"iri":"http://api.stardog.com/ada"}': { name: 'Ada' },
    })
  })

  it('answers from its cache', async () => {
    let requests = 0
    const counting = new ApolloLink((operation, forward) => {
      requests += 1
      return forward(operation)
    })
    const client = clientOf(counting.concat(new HttpLink({ uri: uriOf() })))
    const query = gql`{ Gardener(orderBy: name) { name email @optional tends { name } } }`
    const { data } = await client.query({ query })
    expect((await client.query({ query })).data).toEqual(data)
    expect(requests).toBe(1)
  })

  it('passes on directives of operations and fields', async () => {
    const query = gql`
      query @prefix(g: "http://api.stardog.com/") {
        g_Gardener(g_name: "Ada") { years: age @bind(to: "2000 - $born") born tends { name @filter(if: "$name > 'B'") } }
      }
    `
    const { data } = await clientOf().query({ query })
    expect(data).toMatchObject({ g_Gardener: [{ years: 20, tends: { name: 'Beech' } }] })
  })

  it('throws at an expression in @skip, not in @skipIf', async () => {
    const strings = gql`{ Gardener(orderBy: name) { name born @skip(if: "$name = 'Bob'") } }`
    await expect(clientOf().query({ query: strings })).rejects.toThrow()
    const query = gql`{ Gardener(orderBy: name) { name born @skipIf(expr: "$name = 'Bob'") } }`
    const { data } = await clientOf().query({ query })
    expect(data).toMatchObject({
      Gardener: [
        { name: 'Ada', born: 1980 },
        { name: 'Bob', born: null },
      ],
    })
  })

  it('gives what @hide leaves where the cache is told to stand aside', async () => {
    const query = gql`{ Gardener(orderBy: name) { name born @hide @filter(if: "$born < 1985") } }`
    const { data } = await clientOf().query({ query, fetchPolicy: 'no-cache' })
    expect(data).toEqual({ Gardener: [{ __typename: 'Gardener', name: 'Ada' }] })
  })

  it('drops a fragment on another type, unless its cache knows that objects may be of it', async () => {
    const query = gql`{ Gardener(orderBy: name) { name ... on Apprentice { learnedFrom { name } } } }`
    const dropped = await clientOf().query({ query })
    expect(dropped.data).toEqual({
      Gardener: [
        { __typename: 'Gardener', name: 'Ada' },
        { __typename: 'Gardener', name: 'Bob' },
      ],
    })
    const cache = new InMemoryCache({ possibleTypes: { Apprentice: ['Gardener'] } })
    const { data } = await clientOf(undefined, cache).query({ query })
    expect(data).toMatchObject({ Gardener: [{ name: 'Ada' }, { name: 'Bob', learnedFrom: { name: 'Ada' } }] })
  })

  it('sends special variables as extensions', async () => {
    const explaining = new ApolloLink((operation, forward) => {
      operation.extensions['explain'] = true
      return forward(operation)
    })
    const link = explaining.concat(new HttpLink({ uri: uriOf(), includeExtensions: true }))
    const query = gql`{ Gardener { name } }`
    const { data } = await clientOf(link).query({ query, fetchPolicy: 'no-cache' })
    expect(data).toMatchObject({ sparql: expect.stringContaining(':Gardener') })
  })

  it('sends the query after its hash was refused', async () => {
    const persisted = createPersistedQueryLink({ sha256: async (text) => `${text.length}`.padStart(64, '0') })
    const link = persisted.concat(new HttpLink({ uri: uriOf() }))
    const { data } = await clientOf(link).query({ query: gql`{ Gardener(name: "Ada") { name } }` })
    expect(data).toMatchObject({ Gardener: [{ name: 'Ada' }] })
  })
})
