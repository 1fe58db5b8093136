import { onTestFinished } from 'vitest'
import type { Database } from '../src/engine/database.ts'
import { createOpenEndpoints } from '../src/engine/endpoints/open-endpoints.ts'
import { type OpenStore, openStore } from '../src/engine/open-store.ts'
import { defaultNamespaces } from '../src/rdf/namespaces.ts'
import type { Quad } from '../src/rdf/term.ts'
import type { UnionScope } from '../src/store/remote/endpoint.ts'
import { loadQuads } from '../src/store/sqlite/change/load.ts'
import { inMemory, openDatabase } from '../src/store/sqlite/connection.ts'
import { startOxigraphEndpoint } from './remote/oxigraph-endpoint.ts'

/** A database that is open, as the engine hands it on. */
export interface Opened {
  readonly open: OpenStore
  readonly database: Database
  close(): Promise<void>
}

/** Closes a database when the test that opened it ends. */
export function kept<One extends Opened>(one: One): One {
  onTestFinished(() => one.close())
  return one
}

/** A database in memory, or in a file, that holds these quads. */
export async function embedded(quads: readonly Quad[], path: string = inMemory): Promise<Opened> {
  const connection = openDatabase(path)
  await loadQuads(connection, [quads])
  const open = openStore(connection)
  const database = { kind: 'memory', name: 'here', namespaces: defaultNamespaces } as const
  return { open, database, close: async () => open.store.close() }
}

/** How an endpoint differs. */
export interface EndpointTraits {
  readonly union: UnionScope
  /** Rows after which an answer ends as if it were whole; each answer labels blank nodes anew. */
  readonly mostRows?: number
  /** Whether the database knows of `mostRows`. */
  readonly isKnown?: boolean
}

/** A database behind an endpoint over Oxigraph that holds these quads. */
export async function behindEndpoint(
  quads: readonly Quad[],
  { union, mostRows, isKnown }: EndpointTraits,
): Promise<Opened & { readonly requests: readonly { readonly text: string }[] }> {
  const endpoint = await startOxigraphEndpoint(quads, {
    union: typeof union === 'object' ? union : union === 'default',
    relabel: true,
    ...(mostRows !== undefined && { mostRows }),
  })
  const database = {
    kind: 'remote',
    name: 'afar',
    namespaces: defaultNamespaces,
    endpoint: {
      queryUrl: endpoint.queryUrl,
      union,
      ...(isKnown === true && mostRows !== undefined && { mostRows }),
      connections: 4,
      answerBytes: 2 ** 30,
    },
  } as const
  const endpoints = createOpenEndpoints()
  const held = endpoints.hold(database)
  return {
    open: held.open,
    database,
    requests: endpoint.requests,
    async close() {
      held.done()
      await endpoints.close()
      await endpoint.close()
    },
  }
}
