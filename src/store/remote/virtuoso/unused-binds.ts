import type { Extend, Operation } from '../../../sparql/algebra.ts'
import { mapOperands, mapPatterns } from '../../../sparql/map-operands.ts'
import { inScope, mentioned } from '../../../sparql/scope.ts'
import { replaceOperation } from '../parts/replace-operation.ts'

/** What `BIND` computes in `EXISTS` for nobody is left out. */
export function dropUnusedBinds(operation: Operation): Operation {
  const inside = mapOperands(operation, dropUnusedBinds)
  if (inside.kind !== 'filter') return inside
  const outside = inScope(inside.operand)
  return { ...inside, condition: mapPatterns(inside.condition, (pattern) => withoutUnused(pattern, outside)) }
}

function withoutUnused(pattern: Operation, outside: ReadonlySet<string>): Operation {
  for (const bind of bindsOf(pattern)) {
    const rest = replaceOperation(pattern, bind, bind.operand)
    const isUsed = outside.has(bind.variable) || mentioned(rest).has(bind.variable)
    if (!isUsed) return withoutUnused(rest, outside)
  }
  return pattern
}

/** Those whose variables can be seen at the end of a pattern. */
function bindsOf(operation: Operation): readonly Extend[] {
  switch (operation.kind) {
    case 'extend':
      return [operation, ...bindsOf(operation.operand)]
    case 'filter':
      return bindsOf(operation.operand)
    case 'join':
      return operation.operands.flatMap(bindsOf)
    case 'leftJoin':
      return bindsOf(operation.left)
    default:
      return []
  }
}
