import { GraphQLError, type Source } from 'graphql'
import type { QueryErrorCode } from '../../errors.ts'

/** An error of a schema at offsets of its text. */
export function schemaError(
  code: QueryErrorCode,
  message: string,
  source: Source,
  positions: readonly number[],
): GraphQLError {
  return new GraphQLError(message, { source, positions, extensions: { code } })
}
