import type { ErrorName } from '../../errors.ts'

/** HTTP status of each failure of the service (RFC 9110, section 15). */
const statusOfFailure: Readonly<Record<ErrorName, number>> = {
  illegalArgument: 400,
  databaseExists: 409,
  databaseUnknown: 404,
  invalidConfiguration: 500,
  invalidDatabaseName: 400,
  invalidDatabaseState: 503,
  invalidQuery: 400,
  invalidRdf: 400,
  invalidSchema: 400,
  schemaExists: 409,
  schemaUnknown: 404,
  queryUnknown: 404,
  transactionUnknown: 404,
  queryTimeout: 504,
  queryCancelled: 503,
  queryMemory: 503,
  limitExceeded: 413,
  unsupported: 501,
  notFound: 404,
  serverBusy: 503,
  storage: 503,
  remoteFailed: 502,
  remoteUnavailable: 503,
  unauthenticated: 401,
  forbidden: 403,
  tooManyAttempts: 429,
  accountUnknown: 404,
  accountExists: 409,
  resourceInUse: 409,
  illegalPassword: 400,
  internal: 500,
}

/** The HTTP status that answers a failure of the service. */
export function statusOf(failure: ErrorName): number {
  return statusOfFailure[failure]
}

/** Statuses that the HTTP layer itself answers with, where no part below it was reached. */
export const status = {
  ok: 200,
  created: 201,
  accepted: 202,
  noContent: 204,
  badRequest: 400,
  forbidden: 403,
  notFound: 404,
  methodNotAllowed: 405,
  notAcceptable: 406,
  requestTimeout: 408,
  contentTooLarge: 413,
  unsupportedMediaType: 415,
  misdirectedRequest: 421,
  headersTooLarge: 431,
  internalError: 500,
  unavailable: 503,
} as const
