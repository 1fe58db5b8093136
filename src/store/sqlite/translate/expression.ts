import type { Literal, Term } from '../../../rdf/term.ts'
import { literal, xsd } from '../../../rdf/term.ts'
import { type Call, type Exists, type Expression, type Operation, variable } from '../../../sparql/algebra.ts'
import { isVolatile } from '../../../sparql/evaluate.ts'
import { freeVariables } from '../../../sparql/scope.ts'
import { family, typeNumber } from '../schema.ts'
import type { Binding } from '../select/block.ts'
import { all, any, coalesce, never, nothing, parameter, type Sql, sql } from '../select/sql.ts'
import { compareStored, compareWithConstant, isComparable, isComparison, mirrored } from './comparison.ts'
import { mayTie } from './number-ties.ts'
import type { DatabaseFacts } from './translation.ts'

/** What an expression sees: the bindings of the solution, and how `EXISTS` tests a pattern with them. */
export interface ExpressionScope {
  readonly facts: DatabaseFacts
  lookup(variable: string): Binding | undefined
  exists(operation: Operation): Sql
}

/** Names of the SQL functions by which an expression is evaluated in JavaScript. */
export const evaluationFunctions = {
  cell: 'evaluate_cell',
  truth: 'evaluate_truth',
  volatileCell: 'evaluate_volatile_cell',
  volatileTruth: 'evaluate_volatile_truth',
} as const

/** The effective boolean value of an expression: 1, 0, or NULL for an error (SPARQL 1.1, 17.2.2). */
export function truth(expression: Expression, scope: ExpressionScope): Sql {
  switch (expression.kind) {
    case 'exists':
      return exists(expression, scope)
    case 'call':
      return truthOfCall(expression, scope) ?? evaluate(expression, scope, 'truth')
    case 'variable':
    case 'term':
    case 'function':
      return evaluate(expression, scope, 'truth')
  }
}

/** The cell of an expression's value; NULL for an error. */
export function cell(expression: Expression, scope: ExpressionScope): Sql {
  switch (expression.kind) {
    case 'variable':
      return scope.lookup(expression.name)?.value ?? nothing
    case 'term':
      return parameter(scope.facts.cellOf(expression.term))
    case 'exists':
      return booleanCell(exists(expression, scope), scope)
    case 'function':
      return evaluate(expression, scope, 'cell')
    case 'call': {
      if (expression.operator === 'COALESCE') {
        return expression.arguments.length === 0
          ? nothing
          : coalesce(expression.arguments.map((one) => cell(one, scope)))
      }
      const [condition, whenTrue, whenFalse] = expression.arguments
      if (
        expression.operator === 'IF' &&
        condition !== undefined &&
        whenTrue !== undefined &&
        whenFalse !== undefined
      ) {
        const test = truth(condition, scope)
        return sql`CASE WHEN ${test} THEN ${cell(whenTrue, scope)} WHEN NOT ${test} THEN ${cell(whenFalse, scope)} END`
      }
      const native = truthOfCall(expression, scope)
      return native === undefined ? evaluate(expression, scope, 'cell') : booleanCell(native, scope)
    }
  }
}

function exists(expression: Exists, scope: ExpressionScope): Sql {
  const found = scope.exists(expression.operand)
  return expression.negated ? sql`(NOT ${found})` : found
}

function booleanCell(condition: Sql, scope: ExpressionScope): Sql {
  const of = (value: string) => parameter(scope.facts.cellOf(literal(value, xsd.boolean)))
  return sql`CASE ${condition} WHEN 1 THEN ${of('true')} WHEN 0 THEN ${of('false')} END`
}

/** The calls that SQL answers itself; `undefined` for the others. */
function truthOfCall(call: Call, scope: ExpressionScope): Sql | undefined {
  const { operator, arguments: args } = call
  const [first, second] = args
  switch (operator) {
    case '&&':
      return sql`(${all(args.map((one) => truth(one, scope)))})`
    case '||':
      return any(args.map((one) => truth(one, scope)))
    case '!':
      return first && sql`(NOT ${truth(first, scope)})`
    case 'BOUND': {
      if (first?.kind !== 'variable') return undefined
      const binding = scope.lookup(first.name)
      if (binding === undefined) return never
      return binding.maybeUnbound ? sql`(${binding.value} IS NOT NULL)` : ['1']
    }
    case 'IN':
    case 'NOT IN': {
      if (first === undefined) return undefined
      const members = args.slice(1).map((one) => compare('=', first, one, scope))
      const defined = members.filter((one) => one !== undefined)
      if (defined.length !== members.length) return undefined
      return operator === 'IN' ? any(defined) : sql`(NOT ${any(defined)})`
    }
    case 'sameTerm':
      return first && second && sql`(${cell(first, scope)} = ${cell(second, scope)})`
    case 'isIRI':
      return kindTest(first, [`x.type = ${typeNumber.iri}`], scope)
    case 'isBlank':
      return kindTest(first, [`x.type = ${typeNumber.blank}`], scope)
    case 'isLiteral':
      return kindTest(first, [`x.type > ${typeNumber.iri}`], scope)
    case 'isNumeric':
      return kindTest(first, [`x.family = ${family.numeric}`], scope)
    default:
      if (!isComparison(operator) || first === undefined || second === undefined) return undefined
      return compare(operator, first, second, scope)
  }
}

