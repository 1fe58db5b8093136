import { resolve } from 'node:path'
import { defaultNamespaces, type Namespaces } from '../rdf/namespaces.ts'
import type { CountedReport } from './change/change.ts'
import { countedLoad, countedReport } from './counted-reports.ts'
import { createEngine } from './create-engine.ts'
import type { Database as DatabaseReference } from './database.ts'
import { type AutoSchema, autoOrigin, type DatabaseSchemas, openSchemas } from './database-schemas.ts'
import { type DatabaseSparql, openSparql, type Reports } from './database-sparql.ts'
import type { Engine, EngineOptions } from './engine.ts'
import type { Explanation, GraphQLRequest, RequestError, RequestOptions } from './graphql/answer.ts'
import type { CountedLoad } from './rdf-source.ts'
import { checkedSettings, type ReasoningSettings } from './reasoning/reasoning-settings.ts'
import type { SchemaOrigin } from './schemas/schema-source.ts'

/** How a database is opened; the limits of the engine among it. */
export interface OpenOptions extends EngineOptions {
  /** Prefixes beside, or instead of, those that every new database has. */
  readonly namespaces?: Readonly<Record<string, string>>
  /** Most objects of a top-level field without `first`; an answer that it cut says so in `extensions.truncated`. */
  readonly defaultLimit?: number
  /**
   * Has queries that name no schema answered by the one called `default`, which is made of the ontology or the shapes in the
   * data when it is first needed, and kept until it is removed.
   */
  readonly autoSchema?: AutoSchema
  /** What queries with reasoning go by. */
  readonly reasoning?: ReasoningSettings
}

/** The values of a query's variables, and which of its operations is meant. */
export interface QueryOptions extends Omit<RequestOptions, 'schema'> {
  readonly variables?: Readonly<Record<string, unknown>>
  readonly operationName?: string
  /** The special variables are read from it too, without their `@`. */
  readonly extensions?: Readonly<Record<string, unknown>>
  /** Name of the schema that the query is answered by; without it, that of the special variable `@schema`. */
  readonly schema?: string
}

/** What a query came to. `Data` is what the caller expects: it is not checked. */
export type QueryResult<Data> =
  | { readonly data: Data; readonly errors?: undefined }
  | { readonly data?: undefined; readonly errors: readonly RequestError[] }

/**
 * A database in a program. Errors in a GraphQL query are results; every other failure, also of SPARQL text, is thrown as a
 * `ServiceError`. Each change is one commit, made whole or not at all.
 */
export type Database = OpenedDatabase<CountedReport, CountedLoad>

