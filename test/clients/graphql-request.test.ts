import { ClientError, GraphQLClient } from 'graphql-request'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RealServer, startRealServer } from '../real-server.ts'

let server: RealServer
beforeAll(async () => {
  server = await startRealServer()
})
afterAll(() => server[Symbol.asyncDispose]())

function ask(query: string, variables: Record<string, unknown> = {}, database?: string): Promise<unknown> {
  return new GraphQLClient(server.graphql(database)).request(query, variables)
}

async function errorOf(answer: Promise<unknown>): Promise<ClientError> {
  const error: unknown = await answer.catch((thrown: unknown) => thrown)
  if (error instanceof ClientError) return error
  throw new Error(`The client said ${JSON.stringify(error)}.`)
}

describe('graphql-request 7', () => {
  it('asks a query', async () => {
    expect(await ask('{ Gardener(orderBy: name) { name born } }')).toEqual({
      Gardener: [
        { name: 'Ada', born: 1980 },
        { name: 'Bob', born: 1990 },
      ],
    })
  })

  it('sends variables', async () => {
    const query = 'query ($name: String!, $first: Int) { Gardener(name: $name, first: $first) { born } }'
    expect(await ask(query, { name: 'Bob', first: 1 })).toEqual({ Gardener: [{ born: 1990 }] })
  })

  it('throws the errors of a query with their codes', async () => {
    const { response } = await errorOf(ask('{ Gardener(first: -1) { name } }'))
    expect(response).toMatchObject({
      status: 400,
      errors: [{ message: '"first" cannot be negative; it is -1.', extensions: { code: 'BAD_USER_INPUT' } }],
    })
  })

  it('throws the failures of the service with their codes', async () => {
    const { response } = await errorOf(ask('{ Gardener { name } }', {}, 'nowhere'))
    expect(response).toMatchObject({ status: 404, errors: [{ extensions: { code: '0D0DU2' } }] })
  })

  it('gives null for an optional value that is missing', async () => {
    expect(await ask('{ Gardener(name: "Bob") { name email @optional } }')).toEqual({
      Gardener: [{ name: 'Bob', email: null }],
    })
  })

  it('reads nested lists', async () => {
    expect(await ask('{ Gardener(name: "Ada") { tends { name height } } }')).toEqual({
      Gardener: [
        {
          tends: [
            { name: 'Ash', height: 20.5 },
            { name: 'Beech', height: 30 },
          ],
        },
      ],
    })
  })

  it('passes on expressions in @skip, and special variables', async () => {
    const query = `{ Gardener(orderBy: name) { name born @skip(if: "$name = 'Bob'") } }`
    expect(await ask(query)).toEqual({
      Gardener: [
        { name: 'Ada', born: 1980 },
        { name: 'Bob', born: null },
      ],
    })
    expect(await ask(query, { '@explain': true })).toMatchObject({ fields: expect.anything() })
  })
})
