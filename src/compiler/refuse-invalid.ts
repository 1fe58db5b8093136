import { Kind } from 'graphql'
import type { Schema } from '../graphql/schema.ts'
import { validateDocument } from '../graphql/validate/validate-document.ts'
import type { QueryDocument } from './document.ts'
import { RefusedQuery } from './refused-query.ts'

/**
 * Texts that were found valid by a schema lately. Most requests differ from earlier ones in the values of their variables only,
 * which this does not depend on, and it takes longer than the rest of resolving.
 */
const validTexts = new WeakMap<Schema, Set<string>>()

const mostTexts = 500
/** UTF-16 code units. */
const longestText = 8_192

/**
 * Refuses a document that is not valid by a schema.
 *
 * @throws RefusedQuery with the errors
 */
export function refuseInvalid({ operations, fragments }: QueryDocument, schema: Schema): void {
  const text = operations[0]?.loc?.source.body ?? ''
  const valid = validTexts.get(schema) ?? new Set()
  if (valid.has(text)) return
  const definitions = [...operations, ...fragments.values()]
  const errors = validateDocument({ kind: Kind.DOCUMENT, definitions }, schema)
  if (errors.length > 0) throw new RefusedQuery(errors)
  if (text === '' || text.length > longestText) return
  const [oldest] = valid.size < mostTexts ? [] : valid
  if (oldest !== undefined) valid.delete(oldest)
  validTexts.set(schema, valid.add(text))
}
