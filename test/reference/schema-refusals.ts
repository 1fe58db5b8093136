import {
  type DocumentNode,
  type FieldNode,
  getNamedType,
  isCompositeType,
  Kind,
  type NamedTypeNode,
  NoUnusedVariablesRule,
  parse,
  type SelectionSetNode,
  specifiedRules,
  TypeInfo,
  validate,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import { getVariableValues } from 'graphql/execution/index.js'
import { argumentsOf, operationFacts, type ReferenceRequest, type Value } from './operation-facts.ts'
import { type ReferenceSchema, referenceSchema } from './schema.ts'

/**
 * Why a schema refuses a request: by the rules of graphql-js on the document as it is without our directives, or by our own of what
 * `orderBy` and `@config` may name. Empty where the schema has nothing against it.
 */
export function schemaRefusals(text: string, request: ReferenceRequest): readonly string[] {
  const schema = referenceSchema(text)
  const document = plainDocument(parse(request.query), schema)
  // Expressions use variables, too.
  const rules = specifiedRules.filter((rule) => rule !== NoUnusedVariablesRule)
  const broken = validate(schema.graphql, document, rules).map(({ message }) => message)
  if (broken.length > 0) return broken
  const [operation] = document.definitions
  if (operation?.kind !== Kind.OPERATION_DEFINITION) return ['No operation.']
  const values = getVariableValues(
    schema.graphql,
    operation.variableDefinitions ?? [],
    request.variables ?? {},
  )
  if ('errors' in values && values.errors !== undefined) return values.errors.map(({ message }) => message)
  return orderRefusals(request, schema)
}

/** A document without our directives: what `@bind` computes is left out, `@type` is a fragment, a leaf object has a field. */
function plainDocument(document: DocumentNode, schema: ReferenceSchema): DocumentNode {
  const bare = visit(document, {
    Field(node: FieldNode) {
      const directives = (node.directives ?? []).map(({ name }) => name.value)
      if (directives.includes('bind')) return null
      if (!directives.includes('type')) return undefined
      const typeCondition: NamedTypeNode = { kind: Kind.NAMED_TYPE, name: node.name }
      const { selectionSet = nothing } = node
      return { kind: Kind.INLINE_FRAGMENT, typeCondition, selectionSet }
    },
    Directive: () => null,
  })
  const filled = visit(bare, {
    SelectionSet: (node: SelectionSetNode) => (node.selections.length === 0 ? withTypename(node) : undefined),
  })
  const types = new TypeInfo(schema.graphql)
  return visit(
    filled,
    visitWithTypeInfo(types, {
      Field(node) {
        const type = types.getType()
        const isObject = type !== undefined && type !== null && isCompositeType(getNamedType(type))
        if (!isObject || node.selectionSet !== undefined) return undefined
        return { ...node, selectionSet: withTypename(nothing) }
      },
    }),
  )
}

const nothing: SelectionSetNode = { kind: Kind.SELECTION_SET, selections: [] }

function withTypename(node: SelectionSetNode): SelectionSetNode {
  return {
    ...node,
    selections: [{ kind: Kind.FIELD, name: { kind: Kind.NAME, value: '__typename' } }],
  }
}

function orderRefusals(request: ReferenceRequest, schema: ReferenceSchema): readonly string[] {
  const facts = operationFacts(request, schema)
  return facts.definition.selectionSet.selections.flatMap((field) => {
    if (field.kind !== Kind.FIELD || field.name.value.startsWith('__')) return []
    const root = schema.root(field.name.value)
    const argument = root.arguments.get('orderBy')
    const order = argumentsOf(facts, { field }, root.arguments).get('orderBy')
    if (argument === undefined || argument.path !== undefined || order === undefined) return []
    const known = schema.orderable(root.type)
    return orderNames(order).flatMap((name) =>
      name === 'iri' || known.has(name) ? [] : [`No field ${name}.`],
    )
  })
}

function orderNames(order: Value): readonly string[] {
  switch (order.kind) {
    case 'list':
      return order.values.flatMap(orderNames)
    case 'object': {
      const field = order.members.get('field')
      return field === undefined ? [] : orderNames(field)
    }
    case 'name':
      return [order.name]
    case 'string':
      return [order.value]
    default:
      return []
  }
}
