import type { ClearedGraphs } from '../../engine/change/change.ts'
import { ServiceError } from '../../errors.ts'
import { defaultGraph, namedGraphs } from '../../sparql/algebra.ts'
import { graphKeyword } from '../../sparql/graph-keyword.ts'
import { absoluteIri } from './absolute-iri.ts'
import { allValues, type ParameterList, singleValue } from './parameter-list.ts'

/**
 * The graphs that the parameters of a Graph Store Protocol request name (SPARQL 1.1 Graph Store HTTP Protocol, 4.2):
 * `?graph=<iri>`, `?default`; `undefined` where they name none.
 *
 * @throws ServiceError `illegalArgument` for both, for several, and for a relative IRI
 */
export function graphsOfRequest(parameters: ParameterList): ClearedGraphs | undefined {
  const graph = singleValue(parameters, 'graph')
  const isDefault = allValues(parameters, 'default').length > 0
  if (graph !== undefined && isDefault) {
    throw new ServiceError('illegalArgument', 'Give "graph" or "default", not both.')
  }
  if (isDefault || graph?.toLowerCase() === 'default') return 'default'
  return graph === undefined ? undefined : graphsNamed('graph', graph)
}

/** The graphs that the parameter `graph-uri` names; `undefined` where it is not given. */
export function graphsOfUri(parameters: ParameterList): ClearedGraphs | undefined {
  const graph = singleValue(parameters, 'graph-uri')
  if (graph === undefined || graph === '') return undefined
  return graph.toLowerCase() === 'default' ? 'default' : graphsNamed('graph-uri', graph)
}

function graphsNamed(name: string, iri: string): ClearedGraphs {
  return graphKeyword(iri) ?? { iri: absoluteIri(name, iri) }
}

/**
 * The IRI of the graph that triples go to; `undefined` for the default graph.
 *
 * @throws ServiceError `illegalArgument` for several graphs
 */
export function targetGraph(graphs: ClearedGraphs | undefined): string | undefined {
  if (graphs === undefined || graphs === 'default') return undefined
  if (typeof graphs === 'object') return graphs.iri
  throw new ServiceError('illegalArgument', `Triples go to one graph: ${graphs} graphs are several.`)
}

/** The name by which graphs are exported, and cleared in a request; `undefined` for all of them. */
export function exportedGraph(graphs: ClearedGraphs | undefined): string | undefined {
  switch (graphs) {
    case undefined:
    case 'all':
      return undefined
    case 'default':
      return defaultGraph
    case 'named':
      return namedGraphs
    default:
      return graphs.iri
  }
}
