import {
  type DirectiveNode,
  type DocumentNode,
  Kind,
  type SelectionSetNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import type { Schema } from '../schema.ts'

/** A document as GraphQL without our directives would have it. */
export interface PlainDocument {
  readonly document: DocumentNode
  /** Names of the variables that directives use, within expressions too. */
  readonly mentionedVariables: ReadonlySet<string>
}

/**
 * Takes our directives off a document, so that the rules of GraphQL understand what is left: a field that `@bind` computes names
 * nothing of the data and is left out; a type that `@type` asks for is a fragment on that type. Every node keeps its place in the
 * text. Within introspection directives stay: there they are GraphQL's own.
 */
export function plainDocument(document: DocumentNode, schema: Schema): PlainDocument {
  const mentionedVariables = new Set<string>()
  const typeInfo = new TypeInfo(schema.graphql)

  function withoutDirectives<T extends { readonly directives?: readonly DirectiveNode[] | undefined }>(
    node: T,
  ): T | undefined {
    const { directives = [] } = node
    if (directives.length === 0 || isIntrospection(typeInfo)) return undefined
    for (const directive of directives) mentionVariables(directive, mentionedVariables)
    return { ...node, directives: [] }
  }

  const plain = visit(
    document,
    visitWithTypeInfo(typeInfo, {
      OperationDefinition: withoutDirectives,
      FragmentDefinition: withoutDirectives,
      InlineFragment: withoutDirectives,
      FragmentSpread: withoutDirectives,
      Field(node) {
        const bare = withoutDirectives(node)
        if (bare === undefined) return undefined
        const directives = new Set(node.directives?.map(({ name }) => name.value))
        if (directives.has('bind')) return null
        // At the top level it has no place, which is told of without a schema too.
        const isRoot = typeInfo.getParentType() === schema.graphql.getQueryType()
        if (!directives.has('type') || isRoot) return bare
        const { name, selectionSet = noSelections, loc } = node
        const typeCondition = { kind: Kind.NAMED_TYPE, name, ...(name.loc && { loc: name.loc }) }
        return { kind: Kind.INLINE_FRAGMENT, typeCondition, selectionSet, ...(loc && { loc }) }
      },
    }),
  )
  return { document: plain, mentionedVariables }
}

const noSelections: SelectionSetNode = { kind: Kind.SELECTION_SET, selections: [] }

/** Whether what is being visited belongs to a type of GraphQL's own. */
function isIntrospection(typeInfo: TypeInfo): boolean {
  return typeInfo.getParentType()?.name.startsWith('__') ?? false
}

const variableInText = /[$?]([_A-Za-z][_0-9A-Za-z]*)/g

/** A variable may stand for an argument, or in a SPARQL expression. */
function mentionVariables(directive: DirectiveNode, names: Set<string>): void {
  visit(directive, {
    Variable({ name }) {
      names.add(name.value)
    },
    StringValue({ value }) {
      for (const [, name] of value.matchAll(variableInText)) if (name !== undefined) names.add(name)
    },
  })
}
