import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { iri, type Literal, languageString, literal, type Quad, rdf } from '../../../rdf/term.ts'
import { databaseVersion, openDatabase } from '../connection.ts'
import { Dictionary } from '../dictionary/dictionary.ts'
import { databaseSize, statisticsReader } from '../statistics.ts'
import { loadQuads } from './load.ts'
import { removeGraph, removeQuads } from './remove.ts'

const graphs = [null, iri('g:1'), iri('g:2')] as const

const arbitraryQuad: fc.Arbitrary<Quad> = fc.record({
  subject: fc.integer({ min: 0, max: 4 }).map((n) => iri(`s:${n}`)),
  predicate: fc.constantFrom(iri('p:0'), iri('p:1'), iri(rdf.type)),
  object: fc.oneof(
    fc.integer({ min: 0, max: 3 }).map((n) => iri(`o:${n}`)),
    fc.constant(literal('x')),
  ),
  graph: fc.constantFrom(...graphs),
})

const arbitraryStep = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('load' as const),
      runSize: fc.constant(4),
      quads: fc.array(arbitraryQuad, { maxLength: 30 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('load' as const),
      runSize: fc.constant(4),
      quads: fc.array(arbitraryQuad, { maxLength: 2 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('remove' as const),
      quads: fc.array(arbitraryQuad, { maxLength: 6 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('clear' as const),
      graph: fc.constantFrom(...graphs, 'all' as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('fail' as const),
      quads: fc.array(arbitraryQuad, { maxLength: 30 }),
    }),
  },
)

const keyOf = (quad: Quad) => JSON.stringify([quad.subject, quad.predicate, quad.object, quad.graph])

/** Enough quads in another graph that small loads are small and small graphs are small parts. */
const ballast: readonly Quad[] = Array.from({ length: 200 }, (_, n) => ({
  subject: iri(`ballast:${n}`),
  predicate: iri('p:0'),
  object: literal('ballast'),
  graph: iri('g:ballast'),
}))

describe('a database after any sequence of changes', () => {
  it.each([
    ['small', [] as readonly Quad[]],
    ['large beside its changes', ballast],
  ])('that is %s holds what a set would, with exact counts', async (_, before) => {
    await fc.assert(
      fc.asyncProperty(fc.array(arbitraryStep, { maxLength: 8 }), async (steps) => {
        const database = openDatabase(':memory:')
        await loadQuads(database, [before])
        const model = new Map(before.map((quad) => [keyOf(quad), quad]))
        for (const step of steps) {
          const size = model.size
          switch (step.kind) {
            case 'load': {
              for (const quad of step.quads) model.set(keyOf(quad), quad)
              const result = await loadQuads(database, [step.quads], { runSize: step.runSize })
              expect(result).toEqual({ quads: step.quads.length, added: model.size - size })
              break
            }
            case 'remove':
              for (const quad of step.quads) model.delete(keyOf(quad))
              expect(await removeQuads(database, [step.quads])).toBe(size - model.size)
              break
            case 'clear': {
              const name = step.graph === 'all' ? 'all' : step.graph
              for (const [key, quad] of model) {
                if (name === 'all' || quad.graph?.value === name?.value) model.delete(key)
              }
              expect(await removeGraph(database, step.graph)).toBe(size - model.size)
              break
            }
            case 'fail':
              await expect(
                loadQuads(
                  database,
                  (function* () {
                    yield step.quads
                    throw new Error('syntax')
                  })(),
                ),
              ).rejects.toThrow('syntax')
          }
          expectSame(database, [...model.values()])
        }
        database.close()
      }),
      { numRuns: 150 },
    )
  })
})

function expectSame(database: ReturnType<typeof openDatabase>, quads: readonly Quad[]): void {
  const dictionary = new Dictionary(database)
  const rows = database.prepare('SELECT s, p, o, g, u FROM quad').all()
  const term = (value: unknown) => dictionary.term(Number(value))
  const stored = rows.map(({ s, p, o, g }) =>
    JSON.stringify([term(s), term(p), term(o), g === 0 ? null : term(g)]),
  )
  expect(stored.sort()).toEqual(quads.map(keyOf).sort())

  const triples = new Set(quads.map((quad) => keyOf({ ...quad, graph: null })))
  const union = rows
    .filter(({ u }) => u === 1)
    .map(({ s, p, o }) => JSON.stringify([term(s), term(p), term(o), null]))
  expect(union.sort()).toEqual([...triples].sort())

  const statistics = statisticsReader(database, dictionary)()
  expect(databaseSize(database)).toBe(quads.length)
  expect(statistics.triples).toBe(triples.size)
  const distinct = <Item>(items: Iterable<Item>, key: (item: Item) => string) =>
    new Set([...items].map(key)).size
  for (const predicate of ['p:0', 'p:1', rdf.type]) {
    const of = quads.filter((quad) => quad.predicate.value === predicate)
    expect(statistics.predicate(predicate)).toEqual(
      of.length === 0
        ? undefined
        : {
            triples: distinct(of, (quad) => keyOf({ ...quad, graph: null })),
            subjects: distinct(of, (quad) => JSON.stringify(quad.subject)),
            objects: distinct(of, (quad) => JSON.stringify(quad.object)),
          },
    )
  }
  for (const name of ['o:0', 'o:1', 'o:2', 'o:3', 's:0']) {
    const of = quads.filter(({ predicate, object }) => predicate.value === rdf.type && object.value === name)
    expect(statistics.instances(name)).toBe(distinct(of, (quad) => JSON.stringify(quad.subject)))
  }
  const zeros = database.prepare(
    'SELECT (SELECT count(*) FROM predicate_count WHERE triples < 1) + (SELECT count(*) FROM class_count WHERE instances < 1) + (SELECT count(*) FROM graph_count WHERE quads < 1) AS rows',
  )
  expect(zeros.get()).toEqual({ rows: 0 })
  expect(database.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' })
}

describe('loadQuads', () => {
  const quad = (n: number, graph: string | null = null): Quad => ({
    subject: iri(`s:${n}`),
    predicate: iri('p:0'),
    object: literal(String(n)),
    graph: graph === null ? null : iri(graph),
  })

  it('numbers terms as they first come: subject, predicate, object, graph', async () => {
    const database = openDatabase(':memory:')
    await loadQuads(database, [[quad(2, 'g:1'), quad(1)], [quad(2)]])
    const values = database.prepare('SELECT value FROM term ORDER BY id').all()
    expect(values.map(({ value }) => value)).toEqual(['s:2', 'p:0', '2', 'g:1', 's:1', '1'])
  })

  it('puts quads of the default graph where it is told', async () => {
    const database = openDatabase(':memory:')
    await loadQuads(database, [[quad(1), quad(2, 'g:1')]], { graph: iri('g:2') })
    const rows = database.prepare('SELECT value FROM quad JOIN term ON term.id = quad.g ORDER BY value').all()
    expect(rows.map(({ value }) => value)).toEqual(['g:1', 'g:2'])
  })

  it('counts one version a commit, none for a load that fails', async () => {
    const database = openDatabase(':memory:')
    expect(databaseVersion(database)).toBe(0)
    await loadQuads(database, [])
    expect(databaseVersion(database)).toBe(1)
    const abort = new AbortController()
    const source = (function* () {
      yield [quad(1)]
      abort.abort(new Error('enough'))
      yield [quad(2)]
    })()
    await expect(loadQuads(database, source, { signal: abort.signal })).rejects.toThrow('enough')
    expect(databaseVersion(database)).toBe(1)
    expect(database.prepare('SELECT count(*) AS n FROM term').get()).toEqual({ n: 0 })
    expect((await loadQuads(database, [[quad(1)]])).added).toBe(1)
  })

  it('tells how many quads it has read', async () => {
    const told: number[] = []
    await loadQuads(openDatabase(':memory:'), [[quad(1), quad(2)], [quad(1)]], {
      onProgress: (n) => told.push(n),
    })
    expect(told).toEqual([2, 3])
  })

  it('keeps one change at a time', async () => {
    const database = openDatabase(':memory:')
    const first = loadQuads(database, [[quad(1)]])
    await expect(loadQuads(database, [[quad(2)]])).rejects.toThrow('change in progress')
    expect((await first).added).toBe(1)
  })

  it('keeps literals of 100,000 characters apart by their last one', async () => {
    const database = openDatabase(':memory:')
    const long = 'ü'.repeat(100_000)
    const big = (end: string): Quad => ({ ...quad(1), object: literal(long + end) })
    await loadQuads(database, [[big('a'), big('b'), big('a')]])
    await loadQuads(database, [[big('b'), big('c')]])
    const dictionary = new Dictionary(database)
    expect(databaseSize(database)).toBe(3)
    for (const end of ['a', 'b', 'c']) {
      expect(dictionary.term(dictionary.lookup(literal(long + end)) ?? 0)).toEqual(literal(long + end))
    }
  })

  it('takes lone surrogates as replacement characters', async () => {
    const database = openDatabase(':memory:')
    const odd = (object: Literal): Quad => ({ ...quad(1), object })
    const kinds = [
      (text: string) => literal(text),
      (text: string) => literal('1', text),
      (text: string) => languageString('1', text),
    ]
    for (const make of kinds) {
      await loadQuads(database, [['\uD800', '\uDFFF', '\uFFFD'].map((text) => odd(make(text)))])
      await loadQuads(database, [[odd(make('\uD801'))]])
    }
    expect(databaseSize(database)).toBe(kinds.length)
  })
})
