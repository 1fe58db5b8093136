import { answerChunks } from '../answer-chunks.ts'
import { noAnswerLimits } from '../answer-limits.ts'
import type { Database } from '../database.ts'
import { answerRequest, explainRequest } from '../graphql/answer-request.ts'
import type { OpenStore } from '../open-store.ts'
import { checkSchema } from '../schemas/check-schema.ts'
import { makeSchema } from '../schemas/make-schema.ts'
import { createReadSchemas, type SchemaReading } from '../schemas/read-schemas.ts'
import { answerSparql } from '../sparql/answer-sparql.ts'
import { explainSparql } from '../sparql/explain-sparql.ts'
import { exportPieces } from '../sparql/export-quads.ts'
import { type GraphQLWork, isGraphQLWork } from './database-orders.ts'
import { emitChunks } from './emit-chunks.ts'
import { inputOf } from './input-of.ts'
import { isSchemaCheckOrder, isSchemaGenerationWork } from './schema-orders.ts'
import type { Operation, OperationContext } from './serve-operations.ts'
import { isExportWork, isSparqlExplainWork, isSparqlWork } from './sparql-orders.ts'

/** Does work that reads the database that an order is about. */
export type Reading = <Result>(
  order: unknown,
  context: OperationContext,
  work: (open: OpenStore, database: Database) => Promise<Result>,
) => Promise<Result>

/** The names of {@link queryOperations}. */
export type QueryOperation =
  | 'graphql'
  | 'explain'
  | 'checkSchema'
  | 'generateSchema'
  | 'sparql'
  | 'explainSparql'
  | 'export'

/**
 * What a child process does for queries: it answers and explains those of GraphQL and SPARQL, checks and makes schemas, and
 * exports quads.
 */
export function queryOperations(reading: Reading): Readonly<Record<QueryOperation, Operation>> {
  const schemas = createReadSchemas()

  /** How the schema of a request is read; a text that is not known here is asked for. */
  function readingOf(
    { schema }: GraphQLWork,
    { namespaces }: Database,
    context: OperationContext,
  ): (() => Promise<SchemaReading>) | undefined {
    if (schema === undefined) return undefined
    return () => schemas.take(schema, namespaces, () => textOf(inputOf(0, context)))
  }

  return {
    async graphql(order, context) {
      if (!isGraphQLWork(order)) throw new Error('The order of a query cannot be read.')
      const { request, settings } = order
      const { signal } = context
      return reading(order, context, async (open, database) => {
        const schema = readingOf(order, database, context)
        const answer = await answerRequest(open, database, request, { ...settings, schema, signal })
        if (answer.kind === 'errors') return { value: { errors: answer.errors } }
        const { bytes } = settings.answerLimits ?? noAnswerLimits
        return { bytes: await emitChunks(answerChunks(answer.pieces, bytes), context) }
      })
    },

    async explain(order, context) {
      if (!isGraphQLWork(order)) throw new Error('The order of an explanation cannot be read.')
      const { request, profile = false, settings } = order
      const { signal } = context
      const value = await reading(order, context, (open, database) =>
        explainRequest(open, database, request, {
          ...settings,
          profile,
          schema: readingOf(order, database, context),
          signal,
        }),
      )
      return { value }
    },

    async checkSchema(order) {
      if (!isSchemaCheckOrder(order)) throw new Error('The order of a check of a schema cannot be read.')
      return { value: checkSchema(order.text, order.namespaces) }
    },

    async generateSchema(order, context) {
      if (!isSchemaGenerationWork(order)) throw new Error('The order of a schema cannot be read.')
      const { signal } = context
      const value = await reading(order, context, (open, database) =>
        makeSchema(open, database, order.origin, { signal }),
      )
      return { value }
    },

    async sparql(order, context) {
      if (!isSparqlWork(order)) throw new Error('The order of a SPARQL query cannot be read.')
      const { sparql, formats, limits, triplePatterns } = order
      return reading(order, context, async (open, database) => {
        const { signal } = context
        const answer = await answerSparql(open, database, sparql, { formats, limits, triplePatterns, signal })
        if (answer.kind === 'noFormat') return { value: answer }
        // Comes before the first chunk.
        context.progress(answer.head)
        return { bytes: await emitChunks(answerChunks(answer.pieces, limits.bytes), context) }
      })
    },

    async explainSparql(order, context) {
      if (!isSparqlExplainWork(order)) throw new Error('The order of an explanation cannot be read.')
      const { sparql, profile, triplePatterns } = order
      const { signal } = context
      const value = await reading(order, context, (open, database) =>
        explainSparql(open, database, sparql, { profile, triplePatterns, signal }),
      )
      return { value }
    },

    async export(order, context) {
      if (!isExportWork(order)) throw new Error('The order of an export cannot be read.')
      const { format, graph, unnamed } = order
      const { signal } = context
      return reading(order, context, async (open, database) => {
        const settings = { format, unnamed, signal, ...(graph === undefined ? {} : { graph }) }
        const pieces = await exportPieces(open, database, settings)
        return { bytes: await emitChunks(answerChunks(pieces, noAnswerLimits.bytes), context) }
      })
    },
  }
}

async function textOf(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const all: Uint8Array[] = []
  for await (const piece of bytes) all.push(piece)
  return Buffer.concat(all).toString('utf8')
}
