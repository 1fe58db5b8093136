/** The largest GraphQL request that is worked on; what is past a limit is refused before any other work. */
export interface DocumentLimits {
  /** UTF-16 code units of the source text. */
  readonly length: number
  readonly tokens: number
  /** Nesting of selection sets. */
  readonly depth: number
  /** Aliases of the whole document. */
  readonly aliases: number
  /** Directives of one field or fragment. */
  readonly fieldDirectives: number
  /** Directives of the whole document. */
  readonly directives: number
  readonly rootFields: number
  /** Fields of the operation after fragments are spread. */
  readonly selections: number
  /** What the argument `first` can ask for. */
  readonly first: number
  /** Triple patterns of the SPARQL query that is made. */
  readonly triplePatterns: number
}

/** The limits unless told otherwise. */
export const defaultDocumentLimits: DocumentLimits = {
  length: 1_048_576,
  tokens: 15_000,
  depth: 30,
  aliases: 200,
  fieldDirectives: 10,
  directives: 100,
  rootFields: 20,
  selections: 5_000,
  first: 10_000,
  triplePatterns: 1_000,
}
