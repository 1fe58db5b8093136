import type { DatabaseSync } from 'node:sqlite'
import { afterEach, describe, expect, it } from 'vitest'
import { iri, type Quad, rdf } from '../../../rdf/term.ts'
import { owl, rdfs } from '../../../rdf/vocabulary-terms.ts'
import { parseUpdate } from '../../../sparql/parse-update.ts'
import { inMemory, openDatabase } from '../connection.ts'
import { createSqliteStore, type SqliteStore } from '../sqlite-store.ts'
import { checkDatabase } from '../upkeep/check-database.ts'
import { abandonChange, beginChange, changeDatabase, commitChange } from './change.ts'
import { addQuads, loadQuads } from './load.ts'
import { removeGraph, removeQuads } from './remove.ts'
import { runUpdate } from './update.ts'

const quad = (subject: string, predicate: string, object: string, graph?: string): Quad => ({
  subject: iri(`x:${subject}`),
  predicate: iri(predicate),
  object: iri(object),
  graph: graph === undefined ? null : iri(`x:${graph}`),
})

const plain = (number: number, graph?: string) => quad(`s${number}`, 'x:p', `x:o${number % 7}`, graph)
const instance = (number: number, graph?: string) => quad(`s${number}`, rdf.type, `x:C${number % 3}`, graph)
const many = (make: (number: number, graph?: string) => Quad, graph?: string) =>
  Array.from({ length: 100 }, (_, number) => make(number, graph))
const subclass = (graph?: string) => quad('A', rdfs.subClassOf, 'x:B', graph)
const same = (number: number) => quad(`s${number}`, owl.sameAs, 'x:same')
const symmetric = (graph?: string) => quad('p', rdf.type, owl.symmetricProperty, graph)

let databases: readonly DatabaseSync[] = []
afterEach(() => {
  for (const database of databases) database.close()
  databases = []
})

async function storeOf(...quads: readonly Quad[]): Promise<readonly [DatabaseSync, SqliteStore]> {
  const database = openDatabase(inMemory)
  databases = [...databases, database]
  if (quads.length > 0) await loadQuads(database, [quads])
  return [database, createSqliteStore(database)]
}

async function update(database: DatabaseSync, store: SqliteStore, text: string): Promise<void> {
  const request = parseUpdate(text, { namespaces: new Map() })
  await changeDatabase(database, (change) =>
    runUpdate(request, {
      change,
      store,
      freshBlank: () => ({ kind: 'blank', value: 'b' }),
      load: () => [],
    }),
  )
}

