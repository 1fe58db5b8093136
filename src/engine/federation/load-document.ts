import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ServiceError } from '../../errors.ts'
import type { Namespaces } from '../../rdf/namespaces.ts'
import { parseRdf } from '../../rdf/parse.ts'
import type { Quad } from '../../rdf/term.ts'
import type { LoadDocument } from '../../sparql/update.ts'
import type { FetchedSource } from '../change/change.ts'
import type { RdfSource } from '../rdf-source.ts'
import { fetchDocument } from './document-client.ts'
import type { DocumentAccess } from './remote-access.ts'
import type { Fetcher } from './remote-fetch.ts'

/** How a document of a `LOAD` is read. */
export interface DocumentReading {
  readonly access: DocumentAccess
  readonly signal?: AbortSignal | undefined
  readonly fetcher?: Fetcher | undefined
  /** Documents that were fetched before; see `ChangeStep`. */
  readonly documents?: ReadonlyMap<string, FetchedSource | null> | undefined
  /** Prefixes that may be used undeclared. */
  readonly namespaces: Namespaces
  /** The quads of a source, its blank nodes new ones. */
  readonly quads: (source: RdfSource) => AsyncIterable<readonly Quad[]>
}

/**
 * The quads of the document that `LOAD` names (SPARQL 1.1 Update, 3.1.4). With SILENT, a document that fails anywhere has
 * no quads at all: it is fetched and read to its end before the first of them.
 */
export async function* loadDocument(
  { source: iri, silent }: LoadDocument,
  { access, signal, fetcher, documents, namespaces, quads }: DocumentReading,
): AsyncGenerator<readonly Quad[]> {
  const known = documents?.get(iri)
  if (known === null) return
  const fetched = async (): Promise<RdfSource> =>
    known === undefined
      ? fetchDocument(iri, access, { signal, fetcher })
      : { ...known, bytes: bytesOf(known) }
  if (!silent) {
    yield* quads(await fetched())
    return
  }
  const folder = await mkdtemp(join(access.folder ?? tmpdir(), 'espalier-load-'))
  try {
    const source = await wholeSource(fetched, join(folder, 'document'), namespaces)
    if (source !== undefined) yield* quads(source)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** A source that is in a file and known to be without errors; `undefined` where it is not. */
async function wholeSource(
  fetched: () => Promise<RdfSource>,
  file: string,
  namespaces: Namespaces,
): Promise<RdfSource | undefined> {
  try {
    const source = await fetched()
    await pipeline(Readable.from(source.bytes), createWriteStream(file, { mode: 0o600 }))
    const { format, baseIri } = source
    const options = { format, namespaces, ...(baseIri !== undefined && { baseIri }) }
    for await (const _ of parseRdf(createReadStream(file), options));
    return {
      ...source,
      bytes: { [Symbol.asyncIterator]: () => createReadStream(file)[Symbol.asyncIterator]() },
    }
  } catch (error) {
    if (isPassedOver(error)) return undefined
    throw error
  }
}

function bytesOf({ path }: FetchedSource): AsyncIterable<Uint8Array> {
  return { [Symbol.asyncIterator]: () => createReadStream(path)[Symbol.asyncIterator]() }
}

/** Whether SILENT passes over a failure. */
export function isPassedOver(error: unknown): boolean {
  return error instanceof ServiceError && passedOver.has(error.kind)
}

/** Failures of a document, which SILENT passes over. */
const passedOver: ReadonlySet<string> = new Set([
  'remoteFailed',
  'unsupported',
  'invalidRdf',
  'limitExceeded',
])
