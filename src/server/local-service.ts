import type { Catalog, DatabaseEntry } from '../catalog/catalog.ts'
import type { FileDatabase } from '../engine/database.ts'
import type { Engine } from '../engine/engine.ts'
import type { DatabaseService } from './database-service.ts'

/** The databases of a home folder in this process: the catalog knows their names, the engine what is in them. */
export function localService(engine: Engine, catalog: Catalog): DatabaseService {
  const databaseOf = (entry: DatabaseEntry): FileDatabase => ({
    kind: 'file',
    path: entry.path,
    namespaces: entry.namespaces,
  })
  return {
    databases: async () => catalog.list().map((entry) => entry.name),
    async create(name, sources, options) {
      let result = { quads: 0, bytes: 0, added: 0 }
      await catalog.create(name, async (entry) => {
        const report = await engine.load(databaseOf(entry), sources, options)
        result = { quads: report.quads, bytes: report.bytes, added: report.added }
        return report.prefixes
      })
      return result
    },
    drop: (name) => catalog.drop(name, (entry) => engine.release(databaseOf(entry))),
    load: async (name, source, options) => engine.load(databaseOf(catalog.get(name)), [source], options),
    size: async (name) => engine.size(databaseOf(catalog.get(name))),
    execute: async (name, request, options) =>
      engine.graphql(databaseOf(catalog.get(name)), request, options),
    explain: async (name, request, options) =>
      engine.explain(databaseOf(catalog.get(name)), request, options),
    async close(graceMilliseconds = 0) {
      await engine.close({ graceMilliseconds })
      catalog.close()
    },
  }
}
