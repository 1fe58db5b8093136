import type { ASTNode, ConstValueNode, FieldNode } from 'graphql'
import type { LeafType, Path } from '../graphql/schema.ts'
import type { Declared, OrderKey, RootConstant, Typename } from './operation.ts'
import type { InputValue } from './variables.ts'

/**
 * What the names of an operation mean: by the rules for names, or by a schema. A name that means nothing is reported where it is
 * asked for.
 */
export interface Naming {
  /** What a top-level field lists. */
  root(node: FieldNode): RootMeaning | undefined
  /** The answer to a top-level field of GraphQL's own, by its response name. */
  constant(key: string, node: FieldNode): RootConstant | undefined
  /** Names of the classes that were met so far, by their IRI; absent where a schema gives them names. */
  readonly namedTypes?: ReadonlyMap<string, string>
}

/** What a top-level field lists. */
export interface RootMeaning {
  /** IRIs of classes. */
  readonly classes: readonly string[]
  /** What the names in its selection set mean. */
  readonly scope: Scope
  readonly arguments: ArgumentMeanings
}

/** What the names in a selection set mean. */
export interface Scope {
  /** Equal for names that mean the same field, in this scope and others. */
  identity(name: string): string
  field(node: FieldNode): FieldMeaning | undefined
  /** How a field of the name is declared that `@bind` computes. */
  computed(name: string): Declared | undefined
  /** A type that a fragment or `@type` names. */
  type(name: string, node: ASTNode): TypeMeaning | undefined
  /**
   * What names the type of the objects.
   *
   * @param asked name of a type that `@type` asks them to be of.
   */
  typename(asked: string | undefined): Typename
}

/** What a field leads to. */
export type FieldMeaning =
  | { readonly kind: 'iri' }
  | {
      readonly kind: 'property'
      readonly path: Path
      readonly declared?: Declared
      readonly arguments: ArgumentMeanings
      /** What the names in its selection set mean; absent where it is declared to have none. */
      readonly scope?: Scope
    }

/** A type within a selection set. */
export interface TypeMeaning {
  readonly name: string
  /** IRIs of classes: a node of any of them is stated to be of the type. */
  readonly classes: readonly string[]
  /** IRIs of classes: to a node of any of them a fragment on the type applies. */
  readonly fragmentClasses: readonly string[]
  /** Whether every object of the selection set counts as one of the type. */
  readonly isEnclosing: boolean
  /** What names mean in a selection set for it. */
  readonly scope: Scope
}

/** What the arguments of a field mean. */
export interface ArgumentMeanings {
  argument(name: string, node: ASTNode): ArgumentMeaning | undefined
  /** What `orderBy` sorts by. */
  orderKey(name: string, node: ASTNode): OrderKey['by'] | undefined
  /** Values that stand where no others are given. */
  readonly defaults: readonly { readonly name: string; readonly value: ConstValueNode }[]
}

/** What an argument does. */
export type ArgumentMeaning =
  | { readonly kind: 'first' | 'skip' | 'iri' }
  | {
      readonly kind: 'orderBy'
      /** Adds to a value what its type says of members that are left out. */
      readonly complete: (value: InputValue) => InputValue
    }
  | {
      readonly kind: 'property'
      readonly path: Path
      /** Absent: a value says itself what it matches. */
      readonly value?: LeafType
    }
