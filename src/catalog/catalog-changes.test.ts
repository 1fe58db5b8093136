import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { pathOf } from '../../test/path-of.ts'
import type { Namespaces } from '../rdf/namespaces.ts'
import type { Catalog } from './catalog.ts'
import { openCatalog } from './open-catalog.ts'

let home: string
let catalog: Catalog | undefined

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'espalier-catalog-'))
})

afterEach(() => {
  catalog?.close()
  catalog = undefined
  rmSync(home, { recursive: true, force: true })
})

function open(): Catalog {
  catalog?.close()
  catalog = undefined
  catalog = openCatalog(home)
  return catalog
}

const filled = async ({ path }: { readonly path: string }): Promise<Namespaces> => {
  writeFileSync(path, 'data')
  return new Map()
}

function schemasOf(name: string) {
  return (catalog?.schemas.names(name) ?? []).map((schema) => {
    const { digest: _, ...found } = catalog?.schemas.find(name, schema) ?? {}
    return found
  })
}

const filesOf = (name: string) => readdirSync(join(home, 'databases', name)).sort()

function editCatalog(sql: string): void {
  catalog?.close()
  catalog = undefined
  const file = new DatabaseSync(join(home, 'system.db'), { enableForeignKeyConstraints: false })
  file.exec(sql)
  file.close()
}

describe('a change of an entry', () => {
  it('sets and unsets options, and keeps the others', async () => {
    await open().create(
      'garden',
      filled,
      new Map([
        ['a', '1'],
        ['b', '2'],
      ]),
    )
    const options = new Map([
      ['b', null],
      ['c', '3'],
      ['d', null],
    ])
    expect(catalog?.change('garden', { options }).options).toEqual(
      new Map([
        ['a', '1'],
        ['c', '3'],
      ]),
    )
    expect(open().get('garden').options).toEqual(
      new Map([
        ['a', '1'],
        ['c', '3'],
      ]),
    )
  })

  it('replaces all namespaces, in their order', async () => {
    await open().create('garden', filled)
    const namespaces = new Map([
      ['z', 'http://z.example/'],
      ['', 'http://e.example/'],
      ['a', 'http://a.example/'],
    ])
    catalog?.change('garden', { namespaces })
    expect([...open().get('garden').namespaces]).toEqual([...namespaces])
  })

  it('brings a database offline and online, which is kept', async () => {
    await open().create('garden', filled)
    expect(catalog?.getOnline('garden').online).toBe(true)
    catalog?.change('garden', { online: false })
    expect(open().get('garden').online).toBe(false)
    expect(() => catalog?.getOnline('garden')).toThrow(
      expect.objectContaining({
        kind: 'invalidDatabaseState',
        message: expect.stringContaining('PUT /admin/databases/garden/online'),
      }),
    )
    catalog?.change('garden', { online: true })
    expect(open().getOnline('garden').name).toBe('garden')
  })

  it('is whole or not at all', async () => {
    await open().create('garden', filled, new Map([['a', '1']]))
    const before = catalog?.get('garden')
    // A prefix that SQLite cannot take comes after what it can.
    const namespaces = new Map<string, string>([['a', 'http://a.example/']])
    const bad = {
      [Symbol.iterator]: () =>
        [
          ['a', 'x'],
          ['a', 'y'],
        ][Symbol.iterator](),
    }
    expect(() =>
      catalog?.change('garden', {
        online: false,
        options: new Map([['a', '2']]),
        namespaces: Object.assign(namespaces, bad),
      }),
    ).toThrow()
    expect(open().get('garden')).toEqual(before)
  })

  it('needs a database', () => {
    expect(() => open().change('x', { online: false })).toThrow(
      expect.objectContaining({ kind: 'databaseUnknown' }),
    )
    expect(() => catalog?.getOnline('x')).toThrow(expect.objectContaining({ kind: 'databaseUnknown' }))
  })
})

