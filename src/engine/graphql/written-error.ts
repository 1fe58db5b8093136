import type { RefusedQuery } from '../../compiler/refused-query.ts'
import type { RequestError } from './request-error.ts'

/** An error of a document as it is written in an answer: with what GraphQL says of it, and a code in any case. */
export function writtenError({
  message,
  locations,
  path,
  extensions: { code },
}: RefusedQuery['errors'][number]): RequestError {
  return {
    message,
    ...(locations && { locations: locations.map(({ line, column }) => ({ line, column })) }),
    ...(path && { path }),
    extensions: { code: typeof code === 'string' ? code : 'GRAPHQL_VALIDATION_FAILED' },
  }
}
