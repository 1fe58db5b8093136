import { ServiceError } from '../../../errors.ts'
import { type Dataset, defaultGraph, namedGraphs, type Operation } from '../../../sparql/algebra.ts'
import { graphKeyword } from '../../../sparql/graph-keyword.ts'
import type { Modify, Update, UpdateRequest } from '../../../sparql/update.ts'
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
      return operation
    case 'modify':
      return toldModify(operation, endpoint)
    case 'load':
      throw new ServiceError(
        'unsupported',
        'LOAD is not passed on to the endpoint of a remote database: send it by itself, or add the document as data.',
      )
    case 'clear':
    case 'drop':
    case 'add':
    case 'copy':
    case 'move':
      return operation
    case 'create':
      if (graphKeyword(operation.graph) !== undefined) throw isThere(operation.graph)
      return operation
  }
}

function toldModify(operation: Modify, { union, engine }: UpdatedEndpoint): Modify {
  refuseUnsayable(operation.operation)
  const { graphNames } = quirksOf(engine)
  const named = (pattern: Operation, isOwn: boolean): Operation =>
    nameSpecialGraphs(pattern, { union, names: graphNames, isOwn })
  const { dataset = ownDataset, ...bare } = operation
  // What WITH says is printed as WITH, which every endpoint understands; of the default graph it is not said at all.
  if (operation.dataset !== undefined && !operation.using && !dataset.default.includes(defaultGraph))
    return { ...operation, operation: named(operation.operation, false) }
  const asked = endpointDataset(dataset, operation.operation, union, graphNames)
  switch (asked.kind) {
    case 'own':
      return { ...bare, using: false, operation: named(operation.operation, true) }
    case 'stated':
      return { ...bare, using: true, dataset: asked.dataset, operation: named(operation.operation, false) }
    case 'union':
      return { ...bare, using: false, operation: named(matchUnion(operation.operation, asked.graphs), true) }
  }
}

const ownDataset: Dataset = { default: [defaultGraph], named: [namedGraphs] }

function isThere(graph: string): ServiceError {
  return new ServiceError(
    'unsupported',
    `An endpoint has no way to be told to create <${graph}>, which is there: leave that operation out.`,
  )
}
