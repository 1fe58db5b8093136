import { parentPort, workerData } from 'node:worker_threads'
import { Store as OxigraphStore } from 'oxigraph'
import type { QueryPlan } from '../src/compiler/plan.ts'
import { shapeAnswer } from '../src/compiler/shape.ts'
import { createNamer, defaultNamespaces } from '../src/rdf/namespaces.ts'
import { orderedSolutions, selectFrom } from '../test/oxigraph.ts'
import { socialGraph } from './social-graph.ts'

/** A SPARQL query and how its solutions become an answer. */
export interface OxigraphOrder {
  readonly sparql: string
  readonly plan: QueryPlan
}

/** Begun with the number of persons: holds their graph, and answers each order by the answer's text. */
function serve(persons: number): void {
  const store = new OxigraphStore()
  for (const piece of socialGraph(persons)) {
    store.load(piece, { format: 'application/n-triples', no_transaction: true })
  }
  const namer = createNamer(defaultNamespaces)
  parentPort?.on('message', async ({ sparql, plan }: OxigraphOrder) => {
    const rows = selectFrom(store, sparql)
    const order = { grouping: plan.grouping, insertion: new Map(), places: new Map() }
    let json = ''
    for await (const piece of shapeAnswer(orderedSolutions(rows, order), plan.shape, namer)) json += piece
    parentPort?.postMessage(json)
  })
  parentPort?.postMessage('')
}

serve(Number(workerData))
