import { createEngine } from '../engine/create-engine.ts'
import type { MemoryDatabase } from '../engine/database.ts'
import type { Engine, EngineOptions } from '../engine/engine.ts'
import type { LoadOptions, RdfSource } from '../engine/rdf-source.ts'
import { defaultNamespaces } from '../rdf/namespaces.ts'

/** A database that is made of files for one command, and kept in memory. */
export interface MemoryData extends AsyncDisposable {
  readonly engine: Engine
  readonly database: MemoryDatabase
}

/** Reads files into a database in memory; the prefixes that they declare can be used in queries. */
export async function readIntoMemory(
  sources: readonly RdfSource[],
  { onWarnings, ...options }: LoadOptions & Pick<EngineOptions, 'onWarnings'>,
): Promise<MemoryData> {
  const engine = createEngine(onWarnings === undefined ? {} : { onWarnings })
  try {
    const empty: MemoryDatabase = { kind: 'memory', name: 'data', namespaces: defaultNamespaces }
    const { prefixes } = await engine.load(empty, sources, options)
    const database = { ...empty, namespaces: new Map([...defaultNamespaces, ...prefixes]) }
    return { engine, database, [Symbol.asyncDispose]: () => engine.close() }
  } catch (error) {
    await engine.close()
    throw error
  }
}
