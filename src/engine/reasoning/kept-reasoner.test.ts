import { expect, it } from 'vitest'
import { ServiceError } from '../../errors.ts'
import type { Reasoner } from '../../reasoning/reasoner.ts'
import type { MemoryDatabase } from '../database.ts'
import { createKeptReasoner, type VocabularySource } from './kept-reasoner.ts'
import { whileCurrent } from './while-current.ts'

const database: MemoryDatabase = { kind: 'memory', name: 'here', namespaces: new Map([['', 'urn:']]) }

function reasoner(id: string): Reasoner {
  return {
    id,
    warnings: [],
    isInferred: () => false,
    subclasses: (iri) => new Set([iri]),
    rewriting: () => ({ operation: (one) => one, query: (one) => one, axioms: () => [] }),
    withSubclasses: (pairs) => reasoner(`${id} with ${pairs.length}`),
  }
}

/** A vocabulary that is read when the test lets it be, and that counts how often. */
function source(given: Partial<VocabularySource> = {}) {
  const facts = { version: 0, reads: 0, id: 'a', now: 0 }
  const kept = createKeptReasoner({
    async read() {
      facts.reads += 1
      return reasoner(facts.id)
    },
    version: () => facts.version,
    now: () => facts.now,
    ...given,
  })
  const ids = async (count = 1): Promise<readonly string[]> => {
    const taken = await Promise.all(Array.from({ length: count }, () => kept.take(database)))
    return taken.map((one) => one.reasoner.id)
  }
  return { facts, kept, ids }
}

it('reads a vocabulary once, as long as it stays as it is', async () => {
  const { facts, ids } = source()
  expect(await ids()).toEqual(['a'])
  expect(await ids()).toEqual(['a'])
  expect(facts.reads).toBe(1)
})

it('reads it once for all who ask meanwhile', async () => {
  const { facts, ids } = source()
  expect(await ids(5)).toEqual(['a', 'a', 'a', 'a', 'a'])
  expect(facts.reads).toBe(1)
})

it('reads it anew when it has changed', async () => {
  const { facts, ids } = source()
  await ids()
  Object.assign(facts, { version: 1, id: 'b' })
  expect(await ids()).toEqual(['b'])
  expect(facts.reads).toBe(2)
})

it('gives the same reasoner where the vocabulary says the same as before', async () => {
  const { facts, kept } = source()
  const { reasoner: first } = await kept.take(database)
  facts.version = 1
  const { reasoner: second } = await kept.take(database)
  expect(facts.reads).toBe(2)
  expect(second).toBe(first)
})

it('reads it anew for other settings, and for other prefixes', async () => {
  const { facts, kept } = source()
  await kept.take(database)
  await kept.take({ ...database, reasoning: { sameAs: true } })
  await kept.take({ ...database, reasoning: { sameAs: true, schemaGraphs: ['urn:g'] } })
  await kept.take({ ...database, namespaces: new Map([['', 'urn:other:']]) })
  expect(facts.reads).toBe(4)
  await kept.take({ ...database, namespaces: new Map([['', 'urn:other:']]), reasoning: { sameAs: false } })
  expect(facts.reads).toBe(4)
})

it('holds what nobody tells changes of for a minute', async () => {
  const facts = { reads: 0, now: 0 }
  const kept = createKeptReasoner({
    async read() {
      facts.reads += 1
      return reasoner('a')
    },
    now: () => facts.now,
  })
  const { isCurrent } = await kept.take(database)
  facts.now = 59_999
  await kept.take(database)
  expect(facts.reads).toBe(1)
  expect(isCurrent()).toBe(true)
  facts.now = 60_000
  expect(isCurrent()).toBe(false)
  await kept.take(database)
  expect(facts.reads).toBe(2)
})

it('reads anew what it is told to forget, also where that is being read', async () => {
  const first = Promise.withResolvers<Reasoner>()
  const all = [first.promise, Promise.resolve(reasoner('b'))]
  let reads = 0
  const kept = createKeptReasoner({ read: () => all[reads++] ?? Promise.reject(new Error('Too many')) })
  const early = kept.take(database)
  kept.forget()
  const late = kept.take(database)
  first.resolve(reasoner('a'))
  expect((await early).reasoner.id).toBe('a')
  expect((await early).isCurrent()).toBe(false)
  expect((await late).reasoner.id).toBe('b')
  expect((await kept.take(database)).reasoner.id).toBe('b')
  expect(reads).toBe(2)
})

it('does not keep a vocabulary that changed while it was read', async () => {
  const { facts, kept, ids } = source()
  const taking = kept.take(database)
  facts.version = 1
  expect((await taking).isCurrent()).toBe(false)
  await ids()
  expect(facts.reads).toBe(2)
})

it('remembers that a vocabulary is too large until it changes', async () => {
  let reads = 0
  let version = 0
  const kept = createKeptReasoner({
    async read() {
      reads += 1
      throw new ServiceError('limitExceeded', 'Too large.')
    },
    version: () => version,
  })
  for (const _ of [1, 2]) await expect(kept.take(database)).rejects.toMatchObject({ kind: 'limitExceeded' })
  expect(reads).toBe(1)
  version += 1
  await expect(kept.take(database)).rejects.toMatchObject({ kind: 'limitExceeded' })
  expect(reads).toBe(2)
})

