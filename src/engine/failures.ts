import { ServiceError } from '../errors.ts'

/** A query ran, or waited, for longer than it may; `asked` names the endpoint that it waited for. */
export function timeoutError(milliseconds: number, asked?: string): ServiceError {
  const limit = milliseconds % 1000 === 0 ? `${milliseconds / 1000} s` : `${milliseconds} ms`
  const query = asked === undefined ? 'The query' : `${asked}: the query`
  return new ServiceError('queryTimeout', `${query} did not end within its time limit of ${limit}.`)
}

/** Nobody waits for the result any more. */
export function cancelledError(): ServiceError {
  return new ServiceError('queryCancelled', 'The request was cancelled.')
}

/** A query took more memory than it may. */
export function memoryError(limit: number, bytes?: number): ServiceError {
  const megabytes = (count: number): string => `${Math.round(count / 2 ** 20)} MiB`
  const taken = bytes === undefined ? '' : ` (it took ${megabytes(bytes)})`
  return new ServiceError(
    'queryMemory',
    `The query needs more memory than its limit of ${megabytes(limit)}${taken}.`,
  )
}

/** Too many requests wait already. */
export function busyError(waiting: number): ServiceError {
  return new ServiceError(
    'serverBusy',
    `The service is busy: ${waiting} requests wait already, which is the limit. Try again later.`,
  )
}

/** The engine was closed. */
export function closedError(): ServiceError {
  return new ServiceError('serverBusy', 'The service is shutting down.')
}

/** The database was dropped before the work on it was done. */
export function droppedError(): ServiceError {
  return new ServiceError('databaseUnknown', 'The database was dropped before this was done.')
}
