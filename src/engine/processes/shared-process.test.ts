import { existsSync } from 'node:fs'
import { afterEach, describe, expect, it } from 'vitest'
import { droppedError } from '../failures.ts'
import type { Job } from './pool.ts'
import type { Call } from './running-call.ts'
import { createSharedProcess, type SharedProcess, type SharedProcessOptions } from './shared-process.ts'

const entry = new URL('../../../test/engine/odd-process.ts', import.meta.url)
const made: SharedProcess[] = []

function shared(options: Partial<SharedProcessOptions> = {}): SharedProcess {
  const one = createSharedProcess({
    entry,
    memoryLimit: 2 ** 30,
    most: 20,
    idleMilliseconds: 60_000,
    ...options,
  })
  made.push(one)
  return one
}

afterEach(async () => {
  await Promise.all(made.splice(0).map((one) => one.close(0)))
})

type Asked = Omit<Job, 'prepare'>

/** Starts an operation that tells the number of its process; resolves when it has. */
async function started(
  one: SharedProcess,
  job: Asked,
  name = 'a',
): Promise<{ readonly call: Call; readonly pid: number }> {
  const { promise, resolve } = Promise.withResolvers<number>()
  const call = await one.run(name, { ...job, onProgress: (value) => resolve(Number(value)) })
  return { call, pid: await promise }
}

const job = (operation: string, argument: unknown = null): Asked => ({ operation, argument })

async function lengthOf(call: Call): Promise<number> {
  let length = 0
  for await (const chunk of call.chunks) length += chunk.length
  return length
}

/** Reads one after the other, a chunk of each, and checks that each is the next of its own. */
async function readInTurns(calls: readonly Call[], count: number): Promise<void> {
  for (let index = 0; index < count; index++) {
    for (const { chunks } of calls) {
      const { value } = await chunks.next()
      expect([value?.length, value?.[0]]).toEqual([65_536, index])
    }
  }
  for (const { chunks } of calls) expect((await chunks.next()).done).toBe(true)
}

