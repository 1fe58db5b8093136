import { ServiceError } from '../../../errors.ts'
import { allGraphs, defaultGraph, everyGraph, namedGraphs, type Operation } from '../../../sparql/algebra.ts'
import { graphKeyword } from '../../../sparql/graph-keyword.ts'
import type { GraphTarget, Modify, QuadTemplate, Update, UpdateRequest } from '../../../sparql/update.ts'
import type { RemoteEndpoint } from '../endpoint.ts'
import { quirksOf, updateInWordsOf } from '../engine-quirks.ts'
import { endpointDataset } from './endpoint-dataset.ts'
import { refuseUnsayable } from './endpoint-query.ts'
import { nameSpecialGraphs } from './special-graphs.ts'
import { matchUnion } from './union-of-graphs.ts'

/** What has to be known of an endpoint that is told an update. */
type UpdatedEndpoint = Pick<RemoteEndpoint, 'union' | 'engine'>

/**
 * An update as an endpoint is told it, in SPARQL 1.1 without names that mean something here only. What a pattern says
 * nothing of is matched in the dataset that the endpoint has by itself.
 *
 * @throws ServiceError `unsupported` for what the endpoint cannot be told
 */
export function endpointUpdate({ operations }: UpdateRequest, endpoint: UpdatedEndpoint): UpdateRequest {
  const told = operations.map((operation) =>
    updateInWordsOf(endpoint.engine, toldOperation(operation, endpoint)),
  )
  return { kind: 'update', operations: told }
}

function toldOperation(operation: Update, endpoint: UpdatedEndpoint): Update {
  switch (operation.kind) {
    case 'insertData':
    case 'deleteData':
      return { ...operation, quads: operation.quads.map(toldQuad) }
    case 'modify':
      return toldModify(operation, endpoint)
    case 'load':
      throw new ServiceError(
        'unsupported',
        'LOAD is not passed on to the endpoint of a remote database: send it by itself, or add the document as data.',
      )
    case 'clear':
    case 'drop':
      return { ...operation, target: toldTarget(operation.target) }
    case 'create':
      return { ...operation, graph: namedGraph(operation.graph) }
    case 'add':
    case 'copy':
    case 'move':
      return { ...operation, from: toldGraph(operation.from), to: toldGraph(operation.to) }
  }
}

function toldModify(operation: Modify, { union, engine }: UpdatedEndpoint): Modify {
  refuseUnsayable(operation.operation)
  const told = {
    ...operation,
    delete: operation.delete.map(toldQuad),
    insert: operation.insert.map(toldQuad),
  }
  const { graphNames } = quirksOf(engine)
  const named = (pattern: Operation, isOwn: boolean): Operation =>
    nameSpecialGraphs(pattern, { union, names: graphNames, isOwn })
  // What WITH says is printed as WITH, which every endpoint understands.
  if (operation.dataset !== undefined && !operation.using)
    return { ...told, operation: named(operation.operation, false) }
  const { dataset: _, ...bare } = told
  const asked = endpointDataset(
    operation.dataset ?? { default: [defaultGraph], named: [namedGraphs] },
    operation.operation,
    union,
    graphNames,
  )
  switch (asked.kind) {
    case 'own':
      return { ...bare, using: false, operation: named(operation.operation, true) }
    case 'stated':
      return { ...bare, using: true, dataset: asked.dataset, operation: named(operation.operation, false) }
    case 'union':
      return { ...bare, using: false, operation: named(matchUnion(operation.operation, asked.graphs), true) }
  }
}

function toldQuad(quad: QuadTemplate): QuadTemplate {
  const { graph } = quad
  if (graph === null || graph.kind === 'variable') return quad
  return graph.value === defaultGraph
    ? { ...quad, graph: null }
    : { ...quad, graph: { ...graph, value: namedGraph(graph.value) } }
}

function toldTarget(target: GraphTarget): GraphTarget {
  return typeof target === 'string' ? target : (graphKeyword(target.value) ?? target)
}

function toldGraph(graph: string | null): string | null {
  return graph === null || graph === defaultGraph ? null : namedGraph(graph)
}

const severalGraphs: ReadonlySet<string> = new Set([defaultGraph, namedGraphs, allGraphs, everyGraph])

/** The name itself. A name of several graphs is refused: an endpoint would take it for that of one more graph. */
function namedGraph(graph: string): string {
  if (!severalGraphs.has(graph)) return graph
  throw new ServiceError(
    'unsupported',
    `<${graph}> is no graph that an endpoint could be told to change. Name a graph by its own IRI, or none for the default graph.`,
  )
}
