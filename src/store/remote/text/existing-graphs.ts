import { bgp, type Operation, variable } from '../../../sparql/algebra.ts'
import { mapOperands } from '../../../sparql/map-operands.ts'
import { variablesBeside } from './variables-beside.ts'

/**
 * An operation whose `GRAPH` is asked of graphs that have triples only. An endpoint that is told by FROM NAMED which graphs there
 * are takes those for graphs too that it does not have: what needs no triple would have solutions in them.
 */
export function inExistingGraphs(operation: Operation): Operation {
  const freshName = variablesBeside(operation, 'there')
  return change(operation)

  function change(one: Operation): Operation {
    const changed = mapOperands(one, change)
    if (changed.kind !== 'graph' || needsTriple(changed.operand)) return changed
    const [subject, predicate, object] = [freshName(), freshName(), freshName()].map(variable)
    if (subject === undefined || predicate === undefined || object === undefined) return changed
    const triple: Operation = { ...changed, operand: bgp([{ subject, predicate, object }]) }
    return {
      kind: 'filter',
      operand: changed,
      condition: { kind: 'exists', negated: false, operand: triple },
    }
  }
}

/** Whether an operation surely has no solution where there are no triples. */
function needsTriple(operation: Operation): boolean {
  switch (operation.kind) {
    case 'bgp':
      return operation.patterns.length > 0
    case 'path':
      return operation.path.kind === 'negated'
    case 'join':
      return operation.operands.some(needsTriple)
    case 'union':
      return operation.operands.every(needsTriple)
    case 'leftJoin':
    case 'minus':
      return needsTriple(operation.left)
    case 'filter':
    case 'extend':
    case 'project':
    case 'distinct':
    case 'orderBy':
    case 'slice':
      return needsTriple(operation.operand)
    case 'group':
      return operation.keys.length > 0 && needsTriple(operation.operand)
    case 'values':
    case 'graph':
    case 'service':
      return false
  }
}
