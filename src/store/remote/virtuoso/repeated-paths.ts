import { iri } from '../../../rdf/term.ts'
import {
  bgp,
  type Expression,
  join,
  type Operation,
  type Path,
  type PatternTerm,
  type TriplePattern,
  term,
  union,
  variable,
} from '../../../sparql/algebra.ts'
import { mapOperands } from '../../../sparql/map-operands.ts'
import type { PropertyPath } from '../../../sparql/property-path.ts'
import { inScope } from '../../../sparql/scope.ts'
import { variablesBeside } from '../text/variables-beside.ts'

/**
 * Repeated paths stand beside a triple that tells where to start, in a subselect that has each pair of ends once: `p+` with
 * a triple of each link, `{ ?s :p ?step0 . ?step0 :p* ?o }`, which within `EXISTS` is no subselect, and `p*` with a triple
 * pattern that has one of its ends and is joined with it anyway, `{ ?s :name ?n . ?s :p* ?o }`. Where an end of `p*` is a
 * term, that is the start: of several links by itself, of one as the way of no step beside those of `p+`.
 */
export function beginPaths(operation: Operation): Operation {
  const names = variablesBeside(operation, 'step')
  return change(operation, false)

  function change(one: Operation, inExists: boolean): Operation {
    if (one.kind === 'path') return walked(one, [], inExists)
    if (one.kind === 'join') {
      const beside = one.operands.flatMap((operand) => (operand.kind === 'bgp' ? operand.patterns : []))
      return join(
        one.operands.map((operand) =>
          operand.kind === 'path' ? walked(operand, beside, inExists) : change(operand, inExists),
        ),
      )
    }
    const conditions = new Set(conditionsOf(one).flatMap(patternsOf))
    return mapOperands(one, (operand) => change(operand, inExists || conditions.has(operand)))
  }

  function walked(path: Path, beside: readonly TriplePattern[], inExists: boolean): Operation {
    if (path.path.kind !== 'repeated') return path
    switch (path.path.times) {
      case 'zeroOrOne':
        return path
      case 'zeroOrMore': {
        const stay = atName(path)
        if (stay !== undefined) {
          const ways = path.path.path.kind === 'alternative' ? undefined : waysOf(path, path.path.path)
          return eachOnce(ways === undefined ? path : union([stay, ...ways]), path)
        }
        const start = startOf(path, beside)
        return start === undefined ? path : eachOnce(join([bgp([start]), path]), path)
      }
      case 'oneOrMore': {
        const ways = waysOf(path, path.path.path)
        if (ways === undefined) return path
        return inExists ? union(ways) : eachOnce(union(ways), path)
      }
    }
  }

  function waysOf({ subject, object }: Path, repeated: PropertyPath): readonly Operation[] | undefined {
    const rest: PropertyPath = { kind: 'repeated', path: repeated, times: 'zeroOrMore' }
    const ways: Operation[] = []
    for (const step of repeated.kind === 'alternative' ? repeated.paths : [repeated]) {
      const next = variable(names())
      const first = stepPattern(subject, step, next)
      if (first === undefined) return undefined
      ways.push(join([bgp([first]), { kind: 'path', subject: next, path: rest, object }]))
    }
    return ways
  }
}

/** The ends of a path as an operation finds them, each pair once; the path where both are terms. */
function eachOnce(found: Operation, path: Path): Operation {
  const variables = [...inScope(path)]
  if (variables.length === 0) return path
  return { kind: 'distinct', operand: { kind: 'project', operand: found, variables } }
}

/** The term of one end of a path as its other end; `undefined` where none or both are terms. */
function atName({ subject, object }: Path): Operation | undefined {
  const [from, to] = subject.kind === 'variable' ? [subject, object] : [object, subject]
  if (from.kind !== 'variable' || to.kind === 'variable') return undefined
  return { kind: 'extend', operand: bgp([]), variable: from.name, expression: term(to) }
}

/** A triple pattern whose subject or object is an end of a path. */
function startOf({ subject, object }: Path, beside: readonly TriplePattern[]): TriplePattern | undefined {
  const ends = [subject, object].flatMap((end) => (end.kind === 'variable' ? [end.name] : []))
  return beside.find((pattern) =>
    [pattern.subject, pattern.object].some((end) => end.kind === 'variable' && ends.includes(end.name)),
  )
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
