import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import {
  type AdministeredHome,
  closeHomes,
  garden,
  leftOver,
  namesOf,
  openAdministeredHome,
  refused,
  turtle,
  yew,
} from '../../../test/administered-home.ts'
import { pathOf } from '../../../test/path-of.ts'
import type { NewSchema } from '../../catalog/catalog.ts'
import type { Isolation } from '../../engine/engine.ts'
import { mostSchemaBytes } from '../../engine/schemas/schema-limits.ts'
import type { AdministrationService } from '../administration-service.ts'

afterEach(closeHomes)

describe.each<Isolation>(['none', 'process'])('a backup, isolation %s', (isolation) => {
  it('is a database again, in another home, with options and namespaces', async () => {
    const home = openAdministeredHome(isolation)
    await home.service.create('garden', [turtle(garden)], { databaseOptions: { 'query.timeout': '7s' } })
    await home.administration.addNamespaces('garden', new Map([['z', 'http://z.example/']]))
    const { file, bytes, triples } = await home.administration.backup('garden')
    expect(file).toMatch(/^garden-\d{8}-\d{6}\.espalier$/)
    const content = readFileSync(join(home.folder, 'backups', file))
    expect([bytes, triples]).toEqual([content.length, 4])
    expect(readdirSync(join(home.folder, 'backups'))).toEqual([file])

    const other = openAdministeredHome(isolation)
    expect(await other.administration.restore(pieces(content))).toEqual({ name: 'garden', triples: 4 })
    expect(await namesOf(other.service)).toEqual(['Ash', 'Elm'])
    expect([...(await other.administration.namespaces('garden'))]).toEqual([
      ...(await home.administration.namespaces('garden')),
    ])
    expect(await other.administration.options('garden')).toMatchObject({ 'query.timeout': '7s' })
    expect(await other.administration.check('garden')).toEqual([])
    // And it can be changed.
    await other.service.load('garden', turtle(yew))
    expect(await namesOf(other.service)).toEqual(['Ash', 'Elm', 'Yew'])
    expect(leftOver(other)).toEqual([])
  })

  it('has the schemas of its database, those that were generated marked so', async () => {
    const home = openAdministeredHome(isolation)
    const { service, administration, catalog } = home
    await service.create('garden', [turtle(garden)])
    const added = { name: 'trees', text: '# é 🌱\r\ntype Q { a: Int }', generated: false }
    const generated = { name: 'default', text: 'type Q { b: Int }', generated: true }
    for (const schema of [added, generated]) catalog.schemas.put('garden', schema)
    const content = await streamed(administration)
    catalog.schemas.put('garden', { ...added, name: 'later' })
    catalog.schemas.remove('garden', 'trees')
    await administration.restore(pieces(content), { name: 'copy' })
    await administration.restore(pieces(content), { overwrite: true })
    for (const name of ['copy', 'garden']) {
      expect(catalog.schemas.names(name)).toEqual(['default', 'trees'])
      expect(catalog.schemas.find(name, 'trees')).toMatchObject(added)
      expect(catalog.schemas.find(name, 'default')).toMatchObject(generated)
    }
  })

  it('is a database without schemas where it has none, as those of former versions', async () => {
    const { service, administration, catalog } = openAdministeredHome(isolation)
    await service.create('garden', [turtle(garden)])
    const content = await streamed(administration)
    catalog.schemas.put('garden', { name: 'later', text: 'type Q { a: Int }', generated: false })
    await administration.restore(pieces(content), { overwrite: true })
    expect(catalog.schemas.names('garden')).toEqual([])
  })

  it.each([
    ['a name that no schema can have', { name: '../x' }, /is no name of a schema/],
    ['no name', { name: '' }, /is no name of a schema/],
    ['too long a text', { text: '#'.repeat(mostSchemaBytes + 1) }, /^The text of a schema can have/],
  ])('is refused where a schema in it has %s, whoever wrote it', async (_, wrong, message) => {
    const home = openAdministeredHome(isolation)
    await home.service.create('garden', [turtle(garden)])
    const content = await backupWith(home, [
      { name: 'a', text: 'type Q { a: Int }', generated: false, ...wrong },
    ])
    await expect(home.administration.restore(pieces(content))).rejects.toThrow(message)
    expect(home.catalog.has('other')).toBe(false)
    expect(leftOver(home)).toEqual([])
  })

  it.each([
    [7, /^The schemas of a database can have 67108864 bytes together/],
    [14, 'This is no backup of Espalier, or a damaged one.'],
  ])('is refused with %i schemas of 10 MiB', async (count, message) => {
    const home = openAdministeredHome(isolation)
    await home.service.create('garden', [turtle(garden)])
    const long = '#'.repeat(mostSchemaBytes)
    const schemas = Array.from({ length: count }, (_, at) => ({
      name: `s${at}`,
      text: long,
      generated: false,
    }))
    const content = await backupWith(home, schemas)
    await expect(home.administration.restore(pieces(content))).rejects.toThrow(message)
    expect(home.catalog.has('other')).toBe(false)
    expect(leftOver(home)).toEqual([])
  })

  it('is restored under another name, and over a database where that is said', async () => {
    const home = openAdministeredHome(isolation)
    const { service, administration } = home
    await service.create('garden', [turtle(garden)])
    const content = await streamed(administration)
    const exists = refused('databaseExists', /^Database 'garden' already exists\. Restore under another name/)
    await expect(administration.restore(pieces(content))).rejects.toMatchObject(exists)
    await expect(administration.restore(pieces(content), { name: 'garden' })).rejects.toMatchObject(exists)
    expect(await administration.restore(pieces(content), { name: 'copy' })).toEqual({
      name: 'copy',
      triples: 4,
    })
    await service.load('garden', turtle(yew))
    await administration.setOptions('garden', { 'graphql.default.limit': 1 })
    for (let times = 0; times < 2; times++) {
      await administration.restore(pieces(content), { overwrite: true })
      expect(await namesOf(service)).toEqual(['Ash', 'Elm'])
      expect(await namesOf(service, 'copy')).toEqual(['Ash', 'Elm'])
    }
    expect(readdirSync(join(home.folder, 'databases')).sort()).toEqual(['copy', 'garden'])
    expect(leftOver(home).filter((path) => !path.startsWith('garden/data-2.db'))).toEqual([])
  })

  it('is refused where it is cut or damaged, and nothing is left behind', async () => {
    const home = openAdministeredHome(isolation)
    const { service, administration, folder } = home
    await service.create('garden', [turtle(garden)])
    const content = await streamed(administration)
    const flipped = (at: number) => {
      const copy = Buffer.from(content)
      copy[at] = (copy[at] ?? 0) ^ 4
      return copy
    }
    const middle = Math.floor(content.length / 2)
    for (const damaged of [
      Buffer.alloc(0),
      Buffer.from('no backup'),
      content.subarray(0, 10_000),
      content.subarray(0, content.length - 1),
      content.subarray(1),
      Buffer.concat([content, Buffer.from('x')]),
      Buffer.concat([content, content]),
      ...[0, 20, 100, middle, content.length - 60, content.length - 30, content.length - 1].map(flipped),
    ]) {
      const restored = administration.restore(pieces(damaged), { name: 'half' })
      await expect(restored).rejects.toMatchObject(refused('illegalArgument', /backup/))
    }
    expect(await service.databases()).toEqual(['garden'])
    expect(readdirSync(join(folder, 'databases'))).toEqual(['garden'])
    expect(leftOver(home)).toEqual([])
    // A damaged one does not take the place of a database either.
    const over = administration.restore(pieces(flipped(middle)), { overwrite: true })
    await expect(over).rejects.toMatchObject({ kind: 'illegalArgument' })
    expect(await namesOf(service)).toEqual(['Ash', 'Elm'])
  })

  it('that is sealed, but is of something else, is refused', async () => {
    const { service, administration, catalog } = openAdministeredHome(isolation)
    await service.create('garden', [turtle(garden)])
    const path = pathOf(catalog.get('garden'))
    await administration.setOnline('garden', false)
    await administration.setOnline('garden', true)
    for (const bytes of [Buffer.from('text'), Buffer.alloc(0), readFileSync(path)]) {
      const restored = administration.restore(pieces(sealed(bytes)), { name: 'half' })
      await expect(restored).rejects.toMatchObject(
        refused('illegalArgument', /no backup of Espalier, or a damaged one/),
      )
    }
    expect(await service.databases()).toEqual(['garden'])
  })

  it('whose bytes stop coming with an error leaves nothing', async () => {
    const home = openAdministeredHome(isolation)
    await home.service.create('garden', [turtle(garden)])
    const content = await streamed(home.administration)
    async function* broken() {
      yield content.subarray(0, 5_000)
      throw new Error('The client went away.')
    }
    await expect(home.administration.restore(broken(), { name: 'half' })).rejects.toThrow('went away')
    expect(leftOver(home)).toEqual([])
  })

  it('of a name that is none is refused before anything is read', async () => {
    const home = openAdministeredHome(isolation)
    async function* unread(): AsyncGenerator<Uint8Array> {
      yield await Promise.reject(new Error('It was read.'))
    }
    for (const name of ['../x', 'a/b', 'admin', '', 'x'.repeat(65)]) {
      const restored = home.administration.restore(unread(), { name })
      await expect(restored).rejects.toMatchObject({ kind: 'invalidDatabaseName' })
    }
  })
})

