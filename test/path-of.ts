import type { DatabaseEntry } from '../src/catalog/catalog.ts'

/** Absolute path of the file of a database that has one. */
export function pathOf(entry: DatabaseEntry | undefined): string {
  if (entry?.kind !== 'file') throw new Error('This is no database with a file here.')
  return entry.path
}
