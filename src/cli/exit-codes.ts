import type { ErrorName } from '../errors.ts'

/** What the exit code of a command says. */
export const exitCodes = {
  ok: 0,
  /** The query or the request has errors: another one would be answered. */
  requestFailed: 1,
  /** The command line is wrong: nothing was tried. */
  usage: 2,
  /** The service failed, or cannot be reached. */
  serviceFailed: 3,
  timeout: 4,
  /** Ended by SIGINT (128 + 2, as shells count). */
  interrupted: 130,
  /** Ended by SIGTERM or SIGHUP (128 + 15). */
  terminated: 143,
} as const

/** One of {@link exitCodes}. */
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/** The exit code of a command that ended in a failure of the service. */
export function exitCodeOf(failure: ErrorName): ExitCode {
  switch (failure) {
    case 'illegalArgument':
    case 'databaseExists':
    case 'databaseUnknown':
    case 'invalidDatabaseName':
    case 'invalidQuery':
    case 'invalidRdf':
    case 'invalidSchema':
    case 'limitExceeded':
    case 'queryMemory':
    case 'queryUnknown':
    case 'schemaExists':
    case 'schemaUnknown':
    case 'transactionUnknown':
    case 'unsupported':
    case 'notFound':
    case 'unauthenticated':
    case 'forbidden':
    case 'accountUnknown':
    case 'accountExists':
    case 'resourceInUse':
    case 'illegalPassword':
      return exitCodes.requestFailed
    case 'queryTimeout':
      return exitCodes.timeout
    case 'queryCancelled':
    case 'invalidConfiguration':
    case 'invalidDatabaseState':
    case 'serverBusy':
    case 'tooManyAttempts':
    case 'storage':
    case 'remoteFailed':
    case 'remoteUnavailable':
    case 'internal':
      return exitCodes.serviceFailed
  }
}
