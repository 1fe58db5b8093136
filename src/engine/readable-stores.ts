import type { GraphSet } from '../sparql/graph-access.ts'
import { isOfAllGraphs } from '../sparql/readable-dataset.ts'
import { restrictStore } from '../store/restrict-store.ts'
import { BoundedMap } from '../store/sqlite/dictionary/bounded-map.ts'
import type { Store } from '../store/store.ts'
import type { Database } from './database.ts'
import { createPlanCache, type PlanCache } from './graphql/plan-cache.ts'
import type { KeptReasoner, VocabularySource } from './reasoning/kept-reasoner.ts'
import { createStoreReasoner } from './reasoning/store-reasoner.ts'

/** A store as those have it who may read some of its graphs, with plans and a vocabulary that are theirs. */
export interface ReadableStore {
  readonly store: Store
  readonly plans: PlanCache
  readonly reasoning: KeptReasoner
}

/** The readers of a store. */
export interface ReadableStores {
  /** For whoever asks; `undefined` where they may read all of it. */
  of(database: Database): ReadableStore | undefined
  /** The vocabulary may have changed in a way that the store cannot tell. */
  forgetVocabulary(): void
}

/** Sets of graphs whose readers are remembered, with their plans and their vocabulary. */
const mostSets = 32

/** Plans that are kept for one set of graphs: there may be many sets. */
const mostPlans = 100

/**
 * No readers yet. Those of the same graphs share plans and a reasoner, which nobody else has.
 *
 * @param version changes with every change of the vocabulary; absent where nobody tells of any
 */
export function createReadableStores(whole: Store, version?: VocabularySource['version']): ReadableStores {
  const stores = new BoundedMap<string, ReadableStore>(mostSets)

  function restricted(readable: GraphSet): ReadableStore {
    const store = restrictStore(whole, readable)
    // The operator is told of what is wrong with a vocabulary by those who see all of it.
    const reasoning = createStoreReasoner(store, { ...(version && { version }) })
    return { store, plans: createPlanCache(store, mostPlans), reasoning }
  }

  return {
    of({ access }) {
      if (access === undefined || isOfAllGraphs(access.readable)) return undefined
      const key = JSON.stringify(access.readable)
      const known = stores.get(key)
      if (known !== undefined) return known
      const made = restricted(access.readable)
      stores.set(key, made)
      return made
    },
    // Those who are answered now finish by what they have.
    forgetVocabulary: () => stores.clear(),
  }
}
