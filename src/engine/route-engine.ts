import type { HomeDatabase } from './database.ts'
import { remoteRefusal } from './endpoints/remote-refusal.ts'
import type { EmbeddedEngine, EndpointEngine, Engine } from './engine.ts'
import { closedError } from './failures.ts'

/**
 * The engine of all databases: each goes to the engine of its kind. What speaks HTTP is loaded when the first remote one is
 * used.
 */
export function routeEngine(embedded: EmbeddedEngine, load: () => Promise<EndpointEngine>): Engine {
  let loaded: Promise<EndpointEngine> | undefined
  let closed = false

  /** Does work by the engine of endpoints. */
  async function far<Result>(work: (endpoints: EndpointEngine) => Promise<Result>): Promise<Result> {
    if (closed) throw closedError()
    loaded ??= load()
    return work(await loaded)
  }

  /** What an upkeep can be done with; others are refused. */
  const here = async <Result>(
    database: HomeDatabase,
    deed: 'optimize' | 'check' | 'backup',
    work: (file: Exclude<HomeDatabase, { readonly kind: 'remote' }>) => Promise<Result>,
  ): Promise<Result> => {
    if (database.kind === 'remote') throw remoteRefusal(database, deed)
    return work(database)
  }

  return {
    warm: () => embedded.warm(),
    waiting: () => embedded.waiting(),
    inspect: (database, options) => far((endpoints) => endpoints.inspect(database, options)),
    health: (database, options) => far((endpoints) => endpoints.health(database, options)),

    graphql: (database, request, options) =>
      database.kind === 'remote'
        ? far((endpoints) => endpoints.graphql(database, request, options))
        : embedded.graphql(database, request, options),

    explain: (database, request, options) =>
      database.kind === 'remote'
        ? far((endpoints) => endpoints.explain(database, request, options))
        : embedded.explain(database, request, options),

    checkSchema: (database, text, options) =>
      database.kind === 'remote'
        ? far((endpoints) => endpoints.checkSchema(database, text, options))
        : embedded.checkSchema(database, text, options),

    generateSchema: (database, origin, options) =>
      database.kind === 'remote'
        ? far((endpoints) => endpoints.generateSchema(database, origin, options))
        : embedded.generateSchema(database, origin, options),

    sparql: (database, request, options) =>
      database.kind === 'remote'
        ? far((endpoints) => endpoints.sparql(database, request, options))
        : embedded.sparql(database, request, options),

    explainSparql: (database, request, options) =>
      database.kind === 'remote'
        ? far((endpoints) => endpoints.explainSparql(database, request, options))
        : embedded.explainSparql(database, request, options),

    exportGraph: (database, format, options) =>
      database.kind === 'remote'
        ? far((endpoints) => endpoints.exportGraph(database, format, options))
        : embedded.exportGraph(database, format, options),

    load: (database, sources, options) =>
      database.kind === 'remote'
        ? far((endpoints) => endpoints.load(database, sources, options))
        : embedded.load(database, sources, options),

    change: (database, steps, options) =>
      database.kind === 'remote'
        ? far((endpoints) => endpoints.change(database, steps, options))
        : embedded.change(database, steps, options),

    async stage(database, step, file, options) {
      if (database.kind === 'remote') throw remoteRefusal(database, 'transaction')
      return embedded.stage(database, step, file, options)
    },

    size: (database) =>
      database.kind === 'remote' ? far((endpoints) => endpoints.size(database)) : embedded.size(database),

    async release(database, reason) {
      if (database.kind !== 'remote') return embedded.release(database, reason)
      await (await loaded)?.release(database, reason)
    },

    optimize: (database, signal) => here(database, 'optimize', (file) => embedded.optimize(file, signal)),
    check: (database, signal) => here(database, 'check', (file) => embedded.check(file, signal)),
    backup: (database, target, label, signal) =>
      here(database, 'backup', (file) => embedded.backup(file, target, label, signal)),
    adoptBackup: (path, signal) => embedded.adoptBackup(path, signal),

    async close(options) {
      closed = true
      await Promise.all([embedded.close(options), loaded?.then((endpoints) => endpoints.close(options))])
    },
  }
}
