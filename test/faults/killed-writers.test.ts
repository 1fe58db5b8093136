import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Quad } from '../../src/rdf/term.ts'
import { openDatabase } from '../../src/store/sqlite/connection.ts'
import { checkDatabaseFile } from '../../src/store/sqlite/upkeep/check-database.ts'
import { storedQuads } from '../stored-quads.ts'
import { quadsAfter } from './commit-quads.ts'

const writer = fileURLToPath(new URL('./commit-loop.ts', import.meta.url))

/** Databases that are written at once, and how many times the writer of each is killed. */
const lanes = 2
const killsOfEach = 100

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'espalier-writers-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The last commits that a writer told to have begun and to be done. */
interface Told {
  readonly begun: number
  readonly done: number
}

/** Starts a writer that goes on after commit `done`, and kills it when it has told so many lines. */
async function killedAfter(path: string, done: number, lines: number): Promise<Told> {
  const child = spawn(process.execPath, [writer, path, `${done}`], {
    stdio: ['ignore', 'pipe', 'inherit'],
    // Most of the time that a writer needs to start goes to its sources.
    env: { ...process.env, NODE_COMPILE_CACHE: join(folder, 'compiled') },
  })
  const exited = once(child, 'exit')
  let told: Told = { begun: done, done }
  let count = 0
  for await (const line of createInterface({ input: child.stdout })) {
    const [kind, number] = line.split(' ')
    if (kind === 'begin') told = { ...told, begun: Number(number) }
    if (kind === 'done') told = { ...told, done: Number(number) }
    count += 1
    if (count === lines) child.kill('SIGKILL')
  }
  expect(await exited).toEqual([null, 'SIGKILL'])
  return told
}

function keysOf(quads: readonly Quad[]): readonly string[] {
  return quads.map((quad) => JSON.stringify(quad)).sort()
}

function keysIn(path: string): readonly string[] {
  const database = openDatabase(path, { readOnly: true })
  try {
    return keysOf(storedQuads(database))
  } finally {
    database.close()
  }
}

describe('a writer that is killed', () => {
  it.each(Array.from({ length: lanes }, (_, lane) => lane))(
    'loses no commit that it acknowledged, and leaves nothing of one that it did not: %i',
    { concurrent: true, timeout: 300_000 },
    async (lane) => {
      const path = join(folder, `${lane}.db`)
      openDatabase(path).close()
      let done = 0
      let unacknowledged = 0
      for (let round = 0; round < killsOfEach; round++) {
        const told = await killedAfter(path, done, 1 + ((round * 17 + lane * 5) % 31))
        expect(checkDatabaseFile(path)).toEqual([])
        const found = keysIn(path)
        // One commit may be whole on disk before it could be acknowledged; it is then the one that was begun.
        const states = [...new Set([told.done, told.begun])]
        const state = states.find((number) => keysOf(quadsAfter(number)).join() === found.join())
        expect(state, `round ${round}: ${JSON.stringify(told)}, ${found.length} quads`).toBeDefined()
        if (state !== told.done) unacknowledged += 1
        done = state ?? done
      }
      expect(done).toBeGreaterThan(killsOfEach)
      expect(unacknowledged).toBeLessThan(killsOfEach)
    },
  )
})
