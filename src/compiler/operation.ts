import type { Path, ValueType } from '../graphql/schema.ts'
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
  /** Classes that it names, as top-level fields and types, by their IRI; absent where a schema gives them names. */
  readonly namedTypes?: ReadonlyMap<string, string>
  readonly roots: readonly RootField[]
}

/** A top-level field: a list of nodes, or one of GraphQL's own that need no data. */
export type RootField = RootNodes | RootConstant

/** A top-level field that lists the nodes of a class, or of several. */
export interface RootNodes {
  readonly kind: 'nodes'
  readonly key: string
  /** IRIs of classes: each node that is of any of them is in the list once. */
  readonly types: readonly string[]
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
  /** What `@type` asks the object to be: of each, a node of any of these classes. */
  readonly types: readonly (readonly string[])[]
  /** Conditions of `@filter`; their variables are response names of {@link fields}. */
  readonly filters: readonly Expression[]
}

/** A top-level field of GraphQL's own: `__typename`, and what `__schema` and `__type` tell of a schema. */
export interface RootConstant {
  readonly kind: 'constant'
  readonly key: string
  /** Its value as JSON text. */
  readonly json: string
}

/** What to sort nodes by: the smallest or largest value that a path leads to, or the node itself. */
export interface OrderKey {
  readonly by: { readonly kind: 'property'; readonly path: Path } | { readonly kind: 'node' }
  readonly descending: boolean
}

/** A field of a selection set. */
export type Field = PropertyField | BoundField | FragmentField | IriField | TypenameField

/** How a schema declares a field; without one, or without a declaration, the values alone decide. */
export interface Declared {
  /** Shown as a JSON array of all values, or as the first of them. */
  readonly isList: boolean
  /** Of a list: whether it is there, and empty, where there are no values. */
  readonly isNonNull: boolean
  readonly value: ValueType
}

/** A field with the objects or values that a path leads to from its node. */
export interface PropertyField {
  readonly kind: 'property'
  readonly key: string
  readonly path: Path
  readonly declared?: Declared
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
  readonly declared?: Declared
  readonly expression: Expression
  readonly optional: boolean
  readonly hidden: boolean
  readonly when?: Expression
}

/** A fragment on other types: its fields are the object's where the object is of one of them and has all of the fields. */
export interface FragmentField {
  readonly kind: 'fragment'
  /** A name of its own among the fields. */
  readonly key: string
  /** IRIs of classes. */
  readonly types: readonly string[]
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
  readonly name: Typename
}

/** What names the type of an object. */
export type Typename =
  | { readonly kind: 'fixed'; readonly name: string }
  /** The classes that the node is stated to be of: the first by name, by the names of the data, or `Resource`. */
  | { readonly kind: 'stated' }
  /** Those that have a name here, by their IRI; where the node is of none of them, the other name. */
  | {
      readonly kind: 'listed'
      readonly names: ReadonlyMap<string, string>
      readonly otherwise: string
    }

/** A condition that an argument puts on a node. A value of a path is what it leads to. */
export type Constraint =
  /** The node is one of these IRIs, or blank nodes written as `_:label`. */
  | { readonly kind: 'node'; readonly iris: readonly string[] }
  /** A value of the path matches any of these. */
  | { readonly kind: 'value'; readonly path: Path; readonly matches: readonly Match[] }
  /** The path leads nowhere. */
  | { readonly kind: 'absent'; readonly path: Path }
  /** Both lists of one argument: a matching value or none at all. */
  | { readonly kind: 'valueOrAbsent'; readonly path: Path; readonly matches: readonly Match[] }

/**
 * What a value of an argument matches: numbers and booleans by value, names by IRI, strings by the lexical form of literals
 * that are neither numbers nor booleans, texts by that of any literal.
 */
export type Match =
  | { readonly kind: 'number'; readonly literal: Literal }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'string'; readonly value: string }
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'iri'; readonly iri: string }
