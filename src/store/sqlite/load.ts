import type { DatabaseSync } from 'node:sqlite'
import { type BlankNode, type NamedNode, type Quad, sameTerm } from '../../rdf/term.ts'
import { BulkInsert } from './bulk-insert.ts'
import { type Change, changeDatabase } from './change.ts'
import { QuadBatch } from './quad-batch.ts'
import { QuadWriter } from './quad-writer.ts'
import { databaseSize } from './statistics.ts'

/** 64 MB, and 32 MB more while they are sorted. */
const usualRunSize = 4_000_000

/** Fewer quads than this part of what is there are inserted one by one, with all indexes in place. */
const smallPart = 1 / 8

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
  const result = await changeDatabase(
    database,
    (change) => addQuads(change, batches, options),
    options.signal,
  )
  shrinkLog(database)
  return result
}

/** Adds quads as a part of a change; see {@link loadQuads}. */
export async function addQuads(
  change: Change,
  batches: AsyncIterable<readonly Quad[]> | Iterable<readonly Quad[]>,
  { graph = null, onProgress, runSize = usualRunSize }: AddOptions = {},
): Promise<LoadResult> {
  const { database, interner, signal } = change
  const before = databaseSize(database)
  const batch = new QuadBatch()
  let bulk: BulkInsert | undefined
  let quads = 0
  let inserted = 0
  let subject: Quad['subject'] | undefined
  let s = 0
  const flush = () => {
    signal?.throwIfAborted()
    if (bulk === undefined && batch.size < before * smallPart) {
      interner.finish()
      inserted += insertEach(database, batch)
    } else {
      bulk ??= new BulkInsert(database)
      bulk.insert(batch)
    }
    batch.clear()
  }
  for await (const group of batches) {
    signal?.throwIfAborted()
    for (const quad of group) {
      // Statements about one subject follow each other; comparing is cheaper than looking up.
      if (subject === undefined || !sameTerm(quad.subject, subject)) s = interner.intern(quad.subject)
      subject = quad.subject
      const p = interner.intern(quad.predicate)
      const o = interner.intern(quad.object)
      const named = quad.graph ?? graph
      batch.add(p, s, o, named === null ? 0 : interner.intern(named))
      if (batch.size === runSize) flush()
    }
    quads += group.length
    onProgress?.(quads)
  }
  if (batch.size > 0) flush()
  interner.finish()
  if (bulk === undefined) return { added: inserted, quads }
  bulk.finish()
  return { added: databaseSize(database) - before, quads }
}

function insertEach(database: DatabaseSync, batch: QuadBatch): number {
  const writer = new QuadWriter(database)
  let inserted = 0
  batch.sorted((p, s, o, g) => {
    if (writer.insert(p, s, o, g)) inserted++
  })
  writer.finish()
  return inserted
}

/** Empties the write-ahead log, which a load makes as large as the data, unless a reader still needs it. */
function shrinkLog(database: DatabaseSync): void {
  database.exec('PRAGMA busy_timeout = 0; PRAGMA wal_checkpoint(TRUNCATE); PRAGMA busy_timeout = 5000')
}
