import type { Answer, Explanation, GraphQLRequest, RequestError, RequestOptions } from '../engine/answer.ts'
import type { RdfFormat } from '../rdf/formats.ts'

/** RDF to read: bytes with what is known of their syntax. */
export interface RdfSource {
  /** What messages call it: a file name. */
  readonly name: string
  readonly format: RdfFormat
  readonly bytes: AsyncIterable<Uint8Array>
  /** Number of bytes, where known before. */
  readonly totalBytes?: number
  /** IRI of the graph that triples without one go to; the default graph otherwise. */
  readonly graph?: string
}

/** What a load has read, or has come to. */
export interface LoadCounts {
  readonly quads: number
  /** Bytes read of the sources, before decompression. */
  readonly bytes: number
}

/** What a finished load came to. */
export interface LoadReport extends LoadCounts {
  /** Quads that were not there before. */
  readonly added: number
}

export interface LoadRequestOptions {
  readonly signal?: AbortSignal
  readonly onProgress?: (counts: LoadCounts) => void
}

/** What an explanation came to, or the errors of the request. */
export type ExplanationAnswer =
  | { readonly kind: 'explanation'; readonly explanation: Explanation }
  | { readonly kind: 'errors'; readonly errors: readonly RequestError[] }

/**
 * The databases of one home, as every face of the service uses them. Errors in a GraphQL request are answers; every other
 * failure is thrown as a `ServiceError`.
 */
export interface DatabaseService {
  databases(): Promise<readonly string[]>
  /** Creates a database with the quads of `sources`; where a source cannot be read, no database is left behind. */
  create(name: string, sources: readonly RdfSource[], options?: LoadRequestOptions): Promise<LoadReport>
  drop(name: string): Promise<void>
  /** Adds the quads of all sources, or of none. */
  load(name: string, sources: readonly RdfSource[], options?: LoadRequestOptions): Promise<LoadReport>
  /** Triples in the union of all graphs. */
  size(name: string): Promise<number>
  execute(name: string, request: GraphQLRequest, options?: RequestOptions): Promise<Answer>
  explain(
    name: string,
    request: GraphQLRequest,
    options?: RequestOptions & { readonly profile?: boolean },
  ): Promise<ExplanationAnswer>
  close(): Promise<void>
}
