import type { RequestError } from '../graphql/request-error.ts'

/** The text of a registered schema, as a request is answered by it. */
export interface SchemaSource {
  /** What errors call it. */
  readonly name: string
  /** Equal for equal texts only: a process that has read the text once is not sent it again. */
  readonly id: string
  readonly text: string
}

/** What a schema is generated from: RDFS and OWL, SHACL shapes, or the data as they are. */
export type SchemaOrigin = 'owl' | 'shacl' | 'data'

/** How a schema is checked or generated. */
export interface SchemaOptions {
  readonly signal?: AbortSignal
  /** Milliseconds; never above the limit of the database. */
  readonly timeout?: number
}

/** What checking the text of a schema came to: every error at its line and column; none where it is right. */
export type SchemaProblems = readonly RequestError[]

/** What adding a schema came to. */
export type StoredSchema =
  | { readonly kind: 'added' | 'replaced' }
  | { readonly kind: 'errors'; readonly errors: SchemaProblems }
