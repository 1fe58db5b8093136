import type { Quad } from '../rdf/term.ts'
import { changeDatabase } from '../store/sqlite/change/change.ts'
import { addQuads } from '../store/sqlite/change/load.ts'
import { databaseVersion } from '../store/sqlite/connection.ts'
import { shrinkLog } from '../store/sqlite/shrink-log.ts'
import type { ChangeScope } from './change/change.ts'
import { requireWritableTarget } from './change/require-writable-step.ts'
import type { Connection } from './open-store.ts'
import type { LoadOptions, LoadReport, RdfSource } from './rdf-source.ts'
import { createSourceReader } from './source-reader.ts'

/**
 * Reads all sources into the database in one commit. It is a change of one step that adds all of them, so that indexes are made once however many sources there are.
 */
export async function loadSources(
  connection: Connection,
  sources: readonly RdfSource[],
  { namespaces, access }: ChangeScope,
  options: LoadOptions = {},
): Promise<LoadReport> {
  for (const { graph } of sources) requireWritableTarget(access, graph)
  if (sources.length === 0) return { quads: 0, added: 0, bytes: 0, prefixes: new Map() }
  const reader = createSourceReader(() => databaseVersion(connection), namespaces, options)

  async function* batches(): AsyncGenerator<readonly Quad[]> {
    for (const source of sources) yield* reader.newQuads(source)
  }

  const { added } = await changeDatabase(connection, (change) => addQuads(change, batches()), {
    signal: options.signal,
    access,
    changed: (result) => result.added > 0,
  })
  shrinkLog(connection)
  const { quads, bytes, prefixes } = reader
  return { quads, added, bytes, prefixes }
}
