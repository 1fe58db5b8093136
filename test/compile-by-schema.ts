import { type Compiled, compile } from '../src/compiler/compile.ts'
import { RefusedQuery } from '../src/compiler/refused-query.ts'
import { readSchema } from '../src/graphql/read/read-schema.ts'
import type { Schema } from '../src/graphql/schema.ts'
import { defaultNamespaces, type Namespaces } from '../src/rdf/namespaces.ts'
import type { Statistics } from '../src/sparql/statistics.ts'

/** An error as a client reads it. */
export interface Refusal {
  readonly message: string
  readonly code: unknown
  /** `line:column`; empty where it has no place. */
  readonly place: string
}

/** Compiles documents by a schema. */
export interface SchemaCompiler {
  compile(query: string, variables?: Record<string, unknown>): Compiled
  /** Errors of a document; none where it compiles. */
  refusals(query: string, variables?: Record<string, unknown>): readonly Refusal[]
}

const emptyStatistics: Statistics = { triples: 0, predicate: () => undefined, instances: () => 0 }

/** A compiler by the schema of a text, for a database without data. */
export function compilerBySchema(text: string, namespaces: Namespaces = defaultNamespaces): SchemaCompiler {
  const schema: Schema = readSchema(text, namespaces)
  const facts = { namespaces, statistics: emptyStatistics, schema }
  return {
    compile: (query, variables = {}) => compile({ query, variables }, facts),
    refusals: (query, variables = {}) => {
      try {
        compile({ query, variables }, facts)
        return []
      } catch (error) {
        if (!(error instanceof RefusedQuery)) throw error
        return error.errors.map(({ message, extensions, locations }) => {
          const [location] = locations ?? []
          const place = location === undefined ? '' : `${location.line}:${location.column}`
          return { message, code: extensions['code'], place }
        })
      }
    },
  }
}
