import type { SchemaShelf } from './schema-holder.ts'
import { checkSchemasTogether } from './schema-limits.ts'

/**
 * Puts a schema on a shelf that has room for it.
 *
 * @throws ServiceError `limitExceeded`
 */
export function putSchema(shelf: SchemaShelf, name: string, text: string, generated: boolean): void {
  const former = shelf.find(name)
  const count = shelf.names().length + (former === undefined ? 1 : 0)
  const replaced = former === undefined ? 0 : Buffer.byteLength(former.text)
  checkSchemasTogether(count, shelf.bytes() - replaced + Buffer.byteLength(text))
  shelf.put(name, text, generated)
}
