import { ServiceError } from '../errors.ts'
import { iri, literal, xsd } from '../rdf/term.ts'
import { call, type Expression, term, variable } from '../sparql/algebra.ts'
import { casts } from '../sparql/functions/casts.ts'
import { parseExpression } from '../sparql/parse.ts'
import type { ExpressionText } from './field-directives.ts'
import { nodeIri } from './node-iri.ts'
import { type Resolution, report } from './resolution.ts'
import type { InputValue } from './variables.ts'

/** What `$name` can stand for in an expression: response names of fields by the names that refer to them. */
export type FieldNames = ReadonlyMap<string, string>

const longestText = 4_096
const mostNodes = 200

/**
 * Parses an expression of a directive. Its variables become response names of fields of the same selection set, or the
 * values of the operation's variables. What is wrong with it is reported, and the expression then is `undefined`.
 */
export function resolveExpression(
  resolution: Resolution,
  { text, node }: ExpressionText,
  fields: FieldNames,
): Expression | undefined {
  if (text.length > longestText) {
    const message = `An expression has ${text.length.toLocaleString('en')} characters; the limit is 4,096.`
    report(resolution, 'LIMIT_EXCEEDED', message, node.value)
    return undefined
  }
  let parsed: Expression
  try {
    parsed = parseExpression(text, { namespaces: resolution.namespaces })
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    const code = error.kind === 'unsupported' ? 'UNSUPPORTED' : 'BAD_USER_INPUT'
    report(resolution, code, `In the expression ${JSON.stringify(text)}: ${error.message}`, node.value)
    return undefined
  }
  if (countNodes(parsed) > mostNodes) {
    const message = `An expression has more than ${mostNodes} operators, functions and operands.`
    report(resolution, 'LIMIT_EXCEEDED', message, node.value)
    return undefined
  }
  const unknown = unknownFunction(parsed)
  if (unknown !== undefined) {
    report(resolution, 'BAD_USER_INPUT', `Unknown function <${unknown}> in an expression.`, node.value)
    return undefined
  }
  return substitute(parsed, (name) => refer(resolution, name, fields, node))
}

/** The response name or value that `$name` stands for. */
function refer(
  resolution: Resolution,
  name: string,
  fields: FieldNames,
  node: ExpressionText['node'],
): Expression {
  const key = fields.get(name)
  if (key !== undefined) return variable(key)
  const value = resolution.variables.get(name)
  if (value === undefined) {
    const existing = listNames(new Set([...fields.keys(), ...resolution.variables.keys()]))
    report(resolution, 'BAD_USER_INPUT', `Unknown name "$${name}" in an expression. ${existing}`, node.value)
    return variable(name)
  }
  const constant = constantOf(resolution, value, node)
  if (constant !== undefined) return constant
  const message = `Variable "$${name}" is a ${value.kind}; in an expression it has to be a number, string, boolean or name.`
  report(resolution, 'BAD_USER_INPUT', message, node.value)
  return variable(name)
}

/** The names that there are, as a sentence; of many the first. */
function listNames(names: ReadonlySet<string>): string {
  if (names.size === 0) return 'There are none here.'
  const listed = [...names].slice(0, 20).map((name) => `$${name}`)
  const others = names.size - listed.length
  const more = others === 0 ? '' : `, and ${others.toLocaleString('en')} more`
  return `There are ${listed.join(', ')}${more}.`
}

function constantOf(
  resolution: Resolution,
  value: InputValue,
  node: ExpressionText['node'],
): Expression | undefined {
  switch (value.kind) {
    case 'integer':
      return term(literal(value.text, xsd.integer))
    case 'float':
      return term(literal(value.text, /e/i.test(value.text) ? xsd.double : xsd.decimal))
    case 'string':
      return term(literal(value.value))
    case 'boolean':
      return term(literal(String(value.value), xsd.boolean))
    case 'name': {
      const { iri: declared, text } = value.stands ?? {}
      if (declared === undefined && text !== undefined) return term(literal(text))
      return term(iri(declared ?? nodeIri(resolution, value.name, node.value)))
    }
    case 'null':
    case 'list':
    case 'object':
      return undefined
  }
}

/** Replaces the variables of an expression that has no patterns in it. */
export function substitute(expression: Expression, replace: (name: string) => Expression): Expression {
  switch (expression.kind) {
    case 'variable':
      return replace(expression.name)
    case 'term':
    case 'exists':
      return expression
    case 'call':
      return { ...expression, arguments: expression.arguments.map((one) => substitute(one, replace)) }
    case 'function':
      return { ...expression, arguments: expression.arguments.map((one) => substitute(one, replace)) }
  }
}

/** Names of the variables in an expression that has no patterns in it. */
export function variablesIn(expression: Expression): ReadonlySet<string> {
  const names = new Set<string>()
  substitute(expression, (name) => {
    names.add(name)
    return variable(name)
  })
  return names
}

/** Whether a condition is true; one that errs is not. */
export function isTrue(condition: Expression): Expression {
  const yes = term(literal('true', xsd.boolean))
  const no = term(literal('false', xsd.boolean))
  return call('COALESCE', call('IF', condition, yes, no), no)
}

/** IRI of the first function that is none of the casts of XML Schema types. */
function unknownFunction(expression: Expression): string | undefined {
  if (expression.kind === 'function' && !casts.has(expression.iri)) return expression.iri
  const operands = expression.kind === 'call' || expression.kind === 'function' ? expression.arguments : []
  return operands.map(unknownFunction).find((iri) => iri !== undefined)
}

function countNodes(expression: Expression): number {
  const operands = expression.kind === 'call' || expression.kind === 'function' ? expression.arguments : []
  return operands.reduce((count, one) => count + countNodes(one), 1)
}
