import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { defaultNamespaces } from '../rdf/namespaces.ts'
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

function reopen(): Catalog {
  catalog.close()
  catalog = openCatalog(home)
  return catalog
}

const options = new Map([['remote.query.url', 'http://data.example/sparql']])
const find = async () => options

it('keeps a remote database without a folder or a file', async () => {
  const made = await catalog.createRemote('museum', find)
  expect(made).toMatchObject({ kind: 'remote', name: 'museum', online: true, options })
  expect(made.namespaces).toEqual(defaultNamespaces)
  expect('path' in made).toBe(false)
  expect(reopen().get('museum')).toEqual(made)
  expect(catalog.getOnline('museum')).toEqual(made)
  expect(catalog.list()).toEqual([made])
  expect(catalog.findings()).toEqual([])
  expect(existsSync(join(home, 'databases'))).toBe(false)
})

it('does not take a folder that is called like one for its own', async () => {
  const stray = join(home, 'databases', 'museum')
  mkdirSync(stray, { recursive: true })
  writeFileSync(join(stray, 'data.db'), 'precious')
  writeFileSync(join(stray, 'data-1.db'), 'precious')
  await catalog.createRemote('museum', find)
  expect(reopen().findings()).toEqual(['The folder databases/museum belongs to no database.'])
  await catalog.drop('museum')
  expect(readdirSync(stray)).toEqual(['data-1.db', 'data.db'])
})

it('shares its names with those of files, in any case of their letters', async () => {
  await catalog.createRemote('museum', find)
  const filled = async () => new Map()
  await expect(catalog.create('Museum', filled)).rejects.toMatchObject({ kind: 'databaseExists' })
  await catalog.create('garden', filled)
  await expect(catalog.createRemote('garden', find)).rejects.toMatchObject({ kind: 'databaseExists' })
  await expect(catalog.createRemote('a/b', find)).rejects.toMatchObject({ kind: 'invalidDatabaseName' })
})

it('leaves nothing of one whose endpoint could not be asked, nor of one that was killed meanwhile', async () => {
  const failing = catalog.createRemote('museum', async () => Promise.reject(new Error('down')))
  await expect(failing).rejects.toThrow('down')
  void catalog.createRemote('half', () => new Promise(() => {}))
  expect(catalog.has('half')).toBe(false)
  await expect(catalog.createRemote('half', find)).rejects.toMatchObject({ kind: 'databaseExists' })
  expect(reopen().list()).toEqual([])
  await catalog.createRemote('half', find)
  await catalog.createRemote('museum', find)
})

it('changes as others do, and goes with its options', async () => {
  await catalog.createRemote('museum', find)
  const namespaces = new Map([['m', 'http://museum.example/']])
  catalog.change('museum', { online: false, namespaces, options: new Map([['remote.rows', '100']]) })
  expect(reopen().get('museum')).toMatchObject({ kind: 'remote', online: false, namespaces })
  expect(catalog.get('museum').options.get('remote.rows')).toBe('100')
  expect(() => catalog.getOnline('museum')).toThrow(expect.objectContaining({ kind: 'invalidDatabaseState' }))
  const released: string[] = []
  await catalog.drop('museum', async ({ kind }) => void released.push(kind))
  expect(released).toEqual(['remote'])
  expect(catalog.has('museum')).toBe(false)
})

it('is not replaced by a file', async () => {
  await catalog.createRemote('museum', find)
  const nothing = async () => {}
  const former = { options: new Map(), namespaces: new Map(), schemas: [] }
  const replaced = catalog.replace('museum', former, nothing, nothing)
  await expect(replaced).rejects.toMatchObject({
    kind: 'unsupported',
    message: expect.stringMatching(/Database 'museum' is remote/),
  })
  expect(reopen().get('museum').kind).toBe('remote')
})

it('begins with the third format: those of the second go on as databases of files', async () => {
  await catalog.create('garden', async ({ path }) => {
    writeFileSync(path, 'data')
    return new Map()
  })
  catalog.close()
  const file = new DatabaseSync(join(home, 'system.db'))
  const later = ['permission', 'user_role', 'role', 'user', 'graphql_schema']
  for (const table of later) file.exec(`DROP TABLE ${table}`)
  file.exec('ALTER TABLE database DROP COLUMN kind; PRAGMA user_version = 2')
  file.close()
  catalog = openCatalog(home)
  expect(catalog.getOnline('garden').kind).toBe('file')
  await catalog.createRemote('museum', find)
  expect(
    reopen()
      .list()
      .map(({ kind }) => kind),
  ).toEqual(['file', 'remote'])
})
