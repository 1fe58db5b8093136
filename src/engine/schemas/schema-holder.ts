import type { SchemaOptions, SchemaOrigin, SchemaProblems, SchemaSource } from './schema-source.ts'

/** A schema that is kept for a database. */
export interface RegisteredSchema extends SchemaSource {
  /** Whether it was made of the data, and not added. */
  readonly generated: boolean
}

/** Where the schemas of one database are kept. */
export interface SchemaShelf {
  /** In the order of the alphabet. */
  names(): readonly string[]
  find(name: string): RegisteredSchema | undefined
  /** Bytes of the texts of all of them. */
  bytes(): number
  /** Adds a schema, in place of one of the same name. */
  put(name: string, text: string, generated: boolean): void
  /** Whether there was one. */
  remove(name: string): boolean
  /** Removes all; returns how many there were. */
  clear(): number
}

/** A database that has schemas, while something is done with them. */
export interface SchemaHolder {
  /** Tells it from every other database, also from a later one of the same name. */
  readonly key: string
  readonly shelf: SchemaShelf
  /** What the default schema is made of where none is there; absent: none is made. */
  readonly auto?: SchemaOrigin
  /**
   * Whether graphs are hidden from whoever asks. A generated schema is made of all of them, so it is not made on their behalf,
   * and where others had it made it is as if it were not there.
   */
  readonly isPartial?: boolean
  check(text: string, options: SchemaOptions): Promise<SchemaProblems>
  generate(origin: SchemaOrigin, options: SchemaOptions): Promise<string>
  /** Throws where it is not the database any more that it was when the work began. */
  checkStillThere(): void
}