describe('the version of a vocabulary changes', () => {
  it.each<
    readonly [string, readonly Quad[], (database: DatabaseSync, store: SqliteStore) => Promise<unknown>]
  >([
    [
      'with the first nodes that are the same',
      many(plain),
      (database) => loadQuads(database, [[same(1), same(2)]]),
    ],
    [
      'with the first among many quads',
      many(plain),
      (database) => loadQuads(database, [[...many(instance), same(1)]]),
    ],
    [
      'where the last nodes that are the same are no more',
      [...many(plain), same(1)],
      (database) => removeQuads(database, [[same(1)]]),
    ],
    ['with the first quads', [], (database) => loadQuads(database, [[subclass()]])],
    ['with an axiom among few quads', many(plain), (database) => loadQuads(database, [[subclass()]])],
    [
      'with an axiom among many',
      many(plain),
      (database) => loadQuads(database, [[...many(instance), subclass()]]),
    ],
    ['with a kind of property', many(instance), (database) => loadQuads(database, [[symmetric()]])],
    [
      'with a kind of property among many quads',
      many(plain),
      (database) => loadQuads(database, [[...many(instance), symmetric()]]),
    ],
    [
      'with an axiom that another graph has',
      [...many(plain), subclass()],
      (database) => loadQuads(database, [[subclass('g')]]),
    ],
    [
      'where one is removed',
      [...many(plain), subclass()],
      (database) => removeQuads(database, [[subclass()]]),
    ],
    [
      'where a kind of property is',
      [...many(plain), symmetric()],
      (database) => removeQuads(database, [[symmetric()]]),
    ],
    ['where all is cleared', [plain(1), subclass()], (database) => removeGraph(database, 'all')],
    [
      'where all is cleared, with a kind of property',
      [plain(1), symmetric()],
      (database) => removeGraph(database, 'all'),
    ],
    ['where the only graph is cleared', [plain(1), subclass()], (database) => removeGraph(database, null)],
    [
      'where a large graph is cleared',
      [...many(plain), ...many(plain, 'g'), subclass('g')],
      (database) => removeGraph(database, iri('x:g')),
    ],
    [
      'where a small graph is cleared',
      [...many(plain), subclass('g')],
      (database) => removeGraph(database, iri('x:g')),
    ],
    [
      'where all large named graphs are',
      [...many(plain), ...many(plain, 'g'), symmetric('g')],
      (database) => removeGraph(database, 'named'),
    ],
    [
      'where all small named graphs are',
      [...many(plain), symmetric('g')],
      (database) => removeGraph(database, 'named'),
    ],
    [
      'by INSERT DATA',
      many(plain),
      (database, store) => update(database, store, `INSERT DATA { <x:A> <${owl.inverseOf}> <x:B> }`),
    ],
    [
      'by DELETE WHERE',
      [...many(plain), subclass()],
      (database, store) => update(database, store, `DELETE WHERE { ?a <${rdfs.subClassOf}> ?b }`),
    ],
    [
      'by INSERT with a pattern',
      many(plain),
      (database, store) => update(database, store, `INSERT { ?s <${rdfs.domain}> ?o } WHERE { ?s <x:p> ?o }`),
    ],
    [
      'by COPY',
      [...many(plain), subclass()],
      (database, store) => update(database, store, 'COPY DEFAULT TO <x:g>'),
    ],
    [
      'by MOVE of a few quads',
      [...many(plain), subclass('g')],
      (database, store) => update(database, store, 'MOVE <x:g> TO <x:h>'),
    ],
  ])('%s', async (_, before, change) => {
    const [database, store] = await storeOf(...before)
    const version = store.vocabularyVersion()
    await change(database, store)
    expect(store.vocabularyVersion()).not.toBe(version)
  })

  it('for whoever reads the file', async () => {
    const [database, writer] = await storeOf(...many(plain))
    const reader = createSqliteStore(database)
    const version = reader.vocabularyVersion()
    await update(database, writer, `INSERT DATA { <x:A> <${rdfs.range}> <x:B> }`)
    expect(reader.vocabularyVersion()).not.toBe(version)
    expect(checkDatabase(database)).toEqual([])
  })
})

describe('the version of a vocabulary stays', () => {
  it.each<readonly [string, (database: DatabaseSync, store: SqliteStore) => Promise<unknown>]>([
    ['with a few quads', (database) => loadQuads(database, [[plain(1_000), instance(1_000)]])],
    ['with many', (database) => loadQuads(database, [many(plain, 'h')])],
    ['where quads are removed', (database) => removeQuads(database, [[plain(1), instance(1)]])],
    ['where an axiom is added that is there', (database) => loadQuads(database, [[subclass()]])],
    ['where one is removed that is not there', (database) => removeQuads(database, [[subclass('h')]])],
    ['where a graph without axioms is cleared', (database) => removeGraph(database, iri('x:g'))],
    ['by an update', (database, store) => update(database, store, 'INSERT DATA { <x:a> a <x:C0> }')],
    ['with more nodes that are the same', (database) => loadQuads(database, [[same(2), same(3)]])],
    ['by nothing', async () => undefined],
  ])('%s', async (_, change) => {
    const [database, store] = await storeOf(
      ...many(plain),
      ...many(plain, 'g'),
      ...many(instance),
      subclass(),
      same(1),
    )
    const version = store.vocabularyVersion()
    await change(database, store)
    expect(store.vocabularyVersion()).toBe(version)
  })
})

it('tells what a change in progress says from what the next one says', async () => {
  const [database, store] = await storeOf(...many(plain))
  const before = store.vocabularyVersion()
  const first = beginChange(database)
  await addQuads(first, [[subclass()]])
  store.changed()
  const within = store.vocabularyVersion()
  abandonChange(first)
  store.rolledBack()
  const second = beginChange(database)
  await addQuads(second, [[symmetric()]])
  store.changed()
  const other = store.vocabularyVersion()
  commitChange(second)
  store.changed()
  const after = store.vocabularyVersion()
  expect(new Set([before, within, other]).size).toBe(3)
  expect(after).toBe(other)
})

it('stays where a change is taken back that left the vocabulary alone', async () => {
  const [database, store] = await storeOf(...many(plain), subclass())
  const before = store.vocabularyVersion()
  const change = beginChange(database)
  await addQuads(change, [[plain(1_000)]])
  expect(store.vocabularyVersion()).toBe(before)
  abandonChange(change)
  store.rolledBack()
  expect(store.vocabularyVersion()).toBe(before)
})
