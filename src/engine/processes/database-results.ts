import type { EndpointHealth } from '../../store/remote/endpoint-client.ts'
import type { EndpointFindings } from '../../store/remote/inspect/inspect-endpoint.ts'
import type { ChangeReport, StepReport } from '../change/change.ts'
import type { ExplanationAnswer } from '../engine.ts'
import type { RequestError } from '../graphql/answer.ts'
import { isObject } from '../is-object.ts'
import type { LoadCounts, LoadReport } from '../rdf-source.ts'

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

/** Whether a value says how an endpoint is. */
export function isEndpointHealth(value: unknown): value is EndpointHealth {
  return isObject(value) && 'latencyMilliseconds' in value && typeof value.latencyMilliseconds === 'number'
}

/** Whether a value says what was found out about an endpoint. */
export function isEndpointFindings(value: unknown): value is EndpointFindings {
  return isEndpointHealth(value) && 'union' in value
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

/** Whether a value says what a change came to. */
export function isChangeReport(value: unknown): value is ChangeReport {
  return (
    isStepReport(value) &&
    isCounts(value) &&
    'steps' in value &&
    Array.isArray(value.steps) &&
    value.steps.every(isStepReport) &&
    'prefixes' in value &&
    value.prefixes instanceof Map
  )
}

function isStepReport(value: unknown): value is Partial<StepReport> {
  return isObject(value) && ['added', 'removed'].every((count) => isNumberOrAbsent(Reflect.get(value, count)))
}

/** What an endpoint does not count is absent. */
function isNumberOrAbsent(count: unknown): boolean {
  return count === undefined || typeof count === 'number'
}