it('leaves no half backup where the folder of backups cannot be written', async () => {
  const { service, administration, folder } = openAdministeredHome()
  await service.create('garden', [turtle(garden)])
  writeFileSync(join(folder, 'backups'), 'a file')
  await expect(administration.backup('garden')).rejects.toMatchObject(
    refused('storage', /folder of the backups/),
  )
  expect(readFileSync(join(folder, 'backups'), 'utf8')).toBe('a file')
})

it('removes the file of a streamed backup, also where nobody reads it', async () => {
  const home = openAdministeredHome()
  await home.service.create('garden', [turtle(garden)])
  const unread = await home.administration.streamBackup('garden')
  expect(readdirSync(join(home.folder, 'uploads'))).toEqual([])
  await unread[Symbol.asyncIterator]().return?.()
})

async function* pieces(content: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < content.length; at += 1000) yield content.subarray(at, at + 1000)
}

async function streamed(administration: AdministrationService): Promise<Buffer> {
  const parts: Uint8Array[] = []
  for await (const piece of await administration.streamBackup('garden')) parts.push(piece)
  return Buffer.concat(parts)
}

/** A backup of the database `garden` that somebody gave these schemas, and the name `other`. */
async function backupWith(home: AdministeredHome, schemas: readonly NewSchema[]): Promise<Buffer> {
  const path = join(home.folder, 'made')
  const label = {
    name: 'other',
    options: new Map(),
    namespaces: new Map(),
    schemas,
    created: new Date().toISOString(),
    version: '1',
  }
  const database = { kind: 'file', path: pathOf(home.catalog.get('garden')), namespaces: new Map() } as const
  await home.engine.backup(database, path, label)
  return readFileSync(path)
}

function sealed(content: Buffer): Buffer {
  const length = Buffer.alloc(8)
  length.writeBigUInt64BE(BigInt(content.length))
  const digest = createHash('sha256').update(content).digest()
  return Buffer.concat([content, Buffer.from('ESPALIER-BACKUP1'), digest, length])
}
