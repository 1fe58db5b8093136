import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Quad } from '../src/rdf/term.ts'
import { type Dataset, defaultGraph, namedGraphs } from '../src/sparql/algebra.ts'
import { freshBlankNodes } from '../src/sparql/instantiate.ts'
import { parseQuery } from '../src/sparql/parse.ts'
import { parseUpdate } from '../src/sparql/parse-update.ts'
import type { Query } from '../src/sparql/query-form.ts'
import { changeDatabase } from '../src/store/sqlite/change/change.ts'
import { loadQuads } from '../src/store/sqlite/change/load.ts'
import { runUpdate } from '../src/store/sqlite/change/update.ts'
import { inMemory, openDatabase } from '../src/store/sqlite/connection.ts'
import { createSqliteStore, type SqliteStore } from '../src/store/sqlite/sqlite-store.ts'
import { anyAsk, anyConstruct, anySelect, type GeneratedQuery, prologue, quadsOf } from './generate-sparql.ts'
import { anyUpdate } from './generate-updates.ts'
import { isomorphic } from './isomorphic.ts'
import { fillStore, quadsIn, selectFrom } from './oxigraph.ts'
import { solutionKey, solutionKeys } from './solution-keys.ts'
import { storedQuads } from './stored-quads.ts'

const runs = Number(process.env['NUM_RUNS'] ?? 1_000)
const wholeDataset: Dataset = { default: [defaultGraph], named: [namedGraphs] }

/** Quads in both stores; in a default graph that is merged of several, Oxigraph counts a triple once for each of them. */
const cases = (query: fc.Arbitrary<GeneratedQuery>) =>
  query.chain((one) => fc.tuple(quadsOf(one.merged > 1), fc.constant(prologue + one.text)))

async function withStore<Result>(
  quads: readonly Quad[],
  use: (store: SqliteStore) => Promise<Result>,
): Promise<Result> {
  const database = openDatabase(inMemory)
  try {
    await loadQuads(database, [quads])
    return await use(createSqliteStore(database))
  } finally {
    database.close()
  }
}

async function updated(quads: readonly Quad[], text: string): Promise<readonly Quad[]> {
  const database = openDatabase(inMemory)
  try {
    await loadQuads(database, [quads])
    const store = createSqliteStore(database)
    await changeDatabase(database, (change) =>
      runUpdate(parseUpdate(text, { namespaces: new Map() }), {
        change,
        store,
        freshBlank: freshBlankNodes(),
        load: () => [],
      }),
    )
    return storedQuads(database)
  } finally {
    database.close()
  }
}

function read(text: string): Query {
  const query = parseQuery(text, { namespaces: new Map() })
  return query.dataset === undefined ? { ...query, dataset: wholeDataset } : query
}

describe(`random SPARQL of the whole language`, () => {
  const options = { numRuns: runs }

  it('has the solutions that an independent processor finds', async () => {
    await fc.assert(
      fc.asyncProperty(cases(anySelect), async ([quads, text]) => {
        const expected = selectFrom(fillStore(quads), text, false).map(solutionKey)
        // Without GROUP BY all solutions are one group, even none (11.2, 18.2.4.1); Oxigraph has no group where it can
        // tell before that there are no solutions.
        fc.pre(expected.length > 0 || !/^SELECT \([A-Z]/m.test(text))
        const actual = await withStore(quads, (store) => solutionKeys(store, read(text)))
        // Without LIMIT no order is asked for.
        if (!text.includes('LIMIT'))
          expect({ text, rows: [...actual].sort() }).toEqual({ text, rows: [...expected].sort() })
        else expect({ text, rows: actual.toSorted() }).toEqual({ text, rows: expected.toSorted() })
      }),
      options,
    )
  }, 600_000)

  it('has a solution where an independent processor finds one', async () => {
    await fc.assert(
      fc.asyncProperty(cases(anyAsk), async ([quads, text]) => {
        const expected = fillStore(quads).query(text)
        const actual = await withStore(quads, async (store) => {
          const query = read(text)
          return query.kind === 'ask' ? store.ask(query) : undefined
        })
        expect({ text, actual }).toEqual({ text, actual: expected })
      }),
      options,
    )
  }, 600_000)

  it('makes the graphs that an independent processor makes', async () => {
    await fc.assert(
      fc.asyncProperty(cases(anyConstruct), async ([quads, text]) => {
        const expected = quadsIn(fillStore(quads).query(text))
        const actual = await withStore(quads, async (store) => {
          const query = read(text)
          if (query.kind !== 'construct') throw new Error('Not a CONSTRUCT query.')
          const triples: Quad[] = []
          for await (const batch of store.graph(query)) triples.push(...batch)
          return triples
        })
        expect({ text, same: isomorphic(actual, expected), actual }).toMatchObject({ text, same: true })
      }),
      options,
    )
  }, 600_000)

  it('leaves the dataset that an independent processor leaves after an update', async () => {
    await fc.assert(
      fc.asyncProperty(quadsOf(false), anyUpdate, async (quads, text) => {
        const store = fillStore(quads)
        store.update(text)
        const expected = quadsIn(store.match())
        const actual = await updated(quads, text)
        expect({ text, same: isomorphic(actual, expected), actual }).toMatchObject({ text, same: true })
      }),
      options,
    )
  }, 600_000)
})
