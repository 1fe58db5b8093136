import type { RdfFormat } from '../rdf/formats.ts'

/** RDF to read: bytes, packed by gzip or not, with what is known of their syntax. */
export interface RdfSource {
  /** What messages call it: a file name. */
  readonly name: string
  readonly format: RdfFormat
  readonly bytes: AsyncIterable<Uint8Array>
  /** Number of bytes, where known before. */
  readonly totalBytes?: number
  /** IRI of the graph that triples without one go to; the default graph otherwise. */
  readonly graph?: string
  /** What relative IRIs are resolved against. */
  readonly baseIri?: string
  /** Absolute path of the file that the bytes are in, where a database process may read them by itself. */
  readonly path?: string
  /** Whether `bytes` can be read again from its start, as a file can and a request cannot. */
  readonly repeatable?: boolean
}

/** How far a load has come. */
export interface LoadCounts {
  /** Quads read. */
  readonly quads: number
  /** Bytes read of all sources, before decompression. */
  readonly bytes: number
}

/** What a finished load came to. */
export interface LoadReport extends LoadCounts {
  /** Quads that were not there before; absent: an endpoint took them, which does not count. */
  readonly added?: number
  /** Prefixes that the sources declare, the first declaration of each, in order. */
  readonly prefixes: ReadonlyMap<string, string>
}

/** What a load into a database that counts came to. */
export interface CountedLoad extends LoadReport {
  readonly added: number
}

/** What ends a load, and who hears how far it is. */
export interface LoadOptions {
  /** Ends the load; the database is then as it was. */
  readonly signal?: AbortSignal
  /** Told several times a second. */
  readonly onProgress?: (counts: LoadCounts) => void
}
