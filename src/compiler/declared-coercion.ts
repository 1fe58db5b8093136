import {
  type GraphQLInputObjectType,
  type GraphQLInputType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  isSpecifiedScalarType,
} from 'graphql'
import type { Schema } from '../graphql/schema.ts'
import { coerceNamed, type InputValue, type NamedCoercion, ofJson } from './variables.ts'

/** Reads values of variables by the types of a schema (GraphQL specification, 3.5 and 3.9 to 3.12, "Input Coercion"). */
export function declaredCoercion(schema: Schema): NamedCoercion {
  return (json, name) => {
    const type = schema.graphql.getType(name)
    if (isEnumType(type)) {
      return typeof json === 'string' && type.getValue(json) ? { kind: 'name', name: json } : undefined
    }
    if (isInputObjectType(type)) return coerceMembers(schema, json, type)
    // Whole numbers of more than 32 bits are of type Long.
    if (name === 'Int' && typeof json === 'number' && (json | 0) !== json) return undefined
    return type !== undefined && isSpecifiedScalarType(type) ? coerceNamed(json, name) : ofJson(json)
  }
}

function coerceMembers(schema: Schema, json: unknown, type: GraphQLInputObjectType): InputValue | undefined {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return undefined
  const fields = new Map(Object.entries(type.getFields()))
  const members = new Map<string, InputValue>()
  for (const [name, member] of Object.entries(json)) {
    const field = fields.get(name)
    const value = field && coerceMember(schema, member, field.type)
    if (value === undefined) return undefined
    members.set(name, value)
  }
  const isComplete = [...fields].every(([name, field]) => members.has(name) || !isRequiredInputField(field))
  return isComplete ? { kind: 'object', members } : undefined
}

function coerceMember(schema: Schema, json: unknown, type: GraphQLInputType): InputValue | undefined {
  if (isNonNullType(type)) return json === null ? undefined : coerceMember(schema, json, type.ofType)
  if (json === null) return { kind: 'null' }
  if (!isListType(type)) return declaredCoercion(schema)(json, type.name)
  const items = (Array.isArray(json) ? json : [json]).map((item: unknown) =>
    coerceMember(schema, item, type.ofType),
  )
  return items.every((item) => item !== undefined) ? { kind: 'list', items } : undefined
}
