import type { ASTNode, Source } from 'graphql'
import { GraphQLError } from 'graphql'
import type { QueryErrorCode } from '../errors.ts'

/** A GraphQL request that cannot be answered: one or more errors, each with its code and, where it has one, its place. */
export class RefusedQuery extends Error {
  override readonly name = 'RefusedQuery'
  readonly errors: readonly GraphQLError[]

  constructor(errors: readonly GraphQLError[]) {
    super(errors.map((error) => error.message).join('\n'))
    this.errors = errors
  }
}

/** Finding the line of an error reads the text up to it: of a long text with thousands of errors, for minutes. */
const mostErrors = 20

/**
 * Notes an error among those found so far.
 *
 * @throws RefusedQuery with them, where it is the last one that is worth telling
 */
export function addError(errors: GraphQLError[], error: GraphQLError): void {
  errors.push(error)
  if (errors.length >= mostErrors) throw new RefusedQuery(errors)
}

/** An error at a node of the document. */
export function refusal(code: QueryErrorCode, message: string, node?: ASTNode): GraphQLError {
  return new GraphQLError(message, { ...(node && { nodes: node }), extensions: { code } })
}

/** An error at a position of the source text. */
export function refusalAt(
  code: QueryErrorCode,
  message: string,
  source: Source,
  position: number,
): GraphQLError {
  return new GraphQLError(message, { source, positions: [position], extensions: { code } })
}
