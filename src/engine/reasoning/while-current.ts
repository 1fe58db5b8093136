import type { Database } from '../database.ts'
import type { KeptReasoner, TakenReasoner, TakeOptions } from './kept-reasoner.ts'

/** Times that work is done again because the vocabulary changed meanwhile; one that never rests keeps nobody waiting for ever. */
const mostRounds = 4

/**
 * Does work by the vocabulary of a database, and does it again where that changed before the work had begun to read the data, so
 * that both are of one state.
 *
 * @param discard ends what was begun in vain
 */
export async function whileCurrent<Begun>(
  reasoning: KeptReasoner,
  database: Database,
  options: TakeOptions,
  work: (taken: TakenReasoner) => Promise<Begun>,
  discard: (begun: Begun) => Promise<void> = async () => {},
): Promise<Begun> {
  for (let round = 1; ; round += 1) {
    const taken = await reasoning.take(database, options)
    const begun = await work(taken)
    if (round === mostRounds || taken.isCurrent()) return begun
    await discard(begun)
  }
}
