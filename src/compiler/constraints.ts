import type { Path } from '../graphql/schema.ts'
import { iri, literal, xsd } from '../rdf/term.ts'
import { bgp, call, type Expression, filter, term, variable } from '../sparql/algebra.ts'
import type { Names } from './names.ts'
import type { Constraint, Match } from './operation.ts'
import { pathPatterns } from './path-patterns.ts'

/** A constraint as an expression about its node. */
export function constraintExpression(node: string, constraint: Constraint, names: Names): Expression {
  switch (constraint.kind) {
    case 'node':
      return isOneOf(node, constraint.iris)
    case 'absent':
      return lacks(node, constraint.path, names)
    case 'value':
      return hasMatch(node, constraint.path, constraint.matches, names)
    case 'valueOrAbsent':
      return call(
        '||',
        lacks(node, constraint.path, names),
        hasMatch(node, constraint.path, constraint.matches, names),
      )
  }
}

function hasMatch(node: string, path: Path, matches: readonly Match[], names: Names): Expression {
  const value = names.helper()
  const operand = filter(bgp(pathPatterns(node, path, variable(value), names)), [
    matchExpression(value, matches),
  ])
  return { kind: 'exists', negated: false, operand }
}

function lacks(node: string, path: Path, names: Names): Expression {
  const value = names.helper()
  return { kind: 'exists', negated: true, operand: bgp(pathPatterns(node, path, variable(value), names)) }
}

function isOneOf(value: string, iris: readonly string[]): Expression {
  return isIn(
    variable(value),
    iris.map((one) => term(iri(one))),
  )
}

/**
 * That the value of a variable matches one of several: numbers and booleans by value, IRIs as terms, strings by the
 * lexical form of every literal that is neither a number nor a boolean, texts by that of every literal.
 */
export function matchExpression(value: string, matches: readonly Match[]): Expression {
  const direct: Expression[] = []
  const strings: string[] = []
  const texts: string[] = []
  for (const match of matches) {
    switch (match.kind) {
      case 'number':
        direct.push(term(match.literal))
        break
      case 'boolean':
        direct.push(term(literal(String(match.value), xsd.boolean)))
        break
      case 'iri':
        direct.push(term(iri(match.iri)))
        break
      case 'string':
        strings.push(match.value)
        break
      case 'text':
        texts.push(match.value)
    }
  }
  const alternatives = [
    ...(direct.length > 0 ? [isIn(variable(value), direct)] : []),
    ...stringMatches(value, strings, texts),
  ]
  const [first, ...rest] = alternatives
  if (first === undefined) return term(literal('false', xsd.boolean))
  return rest.reduce((any, one) => call('||', any, one), first)
}

/** Only a string that could be a well-typed number or boolean has to be told from one. */
function stringMatches(value: string, strings: readonly string[], texts: readonly string[]): Expression[] {
  const plain = [...strings.filter((text) => !looksNumeric(text) && !looksBoolean(text)), ...texts]
  const numeric = strings.filter(looksNumeric)
  const boolean = strings.filter((text) => looksBoolean(text) && !looksNumeric(text))
  const isLiteral = call('isLiteral', variable(value))
  const isNumber = call('isNumeric', variable(value))
  const isBoolean = call('=', call('DATATYPE', variable(value)), term(iri(xsd.boolean)))
  const matching = (texts: readonly string[], ...conditions: Expression[]): Expression[] => {
    if (texts.length === 0) return []
    const same = isIn(
      call('STR', variable(value)),
      texts.map((text) => term(literal(text))),
    )
    return [[...conditions, same].reduce((all, one) => call('&&', all, one))]
  }
  return [
    ...matching(plain, isLiteral),
    ...matching(numeric, isLiteral, call('!', isNumber), call('!', isBoolean)),
    ...matching(boolean, isLiteral, call('!', isBoolean)),
  ]
}

function isIn(tested: Expression, members: readonly Expression[]): Expression {
  const [only] = members
  return only !== undefined && members.length === 1
    ? call('=', tested, only)
    : { kind: 'call', operator: 'IN', arguments: [tested, ...members] }
}

function looksNumeric(text: string): boolean {
  return /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$|^([+-]?INF|NaN)$/.test(text)
}

function looksBoolean(text: string): boolean {
  return /^(true|false|0|1)$/.test(text)
}