function kindTest(argument: Expression | undefined, condition: Sql, scope: ExpressionScope): Sql | undefined {
  const binding = argument?.kind === 'variable' ? scope.lookup(argument.name) : undefined
  if (binding === undefined || !binding.stored) return undefined
  return sql`(SELECT ${condition} FROM term AS x WHERE x.id = ${binding.value})`
}

function compare(
  operator: '=' | '!=' | '<' | '>' | '<=' | '>=',
  left: Expression,
  right: Expression,
  scope: ExpressionScope,
): Sql | undefined {
  if (left.kind === 'term' && right.kind !== 'term') return compare(mirrored[operator], right, left, scope)
  if (right.kind === 'term') {
    const constant = right.term
    if (left.kind === 'variable') {
      const binding = scope.lookup(left.name)
      if (binding === undefined || !binding.stored || !isComparable(constant)) return undefined
      const tied =
        constant.kind === 'literal' && mayTie(constant, scope.facts)
          ? evaluate({ kind: 'call', operator, arguments: [left, right] }, scope, 'truth')
          : undefined
      const constantCell = scope.facts.cellOf(constant)
      return sql`(${compareWithConstant(operator, binding.value, constant, constantCell, tied)})`
    }
    return compareAccessor(operator, left, constant, scope)
  }
  if (left.kind !== 'variable' || right.kind !== 'variable') return undefined
  const [a, b] = [scope.lookup(left.name), scope.lookup(right.name)]
  if (a === undefined || b === undefined || !a.stored || !b.stored) return undefined
  const evaluated = evaluate({ kind: 'call', operator, arguments: [left, right] }, scope, 'truth')
  return compareStored(operator, a.value, b.value, evaluated)
}

/** `STR(?x)`, `LANG(?x)`, `DATATYPE(?x)` equal or not to a constant: over the columns of the dictionary. */
function compareAccessor(
  operator: string,
  left: Expression,
  constant: Term,
  scope: ExpressionScope,
): Sql | undefined {
  if (left.kind !== 'call' || (operator !== '=' && operator !== '!=')) return undefined
  const [argument] = left.arguments
  const binding = argument?.kind === 'variable' ? scope.lookup(argument.name) : undefined
  if (binding === undefined || !binding.stored) return undefined
  const sign = operator === '=' ? '=' : '<>'
  const test = (condition: Sql): Sql =>
    sql`(SELECT ${condition} FROM term AS x WHERE x.id = ${binding.value})`
  switch (left.operator) {
    case 'STR':
      if (!isString(constant)) return undefined
      return test([
        `CASE WHEN x.type <> ${typeNumber.blank} THEN x.value ${sign} `,
        ...parameter(constant.value),
        ' END',
      ])
    case 'LANG':
      if (!isString(constant)) return undefined
      return test([
        `CASE WHEN x.type > ${typeNumber.iri} THEN x.lang ${sign} `,
        ...parameter(constant.value),
        ' END',
      ])
    case 'DATATYPE':
      if (constant.kind !== 'iri') return undefined
      return test([
        `CASE WHEN x.type > ${typeNumber.iri} THEN (SELECT y.iri FROM datatype AS y WHERE y.id = x.type) ${sign} `,
        ...parameter(constant.value),
        ' END',
      ])
    default:
      return undefined
  }
}

function isString(term: Term): term is Literal {
  return term.kind === 'literal' && term.datatype === xsd.string
}

/** Evaluates an expression in JavaScript, over the cells of its variables. `EXISTS` inside it becomes a variable. */
function evaluate(expression: Expression, scope: ExpressionScope, result: 'cell' | 'truth'): Sql {
  const patterns = new Map<string, Sql>()
  const plain = withoutExists(expression, (one) => {
    const name = ` exists${patterns.size}`
    patterns.set(name, booleanCell(exists(one, scope), scope))
    return name
  })
  const variables = [...freeVariables(plain)].filter(
    (name) => patterns.has(name) || scope.lookup(name) !== undefined,
  )
  const cells = variables.map((name) => patterns.get(name) ?? scope.lookup(name)?.value ?? nothing)
  const number = scope.facts.register(plain, variables)
  const name = isVolatile(plain)
    ? evaluationFunctions[result === 'cell' ? 'volatileCell' : 'volatileTruth']
    : evaluationFunctions[result]
  const args = [parameter(number), ...cells]
  return [`${name}(`, ...args.flatMap((piece, index) => (index === 0 ? piece : [', ', ...piece])), ')']
}

function withoutExists(expression: Expression, name: (exists: Exists) => string): Expression {
  switch (expression.kind) {
    case 'exists':
      return variable(name(expression))
    case 'call':
    case 'function':
      return { ...expression, arguments: expression.arguments.map((one) => withoutExists(one, name)) }
    case 'variable':
    case 'term':
      return expression
  }
}
