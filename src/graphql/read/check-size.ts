import type { Source } from 'graphql'
import type { Declarations } from './declarations.ts'
import { InvalidSchema } from './invalid-schema.ts'
import { schemaError } from './schema-error.ts'

/** Fields, arguments, values, members and implemented interfaces of all types together; schema.org has 90,000. */
const mostParts = 300_000

/** @throws InvalidSchema where a schema declares more than is worked on */
export function checkSize({ types }: Declarations, source: Source): void {
  let parts = 0
  for (const { interfaces, members, values, fields, inputFields } of types.values()) {
    parts += interfaces.length + members.length + values.length + fields.length + inputFields.length
    for (const field of fields) parts += field.arguments?.length ?? 0
  }
  if (parts <= mostParts) return
  const [count, limit] = [parts.toLocaleString('en'), mostParts.toLocaleString('en')]
  const message = `The schema has ${count} fields, arguments, values, members and interfaces; the limit is ${limit}.`
  throw new InvalidSchema([schemaError('LIMIT_EXCEEDED', message, source, [0])])
}
