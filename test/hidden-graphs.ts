import { defaultDocumentLimits } from '../src/compiler/limits.ts'
import { noAnswerLimits } from '../src/engine/answer-limits.ts'
import { countTriples } from '../src/engine/count-triples.ts'
import type { Database } from '../src/engine/database.ts'
import type { GraphQLRequest } from '../src/engine/graphql/answer.ts'
import { answerRequest, explainRequest } from '../src/engine/graphql/answer-request.ts'
import { generateSchema } from '../src/engine/schemas/generate-schema.ts'
import type { SchemaOrigin } from '../src/engine/schemas/schema-source.ts'
import { answerSparql } from '../src/engine/sparql/answer-sparql.ts'
import { explainSparql } from '../src/engine/sparql/explain-sparql.ts'
import { exportPieces } from '../src/engine/sparql/export-quads.ts'
import type { SparqlRequest } from '../src/engine/sparql/sparql-request.ts'
import { ServiceError } from '../src/errors.ts'
import type { Quad } from '../src/rdf/term.ts'
import type { GraphSet } from '../src/sparql/graph-access.ts'
import type { Opened } from './opened.ts'

/** A question to a database, of any kind. */
export type Question =
  | { readonly kind: 'sparql' | 'explainSparql'; readonly request: SparqlRequest }
  | { readonly kind: 'graphql' | 'explain'; readonly request: GraphQLRequest; readonly reasoning: boolean }
  | { readonly kind: 'export'; readonly graph?: string; readonly format: 'n-quads' | 'n-triples' }
  | { readonly kind: 'size' }
  | { readonly kind: 'schema'; readonly origin: SchemaOrigin }

/** A database as somebody has it who may read some of its graphs. */
export function readBy({ open, database }: Opened, readable: GraphSet): Pick<Opened, 'open' | 'database'> {
  const restricted = {
    ...database,
    access: { readable, writable: { default: false, named: [] } },
  } satisfies Database
  return { open: open.readableBy(restricted), database: restricted }
}

/** Whether a quad is in one of some graphs. */
export function isIn({ graph }: Quad, { default: hasDefault, named }: GraphSet): boolean {
  if (graph === null) return hasDefault
  return named === 'all' || named.includes(graph.value)
}

/** The whole answer as text, or what the question is refused by; without times. */
export async function answerTo(
  { open, database }: Pick<Opened, 'open' | 'database'>,
  question: Question,
): Promise<string> {
  try {
    return await answered(open, database, question)
  } catch (error) {
    if (error instanceof ServiceError) return `${error.kind}: ${error.message} (${error.detail ?? ''})`
    throw error
  }
}

async function answered(open: Opened['open'], database: Database, question: Question): Promise<string> {
  switch (question.kind) {
    case 'sparql': {
      const formats = { solutions: 'tsv', boolean: 'tsv', graph: 'n-triples' } as const
      const limits = { ...noAnswerLimits }
      const answer = await answerSparql(open, database, question.request, { formats, limits })
      return answer.kind === 'noFormat' ? answer.kind : textOf(answer.pieces)
    }
    case 'explainSparql':
      return untimed(await explainSparql(open, database, question.request, { profile: true }))
    case 'graphql': {
      const limits = defaultDocumentLimits
      const { request, reasoning } = question
      const answer = await answerRequest(open, database, request, { reasoning, limits })
      return answer.kind === 'errors' ? JSON.stringify(answer.errors) : textOf(answer.pieces)
    }
    case 'explain': {
      const { request, reasoning } = question
      return untimed(await explainRequest(open, database, request, { reasoning, profile: true }))
    }
    case 'export': {
      const { format, graph } = question
      return textOf(await exportPieces(open, database, { format, ...(graph !== undefined && { graph }) }))
    }
    case 'size':
      return String(await countTriples(open))
    case 'schema':
      return generateSchema(open, database, question.origin)
  }
}

async function textOf(pieces: AsyncIterable<string>): Promise<string> {
  let text = ''
  for await (const piece of pieces) text += piece
  return text
}

function untimed(explanation: unknown): string {
  return JSON.stringify(explanation, (key, value: unknown) => (key === 'milliseconds' ? 0 : value))
}
