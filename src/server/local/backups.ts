import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Catalog, DatabaseEntry, FileEntry, FormerEntry } from '../../catalog/catalog.ts'
import { checkDatabaseName } from '../../catalog/database-name.ts'
import { fileEntry } from '../../catalog/file-entry.ts'
import { requireFile } from '../../catalog/require-file.ts'
import { checkDatabaseOptions } from '../../config/database-options.ts'
import { checkRemoteRules } from '../../config/remote-rules.ts'
import type { Engine } from '../../engine/engine.ts'
import {
  checkSchemaLength,
  checkSchemaName,
  checkSchemasTogether,
} from '../../engine/schemas/schema-limits.ts'
import { receiveSealed } from '../../engine/sealed-file.ts'
import type { BackupLabel, WrittenBackup } from '../../engine/upkeep.ts'
import { ServiceError } from '../../errors.ts'
import type { AdministrationService, BackupReport } from '../administration-service.ts'
import type { AuditLog } from '../audit/audit.ts'
import { audited } from '../audit/audited.ts'
import type { Caller } from '../sign-in/caller.ts'
import { requireMay } from '../sign-in/may.ts'
import { checkNamespaces } from './check-namespaces.ts'
import { fileReference } from './database-reference.ts'
import { grantToMaker } from './grant-to-maker.ts'
import { nameDatabase } from './name-database.ts'

/** What backups are made with. */
export interface BackupParts {
  readonly engine: Engine
  readonly catalog: Catalog
  /** Where backups are kept; made when it is needed. */
  readonly backupFolder: string
  /** An existing folder on the file system of the databases, for files that come and go. */
  readonly spoolFolder: string
  /** Our own version. */
  readonly version: string
  /** Ends all work on a database whose file is exchanged. */
  readonly endWork: (entry: DatabaseEntry) => Promise<void>
  /** Where it is told of; nowhere unless given. */
  readonly audit?: AuditLog
}

/** The part of the administration that makes backups, and databases of them. */
export function backups(
  parts: BackupParts,
  caller?: Caller,
): Pick<AdministrationService, 'backup' | 'streamBackup' | 'restore'> {
  const { engine, catalog, backupFolder, spoolFolder, version, audit } = parts

  async function write(found: DatabaseEntry, target: string, signal?: AbortSignal): Promise<WrittenBackup> {
    const entry = requireFile(fileEntry(found, 'cannot be backed up'))
    const { name, options, namespaces } = entry
    const names = catalog.schemas.names(name)
    const schemas = names.flatMap((schema) => catalog.schemas.find(name, schema) ?? [])
    const facts = { name, options, namespaces, schemas }
    const label: BackupLabel = { ...facts, created: new Date().toISOString(), version }
    return nameDatabase(entry, engine.backup(fileReference(entry, {}), target, label, signal))
  }

  /** Makes a backup in the folder of backups. */
  async function keep(name: string): Promise<BackupReport> {
    const entry = catalog.get(name)
    const folder = await readyFolder(backupFolder)
    const part = join(folder, `.${name}-${randomUUID()}${partEnd}`)
    const written = await write(entry, part)
    try {
      const file = await freeName(folder, name, new Date())
      await rename(part, join(folder, file))
      await syncFolder(folder)
      return { file, ...written }
    } catch (error) {
      await rm(part, { force: true })
      throw storageFailure('The backup cannot be kept in its folder.', error)
    }
  }

  return {
    backup: (name) => audited(audit, caller, { action: 'database.backup', target: name }, () => keep(name)),

    async streamBackup(name, signal) {
      const path = join(spoolFolder, `backup-${randomUUID()}`)
      await write(catalog.get(name), path, signal)
      return bytesOfRemovedFile(path)
    },

    async restore(bytes, { name, overwrite = false, signal } = {}) {
      const path = join(spoolFolder, `restore-${randomUUID()}`)
      const refuseExisting = (wanted: string): void => {
        checkDatabaseName(wanted)
        if (!catalog.has(wanted)) return
        if (overwrite) return void fileEntry(catalog.get(wanted), 'cannot be replaced by a backup')
        const hint = 'Restore under another name, or say that it is to be overwritten.'
        throw new ServiceError('databaseExists', `Database '${wanted}' already exists. ${hint}`)
      }
      /** What a backup is of may only be known when it has come. */
      const requirePlace = (wanted: string): void => {
        requireMay(caller, 'EXECUTE', 'admin', wanted)
        if (overwrite) requireMay(caller, 'DELETE', 'db', wanted)
      }
      try {
        if (name !== undefined) {
          requirePlace(name)
          refuseExisting(name)
        }
        await receiveSealed(bytes, path, signal)
        const { label, triples } = await engine.adoptBackup(path, signal)
        const target = name ?? label.name
        requirePlace(target)
        const work = { action: 'database.restore', target, details: { overwrite } }
        return await audited(audit, caller, work, async () => {
          refuseExisting(target)
          const former = formerEntry(label)
          const place = (entry: FileEntry): Promise<void> => placeFile(path, entry)
          if (catalog.has(target)) await catalog.replace(target, former, place, parts.endWork)
          else {
            await catalog.restore(target, former, place)
            grantToMaker(catalog, caller, 'database', target)
          }
          return { name: target, triples }
        })
      } finally {
        for (const end of ['', '-journal', '-wal', '-shm']) await rm(`${path}${end}`, { force: true })
      }
    },
  }
}

