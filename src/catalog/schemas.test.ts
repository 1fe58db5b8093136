import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Catalog } from './catalog.ts'
import { keptTexts } from './kept-texts.ts'
import { openCatalog } from './open-catalog.ts'

let home: string
let catalog: Catalog

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'espalier-schemas-'))
  catalog = openCatalog(home)
  await catalog.create('garden', filled)
})

afterEach(() => {
  catalog.close()
  rmSync(home, { recursive: true, force: true })
})

const filled = async ({ path }: { readonly path: string }) => {
  writeFileSync(path, 'data')
  return new Map()
}

function reopen(): Catalog {
  catalog.close()
  catalog = openCatalog(home)
  return catalog
}

const added = (name: string, text = `# ${name}`) => ({ name, text, generated: false })
const unknown = expect.objectContaining({ kind: 'databaseUnknown' })

it('keeps no schemas at first', () => {
  expect(catalog.schemas.names('garden')).toEqual([])
  expect(catalog.schemas.find('garden', 'a')).toBeUndefined()
  expect(catalog.schemas.remove('garden', 'a')).toBe(false)
  expect(catalog.schemas.clear('garden')).toBe(0)
})

it('keeps texts as they are, in the order of their names, beyond the process', async () => {
  await catalog.create('other', filled)
  const texts = ['', 'type Query', 'é 🌱 \u2028\r\n\t"', '#'.repeat(1 << 20)]
  for (const [index, text] of texts.entries()) catalog.schemas.put('garden', added(`s${9 - index}`, text))
  catalog.schemas.put('garden', { name: 'default', text: 'type Made', generated: true })
  catalog.schemas.put('garden', added('Default', 'type Other'))
  for (const take of [() => catalog, reopen]) {
    const { schemas } = take()
    expect(schemas.names('garden')).toEqual(['Default', 'default', 's6', 's7', 's8', 's9'])
    expect(texts.map((_, index) => schemas.find('garden', `s${9 - index}`)?.text)).toEqual(texts)
    expect(schemas.find('garden', 'default')).toMatchObject({ text: 'type Made', generated: true })
    expect(schemas.find('garden', 'Default')).toMatchObject({ text: 'type Other', generated: false })
    expect(schemas.names('other')).toEqual([])
    const written = [...texts, 'type Made', 'type Other'].map((text) => Buffer.byteLength(text))
    expect(schemas.bytes('garden')).toBe(written.reduce((sum, bytes) => sum + bytes))
    expect(schemas.bytes('other')).toBe(0)
  }
})

it('tells texts apart by their digest, and only texts', () => {
  catalog.schemas.put('garden', added('a', 'type A'))
  catalog.schemas.put('garden', added('b', 'type A'))
  const digest = (name: string) => catalog.schemas.find('garden', name)?.digest
  const before = digest('a')
  expect(digest('b')).toBe(before)
  catalog.schemas.put('garden', { name: 'a', text: 'type B', generated: true })
  expect(digest('a')).not.toBe(before)
  expect(catalog.schemas.find('garden', 'a')).toMatchObject({ text: 'type B', generated: true })
  expect(digest('b')).toBe(before)
})

it('removes one, and all of one database', async () => {
  await catalog.create('other', filled)
  for (const name of ['a', 'b', 'c']) catalog.schemas.put('garden', added(name))
  catalog.schemas.put('other', added('a'))
  expect(catalog.schemas.remove('garden', 'b')).toBe(true)
  expect(catalog.schemas.remove('garden', 'b')).toBe(false)
  expect(reopen().schemas.names('garden')).toEqual(['a', 'c'])
  expect(catalog.schemas.clear('garden')).toBe(2)
  expect(reopen().schemas.names('garden')).toEqual([])
  expect(catalog.schemas.names('other')).toEqual(['a'])
})

it('has schemas of databases that there are, remote ones too, and they go with them', async () => {
  await catalog.createRemote('museum', async () => new Map())
  for (const name of ['garden', 'museum']) catalog.schemas.put(name, added('a'))
  for (const name of ['nothing', 'Garden']) {
    expect(() => catalog.schemas.names(name)).toThrow(unknown)
    expect(() => catalog.schemas.find(name, 'a')).toThrow(unknown)
    expect(() => catalog.schemas.put(name, added('a'))).toThrow(unknown)
    expect(() => catalog.schemas.remove(name, 'a')).toThrow(unknown)
    expect(() => catalog.schemas.clear(name)).toThrow(unknown)
  }
  await catalog.drop('garden')
  await catalog.create('garden', filled)
  expect(catalog.schemas.names('garden')).toEqual([])
  expect(catalog.schemas.names('museum')).toEqual(['a'])
})

