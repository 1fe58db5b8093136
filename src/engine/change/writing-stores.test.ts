import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { defaultNamespaces } from '../../rdf/namespaces.ts'
import type { FileDatabase } from '../database.ts'
import { createOpenStores } from '../open-store.ts'
import type { ChangeStep } from './change.ts'
import { createWritingStores, type WritingStores } from './writing-stores.ts'

let folder: string
let database: FileDatabase
let writing: WritingStores
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'espalier-writing-'))
  database = { kind: 'file', path: join(folder, 'a.db'), namespaces: defaultNamespaces }
  writing = createWritingStores(createOpenStores())
})
afterAll(() => {
  writing.close()
  rmSync(folder, { recursive: true, force: true })
})

const insert = (text: string): ChangeStep => ({
  kind: 'update',
  update: { text: `PREFIX : <http://e/> INSERT DATA { ${text} }` },
})
const size = () => writing.use(database, async ({ store }) => store.statistics()?.triples)

it('goes on after work that ended in the midst of a change', async () => {
  await writing.change(database, [insert(':a :p 1')], {})
  const work = writing.use(database, async ({ connection }) => {
    connection.exec('BEGIN IMMEDIATE; DELETE FROM quad')
    throw new Error('lost')
  })
  await expect(work).rejects.toThrow('lost')
  expect(await writing.change(database, [insert(':a :p 2')], {})).toMatchObject({ added: 1 })
  expect(await size()).toBe(2)
})

it('reads a name by the prefixes of now in steps that were read by others before', async () => {
  const named = (namespace: string): FileDatabase => ({
    ...database,
    namespaces: new Map([['n', namespace]]),
  })
  const steps: readonly ChangeStep[] = [{ kind: 'update', update: { text: 'INSERT DATA { n:a n:q n:b }' } }]
  const predicates = async (of: FileDatabase) =>
    writing.read(of, steps, {}, async ({ store }) => [
      store.statistics()?.predicate('http://old/q')?.triples,
      store.statistics()?.predicate('http://new/q')?.triples,
    ])
  expect(await predicates(named('http://old/'))).toEqual([1, undefined])
  expect(await predicates(named('http://new/'))).toEqual([undefined, 1])
})
