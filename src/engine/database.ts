import type { Namespaces } from '../rdf/namespaces.ts'

/** A database in a file, which any number of processes may read while one writes. */
export interface FileDatabase {
  readonly kind: 'file'
  /** Absolute path of the file. */
  readonly path: string
  readonly namespaces: Namespaces
  /** Most objects of a top-level field without `first`; absent: all. */
  readonly defaultLimit?: number
}

/** A database in the memory of one process; gone with the engine. */
export interface MemoryDatabase {
  readonly kind: 'memory'
  /** Tells it from the other databases in memory of the same engine. */
  readonly name: string
  readonly namespaces: Namespaces
  /** Most objects of a top-level field without `first`; absent: all. */
  readonly defaultLimit?: number
}

/** A database, as the engine is told of it. */
export type Database = FileDatabase | MemoryDatabase
