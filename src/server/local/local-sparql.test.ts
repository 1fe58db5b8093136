import { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { closeHomes, openAdministeredHome, turtle } from '../../../test/administered-home.ts'
import type { Isolation } from '../../engine/engine.ts'

afterEach(closeHomes)

/** Trees with numbers. */
function forest(count: number): string {
  const trees = Array.from({ length: count }, (_, number) => `g:t${number} g:number ${number} .`)
  return `@prefix g: <http://g.example/> . ${trees.join('\n')}`
}

/** Takes a while, and adds a triple at its end. */
const slowUpdate = {
  text: `INSERT { g:slow g:done ?count } WHERE { SELECT (COUNT(*) AS ?count) {
    ?a g:number ?x . ?b g:number ?y . ?c g:number ?z FILTER(?x * ?y + ?z = 7) } }`,
}

/** Waits until another process has begun to write a database in a file. */
async function untilWritten(path: string): Promise<void> {
  using database = new DatabaseSync(path, { timeout: 0 })
  for (;;) {
    try {
      database.exec('BEGIN IMMEDIATE; ROLLBACK')
    } catch (error) {
      if (error instanceof Error && 'errcode' in error && error.errcode === busy) return
      throw error
    }
    await nextTurn()
  }
}

/** SQLITE_BUSY: somebody else writes. */
const busy = 5

it.each(['before it has begun', 'while it is at it'])(
  'does not carry out a commit that is killed %s, and keeps its transaction',
  async (when) => {
    const { catalog, service, sparql, administration } = openAdministeredHome('process')
    await service.create('garden', [turtle(forest(400))])
    const transaction = await sparql.begin('garden')
    await sparql.update('garden', slowUpdate, { transaction })
    const commit = sparql.commit('garden', transaction)
    commit.catch(() => {})
    const [running] = await administration.queries()
    expect(running).toMatchObject({ kind: 'update', text: `Commit of transaction ${transaction}` })
    const entry = catalog.get('garden')
    if (when === 'while it is at it' && entry.kind === 'file') await untilWritten(entry.path)
    await administration.kill(running?.id ?? '')
    await expect(commit).rejects.toMatchObject({ kind: 'queryCancelled' })
    expect(await service.size('garden')).toBe(400)
    // It is there until it is rolled back.
    await sparql.rollback('garden', transaction)
    await expect(sparql.rollback('garden', transaction)).rejects.toMatchObject({ kind: 'transactionUnknown' })
  },
)

describe.each<Isolation>(['none', 'process'])('an export, isolation %s', (isolation) => {
  it('is among what runs until it is read, and can be killed', async () => {
    const { service, sparql, administration } = openAdministeredHome(isolation)
    await service.create('garden', [turtle(forest(40_000))])
    const chunks = await sparql.export('garden', 'n-quads')
    const iterator = chunks[Symbol.asyncIterator]()
    await iterator.next()
    const [running] = await administration.queries()
    expect(running).toMatchObject({ kind: 'export', database: 'garden', text: 'Export' })
    await administration.kill(running?.id ?? '')
    const rest = async () => {
      while ((await iterator.next()).done !== true);
    }
    await expect(rest()).rejects.toMatchObject({ kind: 'queryCancelled' })
    expect(await administration.queries()).toEqual([])
  })

  it('is waited for when its database goes offline', async () => {
    const { service, sparql, administration } = openAdministeredHome(isolation)
    await service.create('garden', [turtle(forest(40_000))])
    const chunks = await sparql.export('garden', 'n-quads')
    const iterator = chunks[Symbol.asyncIterator]()
    const parts = [(await iterator.next()).value]
    const offline = administration.setOnline('garden', false)
    for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) {
      parts.push(next.value)
    }
    await offline
    expect(Buffer.concat(parts).toString().trim().split('\n')).toHaveLength(40_000)
  })
})
