import { expect, it } from 'vitest'
import { ServiceError } from '../../errors.ts'
import { createRunningQueries } from './running-queries.ts'

const description = { kind: 'sparql', database: 'garden', text: 'SELECT * {}' } as const

async function* twoChunks(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('a')
  yield Buffer.from('b')
}

/** What a promise comes to, also where it fails. */
const outcome = (promise: Promise<unknown>): Promise<unknown> => promise.catch((error: unknown) => error)

it('lists a query from its beginning until its answer is read', async () => {
  const running = createRunningQueries()
  const gate = Promise.withResolvers<{ chunks: AsyncIterable<Uint8Array> }>()
  const answering = running.answer(description, undefined, () => gate.promise)
  expect(running.list()).toMatchObject([{ ...description, id: expect.stringMatching(/^[0-9a-f-]{36}$/) }])
  gate.resolve({ chunks: twoChunks() })
  const { chunks } = await answering
  const texts: string[] = []
  for await (const chunk of chunks) {
    texts.push(Buffer.from(chunk).toString())
    expect(running.list()).toHaveLength(1)
  }
  expect(texts).toEqual(['a', 'b'])
  expect(running.list()).toEqual([])
})

it('forgets a query whose reader stops, before the first chunk too', async () => {
  const running = createRunningQueries()
  const answer = () => running.answer(description, undefined, async () => ({ chunks: twoChunks() }))
  for await (const chunk of (await answer()).chunks) {
    expect(chunk).toHaveLength(1)
    break
  }
  expect(running.list()).toEqual([])
  const { chunks } = await answer()
  await chunks[Symbol.asyncIterator]().return?.(undefined)
  expect(running.list()).toEqual([])
})

it('forgets what has no chunks, and what fails', async () => {
  const running = createRunningQueries()
  await running.answer(description, undefined, async () => ({ kind: 'noFormat' }))
  const failed = await outcome(
    running.work(description, undefined, () => Promise.reject(new Error('It broke.'))),
  )
  expect(failed).toEqual(new Error('It broke.'))
  expect(running.list()).toEqual([])
})

it('tells whoever waits for a killed query that it was killed', async () => {
  const running = createRunningQueries()
  const work = (signal: AbortSignal) =>
    new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(new ServiceError('queryCancelled', 'Cancelled.')))
    })
  const waiting = [
    outcome(running.work({ ...description, kind: 'update' }, undefined, work)),
    outcome(running.answer(description, undefined, work)),
  ]
  const [first, second] = running.list()
  expect([first?.kind, second?.kind]).toEqual(['update', 'sparql'])
  running.kill(second?.id ?? '')
  expect(await waiting[1]).toMatchObject({
    kind: 'queryCancelled',
    message: 'The query was killed by an administrator.',
  })
  expect(running.list().map(({ id }) => id)).toEqual([first?.id])
  running.kill(first?.id ?? '')
  expect(await waiting[0]).toMatchObject({ kind: 'queryCancelled' })
})

it('tells the reader of a killed answer in its middle', async () => {
  const running = createRunningQueries()
  const { chunks } = await running.answer(description, undefined, async (signal) => ({
    chunks: (async function* () {
      yield Buffer.from('a')
      signal.throwIfAborted()
    })(),
  }))
  const iterator = chunks[Symbol.asyncIterator]()
  await iterator.next()
  running.kill(running.list()[0]?.id ?? '')
  await expect(iterator.next()).rejects.toMatchObject({ kind: 'queryCancelled' })
  expect(running.list()).toEqual([])
})

it('passes on that the caller gave up, as what it is', async () => {
  const running = createRunningQueries()
  const caller = new AbortController()
  const waiting = outcome(
    running.work(description, caller.signal, (signal) => {
      caller.abort(new Error('Hung up.'))
      signal.throwIfAborted()
      return Promise.resolve()
    }),
  )
  expect(await waiting).toEqual(new Error('Hung up.'))
})

it('knows no other query', () => {
  expect(() => createRunningQueries().kill('none')).toThrow(
    expect.objectContaining({ kind: 'queryUnknown', message: 'Query not found: none' }),
  )
})

it('has one user run a few at once, and lists and kills those that wait', async () => {
  const running = createRunningQueries(() => {}, { atOnce: 1, waiting: 5 })
  const ann = { ...description, user: 'ann' }
  const gates = [1, 2, 3].map(() => Promise.withResolvers<string>())
  const begun: number[] = []
  const works = gates.map((gate, index) =>
    outcome(
      running.work(ann, undefined, () => {
        begun.push(index)
        return gate.promise
      }),
    ),
  )
  const others = running.work({ ...description, user: 'bob' }, undefined, async () => 'of bob')
  const parts = running.work({ ...ann, isPart: true }, undefined, async () => 'a part')
  expect([
    await others,
    await parts,
    await running.work(description, undefined, async () => 'of nobody'),
  ]).toEqual(['of bob', 'a part', 'of nobody'])
  expect([begun, running.waiting(), running.list().map(({ user }) => user)]).toEqual([
    [0],
    2,
    ['ann', 'ann', 'ann'],
  ])
  running.kill(running.list()[1]?.id ?? '')
  expect(await works[1]).toMatchObject({ kind: 'queryCancelled', message: expect.stringContaining('killed') })
  gates[0]?.resolve('first')
  gates[2]?.resolve('third')
  expect([await works[0], await works[2], begun, running.waiting()]).toEqual(['first', 'third', [0, 2], 0])
})

it('keeps the turn of an answer until it is read', async () => {
  const running = createRunningQueries(() => {}, { atOnce: 1, waiting: 5 })
  const ann = { ...description, user: 'ann' }
  const { chunks } = await running.answer(ann, undefined, async () => ({ chunks: twoChunks() }))
  const next = running.work(ann, undefined, async () => 'next')
  for await (const chunk of chunks) {
    expect(chunk).toHaveLength(1)
    expect(running.waiting()).toBe(1)
  }
  expect(await next).toBe('next')
  expect(running.list()).toEqual([])
})