describe('a restored database', () => {
  const former = {
    options: new Map([['query.timeout', '5s']]),
    namespaces: new Map([['xsd', 'http://other.example/']]),
    schemas: [{ name: 'all', text: 'type Query', generated: false }],
  }

  it('has the options, namespaces and schemas that it had, and no others', async () => {
    await open().restore('garden', former, async ({ path }) => writeFileSync(path, 'restored'))
    const entry = open().get('garden')
    const { options, namespaces } = entry
    expect({ options, namespaces, schemas: schemasOf('garden') }).toEqual(former)
    expect(readFileSync(pathOf(entry), 'utf8')).toBe('restored')
  })

  it('leaves nothing where its file cannot be placed', async () => {
    const restored = open().restore('garden', former, async () => Promise.reject(new Error('cut')))
    await expect(restored).rejects.toThrow('cut')
    expect(readdirSync(join(home, 'databases'))).toEqual([])
    expect(catalog?.has('garden')).toBe(false)
  })

  it('takes the place of another in one step', async () => {
    await open().create('garden', filled, new Map([['a', '1']]))
    catalog?.schemas.put('garden', { name: 'other', text: 'type Query', generated: false })
    const old = pathOf(catalog?.get('garden'))
    const steps: string[] = []
    await catalog?.replace(
      'garden',
      former,
      async ({ path }) => {
        expect(() => catalog?.getOnline('garden')).toThrow(/is being replaced/)
        expect(pathOf(catalog?.get('garden'))).toBe(old)
        await expect(catalog?.drop('garden')).rejects.toThrow(/is being replaced/)
        steps.push('place')
        writeFileSync(path, 'new')
      },
      async ({ path }) => {
        expect(path).toBe(old)
        steps.push('release')
      },
    )
    expect(steps).toEqual(['release', 'place'])
    const entry = open().getOnline('garden')
    const { options, namespaces } = entry
    const path = pathOf(entry)
    expect([readFileSync(path, 'utf8'), options, namespaces]).toEqual([
      'new',
      former.options,
      former.namespaces,
    ])
    expect(schemasOf('garden')).toEqual(former.schemas)
    expect(filesOf('garden')).toEqual([basename(path)])
    // And once more.
    await catalog?.replace(
      'garden',
      former,
      async (entry) => void (await filled(entry)),
      async () => {},
    )
    expect(filesOf('garden')).toEqual(['data-2.db'])
  })

  it('does not take the place of another where its file cannot be placed', async () => {
    await open().create('garden', filled, new Map([['a', '1']]))
    const before = catalog?.get('garden')
    const failed = catalog?.replace(
      'garden',
      former,
      async ({ path }) => {
        writeFileSync(path, 'half')
        throw new Error('cut')
      },
      async () => {},
    )
    await expect(failed).rejects.toThrow('cut')
    expect(catalog?.getOnline('garden')).toEqual(before)
    expect(filesOf('garden')).toEqual(['data.db'])
  })

  it('leaves no half files of a process that was killed', async () => {
    await open().create('garden', filled)
    void catalog?.replace(
      'garden',
      former,
      ({ path }) => {
        writeFileSync(path, 'half')
        writeFileSync(`${path}-wal`, 'half')
        return new Promise(() => {})
      },
      async () => {},
    )
    await Promise.resolve()
    await Promise.resolve()
    expect(filesOf('garden')).toEqual(['data-1.db', 'data-1.db-wal', 'data.db'])
    expect(readFileSync(pathOf(open().getOnline('garden')), 'utf8')).toBe('data')
    expect(filesOf('garden')).toEqual(['data.db'])
  })
})

describe('a catalog of the first format', () => {
  const first = `
    CREATE TABLE database (name TEXT PRIMARY KEY COLLATE NOCASE, created TEXT NOT NULL, ready INTEGER NOT NULL) STRICT;
    CREATE TABLE namespace (
      database TEXT NOT NULL COLLATE NOCASE REFERENCES database ON DELETE CASCADE, position INTEGER NOT NULL,
      prefix TEXT NOT NULL, iri TEXT NOT NULL, PRIMARY KEY (database, prefix)) STRICT, WITHOUT ROWID;
    CREATE TABLE database_option (
      database TEXT NOT NULL COLLATE NOCASE REFERENCES database ON DELETE CASCADE,
      name TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (database, name)) STRICT, WITHOUT ROWID;
    PRAGMA user_version = 1;
    INSERT INTO database VALUES ('garden', '2026-01-02T03:04:05.678Z', 1), ('half', '2026-01-02T03:04:05.678Z', 0);
    INSERT INTO namespace VALUES ('garden', 1, 'a', 'http://a.example/'), ('garden', 0, 'b', 'http://b.example/');
    INSERT INTO database_option VALUES ('garden', 'query.timeout', '5s');`

  it('goes on, online, with all that it had', () => {
    editCatalog(first)
    const folder = join(home, 'databases', 'garden')
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'data.db'), 'data')
    for (let times = 0; times < 2; times++) {
      expect(open().list()).toEqual([
        {
          kind: 'file',
          name: 'garden',
          path: join(folder, 'data.db'),
          created: '2026-01-02T03:04:05.678Z',
          online: true,
          namespaces: new Map([
            ['b', 'http://b.example/'],
            ['a', 'http://a.example/'],
          ]),
          options: new Map([['query.timeout', '5s']]),
        },
      ])
    }
    expect(existsSync(join(folder, 'data.db'))).toBe(true)
    expect(catalog?.change('garden', { online: false }).online).toBe(false)
  })
})

