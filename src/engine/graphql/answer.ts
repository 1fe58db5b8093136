import type { AnswerForm } from '../../compiler/write-json.ts'
import type { SchemaSource } from '../schemas/schema-source.ts'
import type { RequestError } from './request-error.ts'

/** A GraphQL request, as every face of the service takes it. */
export interface GraphQLRequest {
  readonly query: string
  readonly variables?: Readonly<Record<string, unknown>>
  readonly operationName?: string
  /** Where clients put what is no variable; the special variables are read from it too, without their `@`. */
  readonly extensions?: Readonly<Record<string, unknown>>
}

/** How long a request may take, what ends it, and how it is answered. */
export interface RequestOptions {
  readonly signal?: AbortSignal
  /** Milliseconds; never above the limit of the database. */
  readonly timeout?: number
  /**
   * `nodes`, the default: `data` is the list of one top-level field, or an object of several, and keys without a value are
   * left out. `graphql`: `data` is always an object, and keys without a value are `null`.
   */
  readonly form?: AnswerForm
  /** What the request is validated and answered by; without it everything in the data can be named. */
  readonly schema?: SchemaSource
  /** Whether what can be inferred counts as if it were stated; in place of what the special variable `@reasoning` says. */
  readonly reasoning?: boolean
}

/**
 * What a request came to: `data`, whose `chunks` joined are the whole UTF-8 text of the JSON answer
 * (`{"data": …}`), or `errors` in the request. Failures of the service are thrown as `ServiceError`s, also in the
 * middle of `chunks`.
 */
export type Answer =
  | { readonly kind: 'data'; readonly chunks: AsyncIterable<Uint8Array> }
  | { readonly kind: 'errors'; readonly errors: readonly RequestError[] }

export type { Explanation } from '../../compiler/explain.ts'
export type { DocumentLimits } from '../../compiler/limits.ts'
export type { AnswerForm } from '../../compiler/write-json.ts'
export type { UsedReasoning } from '../../reasoning/used-reasoning.ts'
export type { RequestError } from './request-error.ts'
