import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { runCommand, type ServerProcess, startServer } from '../command-line.ts'
import { answerOf, ask, createDatabase } from './asking.ts'
import { denseGraph, pathObjects, pathsQuery } from './dense-graph.ts'
import { busyChild, childrenOf, tellsOfProcesses, untilGone, untilIdle, waitFor } from './process-tree.ts'

let folder: string
let server: ServerProcess
let pid: number

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'espalier-ended-'))
  server = await startServer(join(folder, 'home'), ['--no-demo'])
  pid = server.process.pid ?? 0
  await createDatabase(server.url, 'dense', denseGraph())
})
afterAll(async () => {
  await server.end('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

beforeEach(() => untilIdle(pid))

/** Joins everything with everything: 40 × 39^7 paths. */
const endless = pathsQuery(7)

const small = '{ Node(first: 2, orderBy: name) { name } }'
const smallAnswer = { status: 200, body: '{"data":[{"name":"0"},{"name":"1"}]}' }

/** Answers of small queries that come while something goes on. */
async function answersBeside(other: Promise<unknown>): Promise<number> {
  let over = false
  let count = 0
  void other.finally(() => {
    over = true
  })
  while (!over) {
    expect(await answerOf(server.url, 'dense', small)).toEqual(smallAnswer)
    if (!over) count += 1
  }
  return count
}

/** Milliseconds of a second, and more where small queries take long too, because the machine is busy with other things. */
async function aboutASecond(): Promise<number> {
  const start = performance.now()
  for (let count = 0; count < 3; count += 1)
    expect(await answerOf(server.url, 'dense', small)).toEqual(smallAnswer)
  return 1000 + 10 * (performance.now() - start)
}

describe.skipIf(!tellsOfProcesses)('a query without end', () => {
  it.each([
    ['over HTTP', () => answerOf(server.url, 'dense', endless, '3s').then(({ status }) => status), 504],
    [
      'by command',
      () =>
        runCommand(
          ['graphql', 'execute', '--server', server.url, 'dense', endless, '--timeout', '3s'],
          folder,
        ).then(({ code }) => code),
      4,
    ],
  ])(
    'ends at its time-out %s, its process is replaced, and others are answered meanwhile',
    async (_, asks, expected) => {
      const outcome = asks()
      const busy = await busyChild(pid)
      const answered = answersBeside(outcome)
      expect(await outcome).toBe(expected)
      expect(await answered).toBeGreaterThan(0)
      await untilGone(busy)
      const others = await waitFor('another process', () => {
        const now = childrenOf(pid)
        return now.includes(busy) ? undefined : now
      })
      expect(others.length).toBeGreaterThan(0)
      expect(await answerOf(server.url, 'dense', small)).toEqual(smallAnswer)
    },
  )

  it('ends within a second of its client hanging up, before its answer begins', async () => {
    const second = await aboutASecond()
    const { request } = ask(server.url, 'dense', endless)
    const busy = await busyChild(pid)
    request.destroy()
    const hungUp = performance.now()
    await untilGone(busy)
    expect(performance.now() - hungUp).toBeLessThan(second)
    expect(await answerOf(server.url, 'dense', small)).toEqual(smallAnswer)
  })

  it('ends within a second of its client hanging up, in the middle of its answer', async () => {
    const second = await aboutASecond()
    const { request, answer } = ask(server.url, 'dense', pathsQuery(3))
    const response = await answer
    response.resume()
    const busy = await busyChild(pid)
    request.destroy()
    const hungUp = performance.now()
    await untilIdle(busy)
    // It may live on, for others: then it has stopped computing.
    expect(performance.now() - hungUp).toBeLessThan(second)
    expect(await answerOf(server.url, 'dense', small)).toEqual(smallAnswer)
  })

  it('ends where its answer begins if only the head of that was asked for', async () => {
    const second = await aboutASecond()
    const target = `${server.url}/dense/graphql?query=${encodeURIComponent(pathsQuery(3))}`
    const answer = await fetch(target, { method: 'HEAD' })
    expect([answer.status, await answer.text()]).toEqual([200, ''])
    const answered = performance.now()
    await Promise.all(childrenOf(pid).map(untilIdle))
    expect(performance.now() - answered).toBeLessThan(second)
    expect(await answerOf(server.url, 'dense', small)).toEqual(smallAnswer)
  })

  it('takes no process from others, also where many clients hang up', async () => {
    const asked = Array.from({ length: 12 }, () => ask(server.url, 'dense', endless))
    await busyChild(pid)
    for (const { request } of asked) request.destroy()
    expect(await answerOf(server.url, 'dense', small)).toEqual(smallAnswer)
  })

  it('costs only itself where its process is killed from outside', async () => {
    const killed = answerOf(server.url, 'dense', endless)
    const busy = await busyChild(pid)
    const beside = answerOf(server.url, 'dense', pathsQuery(2))
    process.kill(busy, 'SIGKILL')
    expect((await killed).status).toBe(500)
    const { status, body } = await beside
    expect(status).toBe(200)
    expect(body.split('{').length - 2).toBe(pathObjects(2))
    expect(await answerOf(server.url, 'dense', small)).toEqual(smallAnswer)
  })
})
