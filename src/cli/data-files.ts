import type { EngineOptions } from '../engine/engine.ts'
import type { CommandContext, CommandOption } from './command.ts'
import { loadProgress } from './load-progress.ts'
import type { MemoryData } from './memory-service.ts'
import type { RdfFile } from './rdf-files.ts'

/** The option that names files to be asked in place of a database. */
export const dataOption: CommandOption = {
  name: 'data',
  value: 'FILE',
  multiple: true,
  summary: 'Ask this file of RDF, kept in memory; may be repeated',
}

/**
 * Reads the files of {@link dataOption} into memory, and shows on a terminal how far that is.
 *
 * @param onWarnings told what reasoning leaves out of their vocabulary
 */
export async function readDataFiles(
  files: readonly RdfFile[],
  { signal, terminal }: CommandContext,
  onWarnings?: EngineOptions['onWarnings'],
): Promise<MemoryData> {
  // Loaded where it is needed only: a command that asks a server needs no engine of its own.
  const { readIntoMemory } = await import('./memory-service.ts')
  const totalBytes = files.reduce((sum, file) => sum + file.totalBytes, 0)
  const progress = loadProgress(files.map((file) => file.name).join(', '), terminal.error)
  return readIntoMemory(files, {
    signal,
    ...(onWarnings === undefined ? {} : { onWarnings }),
    onProgress: (counts) => progress.update({ ...counts, totalBytes }),
  }).finally(() => progress.end())
}
