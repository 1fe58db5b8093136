import { ServiceError } from '../../errors.ts'

/** What sends a request: `fetch` of Node, or what stands in its place in tests. */
export type Fetcher = (url: string, init: RequestInit) => Promise<Response>

/** A request to another server. */
export interface RemoteRequest {
  /** What errors call it: `SERVICE <…>`. */
  readonly name: string
  readonly url: string
  readonly init: RequestInit
  /** Whether a redirect may be followed to an IRI. */
  readonly mayRedirect: (url: URL) => boolean
  /** Milliseconds until the whole answer is read. */
  readonly timeout: number
  readonly signal?: AbortSignal | undefined
  readonly fetcher?: Fetcher | undefined
}

/** An answer whose bytes are still to be read. */
export interface RemoteAnswer {
  /** Where it comes from, after redirects. */
  readonly url: string
  /** Empty where it was not said. */
  readonly mediaType: string
  readonly bytes: AsyncIterable<Uint8Array>
}

const mostRedirects = 5

/**
 * Sends a request, follows redirects as far as they are allowed, and hands on the bytes of what is answered; a reader that
 * stops early ends the connection.
 *
 * @throws ServiceError `remoteFailed` where there is no answer in time, or another one than success; the reason of the
 * signal where it is aborted
 */
export async function fetchRemote(request: RemoteRequest): Promise<RemoteAnswer> {
  const { name, init, mayRedirect, timeout, signal, fetcher = fetch } = request
  const deadline = AbortSignal.timeout(timeout)
  const ending = signal === undefined ? deadline : AbortSignal.any([signal, deadline])

  function failure(error: unknown): unknown {
    if (signal?.aborted) return signal.reason
    if (error instanceof ServiceError) return error
    if (deadline.aborted)
      return failed(name, `there was no whole answer within ${timeout} ms.`, String(error))
    return failed(name, 'the server cannot be reached, or ended the connection.', describe(error), error)
  }

  async function* read(body: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array> {
    try {
      if (body !== null) yield* body
    } catch (error) {
      throw failure(error)
    }
  }

  let url = request.url
  for (let redirects = 0; ; redirects++) {
    let response: Response
    try {
      response = await fetcher(url, { ...init, redirect: 'manual', signal: ending })
    } catch (error) {
      throw failure(error)
    }
    const location = response.headers.get('location')
    if (response.status < 300 || response.status > 399 || location === null) {
      if (!response.ok) {
        const detail = await beginning(response)
        throw failed(name, `the server answered with status ${response.status}.`, detail)
      }
      return { url, mediaType: response.headers.get('content-type') ?? '', bytes: read(response.body) }
    }
    await response.body?.cancel()
    if (redirects === mostRedirects)
      throw failed(name, `more than ${mostRedirects} redirects follow each other.`)
    url = redirected(request, url, location, response.status, mayRedirect)
  }
}

function redirected(
  { name, init }: RemoteRequest,
  from: string,
  location: string,
  status: number,
  mayRedirect: (url: URL) => boolean,
): string {
  const target = URL.parse(location, from)
  if (target === null || !mayRedirect(target)) {
    throw failed(
      name,
      'the server redirects to where it is not allowed to be followed.',
      `Location: ${location}`,
    )
  }
  // The others make a GET of a POST (RFC 9110, 15.4).
  if (init.method === 'POST' && status !== 307 && status !== 308) {
    throw failed(name, `the server answered a POST with the redirect ${status}, which would lose the query.`)
  }
  return target.href
}

/** The error of what could not be fetched. */
export function failed(name: string, problem: string, detail?: string, cause?: unknown): ServiceError {
  return new ServiceError('remoteFailed', `${name}: ${problem}`, {
    ...(detail === undefined ? {} : { detail }),
    cause,
  })
}

/** The first part of an answer, for the log. */
async function beginning(response: Response): Promise<string> {
  try {
    if (response.body === null) return ''
    for await (const piece of response.body) return Buffer.from(piece).toString('utf8', 0, 1000)
  } catch {
    // Its status is what matters.
  }
  return ''
}

function describe(error: unknown): string {
  return error instanceof Error && error.cause !== undefined
    ? `${error}: ${String(error.cause)}`
    : String(error)
}
