import { ServiceError } from '../../errors.ts'
import type { Reasoner, SubclassPair } from '../../reasoning/reasoner.ts'
import { BoundedMap } from '../../store/sqlite/dictionary/bounded-map.ts'
import type { Database } from '../database.ts'
import { createSharedWork, type SharedWork } from './shared-work.ts'
import { isBy, settingsOf, type VocabularySettings } from './vocabulary-settings.ts'

/** The reasoner of an open database, by the state of its vocabulary that was read last. */
export interface KeptReasoner {
  /**
   * The reasoner for the vocabulary as it is now, which is read where it may have changed: once for all who ask meanwhile.
   *
   * @throws ServiceError `limitExceeded` for a vocabulary that is too large; what asking the store throws
   */
  take(database: Database, options?: TakeOptions): Promise<TakenReasoner>
  /** The reasoner for the vocabulary that was read last, which may have changed since; absent where none was read so. */
  latest(database: Database, subclasses?: KnownSubclasses): TakenReasoner | undefined
  /** The vocabulary may have changed in a way that the store cannot tell: it is read anew when it is next needed. */
  forget(): void
}

/** How a reasoner is taken. */
export interface TakeOptions {
  readonly signal?: AbortSignal | undefined
  readonly subclasses?: KnownSubclasses | undefined
}

/** Classes below others that the vocabulary does not tell of. */
export interface KnownSubclasses {
  /** Equal for the same pairs only, as long as the prefixes of the database are the same. */
  readonly id: string
  readonly pairs: () => readonly SubclassPair[]
}

/** A reasoner, with what is known of its vocabulary since. */
export interface TakenReasoner {
  readonly reasoner: Reasoner
  /**
   * Whether the vocabulary is still the one that was read, as far as the store can tell.
   *
   * @param storeVersion the store's version as it was a moment ago, where it is known: what held at it is not looked up again
   */
  isCurrent(storeVersion?: number): boolean
}

/** Where vocabularies come from. */
export interface VocabularySource {
  /** Reads the vocabulary of a database as it is now. */
  read(database: Database, signal: AbortSignal): Promise<Reasoner>
  /** Changes with every change of the vocabulary; absent where the store cannot tell of any. */
  readonly version?: () => number
  /** Told of every vocabulary that was read. */
  readonly onRead?: (database: Database, reasoner: Reasoner) => void
  /** The time in milliseconds; that of the process unless given. */
  readonly now?: () => number
}

/** Milliseconds that a vocabulary is kept of which nobody tells whether it has changed. */
const longestUnchecked = 60_000

/** Reasoners with the subclasses of schemas that are kept. */
const mostDerived = 16

/** What a vocabulary was read as, or why it cannot be used. */
type Outcome = { readonly reasoner: Reasoner } | { readonly error: ServiceError }

/** Which of its states a vocabulary was in. */
interface State {
  readonly forgotten: number
  readonly version: number | undefined
}

interface Kept {
  readonly settings: VocabularySettings
  readonly state: State
  /** When the reading began. */
  readonly since: number
  readonly outcome: Outcome
  readonly derived: BoundedMap<string, Reasoner>
  /** The store's version at which it held last. */
  heldAt?: number
}

/** No vocabulary that was read. */
export function createKeptReasoner(source: VocabularySource): KeptReasoner {
  const { now = () => performance.now() } = source
  let forgotten = 0
  let kept: Kept | undefined
  let reading:
    | { readonly settings: VocabularySettings; readonly state: State; readonly work: SharedWork<Kept> }
    | undefined

  const stateNow = (): State => ({ forgotten, version: source.version?.() })
  const isNow = ({ forgotten: before, version }: State): boolean =>
    before === forgotten && version === source.version?.()

  function isCurrent(one: Kept, storeVersion?: number): boolean {
    if (source.version === undefined) {
      return one.state.forgotten === forgotten && now() - one.since < longestUnchecked
    }
    if (storeVersion !== undefined && storeVersion === one.heldAt) return one.state.forgotten === forgotten
    if (!isNow(one.state)) return false
    if (storeVersion !== undefined) one.heldAt = storeVersion
    return true
  }

  async function read(
    database: Database,
    settings: VocabularySettings,
    state: State,
    signal: AbortSignal,
  ): Promise<Kept> {
    const since = now()
    const outcome = await outcomeOf(source, database, signal)
    const before = kept
    // What says the same has rewritten queries before: it is ready to rewrite others.
    const isSame =
      'reasoner' in outcome &&
      before !== undefined &&
      isBy(before.settings, database) &&
      'reasoner' in before.outcome &&
      before.outcome.reasoner.id === outcome.reasoner.id
    const made: Kept = { settings, state, since, outcome, derived: new BoundedMap(mostDerived) }
    const one = isSame ? { ...made, outcome: before.outcome, derived: before.derived } : made
    // A vocabulary that changed while it was read holds for this once.
    if (isNow(state)) kept = one
    if ('reasoner' in one.outcome) source.onRead?.(database, one.outcome.reasoner)
    return one
  }

  async function current(database: Database, signal: AbortSignal | undefined): Promise<Kept> {
    if (kept !== undefined && isBy(kept.settings, database) && isCurrent(kept)) return kept
    if (
      reading !== undefined &&
      isBy(reading.settings, database) &&
      isNow(reading.state) &&
      reading.work.isRunning()
    ) {
      return reading.work.awaited(signal)
    }
    const settings = settingsOf(database)
    const state = stateNow()
    const work = createSharedWork((ending) => read(database, settings, state, ending))
    reading = { settings, state, work }
    return work.awaited(signal)
  }

  function taken(one: Kept, reasoner: Reasoner, subclasses: KnownSubclasses | undefined): TakenReasoner {
    return {
      reasoner: subclasses === undefined ? reasoner : withSubclasses(reasoner, subclasses, one.derived),
      isCurrent: (storeVersion) => isCurrent(one, storeVersion),
    }
  }

  return {
    async take(database, { signal, subclasses } = {}) {
      const one = await current(database, signal)
      if ('error' in one.outcome) throw one.outcome.error
      return taken(one, one.outcome.reasoner, subclasses)
    },
    latest(database, subclasses) {
      if (kept === undefined || 'error' in kept.outcome || !isBy(kept.settings, database)) return undefined
      return taken(kept, kept.outcome.reasoner, subclasses)
    },
    forget() {
      forgotten += 1
    },
  }
}

/** A vocabulary that is too large is so until it changes: it is not read again to find that out. */
async function outcomeOf(
  { read }: VocabularySource,
  database: Database,
  signal: AbortSignal,
): Promise<Outcome> {
  try {
    return { reasoner: await read(database, signal) }
  } catch (error) {
    if (error instanceof ServiceError && error.kind === 'limitExceeded') return { error }
    throw error
  }
}

function withSubclasses(
  reasoner: Reasoner,
  { id, pairs }: KnownSubclasses,
  derived: BoundedMap<string, Reasoner>,
): Reasoner {
  const known = derived.get(id)
  if (known !== undefined) return known
  const all = pairs()
  const made = all.length === 0 ? reasoner : { ...reasoner.withSubclasses(all), id: `${reasoner.id} ${id}` }
  derived.set(id, made)
  return made
}
