import { resolve } from 'node:path'
import { defaultNamespaces, type Namespaces } from '../rdf/namespaces.ts'
import type { Explanation, GraphQLRequest, RequestError, RequestOptions } from './answer.ts'
import { createEngine } from './create-engine.ts'
import type { Database as DatabaseReference } from './database.ts'
import type { EngineOptions } from './engine.ts'
import { fileSource } from './file-source.ts'
import type { LoadOptions, LoadReport, RdfSource } from './rdf-source.ts'

/** How a database is opened; the limits of the engine among it. */
export interface OpenOptions extends EngineOptions {
  /** Prefixes beside, or instead of, those that every new database has. */
  readonly namespaces?: Readonly<Record<string, string>>
  /** Most objects of a top-level field without `first`; an answer that it cut says so in `extensions.truncated`. */
  readonly defaultLimit?: number
}

/** A file by its path, in the syntax that its name tells; or bytes in a known syntax. */
export type LoadInput = string | RdfSource

/** How data is loaded. */
export interface LoadSettings extends LoadOptions {
  /** IRI of the graph that triples without one go to; the default graph otherwise. */
  readonly graph?: string
}

/** The values of a query's variables, and which of its operations is meant. */
export interface QueryOptions extends RequestOptions {
  readonly variables?: Readonly<Record<string, unknown>>
  readonly operationName?: string
  /** The special variables are read from it too, without their `@`. */
  readonly extensions?: Readonly<Record<string, unknown>>
}

/** What a query came to. `Data` is what the caller expects: it is not checked. */
export type QueryResult<Data> =
  | { readonly data: Data; readonly errors?: undefined }
  | { readonly data?: undefined; readonly errors: readonly RequestError[] }

/** A database in a program. Errors in a query are results; every other failure is thrown as a `ServiceError`. */
export interface Database {
  /** Prefix → namespace IRI: the ones given, and those that loaded data declare. */
  readonly namespaces: Namespaces
  /** Adds the quads of all inputs in one commit, or of none. */
  load(input: LoadInput | readonly LoadInput[], settings?: LoadSettings): Promise<LoadReport>
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
 * @throws ServiceError `storage` where the file is of something else, or cannot be opened
 */
export async function openDatabase(location?: string, options: OpenOptions = {}): Promise<Database> {
  const { namespaces: given = {}, defaultLimit, ...limits } = options
  const engine = createEngine(limits)
  const namespaces = new Map([...defaultNamespaces, ...Object.entries(given)])
  const settled = new Set(
    Object.keys(given).concat([...defaultNamespaces.keys()].filter((key) => key !== '')),
  )
  const facts = { namespaces, ...(defaultLimit !== undefined && { defaultLimit }) }
  const database: DatabaseReference =
    location === undefined
      ? { kind: 'memory', name: 'memory', ...facts }
      : { kind: 'file', path: resolve(location), ...facts }

  async function load(inputs: readonly LoadInput[], settings: LoadSettings): Promise<LoadReport> {
    const { graph, ...loadOptions } = settings
    const sources = inputs.map((input) => {
      const source = typeof input === 'string' ? fileSource(input) : input
      return graph === undefined ? source : { ...source, graph }
    })
    const report = await engine.load(database, sources, loadOptions)
    for (const [prefix, namespace] of report.prefixes) {
      if (!settled.has(prefix)) namespaces.set(prefix, namespace)
      settled.add(prefix)
    }
    return report
  }

  if (location !== undefined) {
    try {
      await engine.load(database, [])
    } catch (error) {
      await engine.close()
      throw error
    }
  }
  const close = (): Promise<void> => engine.close()

  return {
    namespaces,
    load: (input, settings = {}) => load(isList(input) ? input : [input], settings),

    async graphql<Data>(query: string, queryOptions: QueryOptions = {}): Promise<QueryResult<Data>> {
      const answer = await engine.graphql(database, request(query, queryOptions), queryOptions)
      if (answer.kind === 'errors') return { errors: answer.errors }
      const chunks: Uint8Array[] = []
      for await (const chunk of answer.chunks) chunks.push(chunk)
      return JSON.parse(Buffer.concat(chunks).toString('utf8'))
    },

    async *stream(query, queryOptions = {}) {
      const answer = await engine.graphql(database, request(query, queryOptions), queryOptions)
      if (answer.kind === 'errors') yield Buffer.from(JSON.stringify({ errors: answer.errors }))
      else yield* answer.chunks
    },

    async explain(query, queryOptions = {}) {
      const answer = await engine.explain(database, request(query, queryOptions), queryOptions)
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

function isList(input: LoadInput | readonly LoadInput[]): input is readonly LoadInput[] {
  return Array.isArray(input)
}
