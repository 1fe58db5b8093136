import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '../../src/store/sqlite/connection.ts'
import { type ServerProcess, startServer } from '../command-line.ts'
import { answerOf, createDatabase } from './asking.ts'
import { canMountDisks, mountSmallDisk, type SmallDisk } from './small-disk.ts'

const own = 'http://api.stardog.com/'
const one = `@prefix : <${own}> . :x a :Old ; :name "old" .`

let disk: SmallDisk
let home: string
let server: ServerProcess

beforeEach(async () => {
  disk = mountSmallDisk(32)
  home = join(disk.path, 'home')
  server = await startServer(home, ['--no-demo'])
  await createDatabase(server.url, 'a', one)
  await createDatabase(server.url, 'b', one)
  // A database that nobody has open cannot be opened on a full disk: SQLite makes a file for those who share it.
  await expectAsBefore()
})
afterEach(async () => {
  await server.end('SIGKILL')
  disk.remove()
})

async function send(method: string, path: string, body: string, type: string): Promise<[number, string]> {
  const answer = await fetch(server.url + path, { method, body, headers: { 'content-type': type } })
  return [answer.status, await answer.text()]
}

const add = (database: string, body: string) => send('POST', `/${database}`, body, 'text/turtle')
const update = (database: string, text: string) =>
  send('POST', `/${database}/update`, text, 'application/sparql-update')
const size = async (database: string) => (await fetch(`${server.url}/${database}/size`)).text()
const old = (database: string) => answerOf(server.url, database, '{ Old { name } }')

/** So many triples of their own, each of about 200 bytes in the file. */
function triples(count: number): string {
  const lines = Array.from(
    { length: count },
    (_, n) => `<v:subject/${n}> <v:predicate> "a value, number ${n}" .`,
  )
  return lines.join('\n')
}

/** What every write has to say where the disk is full. */
const refused = [503, expect.stringMatching(/"message":"[^"]*is full\.".*"0DSTO2"/u)]
const found = { status: 200, body: '{"data":[{"name":"old"}]}' }

async function expectAsBefore(): Promise<void> {
  expect([await size('a'), await size('b')]).toEqual(['2', '2'])
  expect([await old('a'), await old('b')]).toEqual([found, found])
}

describe.skipIf(!canMountDisks())('a full disk', () => {
  it('ends a load that does not fit; others write on at once, and smaller loads succeed', async () => {
    expect(await add('a', triples(400_000))).toEqual(refused)
    await expectAsBefore()
    expect((await add('b', triples(1_000)))[0]).toBe(200)
    expect((await add('a', triples(1_000)))[0]).toBe(200)
    expect([await size('a'), await size('b')]).toEqual(['1002', '1002'])
  })

  it.each([120_000])(
    'has all of a load of %i triples that was acknowledged and nothing of one that was not, where it hardly fits',
    async (count) => {
      const [status] = await add('a', triples(count))
      expect([200, 503]).toContain(status)
      expect(await size('a')).toBe(status === 200 ? String(count + 2) : '2')
      expect([await old('a'), await old('b')]).toEqual([found, found])
      expect((await add('b', one))[0]).toBe(200)
      await server.end('SIGKILL')
      server = await startServer(home)
      expect(await size('a')).toBe(status === 200 ? String(count + 2) : '2')
    },
  )

  it('ends a load of a new database, which is not there then and can be made after', async () => {
    await expect(createDatabase(server.url, 'c', triples(400_000))).rejects.toThrow(/is full/u)
    await expectAsBefore()
    expect(readdirSync(join(home, 'databases'))).toHaveLength(2)
    await createDatabase(server.url, 'c', one)
    expect(await size('c')).toBe('2')
  })

  it('ends a small commit, and takes it when there is space again', async () => {
    disk.fill()
    expect(await add('a', `<v:s> <v:p> "${'x'.repeat(100_000)}" .`)).toEqual(refused)
    expect(await add('b', `<v:s> <v:p> "${'x'.repeat(100_000)}" .`)).toEqual(refused)
    await expectAsBefore()
    disk.free()
    expect((await add('a', '<v:s> <v:p> 1 .'))[0]).toBe(200)
    expect((await add('b', '<v:s> <v:p> 1 .'))[0]).toBe(200)
    expect([await size('a'), await size('b')]).toEqual(['3', '3'])
  })

  it('ends an update, the commit of a transaction, a backup and an option, and takes each when there is space again', async () => {
    const large = `INSERT DATA { <v:s> <v:p> "${'x'.repeat(200_000)}" }`
    const id = await (await fetch(`${server.url}/a/transaction/begin`, { method: 'POST' })).text()
    expect((await send('POST', `/a/${id}/update`, large, 'application/sparql-update'))[0]).toBe(200)
    disk.fill()
    expect(await update('b', large)).toEqual(refused)
    expect(await send('POST', `/a/transaction/commit/${id}`, '', 'text/plain')).toEqual(refused)
    expect(await send('PUT', '/admin/databases/a/backup', '', 'text/plain')).toEqual(refused)
    const option = JSON.stringify({ 'graphql.default.limit': 7, 'query.timeout': '7s' })
    const [status] = await send('POST', '/admin/databases/a/options', option, 'application/json')
    expect([200, 503]).toContain(status)
    await expectAsBefore()
    disk.free()
    expect((await update('b', large))[0]).toBe(200)
    expect((await send('PUT', '/admin/databases/a/backup', '', 'text/plain'))[0]).toBe(200)
    expect((await send('POST', '/admin/databases/a/options', option, 'application/json'))[0]).toBe(200)
    expect((await send('POST', `/a/transaction/commit/${id}`, '', 'text/plain'))[0]).toBe(200)
    expect([await size('a'), await size('b')]).toEqual(['3', '3'])
  })

  it('says so where it has no room for what SQLite needs to open a database', () => {
    const path = join(disk.path, 'alone.db')
    openDatabase(path).close()
    disk.fill()
    expect(() => openDatabase(path, { readOnly: true })).toThrow(/is full\.$/u)
    disk.free()
    openDatabase(path, { readOnly: true }).close()
  })

  it('ends the making of a database, and lets it be made when there is space again', async () => {
    disk.fill()
    await expect(createDatabase(server.url, 'c', one)).rejects.toThrow('0DSTO2')
    await expectAsBefore()
    disk.free()
    await createDatabase(server.url, 'c', one)
    expect(await (await fetch(`${server.url}/admin/databases`)).json()).toEqual({
      databases: ['a', 'b', 'c'],
    })
  })

  it('loses nothing that was acknowledged before, also after a restart', async () => {
    for (let n = 0; n < 5; n++) expect((await add('a', `<v:${n}> <v:p> 1 .`))[0]).toBe(200)
    disk.fill()
    await add('a', `<v:s> <v:p> "${'x'.repeat(100_000)}" .`)
    await server.end('SIGKILL')
    disk.free()
    server = await startServer(home)
    expect([await size('a'), await old('a')]).toEqual(['7', found])
  })
})
