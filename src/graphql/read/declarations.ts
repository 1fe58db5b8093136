import type {
  ASTNode,
  ConstDirectiveNode,
  DirectiveDefinitionNode,
  DocumentNode,
  EnumValueDefinitionNode,
  ExecutableDefinitionNode,
  FieldDefinitionNode,
  InputValueDefinitionNode,
  NamedTypeNode,
  OperationTypeDefinitionNode,
  TypeDefinitionNode,
  TypeExtensionNode,
} from 'graphql'
import { Kind } from 'graphql'

/** A type as the text declares it, its extensions put together with it. */
export interface Declaration {
  readonly kind: 'object' | 'interface' | 'union' | 'enum' | 'input' | 'scalar'
  readonly name: string
  readonly node: TypeDefinitionNode
  readonly directives: readonly ConstDirectiveNode[]
  readonly fields: readonly FieldDefinitionNode[]
  readonly interfaces: readonly NamedTypeNode[]
  /** Of a union. */
  readonly members: readonly NamedTypeNode[]
  /** Of an enum. */
  readonly values: readonly EnumValueDefinitionNode[]
  /** Of an input object. */
  readonly inputFields: readonly InputValueDefinitionNode[]
}

/** What the text of a schema declares. */
export interface Declarations {
  readonly types: ReadonlyMap<string, Declaration>
  /** All of them, those of types that are not declared too. */
  readonly extensions: readonly TypeExtensionNode[]
  readonly directives: readonly DirectiveDefinitionNode[]
  /** Operations and fragments, which have no place in a schema. */
  readonly queries: readonly ExecutableDefinitionNode[]
  /** The first `schema { … }` or `extend schema { … }`, if there is one. */
  readonly schemaNode: ASTNode | undefined
  /** The entries of those. */
  readonly operations: readonly OperationTypeDefinitionNode[]
}

/** Puts together what a document declares. Of two types of one name the first counts. */
export function collectDeclarations(document: DocumentNode): Declarations {
  const parts = new Map<string, [TypeDefinitionNode, ...(TypeDefinitionNode | TypeExtensionNode)[]]>()
  const extensions: TypeExtensionNode[] = []
  const directives: DirectiveDefinitionNode[] = []
  const queries: ExecutableDefinitionNode[] = []
  const operations: OperationTypeDefinitionNode[] = []
  let schemaNode: ASTNode | undefined
  for (const definition of document.definitions) {
    switch (definition.kind) {
      case Kind.SCHEMA_DEFINITION:
      case Kind.SCHEMA_EXTENSION:
        for (const operation of definition.operationTypes ?? []) operations.push(operation)
        schemaNode ??= definition
        break
      case Kind.OBJECT_TYPE_DEFINITION:
      case Kind.INTERFACE_TYPE_DEFINITION:
      case Kind.UNION_TYPE_DEFINITION:
      case Kind.ENUM_TYPE_DEFINITION:
      case Kind.INPUT_OBJECT_TYPE_DEFINITION:
      case Kind.SCALAR_TYPE_DEFINITION:
        if (!parts.has(definition.name.value)) parts.set(definition.name.value, [definition])
        break
      case Kind.OBJECT_TYPE_EXTENSION:
      case Kind.INTERFACE_TYPE_EXTENSION:
      case Kind.UNION_TYPE_EXTENSION:
      case Kind.ENUM_TYPE_EXTENSION:
      case Kind.INPUT_OBJECT_TYPE_EXTENSION:
      case Kind.SCALAR_TYPE_EXTENSION:
        extensions.push(definition)
        break
      case Kind.DIRECTIVE_DEFINITION:
        directives.push(definition)
        break
      case Kind.OPERATION_DEFINITION:
      case Kind.FRAGMENT_DEFINITION:
        queries.push(definition)
        break
      default:
        break
    }
  }
  for (const extension of extensions) parts.get(extension.name.value)?.push(extension)
  const types = new Map<string, Declaration>()
  for (const [name, nodes] of parts) types.set(name, declarationOf(name, nodes))
  return { types, extensions, directives, queries, schemaNode, operations }
}

function declarationOf(
  name: string,
  nodes: readonly [TypeDefinitionNode, ...(TypeDefinitionNode | TypeExtensionNode)[]],
): Declaration {
  return {
    kind: kindOf(nodes[0]),
    name,
    node: nodes[0],
    directives: nodes.flatMap((node) => node.directives ?? []),
    fields: nodes.flatMap((node) => (holdsFields(node) ? (node.fields ?? []) : [])),
    interfaces: nodes.flatMap((node) => (holdsFields(node) ? (node.interfaces ?? []) : [])),
    members: nodes.flatMap((node) =>
      node.kind === Kind.UNION_TYPE_DEFINITION || node.kind === Kind.UNION_TYPE_EXTENSION
        ? (node.types ?? [])
        : [],
    ),
    values: nodes.flatMap((node) =>
      node.kind === Kind.ENUM_TYPE_DEFINITION || node.kind === Kind.ENUM_TYPE_EXTENSION
        ? (node.values ?? [])
        : [],
    ),
    inputFields: nodes.flatMap((node) =>
      node.kind === Kind.INPUT_OBJECT_TYPE_DEFINITION || node.kind === Kind.INPUT_OBJECT_TYPE_EXTENSION
        ? (node.fields ?? [])
        : [],
    ),
  }
}

function holdsFields(node: TypeDefinitionNode | TypeExtensionNode) {
  return (
    node.kind === Kind.OBJECT_TYPE_DEFINITION ||
    node.kind === Kind.OBJECT_TYPE_EXTENSION ||
    node.kind === Kind.INTERFACE_TYPE_DEFINITION ||
    node.kind === Kind.INTERFACE_TYPE_EXTENSION
  )
}

/** What a definition declares, or an extension extends. */
export function kindOf(node: TypeDefinitionNode | TypeExtensionNode): Declaration['kind'] {
  switch (node.kind) {
    case Kind.OBJECT_TYPE_DEFINITION:
    case Kind.OBJECT_TYPE_EXTENSION:
      return 'object'
    case Kind.INTERFACE_TYPE_DEFINITION:
    case Kind.INTERFACE_TYPE_EXTENSION:
      return 'interface'
    case Kind.UNION_TYPE_DEFINITION:
    case Kind.UNION_TYPE_EXTENSION:
      return 'union'
    case Kind.ENUM_TYPE_DEFINITION:
    case Kind.ENUM_TYPE_EXTENSION:
      return 'enum'
    case Kind.INPUT_OBJECT_TYPE_DEFINITION:
    case Kind.INPUT_OBJECT_TYPE_EXTENSION:
      return 'input'
    case Kind.SCALAR_TYPE_DEFINITION:
    case Kind.SCALAR_TYPE_EXTENSION:
      return 'scalar'
  }
}
