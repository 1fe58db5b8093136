import { type RdfFormat, rdfSyntaxes } from '../../rdf/formats.ts'
import { type SolutionsFormat, solutionsSyntaxes } from '../../sparql/results/formats.ts'
import type { AnswerLimits } from '../answer-limits.ts'
import { isObject } from '../is-object.ts'
import type {
  ResultFormats,
  SparqlAnswer,
  SparqlExplanation,
  SparqlRequest,
} from '../sparql/sparql-request.ts'
import { isOrderedSteps, type OrderedStep } from './database-orders.ts'

/** Work that sees the database as the steps of a transaction make it, where there are any. */
export interface WithinSteps {
  readonly steps?: readonly OrderedStep[]
}

/** Whether an argument says within which steps it is. */
export function isWithinSteps(value: unknown): value is WithinSteps {
  return isObject(value) && (!('steps' in value) || isOrderedSteps(value.steps))
}

/** A SPARQL query to answer. */
export interface SparqlWork {
  readonly sparql: SparqlRequest
  readonly formats: ResultFormats
  readonly limits: AnswerLimits
  /** Triple patterns that a query with reasoning may come to. */
  readonly triplePatterns?: number
}

/** A SPARQL query to explain. */
export interface SparqlExplainWork {
  readonly sparql: SparqlRequest
  readonly profile: boolean
  /** As of an answer. */
  readonly triplePatterns?: number
}

/** Graphs to export. */
export interface ExportWork {
  readonly format: RdfFormat
  /** Absent: all. */
  readonly graph?: string
  readonly unnamed: boolean
}

/** What an answer is, told before its first bytes. */
export type AnswerHead =
  | { readonly kind: 'solutions' | 'boolean'; readonly format: SolutionsFormat }
  | { readonly kind: 'graph'; readonly format: RdfFormat }

/** Whether an argument is a SPARQL query to answer. */
export function isSparqlWork(value: unknown): value is SparqlWork {
  return (
    isObject(value) &&
    'sparql' in value &&
    isSparqlRequest(value.sparql) &&
    'formats' in value &&
    isObject(value.formats) &&
    'limits' in value &&
    isObject(value.limits) &&
    hasPatterns(value)
  )
}

/** Whether an argument is a SPARQL query to explain. */
export function isSparqlExplainWork(value: unknown): value is SparqlExplainWork {
  return (
    isObject(value) &&
    'sparql' in value &&
    isSparqlRequest(value.sparql) &&
    'profile' in value &&
    hasPatterns(value)
  )
}

function hasPatterns(value: object): boolean {
  return !('triplePatterns' in value) || typeof value.triplePatterns === 'number'
}

/** Whether an argument is an export. */
export function isExportWork(value: unknown): value is ExportWork {
  return isObject(value) && 'format' in value && isRdfFormat(value.format) && 'unnamed' in value
}

/** Whether a value says what an answer is. */
export function isAnswerHead(value: unknown): value is AnswerHead {
  if (!isObject(value) || !('kind' in value) || !('format' in value)) return false
  const { kind, format } = value
  return kind === 'graph'
    ? isRdfFormat(format)
    : (kind === 'solutions' || kind === 'boolean') && isSolutionsFormat(format)
}

/** Whether a query ended because its caller takes no syntax of what it makes. */
export function isNoFormat(value: unknown): value is Extract<SparqlAnswer, { kind: 'noFormat' }> {
  return isObject(value) && 'kind' in value && value.kind === 'noFormat' && 'makes' in value
}

/** Whether a value explains a query. */
export function isSparqlExplanation(value: unknown): value is SparqlExplanation {
  return (
    isObject(value) &&
    'sparql' in value &&
    typeof value.sparql === 'string' &&
    'plan' in value &&
    isObject(value.plan)
  )
}

function isSparqlRequest(value: unknown): value is SparqlRequest {
  return isObject(value) && 'query' in value && typeof value.query === 'string'
}

function isRdfFormat(value: unknown): value is RdfFormat {
  return rdfSyntaxes.some(({ format }) => format === value)
}

function isSolutionsFormat(value: unknown): value is SolutionsFormat {
  return solutionsSyntaxes.some(({ format }) => format === value)
}
