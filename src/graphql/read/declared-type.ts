import { Kind, type NamedTypeNode, type TypeNode } from 'graphql'

/** A type as it stands at a field or argument. */
export interface DeclaredType {
  /** Name of the type in all lists and `!`. */
  readonly name: string
  readonly node: NamedTypeNode
  /** How many lists are around it. */
  readonly lists: number
  /** Whether the whole is declared with `!`. */
  readonly isNonNull: boolean
}

/** Reads a type without its wrappers. */
export function declaredType(type: TypeNode): DeclaredType {
  let lists = 0
  let node = type
  while (node.kind !== Kind.NAMED_TYPE) {
    if (node.kind === Kind.LIST_TYPE) lists += 1
    node = node.type
  }
  return { name: node.name.value, node, lists, isNonNull: type.kind === Kind.NON_NULL_TYPE }
}
