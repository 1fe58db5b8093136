import type { Catalog, DatabaseEntry } from '../../catalog/catalog.ts'
import { databaseSettings } from '../../config/database-options.ts'
import type { HomeDatabase } from '../../engine/database.ts'
import type { GraphQLRequest } from '../../engine/graphql/answer.ts'
import type { SchemaHolder, SchemaShelf } from '../../engine/schemas/schema-holder.ts'
import type { SchemaChoice } from '../../engine/schemas/schema-registry.ts'
import type { SchemaOptions, SchemaOrigin } from '../../engine/schemas/schema-source.ts'
import { ServiceError } from '../../errors.ts'
import { isOfAllGraphs } from '../../sparql/readable-dataset.ts'
import { audited } from '../audit/audited.ts'
import type { SchemaService } from '../schema-service.ts'
import { askerOf } from '../sign-in/asker-of.ts'
import type { Caller } from '../sign-in/caller.ts'
import { withinTimeOf } from './database-reference.ts'
import type { LocalParts } from './local-parts.ts'
import { nameDatabase } from './name-database.ts'

/** The schemas of the databases of a home folder in this process. */
export interface LocalSchemas {
  readonly service: SchemaService
  /**
   * Finds the schema that a request is answered by, `named` before what the request says itself.
   *
   * @throws ServiceError `schemaUnknown` where `named` is the name of none; what keeps the default one from being generated
   */
  choose(
    entry: DatabaseEntry,
    request: GraphQLRequest,
    named: string | undefined,
    options: SchemaOptions,
  ): Promise<SchemaChoice>
}

/** The schemas that a catalog keeps, as a caller has them, or the owner of the home folder. */
export function localSchemas(parts: LocalParts, caller?: Caller): LocalSchemas {
  const { engine, catalog, defaults, running, registry } = parts
  const user = askerOf(caller)

  function holderOf(entry: DatabaseEntry): SchemaHolder {
    const { name, created } = entry
    const reference = () => parts.databaseOf(entry, caller)
    const auto = autoOrigin(entry)
    const database = reference()
    return {
      key: `${name} ${created}`,
      shelf: shelfOf(catalog, name),
      ...(auto !== undefined && { auto }),
      isPartial: isPartial(database),
      check: (text, options) =>
        nameDatabase(entry, engine.checkSchema(reference(), text, withinTimeOf(entry, defaults, options))),
      async generate(origin, options) {
        const online = catalog.getOnline(name)
        const { signal: asked, ...within } = withinTimeOf(online, defaults, options)
        const description = {
          kind: 'graphql',
          database: name,
          text: generationText(origin),
          user,
          isPart: true,
        } as const
        return running.work(description, asked, (signal) =>
          nameDatabase(online, engine.generateSchema(reference(), origin, { ...within, signal })),
        )
      },
      checkStillThere() {
        const now = catalog.get(name)
        if (now.created === created && placeOf(now) === placeOf(entry)) return
        const message = `Database '${name}' was dropped or replaced before this was done.`
        throw new ServiceError('databaseUnknown', message)
      },
    }
  }

  const holder = (name: string): SchemaHolder => holderOf(catalog.get(name))

  /** Changes the schemas of a database, and has it written down. */
  function telling<Result>(
    kind: 'add' | 'remove' | 'clear',
    target: string,
    schema: string | undefined,
    change: () => Promise<Result> | Result,
  ): Promise<Result> {
    const details = schema === undefined ? {} : { details: { schema } }
    return audited(parts.audit, caller, { action: `schema.${kind}`, target, ...details }, change)
  }

  return {
    service: {
      list: async (name) => registry.list(holder(name)),
      show: async (name, schema) => registry.show(holder(name), schema),
      add: (name, schema, text, options) =>
        telling('add', name, schema, () => registry.add(holder(name), schema, text, options)),
      remove: (name, schema) => telling('remove', name, schema, () => registry.remove(holder(name), schema)),
      clear: (name) => telling('clear', name, undefined, () => catalog.schemas.clear(name)),
      infer: async (name, options) => registry.infer(holder(name), options),
    },
    choose: (entry, request, named, options) => registry.choose(holderOf(entry), request, named, options),
  }
}

/** Whether others may see more of a database, or something else. */
function isPartial(database: HomeDatabase): boolean {
  if (database.kind === 'remote' && database.endpoint.passThrough === true) return true
  return database.access !== undefined && !isOfAllGraphs(database.access.readable)
}

/** Another one where a database was replaced by a backup. */
function placeOf(entry: DatabaseEntry): string {
  return entry.kind === 'file' ? entry.path : ''
}

/** What the default schema of a database is made of where it has none; nothing is made of one that is offline. */
function autoOrigin({ online, options }: DatabaseEntry): SchemaOrigin | undefined {
  const { autoSchema, autoSchemaSource = 'owl' } = databaseSettings(options)
  return online && autoSchema === true ? autoSchemaSource : undefined
}

function shelfOf({ schemas }: Catalog, database: string): SchemaShelf {
  return {
    names: () => schemas.names(database),
    find(name) {
      const found = schemas.find(database, name)
      return found === undefined
        ? undefined
        : { name, id: found.digest, text: found.text, generated: found.generated }
    },
    bytes: () => schemas.bytes(database),
    put: (name, text, generated) => schemas.put(database, { name, text, generated }),
    remove: (name) => schemas.remove(database, name),
    clear: () => schemas.clear(database),
  }
}

/** What is told of a generation while it runs; no query, but the text of one is what others have there. */
function generationText(origin: SchemaOrigin): string {
  switch (origin) {
    case 'owl':
      return '# Generates the default schema of the ontology'
    case 'shacl':
      return '# Generates the default schema of the shapes'
    case 'data':
      return '# Infers a schema of the data'
  }
}
