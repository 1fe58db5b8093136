import { buildClientSchema, type GraphQLSchema, getIntrospectionQuery } from 'graphql'

/** Asks a server for all of its schema, in the form of GraphQL. */
export async function introspected(url: string): Promise<GraphQLSchema> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/graphql-response+json' },
    body: JSON.stringify({ query: getIntrospectionQuery() }),
  })
  const { data } = Object(await response.json())
  return buildClientSchema(data)
}
