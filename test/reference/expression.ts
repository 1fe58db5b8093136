import { type Literal, literal, type Term } from '../../src/rdf/term.ts'
import type { Expression } from '../../src/sparql/algebra.ts'
import { compileExpression } from '../../src/sparql/evaluate.ts'
import { effectiveBooleanValue } from '../../src/sparql/functions/boolean.ts'
import { parseExpression } from '../../src/sparql/parse.ts'
import type { Collected } from './collected.ts'
import { iriOfName } from './names.ts'
import type { OperationFacts, Value } from './operation-facts.ts'

const xsd = 'http://www.w3.org/2001/XMLSchema#'

/** One combination of the values of sibling fields, by response name; a field without a value is not in it. */
export type Row = ReadonlyMap<string, Term>

/** What the names in the expressions of one selection set mean: a response name, else the name of a field. */
export function referredKeys(set: Collected): ReadonlyMap<string, string> {
  const keys = new Map<string, string>()
  const fields = set.fields.flatMap((one) =>
    one.kind === 'field' && one.field.name.value !== '__typename' ? [one] : [],
  )
  for (const { key } of fields) keys.set(key, key)
  for (const { key, field } of fields) if (!keys.has(field.name.value)) keys.set(field.name.value, key)
  return keys
}

/** The value of an expression in a row; `undefined` where it errs. */
export function valueIn(
  text: string,
  row: Row,
  keys: ReadonlyMap<string, string>,
  facts: OperationFacts,
): Term | undefined {
  const expression = parsed(text, facts)
  const names = [...namesIn(expression)]
  const values = names.map((name): Term | undefined => {
    const key = keys.get(name)
    if (key !== undefined) return row.get(key)
    const value = facts.variables.get(name)
    if (value === undefined) throw new Error(`Nothing is called $${name}.`)
    return termOf(value, facts)
  })
  return compileExpression(expression, names)(values)
}

/** Whether an expression is true in a row; one that errs is not. */
export function isTrueIn(
  text: string,
  row: Row,
  keys: ReadonlyMap<string, string>,
  facts: OperationFacts,
): boolean {
  const value = valueIn(text, row, keys, facts)
  return value !== undefined && effectiveBooleanValue(value) === true
}

/** The response names that an expression refers to. */
export function keysIn(
  text: string,
  keys: ReadonlyMap<string, string>,
  facts: OperationFacts,
): ReadonlySet<string> {
  return new Set([...namesIn(parsed(text, facts))].flatMap((name) => keys.get(name) ?? []))
}

const cache = new WeakMap<OperationFacts, Map<string, Expression>>()

function parsed(text: string, facts: OperationFacts): Expression {
  const known = cache.get(facts) ?? new Map<string, Expression>()
  cache.set(facts, known)
  const expression = known.get(text) ?? parseExpression(text, { namespaces: facts.vocabulary.prefixes })
  known.set(text, expression)
  return expression
}

function namesIn(expression: Expression): ReadonlySet<string> {
  switch (expression.kind) {
    case 'variable':
      return new Set([expression.name])
    case 'call':
    case 'function':
      return new Set(expression.arguments.flatMap((one) => [...namesIn(one)]))
    case 'term':
    case 'exists':
      return new Set()
  }
}

/** An operation's variable as a term: names are IRIs. */
function termOf(value: Value, facts: OperationFacts): Term {
  switch (value.kind) {
    case 'number':
      return numberOf(value.text)
    case 'string':
      return literal(value.value)
    case 'boolean':
      return literal(String(value.value), `${xsd}boolean`)
    case 'name':
      return {
        kind: 'iri',
        value: value.name.includes(':') ? value.name : iriOfName(value.name, facts.vocabulary),
      }
    case 'null':
    case 'list':
    case 'object':
      throw new Error('Not a value for an expression.')
  }
}

function numberOf(text: string): Literal {
  if (/e/i.test(text)) return literal(text, `${xsd}double`)
  return literal(text, text.includes('.') ? `${xsd}decimal` : `${xsd}integer`)
}
