import { ServiceError } from '../../errors.ts'
import type { Namespaces } from '../../rdf/namespaces.ts'
import type { Dataset } from '../../sparql/algebra.ts'
import { parseUpdate } from '../../sparql/parse-update.ts'
import type { UpdateRequest } from '../../sparql/update.ts'
import { checkGraph } from '../source-reader.ts'
import type { UpdateText } from './change.ts'

/** A request of SPARQL Update that is understood, and what its `WHERE` is matched in where its parameters say so. */
export interface ReadUpdate {
  readonly request: UpdateRequest
  readonly dataset?: Dataset
}

/**
 * Reads an update with the parameters of the protocol.
 *
 * @throws ServiceError `invalidQuery`; `illegalArgument` where a graph's name is no IRI, or where the text says itself by
 * `USING` or `WITH` what it is matched in (SPARQL 1.1 Protocol, 2.2.3)
 */
export function readUpdate(update: UpdateText, namespaces: Namespaces): ReadUpdate {
  const { text, baseIri, usingGraphs = [], usingNamedGraphs = [] } = update
  const request = parseUpdate(text, { namespaces, ...(baseIri !== undefined && { baseIri }) })
  if (usingGraphs.length + usingNamedGraphs.length === 0) return { request }
  for (const graph of [...usingGraphs, ...usingNamedGraphs]) checkGraph(graph)
  if (
    request.operations.some((operation) => operation.kind === 'modify' && operation.dataset !== undefined)
  ) {
    throw new ServiceError(
      'illegalArgument',
      'An update with USING or WITH cannot be given using-graph-uri or using-named-graph-uri beside it.',
    )
  }
  return { request, dataset: { default: usingGraphs, named: usingNamedGraphs } }
}
