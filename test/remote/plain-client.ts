import type oxigraph from 'oxigraph'
import type { Term } from '../../src/rdf/term.ts'
import { termKey } from '../../src/rdf/term-key.ts'
import type { EndpointClient } from '../../src/store/remote/endpoint-client.ts'
import { quadsIn, selectFrom } from '../oxigraph.ts'

/** What a client over a store in this process tells of itself. */
export interface PlainClient extends EndpointClient {
  /** The queries that were asked, in order. */
  readonly asked: readonly string[]
  /** What happens to the store before the query numbered `number`, from 1, is answered. */
  onAsked(number: number, change: (store: oxigraph.Store) => void): void
}

/** How answers of {@link plainClient} differ from whole ones. */
export interface PlainClientOptions {
  /** Whether the default graph is the union of all graphs. */
  readonly union?: boolean
  /** Rows after which an answer ends as if it were whole. */
  readonly mostRows?: number
  /** Whether answers say so. */
  readonly announce?: boolean
  /** Whether solutions before an OFFSET count as rows too where there is no LIMIT, as Virtuoso has it. */
  readonly countsOffset?: boolean
  /** Whether blank nodes have other labels in each answer. */
  readonly relabel?: boolean
}

/** A client of an Oxigraph store in this process, without HTTP between. */
export function plainClient(store: oxigraph.Store, options: PlainClientOptions = {}): PlainClient {
  const { union = false, mostRows = Number.POSITIVE_INFINITY } = options
  const asked: string[] = []
  const changes = new Map<number, (store: oxigraph.Store) => void>()
  const keyOf = (term: Term | undefined): string | null => {
    if (term === undefined) return null
    return options.relabel === true && term.kind === 'blank'
      ? `_b${asked.length}x${term.value}`
      : termKey(term)
  }
  const none = async (): Promise<never> => {
    throw new Error('There is nothing to change.')
  }
  return {
    label: 'Plain endpoint',
    asked,
    onAsked: (number, change) => void changes.set(number, change),
    async select(sparql, variables, { signal } = {}) {
      signal?.throwIfAborted()
      asked.push(sparql)
      changes.get(asked.length)?.(store)
      const rows = selectFrom(store, sparql, union).map((row) =>
        variables.map((name) => keyOf(row.get(name))),
      )
      const [, offset = '0'] = /OFFSET (\d+)\s*$/.exec(sparql) ?? []
      const isOpen = options.countsOffset === true && !/LIMIT \d+\s+OFFSET \d+\s*$/.test(sparql)
      return {
        batches: batched(rows.slice(0, Math.max(0, mostRows - (isOpen ? Number(offset) : 0)))),
        ...(options.announce === true && { announcedLimit: mostRows }),
      }
    },
    async ask(sparql) {
      asked.push(sparql)
      return store.query(sparql, { use_default_graph_as_union: union }) === true
    },
    async *graph(sparql) {
      asked.push(sparql)
      yield quadsIn(store.query(sparql, { use_default_graph_as_union: union }))
    },
    update: none,
    graphStore: none,
    health: async () => ({ latencyMilliseconds: 0 }),
    close: async () => {},
  }
}

async function* batched<Row>(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  for (let at = 0; at < rows.length; at += 3) yield rows.slice(at, at + 3)
}
