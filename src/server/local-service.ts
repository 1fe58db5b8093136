import type { Catalog, DatabaseEntry } from '../catalog/catalog.ts'
import { checkDatabaseOptions, type DatabaseSettings, databaseSettings } from '../config/database-options.ts'
import type { RequestOptions } from '../engine/answer.ts'
import type { FileDatabase } from '../engine/database.ts'
import type { Engine } from '../engine/engine.ts'
import type { DatabaseService, ExecuteOptions } from './database-service.ts'
import { nameDatabase } from './name-database.ts'

/**
 * The databases of a home folder in this process: the catalog knows their names and options, the engine what is in them.
 *
 * @param defaults what holds for a database that says nothing else
 */
export function localService(
  engine: Engine,
  catalog: Catalog,
  defaults: DatabaseSettings = {},
): DatabaseService {
  function databaseOf(entry: DatabaseEntry): FileDatabase {
    const { defaultLimit } = { ...defaults, ...databaseSettings(entry.options) }
    return {
      kind: 'file',
      path: entry.path,
      namespaces: entry.namespaces,
      ...(defaultLimit === undefined ? {} : { defaultLimit }),
    }
  }

  /** The options of a request, with what its database says beside them. */
  function optionsOf<Options extends RequestOptions>(entry: DatabaseEntry, options: Options): Options {
    const { timeout: most } = { ...defaults, ...databaseSettings(entry.options) }
    return most === undefined ? options : { ...options, timeout: Math.min(options.timeout ?? most, most) }
  }

  function formOf(entry: DatabaseEntry, { form, defaultForm }: ExecuteOptions): RequestOptions['form'] {
    return form ?? databaseSettings(entry.options).form ?? defaultForm
  }

  return {
    databases: async () => catalog.list().map((entry) => entry.name),
    async create(name, sources, { databaseOptions = {}, ...options } = {}) {
      const checked = checkDatabaseOptions(databaseOptions)
      let result = { quads: 0, bytes: 0, added: 0 }
      const populate = async (entry: DatabaseEntry) => {
        const database = databaseOf(entry)
        const loaded = engine.load(database, sources, options).catch(async (error: unknown) => {
          // Its files are removed next: nobody may have them open by then.
          await engine.release(database)
          throw error
        })
        const report = await nameDatabase(entry, loaded)
        result = { quads: report.quads, bytes: report.bytes, added: report.added }
        return report.prefixes
      }
      await catalog.create(name, populate, checked)
      return result
    },
    drop: (name) => catalog.drop(name, (entry) => engine.release(databaseOf(entry))),
    async load(name, source, options) {
      const entry = catalog.get(name)
      return nameDatabase(entry, engine.load(databaseOf(entry), [source], options))
    },
    async size(name) {
      const entry = catalog.get(name)
      return nameDatabase(entry, engine.size(databaseOf(entry)))
    },
    async execute(name, request, options = {}) {
      const entry = catalog.get(name)
      const form = formOf(entry, options)
      const { defaultForm: _, ...rest } = optionsOf(entry, options)
      const settings = form === undefined ? rest : { ...rest, form }
      return nameDatabase(entry, engine.graphql(databaseOf(entry), request, settings))
    },
    async explain(name, request, options = {}) {
      const entry = catalog.get(name)
      return nameDatabase(entry, engine.explain(databaseOf(entry), request, optionsOf(entry, options)))
    },
    async close(graceMilliseconds = 0) {
      await engine.close({ graceMilliseconds })
      catalog.close()
    },
  }
}
