import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  GraphQLIncludeDirective,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  GraphQLSkipDirective,
  getArgumentValues,
  getDirectiveValues,
  Kind,
  SchemaMetaFieldDef,
  type SelectionNode,
  TypeMetaFieldDef,
  TypeNameMetaFieldDef,
} from 'graphql'

/** What selecting fields of introspection needs to know. */
export interface IntrospectionContext {
  readonly info: GraphQLResolveInfo
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>
}

/** A field of a selection set: the nodes of its response name, its definition, and its arguments. */
export interface SelectedField {
  readonly key: string
  readonly nodes: readonly [FieldNode, ...FieldNode[]]
  readonly definition: GraphQLField<unknown, unknown>
  readonly arguments: Readonly<Record<string, unknown>>
}

/**
 * The fields that selection sets select of an object type, in their order, fragments spread, `@skip` and `@include` settled (GraphQL
 * specification, "Field Collection").
 *
 * @throws GraphQLError for an argument whose variable has no value that it takes
 */
export function selectedFields(
  context: IntrospectionContext,
  type: GraphQLObjectType,
  nodes: readonly { readonly selectionSet?: FieldNode['selectionSet'] }[],
): readonly SelectedField[] {
  const groups = new Map<string, [FieldNode, ...FieldNode[]]>()
  const spread = new Set<string>()
  for (const node of nodes) collect(context, type.name, node.selectionSet?.selections ?? [], groups, spread)
  return [...groups].flatMap(([key, group]) => {
    const [{ name }] = group
    const definition = metaFields.get(name.value) ?? type.getFields()[name.value]
    if (definition === undefined) return []
    const values = getArgumentValues(definition, group[0], context.info.variableValues)
    return [{ key, nodes: group, definition, arguments: values }]
  })
}

const metaFields: ReadonlyMap<string, GraphQLField<unknown, unknown>> = new Map(
  [SchemaMetaFieldDef, TypeMetaFieldDef, TypeNameMetaFieldDef].map((field) => [field.name, field]),
)

function collect(
  context: IntrospectionContext,
  type: string,
  selections: readonly SelectionNode[],
  groups: Map<string, [FieldNode, ...FieldNode[]]>,
  spread: Set<string>,
): void {
  for (const selection of selections) {
    if (!isIncluded(context, selection)) continue
    if (selection.kind === Kind.FIELD) {
      const key = (selection.alias ?? selection.name).value
      const group = groups.get(key)
      if (group === undefined) groups.set(key, [selection])
      else group.push(selection)
      continue
    }
    if (selection.kind === Kind.FRAGMENT_SPREAD && spread.has(selection.name.value)) continue
    if (selection.kind === Kind.FRAGMENT_SPREAD) spread.add(selection.name.value)
    const fragment =
      selection.kind === Kind.INLINE_FRAGMENT ? selection : context.fragments.get(selection.name.value)
    // The types of introspection are in no interface and no union.
    if (fragment === undefined || (fragment.typeCondition?.name.value ?? type) !== type) continue
    collect(context, type, fragment.selectionSet.selections, groups, spread)
  }
}

function isIncluded({ info }: IntrospectionContext, selection: SelectionNode): boolean {
  if (selection.directives === undefined || selection.directives.length === 0) return true
  const skip = getDirectiveValues(GraphQLSkipDirective, selection, info.variableValues)
  const include = getDirectiveValues(GraphQLIncludeDirective, selection, info.variableValues)
  return skip?.['if'] !== true && include?.['if'] !== false
}
