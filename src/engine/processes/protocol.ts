import { type ErrorName, errorCodes, ServiceError } from '../../errors.ts'
import { diskError } from '../disk-error.ts'
import { isToldWarnings, type ToldWarnings } from '../reasoning/told-warnings.ts'

/** What the main process has to tell an operation. */
export type CallOrder =
  | { readonly kind: 'run'; readonly operation: string; readonly argument: unknown }
  /** The reader has taken one chunk. */
  | { readonly kind: 'credit' }
  /** Bytes of input number `source` that the operation asked for; `null` is their end. */
  | { readonly kind: 'input'; readonly source: number; readonly bytes: Uint8Array | null }
  /** The operation's result is not wanted any more. */
  | { readonly kind: 'cancel' }

/** Messages of the main process to a child process: of operation number `call`. */
export type Order = CallOrder & { readonly call: number }

/** What an operation has to tell the main process. */
export type CallNotice =
  | { readonly kind: 'chunk'; readonly bytes: Uint8Array }
  | { readonly kind: 'progress'; readonly value: unknown }
  /** Asks for the next piece of input number `source`. */
  | { readonly kind: 'want'; readonly source: number }
  /** The end of the operation: its last bytes, and what it came to. */
  | { readonly kind: 'done'; readonly bytes: Uint8Array | null; readonly value: unknown }
  | { readonly kind: 'failed'; readonly error: ErrorRecord }

/** Messages of a child process to the main one. */
export type Notice =
  /** The process takes orders. */
  | { readonly kind: 'ready' }
  /** An order to cancel has come: the process is not stuck. */
  | { readonly kind: 'heard' }
  /** The vocabulary of a database was read. */
  | { readonly kind: 'warnings'; readonly told: ToldWarnings }
  | (CallNotice & { readonly call: number })

/** Chunks that may be on their way before the reader has taken one. */
export const chunkWindow = 4

/** An error as data; `name` is `null` for a bug, whose message is for the log. */
export interface ErrorRecord {
  readonly name: ErrorName | null
  readonly message: string
  readonly detail: string | null
}

/** The record of an error, to send it to another process. */
export function recordError(error: unknown): ErrorRecord {
  if (error instanceof ServiceError) {
    return { name: error.kind, message: error.message, detail: error.detail ?? null }
  }
  const failure = diskError(error)
  if (failure !== undefined) return recordError(failure)
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return { name: null, message: text, detail: null }
}

/** The error of a record; a bug becomes an `internal` failure. */
export function restoreError(record: ErrorRecord): ServiceError {
  if (record.name === null) return internalError(record.message)
  return new ServiceError(
    record.name,
    record.message,
    record.detail === null ? {} : { detail: record.detail },
  )
}

/** A failure that the caller can do nothing about; `detail` goes to the log. */
export function internalError(detail: string): ServiceError {
  return new ServiceError('internal', 'The service failed to carry out the request.', { detail })
}

/** Reads a message of the main process. */
export function readOrder(message: unknown): Order {
  if (isRecord(message)) {
    const { kind, call, operation, bytes, source } = message
    if (typeof call !== 'number') throw notOrder()
    switch (kind) {
      case 'run':
        if (typeof operation === 'string') return { kind, call, operation, argument: message['argument'] }
        break
      case 'credit':
      case 'cancel':
        return { kind, call }
      case 'input':
        if (typeof source !== 'number') break
        if (bytes === null || bytes instanceof Uint8Array) return { kind, call, source, bytes }
        break
    }
  }
  throw notOrder()
}

function notOrder(): Error {
  return new Error('A database process was sent something that is no order.')
}

/** Reads a message of a database process. */
export function readNotice(message: unknown): Notice {
  if (isRecord(message)) {
    const { kind, call, bytes, value, source, error } = message
    if (kind === 'ready' || kind === 'heard') return { kind }
    if (kind === 'warnings' && isToldWarnings(message['told'])) return { kind, told: message['told'] }
    if (typeof call !== 'number') throw notNotice()
    switch (kind) {
      case 'chunk':
        if (bytes instanceof Uint8Array) return { kind, call, bytes }
        break
      case 'progress':
        return { kind, call, value }
      case 'want':
        if (typeof source === 'number') return { kind, call, source }
        break
      case 'done':
        if (bytes === null || bytes instanceof Uint8Array) return { kind, call, bytes, value }
        break
      case 'failed':
        return { kind, call, error: readErrorRecord(error) }
    }
  }
  throw notNotice()
}

function notNotice(): Error {
  return new Error('A database process sent something that is no notice.')
}

/** Reads the record of an error of another process. */
export function readErrorRecord(value: unknown): ErrorRecord {
  if (!isRecord(value) || typeof value['message'] !== 'string') {
    return { name: null, message: 'A database process sent an error that cannot be read.', detail: null }
  }
  const { name, message, detail } = value
  return {
    name: typeof name === 'string' && isErrorName(name) ? name : null,
    message,
    detail: typeof detail === 'string' ? detail : null,
  }
}

function isErrorName(name: string): name is ErrorName {
  return Object.hasOwn(errorCodes, name)
}

/** What is known of a plain object before its members are looked at. */
interface Members {
  readonly [name: string]: unknown
  readonly kind?: unknown
  readonly call?: unknown
  readonly operation?: unknown
  readonly bytes?: unknown
  readonly value?: unknown
  readonly source?: unknown
  readonly error?: unknown
  readonly name?: unknown
  readonly message?: unknown
  readonly detail?: unknown
}

function isRecord(value: unknown): value is Members {
  return typeof value === 'object' && value !== null
}
