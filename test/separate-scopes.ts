import { renamePattern } from '../src/compiler/rename.ts'
import { bgp, type Expression, type Operation, variable } from '../src/sparql/algebra.ts'
import { certainlyBound, freeVariables, inScope, mentioned } from '../src/sparql/scope.ts'

/**
 * The same operation with names of their own for variables that only look like others: those that a subselect or a group
 * hides, and those of an expression that are not in its scope (SPARQL 1.1, 18.2.1). Oxigraph takes variables of one name for one
 * variable wherever it moves filters through subselects or into optional parts.
 */
export function separateScopes(operation: Operation): Operation {
  let names = 0
  return separated(operation, new Set())

  function freshNames(hidden: Iterable<string>): ReadonlyMap<string, string> {
    return new Map([...hidden].map((name) => [name, `own${names++}`]))
  }

  /** `outer`: what an EXISTS around the operation puts into it. */
  function separated(one: Operation, outer: ReadonlySet<string>): Operation {
    const inner = (operand: Operation): Operation => separated(operand, outer)
    switch (one.kind) {
      case 'bgp':
      case 'path':
      case 'values':
        return one
      case 'join':
      case 'union':
        return { ...one, operands: one.operands.map(inner) }
      case 'leftJoin': {
        const [left, right] = [inner(one.left), inner(one.right)]
        const scope = new Set([...inScope(left), ...inScope(right), ...outer])
        return { ...one, left, right, ...(one.condition && { condition: own(one.condition, scope) }) }
      }
      case 'minus':
        return { ...one, left: inner(one.left), right: inner(one.right) }
      case 'filter': {
        const operand = inner(one.operand)
        return { ...one, operand, condition: own(one.condition, new Set([...inScope(operand), ...outer])) }
      }
      case 'extend': {
        const operand = inner(one.operand)
        return { ...one, operand, expression: own(one.expression, new Set([...inScope(operand), ...outer])) }
      }
      case 'graph':
      case 'service':
      case 'distinct':
      case 'slice':
      case 'orderBy':
        return { ...one, operand: inner(one.operand) }
      case 'project':
        return { ...one, operand: hiding(inner(one.operand), one.variables) }
      case 'group': {
        // What is aggregated is seen by the aggregates, which are renamed with it.
        const hidden = without(mentioned(one.operand), one.keys)
        return renamePattern({ ...one, operand: inner(one.operand) }, freshNames(hidden))
      }
    }
  }

  function hiding(operand: Operation, visible: readonly string[]): Operation {
    return renamePattern(operand, freshNames(without(mentioned(operand), visible)))
  }

  function own(expression: Expression, scope: ReadonlySet<string>): Expression {
    const separate = inPatterns(expression, scope)
    const hidden = freshNames(without(freeVariables(separate), [...scope]))
    return renamedIn(separate, hidden)
  }

  function inPatterns(expression: Expression, scope: ReadonlySet<string>): Expression {
    switch (expression.kind) {
      case 'variable':
      case 'term':
        return expression
      case 'call':
      case 'function':
        return { ...expression, arguments: expression.arguments.map((one) => inPatterns(one, scope)) }
      case 'exists':
        return { ...expression, operand: separated(expression.operand, scope) }
    }
  }
}

function without(names: ReadonlySet<string>, others: readonly string[]): readonly string[] {
  return [...names].filter((name) => !others.includes(name))
}

/** An expression renamed as the condition of a filter is. */
function renamedIn(condition: Expression, names: ReadonlyMap<string, string>): Expression {
  const renamed = renamePattern({ kind: 'filter', operand: bgp([]), condition }, names)
  return renamed.kind === 'filter' ? renamed.condition : variable('')
}

/**
 * Whether a filter within an optional part asks for a variable that the part itself may leave unbound and what stands before it
 * binds: the part is a group of its own, evaluated by itself (18.2.2.6, 18.5), but Oxigraph begins it with what is bound before.
 */
export function asksBeforeOptional(operation: Operation, before: ReadonlySet<string> = new Set()): boolean {
  switch (operation.kind) {
    case 'bgp':
    case 'path':
    case 'values':
      return false
    case 'join':
    case 'union':
      return operation.operands.some((one) => asksBeforeOptional(one, before))
    case 'leftJoin': {
      const around = new Set([...before, ...inScope(operation.left)])
      return asksBeforeOptional(operation.left, before) || asksBeforeOptional(operation.right, around)
    }
    case 'minus':
      return asksBeforeOptional(operation.left, before) || asksBeforeOptional(operation.right, before)
    case 'filter': {
      const bound = certainlyBound(operation.operand)
      const asked = [...freeVariables(operation.condition)]
      return (
        asked.some((name) => before.has(name) && !bound.has(name)) ||
        asksBeforeOptional(operation.operand, before)
      )
    }
    case 'extend':
    case 'graph':
    case 'service':
    case 'distinct':
    case 'slice':
    case 'orderBy':
    case 'project':
    case 'group':
      return asksBeforeOptional(operation.operand, before)
  }
}
