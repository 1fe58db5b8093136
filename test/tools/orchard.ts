import { type RealServer, startRealServer } from '../real-server.ts'

/** A schema over the gardeners of the server that tests start, for the tools that read schemas. */
export const orchard = `"Who tends what."
schema {
  query: Query
}

type Query {
  "All gardeners."
  gardeners(first: Int = 10, orderBy: OrderBy, name: String, iri: ID): [Gardener!]! @iri(prefix: "", localname: "Gardener")
  growing: [Growing] @iri(value: "http://api.stardog.com/Tree")
}

"Who tends trees."
type Gardener implements Named {
  iri: ID!
  name: String!
  born: Int
  email: String
  tends(name: String): [Tree!]!
  learnedFrom: Gardener
  age: Decimal
}

type Tree implements Named {
  iri: ID!
  name: String!
  height: Decimal
  tenders: [Gardener!]! @path(value: "^:tends")
}

type Shrub implements Named {
  name: String!
}

interface Named {
  name: String!
}

union Growing = Tree | Shrub
`

/** A server whose database `garden` has a schema. */
export interface SchemaServer extends AsyncDisposable {
  /** Where queries by the schema are asked. */
  readonly url: string
  /** Replaces the schema. */
  replace(text: string): Promise<void>
}

/** Starts a server with the schema {@link orchard}. */
export async function startSchemaServer(): Promise<SchemaServer> {
  const server: RealServer = await startRealServer()
  const replace = async (text: string): Promise<void> => {
    const path = `${server.graphql()}/schemas/orchard`
    const { ok, status } = await fetch(path, { method: 'PUT', body: text })
    if (!ok) throw new Error(`The schema is answered by ${status}.`)
  }
  await replace(orchard)
  return {
    url: `${server.graphql()}/orchard`,
    replace,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}
