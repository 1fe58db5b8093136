import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { pathOf } from '../../test/path-of.ts'
import { defaultNamespaces, type Namespaces } from '../rdf/namespaces.ts'
import type { Catalog } from './catalog.ts'
import { openCatalog } from './open-catalog.ts'

let home: string
let catalog: Catalog

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'espalier-catalog-'))
  catalog = openCatalog(home)
})

afterEach(() => {
  catalog.close()
  rmSync(home, { recursive: true, force: true })
})

const empty = async (): Promise<Namespaces> => new Map()

function reopen(): Catalog {
  catalog.close()
  catalog = openCatalog(home)
  return catalog
}

describe('names of databases', () => {
  it.each(['a', 'people', 'My-DB_2', 'a'.repeat(64)])('takes %j', async (name) => {
    await catalog.create(name, empty)
    expect(catalog.list().map((entry) => entry.name)).toEqual([name])
  })

  it.each([
    '',
    ' ',
    '1a',
    '-a',
    '_a',
    'a b',
    'a.b',
    '..',
    '../a',
    'a/b',
    'a\\b',
    'a\u0000',
    'é',
    'a\n',
    'admin',
    'Admin',
    'a'.repeat(65),
    '__proto__',
  ])('refuses %j', async (name) => {
    await expect(catalog.create(name, empty)).rejects.toMatchObject({ kind: 'invalidDatabaseName' })
    expect(readdirSync(home)).not.toContain('databases')
  })
})

describe('a catalog', () => {
  it('lists databases by name, also after it is opened again', async () => {
    await catalog.create('b', empty)
    await catalog.create('a', empty)
    const before = catalog.list()
    expect(before.map(({ name }) => name)).toEqual(['a', 'b'])
    expect(reopen().list()).toEqual(before)
  })

  it('refuses a name that is taken, in any case of its letters', async () => {
    await catalog.create('people', empty)
    await expect(catalog.create('people', empty)).rejects.toMatchObject({
      kind: 'databaseExists',
      message: "Database 'people' already exists.",
    })
    await expect(catalog.create('People', empty)).rejects.toMatchObject({ kind: 'databaseExists' })
    expect(catalog.has('People')).toBe(false)
  })

  it('does not know what was not created', async () => {
    const unknown = { kind: 'databaseUnknown', message: "Database 'x' does not exist." }
    expect(() => catalog.get('x')).toThrow(expect.objectContaining(unknown))
    await expect(catalog.drop('x')).rejects.toMatchObject(unknown)
  })

  it('keeps the options of a database, and forgets them with it', async () => {
    const options = new Map([
      ['graphql.default.limit', '10'],
      ['query.timeout', '5s'],
    ])
    const { options: made } = await catalog.create('people', empty, options)
    expect(made).toEqual(options)
    expect(reopen().get('people').options).toEqual(options)
    await catalog.drop('people')
    await catalog.create('people', empty)
    expect(catalog.get('people').options).toEqual(new Map())
  })

  it('gives a new database the default namespaces and those of its data', async () => {
    const declared = new Map([
      ['', 'http://example.org/'],
      ['foaf', 'http://xmlns.com/foaf/0.1/'],
      ['xsd', 'http://example.org/not-xsd#'],
    ])
    await catalog.create('people', async () => declared)
    const { namespaces } = reopen().get('people')
    expect([...namespaces]).toEqual([
      ['', 'http://example.org/'],
      ...[...defaultNamespaces].slice(1),
      ['foaf', 'http://xmlns.com/foaf/0.1/'],
    ])
  })

  it('shows a database only when it is filled', async () => {
    await catalog.create('people', async (entry) => {
      expect(catalog.has('people')).toBe(false)
      await expect(catalog.create('people', empty)).rejects.toMatchObject({ kind: 'databaseExists' })
      writeFileSync(entry.path, 'data')
      return new Map()
    })
    expect(existsSync(pathOf(catalog.get('people')))).toBe(true)
  })

  it('leaves nothing of a database that could not be filled', async () => {
    const create = catalog.create('people', async (entry) => {
      writeFileSync(entry.path, 'half')
      throw new Error('no data')
    })
    await expect(create).rejects.toThrow('no data')
    expect(readdirSync(join(home, 'databases'))).toEqual([])
    await catalog.create('people', empty)
  })

  it('removes a dropped database when its files are released', async () => {
    const { path } = await catalog.create('people', empty)
    writeFileSync(path, 'data')
    await catalog.drop('people', async (entry) => {
      expect(catalog.has('people')).toBe(false)
      expect(existsSync(pathOf(entry))).toBe(true)
    })
    expect(readdirSync(join(home, 'databases'))).toEqual([])
  })

  it('removes what a crash left half', async () => {
    await catalog.create('whole', empty)
    // Neither of the two ever comes to an end, as in a process that was killed.
    void catalog.create('half', (entry) => {
      writeFileSync(entry.path, 'half')
      return new Promise(() => {})
    })
    await catalog.create('dropped', empty)
    void catalog.drop('dropped', () => new Promise(() => {}))
    expect(readdirSync(join(home, 'databases')).sort()).toEqual(['dropped', 'half', 'whole'])
    reopen()
    expect(readdirSync(join(home, 'databases'))).toEqual(['whole'])
    expect(catalog.list().map(({ name }) => name)).toEqual(['whole'])
  })

  it('belongs to one process at a time', () => {
    expect(() => openCatalog(home)).toThrow(expect.objectContaining({ kind: 'invalidDatabaseState' }))
    const other = new DatabaseSync(join(home, 'system.db'), { readOnly: true })
    expect(() => other.prepare('SELECT * FROM database').all()).toThrow('locked')
    other.close()
  })

  it('names a file that is no catalog', () => {
    const folder = mkdtempSync(join(tmpdir(), 'espalier-catalog-'))
    writeFileSync(join(folder, 'system.db'), 'not a database at all'.repeat(100))
    try {
      expect(() => openCatalog(folder)).toThrow(
        expect.objectContaining({ kind: 'storage', message: expect.stringContaining('system.db') }),
      )
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