it('goes on with a catalog of the third format, which had none', async () => {
  catalog.close()
  const path = join(home, 'system.db')
  rmSync(path)
  const former = new DatabaseSync(path)
  former.exec(`
    CREATE TABLE database (
      name TEXT PRIMARY KEY COLLATE NOCASE, created TEXT NOT NULL, ready INTEGER NOT NULL,
      online INTEGER NOT NULL DEFAULT 1, file TEXT NOT NULL DEFAULT 'data.db',
      kind TEXT NOT NULL DEFAULT 'file' CHECK (kind IN ('file', 'remote'))) STRICT;
    CREATE TABLE namespace (
      database TEXT NOT NULL COLLATE NOCASE REFERENCES database ON DELETE CASCADE, position INTEGER NOT NULL,
      prefix TEXT NOT NULL, iri TEXT NOT NULL, PRIMARY KEY (database, prefix)) STRICT, WITHOUT ROWID;
    CREATE TABLE database_option (
      database TEXT NOT NULL COLLATE NOCASE REFERENCES database ON DELETE CASCADE,
      name TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (database, name)) STRICT, WITHOUT ROWID;
    PRAGMA application_id = ${0x45737043};
    PRAGMA user_version = 3;
    INSERT INTO database VALUES ('orchard', '2026-01-02T03:04:05.678Z', 1, 0, 'data-3.db', 'file');
    INSERT INTO namespace VALUES ('orchard', 0, 'a', 'http://a.example/');
    INSERT INTO database_option VALUES ('orchard', 'query.timeout', '5s');`)
  former.close()
  mkdirSync(join(home, 'databases', 'orchard'), { recursive: true })
  writeFileSync(join(home, 'databases', 'orchard', 'data-3.db'), 'data')
  const expected = {
    kind: 'file',
    name: 'orchard',
    path: join(home, 'databases', 'orchard', 'data-3.db'),
    created: '2026-01-02T03:04:05.678Z',
    online: false,
    namespaces: new Map([['a', 'http://a.example/']]),
    options: new Map([['query.timeout', '5s']]),
  }
  expect(reopenFormer().list()).toEqual([expected])
  catalog.schemas.put('orchard', added('a'))
  expect(reopen().list()).toEqual([expected])
  expect(catalog.schemas.names('orchard')).toEqual(['a'])
})

function reopenFormer(): Catalog {
  catalog = openCatalog(home)
  return catalog
}

it('has every schema that it said it has, and no half of one, when its process is killed', async () => {
  catalog.close()
  const module = new URL('./open-catalog.ts', import.meta.url).href
  const program = `
    import { openCatalog } from ${JSON.stringify(module)}
    const catalog = openCatalog(${JSON.stringify(home)})
    const text = (number) => String(number).padStart(8, '0').repeat(20000)
    for (let number = 0; ; number++) {
      catalog.schemas.put('garden', { name: 's' + number % 5, text: text(number), generated: false })
      process.stdout.write(number + '\\n')
    }`
  const writer = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let told = ''
  for await (const piece of writer.stdout) {
    told += piece
    if (told.split('\n').length > 20) break
  }
  writer.kill('SIGKILL')
  if (writer.exitCode === null && writer.signalCode === null) await once(writer, 'exit')
  const last = Number(told.trim().split('\n').at(-1))
  reopenFormer()
  expect(catalog.schemas.names('garden')).toEqual(['s0', 's1', 's2', 's3', 's4'])
  const found = ['s0', 's1', 's2', 's3', 's4'].map((name) => catalog.schemas.find('garden', name)?.text ?? '')
  for (const text of found) expect(text).toBe(text.slice(0, 8).repeat(20_000))
  expect(Math.max(...found.map((text) => Number(text.slice(0, 8))))).toBeGreaterThanOrEqual(last)
})

describe('the texts that are kept in memory', () => {
  it('are those used last, up to a size', () => {
    const texts = keptTexts(10)
    const read: string[] = []
    const take = (text: string) =>
      texts.take(text, () => {
        read.push(text)
        return text
      })
    for (const text of ['aaaa', 'bbbb', 'aaaa', 'cccc', 'aaaa', 'bbbb']) expect(take(text)).toBe(text)
    expect(read).toEqual(['aaaa', 'bbbb', 'cccc', 'bbbb'])
    expect(take('d'.repeat(100))).toHaveLength(100)
    expect(take('d'.repeat(100))).toHaveLength(100)
    take('aaaa')
    expect(read.slice(4)).toEqual(['d'.repeat(100), 'aaaa'])
  })
})
