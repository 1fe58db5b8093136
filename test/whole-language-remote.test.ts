import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { ServiceError } from '../src/errors.ts'
import type { Quad } from '../src/rdf/term.ts'
import { allGraphs, type Dataset, defaultGraph, namedGraphs } from '../src/sparql/algebra.ts'
import { parseQuery } from '../src/sparql/parse.ts'
import type { Query } from '../src/sparql/query-form.ts'
import type { Store } from '../src/store/store.ts'
import { embeddedOf } from './embedded.ts'
import { anyAsk, anyConstruct, anySelect, type GeneratedQuery, prologue, quadsOf } from './generate-sparql.ts'
import { isomorphic } from './isomorphic.ts'
import { fillStore, quadsIn, selectFrom } from './oxigraph.ts'
import { type RemoteStoresOptions, startRemoteStores } from './remote/remote-stores.ts'
import { solutionKey, solutionKeys } from './solution-keys.ts'

const runs = Number(process.env['NUM_RUNS'] ?? 300)
const options = { numRuns: runs }

/** What a query without FROM is asked of. */
const ownDataset: Dataset = { default: [defaultGraph], named: [namedGraphs] }
const unionDataset: Dataset = { default: [allGraphs], named: [namedGraphs] }

/** Queries with quads; in a default graph that is merged of several, Oxigraph counts a triple once for each of them. */
const cases = (query: fc.Arbitrary<GeneratedQuery>) =>
  query.chain((one) => fc.tuple(quadsOf(one.merged > 1), fc.constant(prologue + one.text)))

function read(text: string, dataset: Dataset): Query {
  const query = parseQuery(text, { namespaces: new Map() })
  return query.dataset === undefined ? { ...query, dataset } : query
}

const opened = new Set<ReturnType<typeof startRemoteStores>>()
afterEach(async () => {
  for (const stores of opened) await stores.close()
  opened.clear()
})

/** Uses a store over an endpoint with quads, and ends both. */
async function withRemote<Result>(
  kind: RemoteStoresOptions,
  quads: readonly Quad[],
  use: (store: Store) => Promise<Result>,
): Promise<Result> {
  const stores = startRemoteStores(kind)
  opened.add(stores)
  try {
    return await use(await stores.of('one', quads))
  } finally {
    await stores.close()
    opened.delete(stores)
  }
}

describe(`random SPARQL that is passed on to an endpoint`, () => {
  it('has the solutions that the endpoint finds for the text itself', async () => {
    await fc.assert(
      fc.asyncProperty(cases(anySelect), async ([quads, text]) => {
        const expected = selectFrom(fillStore(quads), text, false).map(solutionKey).sort()
        const actual = await withRemote({ union: 'graphs' }, quads, (store) =>
          solutionKeys(store, read(text, ownDataset)),
        )
        expect({ text, rows: actual.toSorted() }).toEqual({ text, rows: expected.toSorted() })
      }),
      options,
    )
  }, 600_000)

  it('has a solution where the endpoint finds one', async () => {
    await fc.assert(
      fc.asyncProperty(cases(anyAsk), async ([quads, text]) => {
        const expected = fillStore(quads).query(text)
        const actual = await withRemote({ union: 'graphs' }, quads, async (store) => {
          const query = read(text, ownDataset)
          return query.kind === 'ask' ? store.ask(query) : undefined
        })
        expect({ text, actual }).toEqual({ text, actual: expected })
      }),
      options,
    )
  }, 600_000)

  it('makes the graphs that the endpoint makes', async () => {
    await fc.assert(
      fc.asyncProperty(cases(anyConstruct), async ([quads, text]) => {
        const expected = quadsIn(fillStore(quads).query(text))
        const actual = await withRemote({ union: 'graphs' }, quads, async (store) => {
          const query = read(text, ownDataset)
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
})

describe(`random SPARQL of the union of all graphs of an endpoint`, () => {
  it.each<readonly [string, RemoteStoresOptions]>([
    ['that is its default graph', { union: 'default' }],
    ['that has a name', { union: { iri: 'urn:all' } }],
    ['that has none', { union: 'graphs' }],
  ])('%s has the solutions of the embedded store', { timeout: 600_000 }, async (_name, kind) => {
    let compared = 0
    await fc.assert(
      fc.asyncProperty(cases(anySelect), async ([quads, text]) => {
        const query = read(text, unionDataset)
        fc.pre(query.dataset === unionDataset)
        const embedded = await embeddedOf(quads)
        try {
          const expected = await solutionKeys(embedded, query)
          const actual = await withRemote(kind, quads, (store) => solutionKeys(store, query)).catch(refusal)
          // Without GROUP BY all solutions are one group, even none (11.2, 18.2.4.1); Oxigraph has no group where it can
          // tell before that there are no solutions.
          expect(actual).not.toBe('limitExceeded')
          if (typeof actual === 'string' || (actual.length === 0 && /^SELECT \([A-Z]/m.test(text))) return
          expect({ text, rows: actual.toSorted() }).toEqual({ text, rows: expected.toSorted() })
          compared += 1
        } finally {
          embedded.close()
        }
      }),
      options,
    )
    expect(compared).toBeGreaterThan(runs / 3)
  })
})

describe.each<readonly [string, RemoteStoresOptions]>([
  ['is known to cut', { union: 'graphs', mostRows: 3, cap: 'known' }],
  ['announces that it cuts', { union: 'graphs', mostRows: 3, cap: 'announced' }],
])(`random SPARQL on an endpoint that %s answers`, (_name, kind) => {
  it('has all solutions, or fails where there are too many', { timeout: 600_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(cases(anySelect), async ([quads, text]) => {
        const expected = selectFrom(fillStore(quads), text, false).map(solutionKey)
        const actual = await withRemote(kind, quads, (store) =>
          solutionKeys(store, read(text, ownDataset)),
        ).catch(refusal)
        const rows = actual === 'limitExceeded' && expected.length >= 3 ? expected : actual
        expect({ text, rows: [...rows].sort() }).toEqual({ text, rows: expected.toSorted() })
      }),
      options,
    )
  })

  it('makes whole graphs, or fails where they are too large', { timeout: 600_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(cases(anyConstruct), async ([quads, text]) => {
        const expected = quadsIn(fillStore(quads).query(text))
        const query = read(text, ownDataset)
        if (query.kind !== 'construct') throw new Error('Not a CONSTRUCT query.')
        const actual = await withRemote(kind, quads, async (store) => {
          const triples: Quad[] = []
          for await (const batch of store.graph(query)) triples.push(...batch)
          return triples
        }).catch(refusal)
        if (typeof actual === 'string') expect({ text, actual }).toEqual({ text, actual: 'limitExceeded' })
        else expect({ text, same: isomorphic(actual, expected), actual }).toMatchObject({ text, same: true })
      }),
      options,
    )
  })
})

/** The refusal of what cannot be said to an endpoint, or of an answer that it cuts; anything else is thrown on. */
function refusal(error: unknown): 'unsupported' | 'limitExceeded' {
  if (error instanceof ServiceError && (error.kind === 'unsupported' || error.kind === 'limitExceeded'))
    return error.kind
  throw error
}
