/**
 * A property path (SPARQL 1.1, section 9) as plain data. Of a whole path only what patterns, joins and unions cannot say
 * reaches the algebra: repetitions and negated sets; the parser turns the rest into those.
 */
export type PropertyPath =
  | LinkPath
  | InversePath
  | SequencePath
  | AlternativePath
  | RepeatedPath
  | NegatedPropertySet

/** One step along a property. */
export interface LinkPath {
  readonly kind: 'link'
  readonly iri: string
}

/** `^path`: from object to subject. */
export interface InversePath {
  readonly kind: 'inverse'
  readonly path: PropertyPath
}

/** `a / b`: one after the other; two paths at least. */
export interface SequencePath {
  readonly kind: 'sequence'
  readonly paths: readonly PropertyPath[]
}

/** `a | b`: one or another of them; two paths at least. */
export interface AlternativePath {
  readonly kind: 'alternative'
  readonly paths: readonly PropertyPath[]
}

/** `path?`, `path*` and `path+`: each pair of ends once, however many ways lead from one to the other. */
export interface RepeatedPath {
  readonly kind: 'repeated'
  readonly path: PropertyPath
  readonly times: 'zeroOrOne' | 'zeroOrMore' | 'oneOrMore'
}

/** `!(a | ^b)`: one step along any property but `forward`, or against any but `inverse`; a direction without a list is not gone. */
export interface NegatedPropertySet {
  readonly kind: 'negated'
  /** Absent: no steps from subject to object. */
  readonly forward?: readonly string[]
  /** Absent: no steps from object to subject. */
  readonly inverse?: readonly string[]
}