const partEnd = '.part'

/** Removes what a killed server left of backups that were being written. */
export function removeHalfBackups(folder: string): void {
  if (!existsSync(folder)) return
  for (const file of readdirSync(folder)) {
    if (file.startsWith('.') && file.includes(partEnd)) rmSync(join(folder, file), { force: true })
  }
}

function formerEntry({ options, namespaces, schemas }: BackupLabel): FormerEntry {
  checkNamespaces(namespaces)
  const bytes = schemas.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0)
  checkSchemasTogether(schemas.length, bytes)
  for (const { name, text } of schemas) {
    checkSchemaName(name)
    checkSchemaLength(text)
  }
  const checked = checkDatabaseOptions(Object.fromEntries(options))
  // Whoever made it: what is restored is a file.
  checkRemoteRules(checked, false)
  return { options: checked, namespaces, schemas }
}

async function placeFile(path: string, entry: FileEntry): Promise<void> {
  try {
    await rename(path, entry.path)
    await syncFolder(join(entry.path, '..'))
  } catch (error) {
    throw storageFailure(`The file of database '${entry.name}' cannot be put in its place.`, error)
  }
}

async function readyFolder(folder: string): Promise<string> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    return folder
  } catch (error) {
    throw storageFailure('The folder of the backups cannot be made.', error)
  }
}

/** `NAME-YYYYMMDD-HHMMSS.espalier`, in UTC, with a number where there is one of this second already. */
async function freeName(folder: string, name: string, time: Date): Promise<string> {
  const stamp = time
    .toISOString()
    .replaceAll(/[-:]|\..*/gu, '')
    .replace('T', '-')
  for (let number = 1; ; number++) {
    const file = `${name}-${stamp}${number === 1 ? '' : `-${number}`}.espalier`
    const taken = await stat(join(folder, file)).then(
      () => true,
      () => false,
    )
    if (!taken) return file
  }
}

/** What was renamed in a folder is so after a power cut too. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** The bytes of a file whose name is removed at once, so that nothing of it is left however the reading ends. */
async function bytesOfRemovedFile(path: string): Promise<AsyncIterable<Uint8Array>> {
  const handle = await open(path, 'r').finally(() => rm(path, { force: true }))
  const close = (): Promise<void> => handle.close().catch(() => {})
  const piece = Buffer.alloc(1 << 18)
  return {
    // Not a generator: one that is ended before its first piece would not close the file.
    [Symbol.asyncIterator]: () => ({
      async next(): Promise<IteratorResult<Uint8Array, undefined>> {
        const { bytesRead } = await handle.read(piece, 0, piece.length, null)
        if (bytesRead > 0) return { done: false, value: Buffer.from(piece.subarray(0, bytesRead)) }
        await close()
        return { done: true, value: undefined }
      },
      async return(): Promise<IteratorResult<Uint8Array, undefined>> {
        await close()
        return { done: true, value: undefined }
      },
    }),
  }
}

function storageFailure(message: string, error: unknown): ServiceError {
  return new ServiceError('storage', message, { detail: String(error), cause: error })
}
