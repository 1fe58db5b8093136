import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defaultNamespaces } from '../../rdf/namespaces.ts'
import { checkDatabaseFile } from '../../store/sqlite/upkeep/check-database.ts'
import type { ChangeStep } from '../change/change.ts'
import { createEngine } from '../create-engine.ts'
import type { FileDatabase } from '../database.ts'
import type { Engine } from '../engine.ts'
import { isSmallChange } from './change-groups.ts'

const update = (text: string): ChangeStep => ({
  kind: 'update',
  update: { text: `PREFIX : <http://e/> ${text}` },
})

describe('small changes that come at once', () => {
  let folder: string
  let engine: Engine
  let database: FileDatabase

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'espalier-groups-'))
    engine = createEngine({ processes: 1, waitingLimit: 150 })
    database = { kind: 'file', path: join(folder, 'a.db'), namespaces: defaultNamespaces }
  })
  afterAll(async () => {
    await engine.close()
    rmSync(folder, { recursive: true, force: true })
  })

  function commits(): unknown {
    const connection = new DatabaseSync(database.path, { readOnly: true })
    const version = connection.prepare(`SELECT value FROM meta WHERE name = 'version'`).get()
    connection.close()
    return version?.['value']
  }

  it('are written in few commits, each with its own report', async () => {
    await engine.change(database, [update('INSERT DATA { :a :p 0 }')])
    expect(commits()).toBe(1)
    const changes = Array.from({ length: 100 }, (_, index) =>
      engine.change(database, [
        update(`INSERT DATA { :a :p ${index} . _:x :q "${index}" }`),
        update(`DELETE DATA { :a :p ${index - 1} }`),
      ]),
    )
    const reports = await Promise.all(changes)
    expect(reports.map(({ added, removed }) => [added, removed])).toEqual(
      reports.map((_, index) => (index === 0 ? [1, 0] : [2, 1])),
    )
    expect(reports[7]?.steps).toEqual([
      { added: 2, removed: 0 },
      { added: 0, removed: 1 },
    ])
    expect(await engine.size(database)).toBe(101)
    expect(Number(commits())).toBeLessThan(10)
    expect(checkDatabaseFile(database.path)).toEqual([])
  })

  it('do not take each other with them where one fails', async () => {
    const before = await engine.size(database)
    const outcomes = await Promise.allSettled(
      Array.from({ length: 40 }, (_, index) =>
        engine.change(database, [
          update(`INSERT DATA { :new${index} :p "${index}"^^:type${index} }`),
          ...(index % 4 === 1 ? [update('INSERT DATA { broken')] : []),
        ]),
      ),
    )
    expect(outcomes.map(({ status }) => status)).toEqual(
      outcomes.map((_, index) => (index % 4 === 1 ? 'rejected' : 'fulfilled')),
    )
    expect(outcomes[1]).toMatchObject({ reason: { kind: 'invalidQuery' } })
    expect(await engine.size(database)).toBe(before + 30)
    expect(checkDatabaseFile(database.path)).toEqual([])
  })

  it('are refused where too many wait, where nobody waits for them, and where the database is dropped', async () => {
    const one = (index: number, signal?: AbortSignal) =>
      engine.change(database, [update(`INSERT DATA { :late :p ${index} }`)], signal && { signal })
    const first = one(0)
    const aborted = expect(one(1, AbortSignal.abort())).rejects.toMatchObject({ kind: 'queryCancelled' })
    const more = Array.from({ length: 149 }, (_, index) => one(2 + index))
    await expect(one(500)).rejects.toMatchObject({ kind: 'serverBusy' })
    await Promise.all([first, aborted, ...more])
    const dropped = [one(600), one(601), one(602)].map((change) =>
      expect(change).rejects.toMatchObject({ kind: 'databaseUnknown' }),
    )
    await engine.release(database)
    await Promise.all(dropped)
    expect(await one(700)).toMatchObject({ added: 1 })
  })
})

describe('a small change', () => {
  it.each([
    ['INSERT DATA { :a :b :c }', true],
    ['DELETE DATA { :a :b :c } ; INSERT DATA { :a :b "c" }', true],
    ['INSERT { ?s ?p ?o } WHERE { ?s ?p ?o }', false],
    ['DELETE Where { ?s ?p ?o }', false],
    ['CLEAR ALL', false],
    // SPARQL 1.1, 19.2: code point escapes stand anywhere.
    ['INSERT { ?s ?p ?o } WH\\u0045RE { ?s ?p ?o }', false],
    ['copy :a to :b', false],
    ['LOAD <http://e/>', false],
    [`INSERT DATA { :a :b "${'c'.repeat(20_000)}" }`, false],
  ])('is %s: %s', (text, small) => {
    expect(isSmallChange([update(text)])).toBe(small)
  })

  it('reads no source', () => {
    const source = { name: 'a', format: 'turtle' as const, bytes: (async function* () {})() }
    expect(isSmallChange([{ kind: 'add', source }])).toBe(false)
    expect(isSmallChange([{ kind: 'clear', graphs: 'all' }])).toBe(false)
  })
})
