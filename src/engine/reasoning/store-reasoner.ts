import type { Store } from '../../store/store.ts'
import { createKeptReasoner, type KeptReasoner, type VocabularySource } from './kept-reasoner.ts'

/** The reasoner of an open database, none of which is read yet. What reads it is loaded when it is first needed. */
export function createStoreReasoner(
  store: Store,
  facts: Pick<VocabularySource, 'version' | 'onRead'> = {},
): KeptReasoner {
  return createKeptReasoner({
    ...facts,
    async read(database, signal) {
      const { readReasoner } = await import('./read-reasoner.ts')
      return readReasoner(store, database, signal)
    },
  })
}
