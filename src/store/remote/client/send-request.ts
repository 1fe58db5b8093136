import { setTimeout as delay } from 'node:timers/promises'
import { ServiceError } from '../../../errors.ts'
import type { Authenticator } from './authenticator.ts'
import type { Circuit } from './circuit.ts'
import type { Connections, HttpAnswer, HttpRequest } from './connections.ts'
import { connectionFailure, type EndpointFailure } from './endpoint-failure.ts'
import type { EndpointSettings } from './endpoint-settings.ts'
import { redirected } from './redirected.ts'
import { refusedRequest } from './refused-request.ts'

/** What a request is sent with. */
export interface SendContext {
  /** Names database and endpoint in errors. */
  readonly label: string
  /** The option of the database that has the URL which is asked. */
  readonly urlOption: string
  readonly connections: Connections
  readonly circuit: Circuit
  readonly authenticator: Authenticator
  readonly settings: EndpointSettings
}

/** How one request is sent. */
export interface SendOptions {
  readonly signal?: AbortSignal | undefined
  /** Whether it is sent although the endpoint was down a moment ago, and once only: it is to tell how things are. */
  readonly isProbe?: boolean
  /** Statuses that are answers too, beside those of success. */
  readonly answers?: readonly number[]
}

type Attempt =
  | { readonly kind: 'answer'; readonly answer: HttpAnswer }
  | { readonly kind: 'failure'; readonly failure: EndpointFailure }

const mostRedirects = 5

/**
 * The answer to a request, which is a success; its body is still to be read. A request that only reads, or that was not
 * sent at all, is repeated after a pause where its failure can pass.
 *
 * @throws ServiceError `remoteFailed`, `remoteUnavailable`; `forbidden` where whoever asks may not; the reason of the signal
 */
export async function sendRequest(
  context: SendContext,
  request: HttpRequest,
  options: SendOptions = {},
): Promise<HttpAnswer> {
  const { signal, isProbe = false } = options
  const { circuit, settings } = context
  signal?.throwIfAborted()
  const refusal = isProbe ? undefined : circuit.refusal()
  if (refusal !== undefined) {
    throw new ServiceError(
      'remoteUnavailable',
      `${refusal.reason} It was so a moment ago, and is tried again in ${Math.ceil(refusal.wait / 1000)} s.`,
    )
  }
  const pauses = isProbe ? [] : settings.pauses
  let isTold = false
  try {
    for (let repeated = 0; ; repeated++) {
      const attempt = await attempted(context, { ...request, isProbe }, options)
      if (attempt.kind === 'answer') {
        circuit.succeeded()
        isTold = true
        return attempt.answer
      }
      const { failure } = attempt
      const pause = pauses[repeated]
      const wait = Math.max(pause ?? 0, failure.pause ?? 0)
      const isSafe = request.reads || (!failure.sent && typeof request.body !== 'object')
      if (!failure.passing || !isSafe || pause === undefined || wait > settings.longestPause) {
        if (failure.down) circuit.failed(failure.plain ?? failure.error.message)
        else circuit.succeeded()
        isTold = true
        throw failure.error
      }
      // At different times for requests that failed together.
      await paused(wait * (1 + Math.random() / 2), signal)
    }
  } finally {
    if (!isTold) circuit.abandoned()
  }
}

/** One request. Before RDF that cannot be sent twice goes none at all, where it is not known who is to be told of. */
async function attempted(context: SendContext, request: HttpRequest, options: SendOptions): Promise<Attempt> {
  if (typeof request.body === 'object' && !context.authenticator.isSettled(request)) {
    const { 'content-length': _, ...headers } = request.headers
    const nothing = await followed(context, { ...request, method: 'POST', headers, body: '' }, options)
    if (nothing.kind === 'answer') nothing.answer.body.destroy()
    else if (!nothing.failure.sent) return nothing
  }
  return followed(context, request, options)
}

/** One request, and those that its redirects ask for. */
async function followed(
  context: SendContext,
  request: HttpRequest,
  { signal, answers = [] }: SendOptions,
): Promise<Attempt> {
  const { authenticator, label, urlOption } = context
  const sending = createSending(context, signal)
  let current = request
  for (let redirects = 0; ; redirects++) {
    let answer: HttpAnswer
    try {
      answer = await sending.send(current)
      if (answer.statusCode !== 401) authenticator.settle(current)
      else if ((await hasLearned(context, current, answer, signal)) && typeof current.body !== 'object') {
        answer.body.destroy()
        answer = await sending.send(current)
      }
    } catch (error) {
      signal?.throwIfAborted()
      sending.throwIfUntold()
      return { kind: 'failure', failure: connectionFailure(label, error, request.reads) }
    }
    const { statusCode } = answer
    if ((statusCode >= 200 && statusCode < 300) || answers.includes(statusCode)) {
      return { kind: 'answer', answer }
    }
    if (statusCode < 300 || statusCode >= 400) {
      const { redact, isOfAsker } = authenticator
      const failure = await refusedRequest(answer, { urlOption, isOfAsker }, { label, redact, signal })
      return { kind: 'failure', failure }
    }
    answer.body.destroy()
    const next = redirects === mostRedirects ? 'it redirects again and again' : redirected(current, answer)
    if (typeof next === 'string') {
      const error = new ServiceError('remoteFailed', `${label}: ${next}.`)
      return { kind: 'failure', failure: { error, sent: true, passing: false, down: false } }
    }
    current = next
  }
}

/** Milliseconds for which what is to be told of who asks holds in any case. */
const longestPrepared = 1_000

/** Requests that say who asks. */
interface Sending {
  send(request: HttpRequest): Promise<HttpAnswer>
  /** Fails as what was to be told could not be had, where that is why a request was not sent. */
  throwIfUntold(): void
}

function createSending(
  { authenticator, connections }: SendContext,
  signal: AbortSignal | undefined,
): Sending {
  let untold: { readonly error: unknown } | undefined

  async function prepare(): Promise<void> {
    try {
      await authenticator.prepare(signal)
    } catch (error) {
      untold = { error }
      throw error
    }
  }

  return {
    async send(request) {
      // A turn is not taken for as long as this may last; what is to be told may be over by the time of the turn.
      await prepare()
      const prepared = performance.now()
      return connections.send(request, signal, async () => {
        if (performance.now() - prepared > longestPrepared) await prepare()
        return authenticator.headersFor(request)
      })
    },
    throwIfUntold() {
      if (untold !== undefined) throw untold.error
    },
  }
}

/** Whether it is known by now how a server that answered 401 is to be told who asks. */
async function hasLearned(
  { authenticator, connections }: SendContext,
  request: HttpRequest,
  { body, headers }: HttpAnswer,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  if (authenticator.learn(request, headers)) return true
  const bare = authenticator.bareRequest(request, headers)
  if (bare === undefined) return false
  // There may be no connection for both at once.
  body.destroy()
  const answer = await connections.send(bare, signal)
  answer.body.destroy()
  return answer.statusCode === 401 && authenticator.learn(request, answer.headers)
}

async function paused(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await delay(milliseconds, undefined, signal && { signal })
  } catch (error) {
    throw signal?.aborted ? signal.reason : error
  }
}
