import { shapeAnswer } from '../../src/compiler/shape.ts'
import { readyQuery } from '../../src/engine/graphql/plan-cache.ts'
import { defaultNamespaces } from '../../src/rdf/namespaces.ts'
import type { Reasoner } from '../../src/reasoning/reasoner.ts'
import type { Cell, Solutions, Store } from '../../src/store/store.ts'
import type { ReferenceAnswer } from '../reference/answer.ts'
import { termKey } from '../reference/graph.ts'
import type { ReferenceRequest } from '../reference/operation-facts.ts'
import { schemaFacts } from '../schema-facts.ts'

/** What a store whose order of nodes is that of SPARQL answers to a request. */
export interface RemoteAnswer {
  /** Text of `{"data": …}`, as the shape made it of the solutions as they came. */
  readonly json: string
  /** Whether root nodes came in an order that `orderBy` allows. */
  readonly isInOrder: boolean
  /** Rows that the store gave. */
  readonly rows: number
}

/**
 * An answer with blank nodes as the endpoint labels them: the store marks those of further requests, since labels mean
 * something within one response only. On endpoints whose labels stay the same, this makes one node of them again.
 */
export function withEndpointLabels(json: string): string {
  return json.replaceAll(/"_:r\d+\./g, '"_:')
}

/** Answers a request by the way that the engine goes: compile, prepare, run, shape. */
export async function remoteAnswer(
  store: Store,
  request: ReferenceRequest,
  expected: ReferenceAnswer,
  schema?: string,
  reasoner?: Reasoner,
): Promise<RemoteAnswer> {
  const facts = { namespaces: defaultNamespaces, reasoner, ...schemaFacts(schema) }
  const { compiled, prepared, namer } = readyQuery(store, request, facts)
  const { shape } = compiled.plan
  const solutions = prepared.run()
  const lists = shape.roots.flatMap((root) => {
    if (root.kind === 'constant') return []
    const nodes = expected.roots.find((one) => one.key === root.key)?.nodes ?? []
    return {
      column: solutions.variables.indexOf(root.kind === 'list' ? root.object.node : root.variable),
      ranks: new Map(nodes.map(({ term, rank }) => [termKey(term), rank])),
      last: Number.NEGATIVE_INFINITY,
    }
  })
  let rows = 0
  let isInOrder = true

  function look(row: readonly Cell[]): void {
    rows += 1
    for (const list of lists) {
      const cell = row[list.column] ?? null
      const rank = cell === null ? undefined : list.ranks.get(termKey(solutions.term(cell)))
      if (rank === undefined) continue
      isInOrder &&= rank >= list.last
      list.last = rank
    }
  }

  let json = ''
  for await (const piece of shapeAnswer(watched(solutions, look), shape, namer)) json += piece
  return { json, isInOrder, rows }
}

/** Solutions whose rows are shown to `look` as they pass. */
function watched(solutions: Solutions, look: (row: readonly Cell[]) => void): Solutions {
  async function* batches() {
    for await (const batch of solutions.batches) {
      batch.forEach(look)
      yield batch
    }
  }
  return { variables: solutions.variables, batches: batches(), term: (cell) => solutions.term(cell) }
}
