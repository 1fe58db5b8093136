import { ServiceError } from '../../../errors.ts'
import type { Namespaces } from '../../../rdf/namespaces.ts'
import type { Operation } from '../../../sparql/algebra.ts'
import { mapOperands } from '../../../sparql/map-operands.ts'
import { printQuery } from '../../../sparql/print.ts'
import type { Query } from '../../../sparql/query-form.ts'
import type { RemoteEndpoint } from '../endpoint.ts'
import { inWordsOf, quirksOf } from '../engine-quirks.ts'
import { endpointDataset } from './endpoint-dataset.ts'
import { type ReadableQuery, readableQuery } from './readable-query.ts'
import { nameSpecialGraphs } from './special-graphs.ts'
import { matchUnion } from './union-of-graphs.ts'

/**
 * The SPARQL 1.1 text by which an endpoint is asked a query, its dataset said in the endpoint's words.
 *
 * @throws ServiceError `unsupported` for what the endpoint cannot be asked
 */
export function endpointText(query: Query, endpoint: RemoteEndpoint, namespaces: Namespaces): string {
  refuseUnsayable(query.operation)
  const { graphNames } = quirksOf(endpoint.engine)
  const { operation, asked } = askedOf(query, endpoint)
  const { dataset: _, ...rest } = { ...query, operation }
  const scope = { union: endpoint.union, names: graphNames, isOwn: asked.kind !== 'stated' }
  const print = (said: Query): string => {
    const named = { ...said, operation: nameSpecialGraphs(said.operation, scope) }
    return printQuery(inWordsOf(endpoint.engine, named), { namespaces, scope: 'none', prefixes: true })
  }
  switch (asked.kind) {
    case 'own':
      return print(rest)
    case 'stated':
      return print({ ...rest, dataset: asked.dataset })
    case 'union':
      if (query.kind === 'describe') {
        throw new ServiceError(
          'unsupported',
          'DESCRIBE over a union of graphs cannot be asked of this endpoint, which has no name for that union. Ask for the triples with CONSTRUCT.',
        )
      }
      return print({ ...rest, operation: matchUnion(operation, asked.graphs) })
  }
}

function askedOf({ kind, dataset, operation }: Query, endpoint: RemoteEndpoint): ReadableQuery {
  const readable = dataset?.within
  if (readable === undefined) {
    const { graphNames } = quirksOf(endpoint.engine)
    return { operation, asked: endpointDataset(dataset, operation, endpoint.union, graphNames) }
  }
  if (kind === 'describe') {
    throw new ServiceError(
      'unsupported',
      'You may not read all graphs of this endpoint, and what it says in answer to DESCRIBE is its to choose, from any of them. Ask for the triples with CONSTRUCT.',
    )
  }
  return readableQuery(dataset, operation, readable, endpoint)
}

/** @throws ServiceError `unsupported` for what no endpoint is asked: `SERVICE`, and blank nodes that it brought */
export function refuseUnsayable(operation: Operation): void {
  if (operation.kind === 'service') {
    throw new ServiceError('unsupported', 'SERVICE is not passed on to the endpoint of a remote database.')
  }
  if (
    operation.kind === 'values' &&
    operation.rows.some((row) => row.some((cell) => cell?.kind === 'blank'))
  ) {
    throw new ServiceError(
      'unsupported',
      'Solutions with blank nodes that SERVICE brought cannot be sent to the endpoint of a remote database: SPARQL text has no way to say one.',
    )
  }
  mapOperands(operation, (operand) => {
    refuseUnsayable(operand)
    return operand
  })
}
