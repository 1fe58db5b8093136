import type { Source } from 'graphql'
import type { Declarations } from './declarations.ts'
import { InvalidSchema } from './invalid-schema.ts'
import { schemaError } from './schema-error.ts'

/** Fields, arguments, values, members and implemented interfaces of all types together; schema.org has 90,000. */
const mostParts = 300_000

/** Fields of interfaces and their arguments, once for each type that implements them: each is compared with the type's own. */
const mostImplemented = 2_000_000

/** @throws InvalidSchema where a schema declares more than is worked on */
export function checkSize({ types }: Declarations, source: Source): void {
  let parts = 0
  for (const { interfaces, members, values, fields, inputFields } of types.values()) {
    parts += interfaces.length + members.length + values.length + fields.length + inputFields.length
    for (const field of fields) parts += field.arguments?.length ?? 0
  }
  refusePast(mostParts, parts, 'fields, arguments, values, members and interfaces', source)
  const implemented = countImplemented(types)
  refusePast(mostImplemented, implemented, 'fields and arguments of interfaces that types implement', source)
}

function countImplemented(types: Declarations['types']): number {
  const sizes = new Map<string, number>()
  for (const { name, kind, fields } of types.values()) {
    if (kind !== 'interface') continue
    sizes.set(
      name,
      fields.reduce((sum, field) => sum + 1 + (field.arguments?.length ?? 0), 0),
    )
  }
  let count = 0
  for (const { interfaces } of types.values()) {
    for (const { name } of interfaces) count += sizes.get(name.value) ?? 0
  }
  return count
}

function refusePast(most: number, number: number, what: string, source: Source): void {
  if (number <= most) return
  const [count, limit] = [number.toLocaleString('en'), most.toLocaleString('en')]
  const message = `The schema has ${count} ${what}; the limit is ${limit}.`
  throw new InvalidSchema([schemaError('LIMIT_EXCEEDED', message, source, [0])])
}
