import { type Literal, literal, type NamedNode, sameTerm, type Term, xsd } from '../rdf/term.ts'
import { type Expression, type Operation, type PatternTerm, term } from './algebra.ts'
import type { Query, TemplateTerm } from './query-form.ts'
import { inScope } from './scope.ts'

/** Terms that variables stand for, by the name of the variable. */
export type Bindings = ReadonlyMap<string, NamedNode | Literal>

/**
 * A query in which variables stand for terms: every solution of its pattern binds them to these, conditions anywhere in the
 * pattern see them, also where the pattern itself does not mention them, and templates have the terms in their place. A
 * subquery that does not select a variable has another one of the same name, which stays as it is.
 */
export function bindVariables(query: Query, bindings: Bindings): Query {
  if (bindings.size === 0) return query
  switch (query.kind) {
    case 'select':
      return { ...query, operation: modified(query.operation, bindings, false) }
    case 'ask':
      return { ...query, operation: modified(query.operation, bindings, true) }
    case 'construct': {
      const template = query.template.map(({ subject, predicate, object }) => ({
        subject: templateTerm(subject, bindings),
        predicate: templateTerm(predicate, bindings),
        object: templateTerm(object, bindings),
      }))
      return { ...query, template, operation: modified(query.operation, bindings, true) }
    }
    case 'describe': {
      // A literal has no description.
      const terms = query.terms.flatMap((named) => {
        const bound = named.kind === 'variable' ? (bindings.get(named.name) ?? named) : named
        return bound.kind === 'literal' ? [] : [bound]
      })
      return { ...query, terms, operation: modified(query.operation, bindings, true) }
    }
  }
}

/**
 * The solution modifiers of a query or subquery, down to its pattern, whose solutions bind the variables; `projected` where
 * there is no projection between here and the pattern, so that another one is of a subquery.
 */
function modified(operation: Operation, bindings: Bindings, projected: boolean): Operation {
  switch (operation.kind) {
    case 'project':
      return projected
        ? bound(operation, bindings)
        : { ...operation, operand: modified(operation.operand, bindings, true) }
    case 'distinct':
    case 'slice':
      return { ...operation, operand: modified(operation.operand, bindings, projected) }
    case 'orderBy':
      return {
        ...operation,
        operand: modified(operation.operand, bindings, projected),
        comparators: operation.comparators.map((comparator) => ({
          ...comparator,
          expression: inExpression(comparator.expression, bindings),
        })),
      }
    case 'extend':
    case 'filter':
      // Over groups: an expression of SELECT, or HAVING; else they are of the pattern.
      if (!hasGroup(operation.operand)) return bound(operation, bindings)
      return substituted(operation, bindings, modified(operation.operand, bindings, projected))
    case 'group':
      return {
        ...operation,
        operand: modified(operation.operand, bindings, projected),
        aggregates: operation.aggregates.map((aggregate) =>
          aggregate.expression === undefined
            ? aggregate
            : { ...aggregate, expression: inExpression(aggregate.expression, bindings) },
        ),
      }
    default:
      return bound(operation, bindings)
  }
}

function hasGroup(operation: Operation): boolean {
  if (operation.kind === 'group') return true
  return (operation.kind === 'extend' || operation.kind === 'filter') && hasGroup(operation.operand)
}

/** A pattern whose solutions bind all variables that have terms. */
function bound(operation: Operation, bindings: Bindings): Operation {
  const names = new Set(bindings.keys())
  return extended(substituted(operation, bindings), names, bindings)
}

function extended(operation: Operation, names: ReadonlySet<string>, bindings: Bindings): Operation {
  let result = operation
  for (const [name, value] of bindings) {
    if (names.has(name)) result = { kind: 'extend', operand: result, variable: name, expression: term(value) }
  }
  return result
}

