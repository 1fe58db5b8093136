import { rm } from 'node:fs/promises'
import type { FileDatabase } from '../database.ts'
import type { Upkeep } from '../upkeep.ts'
import type { Job } from './pool.ts'
import type { Call } from './running-call.ts'
import {
  type AdoptOrder,
  type BackupOrder,
  type FileTarget,
  isAdoptedBackup,
  isFindings,
  isWrittenBackup,
} from './upkeep-orders.ts'

/** Where the work is given to a process. */
export interface UpkeepProcesses {
  read(job: Omit<Job, 'prepare'>): Promise<Call>
  write(database: FileDatabase, job: Omit<Job, 'prepare'>): Promise<Call>
  /** Queries that wait. */
  waiting(): number
}

/** The upkeep of an engine with processes. */
export function processUpkeep({ read, write, waiting }: UpkeepProcesses): Upkeep<FileDatabase> {
  return {
    waiting,

    async optimize(database, signal) {
      const argument: FileTarget = { database }
      const call = await write(database, { operation: 'optimize', argument, signal })
      await call.result
    },

    async check(database, signal) {
      const argument: FileTarget = { database }
      const call = await read({ operation: 'check', argument, signal })
      const value = await call.result
      if (!isFindings(value)) throw new Error('A database process checked nothing.')
      return value
    },

    async backup(database, target, label, signal) {
      const argument: BackupOrder = { database, target, label: { ...label, options: new Map(label.options) } }
      try {
        const call = await read({ operation: 'backup', argument, signal })
        const value = await call.result
        if (!isWrittenBackup(value)) throw new Error('A database process backed up nothing.')
        return value
      } catch (error) {
        // A process that was killed leaves what it has written.
        for (const end of ['', '-journal', '-wal', '-shm']) await rm(`${target}${end}`, { force: true })
        throw error
      }
    },

    async adoptBackup(path, signal) {
      const argument: AdoptOrder = { path }
      const call = await read({ operation: 'adoptBackup', argument, signal })
      const value = await call.result
      if (!isAdoptedBackup(value)) throw new Error('A database process adopted nothing.')
      return value
    },
  }
}
