/** What reasoning did for one query. */
export interface UsedReasoning {
  /** The axioms that were used, as stated, each once, in the order of the vocabulary. */
  readonly axioms: readonly string[]
  /** Axioms of the vocabulary that are left out, whatever the query, each a sentence that names it and says why. */
  readonly warnings: readonly string[]
}