describe.skipIf(process.platform !== 'linux')('a shared process', () => {
  it('carries out operations beside each other', async () => {
    const one = shared()
    const waits = await Promise.all([started(one, job('wait')), started(one, job('wait'))])
    expect(waits[0].pid).toBe(waits[1].pid)
    const echo = await one.run('a', job('echo'))
    expect(await echo.result).toBe(waits[0].pid)
    expect(await lengthOf(echo)).toBe(4)
  })

  it('keeps the bytes of operations apart, each as fast as its reader', async () => {
    const one = shared()
    const left = await one.run('a', job('chunks', 30))
    const calls = await Promise.all([one.run('a', job('chunks', 10)), one.run('b', job('chunks', 10))])
    await readInTurns(calls, 10)
    // Nobody has read of this one until now.
    await readInTurns([left], 30)
  })

  it('keeps what operations read apart', async () => {
    const one = shared()
    async function* bytes(count: number): AsyncGenerator<Uint8Array> {
      for (let index = 0; index < count; index++) yield new Uint8Array(10)
    }
    const calls = [3, 5].map((count) => one.run('a', { ...job('sum'), inputs: [bytes(count)] }))
    expect(await Promise.all(calls.map(async (call) => (await call).result))).toEqual([30, 50])
  })

  it('ends one operation, and others go on', async () => {
    const one = shared()
    const stop = new AbortController()
    const kept = await started(one, job('wait'))
    const ended = [
      await started(one, { ...job('wait'), signal: stop.signal }),
      await started(one, { ...job('deaf'), signal: stop.signal }),
    ]
    stop.abort()
    for (const { call } of ended) await expect(call.result).rejects.toMatchObject({ kind: 'queryCancelled' })
    const late = await one.run('a', { ...job('deaf'), timeout: 50 })
    await expect(late.result).rejects.toMatchObject({ kind: 'queryTimeout' })
    expect(await (await one.run('a', job('echo'))).result).toBe(kept.pid)
    await expect(one.run('a', { ...job('echo'), signal: stop.signal })).rejects.toMatchObject({
      kind: 'queryCancelled',
    })
  })

  it('is not killed for an operation that was cancelled while it computes', async () => {
    const one = shared()
    const stop = new AbortController()
    const kept = await started(one, job('wait'))
    const busy = await started(one, { ...job('block', 500), signal: stop.signal })
    stop.abort()
    await expect(busy.call.result).rejects.toMatchObject({ kind: 'queryCancelled' })
    expect(await (await one.run('a', job('echo'))).result).toBe(kept.pid)
  })

  it('is killed where it hears nothing any more, and another one starts', async () => {
    const one = shared({ stuckMilliseconds: 200 })
    const other = await one.run('b', job('wait'))
    const stop = new AbortController()
    const stuck = await started(one, { ...job('spin'), signal: stop.signal })
    stop.abort()
    await expect(stuck.call.result).rejects.toMatchObject({ kind: 'queryCancelled' })
    await expect(other.result).rejects.toMatchObject({ kind: 'internal' })
    const next = await started(one, job('wait'))
    expect(next.pid).not.toBe(stuck.pid)
    expect(existsSync(`/proc/${stuck.pid}`)).toBe(false)
  })

  it('fails what it was doing where it ends, and another one starts', async () => {
    const one = shared()
    const waiting = await started(one, job('wait'))
    await expect((await one.run('b', job('die'))).result).rejects.toMatchObject({ kind: 'internal' })
    await expect(waiting.call.result).rejects.toMatchObject({ kind: 'internal' })
    expect(await (await one.run('a', job('echo'))).result).not.toBe(waiting.pid)
  })

  it('takes no more memory than its limit', async () => {
    const one = shared({ memoryLimit: 150 * 2 ** 20 })
    const waiting = await started(one, job('wait'))
    const growing = await started(one, job('grow'), 'b')
    await expect(growing.call.result).rejects.toMatchObject({ kind: 'queryMemory' })
    await expect(waiting.call.result).rejects.toMatchObject({ kind: 'queryMemory' })
  })

  it('takes so many operations for a name, and those of others beside', async () => {
    const one = shared({ most: 2 })
    const [first] = await Promise.all([started(one, job('wait')), started(one, job('wait'))])
    await expect(one.run('a', job('echo'))).rejects.toMatchObject({ kind: 'serverBusy' })
    await (await one.run('b', job('echo'))).result
    await one.end('b', droppedError())
    expect(one.isRunning()).toBe(true)
    await one.end('a', droppedError())
    await expect(first.call.result).rejects.toMatchObject({ kind: 'databaseUnknown' })
    await (await one.run('a', job('echo'))).result
  })

  it('ends where it has nothing to do, and starts again', async () => {
    const one = shared({ idleMilliseconds: 1 })
    const first = await (await one.run('a', job('echo'))).result
    const second = await (await one.run('a', job('block', 50))).result
    expect(typeof second).toBe('number')
    const third = await started(one, job('wait'))
    expect(third.pid).toBeGreaterThan(0)
    expect(first).toBeGreaterThan(0)
  })

  it('lets what runs end when it is closed, for as long as it is told', async () => {
    const patient = shared()
    const ending = await started(patient, job('block', 200))
    const closing = patient.close(60_000)
    await expect(patient.run('a', job('echo'))).rejects.toMatchObject({ kind: 'serverBusy' })
    expect(await ending.call.result).toBe(ending.pid)
    await closing
    const hasty = shared()
    const waiting = await started(hasty, job('wait'))
    await hasty.close(1)
    await expect(waiting.call.result).rejects.toMatchObject({ kind: 'serverBusy' })
    expect(existsSync(`/proc/${waiting.pid}`)).toBe(false)
  })
})
