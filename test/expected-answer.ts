import type { SchemaCase } from './generate-schema-cases.ts'
import { type ReferenceAnswer, referenceAnswer } from './reference/answer.ts'
import { NoAnswer } from './reference/collected.ts'
import { schemaRefusals } from './reference/schema-refusals.ts'

/** The reference's answer to a document by a schema; `undefined` for a document that the schema refuses, or whose fields conflict. */
export function expectedAnswer({ quads, request, schema }: SchemaCase): ReferenceAnswer | undefined {
  if (schemaRefusals(schema, request).length > 0) return undefined
  try {
    return referenceAnswer(quads, request, schema)
  } catch (error) {
    if (error instanceof NoAnswer) return undefined
    throw error
  }
}
