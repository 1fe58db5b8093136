import { ServiceError } from '../../../errors.ts'
import { type AnswerOptions, answerBytes } from './answer-bytes.ts'
import type { HttpAnswer } from './connections.ts'
import { type EndpointFailure, failed } from './endpoint-failure.ts'
import { headerOf, tellsOfTimeLimit } from './endpoint-limits.ts'

/** Bytes of a refusal that are looked at. */
const mostBytes = 4_096

/** What was asked, and for whom. */
export interface Refused {
  /** The option of the database that has the URL. */
  readonly urlOption: string
  /** Whether the endpoint was told of whoever asks us. */
  readonly isOfAsker: boolean
}

/** What an answer means that is not success; its body is read for the log, and ended. */
export async function refusedRequest(
  answer: HttpAnswer,
  refused: Refused,
  options: Omit<AnswerOptions, 'most'>,
): Promise<EndpointFailure> {
  const { statusCode } = answer
  const said = await beginning(answer, options)
  const pause = pauseOf(headerOf(answer.headers, 'retry-after'))
  const isLate = tellsOfTimeLimit(said)
  const reason = reasonIn(said, headerOf(answer.headers, 'content-type'), options.redact)
  const problem = isLate
    ? `its time limit for a query was reached (status ${statusCode})`
    : problemOf(statusCode) +
      (pause === undefined ? '' : `, and asks to wait for ${Math.ceil(pause / 1000)} s`)
  const advice = adviceOf(statusCode, refused)
  const words = (reason === '' ? problem : `${problem}: ${JSON.stringify(reason)}`) + advice
  const detail = `status ${statusCode}: ${said}`
  const error =
    refused.isOfAsker && statusCode === 403
      ? new ServiceError('forbidden', `${options.label}: ${words}.`, { detail })
      : failed(options.label, words, undefined, detail)
  // A query that takes too long takes as long the next time.
  const isBusy = !isLate && (statusCode === 429 || statusCode === 502 || statusCode === 503)
  return {
    error,
    sent: true,
    passing: isBusy,
    down: isBusy && statusCode !== 429,
    ...(pause === undefined ? {} : { pause }),
    ...(reason === '' ? {} : { plain: `${options.label}: ${problem}${advice}.` }),
  }
}

function problemOf(status: number): string {
  switch (status) {
    case 400:
      return 'it does not accept the request (status 400)'
    case 401:
      return 'it does not know who asks (status 401)'
    case 403:
      return 'it does not allow the request (status 403)'
    case 404:
      return 'there is nothing at its URL (status 404)'
    case 405:
    case 406:
    case 415:
      // What is there is another service, or another part of this one.
      return `what is at its URL does not take such a request (status ${status})`
    case 429:
      return 'it takes no more requests at present (status 429)'
    default:
      return `it answered with status ${status}`
  }
}

/** What to look at, as a sentence to follow; empty where that is the endpoint's own matter. */
function adviceOf(status: number, { urlOption, isOfAsker }: Refused): string {
  if (status === 401 && isOfAsker) {
    return ', though it was shown the token that was had in exchange for yours. Check remote.token.scope and remote.token.audience'
  }
  if (status === 401) return '. Check remote.user and remote.password, or remote.token'
  return [404, 405, 406, 415].includes(status) ? `. Check ${urlOption}` : ''
}

/** Milliseconds of `Retry-After`: seconds or a date (RFC 9110, 10.2.3). */
function pauseOf(text: string): number | undefined {
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000
  const date = Date.parse(text)
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now())
}

async function beginning(answer: HttpAnswer, options: Omit<AnswerOptions, 'most'>): Promise<string> {
  const pieces: Buffer[] = []
  let length = 0
  const late = setTimeout(() => answer.body.destroy(), 2_000)
  try {
    for await (const piece of answerBytes(answer, { ...options, most: Number.POSITIVE_INFINITY })) {
      pieces.push(piece)
      length += piece.length
      if (length >= mostBytes) break
    }
  } catch {
    // Its status is what matters.
  } finally {
    clearTimeout(late)
  }
  options.signal?.throwIfAborted()
  // Cut before, half of a secret could be left.
  return options.redact(Buffer.concat(pieces).toString('utf8')).slice(0, mostBytes)
}

/** Members of JSON in which engines say what is wrong: Neptune, Espalier and others, QLever. */
const reasonMembers = ['detailedMessage', 'message', 'exception']

/** What an engine says is wrong, in one line: limits have their names there. Empty where it is a page, or nothing. */
function reasonIn(said: string, mediaType: string, redact: (text: string) => string): string {
  let text = /^text\/plain\b/i.test(mediaType) ? said : ''
  if (/^application\/(?:[\w.-]+\+)?json\b/i.test(mediaType)) text = redact(jsonReason(said))
  const line = text.trimStart().split(/[\r\n]/, 1)[0] ?? ''
  return line
    .replace(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, 200)
}

function jsonReason(said: string): string {
  try {
    const value: unknown = JSON.parse(said)
    if (typeof value !== 'object' || value === null) return ''
    for (const name of reasonMembers) {
      const member: unknown = Object.getOwnPropertyDescriptor(value, name)?.value
      if (typeof member === 'string') return member
    }
  } catch {
    // It is longer than what was read of it.
  }
  return ''
}
