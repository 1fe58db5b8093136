import { type GraphQLInputType, getNullableType, isInputObjectType, isListType } from 'graphql'
import { type InputValue, literalValue } from './variables.ts'

/** A value with the members that its type gives where they are left out (GraphQL specification, 3.10). */
export function completeInput(value: InputValue, type: GraphQLInputType): InputValue {
  const inner = getNullableType(type)
  if (isListType(inner)) {
    if (value.kind !== 'list') return completeInput(value, inner.ofType)
    return { kind: 'list', items: value.items.map((item) => completeInput(item, inner.ofType)) }
  }
  if (!isInputObjectType(inner) || value.kind !== 'object') return value
  const members = new Map(value.members)
  for (const field of Object.values(inner.getFields())) {
    const literal = field.default?.literal
    if (literal && !members.has(field.name)) members.set(field.name, literalValue(literal, new Map(), []))
    // `null` sets the default aside, and says nothing else.
    if (members.get(field.name)?.kind === 'null') members.delete(field.name)
  }
  return { kind: 'object', members }
}
