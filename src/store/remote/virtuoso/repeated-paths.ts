import { iri } from '../../../rdf/term.ts'
import {
  bgp,
  type Expression,
  join,
  type Operation,
  type Path,
  type PatternTerm,
  type TriplePattern,
  union,
  variable,
} from '../../../sparql/algebra.ts'
import { mapOperands } from '../../../sparql/map-operands.ts'
import type { PropertyPath } from '../../../sparql/property-path.ts'
import { inScope } from '../../../sparql/scope.ts'
import { variablesBeside } from '../text/variables-beside.ts'

/**
 * Paths `p+` of links begin with a triple of each link, which tells where to start: `{ ?s :p ?step0 . ?step0 :p* ?o }`, in a
 * subselect that has each pair of ends once, but within `EXISTS`.
 */
export function beginPaths(operation: Operation): Operation {
  const names = variablesBeside(operation, 'step')
  return change(operation, false)

  function change(one: Operation, inExists: boolean): Operation {
    if (one.kind !== 'path') {
      const conditions = new Set(conditionsOf(one).flatMap(patternsOf))
      return mapOperands(one, (operand) => change(operand, inExists || conditions.has(operand)))
    }
    const ways = waysOf(one)
    const variables = [...inScope(one)]
    if (ways === undefined) return one
    if (inExists) return union(ways)
    if (variables.length === 0) return one
    return { kind: 'distinct', operand: { kind: 'project', operand: union(ways), variables } }
  }

  function waysOf({ subject, path, object }: Path): readonly Operation[] | undefined {
    if (path.kind !== 'repeated' || path.times !== 'oneOrMore') return undefined
    const steps = path.path.kind === 'alternative' ? path.path.paths : [path.path]
    const rest: PropertyPath = { ...path, times: 'zeroOrMore' }
    const ways: Operation[] = []
    for (const step of steps) {
      const next = variable(names())
      const first = stepPattern(subject, step, next)
      if (first === undefined) return undefined
      ways.push(join([bgp([first]), { kind: 'path', subject: next, path: rest, object }]))
    }
    return ways
  }
}

/** The triple of one link; `undefined` of what is no link. */
function stepPattern(from: PatternTerm, step: PropertyPath, to: PatternTerm): TriplePattern | undefined {
  if (step.kind === 'link') return { subject: from, predicate: iri(step.iri), object: to }
  if (step.kind !== 'inverse' || step.path.kind !== 'link') return undefined
  return { subject: to, predicate: iri(step.path.iri), object: from }
}

function conditionsOf(operation: Operation): readonly Expression[] {
  switch (operation.kind) {
    case 'filter':
      return [operation.condition]
    case 'extend':
      return [operation.expression]
    case 'leftJoin':
      return operation.condition === undefined ? [] : [operation.condition]
    case 'orderBy':
      return operation.comparators.map(({ expression }) => expression)
    case 'group':
      return operation.aggregates.flatMap(({ expression }) => expression ?? [])
    default:
      return []
  }
}

/** The patterns of EXISTS in an expression. */
function patternsOf(expression: Expression): readonly Operation[] {
  switch (expression.kind) {
    case 'variable':
    case 'term':
      return []
    case 'exists':
      return [expression.operand]
    case 'call':
    case 'function':
      return expression.arguments.flatMap(patternsOf)
  }
}
