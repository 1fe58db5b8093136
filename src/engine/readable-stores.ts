import type { GraphSet } from '../sparql/graph-access.ts'
import { isOfAllGraphs } from '../sparql/readable-dataset.ts'
import { restrictStore } from '../store/restrict-store.ts'
import { BoundedMap } from '../store/sqlite/dictionary/bounded-map.ts'
import type { Database } from './database.ts'
import { createPlanCache } from './graphql/plan-cache.ts'
import type { OpenStore } from './open-store.ts'
import type { VocabularySource } from './reasoning/kept-reasoner.ts'
import { createStoreReasoner } from './reasoning/store-reasoner.ts'

/** An open database as those have it who may read some of its graphs only. */
export interface ReadableStores {
  /** For whoever asks; the database as a whole where they may read all of it. */
  of(database: Database, whole: OpenStore): OpenStore
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
export function createReadableStores(version?: VocabularySource['version']): ReadableStores {
  const stores = new BoundedMap<string, OpenStore>(mostSets)
  let forgotten = 0

  function restricted(whole: OpenStore, readable: GraphSet): OpenStore {
    const store = restrictStore(whole.store, readable)
    // The operator is told of what is wrong with a vocabulary by those who see all of it.
    const reasoning = createStoreReasoner(store, { ...(version && { version }) })
    const { remote, labelBy, readableBy } = whole
    return { store, plans: createPlanCache(store, mostPlans), reasoning, remote, labelBy, readableBy }
  }

  return {
    of({ access }, whole) {
      if (access === undefined || isOfAllGraphs(access.readable)) return whole
      const key = JSON.stringify([forgotten, access.readable])
      const known = stores.get(key)
      if (known !== undefined) return known
      const made = restricted(whole, access.readable)
      stores.set(key, made)
      return made
    },
    forgetVocabulary() {
      // Those who are answered now finish by what they have.
      forgotten += 1
      stores.clear()
    },
  }
}
