import type { RemoteDatabase } from '../database.ts'
import { noRemoteAccess, type RemoteAccess } from '../federation/remote-access.ts'
import type { VocabularySource } from '../reasoning/kept-reasoner.ts'
import type { Held } from './asked-endpoints.ts'
import { type EndpointParts, type OpenEndpoint, openEndpoint } from './open-endpoint.ts'

/**
 * The endpoints that a process asks: what asks the same one shares its connections, and knows at once when it is down. Of one that is
 * told of each of those who ask, nothing else is shared among them: neither plans nor vocabulary nor limits that were found.
 */
export interface OpenEndpoints {
  hold(database: RemoteDatabase): Held<OpenEndpoint>
  /** Does work with an endpoint. */
  use<Result>(database: RemoteDatabase, work: (open: OpenEndpoint) => Promise<Result>): Promise<Result>
  /** A database may have another vocabulary from now on. */
  forgetVocabulary(database: RemoteDatabase): void
  /** Forgets a database; its connections end with what uses them. */
  release(database: RemoteDatabase): void
  close(): Promise<void>
}

/** Endpoints that are remembered when nothing uses them. */
const mostIdle = 64

/** An endpoint, and what is known of it on behalf of those who ask it. */
interface Entry extends EndpointParts {
  /** What the client was made of. */
  readonly facts: string
  users: number
  /** Whether it is to be closed when nothing uses it. */
  isForgotten: boolean
}

/**
 * No endpoints that were asked yet.
 *
 * @param onRead is told of each vocabulary that is read for reasoning
 */
export function createOpenEndpoints(
  remote: RemoteAccess = noRemoteAccess,
  onRead?: VocabularySource['onRead'],
): OpenEndpoints {
  /** By name of the database; those used last come last. */
  const entries = new Map<string, Entry>()
  const closing = new Set<Promise<void>>()

  function end({ open }: Entry): void {
    // Nothing is done with the connections any more: how they end changes nothing.
    const closed = open.client.close().catch(() => {})
    closing.add(closed)
    void closed.then(() => closing.delete(closed))
  }

  function forget(name: string, entry: Entry): void {
    if (entries.get(name) === entry) entries.delete(name)
    if (entry.isForgotten) return
    entry.isForgotten = true
    if (entry.users === 0) end(entry)
  }

  function take(database: RemoteDatabase): Entry {
    const { name } = database
    const facts = JSON.stringify(database.endpoint)
    const known = entries.get(name)
    if (known !== undefined && known.facts !== facts) forget(name, known)
    const entry =
      known?.facts === facts
        ? known
        : { ...openEndpoint(database, remote, onRead), facts, users: 0, isForgotten: false }
    entries.delete(name)
    entries.set(name, entry)
    const idle = [...entries].filter(([, { users }]) => users === 0)
    for (const [oldest, surplus] of idle.slice(0, Math.max(0, idle.length - mostIdle))) {
      if (surplus !== entry) forget(oldest, surplus)
    }
    return entry
  }

  function hold(database: RemoteDatabase): Held<OpenEndpoint> {
    const entry = take(database)
    const { asker, endpoint } = database
    const asked =
      asker === undefined || endpoint.passThrough !== true
        ? { open: entry.open, done() {} }
        : entry.askers.hold(asker)
    entry.users += 1
    return {
      open: asked.open,
      done() {
        asked.done()
        entry.users -= 1
        if (entry.isForgotten && entry.users === 0) end(entry)
      },
    }
  }

  return {
    hold,
    async use(database, work) {
      const { open, done } = hold(database)
      try {
        return await work(open)
      } finally {
        done()
      }
    },
    forgetVocabulary({ name }) {
      const entry = entries.get(name)
      entry?.open.forgetVocabulary()
      entry?.askers.forgetVocabulary()
    },
    release({ name }) {
      const entry = entries.get(name)
      if (entry !== undefined) forget(name, entry)
    },
    async close() {
      for (const [name, entry] of [...entries]) forget(name, entry)
      await Promise.all(closing)
    },
  }
}
