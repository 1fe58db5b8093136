import { createDemo } from '../src/cli/demo.ts'
import { startHomeServer } from './home-server.ts'

/** Gardeners with a list of trees each, one of them without an e-mail. */
const gardeners = `@prefix : <http://api.stardog.com/> .
:ada a :Gardener ; :name "Ada" ; :born 1980 ; :email "ada@garden.example" ; :tends :ash , :beech .
:bob a :Gardener , :Apprentice ; :name "Bob" ; :born 1990 ; :tends :cedar ; :learnedFrom :ada .
:ash a :Tree ; :name "Ash" ; :height 20.5 .
:beech a :Tree ; :name "Beech" ; :height 30 .
:cedar a :Tree ; :name "Cedar" ; :height 40 .
`

/** A server with query processes of its own, on a free port. */
export interface RealServer extends AsyncDisposable {
  readonly url: string
  /** The GraphQL path of a database: `garden`, or one of those that were asked for. */
  graphql(database?: string): string
}

/**
 * Starts a server with the database `garden`, one of the same data for each entry of `databases`, its options, and the
 * database `demo` of the sample data where it is wanted. `properties` is the text of `espalier.properties`.
 */
export async function startRealServer(
  databases: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {},
  { demo = false, properties = '' } = {},
): Promise<RealServer> {
  const server = await startHomeServer(properties)
  const { service, url } = server
  async function* bytes() {
    yield Buffer.from(gardeners)
  }
  for (const [name, databaseOptions] of Object.entries({ garden: {}, ...databases })) {
    const source = { name: 'gardeners.ttl', format: 'turtle', bytes: bytes() } as const
    await service.create(name, [source], { databaseOptions })
  }
  if (demo) await createDemo(service, new AbortController().signal)
  return {
    url,
    graphql: (database = 'garden') => `${url}/${database}/graphql`,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}
