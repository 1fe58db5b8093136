import type { GraphQLError } from 'graphql'

/** The text of a schema that cannot be used: every error, each at its line and column, in the order of the text. */
export class InvalidSchema extends Error {
  override readonly name = 'InvalidSchema'
  readonly errors: readonly GraphQLError[]

  constructor(errors: readonly GraphQLError[]) {
    super(errors.map((error) => error.message).join('\n'))
    this.errors = errors
  }
}
