import { filter, type Operation, union, unit } from '../../sparql/algebra.ts'
import { inScope } from '../../sparql/scope.ts'
import type { Context } from './context.ts'

/** Solutions on any of some ways, of these variables, each once where it stands where that matters. */
export function patternOfWays(
  ways: readonly Operation[],
  variables: readonly string[],
  { solutions }: Context,
): Operation {
  const [only] = ways
  if (only === undefined) return { kind: 'values', variables, rows: [] }
  const all = union(ways)
  const isSeen = isWithin(inScope(all), variables)
  if (variables.length === 0) {
    if (ways.includes(unit)) return unit
    return solutions === 'some' || (ways.length === 1 && isSeen && isOnce(only))
      ? all
      : filter(unit, [{ kind: 'exists', negated: false, operand: all }])
  }
  if (solutions === 'some' || (isSeen && solutions === 'distinct')) return all
  if (isSeen && isOnce(all)) return all
  const projected: Operation = { kind: 'project', operand: all, variables }
  return solutions === 'distinct' ? projected : { kind: 'distinct', operand: projected }
}

function isWithin(names: ReadonlySet<string>, variables: readonly string[]): boolean {
  return [...names].every((name) => variables.includes(name))
}

/** Whether no solution of an operation can come twice, whatever the data. */
function isOnce(operation: Operation): boolean {
  switch (operation.kind) {
    case 'bgp':
      return true
    case 'path':
      return operation.path.kind === 'repeated'
    case 'values':
      return operation.rows.length < 2
    case 'join':
      return operation.operands.every(isOnce)
    case 'filter':
      return isOnce(operation.operand)
    default:
      return false
  }
}
