/** An error of a GraphQL request, as it is written in an answer. */
export interface RequestError {
  readonly message: string
  readonly locations?: readonly { readonly line: number; readonly column: number }[]
  readonly path?: readonly (string | number)[]
  readonly extensions: { readonly code: string }
}