/** An operation with the terms in place of the variables, which it then binds no more; `done` is its operand where that is. */
function substituted(operation: Operation, bindings: Bindings, done?: Operation): Operation {
  const inside = (operand: Operation): Operation => done ?? substituted(operand, bindings)
  switch (operation.kind) {
    case 'bgp': {
      const patterns = []
      for (const { subject, predicate, object } of operation.patterns) {
        const property = patternTerm(predicate, bindings)
        if (property.kind === 'literal') return nothing
        patterns.push({
          subject: patternTerm(subject, bindings),
          predicate: property,
          object: patternTerm(object, bindings),
        })
      }
      return { ...operation, patterns }
    }
    case 'path':
      return {
        ...operation,
        subject: patternTerm(operation.subject, bindings),
        object: patternTerm(operation.object, bindings),
      }
    case 'join':
    case 'union':
      return { ...operation, operands: operation.operands.map(inside) }
    case 'leftJoin': {
      const { condition } = operation
      return {
        ...operation,
        left: inside(operation.left),
        right: inside(operation.right),
        ...(condition === undefined ? {} : { condition: inExpression(condition, bindings) }),
      }
    }
    case 'minus': {
      // What both sides bind is what a solution is taken away for: there the variables have to stay.
      const left = inScope(operation.left)
      const shared = new Set([...inScope(operation.right)].filter((name) => left.has(name)))
      return without(
        {
          ...operation,
          left: extended(inside(operation.left), shared, bindings),
          right: extended(inside(operation.right), shared, bindings),
        },
        bindings,
      )
    }
    case 'filter':
      return {
        ...operation,
        operand: inside(operation.operand),
        condition: inExpression(operation.condition, bindings),
      }
    case 'extend': {
      const operand = inside(operation.operand)
      const expression = inExpression(operation.expression, bindings)
      const value = bindings.get(operation.variable)
      if (value === undefined) return { ...operation, operand, expression }
      const condition = { kind: 'call', operator: 'sameTerm', arguments: [expression, term(value)] } as const
      return { kind: 'filter', operand, condition }
    }
    case 'values':
      return substitutedValues(operation, bindings)
    case 'graph': {
      const name = patternTerm(operation.name, bindings)
      return name.kind === 'literal' ? nothing : { ...operation, name, operand: inside(operation.operand) }
    }
    case 'service': {
      const endpoint = patternTerm(operation.endpoint, bindings)
      return endpoint.kind === 'literal'
        ? nothing
        : { ...operation, endpoint, operand: inside(operation.operand) }
    }
    case 'distinct':
    case 'slice':
    case 'orderBy':
    case 'group':
    case 'project':
      return subquery(operation, bindings)
  }
}

/** A subquery, in which the variables are meant that it selects. */
function subquery(operation: Operation, bindings: Bindings): Operation {
  const selected = inScope(operation)
  const meant = new Map([...bindings].filter(([name]) => selected.has(name)))
  return meant.size === 0 ? operation : without(modified(operation, meant, false), meant)
}

/** An operation that binds none of the variables. */
function without(operation: Operation, bindings: Bindings): Operation {
  const variables = [...inScope(operation)]
  const others = variables.filter((name) => !bindings.has(name))
  return others.length === variables.length
    ? operation
    : { kind: 'project', operand: operation, variables: others }
}

function substitutedValues(
  { variables, rows }: Extract<Operation, { kind: 'values' }>,
  bindings: Bindings,
): Operation {
  const isMeant = (index: number): boolean => bindings.has(variables[index] ?? '')
  return {
    kind: 'values',
    variables: variables.filter((_, index) => !isMeant(index)),
    rows: rows
      .filter((row) => row.every((cell, index) => isCompatible(cell, bindings.get(variables[index] ?? ''))))
      .map((row) => row.filter((_, index) => !isMeant(index))),
  }
}

function isCompatible(cell: Term | null, value: NamedNode | Literal | undefined): boolean {
  return cell === null || value === undefined || sameTerm(cell, value)
}

/** A pattern without solutions. */
const nothing: Operation = { kind: 'values', variables: [], rows: [] }

function inExpression(expression: Expression, bindings: Bindings): Expression {
  switch (expression.kind) {
    case 'variable': {
      const value = bindings.get(expression.name)
      return value === undefined ? expression : term(value)
    }
    case 'term':
      return expression
    case 'call': {
      const [first] = expression.arguments
      if (expression.operator === 'BOUND' && first?.kind === 'variable' && bindings.has(first.name)) {
        return term(literal('true', xsd.boolean))
      }
      return { ...expression, arguments: expression.arguments.map((one) => inExpression(one, bindings)) }
    }
    case 'function':
      return { ...expression, arguments: expression.arguments.map((one) => inExpression(one, bindings)) }
    case 'exists':
      return { ...expression, operand: substituted(expression.operand, bindings) }
  }
}

function patternTerm<Given extends PatternTerm>(
  given: Given,
  bindings: Bindings,
): Given | NamedNode | Literal {
  return given.kind === 'variable' ? (bindings.get(given.name) ?? given) : given
}

function templateTerm(given: TemplateTerm, bindings: Bindings): TemplateTerm {
  return given.kind === 'variable' ? (bindings.get(given.name) ?? given) : given
}
