/** Exact counts of one predicate's triples in the union of all graphs. */
export interface PredicateStatistics {
  readonly triples: number
  /** Distinct subjects; equal to `triples` where no subject has two values. */
  readonly subjects: number
  readonly objects: number
}

/** What a store has counted of its data. */
export interface Statistics {
  /** Triples in the union of all graphs. */
  readonly triples: number
  predicate(iri: string): PredicateStatistics | undefined
  /** Distinct instances that are stated to be of a class. */
  instances(classIri: string): number
}
