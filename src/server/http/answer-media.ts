import type { FastifyRequest } from 'fastify'

/** The media types of GraphQL answers. With the second one the status codes of GraphQL over HTTP hold. */
export type AnswerMedia = 'application/json' | 'application/graphql-response+json'

/** In the order in which they are taken where a client has no preference. */
const answerMedia: readonly AnswerMedia[] = ['application/json', 'application/graphql-response+json']

const charset = '; charset=utf-8'

/**
 * The media type that a request's `Accept` prefers (RFC 9110, 12.5.1), `application/json` where it has none or takes
 * both alike; `undefined` where it takes neither.
 */
export function acceptedMedia(request: FastifyRequest): AnswerMedia | undefined {
  // Clients may ask for the charset that every answer has.
  const offered = answerMedia.flatMap((media) => [media, `${media}${charset}`])
  const accepted = request.type([...offered])
  return answerMedia.find((media) => accepted === media || accepted === `${media}${charset}`)
}

/** The value of `Content-Type` for a media type. */
export function contentTypeOf(media: AnswerMedia): string {
  return `${media}${charset}`
}
