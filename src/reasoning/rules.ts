import type { PropertyPath } from '../sparql/property-path.ts'
import type { Name, Unsupported } from './axiom.ts'

/**
 * How the triples of each property and the members of each class come about, with nothing left to follow: recursion is in
 * property paths, whose links are all as they are stated.
 */
export interface Rules {
  /** Absent: its triples are those that are stated. Never of `rdf:type`. */
  property(iri: string): PropertyRule | undefined
  /** Absent: its members are those that are stated to be; never absent where there is a {@link type}. */
  members(iri: string): ClassRule | undefined
  /** Properties that have a rule. */
  readonly properties: readonly string[]
  /** Classes that have a rule. */
  readonly classes: readonly string[]
  /**
   * How a class is stated of a node, where `rdf:type` has subproperties: a path from the node to the class. Absent: by
   * `rdf:type` alone.
   */
  readonly type?: PropertyPath
  /** Named classes whose members are members of this one by named classes alone, itself among them. */
  subclasses(iri: string): ReadonlySet<string>
  /** Named classes that this one is among the subclasses of, itself among them. */
  superclasses(iri: string): ReadonlySet<string>
  /** Axioms that take part in a circle that no property path says, left out whole. */
  readonly unsupported: readonly Unsupported[]
}

/** The triples of a property: its paths' and its values', the stated ones among them. */
export interface PropertyRule {
  /** All that paths lead to; `^` steps are pushed down to links, alternatives flattened, and no path is in twice. */
  readonly path: PropertyPath
  readonly values: readonly ValueRule[]
  /** Axioms that the rule is made of, as stated, each once. */
  readonly axioms: readonly string[]
}

/** Members of a class have a value; where `inverse`, they are its value. */
export interface ValueRule {
  readonly members: readonly MemberWay[]
  readonly value: Name
  readonly inverse: boolean
}

/** The members of a class: what is on any of the ways, the one that it is stated to be on among them. */
export interface ClassRule {
  readonly ways: readonly MemberWay[]
  /** Axioms that the rule is made of, as stated, each once. */
  readonly axioms: readonly string[]
}

/** One way to be a member of a class. */
export type MemberWay =
  /** Is stated to be of one of these classes (by {@link Rules.type}); one such way at most, and the first. */
  | { readonly kind: 'stated'; readonly classes: readonly string[] }
  /** Is one of these. */
  | { readonly kind: 'oneOf'; readonly members: readonly Name[] }
  /** A path leads from it to an end. */
  | { readonly kind: 'related'; readonly path: PropertyPath; readonly to: RelatedEnd }
  /** Is on a way of each: two at least. */
  | { readonly kind: 'all'; readonly of: readonly (readonly MemberWay[])[] }
  /** Whatever it is, as long as anything at all is on one of these ways; only within `all`, beside ways that say what it is. */
  | { readonly kind: 'where'; readonly of: readonly MemberWay[] }

/** What a path has to lead to. */
export type RelatedEnd =
  | { readonly kind: 'anything' }
  | { readonly kind: 'oneOf'; readonly members: readonly Name[] }
  | { readonly kind: 'member'; readonly ways: readonly MemberWay[] }
