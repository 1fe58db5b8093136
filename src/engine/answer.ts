/** A GraphQL request, as every face of the service takes it. */
export interface GraphQLRequest {
  readonly query: string
  readonly variables?: Readonly<Record<string, unknown>>
  readonly operationName?: string
}

/** How long a request may take, and what ends it. */
export interface RequestOptions {
  readonly signal?: AbortSignal
  /** Milliseconds; never above the limit of the database. */
  readonly timeout?: number
}

/** An error of a GraphQL request, as it is written in an answer. */
export interface RequestError {
  readonly message: string
  readonly locations?: readonly { readonly line: number; readonly column: number }[]
  readonly path?: readonly (string | number)[]
  readonly extensions: { readonly code: string }
}

/**
 * What a request came to: `data`, whose `chunks` joined are the whole UTF-8 text of the JSON answer
 * (`{"data": …}`), or `errors` in the request. Failures of the service are thrown as `ServiceError`s, also in the
 * middle of `chunks`.
 */
export type Answer =
  | { readonly kind: 'data'; readonly chunks: AsyncIterable<Uint8Array> }
  | { readonly kind: 'errors'; readonly errors: readonly RequestError[] }

export type { Explanation } from '../compiler/explain.ts'
