import type { Namespaces } from '../rdf/namespaces.ts'
import type { Literal } from '../rdf/term.ts'
import type { Expression } from '../sparql/algebra.ts'

/**
 * A GraphQL operation with nothing left to look up: fragments are spread, variables filled in, static `@skip` and
 * `@include` settled, fields of one response name merged, and every name is an IRI.
 */
export interface Operation {
  /** Stored prefixes overlaid with those of `@prefix`. */
  readonly namespaces: Namespaces
  /** Names given by `@config(alias: …)`. */
  readonly aliases: ReadonlyMap<string, string>
  /** IRIs of the graphs of `@config(graph: …)`; absent: the union of all graphs. */
  readonly graphs?: readonly string[]
  readonly roots: readonly RootField[]
}

/** A top-level field: a list of the nodes of a class, or one of GraphQL's own that need no data. */
export type RootField = RootNodes | RootTypename | RootAbsentType

/** A top-level field that lists the nodes of a class. */
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
  readonly selection?: Selection
}

/** The fields of an object, and the expressions that choose among objects. */
export interface Selection {
  readonly fields: readonly Field[]
  /** Types that `@type` asks the object to have. */
  readonly types: readonly { readonly name: string; readonly iri: string }[]
  /** Conditions of `@filter`; their variables are response names of {@link fields}. */
  readonly filters: readonly Expression[]
}

/** The top-level field `__typename`. */
export interface RootTypename {
  readonly kind: 'typename'
  readonly key: string
}

/** The top-level field `__type`: without a schema there is no type of any name. */
export interface RootAbsentType {
  readonly kind: 'absentType'
  readonly key: string
}

/** What to sort nodes by: a property's smallest or largest value, or the node itself. */
export interface OrderKey {
  readonly by: { readonly kind: 'property'; readonly predicate: string } | { readonly kind: 'node' }
  readonly descending: boolean
}

/** A field of a selection set. */
export type Field = PropertyField | BoundField | FragmentField | IriField | TypenameField

/** A field that is a property of its node, with the objects or values that it leads to. */
export interface PropertyField {
  readonly kind: 'property'
  readonly key: string
  readonly predicate: string
  readonly optional: boolean
  /** By `@hide`: a leaf is not shown, an object's fields are those of the object around it. */
  readonly hidden: boolean
  /** By `@skip` and `@include` with expressions: where it is not true, the field is left out. */
  readonly when?: Expression
  /** By `@lang`: language ranges in order of preference; of a leaf's values those of the first that matches any. */
  readonly languages?: readonly string[]
  /** What the values, as nodes, have to satisfy. */
  readonly constraints: readonly Constraint[]
  /** Absent on a leaf. */
  readonly selection?: Selection
}

/** A field that `@bind` computes over the other fields. */
export interface BoundField {
  readonly kind: 'bound'
  readonly key: string
  readonly expression: Expression
  readonly optional: boolean
  readonly hidden: boolean
  readonly when?: Expression
}

/** A fragment on another type: its fields are the object's where the object is of that type and has all of them. */
export interface FragmentField {
  readonly kind: 'fragment'
  /** A name of its own among the fields. */
  readonly key: string
  readonly type: string
  readonly selection: Selection
}

/** The built-in field `iri`. */
export interface IriField {
  readonly kind: 'iri'
  readonly key: string
  readonly hidden: boolean
}

/** The built-in field `__typename`. */
export interface TypenameField {
  readonly kind: 'typename'
  readonly key: string
  readonly hidden: boolean
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
