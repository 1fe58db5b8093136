import { Kind, type TypeNode } from 'graphql'

/** A type as it stands at a field or argument. */
export interface DeclaredType {
  /** Name of the type in all lists and `!`. */
  readonly name: string
  /** How many lists are around it. */
  readonly lists: number
  /** Whether the whole is declared with `!`. */
  readonly isNonNull: boolean
}

/** Reads a type without its wrappers. */
export function declaredType(node: TypeNode): DeclaredType {
  let lists = 0
  let inner = node
  while (inner.kind !== Kind.NAMED_TYPE) {
    if (inner.kind === Kind.LIST_TYPE) lists += 1
    inner = inner.type
  }
  return { name: inner.name.value, lists, isNonNull: node.kind === Kind.NON_NULL_TYPE }
}
