import { existsSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { ServiceError } from '../../errors.ts'
import { createPool, type Job, type Pool, type PoolOptions } from './pool.ts'
import type { Call } from './running-call.ts'

const entry = new URL('../../../test/engine/odd-process.ts', import.meta.url)
const pools: Pool[] = []

function pool(options: Partial<PoolOptions> = {}): Pool {
  const made = createPool({
    entry,
    processes: 2,
    maximum: 4,
    waitingLimit: 10,
    memoryLimit: 2 ** 30,
    ...options,
  })
  pools.push(made)
  return made
}

afterEach(async () => {
  await Promise.all(pools.splice(0).map((made) => made.close(0)))
})

/** Starts an operation that tells the number of its process; resolves when it has. */
async function started(made: Pool, job: Job): Promise<{ readonly call: Call; readonly pid: number }> {
  const { promise, resolve } = Promise.withResolvers<number>()
  const call = await made.run({ ...job, onProgress: (value) => resolve(Number(value)) })
  return { call, pid: await promise }
}

async function textOf(call: Call): Promise<string> {
  let text = ''
  for await (const chunk of call.chunks) text += Buffer.from(chunk).toString()
  return text
}

const job = (operation: string, argument: unknown = null): Job => ({ operation, argument })

/** Whether a process still exists; one that was killed and waited for does not. */
function isThere(pid: number): boolean {
  return existsSync(`/proc/${pid}`)
}

describe.skipIf(process.platform !== 'linux')('a pool of processes', () => {
  it('carries out operations, one after the other in the same process', async () => {
    const made = pool({ processes: 1 })
    const first = await made.run(job('echo', { a: [1] }))
    expect(await textOf(first)).toBe('{"a":[1]}')
    const second = await made.run(job('echo'))
    expect(await second.result).toBe(await first.result)
  })

  it('tells what was done although it was cancelled, where that counts', async () => {
    const made = pool({ politeMilliseconds: 60_000 })
    for (const isDoneWhenDone of [true, false]) {
      const stop = new AbortController()
      const { call } = await started(made, { ...job('finish'), isDoneWhenDone, signal: stop.signal })
      stop.abort()
      const end = await call.result.catch((error: unknown) => error)
      expect(end).toEqual(isDoneWhenDone ? 'finished' : expect.objectContaining({ kind: 'queryCancelled' }))
    }
  })

  it('kills what is past its time limit, while others are answered, and replaces it', async () => {
    const made = pool()
    const spin = await made.run({ ...job('spin'), timeout: 300 })
    const pids = made.pids()
    expect(await textOf(await made.run(job('echo', 1)))).toBe('1')
    await expect(spin.result).rejects.toMatchObject({
      kind: 'queryTimeout',
      message: 'The query did not end within its time limit of 300 ms.',
    })
    expect(pids.filter((pid) => pid !== undefined && isThere(pid))).toEqual([])
    const again = await Promise.all([made.run(job('echo', 2)), made.run(job('echo', 3))])
    expect(await Promise.all(again.map(textOf))).toEqual(['2', '3'])
  })

  it.each([2 ** 31, Number.MAX_SAFE_INTEGER, Number.POSITIVE_INFINITY])(
    'takes a time limit of %d ms for longer than any query',
    async (timeout) => {
      const made = pool({ processes: 1 })
      expect(await textOf(await made.run({ ...job('echo', 1), timeout }))).toBe('1')
    },
  )

  it('gives no work to a process that ends because it was not needed', async () => {
    const made = pool({ processes: 1, idleMilliseconds: 50 })
    await (await made.run(job('echo'))).result
    await pause(50)
    expect(await textOf(await made.run(job('echo', 1)))).toBe('1')
  })

  it('counts the time of waiting', async () => {
    const made = pool({ processes: 1 })
    await started(made, job('spin'))
    await expect(made.run({ ...job('echo'), timeout: 50 })).rejects.toMatchObject({ kind: 'queryTimeout' })
  })

  it('ends what computes when nobody waits for it any more', async () => {
    const made = pool()
    const controller = new AbortController()
    const { call, pid } = await started(made, { ...job('spin'), signal: controller.signal })
    controller.abort()
    await expect(call.result).rejects.toMatchObject({ kind: 'queryCancelled' })
    expect(isThere(pid)).toBe(false)
  })

  it('keeps the process of an operation that ends when it is asked to', async () => {
    const made = pool({ processes: 1, politeMilliseconds: 60_000 })
    const controller = new AbortController()
    const { call } = await started(made, { ...job('chunks', 1000), signal: controller.signal })
    const pids = made.pids()
    controller.abort()
    await expect(call.result).rejects.toMatchObject({ kind: 'queryCancelled' })
    expect([await (await made.run(job('echo'))).result]).toEqual(pids)
  })

  it('ends an operation whose reader stops', async () => {
    const made = pool({ processes: 1 })
    const call = await made.run(job('chunks', 1000))
    for await (const chunk of call.chunks) {
      expect(chunk).toHaveLength(65_536)
      break
    }
    await expect(call.result).rejects.toMatchObject({ kind: 'queryCancelled' })
    expect(await textOf(await made.run(job('echo', 1)))).toBe('1')
  })

  it('forgets what waits when nobody waits for it any more', async () => {
    const made = pool({ processes: 1 })
    const { call } = await started(made, job('wait'))
    const controller = new AbortController()
    const waiting = made.run({ ...job('echo'), signal: controller.signal })
    controller.abort()
    await expect(waiting).rejects.toMatchObject({ kind: 'queryCancelled' })
    const next = made.run(job('echo', 1))
    call.cancel(new ServiceError('queryCancelled', 'enough'))
    expect(await textOf(await next)).toBe('1')
  })

  it('loses one operation with a process that dies', async () => {
    const made = pool()
    const wait = await started(made, job('wait'))
    const die = await made.run(job('die'))
    await expect(die.result).rejects.toMatchObject({ kind: 'internal', detail: expect.stringContaining('3') })
    const other = await started(made, job('wait'))
    process.kill(other.pid, 'SIGKILL')
    await expect(other.call.result).rejects.toMatchObject({
      kind: 'internal',
      detail: expect.stringContaining('SIGKILL'),
    })
    expect(isThere(wait.pid)).toBe(true)
    expect(await textOf(await made.run(job('echo', 1)))).toBe('1')
  })

  it('hides the message of a bug, and keeps its process', async () => {
    const made = pool({ processes: 1 })
    await expect((await made.run(job('fail'))).result).rejects.toMatchObject({
      kind: 'internal',
      message: 'The service failed to carry out the request.',
      detail: expect.stringContaining('This is a bug.'),
    })
    expect(made.pids()).toHaveLength(1)
    expect(await textOf(await made.run(job('echo', 1)))).toBe('1')
  })

  it.each(['grow', 'heap'])('ends what takes too much memory: %s', async (operation) => {
    const made = pool({ memoryLimit: 160 * 2 ** 20 })
    await expect((await made.run(job(operation))).result).rejects.toMatchObject({
      kind: 'queryMemory',
      message: expect.stringContaining('160 MiB'),
    })
  })

  it('lets a few chunks wait for a slow reader, and no more', async () => {
    const made = pool({ processes: 1 })
    let produced = 0
    const call = await made.run({
      ...job('chunks', 100),
      onProgress: (value) => (produced = Number(value) + 1),
    })
    // Others are answered meanwhile, though one process is all that computes.
    expect(await textOf(await made.run(job('echo', 1)))).toBe('1')
    let read = 0
    for await (const chunk of call.chunks) {
      expect(chunk[0]).toBe(read)
      read += 1
      await (await made.run(job('echo'))).result
      expect(produced).toBeLessThanOrEqual(read + 6)
    }
    expect(read).toBe(100)
  })

  it('refuses what would wait behind too many', async () => {
    const made = pool({ processes: 1, waitingLimit: 2 })
    await started(made, job('spin'))
    const waiting = [made.run(job('echo')), made.run(job('echo'))]
    await expect(made.run(job('echo'))).rejects.toMatchObject({
      kind: 'serverBusy',
      message: expect.stringContaining('2 requests wait already'),
    })
    const refused = Promise.allSettled(waiting)
    await made.close(0)
    expect(await refused).toMatchObject([
      { status: 'rejected', reason: { kind: 'serverBusy' } },
      { status: 'rejected', reason: { kind: 'serverBusy' } },
    ])
  })

  it('hands over input, and stops where its source breaks', async () => {
    const made = pool({ processes: 1 })
    async function* bytes(count: number, breaks: boolean): AsyncGenerator<Uint8Array> {
      for (let index = 0; index < count; index++) yield Buffer.alloc(100_000)
      if (breaks) throw new Error('The line is cut.')
    }
    const whole = await made.run({ ...job('sum'), inputs: [bytes(50, false)] })
    expect(await whole.result).toBe(5_000_000)
    const cut = await made.run({ ...job('sum'), inputs: [bytes(3, true)] })
    await expect(cut.result).rejects.toThrow('The line is cut.')
    expect(await textOf(await made.run(job('echo', 1)))).toBe('1')
  })

  it('does nothing to later operations where a source breaks that nobody reads any more', async () => {
    const made = pool({ processes: 1, politeMilliseconds: 60_000 })
    const source = Promise.withResolvers<never>()
    const asked = Promise.withResolvers<void>()
    const inputs = [
      {
        next: () => {
          asked.resolve()
          return source.promise
        },
      },
    ]
    const cancelled = await made.run({ ...job('sum'), inputs })
    await asked.promise
    cancelled.cancel(new ServiceError('queryCancelled', 'enough'))
    await expect(cancelled.result).rejects.toMatchObject({ kind: 'queryCancelled' })
    const { call, pid } = await started(made, job('wait'))
    source.reject(new Error('The line is cut.'))
    await pause(0)
    call.cancel(new ServiceError('queryCancelled', 'enough'))
    await expect(call.result).rejects.toMatchObject({ kind: 'queryCancelled' })
    expect(await (await made.run(job('echo'))).result).toBe(pid)
  })

  it('lets running work end when it is closed with time for it', async () => {
    const made = pool()
    const call = await made.run(job('chunks', 20))
    const closed = made.close(60_000)
    expect((await textOf(call)).length).toBe(20 * 65_536)
    await closed
    expect(made.pids()).toEqual([])
    await expect(made.run(job('echo'))).rejects.toMatchObject({ kind: 'serverBusy' })
  })

  it('leaves no process behind', async () => {
    const made = pool()
    const spin = await started(made, job('spin'))
    await started(made, job('wait'))
    const pids = made.pids()
    await made.close(10)
    await expect(spin.call.result).rejects.toMatchObject({ kind: 'serverBusy' })
    expect(pids.filter((pid) => pid !== undefined && isThere(pid))).toEqual([])
  })
})
