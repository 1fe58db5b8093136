import { ServiceError } from '../../../errors.ts'
import { iri } from '../../../rdf/term.ts'
import { bgp, join, type Operation, type TriplePattern, union, variable } from '../../../sparql/algebra.ts'
import { mapOperands } from '../../../sparql/map-operands.ts'
import { inScope } from '../../../sparql/scope.ts'
import { variablesBeside } from './variables-beside.ts'

/** Graphs of an endpoint's own dataset whose union has no name. */
export interface GraphUnion {
  /** Whether its default graph is one of them. */
  readonly hasDefault: boolean
  readonly named: 'all' | readonly string[]
}

/**
 * An operation that matches a union of graphs, of an endpoint that has no name for it: each triple pattern is matched in
 * each of the graphs, and a triple that stands in several of them is one of the union.
 *
 * @throws ServiceError `unsupported` for paths of any length, whose triples may lie in different graphs
 */
export function matchUnion(operation: Operation, graphs: GraphUnion): Operation {
  const names = variablesBeside(operation, 'graph')
  return change(operation)

  function change(one: Operation): Operation {
    switch (one.kind) {
      case 'bgp':
        return one.patterns.length === 0
          ? one
          : join(one.patterns.map((pattern) => inUnion(pattern, graphs, names)))
      case 'path':
        throw new ServiceError(
          'unsupported',
          'A property path (+, *, ?, !) over a union of graphs cannot be asked of this endpoint, which has no name for that union. Ask one graph, or set remote.union to what the endpoint calls the union of all.',
        )
      case 'graph':
        return one
      default:
        return mapOperands(one, change)
    }
  }
}

function inUnion(
  pattern: TriplePattern,
  { hasDefault, named }: GraphUnion,
  freshName: () => string,
): Operation {
  const triple = bgp([pattern])
  const names = named === 'all' ? [variable(freshName())] : named.map(iri)
  const inNamed = names.map((name): Operation => ({ kind: 'graph', name, operand: triple }))
  return {
    kind: 'distinct',
    operand: {
      kind: 'project',
      operand: union([...(hasDefault ? [triple] : []), ...inNamed]),
      variables: [...inScope(triple)],
    },
  }
}