it('tries again where a reading failed', async () => {
  let reads = 0
  const kept = createKeptReasoner({
    async read() {
      reads += 1
      if (reads === 1) throw new ServiceError('remoteUnavailable', 'Down.')
      return reasoner('a')
    },
  })
  await expect(kept.take(database)).rejects.toMatchObject({ kind: 'remoteUnavailable' })
  expect((await kept.take(database)).reasoner.id).toBe('a')
})

it('goes on for others where one of them waits no longer, and ends where nobody does', async () => {
  const reading = Promise.withResolvers<Reasoner>()
  const signals: AbortSignal[] = []
  const kept = createKeptReasoner({
    read(_, signal) {
      signals.push(signal)
      return reading.promise
    },
  })
  const impatient = new AbortController()
  const patient = new AbortController()
  const first = kept.take(database, { signal: impatient.signal })
  const second = kept.take(database, { signal: patient.signal })
  impatient.abort()
  await expect(first).rejects.toMatchObject({ kind: 'queryCancelled' })
  expect(signals[0]?.aborted).toBe(false)
  patient.abort(new ServiceError('queryTimeout', 'Over.'))
  await expect(second).rejects.toMatchObject({ kind: 'queryTimeout' })
  expect(signals[0]?.aborted).toBe(true)
  // What was ended is nothing to wait for.
  const third = kept.take(database)
  expect(signals).toHaveLength(2)
  reading.resolve(reasoner('a'))
  expect((await third).reasoner.id).toBe('a')
})

it('takes nobody in who waits no longer already', async () => {
  const { kept } = source()
  await expect(kept.take(database, { signal: AbortSignal.abort() })).rejects.toMatchObject({
    kind: 'queryCancelled',
  })
})

it('remembers the reasoner with the subclasses of a schema', async () => {
  const { facts, kept } = source()
  let pairs = 0
  const subclasses = {
    id: 'schema',
    pairs() {
      pairs += 1
      return [{ sub: 'urn:a', super: 'urn:b', stated: 'type a implements b' }]
    },
  }
  const first = await kept.take(database, { subclasses })
  const second = await kept.take(database, { subclasses })
  expect(second.reasoner).toBe(first.reasoner)
  expect(pairs).toBe(1)
  expect(first.reasoner.id).not.toBe((await kept.take(database)).reasoner.id)
  Object.assign(facts, { version: 1, id: 'b' })
  const third = await kept.take(database, { subclasses })
  expect(third.reasoner.id).not.toBe(first.reasoner.id)
  expect(pairs).toBe(2)
})

it('tells of every vocabulary that is read', async () => {
  const told: string[] = []
  const { facts, ids } = source({ onRead: (_, { id }) => told.push(id) })
  await ids(3)
  Object.assign(facts, { version: 1, id: 'b' })
  await ids()
  await ids()
  expect(told).toEqual(['a', 'b'])
})

it('gives what it knows without a look at the store, and looks up afterwards whether it holds', async () => {
  let looks = 0
  let version = 0
  const kept = createKeptReasoner({
    read: async () => reasoner(`v${version}`),
    version() {
      looks += 1
      return version
    },
  })
  expect(kept.latest(database)).toBeUndefined()
  await kept.take(database)
  looks = 0
  const latest = kept.latest(database)
  expect(latest?.reasoner.id).toBe('v0')
  expect(looks).toBe(0)
  expect(latest?.isCurrent(7)).toBe(true)
  expect(looks).toBe(1)
  expect(latest?.isCurrent(7)).toBe(true)
  expect(looks).toBe(1)
  version = 1
  expect(latest?.isCurrent(8)).toBe(false)
  expect(kept.latest({ ...database, reasoning: { sameAs: true } })).toBeUndefined()
  kept.forget()
  expect(latest?.isCurrent(7)).toBe(false)
})

it('does work again whose vocabulary changed meanwhile, but not for ever', async () => {
  const { facts, kept } = source()
  const discarded: string[] = []
  let rounds = 0
  const once = await whileCurrent(
    kept,
    database,
    {},
    {
      begin(taken) {
        rounds += 1
        if (rounds === 1) Object.assign(facts, { version: 1, id: 'b' })
        return taken.reasoner.id
      },
      discard: async (id) => void discarded.push(id),
    },
  )
  expect([once, discarded]).toEqual(['b', ['a']])
  rounds = 0
  const begin = (): void => {
    rounds += 1
    facts.version += 1
  }
  await whileCurrent(kept, database, {}, { begin })
  expect(rounds).toBe(4)
})

it('does work again that failed by an earlier vocabulary', async () => {
  const { facts, kept, ids } = source()
  await ids()
  Object.assign(facts, { version: 1, id: 'b' })
  const begin = (taken: { readonly reasoner: Reasoner }): string => {
    if (taken.reasoner.id === 'a') throw new Error('Cannot be asked by this.')
    return taken.reasoner.id
  }
  expect(await whileCurrent(kept, database, {}, { begin })).toBe('b')
  Object.assign(facts, { version: 2, id: 'a' })
  await expect(whileCurrent(kept, database, {}, { begin })).rejects.toThrow('Cannot be asked by this.')
})
