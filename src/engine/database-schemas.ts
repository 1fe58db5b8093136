import { ServiceError } from '../errors.ts'
import type { Database } from './database.ts'
import type { Engine } from './engine.ts'
import type { GraphQLRequest } from './graphql/answer.ts'
import { createMemoryShelf } from './schemas/memory-shelf.ts'
import type { SchemaHolder } from './schemas/schema-holder.ts'
import { createSchemaRegistry, type SchemaChoice } from './schemas/schema-registry.ts'
import type { SchemaOptions, SchemaOrigin, SchemaProblems } from './schemas/schema-source.ts'

/** What the default schema of a database is made of: an RDFS or OWL ontology in it, which `true` is too, or SHACL shapes. */
export type AutoSchema = boolean | 'owl' | 'shacl'

/** How a schema is added. */
export interface AddSchemaOptions extends SchemaOptions {
  /** Also in place of one of the same name. */
  readonly replace?: boolean
}

/**
 * The GraphQL schemas of a database in a program, by name. They are kept in memory, for as long as the database is open: a
 * program that opens it again adds them again.
 */
export interface DatabaseSchemas {
  /**
   * Checks a schema, and keeps it; says what became of one of the same name.
   *
   * @throws ServiceError `invalidSchema`, whose message tells every error with its line and column, and whose `cause` is the list of them;
   * `schemaExists`, `illegalArgument` for a name that no schema can have, `limitExceeded`
   */
  add(name: string, text: string, options?: AddSchemaOptions): Promise<'added' | 'replaced'>
  /** Names, in the order of the alphabet; with `autoSchema` that of the default one among them, which is made first. */
  list(): Promise<readonly string[]>
  /**
   * The text as it was added.
   *
   * @throws ServiceError `schemaUnknown`
   */
  show(name: string): Promise<string>
  /** @throws ServiceError `schemaUnknown` */
  remove(name: string): Promise<void>
  /** Removes all; resolves to how many there were. */
  clear(): Promise<number>
  /** The text of a schema made of the data as they are now: a beginning, to be changed and added. */
  infer(options?: SchemaOptions): Promise<string>
}

/** The schemas of a database, and which of them a request is answered by. */
export interface OpenSchemas {
  readonly access: DatabaseSchemas
  /**
   * @param named comes before what the request says
   * @throws ServiceError `schemaUnknown` where it is the name of none
   */
  choose(request: GraphQLRequest, named: string | undefined, options: SchemaOptions): Promise<SchemaChoice>
}

/** No schemas of a database that an engine asks; `auto` is what the default one is made of, where one is wanted. */
export function openSchemas(engine: Engine, database: Database, auto: SchemaOrigin | undefined): OpenSchemas {
  const registry = createSchemaRegistry()
  const holder: SchemaHolder = {
    key: '',
    shelf: createMemoryShelf(),
    ...(auto !== undefined && { auto }),
    check: (text, options) => engine.checkSchema(database, text, options),
    generate: (from, options) => engine.generateSchema(database, from, options),
    checkStillThere() {},
  }
  return {
    access: {
      async add(name, text, options) {
        const stored = await registry.add(holder, name, text, options)
        if (stored.kind === 'errors') throw invalidSchema(name, stored.errors)
        return stored.kind
      },
      list: () => registry.list(holder),
      show: (name) => registry.show(holder, name),
      async remove(name) {
        registry.remove(holder, name)
      },
      clear: async () => holder.shelf.clear(),
      infer: (options) => registry.infer(holder, options),
    },
    choose: (request, named, options) => registry.choose(holder, request, named, options),
  }
}

/**
 * What the default schema is made of.
 *
 * @throws ServiceError `illegalArgument` for what is no such option
 */
export function autoOrigin(auto: AutoSchema = false): SchemaOrigin | undefined {
  switch (auto) {
    case false:
      return undefined
    case true:
    case 'owl':
      return 'owl'
    case 'shacl':
      return 'shacl'
    default: {
      const given: never = auto
      const message = `The option "autoSchema" is true, false, "owl" or "shacl", not ${JSON.stringify(given)}.`
      throw new ServiceError('illegalArgument', message)
    }
  }
}

function invalidSchema(name: string, errors: SchemaProblems): ServiceError {
  const lines = errors.map(({ message, locations: [place] = [] }) =>
    place === undefined ? message : `line ${place.line}, column ${place.column}: ${message}`,
  )
  const message = `The schema "${name}" cannot be used:\n${lines.join('\n')}`
  return new ServiceError('invalidSchema', message, { cause: errors })
}
