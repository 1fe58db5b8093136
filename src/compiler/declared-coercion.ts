import { isEnumType, isInputObjectType, isRequiredInputField, isSpecifiedScalarType } from 'graphql'
import type { Schema } from '../graphql/schema.ts'
import { coerce, coerceNamed, type InputValue, type NamedCoercion, ofJson } from './variables.ts'

/** Reads values of variables by the types of a schema (GraphQL specification, 3.5 and 3.9 to 3.12, "Input Coercion"). */
export function declaredCoercion(schema: Schema): NamedCoercion {
  return named

  function named(json: unknown, name: string): InputValue | undefined {
    const type = schema.graphql.getType(name)
    if (isEnumType(type)) {
      return typeof json === 'string' && type.getValue(json) ? { kind: 'name', name: json } : undefined
    }
    if (isInputObjectType(type)) {
      if (typeof json !== 'object' || json === null || Array.isArray(json)) return undefined
      const fields = type.getFields()
      const members = new Map<string, InputValue>()
      for (const [key, member] of Object.entries(json)) {
        const fieldType = Object.hasOwn(fields, key) ? fields[key]?.astNode?.type : undefined
        const value = fieldType && coerce(member, fieldType, named)
        if (value === undefined) return undefined
        members.set(key, value)
      }
      const isComplete = Object.values(fields).every(
        (field) => !isRequiredInputField(field) || members.has(field.name),
      )
      return isComplete ? { kind: 'object', members } : undefined
    }
    // Whole numbers of more than 32 bits are of type Long.
    if (name === 'Int' && typeof json === 'number' && (json | 0) !== json) return undefined
    return type !== undefined && isSpecifiedScalarType(type) ? coerceNamed(json, name) : ofJson(json)
  }
}
