import type { IncomingMessage } from 'node:http'
import { type ErrorName, errorCodes, ServiceError } from '../errors.ts'
import { isObject } from '../server/http/json-body.ts'
import { bodyOf, exchange, type HttpCall, textOf, UnreachableServer } from './http-exchange.ts'
import { accessHeaders, type ServerAccess } from './server-access.ts'

/** Parameters of a URL or a form; those of several values are repeated, those without one left out. */
export type CallParameters = Readonly<Record<string, string | readonly string[] | undefined>>

/** An answer whose body has not been read yet. */
export interface RemoteAnswer {
  /** In lower case without parameters; `''` where none is stated. */
  readonly mediaType: string
  readonly chunks: AsyncIterable<Uint8Array>
}

/** Calls of one server; an answer that tells of a failure is thrown as that failure. */
export interface RemoteCalls {
  /** The URL of a path that begins with `/`, its segments already escaped. */
  urlOf(path: string, parameters?: CallParameters): URL
  /** The answer whatever its status. */
  send(url: URL, request: HttpCall): Promise<IncomingMessage>
  /** @throws ServiceError as the server had it, `UnreachableServer` where none like ours answers */
  call(url: URL, request: HttpCall): Promise<IncomingMessage>
  callForText(url: URL, request: HttpCall): Promise<string>
  callForJson(url: URL, request: HttpCall): Promise<Readonly<Record<string, unknown>>>
  /** The body as it comes; the answer is given up where its consumer stops early. */
  callForBytes(url: URL, request: HttpCall): Promise<RemoteAnswer>
  /** What an answer tells of a failure. */
  failureOf(text: string, answer: IncomingMessage, url: URL): Error
}

const errorNames = Object.keys(errorCodes).filter((name): name is ErrorName => name in errorCodes)

/** The calls of the server at a URL, which may have a path of its own. */
export function remoteCalls(server: URL, access: ServerAccess = {}): RemoteCalls {
  const shown = accessHeaders(access)
  const trusted = access.authorities === undefined ? {} : { authorities: access.authorities }

  async function send(url: URL, request: HttpCall): Promise<IncomingMessage> {
    return exchange(url, { ...request, ...trusted, headers: { ...request.headers, ...shown } })
  }

  async function call(url: URL, request: HttpCall): Promise<IncomingMessage> {
    const answer = await send(url, request)
    const { statusCode = 0 } = answer
    if (statusCode >= 200 && statusCode < 300) return answer
    throw failureOf(await textOf(answer, url, request.signal), answer, url)
  }

  function failureOf(text: string, answer: IncomingMessage, url: URL): Error {
    const failure = toldFailure(text, answer, url)
    if (!(failure instanceof ServiceError) || failure.kind !== 'unauthenticated') return failure
    const { advice } = access
    return advice === undefined ? failure : new ServiceError(failure.kind, `${failure.message} ${advice}`)
  }

  async function callForText(url: URL, request: HttpCall): Promise<string> {
    return textOf(await call(url, request), url, request.signal)
  }

  return {
    urlOf(path, parameters = {}) {
      const url = new URL(`${server.pathname.replace(/\/+$/u, '')}${path}`, server)
      url.search = encodedParameters(parameters)
      return url
    },
    send,
    call,
    failureOf,
    callForText,
    async callForJson(url, request) {
      const value = parsedObject(await callForText(url, request))
      if (value === undefined) throw unlikeOurs(url)
      return value
    },
    async callForBytes(url, request) {
      const answer = await call(url, request)
      const mediaType = (answer.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
      return { mediaType, chunks: bodyOf(answer, url, request.signal) }
    },
  }
}

/** Parameters as a URL's query or a form has them (`application/x-www-form-urlencoded`). */
export function encodedParameters(parameters: CallParameters): string {
  const encoded = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) {
    for (const one of typeof value === 'string' ? [value] : (value ?? [])) encoded.append(name, one)
  }
  return encoded.toString()
}

/** The signal of a call, where there is one. */
export function signalled(signal: AbortSignal | undefined): Pick<HttpCall, 'signal'> {
  return signal === undefined ? {} : { signal }
}

/** The object of a JSON text; `undefined` where it is none. */
export function parsedObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** What is said of a server whose answer cannot be read. */
export function unlikeOurs(url: URL): UnreachableServer {
  return new UnreachableServer(`${url.origin} does not answer as Espalier does.`)
}

function toldFailure(text: string, answer: IncomingMessage, url: URL): Error {
  const body = parsedObject(text)
  const code = body?.['code']
  const message = body?.['message']
  const kind = errorNames.find((name) => errorCodes[name] === code)
  if (kind !== undefined && typeof message === 'string') return new ServiceError(kind, message)
  return new UnreachableServer(
    `${url.origin} answered with status ${answer.statusCode ?? 0}, not as Espalier does.`,
  )
}

/**
 * Sends the bytes of a source. The server does not know what it is called here: where it says of them that they are no RDF,
 * the error names the source as it would where no server is between.
 */
export async function sendingSource<Result>(name: string, send: () => Promise<Result>): Promise<Result> {
  try {
    return await send()
  } catch (error) {
    if (!(error instanceof ServiceError) || !/^The data\b/u.test(error.message)) throw error
    throw new ServiceError(
      error.kind,
      error.message.replace('The data', () => name),
      { cause: error },
    )
  }
}
