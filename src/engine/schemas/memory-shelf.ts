import { createHash } from 'node:crypto'
import type { RegisteredSchema, SchemaShelf } from './schema-holder.ts'

/** Schemas in the memory of this process; none at first. */
export function createMemoryShelf(): SchemaShelf {
  const schemas = new Map<string, RegisteredSchema>()
  return {
    names: () => [...schemas.keys()].sort(),
    find: (name) => schemas.get(name),
    bytes: () => schemas.values().reduce((sum, { text }) => sum + Buffer.byteLength(text), 0),
    put(name, text, generated) {
      const id = createHash('sha256').update(text).digest('base64url')
      schemas.set(name, { name, id, text, generated })
    },
    remove: (name) => schemas.delete(name),
    clear() {
      const count = schemas.size
      schemas.clear()
      return count
    },
  }
}
