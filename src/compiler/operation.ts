import type { Namespaces } from '../rdf/namespaces.ts'
import type { Literal } from '../rdf/term.ts'

/**
 * A GraphQL operation with nothing left to look up: fragments are spread, variables filled in, static `@skip` and
 * `@include` settled, fields of one response name merged, and every name is an IRI.
 */
export interface Operation {
  /** Stored prefixes overlaid with those of `@prefix`. */
  readonly namespaces: Namespaces
  /** Names given by `@config(alias: …)`. */
  readonly aliases: ReadonlyMap<string, string>
  readonly roots: readonly RootField[]
}

/** A top-level field: a list of the nodes of a class, or the constant `__typename`. */
export type RootField = RootNodes | RootTypename

export interface RootNodes {
  readonly kind: 'nodes'
  readonly key: string
  /** The field's name, which is its objects' `__typename`. */
  readonly name: string
  readonly type: string
  readonly constraints: readonly Constraint[]
  readonly order: readonly OrderKey[]
  readonly skip: number
  /** Absent: all. */
  readonly first?: number
  /** Absent where the nodes themselves are asked for. */
  readonly fields?: readonly Field[]
}

export interface RootTypename {
  readonly kind: 'typename'
  readonly key: string
}

/** What to sort nodes by: a property's smallest or largest value, or the node itself. */
export interface OrderKey {
  readonly by: { readonly kind: 'property'; readonly predicate: string } | { readonly kind: 'node' }
  readonly descending: boolean
}

export type Field = PropertyField | IriField | TypenameField

export interface PropertyField {
  readonly kind: 'property'
  readonly key: string
  readonly predicate: string
  readonly optional: boolean
  /** What the values, as nodes, have to satisfy. */
  readonly constraints: readonly Constraint[]
  /** Absent on a leaf. */
  readonly fields?: readonly Field[]
}

/** The built-in field `iri`. */
export interface IriField {
  readonly kind: 'iri'
  readonly key: string
}

/** The built-in field `__typename`. */
export interface TypenameField {
  readonly kind: 'typename'
  readonly key: string
}

/** A condition that an argument puts on a node. */
export type Constraint =
  /** The node is one of these IRIs, or blank nodes written as `_:label`. */
  | { readonly kind: 'node'; readonly iris: readonly string[] }
  /** A value of the property matches any of these. */
  | { readonly kind: 'value'; readonly predicate: string; readonly matches: readonly Match[] }
  /** The node lacks the property. */
  | { readonly kind: 'absent'; readonly predicate: string }
  /** Both lists of one argument: a matching value or none at all. */
  | { readonly kind: 'valueOrAbsent'; readonly predicate: string; readonly matches: readonly Match[] }

/** What a value of an argument matches: numbers and booleans by value, strings by lexical form, names by IRI. */
export type Match =
  | { readonly kind: 'number'; readonly literal: Literal }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'string'; readonly value: string }
  | { readonly kind: 'iri'; readonly iri: string }
