import { expect, it } from 'vitest'
import { iri, type Quad, rdf } from '../../rdf/term.ts'
import { loadQuads } from './change/load.ts'
import { openDatabase } from './connection.ts'
import { Dictionary } from './dictionary/dictionary.ts'
import { databaseSize, statisticsReader } from './statistics.ts'

const quad = (subject: string, predicate: string, object: string, graph: string | null = null): Quad => ({
  subject: iri(subject),
  predicate: iri(predicate),
  object: iri(object),
  graph: graph === null ? null : iri(graph),
})

function emptyDatabase() {
  const database = openDatabase(':memory:')
  return { database, statistics: statisticsReader(database, new Dictionary(database)) }
}

it('counts nothing in an empty database', () => {
  const { database, statistics } = emptyDatabase()
  expect(databaseSize(database)).toBe(0)
  expect(statistics().triples).toBe(0)
  expect(statistics().predicate(rdf.type)).toBeUndefined()
  expect(statistics().instances('class')).toBe(0)
})

it('counts a triple of several graphs once, and its quads each', async () => {
  const { database, statistics } = emptyDatabase()
  await loadQuads(database, [[quad('a', rdf.type, 'class'), quad('a', rdf.type, 'class', 'g')]])
  await loadQuads(database, [[quad('a', rdf.type, 'class', 'h')]])
  expect(databaseSize(database)).toBe(3)
  expect(statistics().triples).toBe(1)
  expect(statistics().predicate(rdf.type)).toEqual({ triples: 1, subjects: 1, objects: 1 })
  expect(statistics().instances('class')).toBe(1)
})

it('is kept until the next commit', async () => {
  const { database, statistics } = emptyDatabase()
  await loadQuads(database, [[quad('a', 'p', 'b')]])
  const before = statistics()
  expect(statistics()).toBe(before)
  expect(before.predicate('p')?.triples).toBe(1)
  expect(before.predicate('q')).toBeUndefined()
  await loadQuads(database, [[quad('a', 'p', 'c'), quad('a', 'q', 'c')]])
  expect(statistics()).not.toBe(before)
  expect(statistics().predicate('p')).toEqual({ triples: 2, subjects: 1, objects: 2 })
  expect(statistics().predicate('q')).toEqual({ triples: 1, subjects: 1, objects: 1 })
})
