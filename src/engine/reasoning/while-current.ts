import type { Database } from '../database.ts'
import type { KeptReasoner, TakenReasoner, TakeOptions } from './kept-reasoner.ts'

/** Work that reads data by a vocabulary. */
export interface VocabularyWork<Begun> {
  /** Begins it. */
  begin(taken: TakenReasoner): Begun | Promise<Begun>
  /** The store's version that what was begun is of, where that is known. */
  readonly versionOf?: (begun: Begun) => number
  /** Ends what was begun in vain. */
  readonly discard?: (begun: Begun) => Promise<void>
}

/** Times that work is done again because the vocabulary changed meanwhile; one that never rests keeps nobody waiting for ever. */
const mostRounds = 4

/**
 * Does work by the vocabulary of a database, and does it again where that has changed before the work had begun to read the
 * data, so that both are of one state. It is begun by what is known of the vocabulary, and looked up afterwards whether that
 * still holds: mostly it does.
 */
export async function whileCurrent<Begun>(
  reasoning: KeptReasoner,
  database: Database,
  options: TakeOptions,
  { begin, versionOf, discard }: VocabularyWork<Begun>,
): Promise<Begun> {
  let taken = reasoning.latest(database, options.subclasses) ?? (await reasoning.take(database, options))
  for (let round = 1; ; round += 1) {
    const isLast = round === mostRounds
    try {
      const begun = await begin(taken)
      if (isLast || taken.isCurrent(versionOf?.(begun))) return begun
      await discard?.(begun)
    } catch (error) {
      // What an earlier vocabulary says may be all that is wrong with it.
      if (isLast || taken.isCurrent()) throw error
    }
    taken = await reasoning.take(database, options)
  }
}