/** A database in a program, with what its changes and loads are told to have come to. */
export interface OpenedDatabase<Changed, Loaded> extends DatabaseSparql<Changed, Loaded> {
  /** Prefix → namespace IRI: the ones given, and those that loaded data declare. */
  readonly namespaces: Namespaces
  readonly schemas: DatabaseSchemas
  /** @throws ServiceError `schemaUnknown` where `schema` is the name of none */
  graphql<Data = unknown>(query: string, options?: QueryOptions): Promise<QueryResult<Data>>
  /**
   * The answer of a query as the UTF-8 text of its JSON, in chunks, as it is computed; errors in the query are such text
   * too. A consumer that stops early ends the query.
   */
  stream(query: string, options?: QueryOptions): AsyncGenerator<Uint8Array>
  explain(
    query: string,
    options?: QueryOptions & { readonly profile?: boolean },
  ): Promise<QueryResult<Explanation>>
  /** Triples in the union of all graphs. */
  size(): Promise<number>
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * Opens the database file at `location`, and makes it where there is none; without a location, an empty database in
 * memory.
 *
 * Queries run in processes of their own, so that time-outs and signals end them at once. With `isolation: 'none'` they
 * run in the calling process: a query then takes less time to begin, but blocks the process while a statement runs, and
 * time-outs and signals are looked at only between pieces of its answer.
 *
 * @throws ServiceError `storage` where the file is of something else, or cannot be opened; `illegalArgument` for an option that
 * cannot be used
 */
export async function openDatabase(location?: string, options: OpenOptions = {}): Promise<Database> {
  const { namespaces: given = {}, defaultLimit, autoSchema, reasoning, ...limits } = options
  const auto = autoOrigin(autoSchema)
  const names = knownNamespaces(given)
  const { namespaces } = names
  const facts = {
    namespaces,
    ...(defaultLimit !== undefined && { defaultLimit }),
    ...(reasoning !== undefined && { reasoning: checkedSettings(reasoning) }),
  }
  const engine = createEngine(limits)
  const database: DatabaseReference =
    location === undefined
      ? { kind: 'memory', name: 'memory', ...facts }
      : { kind: 'file', path: resolve(location), ...facts }
  if (location !== undefined) {
    try {
      await engine.load(database, [])
    } catch (error) {
      await engine.close()
      throw error
    }
  }
  return openedDatabase(engine, database, names, { changed: countedReport, loaded: countedLoad }, auto)
}

/** The prefixes of a database in a program, which learns more of them. */
export interface KnownNamespaces {
  readonly namespaces: Namespaces
  /** Takes over prefixes that loaded data declare, but for those that were given, or learned before. */
  learn(prefixes: Namespaces): void
}

/** The prefixes that every new database has, and those that are given beside or instead of them. */
export function knownNamespaces(given: Readonly<Record<string, string>>): KnownNamespaces {
  const namespaces = new Map([...defaultNamespaces, ...Object.entries(given)])
  const settled = new Set(
    Object.keys(given).concat([...defaultNamespaces.keys()].filter((key) => key !== '')),
  )
  return {
    namespaces,
    learn(prefixes) {
      for (const [prefix, namespace] of prefixes) {
        if (!settled.has(prefix)) namespaces.set(prefix, namespace)
        settled.add(prefix)
      }
    },
  }
}

/** A database in a program, with an engine of its own. */
export function openedDatabase<Changed, Loaded>(
  engine: Engine,
  database: DatabaseReference,
  { namespaces, learn }: KnownNamespaces,
  reports: Reports<Changed, Loaded>,
  auto: SchemaOrigin | undefined,
): OpenedDatabase<Changed, Loaded> {
  const sparql = openSparql(engine, database, learn, reports)
  const schemas = openSchemas(engine, database, auto)
  const close = async (): Promise<void> => {
    await sparql.close()
    await engine.close()
  }

  /** Does work by the schema that a query names, where it does. */
  async function bySchema<Result>(
    query: string,
    { schema: named, ...options }: QueryOptions,
    work: (asked: GraphQLRequest, how: RequestOptions) => Promise<Result>,
  ): Promise<Result | { readonly kind: 'errors'; readonly errors: readonly RequestError[] }> {
    const asked = request(query, options)
    const choice = await schemas.choose(asked, named, options)
    switch (choice.kind) {
      case 'errors':
        return choice
      case 'none':
        return work(asked, options)
      case 'schema':
        return work(asked, { ...options, schema: choice.schema })
    }
  }

  return {
    ...sparql.access,
    namespaces,
    schemas: schemas.access,

    async graphql<Data>(query: string, queryOptions: QueryOptions = {}): Promise<QueryResult<Data>> {
      const answer = await bySchema(query, queryOptions, (...asked) => engine.graphql(database, ...asked))
      if (answer.kind === 'errors') return { errors: answer.errors }
      const chunks: Uint8Array[] = []
      for await (const chunk of answer.chunks) chunks.push(chunk)
      return JSON.parse(Buffer.concat(chunks).toString('utf8'))
    },

    async *stream(query, queryOptions = {}) {
      const answer = await bySchema(query, queryOptions, (...asked) => engine.graphql(database, ...asked))
      if (answer.kind === 'errors') yield Buffer.from(JSON.stringify({ errors: answer.errors }))
      else yield* answer.chunks
    },

    async explain(query, queryOptions = {}) {
      const answer = await bySchema(query, queryOptions, (...asked) => engine.explain(database, ...asked))
      return answer.kind === 'errors' ? { errors: answer.errors } : { data: answer.explanation }
    },

    size: () => engine.size(database),
    close,
    [Symbol.asyncDispose]: close,
  }
}

function request(query: string, { variables, operationName, extensions }: QueryOptions): GraphQLRequest {
  return {
    query,
    ...(variables !== undefined && { variables }),
    ...(operationName !== undefined && { operationName }),
    ...(extensions !== undefined && { extensions }),
  }
}
