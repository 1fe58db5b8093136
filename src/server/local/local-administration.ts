import { everyResource } from '../../accounts/permission.ts'
import type { DatabaseEntry } from '../../catalog/catalog.ts'
import { fileEntry } from '../../catalog/file-entry.ts'
import { requireFile } from '../../catalog/require-file.ts'
import { checkOptionChanges, flattenedOptions } from '../../config/database-options.ts'
import { checkRemoteRules } from '../../config/remote-rules.ts'
import { ServiceError } from '../../errors.ts'
import type { AdministrationService, Finding } from '../administration-service.ts'
import { audited } from '../audit/audited.ts'
import type { Caller } from '../sign-in/caller.ts'
import { may, seenBy } from '../sign-in/may.ts'
import { backups } from './backups.ts'
import { callerQueries } from './caller-queries.ts'
import { checkNamespaces } from './check-namespaces.ts'
import { fileReference } from './database-reference.ts'
import { databaseStatus } from './database-status.ts'
import { tellingAsker } from './endpoint-asker.ts'
import type { LocalParts } from './local-parts.ts'
import { nameDatabase } from './name-database.ts'
import { optionDescriptors, valuesOfOptions } from './option-descriptors.ts'
import { releaseEntry } from './release-entry.ts'
import { changedRemoteOptions, withChanges } from './remote-options.ts'
import { requireOptions } from './require-options.ts'
import { requireTokensStay } from './require-tokens-stay.ts'

/** The administration of the databases of a home folder in this process, as a caller has it, or the owner of the folder. */
export function localAdministration(parts: LocalParts, caller?: Caller): AdministrationService {
  const { engine, catalog, running, audit, optionTurns: turns, graceMilliseconds = 5_000 } = parts
  const defaults = { ...parts.defaults, timeout: parts.timeout }
  const { secrets } = catalog
  const seen = seenBy(caller, 'metadata')

  /** Lets running work on a database, which takes no new one, end by itself for a moment; then ends it. */
  async function endWork(entry: DatabaseEntry): Promise<void> {
    const { promise: late, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, graceMilliseconds)
    await Promise.race([running.whenIdle(entry.name), late])
    clearTimeout(timer)
    for (const { id, database } of running.list()) if (database === entry.name) running.kill(id)
    await releaseEntry(engine, entry, secrets, offlineError(entry.name))
  }

  async function setOptions(name: string, options: Readonly<Record<string, unknown>>): Promise<void> {
    const entry = catalog.get(name)
    const changes = checkOptionChanges(options, entry.online)
    if (entry.kind === 'file') {
      checkRemoteRules(withChanges(entry.options, changes), false)
      catalog.change(name, { options: changes })
      return
    }
    requireTokensStay(caller, entry.options, withChanges(entry.options, changes))
    const asker = tellingAsker(caller, name, parts)
    const kept = await changedRemoteOptions(entry, changes, { engine, secrets, ...asker })
    // Another one may have its name by now.
    if (catalog.get(name).created !== entry.created) {
      throw new ServiceError('databaseUnknown', `Database '${name}' was dropped before this was done.`)
    }
    // The next query is asked over new connections where it is asked otherwise; running ones go on.
    catalog.change(name, { options: kept })
  }

  async function setOnline(name: string, online: boolean): Promise<void> {
    const entry = catalog.get(name)
    if (entry.online === online) return
    if (online) {
      // One whose file cannot be read stays offline; an endpoint comes and goes by itself.
      if (entry.kind === 'file')
        await nameDatabase(entry, engine.size(fileReference(requireFile(entry), defaults)))
      catalog.change(name, { online: true })
      return
    }
    await endWork(catalog.change(name, { online: false }))
  }

  return {
    options: async (name) => valuesOfOptions(catalog.get(name), defaults),

    async setOptions(name, options) {
      const names = [...flattenedOptions(options)].map(([option]) => option)
      requireOptions(caller, name, names)
      const work = { action: 'database.options', target: name, details: { options: names } }
      return audited(audit, caller, work, () => turns.take(name, () => setOptions(name, options)))
    },

    allOptions: async () =>
      catalog
        .list()
        .filter(({ name }) => seen(name))
        .map((entry) => valuesOfOptions(entry, defaults)),

    descriptors: () => optionDescriptors(defaults),

    async counts() {
      const entries = catalog.list()
      const online = entries.filter((entry) => entry.online).length
      return { online, offline: entries.length - online }
    },

    isOnline: async (name) => catalog.get(name).online,

    status: async (name) =>
      databaseStatus(engine, catalog.get(name), secrets, (entry) => parts.databaseOf(entry, caller)),

    setOnline: (name, online) =>
      audited(audit, caller, { action: online ? 'database.online' : 'database.offline', target: name }, () =>
        setOnline(name, online),
      ),

    async optimize(name) {
      const entry = fileEntry(catalog.getOnline(name), 'cannot be optimized')
      await nameDatabase(entry, engine.optimize(fileReference(entry, defaults)))
    },

    namespaces: async (name) => catalog.get(name).namespaces,

    async addNamespaces(name, namespaces) {
      checkNamespaces(namespaces)
      catalog.change(name, { namespaces: new Map([...catalog.get(name).namespaces, ...namespaces]) })
    },

    async removeNamespace(name, prefix) {
      const namespaces = new Map(catalog.get(name).namespaces)
      if (!namespaces.delete(prefix)) {
        const message = `Database '${name}' has no prefix ${JSON.stringify(prefix)}.`
        throw new ServiceError('notFound', message)
      }
      catalog.change(name, { namespaces })
    },

    async check(name): Promise<readonly Finding[]> {
      const entry = fileEntry(catalog.get(name), 'cannot be checked')
      // They tell of other databases too.
      const all = may(caller, 'READ', 'dbms-admin', everyResource) ? catalog.findings() : []
      const ofFolders = all.map((message): Finding => ({ part: 'catalog', message }))
      const ofFile = await nameDatabase(entry, engine.check(fileReference(entry, defaults)))
      const named = ofFile.map(({ part, message }): Finding => {
        const text = message.replaceAll(`"${entry.path}"`, `of database '${name}'`)
        return { part, message: text.replaceAll(entry.path, `the file of database '${name}'`) }
      })
      return [...ofFolders, ...named]
    },

    ...backups({ ...parts, endWork }, caller),

    ...callerQueries(running, caller),
  }
}

function offlineError(name: string): ServiceError {
  const message = `Database '${name}' was brought offline before this was done.`
  return new ServiceError('invalidDatabaseState', message)
}
