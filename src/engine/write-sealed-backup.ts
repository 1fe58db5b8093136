import { rm } from 'node:fs/promises'
import { ServiceError } from '../errors.ts'
import { type BackupLabel, writeBackup } from '../store/sqlite/upkeep/backup.ts'
import { sealFile } from './sealed-file.ts'
import type { WrittenBackup } from './upkeep.ts'

/** Writes a backup with its seal; where that fails nothing is left at `target`. */
export async function writeSealedBackup(
  path: string,
  target: string,
  label: BackupLabel,
): Promise<WrittenBackup> {
  const triples = writeBackup(path, target, label)
  try {
    return { bytes: await sealFile(target), triples }
  } catch (error) {
    await rm(target, { force: true })
    const message = 'The backup cannot be written to the disk.'
    throw new ServiceError('storage', message, { detail: String(error), cause: error })
  }
}
