import {
  type ConstValueNode,
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isSpecifiedScalarType,
  Kind,
} from 'graphql'

/**
 * Takes from a checked schema of graphql-js the nodes of the document that it was built of. With them it holds all tokens of the
 * text: eight times the memory of the rest.
 */
export function forgetSyntax(schema: GraphQLSchema): void {
  schema.astNode = undefined
  schema.extensionASTNodes = []
  for (const directive of schema.getDirectives()) {
    directive.astNode = undefined
    directive.extensionASTNodes = []
    directive.args.forEach(forgetInput)
  }
  for (const type of Object.values(schema.getTypeMap())) {
    // Those belong to all schemas.
    if (isIntrospectionType(type) || isSpecifiedScalarType(type)) continue
    type.astNode = undefined
    type.extensionASTNodes = []
    if (isObjectType(type) || isInterfaceType(type)) {
      for (const field of Object.values(type.getFields())) {
        field.astNode = undefined
        field.args.forEach(forgetInput)
      }
    } else if (isEnumType(type)) {
      for (const value of type.getValues()) value.astNode = undefined
    } else if (isInputObjectType(type)) {
      Object.values(type.getFields()).forEach(forgetInput)
    }
  }
}

function forgetInput(input: GraphQLArgument | GraphQLInputField): void {
  input.astNode = undefined
  if (input.default?.literal !== undefined) input.default = { literal: withoutPlace(input.default.literal) }
}

/** A value without its place in the text, nor anything else of the text. */
export function withoutPlace(value: ConstValueNode): ConstValueNode {
  switch (value.kind) {
    case Kind.LIST:
      return { kind: Kind.LIST, values: value.values.map(withoutPlace) }
    case Kind.OBJECT:
      return {
        kind: Kind.OBJECT,
        fields: value.fields.map((field) => ({
          kind: Kind.OBJECT_FIELD,
          name: { kind: Kind.NAME, value: field.name.value },
          value: withoutPlace(field.value),
        })),
      }
    case Kind.NULL:
      return { kind: Kind.NULL }
    case Kind.BOOLEAN:
      return { kind: Kind.BOOLEAN, value: value.value }
    case Kind.INT:
    case Kind.FLOAT:
    case Kind.ENUM:
      return { kind: value.kind, value: value.value }
    case Kind.STRING:
      return { kind: Kind.STRING, value: value.value, ...(value.block === true && { block: true }) }
  }
}
