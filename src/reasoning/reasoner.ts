import type { Operation } from '../sparql/algebra.ts'
import type { Query } from '../sparql/query-form.ts'

/**
 * Rewrites queries so that inferred triples count as if they were stated: their solutions are those that the query has over
 * the data with all inferred triples, each triple once. It holds for one state of the vocabulary.
 */
export interface Reasoner {
  /** Tells this state of the vocabulary, and what is taken of it, from others. */
  readonly id: string
  /** Axioms that are left out, each a sentence that names it and says why. */
  readonly warnings: readonly string[]
  /** Whether a predicate can have triples that are not stated. */
  isInferred(predicate: string): boolean
  /** Named classes whose members are members of a class by named classes alone, itself among them. */
  subclasses(iri: string): ReadonlySet<string>
  /** A rewriting of one query. */
  rewriting(options?: RewritingOptions): Rewriting
  /** The same with named classes as subclasses of others besides: pairs of a class and one above it, each with what states it. */
  withSubclasses(pairs: readonly SubclassPair[]): Reasoner
}

/** A class and one above it, and the words in which that is stated. */
export interface SubclassPair {
  readonly sub: string
  readonly super: string
  readonly stated: string
}

/** What a rewriting is held to. */
export interface RewritingOptions {
  /**
   * Triple patterns that an operation may have when it is rewritten.
   *
   * @throws ServiceError `limitExceeded` past it
   */
  readonly triplePatterns?: number
  /** Where the query is asked of all graphs, as the vocabulary is: large hierarchies may be walked in the data. */
  readonly isVocabularyInScope?: boolean
}

/** One query, being rewritten. */
export interface Rewriting {
  /**
   * Rewrites an operation. The same object gives the same object each time, also where it is a part of another one: what
   * refers to operands by identity still does. What need not be rewritten is given back as it is.
   *
   * @throws ServiceError `unsupported` for a path that cannot be rewritten
   */
  operation(operation: Operation): Operation
  /** Rewrites a query of any form. What DESCRIBE says of its terms stays what is stated. */
  query(query: Query): Query
  /** The axioms that were used so far, as stated, each once, in the order of the vocabulary. */
  axioms(): readonly string[]
}
