import type { SchemaHolder, SchemaShelf } from './schema-holder.ts'

/** What is seen of a shelf: a generated schema tells of all graphs, so whoever may not read them all sees none. */
export function seenShelf({
  shelf,
  isPartial = false,
}: Pick<SchemaHolder, 'shelf' | 'isPartial'>): Pick<SchemaShelf, 'names' | 'find' | 'remove'> {
  if (!isPartial) return shelf
  const find: SchemaShelf['find'] = (name) => {
    const found = shelf.find(name)
    return found?.generated === true ? undefined : found
  }
  return {
    names: () => shelf.names().filter((name) => find(name) !== undefined),
    find,
    remove: (name) => find(name) !== undefined && shelf.remove(name),
  }
}
