import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ServerProcess, startServer } from '../command-line.ts'
import { answerOf, createDatabase } from './asking.ts'
import { busyChild, childrenOf, tellsOfProcesses, untilGone, untilIdle, waitFor } from './process-tree.ts'

let home: string
let server: ServerProcess

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'espalier-killed-'))
  server = await startServer(home, ['--no-demo'])
  await createDatabase(server.url, 'a', '@prefix : <http://api.stardog.com/> . :x a :Old ; :name "old" .')
})
afterEach(async () => {
  await server.end('SIGKILL')
  rmSync(home, { recursive: true, force: true })
})

const before = { size: '2', old: '{"data":[{"name":"old"}]}', new: '{"data":[]}' }

async function state(): Promise<typeof before> {
  const size = await fetch(`${server.url}/a/size`)
  const old = await answerOf(server.url, 'a', '{ Old { name } }')
  const found = await answerOf(server.url, 'a', '{ New { name } }')
  return { size: await size.text(), old: old.body, new: found.body }
}

const quads = 60_000

function* triples(): Generator<string> {
  const name = (local: string) => `<http://api.stardog.com/${local}>`
  for (let count = 0; count < quads; count += 100) {
    const lines = Array.from(
      { length: 100 },
      (_, index) => `${name(`n${count + index}`)} ${name('p')} "value ${count + index}" .\n`,
    )
    yield lines.join('')
  }
}

interface Load {
  /** Sends a piece of the body, when there is room for it. */
  send(piece: string): Promise<void>
  end(): void
  /** Status and body of the answer; `undefined` where the server is gone. */
  readonly outcome: Promise<readonly [number | undefined, string] | undefined>
}

function startLoad(): Load {
  const request = httpRequest(`${server.url}/a`, {
    method: 'POST',
    agent: false,
    headers: { 'content-type': 'application/n-triples' },
  })
  const outcome = once(request, 'response')
    .then(async ([response]: IncomingMessage[]) =>
      response === undefined ? undefined : ([response.statusCode, await text(response)] as const),
    )
    .catch(() => undefined)
  request.on('error', () => {})
  const gone = new AbortController()
  request.on('close', () => gone.abort())
  return {
    async send(piece) {
      if (!request.destroyed && !request.write(piece))
        await once(request, 'drain', { signal: gone.signal }).catch(() => {})
    },
    end: () => void request.end(),
    outcome,
  }
}

/** Bytes of the write-ahead log of the database. */
function logSize(): number {
  const folder = join(home, 'databases')
  const files = readdirSync(folder, { recursive: true }).filter((path) => String(path).endsWith('-wal'))
  return files.reduce((sum, path) => sum + statSync(join(folder, String(path))).size, 0)
}

async function killServer(): Promise<void> {
  const pids = childrenOf(server.process.pid ?? 0)
  await server.end('SIGKILL')
  // Its processes end with it, also the one that loads.
  for (const pid of pids) await untilGone(pid)
}

async function sendAll(load: Load): Promise<void> {
  await load.send(`<http://api.stardog.com/y> <${type}> <http://api.stardog.com/New> .\n`)
  for (const piece of triples()) await load.send(piece)
}

const type = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type'

describe.skipIf(!tellsOfProcesses)('a load', () => {
  it('leaves nothing behind where the server is killed while the data comes', async () => {
    const load = startLoad()
    await sendAll(load)
    await killServer()
    expect(await load.outcome).toBeUndefined()
    server = await startServer(home)
    expect(await state()).toEqual(before)
  })

  it('leaves nothing behind, or all where it was acknowledged, where the server is killed while it is written', async () => {
    const load = startLoad()
    await sendAll(load)
    load.end()
    await waitFor('the log to grow', () => (logSize() > 0 ? true : undefined))
    await killServer()
    const outcome = await load.outcome
    server = await startServer(home)
    const size = (await state()).size
    expect(outcome === undefined ? ['2', String(quads + 3)] : [String(quads + 3)]).toContain(size)
    // And it can be written again.
    const again = startLoad()
    await sendAll(again)
    again.end()
    expect((await again.outcome)?.[0]).toBe(200)
    expect((await state()).size).toBe(String(quads + 3))
  })

  it('leaves nothing behind where its process is killed, and the next one succeeds', async () => {
    const pid = server.process.pid ?? 0
    await untilIdle(pid)
    const load = startLoad()
    await sendAll(load)
    load.end()
    process.kill(await busyChild(pid), 'SIGKILL')
    expect((await load.outcome)?.[0]).toBe(500)
    expect(await state()).toEqual(before)
    await createDatabase(server.url, 'b', '@prefix : <http://api.stardog.com/> . :x a :Old .')
    expect(await (await fetch(`${server.url}/b/size`)).text()).toBe('1')
  })

  it('is there whole where it was acknowledged, and not at all else, where the server is told to stop while it is written', async () => {
    const load = startLoad()
    await sendAll(load)
    load.end()
    await waitFor('the log to grow', () => (logSize() > 0 ? true : undefined))
    expect(await server.end('SIGTERM')).toBe(0)
    const outcome = await load.outcome
    server = await startServer(home)
    expect((await state()).size).toBe(outcome?.[0] === 200 ? String(quads + 3) : '2')
  })

  it('is there after the server is killed as soon as it is acknowledged', async () => {
    const load = startLoad()
    await load.send('<http://api.stardog.com/y> <http://api.stardog.com/name> "new" .\n')
    load.end()
    expect((await load.outcome)?.[0]).toBe(200)
    await killServer()
    server = await startServer(home)
    expect((await state()).size).toBe('3')
  })
})

describe.skipIf(!tellsOfProcesses)('a database that is being made', () => {
  it.each(['SIGTERM', 'SIGKILL'] as const)(
    'is there whole, or leaves nothing behind, where the server gets %s meanwhile',
    async (signal) => {
      const text = [...triples()].join('')
      const creation = createDatabase(server.url, 'new', text).then(
        () => true,
        () => false,
      )
      await waitFor('its files to grow', () => (logSize() > 0 ? true : undefined))
      if (signal === 'SIGKILL') await killServer()
      else expect(await server.end(signal)).toBe(0)
      const made = await creation
      server = await startServer(home)
      expect(readdirSync(join(home, 'databases')).includes('new')).toBe(made)
      if (!made) await createDatabase(server.url, 'new', text)
      expect(await (await fetch(`${server.url}/new/size`)).text()).toBe(String(quads))
      expect(await state()).toEqual(before)
    },
  )
})
