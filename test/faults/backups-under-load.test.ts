import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { ChangeStep } from '../../src/engine/change/change.ts'
import type { FileDatabase } from '../../src/engine/database.ts'
import type { Engine } from '../../src/engine/engine.ts'
import { type AdministeredHome, closeHomes, openAdministeredHome, turtle } from '../administered-home.ts'
import { pathOf } from '../path-of.ts'
import { canMountDisks, mountSmallDisk } from './small-disk.ts'

afterEach(closeHomes)

/** Each commit takes away what the one this many before it added. */
const keptCommits = 3

/** The lines of N-Quads that a commit adds. */
function linesOf(commit: number): readonly string[] {
  if (commit < 1) return []
  return Array.from({ length: 5 + (commit % 40) }, (_, n) => {
    const graph = n % 3 === 0 ? ' <g:one>' : ''
    return `<s:${commit}> <p:${n % 4}> "commit ${commit}, ${n}"${graph} .`
  })
}

/** What there is after so many commits. */
function stateAfter(commits: number): readonly string[] {
  return Array.from({ length: keptCommits }, (_, n) => linesOf(commits - n))
    .flat()
    .sort()
}

function stepsOf(commit: number): readonly ChangeStep[] {
  const source = (lines: readonly string[]) => {
    async function* bytes() {
      yield Buffer.from(lines.join('\n'))
    }
    return { name: 'commit.nq', format: 'n-quads', bytes: bytes() } as const
  }
  return [
    { kind: 'add', source: source(linesOf(commit)) },
    { kind: 'remove', source: source(linesOf(commit - keptCommits)) },
  ]
}

function databaseOf({ catalog }: AdministeredHome, name: string): FileDatabase {
  const entry = catalog.get(name)
  return { kind: 'file', path: pathOf(entry), namespaces: entry.namespaces }
}

async function linesIn(engine: Engine, database: FileDatabase): Promise<readonly string[]> {
  let text = ''
  for await (const chunk of await engine.exportGraph(database, 'n-quads'))
    text += Buffer.from(chunk).toString()
  return text
    .split('\n')
    .filter((line) => line !== '')
    .sort()
}

describe('a backup while commits are made', () => {
  it('holds one of the states that were committed, exactly', async () => {
    const home = openAdministeredHome('process')
    const { engine, service, administration } = home
    await service.create('busy', [])
    const database = databaseOf(home, 'busy')
    let begun = 0
    let done = 0
    let goesOn = true
    const commits = (async () => {
      while (goesOn) {
        begun++
        await engine.change(database, stepsOf(begun))
        done++
      }
    })()
    const seen: number[] = []
    for (let round = 0; round < 6; round++) {
      await expect.poll(() => done).toBeGreaterThan(keptCommits * (round + 1))
      const least = done
      const bytes = await administration.streamBackup('busy')
      const most = begun
      const name = `restored${round}`
      await administration.restore(bytes, { name })
      const lines = await linesIn(engine, databaseOf(home, name))
      const state = Array.from({ length: most - least + 1 }, (_, n) => least + n).find(
        (commit) => JSON.stringify(stateAfter(commit)) === JSON.stringify(lines),
      )
      expect(state).toBeDefined()
      seen.push(state ?? 0)
      expect(await administration.check(name)).toEqual([])
    }
    goesOn = false
    await commits
    expect(await linesIn(engine, database)).toEqual(stateAfter(done))
    expect(await administration.check('busy')).toEqual([])
    // The commits did go on between the backups.
    expect(new Set(seen).size).toBeGreaterThan(1)
  })
})

describe.skipIf(!canMountDisks())('on a disk without room', () => {
  const lines = Array.from({ length: 60_000 }, (_, n) => `<s:${n}> <p:> "a value, number ${n}" .`).join('\n')

  it.each(['none', 'process'] as const)('a backup leaves no half file, isolation %s', async (isolation) => {
    const disk = mountSmallDisk(48)
    try {
      const home = openAdministeredHome(isolation, 5_000, join(disk.path, 'home'))
      const { service, administration, folder } = home
      await service.create('large', [turtle(lines)])
      const whole = await administration.streamBackup('large')
      const kept: Uint8Array[] = []
      for await (const piece of whole) kept.push(piece)
      expect(Buffer.concat(kept).length).toBeGreaterThan(8_000_000)
      const files = () => [
        ...readdirSync(join(folder, 'uploads')),
        ...readdirSync(folder)
          .filter((name) => name === 'backups')
          .flatMap((name) => readdirSync(join(folder, name))),
      ]
      disk.fill()
      const full = { kind: 'storage', message: expect.stringMatching(/full|cannot be written/) }
      await expect(administration.backup('large')).rejects.toMatchObject(full)
      expect(files()).toEqual([])
      await expect(administration.streamBackup('large')).rejects.toMatchObject(full)
      expect(files()).toEqual([])
      async function* pieces() {
        yield* kept
      }
      await expect(administration.restore(pieces(), { name: 'copy' })).rejects.toMatchObject(full)
      expect([files(), readdirSync(join(folder, 'databases'))]).toEqual([[], ['large']])
      expect(await service.size('large')).toBe(60_000)
      disk.free()
      const { file } = await administration.backup('large')
      expect(files()).toEqual([file])
      expect(await administration.check('large')).toEqual([])
    } finally {
      await closeHomes()
      disk.remove()
    }
  })
})
