import { compile } from '../src/compiler/compile.ts'
import { shapeAnswer } from '../src/compiler/shape.ts'
import { createNamer, defaultNamespaces } from '../src/rdf/namespaces.ts'
import type { Term } from '../src/rdf/term.ts'
import type { Reasoner } from '../src/reasoning/reasoner.ts'
import { printQuery } from '../src/sparql/print.ts'
import type { Statistics } from '../src/sparql/statistics.ts'
import { type Oxigraph, orderedSolutions } from './oxigraph.ts'
import type { ReferenceAnswer } from './reference/answer.ts'
import { termKey } from './reference/graph.ts'
import type { ReferenceRequest } from './reference/operation-facts.ts'
import { schemaFacts } from './schema-facts.ts'

/** What the generated SPARQL comes to on Oxigraph. */
export interface OxigraphAnswer {
  readonly sparql: string
  /** Text of `{"data": …}`. */
  readonly json: string
  /** Whether Oxigraph returned root nodes in an order that `orderBy` allows. */
  readonly isInOrder: boolean
}

/**
 * Answers a request by its generated SPARQL on Oxigraph. SPARQL has no order of insertion, so nodes that `orderBy` does
 * not tell apart are put into the order of `expected`.
 */
export async function oxigraphAnswer(
  oxigraph: Oxigraph,
  insertion: ReadonlyMap<string, number>,
  request: ReferenceRequest,
  statistics: Statistics | undefined,
  expected: ReferenceAnswer,
  schema?: string,
  reasoner?: Reasoner,
): Promise<OxigraphAnswer> {
  const facts = { namespaces: defaultNamespaces, statistics, reasoner, ...schemaFacts(schema) }
  const { operation, plan } = compile(request, facts)
  const sparql = printQuery(plan.query, { namespaces: operation.namespaces, scope: 'none', prefixes: true })
  const rows = oxigraph.select(sparql)
  const places = new Map<string, ReadonlyMap<string, number>>()
  let isInOrder = true
  for (const root of plan.shape.roots) {
    if (root.kind === 'constant') continue
    const variable = root.kind === 'list' ? root.object.node : root.variable
    const nodes = expected.roots.find((one) => one.key === root.key)?.nodes ?? []
    const ranked = new Map(nodes.map(({ term, rank }) => [termKey(term), rank]))
    places.set(variable, new Map(nodes.map(({ term }, place) => [termKey(term), place])))
    isInOrder &&= isNondecreasing(rows, variable, ranked)
  }
  const solutions = orderedSolutions(rows, {
    grouping: plan.grouping,
    insertion,
    places,
  })
  let json = ''
  const namer = createNamer(operation.namespaces, operation.aliases)
  for await (const piece of shapeAnswer(solutions, plan.shape, namer)) json += piece
  return { sparql, json, isInOrder }
}

function isNondecreasing(
  rows: readonly ReadonlyMap<string, Term>[],
  variable: string,
  ranks: ReadonlyMap<string, number>,
): boolean {
  const sequence = rows.flatMap((row) => {
    const term = row.get(variable)
    return term === undefined ? [] : (ranks.get(termKey(term)) ?? [])
  })
  return sequence.every((rank, at) => rank >= (sequence[at - 1] ?? rank))
}
