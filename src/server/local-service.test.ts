import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { openCatalog } from '../catalog/open-catalog.ts'
import { createEngine } from '../engine/create-engine.ts'
import { localService } from './local-service.ts'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

it.each([
  ['is gone', (path: string) => rmSync(path), /^The file of database 'garden' does not exist\.$/u],
  [
    'is of something else',
    (path: string) => writeFileSync(path, readFileSync(import.meta.filename)),
    /^The file of database 'garden' is not a database of Espalier/u,
  ],
])('names the database, not the place of its file, where the file %s', async (_, harm, message) => {
  const home = mkdtempSync(join(tmpdir(), 'espalier-service-'))
  folders.push(home)
  const catalog = openCatalog(home)
  const service = localService(createEngine({ isolation: 'none' }), catalog)
  await service.create('garden', [])
  const { path } = catalog.get('garden')
  harm(path)
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
