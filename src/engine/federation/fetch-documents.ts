import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Namespaces } from '../../rdf/namespaces.ts'
import type { GraphAccess } from '../../sparql/graph-access.ts'
import { requireWritableNames } from '../../sparql/require-writable.ts'
import type { LoadDocument } from '../../sparql/update.ts'
import type { ChangeStep, FetchedSource } from '../change/change.ts'
import { readUpdate } from '../change/update-step.ts'
import { cancelledError } from '../failures.ts'
import { fetchDocument } from './document-client.ts'
import { isPassedOver } from './load-document.ts'
import type { DocumentAccess } from './remote-access.ts'

/** UTF-16 code units of an update whose documents are fetched beforehand: longer ones take long to read. */
const longestText = 16_384

/** Documents of one change that are fetched beforehand; they are on the disk at once. */
const mostDocuments = 16

/** How documents are fetched for a change. */
export interface FetchOptions {
  readonly access: DocumentAccess
  readonly namespaces: Namespaces
  /** Nothing is fetched for a change of others than may be changed; absent: all may be. */
  readonly graphs?: GraphAccess | undefined
  readonly signal?: AbortSignal | undefined
}

/**
 * Does work with steps whose `LOAD` documents are in files, so that nobody waits for other servers while a database is
 * being changed. What is not fetched here, of very long or very many updates, is fetched when its turn comes.
 *
 * @throws what `fetchDocument` throws, for documents without SILENT
 */
export async function withDocuments<Result>(
  steps: readonly ChangeStep[],
  options: FetchOptions,
  work: (steps: readonly ChangeStep[]) => Promise<Result>,
): Promise<Result> {
  const wanted = steps.map((step) => documentsOf(step, options))
  const count = wanted.flat().length
  if (count === 0 || count > mostDocuments) return work(steps)
  const folder = await mkdtemp(join(options.access.folder ?? tmpdir(), 'espalier-load-'))
  try {
    const fetched: ChangeStep[] = []
    for (const [index, step] of steps.entries()) {
      const documents = new Map<string, FetchedSource | null>()
      for (const document of wanted[index] ?? []) {
        const path = join(folder, `${index}-${documents.size}`)
        documents.set(document.source, await fetchToFile(document, path, options))
      }
      fetched.push(step.kind === 'update' && documents.size > 0 ? { ...step, documents } : step)
    }
    return await work(fetched)
  } catch (error) {
    throw options.signal?.aborted ? cancelledError() : error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The documents that a step names, each once: one that must be there before one that need not. */
function documentsOf(
  step: ChangeStep,
  { access, namespaces, graphs }: FetchOptions,
): readonly LoadDocument[] {
  if (step.kind !== 'update' || access.allowed.length === 0) return []
  const { text } = step.update
  if (text.length > longestText || !/load|\\u/i.test(text)) return []
  const documents = new Map<string, LoadDocument>()
  try {
    for (const operation of readUpdate(step.update, namespaces).request.operations) {
      requireWritableNames(graphs, operation)
      if (operation.kind !== 'load') continue
      const known = documents.get(operation.source)
      if (known === undefined || known.silent) documents.set(operation.source, operation)
    }
  } catch {
    // Whoever carries the update out says what is wrong with it.
    return []
  }
  return [...documents.values()]
}

async function fetchToFile(
  { source: iri, silent }: LoadDocument,
  path: string,
  { access, signal }: FetchOptions,
): Promise<FetchedSource | null> {
  try {
    const { bytes, ...source } = await fetchDocument(iri, access, { signal })
    await pipeline(Readable.from(bytes), createWriteStream(path, { mode: 0o600 }))
    return { ...source, path }
  } catch (error) {
    if (silent && isPassedOver(error)) return null
    throw error
  }
}
