import type { RequestError } from './answer.ts'
import type { ExplanationAnswer } from './engine.ts'
import type { LoadCounts, LoadReport } from './rdf-source.ts'

/** Whether an operation ended in errors of its request. */
export function isAnswerErrors(value: unknown): value is { readonly errors: readonly RequestError[] } {
  return isObject(value) && 'errors' in value && Array.isArray(value.errors)
}

/** Whether an operation ended in an explanation, or in errors of its request. */
export function isExplanationAnswer(value: unknown): value is ExplanationAnswer {
  if (!isObject(value) || !('kind' in value)) return false
  if (value.kind === 'errors') return isAnswerErrors(value)
  return value.kind === 'explanation' && 'explanation' in value && isObject(value.explanation)
}

/** Whether a value says how far a load has come. */
export function isCounts(value: unknown): value is LoadCounts {
  return (
    isObject(value) &&
    'quads' in value &&
    typeof value.quads === 'number' &&
    'bytes' in value &&
    typeof value.bytes === 'number'
  )
}

/** Whether a value says what a load came to. */
export function isLoadReport(value: unknown): value is LoadReport {
  return (
    isCounts(value) &&
    'added' in value &&
    typeof value.added === 'number' &&
    'prefixes' in value &&
    value.prefixes instanceof Map
  )
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
