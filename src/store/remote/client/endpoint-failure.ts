import { errors } from 'undici'
import { ServiceError } from '../../../errors.ts'
import { metadataCode } from './metadata-address.ts'

/** A request that was not answered as it should be. */
export interface EndpointFailure {
  readonly error: ServiceError
  /** Whether the endpoint can have carried it out: not where no connection came about. */
  readonly sent: boolean
  /** Whether the same request can be answered a moment later. */
  readonly passing: boolean
  /** Whether the endpoint seems to be down, for every request. */
  readonly down: boolean
  /** Milliseconds that the endpoint asks to wait for. */
  readonly pause?: number
  /** The message without what the endpoint said to whoever asked, for others; absent: it has nothing of that. */
  readonly plain?: string
}

/** What happened to the connection, as the caller is told it. */
interface Mishap {
  readonly problem: string
  readonly sent: boolean
  readonly passing: boolean
  readonly down: boolean
}

const unreachable = { sent: false, down: true } as const

/** What the codes of system, TLS and HTTP library mean (node:errors, libuv's errors; undici's `errors`). */
const mishaps: ReadonlyMap<string, Mishap> = new Map<string, Mishap>([
  ['ECONNREFUSED', { ...unreachable, problem: 'it refuses connections', passing: true }],
  [
    metadataCode,
    {
      ...unreachable,
      problem: 'at its address clouds tell the credentials of machines, and it is not connected to',
      passing: false,
    },
  ],
  ['ENOTFOUND', { ...unreachable, problem: 'no address is known for this name', passing: false }],
  ['EAI_AGAIN', { ...unreachable, problem: 'its name cannot be looked up at present', passing: true }],
  ['EHOSTUNREACH', { ...unreachable, problem: 'there is no way to its host', passing: false }],
  ['ENETUNREACH', { ...unreachable, problem: 'there is no way to its network', passing: false }],
  ['EADDRNOTAVAIL', { ...unreachable, problem: 'this machine has no free port', passing: true }],
  [
    'UND_ERR_CONNECT_TIMEOUT',
    { ...unreachable, problem: 'it accepts no connection in time', passing: false },
  ],
  ['ETIMEDOUT', { ...unreachable, problem: 'it accepts no connection in time', passing: false }],
])

/** Codes of connections that were there and broke. */
const broken: ReadonlySet<string> = new Set([
  'ECONNRESET',
  'EPIPE',
  'ECONNABORTED',
  'UND_ERR_SOCKET',
  'UND_ERR_CLOSED',
])

/** Codes of OpenSSL and of Node's check of certificates. */
const ofTls =
  /^(?:ERR_SSL_|ERR_TLS_|CERT_|CRL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|INVALID_CA|PATH_LENGTH_|HOSTNAME_MISMATCH|EPROTO)/

/** What is to be said of a change that was sent. */
export const notKnown = '. Whether it has carried out the change is not known'

/** The failure of a request that got no answer at all; `label` names database and endpoint, `reads` whether it only read. */
export function connectionFailure(label: string, thrown: unknown, reads: boolean): EndpointFailure {
  const code = codeOf(thrown)
  const wasConnected = isOfConnection(thrown)
  const known = wasConnected ? undefined : mishaps.get(code)
  if (known !== undefined) {
    return {
      error: new ServiceError('remoteUnavailable', `${label} cannot be reached: ${known.problem}.`, {
        detail: describe(thrown),
        cause: thrown,
      }),
      ...known,
    }
  }
  if (ofTls.test(code)) {
    const problem = `no secure connection comes about (${code}). Check its certificate and the URL`
    return { error: failed(label, problem, thrown), sent: false, passing: false, down: false }
  }
  if (code === 'UND_ERR_HEADERS_TIMEOUT') {
    return {
      error: failed(label, `it does not answer${reads ? '' : notKnown}`, thrown),
      sent: true,
      passing: false,
      down: true,
    }
  }
  if (wasConnected || broken.has(code)) {
    const problem = `it ended the connection before it answered${reads ? '' : notKnown}`
    return { error: failed(label, problem, thrown), sent: true, passing: true, down: true }
  }
  const problem =
    thrown instanceof errors.HTTPParserError || code === 'UND_ERR_HEADERS_OVERFLOW'
      ? 'its answer is not HTTP'
      : `the request failed${code === '' ? '' : ` (${code})`}`
  return { error: failed(label, problem, thrown), sent: true, passing: false, down: false }
}

/** The error of an answer that broke off, or cannot be unpacked. */
export function brokenAnswer(label: string, thrown: unknown): ServiceError {
  const code = codeOf(thrown)
  if (code === 'UND_ERR_BODY_TIMEOUT') return failed(label, 'it stopped in the middle of its answer', thrown)
  if (/^(?:Z_|ERR_(?:_ERROR_|BROTLI|PADDING|ZLIB|CL_SPACE)|ZSTD_)/.test(code))
    return failed(label, 'its answer is packed, but damaged or cut short', thrown)
  return failed(label, 'the connection broke in the middle of its answer', thrown)
}

/** The error of an endpoint: `Database "x", endpoint h: <problem>.` */
export function failed(label: string, problem: string, cause?: unknown, detail?: string): ServiceError {
  const told = detail ?? (cause === undefined ? undefined : describe(cause))
  return new ServiceError('remoteFailed', `${label}: ${problem}.`, {
    ...(told === undefined ? {} : { detail: told }),
    cause,
  })
}

/** Whether an error of the system is one of a connection that was there: the same codes tell that none came about. */
function isOfConnection(thrown: unknown): boolean {
  return (
    thrown instanceof Error &&
    'syscall' in thrown &&
    (thrown.syscall === 'read' || thrown.syscall === 'write')
  )
}

/** The code of a system's or library's error; of several addresses that were tried, that of the first. */
function codeOf(thrown: unknown): string {
  if (thrown instanceof AggregateError && thrown.errors.length > 0) return codeOf(thrown.errors[0])
  return thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : ''
}

function describe(thrown: unknown): string {
  const cause = thrown instanceof Error && thrown.cause !== undefined ? `: ${String(thrown.cause)}` : ''
  return `${String(thrown)}${cause}`.slice(0, 1000)
}
