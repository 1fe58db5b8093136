import type { Comparator, Operation } from '../../../sparql/algebra.ts'
import { mapOperands } from '../../../sparql/map-operands.ts'

/** Virtuoso's own function that makes the whole value of what may be a number of its tables. */
const wholeValue = 'bif:__ro2sq'

/** Orders by the whole values of what MIN and MAX of subselects give, in place of what stands for them. */
export function orderAggregates(operation: Operation): Operation {
  const changed = mapOperands(operation, orderAggregates)
  if (changed.kind !== 'orderBy') return changed
  const aggregates = aggregatesIn(changed.operand)
  const comparators = changed.comparators.map((comparator): Comparator => {
    const { expression } = comparator
    if (expression.kind !== 'variable' || !aggregates.has(expression.name)) return comparator
    return { ...comparator, expression: { kind: 'function', iri: wholeValue, arguments: [expression] } }
  })
  return { ...changed, comparators }
}

/** Variables that MIN or MAX binds in subselects of an operation; those of its own SELECT are ordered right. */
function aggregatesIn(operation: Operation): ReadonlySet<string> {
  const found = new Set<string>()
  const look = (one: Operation): Operation => {
    if (one.kind === 'group') {
      for (const aggregate of one.aggregates) {
        if (aggregate.function === 'min' || aggregate.function === 'max') found.add(aggregate.variable)
      }
    }
    return mapOperands(one, look)
  }
  look(withoutGroup(operation))
  return found
}

/** What is grouped, where an operation is a group, or conditions and values of one. */
function withoutGroup(operation: Operation): Operation {
  switch (operation.kind) {
    case 'group':
      return operation.operand
    case 'filter':
    case 'extend':
      return withoutGroup(operation.operand)
    default:
      return operation
  }
}
