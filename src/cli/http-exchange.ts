import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** A request to a server. */
export interface HttpCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | AsyncIterable<Uint8Array>
  readonly signal?: AbortSignal
  /** Certificates of the only authorities that are trusted, PEM. */
  readonly authorities?: string
}

/** The server cannot be reached, or hung up before its answer was whole. */
export class UnreachableServer extends Error {
  override readonly name = 'UnreachableServer'
}

/**
 * Sends a request and waits for the head of its answer, however long that takes. The answer counts as soon as it is
 * there, also where the server has not read the whole body.
 *
 * @throws UnreachableServer where no answer comes
 */
export async function exchange(url: URL, call: HttpCall): Promise<IncomingMessage> {
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest
  const request = send(url, {
    method: call.method,
    headers: { ...call.headers },
    agent: false,
    ...(call.authorities === undefined ? {} : { ca: call.authorities }),
    ...(call.signal === undefined ? {} : { signal: call.signal }),
  })
  const answered = Promise.withResolvers<IncomingMessage>()
  request.once('response', answered.resolve)
  request.on('error', answered.reject)
  const body = call.body ?? ''
  if (typeof body === 'string') {
    request.end(body)
  } else {
    // A failure to send is only told where no answer came: a server may refuse a body before it has read it.
    pipeline(Readable.from(body, { objectMode: false }), request).catch((error) => {
      setImmediate(() => answered.reject(error))
    })
  }
  try {
    return await answered.promise
  } catch (error) {
    throw failureOf(error, url, call.signal)
  }
}

/** The pieces of an answer's body; a body that is cut is an `UnreachableServer`. */
export async function* bodyOf(
  answer: IncomingMessage,
  url: URL,
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array> {
  try {
    for await (const piece of answer) yield Buffer.from(piece)
  } catch (error) {
    if (signal?.aborted === true) throw signal.reason
    // An answer that is under way can tell of an error in no other way.
    const message = `The server at ${url.origin} broke off its answer, which is not whole; its log says why.`
    throw new UnreachableServer(message, { cause: error })
  }
}

/** The whole text of an answer's body. */
export async function textOf(answer: IncomingMessage, url: URL, signal?: AbortSignal): Promise<string> {
  const pieces: Uint8Array[] = []
  for await (const piece of bodyOf(answer, url, signal)) pieces.push(piece)
  return Buffer.concat(pieces).toString('utf8')
}

function failureOf(error: unknown, url: URL, signal: AbortSignal | undefined): unknown {
  if (signal?.aborted === true) return signal.reason
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  switch (code) {
    case 'ECONNREFUSED':
      return new UnreachableServer(`No server answers at ${url.origin}.`, { cause: error })
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new UnreachableServer(`The host ${url.hostname} is not known.`, { cause: error })
    case undefined:
      return error
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return new UnreachableServer(`The certificate of ${url.origin} is of another host.`, { cause: error })
    case 'CERT_HAS_EXPIRED':
      return new UnreachableServer(`The certificate of ${url.origin} has expired.`, { cause: error })
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'UNABLE_TO_GET_ISSUER_CERT':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
      return new UnreachableServer(
        `The certificate of ${url.origin} is of no authority that is trusted here; name the file of its authority by --cacert.`,
        { cause: error },
      )
    case 'EPROTO':
      return new UnreachableServer(`${url.origin} does not speak TLS as it should; perhaps it speaks http.`, {
        cause: error,
      })
    default:
      return new UnreachableServer(`The connection to ${url.origin} failed: ${String(code)}.`, {
        cause: error,
      })
  }
}
