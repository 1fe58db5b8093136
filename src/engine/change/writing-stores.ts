import { openDatabase } from '../../store/sqlite/connection.ts'
import type { EmbeddedDatabase } from '../database.ts'
import { type EmbeddedStore, identityOf, type OpenStore, type OpenStores, openStore } from '../open-store.ts'
import type { LoadOptions } from '../rdf-source.ts'
import type { ChangeReport, ChangeStep } from './change.ts'
import { commitReplay, dropReplay, leadsTo, type Replay, replaySteps } from './replay.ts'

/**
 * The databases that a process has open for writing. Nothing else uses one while something here does. The connection of
 * a file is kept for a moment, and with it the state that was asked for last by steps that are not committed.
 */
export interface WritingStores {
  /** Does work with a database that writes as it wants; a file is made where there is none. */
  use<Result>(database: EmbeddedDatabase, work: (open: EmbeddedStore) => Promise<Result>): Promise<Result>
  /** Carries out steps as one commit, or none of them. */
  change(
    database: EmbeddedDatabase,
    steps: readonly ChangeStep[],
    options: LoadOptions,
  ): Promise<ChangeReport>
  /** Does work that reads a database as steps would make it, without committing them, on behalf of whoever takes them. */
  read<Result>(
    database: EmbeddedDatabase,
    steps: readonly ChangeStep[],
    options: LoadOptions,
    work: (open: OpenStore) => Promise<Result>,
  ): Promise<Result>
  /** Closes a database, where it is open. */
  release(database: EmbeddedDatabase): void
  close(): void
}

/** Milliseconds that a connection is kept without a change; closing it empties the write-ahead log. */
const idleMilliseconds = 1_000

/** A file that is open. */
interface OpenFile {
  readonly open: EmbeddedStore
  readonly identity: string
  held?: Replay | undefined
  timer?: NodeJS.Timeout
}

function isChanging({ open }: OpenFile): boolean {
  return open.connection.isOpen && open.connection.isTransaction
}

/** No files that are open; databases in memory are those of `stores`. */
export function createWritingStores(stores: OpenStores): WritingStores {
  const files = new Map<string, OpenFile>()

  function close(path: string): void {
    const file = files.get(path)
    clearTimeout(file?.timer)
    files.delete(path)
    file?.open.store.close()
  }

  function take(path: string): OpenFile {
    const known = files.get(path)
    clearTimeout(known?.timer)
    if (known !== undefined && known.identity === identityOf(path)) return known
    close(path)
    const open = openStore(openDatabase(path), stores.remote)
    const file = { open, identity: identityOf(path) }
    files.set(path, file)
    return file
  }

  function rest(path: string, file: OpenFile): void {
    if (files.get(path) !== file) return
    file.timer = setTimeout(() => close(path), idleMilliseconds)
    file.timer.unref()
  }

  /** Hands over a database, and the replay that its connection holds where it is one of the first of the steps. */
  async function withReplay<Result>(
    database: EmbeddedDatabase,
    steps: readonly ChangeStep[],
    work: (
      open: EmbeddedStore,
      before: Replay | undefined,
      hold: (replay: Replay) => void,
    ) => Promise<Result>,
  ): Promise<Result> {
    // A connection to memory is read by others as soon as the work is done: it holds nothing.
    if (database.kind === 'memory') return work(stores.take(database), undefined, dropReplay)
    const file = take(database.path)
    const { held } = file
    file.held = undefined
    const before = held !== undefined && leadsTo(held, steps, database) ? held : undefined
    if (before === undefined && held !== undefined) dropReplay(held)
    try {
      return await work(file.open, before, (replay) => {
        file.held = replay
      })
    } finally {
      // Work that ended in the midst of a change must not keep all later work from the connection.
      if (file.held === undefined && isChanging(file)) close(database.path)
      rest(database.path, file)
    }
  }

  return {
    async use(database, work) {
      return withReplay(database, [], async (open, before) => {
        if (before !== undefined) dropReplay(before)
        return work(open)
      })
    },
    change: (database, steps, options) =>
      withReplay(database, steps, async (open, before) =>
        commitReplay(await replaySteps(open, steps, database, options, before)),
      ),
    read: (database, steps, options, work) =>
      withReplay(database, steps, async (open, before, hold) => {
        const replay = await replaySteps(open, steps, database, options, before)
        try {
          return await work(open.readableBy(database))
        } finally {
          hold(replay)
        }
      }),
    release(database) {
      if (database.kind === 'file') close(database.path)
    },
    close() {
      for (const path of [...files.keys()]) close(path)
    },
  }
}
