import type { SchemaOptions, StoredSchema } from '../engine/schemas/schema-source.ts'

/**
 * The registered schemas of the databases of a home, by name (spec, "Lifecycle of a registered GraphQL schema"). Names are kept
 * in the order of the alphabet.
 */
export interface SchemaService {
  /** Generates the default schema first, where the database has `graphql.auto.schema`, none is there, and the data have what it is made of. */
  list(database: string): Promise<readonly string[]>
  /**
   * The text as it was added.
   *
   * @throws ServiceError `schemaUnknown`
   */
  show(database: string, name: string): Promise<string>
  /**
   * Checks a schema and keeps it. `replace`: also where there is one of that name.
   *
   * @throws ServiceError `schemaExists`, `illegalArgument` for a name that no schema can have, `limitExceeded`
   */
  add(
    database: string,
    name: string,
    text: string,
    options?: SchemaOptions & { readonly replace?: boolean },
  ): Promise<StoredSchema>
  /** @throws ServiceError `schemaUnknown` */
  remove(database: string, name: string): Promise<void>
  /** Removes all; resolves to how many there were. */
  clear(database: string): Promise<number>
  /** The text of a schema made of the data as they are now; nothing is kept. */
  infer(database: string, options?: SchemaOptions): Promise<string>
}
