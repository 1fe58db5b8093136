import type { LeafType } from '../graphql/schema.ts'
import type { Comparator, Operation, SelectQuery, Slice } from '../sparql/algebra.ts'
import type { NamedClasses } from './most-specific.ts'

/**
 * What to ask of a store and how its solutions become JSON. Query and shape are made in one walk and agree on the
 * variables; the shape knows variables and JSON, nothing of GraphQL or SPARQL.
 */
export interface QueryPlan {
  readonly query: SelectQuery
  readonly shape: Shape
  /** Variables by which solutions must come grouped for the shape to stream. */
  readonly grouping: readonly string[]
  /** The queries of the top-level fields, whose union the query is. */
  readonly parts: readonly FieldQuery[]
  /** Variables whose terms the shape shows; of others it only compares what they are bound to. */
  readonly decode: readonly string[]
}

/** The query of one top-level field. */
export interface FieldQuery {
  /** The variable of the field's nodes. */
  readonly node: string
  readonly operation: Operation
  /** What chooses the nodes within `operation`, by identity, where only some of them are asked for. */
  readonly page?: Slice
  /** How the field orders its nodes. */
  readonly comparators: readonly Comparator[]
}

/** The root fields, in the order of the selection set. */
export interface Shape {
  readonly roots: readonly RootShape[]
}

/** A list of the objects that `object.node` is bound to. */
export interface ListShape {
  readonly kind: 'list'
  /** Response name. */
  readonly key: string
  readonly object: ObjectShape
  /** Objects past it are not shown, and the answer says that it is cut. */
  readonly limit?: number
}

/** A list of the identifiers that `variable` is bound to: a top-level field without a selection set. */
export interface IdentifiersShape {
  readonly kind: 'identifiers'
  readonly key: string
  readonly variable: string
  /** Nodes past it are not shown, and the answer says that it is cut. */
  readonly limit?: number
}

/** A value that needs no data: the root's `__typename`, or what introspection tells. */
export interface ConstantShape {
  readonly kind: 'constant'
  readonly key: string
  /** JSON text. */
  readonly json: string
}

/** A root field of the answer. */
export type RootShape = ListShape | IdentifiersShape | ConstantShape

/** An object of the answer: one for each distinct term of `node`, within the object around it. */
export interface ObjectShape {
  /** Name of the variable that identifies the object. */
  readonly node: string
  /** In the order of the selection set. */
  readonly fields: readonly FieldShape[]
}

/**
 * How a field that is declared shows what it has: the first by the store's order, or an array of all. What is not declared
 * shows one value as itself and several as an array. `nonNullList`: in the form `graphql` an array even of nothing.
 */
export type Listing = 'single' | 'list' | 'nonNullList'

/** The values of a variable, in an object: scalars and node identifiers. */
export interface LeafShape {
  readonly kind: 'leaf'
  readonly key: string
  readonly variable: string
  readonly listing?: Listing
  /** What values are shown as, where they fit. */
  readonly type?: LeafType
}

/** The full IRI (or `_:label`) of a node: one value, there where the node is. */
export interface IriShape {
  readonly kind: 'iri'
  readonly key: string
  readonly variable: string
}

/** The GraphQL name of a node's type. */
export interface TypenameShape {
  readonly kind: 'typename'
  readonly key: string
  readonly type: TypenameRule
}

/**
 * A name that is fixed; or the most specific one of the terms of `variable`, else the first by name of theirs, else
 * another.
 */
export type TypenameRule =
  | { readonly kind: 'fixed'; readonly name: string }
  | {
      readonly kind: 'variable'
      readonly variable: string
      /** With reasoning: the classes among which the most specific one is chosen. */
      readonly specific?: NamedClasses
      /** Names of terms; absent: those of the data. */
      readonly names?: ReadonlyMap<string, string>
      readonly otherwise: string
    }

/** Objects within an object. */
export interface NestedShape {
  readonly kind: 'object'
  readonly key: string
  /**
   * Where its fields go: into an object of its own, or into the object around it, because of `@hide` (`lifted`) or
   * because a fragment that may not apply is no object (`fragment`).
   */
  readonly placement: 'nested' | 'lifted' | 'fragment'
  readonly listing?: Listing
  readonly object: ObjectShape
}

/** A field of an object of the answer. */
export type FieldShape = LeafShape | IriShape | TypenameShape | NestedShape
