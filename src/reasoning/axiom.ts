import type { BlankNode, Literal, NamedNode } from '../rdf/term.ts'

/** What an axiom can name: a blank node has no name in a query. */
export type Name = NamedNode | Literal

/** A property, or its inverse. */
export interface PropertyStep {
  readonly iri: string
  readonly inverse: boolean
}

/** A class by its members (OWL 2 RL, "subClassExpression"): what an axiom says something of. */
export type ClassExpression =
  | { readonly kind: 'class'; readonly iri: string }
  /** `owl:Thing`: whatever there is. */
  | { readonly kind: 'anything' }
  | { readonly kind: 'intersection'; readonly of: readonly ClassExpression[] }
  | { readonly kind: 'oneOf'; readonly members: readonly Name[] }
  | { readonly kind: 'hasValue'; readonly property: PropertyStep; readonly value: Name }
  | { readonly kind: 'some'; readonly property: PropertyStep; readonly of: ClassExpression }

/**
 * What the vocabulary says, in three forms that all axioms which are supported come down to. A domain is that whatever has the
 * property is of the class, a range the same of the inverse, `C ⊑ ∀p.D` that whatever is the `p` of a C is a D; a union is
 * an axiom for each of its classes; equivalences are two.
 */
export type Axiom = MemberAxiom | ValueAxiom | PropertyAxiom

/** Members of one class are members of another. */
export interface MemberAxiom {
  readonly kind: 'member'
  readonly sub: ClassExpression
  /** IRI of a class. */
  readonly super: string
  /** The axiom as it stands in the vocabulary, in Turtle's words: `:Student rdfs:subClassOf :Person`. */
  readonly stated: string
}

/** Members of a class have a value of a property; of an inverse one, they are its value. */
export interface ValueAxiom {
  readonly kind: 'value'
  readonly sub: ClassExpression
  readonly property: PropertyStep
  readonly value: Name
  readonly stated: string
}

/**
 * What a chain of properties leads to is the value of another: one link is a subproperty; `[p, p]` below `p` says that it is
 * transitive, `[^p]` that it is symmetric.
 */
export interface PropertyAxiom {
  readonly kind: 'property'
  /** One link at least. */
  readonly chain: readonly PropertyStep[]
  /** IRI of a property; where it is `rdf:type`, the chain leads to a class. */
  readonly super: string
  readonly stated: string
}

/** An axiom that is left out whole, and why, as a sentence. */
export interface Unsupported {
  readonly stated: string
  readonly reason: string
}

/** What was read of a vocabulary. */
export interface ReadAxioms {
  readonly axioms: readonly Axiom[]
  readonly unsupported: readonly Unsupported[]
  /** The triples that a hierarchy of classes is walked along. */
  readonly classTriples?: readonly ClassTriple[]
}

/** A triple of `rdfs:subClassOf` or `owl:equivalentClass` as it stands in the vocabulary, whatever becomes of it. */
export interface ClassTriple {
  readonly sub: NamedNode | BlankNode
  readonly super: NamedNode | BlankNode
  readonly isEquivalence: boolean
}
