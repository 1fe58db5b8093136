import { Kind, type OperationDefinitionNode, type TypeNode } from 'graphql'
import type { Schema } from '../graphql/schema.ts'
import type { VariableValues } from './variables.ts'

/** Values of variables, with what those of enum types stand for. */
export function withEnumMeanings(
  values: VariableValues,
  operation: OperationDefinitionNode,
  { enums }: Schema,
): VariableValues {
  const meant = new Map(values)
  for (const { variable, type } of operation.variableDefinitions ?? []) {
    const value = values.get(variable.name.value)
    const declared = enums.get(typeName(type) ?? '')
    if (value?.kind !== 'name' || declared?.kind !== 'enum') continue
    const stands = declared.values.get(value.name)
    if (stands !== undefined) meant.set(variable.name.value, { ...value, stands })
  }
  return meant
}

/** Name of a type that is no list. */
function typeName(type: TypeNode): string | undefined {
  const nullable = type.kind === Kind.NON_NULL_TYPE ? type.type : type
  return nullable.kind === Kind.NAMED_TYPE ? nullable.name.value : undefined
}
