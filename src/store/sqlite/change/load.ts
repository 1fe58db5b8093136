import type { DatabaseSync } from 'node:sqlite'
import { type BlankNode, type NamedNode, type Quad, sameTerm } from '../../../rdf/term.ts'
import { requireWritable } from '../../../sparql/require-writable.ts'
import { shrinkLog } from '../shrink-log.ts'
import { type Change, changeDatabase } from './change.ts'
import { QuadInserter } from './quad-inserter.ts'

/** How quads are added. */
export interface AddOptions {
  /** Where quads of the default graph go instead. */
  readonly graph?: NamedNode | BlankNode | null
  /** Quads held in memory before they are written, 4 million unless given. */
  readonly runSize?: number
  /** Told the number of quads read so far, after each batch. */
  readonly onProgress?: (quads: number) => void
}

/** How quads are added in a commit of their own. */
export interface LoadOptions extends AddOptions {
  readonly signal?: AbortSignal
}

/** What a load came to. */
export interface LoadResult {
  /** Quads that the database did not have. */
  readonly added: number
  /** Quads read, repeated ones each time. */
  readonly quads: number
}

/**
 * Loads quads as one atomic commit; terms are numbered as they first come, each quad's subject, predicate, object and
 * graph in this order. An error of the source, or an abort by the signal, leaves the database as it was.
 *
 * Memory is bounded whatever the number of quads. No other use of the connection may be made meanwhile; readers on other
 * connections see the state before, then at once the state after.
 */
export async function loadQuads(
  database: DatabaseSync,
  batches: AsyncIterable<readonly Quad[]> | Iterable<readonly Quad[]>,
  options: LoadOptions = {},
): Promise<LoadResult> {
  const result = await changeDatabase(database, (change) => addQuads(change, batches, options), {
    signal: options.signal,
  })
  shrinkLog(database)
  return result
}

/**
 * Adds quads as a part of a change; see {@link loadQuads}.
 *
 * @throws ServiceError `forbidden` at the first quad of a graph that the change may not touch
 */
export async function addQuads(
  change: Change,
  batches: AsyncIterable<readonly Quad[]> | Iterable<readonly Quad[]>,
  { graph = null, onProgress, runSize }: AddOptions = {},
): Promise<LoadResult> {
  const { interner, signal, access } = change
  const inserter = new QuadInserter(change, runSize)
  let quads = 0
  let subject: Quad['subject'] | undefined
  let s = 0
  for await (const group of batches) {
    signal?.throwIfAborted()
    for (const quad of group) {
      const named = quad.graph ?? graph
      requireWritable(access, named)
      // Statements about one subject follow each other; comparing is cheaper than looking up.
      if (subject === undefined || !sameTerm(quad.subject, subject)) s = interner.intern(quad.subject)
      subject = quad.subject
      const p = interner.intern(quad.predicate)
      const o = interner.intern(quad.object)
      inserter.add(p, s, o, named === null ? 0 : interner.intern(named))
    }
    quads += group.length
    onProgress?.(quads)
  }
  return { added: inserter.finish(), quads }
}
