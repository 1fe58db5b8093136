import { ServiceError } from '../../../errors.ts'
import { iri } from '../../../rdf/term.ts'
import { bgp, join, type Operation, type TriplePattern, union, variable } from '../../../sparql/algebra.ts'
import { mapOperands } from '../../../sparql/map-operands.ts'
import { inScope, mentioned } from '../../../sparql/scope.ts'

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
  const names = freshNames(operation)
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

/** Names of variables that stand nowhere in an operation. */
function freshNames(operation: Operation): () => string {
  const taken = new Set<string>()
  const collect = (one: Operation): Operation => {
    for (const name of [...mentioned(one), ...inScope(one)]) taken.add(name)
    return mapOperands(one, collect)
  }
  collect(operation)
  let number = 0
  return () => {
    let name = `graph${number++}`
    while (taken.has(name)) name = `graph${number++}`
    return name
  }
}
