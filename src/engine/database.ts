import type { Namespaces } from '../rdf/namespaces.ts'
import type { GraphAccess } from '../sparql/graph-access.ts'
import type { RemoteEndpoint } from '../store/remote/endpoint.ts'
import type { EndpointAsker } from '../store/remote/endpoint-asker.ts'
import type { ReasoningSettings } from './reasoning/reasoning-settings.ts'

/** A database in a file, which any number of processes may read while one writes. */
export interface FileDatabase {
  readonly kind: 'file'
  /** Absolute path of the file. */
  readonly path: string
  /** What warnings call it; its path unless given. */
  readonly name?: string
  readonly namespaces: Namespaces
  /** Most objects of a top-level field without `first`; absent: all. */
  readonly defaultLimit?: number
  /** Graphs that GraphQL asks where a query names none; absent: all of them. */
  readonly graphqlGraphs?: readonly string[]
  /** Whether the default graph of a SPARQL query without a dataset is the union of all graphs. */
  readonly allGraphs?: boolean
  /** What queries with reasoning go by. */
  readonly reasoning?: ReasoningSettings
  /** Which of its graphs whoever asks may see and change; absent: all. */
  readonly access?: GraphAccess
}

/** A database in the memory of one process; gone with the engine. */
export interface MemoryDatabase {
  readonly kind: 'memory'
  /** Tells it from the other databases in memory of the same engine. */
  readonly name: string
  readonly namespaces: Namespaces
  /** Most objects of a top-level field without `first`; absent: all. */
  readonly defaultLimit?: number
  /** Graphs that GraphQL asks where a query names none; absent: all of them. */
  readonly graphqlGraphs?: readonly string[]
  /** Whether the default graph of a SPARQL query without a dataset is the union of all graphs. */
  readonly allGraphs?: boolean
  /** What queries with reasoning go by. */
  readonly reasoning?: ReasoningSettings
  /** Which of its graphs whoever asks may see and change; absent: all. */
  readonly access?: GraphAccess
}

/** A database behind a SPARQL endpoint. */
export interface RemoteDatabase {
  readonly kind: 'remote'
  /** What errors call it. */
  readonly name: string
  readonly endpoint: RemoteEndpoint
  /** On whose behalf, where the endpoint is told of each of those who ask; without it such a one is asked for its health only. */
  readonly asker?: EndpointAsker
  readonly namespaces: Namespaces
  /** Most objects of a top-level field without `first`; absent: all. */
  readonly defaultLimit?: number
  /** Graphs that GraphQL asks where a query names none; absent: all of them. */
  readonly graphqlGraphs?: readonly string[]
  /** Whether the default graph of a SPARQL query without a dataset is the union of all graphs. */
  readonly allGraphs?: boolean
  /** What queries with reasoning go by. */
  readonly reasoning?: ReasoningSettings
  /** Which of its graphs whoever asks may see and change; absent: all. */
  readonly access?: GraphAccess
}

/** A database whose quads are here. */
export type EmbeddedDatabase = FileDatabase | MemoryDatabase

/** A database that a home can have. */
export type HomeDatabase = FileDatabase | RemoteDatabase

/** A database, as the engine is told of it. */
export type Database = EmbeddedDatabase | RemoteDatabase
