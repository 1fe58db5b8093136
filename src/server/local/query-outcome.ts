import { type ErrorName, ServiceError } from '../../errors.ts'

/** How a query or change can end. */
export const queryOutcomes = ['done', 'refused', 'timeout', 'cancelled', 'failed'] as const

/** One of {@link queryOutcomes}. */
export type QueryOutcome = (typeof queryOutcomes)[number]

/** Failures that the one who asked can do something about. */
const refusals: ReadonlySet<ErrorName> = new Set([
  'illegalArgument',
  'invalidQuery',
  'invalidRdf',
  'limitExceeded',
  'unsupported',
  'notFound',
  'transactionUnknown',
  'databaseUnknown',
  'schemaUnknown',
  'invalidDatabaseState',
  'forbidden',
])

/** How something ended that failed. */
export function outcomeOf(error: unknown): QueryOutcome {
  if (!(error instanceof ServiceError)) return 'failed'
  if (error.kind === 'queryTimeout') return 'timeout'
  if (error.kind === 'queryCancelled') return 'cancelled'
  return refusals.has(error.kind) ? 'refused' : 'failed'
}