describe('a catalog file', () => {
  it.each([
    ['of a newer version', 'PRAGMA user_version = 7', /has format 7; .* Use a newer version/],
    ['of something else', 'PRAGMA application_id = 1', /is not a catalog of Espalier/],
    ['with other tables', 'CREATE TABLE other (a)', /is not a catalog of Espalier/],
    ['that names a folder elsewhere', `UPDATE database SET name = '../garden'`, /is damaged/],
    [
      'that names an unfinished folder elsewhere',
      `UPDATE database SET name = '../..', ready = 0`,
      /is damaged/,
    ],
    [
      'with a permission of another version',
      `INSERT INTO permission (role, action, type, name) VALUES ('reader', 'READ', 'moon', '["*"]')`,
      /is damaged/,
    ],
    ['that names a file elsewhere', `UPDATE database SET file = '../data.db'`, /is damaged/],
    ['that names a journal', `UPDATE database SET file = 'data.db-wal'`, /is damaged/],
  ])('%s is refused, and nothing is removed', async (_, sql, message) => {
    await open().create('garden', filled)
    editCatalog(sql)
    writeFileSync(join(home, 'precious'), 'x')
    expect(open).toThrow(
      expect.objectContaining({ kind: 'storage', message: expect.stringMatching(message) }),
    )
    expect(readdirSync(home).sort()).toEqual(['databases', 'precious', 'system.db'])
    expect(filesOf('garden')).toEqual(['data.db'])
  })

  it.each([0.25, 0.5, 0.75, 0.99])('that is cut at %d of its length is refused', async (part) => {
    await open().create(
      'garden',
      filled,
      new Map(Array.from({ length: 300 }, (__, n) => [`option ${n}`, 'v'.repeat(50)])),
    )
    catalog?.close()
    catalog = undefined
    const path = join(home, 'system.db')
    truncateSync(path, Math.floor(readFileSync(path).length * part))
    expect(open).toThrow(
      expect.objectContaining({ kind: 'storage', message: expect.stringContaining('system.db') }),
    )
    expect(filesOf('garden')).toEqual(['data.db'])
  })

  it('that has a name which is reserved by now goes on', async () => {
    await open().create('garden', filled)
    editCatalog(`UPDATE database SET name = 'options'`)
    expect(
      open()
        .list()
        .map(({ name }) => name),
    ).toEqual(['options'])
  })

  it('that is a folder is refused', () => {
    mkdirSync(join(home, 'system.db'))
    expect(open).toThrow(expect.objectContaining({ kind: 'storage' }))
  })

  it('of another time removes nothing of a database whose file it does not name', async () => {
    await open().create('garden', filled)
    editCatalog(`UPDATE database SET file = 'data-7.db'`)
    expect(open().findings()).toEqual([`The folder of database 'garden' has no file data-7.db.`])
    expect(filesOf('garden')).toEqual(['data.db'])
  })
})

it('turns away work on a database without a file, where another one would be made', async () => {
  const { path } = await open().create('garden', filled)
  expect(pathOf(catalog?.getOnline('garden'))).toBe(path)
  const refused = (message: RegExp) =>
    expect.objectContaining({ kind: 'storage', message: expect.stringMatching(message), detail: path })
  truncateSync(path)
  expect(() => catalog?.getOnline('garden')).toThrow(refused(/^The file of database 'garden' is empty\./))
  rmSync(path)
  expect(() => catalog?.getOnline('garden')).toThrow(
    refused(/^The file of database 'garden' does not exist\./),
  )
  mkdirSync(path)
  expect(() => catalog?.getOnline('garden')).toThrow(refused(/is a folder/))
  expect(pathOf(catalog?.get('garden'))).toBe(path)
})

it('finds what of folders and entries does not fit together', async () => {
  await open().create('a', filled)
  await catalog?.create('b', filled)
  await catalog?.create('c', filled)
  expect(catalog?.findings()).toEqual([])
  rmSync(join(home, 'databases', 'a'), { recursive: true })
  rmSync(join(home, 'databases', 'b', 'data.db'))
  mkdirSync(join(home, 'databases', 'b', 'data.db'))
  mkdirSync(join(home, 'databases', 'stray'))
  expect(catalog?.findings()).toEqual([
    `Database 'a' has no folder.`,
    `The folder of database 'b' has no file data.db.`,
    'The folder databases/stray belongs to no database.',
  ])
})
