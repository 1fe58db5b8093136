import type { Reasoner } from '../../reasoning/reasoner.ts'
import type { Database } from '../database.ts'

/** The reasoner of an open database, by the state of its vocabulary that was read last. */
export interface KeptReasoner {
  /**
   * The reasoner for the vocabulary as it is now. It is read where it may have changed: once for all who ask meanwhile.
   *
   * @throws ServiceError `limitExceeded` for a vocabulary that is too large; what asking the store throws
   */
  take(database: Database, signal: AbortSignal | undefined): Promise<Reasoner>
  /** Whether a reasoner that was taken is still that of the vocabulary, as far as the store can tell. */
  isCurrent(reasoner: Reasoner): boolean
  /** The vocabulary may have changed in a way that the store cannot tell: it is read anew when it is next needed. */
  forget(): void
}
