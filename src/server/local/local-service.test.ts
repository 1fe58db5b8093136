import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { localServices } from '../../../test/local-services.ts'
import { pathOf } from '../../../test/path-of.ts'
import { openCatalog } from '../../catalog/open-catalog.ts'
import { createEngine } from '../../engine/create-engine.ts'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

it.each([
  ['is gone', (path: string) => rmSync(path), /^The file of database 'garden' does not exist\. Restore/u],
  [
    'is of something else',
    (path: string) => writeFileSync(path, readFileSync(import.meta.filename)),
    /^The file of database 'garden' is not a database of Espalier/u,
  ],
])('names the database, not the place of its file, where the file %s', async (_, harm, message) => {
  const home = mkdtempSync(join(tmpdir(), 'espalier-service-'))
  folders.push(home)
  const open = () => {
    const catalog = openCatalog(home)
    const engine = createEngine({ isolation: 'none' })
    return { catalog, service: localServices(engine, catalog, home).for().databases }
  }
  const first = open()
  await first.service.create('garden', [])
  const path = pathOf(first.catalog.get('garden'))
  // What is still open might be read from memory.
  await first.service.close()
  harm(path)
  const { service } = open()
  for (const work of [
    () => service.size('garden'),
    () => service.execute('garden', { query: '{ Tree { name } }' }),
    () => service.explain('garden', { query: '{ Tree { name } }' }),
  ]) {
    const refused = {
      kind: 'storage',
      message: expect.stringMatching(message),
      detail: expect.stringContaining(path),
    }
    await expect(work()).rejects.toMatchObject(refused)
  }
  await service.close()
})

it('leaves nothing of a database that is being made when it is closed', async () => {
  const home = mkdtempSync(join(tmpdir(), 'espalier-service-'))
  folders.push(home)
  const services = localServices(createEngine({ processes: 1 }), openCatalog(home), home)
  const service = services.for().databases
  const begun = Promise.withResolvers<void>()
  async function* hanging() {
    yield Buffer.from('<urn:a> <urn:p> <urn:b> .')
    begun.resolve()
    await new Promise(() => {})
  }
  const source = { name: 'a.ttl', format: 'turtle', bytes: hanging() } as const
  const creation = expect(service.create('garden', [source])).rejects.toMatchObject({ kind: 'serverBusy' })
  await begun.promise
  await service.close()
  expect(readdirSync(join(home, 'databases'))).toEqual([])
  await creation
  const catalog = openCatalog(home)
  expect(catalog.list()).toEqual([])
  expect(catalog.findings()).toEqual([])
  catalog.close()
})
