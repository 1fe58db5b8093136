import type { Join, LeftJoin, Operation, Union } from '../../../sparql/algebra.ts'
import { certainlyBound, freeVariables, inScope, mentioned } from '../../../sparql/scope.ts'

type Names = ReadonlySet<string>

/**
 * What of an operation decides whether it has a solution: optional parts, unions with the empty pattern and variables that nothing
 * else speaks of decide nothing. How many solutions there are does not count, nor what else they bind than `needed`, so the result
 * stands for the operation only where one asks whether there is any solution, as EXISTS does.
 */
export function neededInExists(operation: Operation, needed: Names = new Set()): Operation {
  switch (operation.kind) {
    case 'join':
      return neededOfJoin(operation, needed)
    case 'union':
      return neededOfUnion(operation, needed)
    case 'leftJoin':
      return neededOfLeftJoin(operation, needed)
    case 'filter': {
      const operand = neededInExists(operation.operand, all(needed, freeVariables(operation.condition)))
      return { ...operation, operand }
    }
    case 'extend': {
      if (!needed.has(operation.variable)) return neededInExists(operation.operand, needed)
      const operand = neededInExists(operation.operand, all(needed, freeVariables(operation.expression)))
      return { ...operation, operand }
    }
    case 'minus': {
      // What both sides bind decides what is taken away.
      const left = neededInExists(operation.left, all(needed, mentioned(operation.right)))
      return { ...operation, left }
    }
    case 'graph': {
      const { name } = operation
      const operand = neededInExists(
        operation.operand,
        name.kind === 'variable' ? all(needed, new Set([name.name])) : needed,
      )
      return { ...operation, operand }
    }
    case 'bgp':
    case 'path':
    case 'values':
    case 'service':
    case 'project':
    case 'distinct':
    case 'orderBy':
    case 'slice':
    case 'group':
      return operation
  }
}

/** Each operand with what the others speak of; one that has a solution anyhow says nothing. */
function neededOfJoin(operation: Join, needed: Names): Operation {
  let operands = operation.operands
  for (const operand of operation.operands) {
    const at = operands.indexOf(operand)
    const others = operands.filter((_, index) => index !== at)
    const around = all(needed, ...others.map(mentioned))
    const part = neededInExists(operand, around)
    operands = isAlways(part) && !speaksOf(part, around) ? others : operands.with(at, part)
  }
  const [only] = operands
  if (only === undefined) return { kind: 'bgp', patterns: [] }
  return operands.length === 1 ? only : { ...operation, operands }
}

function neededOfUnion(operation: Union, needed: Names): Operation {
  const operands = operation.operands.map((operand) => neededInExists(operand, needed))
  const always = operands.find((operand) => isAlways(operand))
  if (always !== undefined && !operands.some((operand) => speaksOf(operand, needed))) return always
  return { ...operation, operands }
}

function neededOfLeftJoin(operation: LeftJoin, needed: Names): Operation {
  const { left, right, condition } = operation
  const bound = certainlyBound(left)
  const news = new Set([...inScope(right)].filter((name) => !bound.has(name)))
  if (![...news].some((name) => needed.has(name))) return neededInExists(left, needed)
  const conditioned = condition === undefined ? needed : all(needed, freeVariables(condition))
  return {
    ...operation,
    left: neededInExists(left, all(conditioned, mentioned(right))),
    right: neededInExists(right, all(conditioned, mentioned(left))),
  }
}

/** Whether an operation has a solution whatever there is in the database, and by whatever solution it is asked. */
function isAlways(operation: Operation): boolean {
  return operation.kind === 'bgp' && operation.patterns.length === 0
}

function speaksOf(operation: Operation, needed: Names): boolean {
  return [...inScope(operation)].some((name) => needed.has(name))
}

function all(...sets: readonly Names[]): Names {
  return new Set(sets.flatMap((names) => [...names]))
}
