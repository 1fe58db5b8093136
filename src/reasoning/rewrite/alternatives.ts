import type { Operation, PatternTerm } from '../../sparql/algebra.ts'

/** How many conjunctions are the same as an operation, where each union in it is multiplied out. */
function alternativesOf(operation: Operation): number {
  switch (operation.kind) {
    case 'join':
      return productOf(operation.operands)
    case 'union':
      return operation.operands.reduce((sum, operand) => sum + alternativesOf(operand), 0)
    case 'filter':
      return alternativesOf(operation.operand)
    default:
      return 1
  }
}

/** The same of a join of operations. */
function productOf(operations: readonly Operation[]): number {
  return operations.reduce((product, operation) => product * alternativesOf(operation), 1)
}

/** More of them than this are not made: unions that are joined are subselects then, each found by itself. */
const mostAlternatives = 8

/** Operations to be joined, with variables by which each can be found by itself where together they are too many. */
export function separated(
  operations: readonly Operation[],
  variablesOf: (operation: Operation, index: number) => readonly string[] | undefined,
): readonly Operation[] {
  if (productOf(operations) <= mostAlternatives) return operations
  return operations.map((operation, index) => {
    const variables = variablesOf(operation, index)
    if (variables === undefined || alternativesOf(operation) === 1) return operation
    return { kind: 'distinct', operand: { kind: 'project', operand: operation, variables } }
  })
}

/** The names of those terms that are variables. */
export function namesOf(...ends: readonly PatternTerm[]): readonly string[] {
  return [...new Set(ends.flatMap((end) => (end.kind === 'variable' ? [end.name] : [])))]
}
