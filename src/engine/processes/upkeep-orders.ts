import type { BackupLabel } from '../../store/sqlite/upkeep/backup.ts'
import type { StoreFinding } from '../../store/sqlite/upkeep/findings.ts'
import type { FileDatabase } from '../database.ts'
import { isObject } from '../is-object.ts'
import type { AdoptedBackup, WrittenBackup } from '../upkeep.ts'
import { isTarget, type Target } from './database-orders.ts'

/** A database in a file. */
export interface FileTarget extends Target {
  readonly database: FileDatabase
}

/** A backup to write. */
export interface BackupOrder extends FileTarget {
  readonly target: string
  readonly label: BackupLabel
}

/** A backup to make a database file of. */
export interface AdoptOrder {
  readonly path: string
}

/** Whether an argument names a database in a file. */
export function isFileTarget(value: unknown): value is FileTarget {
  return isTarget(value) && value.database.kind === 'file'
}

/** Whether an argument is a backup to write. */
export function isBackupOrder(value: unknown): value is BackupOrder {
  return (
    isFileTarget(value) &&
    'target' in value &&
    typeof value.target === 'string' &&
    'label' in value &&
    isLabel(value.label)
  )
}

/** Whether an argument is a backup to make a database file of. */
export function isAdoptOrder(value: unknown): value is AdoptOrder {
  return isObject(value) && 'path' in value && typeof value.path === 'string'
}

/** Whether a value lists what is wrong with a file. */
export function isFindings(value: unknown): value is readonly StoreFinding[] {
  return Array.isArray(value) && value.every((finding) => isObject(finding) && 'part' in finding)
}

/** Whether a value says what a backup came to. */
export function isWrittenBackup(value: unknown): value is WrittenBackup {
  return isObject(value) && 'bytes' in value && typeof value.bytes === 'number' && 'triples' in value
}

/** Whether a value says what a backup holds. */
export function isAdoptedBackup(value: unknown): value is AdoptedBackup {
  return isObject(value) && 'label' in value && isLabel(value.label) && 'triples' in value
}

function isLabel(value: unknown): value is BackupLabel {
  return (
    isObject(value) &&
    'name' in value &&
    typeof value.name === 'string' &&
    'options' in value &&
    value.options instanceof Map &&
    'namespaces' in value &&
    value.namespaces instanceof Map &&
    'schemas' in value &&
    Array.isArray(value.schemas)
  )
}
