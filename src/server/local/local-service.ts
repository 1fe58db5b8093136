import { everyResource } from '../../accounts/permission.ts'
import type { DatabaseEntry, FileEntry } from '../../catalog/catalog.ts'
import { areRemoteOptions, checkDatabaseOptions, databaseSettings } from '../../config/database-options.ts'
import type { HomeDatabase } from '../../engine/database.ts'
import type { GraphQLRequest, RequestError, RequestOptions } from '../../engine/graphql/answer.ts'
import type { LoadOptions, RdfSource } from '../../engine/rdf-source.ts'
import type { SchemaOptions, SchemaSource } from '../../engine/schemas/schema-source.ts'
import { ServiceError } from '../../errors.ts'
import type { Namespaces } from '../../rdf/namespaces.ts'
import { audited } from '../audit/audited.ts'
import type { DatabaseService, ExecuteOptions, LoadResult } from '../database-service.ts'
import { askerOf } from '../sign-in/asker-of.ts'
import type { Caller } from '../sign-in/caller.ts'
import { requireMay, seenBy } from '../sign-in/may.ts'
import { fileReference, withinTimeOf } from './database-reference.ts'
import { tellingAsker } from './endpoint-asker.ts'
import { grantToMaker } from './grant-to-maker.ts'
import type { LocalParts } from './local-parts.ts'
import { localSchemas } from './local-schemas.ts'
import { nameDatabase } from './name-database.ts'
import { releaseEntry } from './release-entry.ts'
import { newRemoteOptions } from './remote-options.ts'
import { requireTokensStay } from './require-tokens-stay.ts'

/** The databases of a home folder in this process, as a caller has them, or the owner of the folder. */
export function localService(parts: LocalParts, caller?: Caller): Omit<DatabaseService, 'close'> {
  const { engine, catalog, defaults, running, finishing, audit } = parts
  const user = askerOf(caller)
  const databaseOf = (entry: DatabaseEntry): HomeDatabase => parts.databaseOf(entry, caller)

  const schemas = localSchemas(parts, caller)

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

  async function makeRemote(
    name: string,
    sources: readonly RdfSource[],
    checked: ReadonlyMap<string, string>,
    { signal }: LoadOptions,
  ): Promise<LoadResult> {
    if (sources.length > 0) throw unloadable(name)
    const asker = tellingAsker(caller, name, parts)
    const find = (): Promise<ReadonlyMap<string, string>> =>
      newRemoteOptions(name, checked, { engine, secrets: catalog.secrets, signal, ...asker })
    await finishing(catalog.createRemote(name, find))
    return { quads: 0, bytes: 0, added: 0 }
  }

  async function makeFile(
    name: string,
    sources: readonly RdfSource[],
    checked: ReadonlyMap<string, string>,
    options: LoadOptions,
  ): Promise<LoadResult> {
    let result: LoadResult = { quads: 0, bytes: 0, added: 0 }
    const populate = async (entry: FileEntry): Promise<Namespaces> => {
      // Whoever makes it may change each of its graphs from the start.
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
  }

  return {
    databases: async () =>
      catalog
        .list()
        .map(({ name }) => name)
        .filter(seenBy(caller, 'db')),
    async create(name, sources, { databaseOptions = {}, ...options } = {}) {
      const checked = checkDatabaseOptions(databaseOptions)
      const isRemote = areRemoteOptions(checked)
      if (isRemote) requireMay(caller, 'CREATE', 'data-source', everyResource)
      requireTokensStay(caller, new Map(), checked)
      const make = isRemote ? makeRemote : makeFile
      return audited(audit, caller, { action: 'database.add', target: name }, async () => {
        const report = await make(name, sources, checked, options)
        grantToMaker(catalog, caller, isRemote ? 'remote database' : 'database', name)
        return report
      })
    },
    drop: (name) =>
      audited(audit, caller, { action: 'database.remove', target: name }, () =>
        finishing(catalog.drop(name, (entry) => releaseEntry(engine, entry, catalog.secrets))),
      ),
    async load(name, source, options) {
      const entry = catalog.getOnline(name)
      const description = { kind: 'update', database: name, text: `Load of ${source.name}`, user } as const
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
      const description = { kind: 'graphql', database: entry.name, text: request.query, user } as const
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
  }
}

function unloadable(name: string): ServiceError {
  const message = `Files cannot be loaded while a remote database is created: create '${name}' without them, and add them then.`
  return new ServiceError('illegalArgument', message)
}
