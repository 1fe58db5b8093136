import type { FastifyReply, FastifyRequest } from 'fastify'
import { diskError } from '../../engine/disk-error.ts'
import { errorCodes, ServiceError } from '../../errors.ts'
import { challenges, showsToken } from '../sign-in/challenges.ts'
import { acceptedMedia, contentTypeOf } from './answer-media.ts'
import { status, statusOf } from './status.ts'
import { varyByAccept } from './vary-by-accept.ts'

/** Marks a route as one of the GraphQL paths: its errors also stand in a GraphQL list of errors. */
export interface RouteKind {
  readonly graphql?: boolean
}

declare module 'fastify' {
  interface FastifyContextConfig extends RouteKind {}
  interface FastifyInstance {
    /** What the server is called to those who sign in. */
    readonly realm: string
  }
}

/**
 * Answers a failure: JSON `{message, code}`, the code also in the header `SD-Error-Code`, and on GraphQL paths
 * `errors: [{message, extensions: {code}}]` beside them. What is not the caller's to know goes to the log.
 */
export function replyWithFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const failure = asFailure(error, request)
  // What the client broke off itself is no failure of the server.
  const isClients = failure.kind === 'queryCancelled' || error === request.raw.errored
  // That it was asked for what there is not (501) is none either, such as transactions of a remote database.
  if (failure.status >= 500 && failure.kind !== 'unsupported' && !isClients) {
    request.log.error({ err: error, detail: detailOf(error) }, failure.message)
  }
  const isGraphQL = request.routeOptions.config.graphql === true
  if (isGraphQL) varyByAccept(reply)
  const media = isGraphQL ? acceptedMedia(request) : undefined
  return reply
    .code(failure.status)
    .headers({ ...failure.headers, 'SD-Error-Code': failure.code })
    .type(contentTypeOf(media ?? 'application/json'))
    .send(JSON.stringify(failureBody(failure.message, failure.code, isGraphQL)))
}

/** The body of a failure's answer. */
export function failureBody(
  message: string,
  code: string,
  graphql: boolean,
): Readonly<Record<string, unknown>> {
  return graphql ? { message, code, errors: [{ message, extensions: { code } }] } : { message, code }
}

/** Headers of the answer to a failure, some of which are several lines. */
export type FailureHeaders = Readonly<Record<string, string | string[]>>

/** A failure of the HTTP layer: a service failure with a status of its own, and headers. */
export class HttpFailure extends ServiceError {
  readonly status: number
  readonly headers: FailureHeaders

  constructor(httpStatus: number, kind: ServiceError['kind'], message: string, headers: FailureHeaders = {}) {
    super(kind, message)
    this.status = httpStatus
    this.headers = headers
  }
}

interface Failure {
  readonly status: number
  readonly kind: ServiceError['kind']
  readonly code: string
  readonly message: string
  readonly headers: FailureHeaders
}

function asFailure(error: unknown, request: FastifyRequest): Failure {
  if (error instanceof HttpFailure) return error
  if (error instanceof ServiceError) {
    return {
      status: statusOf(error.kind),
      kind: error.kind,
      code: error.code,
      message: error.message,
      headers: headersOf(error, request),
    }
  }
  const ofDisk = diskError(error)
  if (ofDisk !== undefined) return asFailure(ofDisk, request)
  const refused = refusedByFramework(error)
  return {
    status: refused?.status ?? status.internalError,
    kind: refused === undefined ? 'internal' : 'illegalArgument',
    code: refused === undefined ? errorCodes.internal : errorCodes.illegalArgument,
    message: refused?.message ?? 'The server failed at this request. Its log says more.',
    headers: {},
  }
}

/** How to ask again: later, or with credentials (RFC 9110, 11.6.1). */
function headersOf(
  { kind, message, retryAfterSeconds }: ServiceError,
  { server, headers }: FastifyRequest,
): FailureHeaders {
  switch (kind) {
    case 'serverBusy':
      return { 'Retry-After': String(retryAfterSeconds ?? 1) }
    case 'tooManyAttempts':
      return { 'Retry-After': String(retryAfterSeconds ?? 60) }
    case 'unauthenticated':
      return {
        'WWW-Authenticate': challenges(server.realm, showsToken(headers.authorization) ? message : undefined),
      }
    default:
      return {}
  }
}

/** Fastify's own refusals of a request (a malformed URL, a broken body) carry a status in the 400s. */
function refusedByFramework(
  error: unknown,
): { readonly status: number; readonly message: string } | undefined {
  if (!(error instanceof Error) || !('statusCode' in error) || !('code' in error)) return undefined
  const { statusCode, code } = error
  if (typeof statusCode !== 'number' || statusCode < 400 || statusCode > 499) return undefined
  return typeof code === 'string' ? { status: statusCode, message: error.message } : undefined
}

function detailOf(error: unknown): string | undefined {
  return error instanceof ServiceError ? error.detail : undefined
}
