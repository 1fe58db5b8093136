/** The largest GraphQL document that is looked at; what is past a limit is refused before any other work. */
export interface DocumentLimits {
  /** UTF-16 code units of the source text. */
  readonly length: number
  readonly tokens: number
  /** Nesting of selection sets. */
  readonly depth: number
  readonly rootFields: number
  /** Fields of the operation after fragments are spread. */
  readonly selections: number
}

/** The limits unless told otherwise. */
export const defaultDocumentLimits: DocumentLimits = {
  length: 1_048_576,
  tokens: 15_000,
  depth: 30,
  rootFields: 20,
  selections: 5_000,
}

/** The sentence of every limit: its name, its value and the request's value. */
export function limitMessage(what: string, limit: number, actual: string): string {
  return `The query has ${actual} ${what}; the limit is ${limit.toLocaleString('en')}.`
}
