import { expect, it } from 'vitest'
import { iri, type Quad } from '../../../rdf/term.ts'
import { databaseVersion, openDatabase } from '../connection.ts'
import { databaseSize } from '../statistics.ts'
import { changeDatabase } from './change.ts'
import { addQuads, loadQuads } from './load.ts'
import { clearGraph, removeGraph, removeQuads } from './remove.ts'

const quad = (n: number, graph: string | null): Quad => ({
  subject: iri(`s:${n}`),
  predicate: iri('p:0'),
  object: iri(`o:${n % 5}`),
  graph: graph === null ? null : iri(graph),
})

const range = (from: number, to: number, graph: string | null) =>
  Array.from({ length: to - from }, (_, n) => quad(from + n, graph))

it.each([
  ['small', 12_000],
  ['large', 60_000],
])(
  'removes a graph that is a %s part, page after page, and keeps its triples in other graphs',
  async (_, size) => {
    const database = openDatabase(':memory:')
    await loadQuads(database, [range(0, 100_000, null), range(90_000, 90_000 + size, 'g')])
    expect(await removeGraph(database, iri('g'))).toBe(size)
    const counts = database.prepare('SELECT count(*) AS quads, sum(u) AS triples FROM quad').get()
    expect(counts).toEqual({ quads: 100_000, triples: 100_000 })
    expect(database.prepare('SELECT * FROM predicate_count').all()).toEqual([
      { p: 2, triples: 100_000, subjects: 100_000, objects: 5 },
    ])
  },
)

it('removes nothing of a graph that does not exist, or of unknown terms', async () => {
  const database = openDatabase(':memory:')
  await loadQuads(database, [range(0, 10, null)])
  expect(await removeGraph(database, iri('g'))).toBe(0)
  expect(await removeGraph(database, iri('s:1'))).toBe(0)
  expect(await removeQuads(database, [[quad(11, null), quad(1, 'g')]])).toBe(0)
  expect(databaseSize(database)).toBe(10)
})

it('removes quads of the default graph from the graph that it is told', async () => {
  const database = openDatabase(':memory:')
  await loadQuads(database, [[quad(1, null), quad(1, 'g')]])
  expect(await removeQuads(database, [[quad(1, null)]], { graph: iri('g') })).toBe(1)
  expect(database.prepare('SELECT g, u FROM quad').all()).toEqual([{ g: 0, u: 1 }])
})

it('replaces a graph in one commit, or not at all', async () => {
  const database = openDatabase(':memory:')
  await loadQuads(database, [range(0, 10, 'g'), range(0, 3, null)])
  const replace = (batches: Iterable<readonly Quad[]>) =>
    changeDatabase(database, async (change) => {
      const removed = clearGraph(change, iri('g'))
      const { added } = await addQuads(change, batches, { graph: iri('g') })
      return { removed, added }
    })
  const broken = (function* () {
    yield range(100, 105, null)
    throw new Error('line 6')
  })()
  await expect(replace(broken)).rejects.toThrow('line 6')
  expect(databaseSize(database)).toBe(13)
  expect(await replace([range(100, 105, null)])).toEqual({ removed: 10, added: 5 })
  expect(databaseSize(database)).toBe(8)
  expect(databaseVersion(database)).toBe(2)
})

it('ends at the signal and leaves everything', async () => {
  const database = openDatabase(':memory:')
  await loadQuads(database, [range(0, 10, null)])
  const abort = new AbortController()
  const source = (function* () {
    yield range(0, 5, null)
    abort.abort(new Error('enough'))
    yield range(5, 10, null)
  })()
  await expect(removeQuads(database, source, { signal: abort.signal })).rejects.toThrow('enough')
  await expect(removeGraph(database, null, abort.signal)).rejects.toThrow('enough')
  expect(databaseSize(database)).toBe(10)
})
