import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ServiceError } from '../../errors.ts'
import { iri, type Quad } from '../../rdf/term.ts'
import { loadQuads } from './change/load.ts'
import { databaseVersion, openDatabase } from './connection.ts'
import { Dictionary } from './dictionary/dictionary.ts'
import { databaseSize } from './statistics.ts'

const quads = (from: number, to: number): Quad[] =>
  Array.from({ length: to - from }, (_, n) => ({
    subject: iri(`s:${from + n}`),
    predicate: iri(`p:${n % 3}`),
    object: iri(`o:${n % 7}`),
    graph: null,
  }))

let folder: string
let path: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'espalier-'))
  path = join(folder, 'data.db')
})

afterEach(() => rmSync(folder, { recursive: true }))

function failure(action: () => unknown): ServiceError {
  try {
    action()
  } catch (error) {
    if (error instanceof ServiceError) return error
    throw error
  }
  throw new Error('It did not fail.')
}

describe('openDatabase', () => {
  it('opens again what was loaded', async () => {
    const first = openDatabase(path)
    await loadQuads(first, [quads(0, 1000)])
    first.close()
    for (const readOnly of [true, false]) {
      const again = openDatabase(path, { readOnly })
      expect(databaseSize(again)).toBe(1000)
      expect(databaseVersion(again)).toBe(1)
      expect(new Dictionary(again).lookup(iri('s:0'))).toBe(1)
      again.close()
    }
  })

  it('takes an empty file as a new database', () => {
    writeFileSync(path, '')
    expect(databaseSize(openDatabase(path))).toBe(0)
  })

  it('refuses to write through a read-only connection', async () => {
    openDatabase(path).close()
    const reader = openDatabase(path, { readOnly: true })
    await expect(loadQuads(reader, [quads(0, 1)])).rejects.toThrow(
      `"${path}" cannot be written: it is read-only`,
    )
  })

  it('says that a file to be read is not there, or empty', () => {
    expect(failure(() => openDatabase(path, { readOnly: true })).message).toContain(
      `"${path}" does not exist`,
    )
    writeFileSync(path, '')
    expect(failure(() => openDatabase(path, { readOnly: true })).message).toContain(`"${path}" is empty`)
  })

  it('refuses a folder that is not there', () => {
    const error = failure(() => openDatabase(join(folder, 'none', 'data.db')))
    expect(error.kind).toBe('storage')
    expect(error.message).toContain('cannot be opened')
  })

  it('refuses text', () => {
    writeFileSync(path, 'all work and no play\n'.repeat(1000))
    const error = failure(() => openDatabase(path))
    expect(error.kind).toBe('storage')
    expect(error.message).toContain(`"${path}" is not a database of Espalier`)
    expect(readFileSync(path, 'utf8')).toContain('all work')
  })

  it('refuses the SQLite file of another program and leaves it as it is', () => {
    const other = new DatabaseSync(path)
    other.exec('CREATE TABLE meta (name, value)')
    other.close()
    const before = readFileSync(path)
    expect(failure(() => openDatabase(path)).message).toContain(`"${path}" is not a database of Espalier`)
    expect(readFileSync(path)).toEqual(before)
  })

  it.each([
    [2, 'Use a newer version'],
    [0, 'old format 0'],
  ])('refuses a file of format %i', (format, hint) => {
    const database = openDatabase(path)
    database.prepare(`UPDATE meta SET value = ? WHERE name = 'format'`).run(BigInt(format))
    database.close()
    expect(failure(() => openDatabase(path)).message).toContain(hint)
  })

  it.each(['first', 'later'])('names a file whose %s pages are damaged', async (part) => {
    const database = openDatabase(path)
    await loadQuads(database, [quads(0, 20_000)])
    database.close()
    const bytes = readFileSync(path)
    const start = part === 'first' ? 100 : 8192
    bytes.fill(0xab, start, bytes.length)
    writeFileSync(path, bytes)
    await expect(
      (async () => {
        await loadQuads(openDatabase(path), [quads(0, 30_000)])
      })(),
    ).rejects.toThrow(new RegExp(`"${path}" is (corrupted|not a database)`))
  })

  it('names a file that was cut off', async () => {
    const database = openDatabase(path)
    await loadQuads(database, [quads(0, 20_000)])
    database.close()
    truncateSync(path, 50_000)
    const load = async () => loadQuads(openDatabase(path), [quads(0, 30_000)])
    await expect(load()).rejects.toThrow(`"${path}" is corrupted`)
  })
})

