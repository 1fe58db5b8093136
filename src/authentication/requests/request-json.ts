import { secureUrl } from './secure-url.ts'

/** A request for JSON to the server of an issuer. */
export interface JsonRequest {
  /** By https, or of this machine itself. */
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  /** Fields of a form, which is sent by POST; absent: it is a GET. */
  readonly form?: Readonly<Record<string, string>>
  /** Milliseconds until the whole answer has to be there; {@link requestDeadline} unless given. */
  readonly deadline?: number
}

/** What a request came to. */
export type JsonOutcome =
  /** Any status but those of a redirect; `value` is what the body is as JSON, and absent where it is none. */
  | {
      readonly kind: 'answered'
      readonly status: number
      readonly headers: Headers
      readonly value?: unknown
    }
  /**
   * `reason` goes on after the name of the server, for the log: "cannot be reached (ECONNREFUSED)". `isUnreached`: there was no connection,
   * or it ended before an answer began, whatever was asked.
   */
  | { readonly kind: 'failed'; readonly reason: string; readonly isUnreached?: true }

/** Milliseconds after which a request is given up. */
export const requestDeadline = 5_000

/** Bytes of an answer at most, once they are unpacked. */
export const longestAnswer = 1_048_576

/**
 * Sends a request and reads its answer whole, within bounds of time and size, and without following redirects, so that no token or
 * secret goes anywhere else. Nothing of the request is in the reason of a failure. Never throws.
 */
export async function requestJson(request: JsonRequest): Promise<JsonOutcome> {
  const { url, headers, form, deadline = requestDeadline } = request
  if (secureUrl(url) === undefined) return failed('is asked by https alone')
  const signal = AbortSignal.timeout(deadline)
  let isAnswered = false
  try {
    const response = await fetch(url, {
      method: form === undefined ? 'GET' : 'POST',
      headers: { accept: 'application/json', ...headers },
      redirect: 'manual',
      signal,
      ...(form !== undefined && { body: new URLSearchParams(form) }),
    })
    isAnswered = true
    if (response.status >= 300 && response.status < 400) {
      await response.body?.cancel()
      return failed(`redirects elsewhere (status ${response.status}), which is not followed`)
    }
    const bytes = await readBounded(response)
    if (bytes === undefined) return failed(`answers with more than ${longestAnswer} bytes`)
    const answer = { kind: 'answered', status: response.status, headers: response.headers } as const
    const value = jsonOf(bytes)
    return value === undefined ? answer : { ...answer, value }
  } catch (error) {
    if (signal.aborted) return failed(`did not answer within ${deadline} ms`)
    const lost = failed(`cannot be reached (${codeOf(error) ?? 'unknown'})`)
    return isAnswered ? lost : { ...lost, isUnreached: true }
  }
}

/** All bytes of an answer; nothing where there are too many, whose rest is not waited for. */
async function readBounded({ body }: Response): Promise<Uint8Array | undefined> {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of body ?? []) {
    length += piece.length
    if (length > longestAnswer) return undefined
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

function jsonOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return undefined
  }
}

/** The code of what the system, TLS or HTTP says, or its name; not its text, which can have parts of the request. */
function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if ('code' in error && typeof error.code === 'string') return error.code
  const inner = error instanceof AggregateError ? error.errors[0] : error.cause
  return codeOf(inner) ?? error.name
}

function failed(reason: string): Extract<JsonOutcome, { readonly kind: 'failed' }> {
  return { kind: 'failed', reason }
}
