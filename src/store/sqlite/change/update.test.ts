import type { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { blank, iri, literal, type Quad, type Term } from '../../../rdf/term.ts'
import { parseUpdate } from '../../../sparql/parse-update.ts'
import { databaseVersion, inMemory, openDatabase } from '../connection.ts'
import { Dictionary } from '../dictionary/dictionary.ts'
import { createSqliteStore, type SqliteStore } from '../sqlite-store.ts'
import { checkDatabase } from '../upkeep/check-database.ts'
import { changeDatabase } from './change.ts'
import { KeptRows } from './kept-rows.ts'
import { loadQuads } from './load.ts'
import { QuadSet } from './quad-set.ts'
import { runUpdate } from './update.ts'

let database: DatabaseSync
let store: SqliteStore
let nodes: number

beforeEach(() => {
  database = openDatabase(inMemory)
  store = createSqliteStore(database)
  nodes = 0
})
afterEach(() => {
  expect(checkDatabase(database)).toEqual([])
  store.close()
})

const e = (name: string) => iri(`http://e/${name}`)

async function load(...triples: readonly [string, string, Term, string?][]): Promise<void> {
  const quads = triples.map(
    ([s, p, object, g]): Quad => ({
      subject: e(s),
      predicate: e(p),
      object,
      graph: g === undefined ? null : e(g),
    }),
  )
  await loadQuads(database, [quads])
}

function update(text: string) {
  const request = parseUpdate(`PREFIX : <http://e/> ${text}`, { namespaces: new Map() })
  const context = { store, freshBlank: () => blank(`n${nodes++}`), load: () => [] }
  return changeDatabase(database, (change) => runUpdate(request, { ...context, change }))
}

function stored(): readonly string[] {
  const dictionary = new Dictionary(database)
  const text = (id: unknown) => (id === 0 ? '' : dictionary.term(Number(id)).value.replace('http://e/', ''))
  return database
    .prepare('SELECT s, p, o, g FROM quad')
    .all()
    .map(({ s, p, o, g }) => [s, p, o, g].map(text).join(' ').trim())
    .sort()
}

describe('an update', () => {
  it('counts what changed: not what was there, nor what is deleted and inserted again', async () => {
    await load(['a', 'p', literal('1')], ['b', 'p', literal('1')])
    expect(await update('INSERT DATA { :a :p "1", "2" . :a :p "2" }')).toEqual({ added: 1, removed: 0 })
    expect(await update('DELETE DATA { :a :p "2", "3" . :x :y :z }')).toEqual({ added: 0, removed: 1 })
    const swap = 'DELETE { ?s :p ?o } INSERT { ?s :p ?o . ?s :q ?o } WHERE { ?s :p ?o }'
    expect(await update(swap)).toEqual({ added: 2, removed: 0 })
    expect(await update(swap)).toEqual({ added: 0, removed: 0 })
    expect(await update('DELETE WHERE { ?s :nothing ?o }')).toEqual({ added: 0, removed: 0 })
    expect(await update('')).toEqual({ added: 0, removed: 0 })
    expect(stored()).toEqual(['a p 1', 'a q 1', 'b p 1', 'b q 1'])
  })

  it('leaves out quads with an unbound variable, or a term where it cannot stand', async () => {
    await load(['a', 'p', literal('1')], ['b', 'p', e('c')])
    const text = `INSERT { ?o :subject ?s . ?s ?o :predicate . ?s :unbound ?none . GRAPH ?o { ?s :in ?o } ?s :made ?new }
      WHERE { ?s :p ?o OPTIONAL { ?s :none ?none } BIND(CONCAT(STR(?o), "!") AS ?new) }`
    expect(await update(text)).toMatchObject({ added: 5 })
    expect(stored()).toEqual([
      'a made 1!',
      'a p 1',
      'b c predicate',
      'b in c c',
      'b made c!',
      'b p c',
      'c subject b',
    ])
  })

  it('makes new blank nodes for each solution, the same within it', async () => {
    await load(['a', 'p', literal('1')], ['a', 'p', literal('2')])
    expect(await update('INSERT { _:x :of ?o ; :same _:x . [] :other ?o } WHERE { :a :p ?o }')).toMatchObject(
      {
        added: 6,
      },
    )
    expect(nodes).toBe(4)
    expect(await update('INSERT DATA { _:x :q 1 . _:x :q 2 . GRAPH :g { _:x :q 3 } }')).toMatchObject({
      added: 3,
    })
    expect(nodes).toBe(5)
  })

  it('matches what the operations before it made, whatever was known of the data before', async () => {
    await load(['a', 'one', literal('1')], ['b', 'one', literal('2')])
    // In the database every subject has one value, which plans rely on; within the request it has not.
    const text = `INSERT DATA { :a :one "3" } ;
      INSERT { ?s :pair ?pair } WHERE { ?s :one ?x . ?s :one ?y FILTER(?x < ?y) BIND(CONCAT(?x, ?y) AS ?pair) } ;
      DELETE { ?s :one ?o } WHERE { ?s :pair ?any ; :one ?o }`
    expect(await update(text)).toEqual({ added: 2, removed: 2 })
    expect(stored()).toEqual(['a pair 13', 'b one 2'])
  })

  it('leaves nothing behind where a later operation fails', async () => {
    await load(['a', 'p', literal('1')])
    const version = databaseVersion(database)
    await expect(
      update('INSERT DATA { :new :p "new" } ; CLEAR ALL ; ADD :nowhere TO :somewhere'),
    ).rejects.toMatchObject({
      kind: 'illegalArgument',
      message: 'ADD: there is no graph <http://e/nowhere>.',
    })
    store.rolledBack()
    expect([stored(), databaseVersion(database)]).toEqual([['a p 1'], version])
    expect(await update('INSERT { :x :y ?o } WHERE { :a :p ?o }')).toEqual({ added: 1, removed: 0 })
    expect(stored()).toEqual(['a p 1', 'x y 1'])
  })

  it('finds more solutions than memory is given for', async () => {
    const quads = Array.from({ length: 25_000 }, (_, index) => ({
      subject: e(`s${index}`),
      predicate: e('p'),
      object: literal(`${index}`),
      graph: null,
    }))
    await loadQuads(database, [quads])
    const text = 'INSERT { ?s :q ?o ; :r ?new } WHERE { ?s :p ?o BIND(CONCAT("n", ?o) AS ?new) }'
    expect(await update(text)).toEqual({ added: 50_000, removed: 0 })
    expect(await update(`DELETE { ?s ?p ?o } INSERT { ?s :q ?o } WHERE { ?s ?p ?o }`)).toEqual({
      added: 25_000,
      removed: 50_000,
    })
    expect(await update('DELETE WHERE { ?s ?p ?o }')).toEqual({ added: 0, removed: 50_000 })
  })
})

describe('graphs', () => {
  beforeEach(async () => {
    const both = literal('both')
    await load(
      ['a', 'p', literal('d')],
      ['a', 'p', both],
      ['a', 'p', both, 'g'],
      ['a', 'p', literal('g'), 'g'],
    )
  })

  it.each([
    ['COPY DEFAULT TO :g', { added: 1, removed: 1 }, ['a p both', 'a p both g', 'a p d', 'a p d g']],
    ['COPY :g TO DEFAULT', { added: 1, removed: 1 }, ['a p both', 'a p both g', 'a p g', 'a p g g']],
    [
      'ADD :g TO :new',
      { added: 2, removed: 0 },
      ['a p both', 'a p both g', 'a p both new', 'a p d', 'a p g g', 'a p g new'],
    ],
    ['MOVE :g TO DEFAULT', { added: 1, removed: 3 }, ['a p both', 'a p g']],
    ['MOVE DEFAULT TO :g', { added: 1, removed: 3 }, ['a p both g', 'a p d g']],
    ['MOVE :g TO :g', { added: 0, removed: 0 }, ['a p both', 'a p both g', 'a p d', 'a p g g']],
    ['COPY SILENT :none TO :g', { added: 0, removed: 0 }, ['a p both', 'a p both g', 'a p d', 'a p g g']],
    ['CLEAR NAMED', { added: 0, removed: 2 }, ['a p both', 'a p d']],
    ['DROP DEFAULT', { added: 0, removed: 2 }, ['a p both g', 'a p g g']],
    ['DROP GRAPH :none', { added: 0, removed: 0 }, ['a p both', 'a p both g', 'a p d', 'a p g g']],
    [
      'CREATE GRAPH :none ; CREATE SILENT GRAPH :g',
      { added: 0, removed: 0 },
      ['a p both', 'a p both g', 'a p d', 'a p g g'],
    ],
    ['DROP ALL', { added: 0, removed: 4 }, []],
  ])('%s', async (text, counts, after) => {
    expect(await update(text)).toEqual(counts)
    expect(stored()).toEqual(after)
  })

  const special = (name: string) => `<tag:stardog:api:context:${name}>`
  const inDefault = `GRAPH ${special('default')}`

  it.each([
    [`INSERT DATA { ${inDefault} { :b :p :o } }`, ['b p o']],
    [`DELETE DATA { ${inDefault} { :a :p "both" } }`, ['-a p both']],
    [`DELETE WHERE { ${inDefault} { ?s ?p "both" } }`, ['-a p both']],
    [`INSERT { ${inDefault} { ?s :q ?o } } WHERE { GRAPH :g { ?s ?p ?o } }`, ['a q both', 'a q g']],
    [`INSERT { GRAPH ?g { :b :p :o } } WHERE { BIND(${special('default')} AS ?g) }`, ['b p o']],
    [
      `DELETE { GRAPH ?g { ?s ?p "both" } } WHERE { VALUES ?g { ${special('default')} } ?s ?p ?o }`,
      ['-a p both'],
    ],
    // What has a number among the terms of the data is the same.
    [
      `INSERT DATA { :x :is ${special('default')} } ; INSERT { GRAPH ?g { :b :p :o } } WHERE { :x :is ?g } ;
      DELETE WHERE { :x :is ?g } `,
      ['b p o'],
    ],
    [
      `WITH ${special('default')} DELETE { ?s ?p "both" } INSERT { ?s :q "both" } WHERE { ?s ?p "both" }`,
      ['-a p both', 'a q both'],
    ],
    [
      `WITH ${special('default')} INSERT { GRAPH :h { ?s ?p ?o } } WHERE { ?s ?p ?o FILTER(?o != "both") }`,
      ['a p d h'],
    ],
    [`CREATE SILENT ${inDefault}`, []],
    [`COPY ${special('default')} TO :h`, ['a p both h', 'a p d h']],
    [`ADD :g TO ${inDefault}`, ['a p g']],
    [`MOVE :g TO ${special('default')}`, ['-a p both g', '-a p d', '-a p g g', 'a p g']],
    [`DROP ${inDefault}`, ['-a p both', '-a p d']],
    [`CLEAR GRAPH ${special('named')}`, ['-a p both g', '-a p g g']],
  ])('have the default one among them by its name: %s', async (text, changes) => {
    const before = stored()
    await update(text)
    const after = stored()
    const removed = before.filter((one) => !after.includes(one)).map((one) => `-${one}`)
    expect([...removed, ...after.filter((one) => !before.includes(one))]).toEqual(changes)
  })

  it.each(['INSERT', 'DELETE'])('are not changed as several at once, by %s', async (verb) => {
    for (const name of ['named', 'local', 'all']) {
      const bound = `${verb} { GRAPH ?g { ?s ?p ?o } } WHERE { ?s ?p ?o BIND(${special(name)} AS ?g) }`
      await expect(update(bound)).rejects.toMatchObject({
        kind: 'illegalArgument',
        message: expect.stringContaining(`${special(name)} stands for several graphs`),
      })
    }
    expect(stored()).toHaveLength(4)
  })

  it.each(['COPY :none TO :g', 'MOVE :none TO :g', 'CREATE GRAPH :g'])('refuses %s', async (text) => {
    await expect(update(text)).rejects.toMatchObject({ kind: 'illegalArgument' })
  })
})

describe('what does not fit into memory', () => {
  it('keeps quads once and in order, and knows them', () => {
    for (const capacity of [1, 3, 1_000]) {
      const set = new QuadSet(database, capacity)
      expect(set.empty).toBe(true)
      for (const s of [5, 1, 3, 1, 5, 4]) set.add(1, s, 2, 0)
      expect(set.empty).toBe(false)
      const seen: number[] = []
      set.visit((_p, s) => seen.push(s))
      expect(seen).toEqual([1, 3, 4, 5])
      expect([1, 2, 3].map((s) => set.has(1, s, 2, 0))).toEqual([true, false, true])
      expect(set.has(1, 1, 2, 7)).toBe(false)
      set.drop()
    }
  })

  it('keeps rows in order, as they are', () => {
    for (const capacity of [0, 2, 5_000]) {
      const rows = new KeptRows(database, 2, capacity)
      const given = Array.from({ length: 2_500 }, (_, index) => [
        index,
        index % 2 === 0 ? null : `<i${index}`,
      ])
      rows.add(given.slice(0, 1_000))
      rows.add(given.slice(1_000))
      expect([...rows.batches()].flat()).toEqual(given)
      rows.drop()
    }
    const none = new KeptRows(database, 0, 1)
    none.add([[], [], []])
    expect([...none.batches()].flat().length).toBe(3)
    none.drop()
  })
})