describe('a reader beside a writer', () => {
  it('sees the old state until the commit, then the new', async () => {
    const writer = openDatabase(path)
    await loadQuads(writer, [quads(0, 1000)])
    const reader = openDatabase(path, { readOnly: true })
    const seen: number[] = []
    const source = (function* () {
      for (let n = 1; n <= 30; n++) {
        yield quads(n * 1000, n * 1000 + 1000)
        seen.push(databaseSize(reader) + databaseVersion(reader))
      }
    })()
    await loadQuads(writer, source, { runSize: 5_000 })
    expect(new Set(seen)).toEqual(new Set([1001]))
    expect(databaseSize(reader)).toBe(31_000)
    expect(databaseVersion(reader)).toBe(2)
    const late = openDatabase(path, { readOnly: true })
    expect(new Dictionary(late).lookup(iri('s:30999'))).toBeGreaterThan(30_000)
  })

  it('that comes in the middle of a load sees the old state', async () => {
    const writer = openDatabase(path)
    const source = (function* () {
      yield quads(0, 6_000)
      const reader = openDatabase(path, { readOnly: true })
      expect(databaseSize(reader)).toBe(0)
      reader.close()
    })()
    await loadQuads(writer, source, { runSize: 5_000 })
    expect(databaseSize(writer)).toBe(6_000)
  })

  it('keeps its snapshot while the writer commits', async () => {
    const writer = openDatabase(path)
    await loadQuads(writer, [quads(0, 10)])
    const reader = openDatabase(path, { readOnly: true })
    reader.exec('BEGIN')
    expect(databaseSize(reader)).toBe(10)
    await loadQuads(writer, [quads(10, 20)])
    expect(databaseSize(reader)).toBe(10)
    reader.exec('COMMIT')
    expect(databaseSize(reader)).toBe(20)
  })

  it('is not disturbed by a load that fails', async () => {
    const writer = openDatabase(path)
    await loadQuads(writer, [quads(0, 10)])
    const rows = () => new DatabaseSync(path, { readOnly: true }).prepare('SELECT * FROM term, quad').all()
    const before = rows()
    const source = (function* () {
      yield quads(100, 9_000)
      throw new Error('line 9001')
    })()
    await expect(loadQuads(writer, source, { runSize: 5_000 })).rejects.toThrow('line 9001')
    expect(rows()).toEqual(before)
    const indexes = writer.prepare(
      `SELECT count(*) AS n FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL`,
    )
    expect(indexes.get()).toEqual({ n: 6 })
  })

  it('that also writes is told to try again', async () => {
    const writer = openDatabase(path)
    const second = openDatabase(path)
    second.exec('PRAGMA busy_timeout = 1')
    const source = (async function* () {
      yield quads(0, 10)
      const error = await loadQuads(second, [quads(0, 1)]).catch((reason: unknown) => reason)
      expect(error).toMatchObject({ kind: 'serverBusy' })
    })()
    await loadQuads(writer, source)
  })
})

describe('a process killed', () => {
  /** Loads in a process of its own, says "ready" in the middle of the load or after it, and waits to be killed. */
  const script = `
    const [folder, path, when] = process.argv.slice(1)
    const { openDatabase } = await import(folder + '/connection.ts')
    const { loadQuads } = await import(folder + '/change/load.ts')
    const forever = () => new Promise((resolve) => { console.log('ready'); setInterval(() => {}, 1000) })
    const iri = (value) => ({ kind: 'iri', value })
    const quad = (n) => ({ subject: iri('s:' + n), predicate: iri('p:0'), object: iri('o:0'), graph: null })
    async function* quads() {
      for (let n = 100; n < 200; n++) yield Array.from({ length: 100 }, (_, m) => quad(n * 100 + m))
      if (when === 'middle') await forever()
    }
    await loadQuads(openDatabase(path), quads(), { runSize: 1000 })
    await forever()
  `

  it.each([
    ['middle', 10],
    ['end', 10_010],
  ])('at the %s of a load leaves %i quads', async (when, expected) => {
    const database = openDatabase(path)
    await loadQuads(database, [quads(0, 10)])
    database.close()
    const child = spawn(
      process.execPath,
      ['--input-type=module', '-e', script, import.meta.dirname, path, when],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    )
    await once(child.stdout, 'data')
    child.kill('SIGKILL')
    await once(child, 'exit')
    const again = openDatabase(path)
    expect(databaseSize(again)).toBe(expected)
    expect(again.prepare('SELECT count(*) AS n FROM quad').get()).toEqual({ n: expected })
    expect(again.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' })
    expect((await loadQuads(again, [quads(0, 20)])).added).toBe(10)
  })
})
