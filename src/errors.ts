/**
 * The codes that a failure of the service can have, by name. The values are what clients see in `code` and in the
 * header `SD-Error-Code`.
 */
export const errorCodes = {
  illegalArgument: '000IA2',
  databaseExists: '0D0DE2',
  databaseUnknown: '0D0DU2',
  invalidConfiguration: '0DICC2',
  invalidDatabaseName: '0DIDN2',
  invalidDatabaseState: '0DIDS2',
  invalidQuery: 'QE0PE2',
  invalidRdf: 'QEIVR2',
  invalidSchema: 'GQLIS2',
  schemaExists: 'GQLSE2',
  schemaUnknown: 'GQLSU2',
  queryUnknown: 'QEQNF2',
  transactionUnknown: '0D0TU2',
  queryTimeout: 'QETIM2',
  queryCancelled: 'QECAN2',
  queryMemory: 'QEMEM2',
  limitExceeded: 'QELIM2',
  unsupported: '000US2',
  notFound: '000NF2',
  serverBusy: '000SB2',
  storage: '0DSTO2',
  remoteFailed: 'QERMT2',
  remoteUnavailable: 'QERUN2',
  unauthenticated: 'SEAEE2',
  forbidden: 'SEAOE2',
  tooManyAttempts: 'SETMA2',
  accountUnknown: 'SERNF2',
  accountExists: 'SE0RE2',
  resourceInUse: 'SERIU2',
  illegalPassword: 'SE0IP2',
  internal: '000IE2',
} as const

/** Name of a failure of the service: the key of {@link errorCodes}. */
export type ErrorName = keyof typeof errorCodes

/** What a {@link ServiceError} carries beside its message. */
export interface ServiceErrorOptions {
  /** What the operator needs to know and the caller must not: goes to the log, never into an answer. */
  readonly detail?: string
  readonly cause?: unknown
  /** Seconds after which it is worth trying again. */
  readonly retryAfterSeconds?: number
}

/**
 * A failure that the caller or the operator of the service can do something about.
 *
 * `message` is written for the caller, in the words that they used; `detail` is for the log. Errors in a GraphQL
 * document are not of this kind: they are `GraphQLError`s with locations. A plain `Error` is a bug of ours.
 */
export class ServiceError extends Error {
  override readonly name = 'ServiceError'
  readonly kind: ErrorName
  readonly code: string
  readonly detail: string | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(kind: ErrorName, message: string, options: ServiceErrorOptions = {}) {
    super(message, { cause: options.cause })
    this.kind = kind
    this.code = errorCodes[kind]
    this.detail = options.detail
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}

/** The codes that an error in a GraphQL request can have, in its `extensions.code`. */
export const queryErrorCodes = [
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'BAD_USER_INPUT',
  'OPERATION_RESOLUTION_FAILURE',
  'UNKNOWN_PREFIX',
  'LIMIT_EXCEEDED',
  'UNSUPPORTED',
  'INTROSPECTION_DISABLED',
  'PERSISTED_QUERY_NOT_SUPPORTED',
] as const

/** One of {@link queryErrorCodes}. */
export type QueryErrorCode = (typeof queryErrorCodes)[number]

/** The sentence of every limit of a query: its name, its value and the query's value, `more` where that is not counted to the end. */
export function limitMessage(what: string, limit: number, actual: string): string {
  return `The query has ${actual} ${what}; the limit is ${limit.toLocaleString('en')}.`
}
