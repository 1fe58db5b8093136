import type { Catalog, DatabaseEntry, FileEntry } from '../catalog/catalog.ts'
import {
  areRemoteOptions,
  checkDatabaseOptions,
  type DatabaseSettings,
  databaseSettings,
} from '../config/database-options.ts'
import type { HomeDatabase } from '../engine/database.ts'
import type { Engine } from '../engine/engine.ts'
import type { GraphQLRequest, RequestError, RequestOptions } from '../engine/graphql/answer.ts'
import type { SchemaOptions, SchemaSource } from '../engine/schemas/schema-source.ts'
import { ServiceError } from '../errors.ts'
import { databaseReference, fileReference, withinTimeOf } from './database-reference.ts'
import type { DatabaseService, ExecuteOptions, LoadResult } from './database-service.ts'
import { localSchemas } from './local-schemas.ts'
import { nameDatabase } from './name-database.ts'
import { releaseEntry } from './release-entry.ts'
import { newRemoteOptions } from './remote-options.ts'
import { createRunningQueries, type RunningQueries } from './running-queries.ts'

/**
 * The databases of a home folder in this process: the catalog knows their names and options, the engine what is in them.
 *
 * @param defaults what holds for a database that says nothing else
 * @param running where its queries are registered while they run
 */
export function localService(
  engine: Engine,
  catalog: Catalog,
  defaults: DatabaseSettings = {},
  running: RunningQueries = createRunningQueries(),
): DatabaseService {
  const databaseOf = (entry: DatabaseEntry): HomeDatabase =>
    databaseReference(entry, defaults, catalog.secrets)

  const schemas = localSchemas({ engine, catalog, defaults, running })

  /** Does work by the schema that a request names, where it does, or is told of what is wrong with the name. */
  async function bySchema<Result>(
    entry: DatabaseEntry,
    request: GraphQLRequest,
    named: string | undefined,
    options: SchemaOptions,
    work: (chosen: { readonly schema?: SchemaSource }) => Promise<Result>,
  ): Promise<Result | { readonly kind: 'errors'; readonly errors: readonly RequestError[] }> {
    const choice = await schemas.choose(entry, request, named, options)
    switch (choice.kind) {
      case 'errors':
        return choice
      case 'none':
        return work({})
      case 'schema':
        return work({ schema: choice.schema })
    }
  }

  function optionsOf<Options extends SchemaOptions>(entry: DatabaseEntry, options: Options): Options {
    return withinTimeOf(entry, defaults, options)
  }

  function formOf(entry: DatabaseEntry, { form, defaultForm }: ExecuteOptions): RequestOptions['form'] {
    return form ?? databaseSettings(entry.options).form ?? defaultForm
  }

  /** Databases that are being made and dropped: the catalog is needed until they are, or are not, there. */
  const unfinished = new Set<Promise<unknown>>()

  async function finishing<Result>(work: Promise<Result>): Promise<Result> {
    unfinished.add(work)
    try {
      return await work
    } finally {
      unfinished.delete(work)
    }
  }

  return {
    databases: async () => catalog.list().map((entry) => entry.name),
    async create(name, sources, { databaseOptions = {}, ...options } = {}) {
      const checked = checkDatabaseOptions(databaseOptions)
      if (areRemoteOptions(checked)) {
        if (sources.length > 0) throw unloadable(name)
        const find = (): Promise<ReadonlyMap<string, string>> =>
          newRemoteOptions(name, checked, { engine, secrets: catalog.secrets, signal: options.signal })
        await finishing(catalog.createRemote(name, find))
        return { quads: 0, bytes: 0, added: 0 }
      }
      let result: LoadResult = { quads: 0, bytes: 0, added: 0 }
      const populate = async (entry: FileEntry) => {
        const database = fileReference(entry, defaults)
        const loaded = engine.load(database, sources, options).catch(async (error: unknown) => {
          // Its files are removed next: nobody may have them open by then.
          await engine.release(database)
          throw error
        })
        const { prefixes, ...counts } = await nameDatabase(entry, loaded)
        result = counts
        return prefixes
      }
      await finishing(catalog.create(name, populate, checked))
      return result
    },
    drop: (name) => finishing(catalog.drop(name, (entry) => releaseEntry(engine, entry, catalog.secrets))),
    async load(name, source, options) {
      const entry = catalog.getOnline(name)
      const description = { kind: 'update', database: name, text: `Load of ${source.name}` } as const
      return running.work(description, options?.signal, (signal) =>
        nameDatabase(entry, engine.load(databaseOf(entry), [source], { ...options, signal })),
      )
    },
    async size(name) {
      const entry = catalog.getOnline(name)
      return nameDatabase(entry, engine.size(databaseOf(entry)))
    },
    async execute(name, request, options = {}) {
      const entry = catalog.getOnline(name)
      const form = formOf(entry, options)
      const { defaultForm: _, schema, ...settings } = optionsOf(entry, options)
      const description = { kind: 'graphql', database: entry.name, text: request.query } as const
      return running.answer(description, settings.signal, (signal) =>
        bySchema(entry, request, schema, { ...settings, signal }, (chosen) => {
          const asked = { ...settings, ...(form && { form }), ...chosen, signal }
          return nameDatabase(entry, engine.graphql(databaseOf(entry), request, asked))
        }),
      )
    },
    async explain(name, request, options = {}) {
      const entry = catalog.getOnline(name)
      const { schema, ...settings } = optionsOf(entry, options)
      return bySchema(entry, request, schema, settings, (chosen) =>
        nameDatabase(entry, engine.explain(databaseOf(entry), request, { ...settings, ...chosen })),
      )
    },
    schemas: schemas.service,
    async close(graceMilliseconds = 0) {
      await engine.close({ graceMilliseconds })
      await Promise.allSettled(unfinished)
      catalog.close()
    },
  }
}

function unloadable(name: string): ServiceError {
  const message = `Files cannot be loaded while a remote database is created: create '${name}' without them, and add them then.`
  return new ServiceError('illegalArgument', message)
}
