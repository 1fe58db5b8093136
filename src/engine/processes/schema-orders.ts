import type { Namespaces } from '../../rdf/namespaces.ts'
import { isObject } from '../is-object.ts'
import type { SchemaOrigin, SchemaProblems } from '../schemas/schema-source.ts'

/** A schema to check. */
export interface SchemaCheckOrder {
  readonly text: string
  readonly namespaces: Namespaces
}

/** A schema to make of what a database holds. */
export interface SchemaGenerationWork {
  readonly origin: SchemaOrigin
}

const origins: readonly unknown[] = ['owl', 'shacl', 'data'] satisfies readonly SchemaOrigin[]

/** Whether an argument is a schema to check. */
export function isSchemaCheckOrder(value: unknown): value is SchemaCheckOrder {
  return (
    isObject(value) &&
    'text' in value &&
    typeof value.text === 'string' &&
    'namespaces' in value &&
    value.namespaces instanceof Map
  )
}

/** Whether an argument is a schema to make. */
export function isSchemaGenerationWork(value: unknown): value is SchemaGenerationWork {
  return isObject(value) && 'origin' in value && origins.includes(value.origin)
}

/** Whether a value says what is wrong with a schema. */
export function isSchemaProblems(value: unknown): value is SchemaProblems {
  return Array.isArray(value) && value.every((problem) => isObject(problem) && 'message' in problem)
}
