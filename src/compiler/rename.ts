import type { Expression, Operation, PatternTerm, Variable } from '../sparql/algebra.ts'

/** Renames variables in a pattern; those that `names` does not have stay. */
export function renamePattern(operation: Operation, names: ReadonlyMap<string, string>): Operation {
  const name = (one: string): string => names.get(one) ?? one
  const inner = (one: Operation): Operation => renamePattern(one, names)
  switch (operation.kind) {
    case 'bgp':
      return {
        kind: 'bgp',
        patterns: operation.patterns.map((pattern) => ({
          ...pattern,
          subject: renameTerm(pattern.subject, names),
          predicate:
            pattern.predicate.kind === 'variable'
              ? renameVariable(pattern.predicate, names)
              : pattern.predicate,
          object: renameTerm(pattern.object, names),
        })),
      }
    case 'path':
      return {
        ...operation,
        subject: renameTerm(operation.subject, names),
        object: renameTerm(operation.object, names),
      }
    case 'join':
    case 'union':
      return { ...operation, operands: operation.operands.map(inner) }
    case 'leftJoin':
      return {
        ...operation,
        left: inner(operation.left),
        right: inner(operation.right),
        ...(operation.condition && { condition: renameExpression(operation.condition, names) }),
      }
    case 'minus':
      return { ...operation, left: inner(operation.left), right: inner(operation.right) }
    case 'filter':
      return {
        ...operation,
        operand: inner(operation.operand),
        condition: renameExpression(operation.condition, names),
      }
    case 'extend':
      return {
        ...operation,
        operand: inner(operation.operand),
        variable: name(operation.variable),
        expression: renameExpression(operation.expression, names),
      }
    case 'values':
      return { ...operation, variables: operation.variables.map(name) }
    case 'graph':
      return {
        ...operation,
        name: operation.name.kind === 'variable' ? renameVariable(operation.name, names) : operation.name,
        operand: inner(operation.operand),
      }
    case 'service':
      return {
        ...operation,
        endpoint:
          operation.endpoint.kind === 'variable'
            ? renameVariable(operation.endpoint, names)
            : operation.endpoint,
        operand: inner(operation.operand),
      }
    case 'project':
      return { ...operation, operand: inner(operation.operand), variables: operation.variables.map(name) }
    case 'distinct':
    case 'slice':
      return { ...operation, operand: inner(operation.operand) }
    case 'orderBy':
      return {
        ...operation,
        operand: inner(operation.operand),
        comparators: operation.comparators.map((one) => ({
          ...one,
          expression: renameExpression(one.expression, names),
        })),
      }
    case 'group':
      return {
        ...operation,
        operand: inner(operation.operand),
        keys: operation.keys.map(name),
        aggregates: operation.aggregates.map((one) => ({
          ...one,
          variable: name(one.variable),
          ...(one.expression && { expression: renameExpression(one.expression, names) }),
        })),
      }
  }
}

/** Renames variables in an expression, in its patterns too. */
function renameExpression(expression: Expression, names: ReadonlyMap<string, string>): Expression {
  switch (expression.kind) {
    case 'variable':
      return renameVariable(expression, names)
    case 'term':
      return expression
    case 'call':
      return { ...expression, arguments: expression.arguments.map((one) => renameExpression(one, names)) }
    case 'function':
      return { ...expression, arguments: expression.arguments.map((one) => renameExpression(one, names)) }
    case 'exists':
      return { ...expression, operand: renamePattern(expression.operand, names) }
  }
}

function renameTerm(term: PatternTerm, names: ReadonlyMap<string, string>): PatternTerm {
  return term.kind === 'variable' ? renameVariable(term, names) : term
}

function renameVariable(variable: Variable, names: ReadonlyMap<string, string>): Variable {
  return { kind: 'variable', name: names.get(variable.name) ?? variable.name }
}
