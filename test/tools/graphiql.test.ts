import { createGraphiQLFetcher, fetcherReturnToPromise } from '@graphiql/toolkit'
import {
  buildClientSchema,
  getIntrospectionQuery,
  type IntrospectionQuery,
  parse,
  validateSchema,
} from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type SchemaServer, startSchemaServer } from './orchard.ts'

let server: SchemaServer
beforeAll(async () => {
  server = await startSchemaServer()
})
afterAll(() => server[Symbol.asyncDispose]())

/** What GraphiQL's own fetcher, which does not ask for the media type of GraphQL, is answered in the form of GraphQL. */
async function fetched(query: string, operationName?: string): Promise<unknown> {
  const fetcher = createGraphiQLFetcher({ url: `${server.url}?shape=graphql`, fetch })
  const documentAST = parse(query)
  const named = operationName === undefined ? {} : { operationName }
  return fetcherReturnToPromise(fetcher({ query, ...named }, { documentAST }))
}

function isIntrospection(data: unknown): data is IntrospectionQuery {
  return typeof data === 'object' && data !== null && '__schema' in data
}

describe('GraphiQL', () => {
  // As GraphiQL sends it: first with all that it likes to know, then with less for servers of old.
  it.each([
    [
      'with descriptions, deprecated inputs and one-of',
      { schemaDescription: true, inputValueDeprecation: true, oneOf: true },
    ],
    ['with descriptions and deprecated inputs', { schemaDescription: true, inputValueDeprecation: true }],
    ['plain', {}],
    [
      'with what directives repeat and where scalars are specified',
      { directiveIsRepeatable: true, specifiedByUrl: true },
    ],
  ])('introspects a schema, %s', async (_, options) => {
    const answer = Object(await fetched(getIntrospectionQuery(options), 'IntrospectionQuery'))
    expect(answer).not.toHaveProperty('errors')
    const data: unknown = answer.data
    if (!isIntrospection(data)) throw new Error('No schema.')
    const schema = buildClientSchema(data)
    expect(validateSchema(schema)).toEqual([])
    expect(Object.keys(schema.getQueryType()?.getFields() ?? {})).toEqual(['gardeners', 'growing'])
    expect(schema.getDirective('optional')?.locations).toEqual(['FIELD'])
    if ('schemaDescription' in options) expect(schema.description).toBe('Who tends what.')
  })

  it('asks a query with our directives', async () => {
    expect(await fetched('{ gardeners(first: 1, orderBy: name) { name email @optional } }')).toEqual({
      data: { gardeners: [{ name: 'Ada', email: 'ada@garden.example' }] },
    })
  })
})
