import { type Algebra, ExpressionTypes } from '@traqula/algebra-transformations-1-1'
import { ServiceError } from '../errors.ts'
import { iri } from '../rdf/term.ts'
import {
  type Aggregate,
  type AggregateFunction,
  type Expression,
  type Operator,
  operators,
  term,
  variable,
} from './algebra.ts'
import type { Conversion } from './conversion.ts'
import { groundTerm } from './convert-term.ts'

const operatorsByName: ReadonlyMap<string, Operator> = new Map<string, Operator>([
  ...operators.map((operator) => [operator.toLowerCase(), operator] as const),
  ['notin', 'NOT IN'],
  ['uri', 'IRI'],
  ['isuri', 'isIRI'],
])

const aggregateFunctions: Readonly<Record<Algebra.AggregateExpression['aggregator'], AggregateFunction>> = {
  count: 'count',
  sum: 'sum',
  min: 'min',
  max: 'max',
  avg: 'avg',
  sample: 'sample',
  group_concat: 'groupConcat',
}

/** An expression of the parser's as ours. */
export function convertExpressionIn(conversion: Conversion, expression: Algebra.Expression): Expression {
  const convertAll = (list: readonly Algebra.Expression[]) =>
    list.map((argument) => convertExpressionIn(conversion, argument))
  switch (expression.subType) {
    case ExpressionTypes.TERM: {
      const parsed = expression.term
      return parsed.termType === 'Variable'
        ? variable(conversion.renamed.get(parsed.value) ?? parsed.value)
        : term(groundTerm(parsed))
    }
    case ExpressionTypes.OPERATOR: {
      const operator = operatorsByName.get(expression.operator.toLowerCase())
      if (operator === undefined) {
        throw new ServiceError('unsupported', `The operator "${expression.operator}" is not supported.`)
      }
      const base =
        operator === 'IRI' && conversion.baseIri !== undefined ? [term(iri(conversion.baseIri))] : []
      return { kind: 'call', operator, arguments: [...convertAll(expression.args), ...base] }
    }
    case ExpressionTypes.NAMED:
      return { kind: 'function', iri: expression.name.value, arguments: convertAll(expression.args) }
    case ExpressionTypes.EXISTENCE:
      return { kind: 'exists', negated: expression.not, operand: conversion.convert(expression.input) }
    case ExpressionTypes.AGGREGATE:
    case ExpressionTypes.WILDCARD:
      throw new ServiceError('invalidQuery', 'An aggregate can only be used in SELECT, HAVING and ORDER BY.')
  }
}

/** An aggregate of a group. */
export function convertAggregate(conversion: Conversion, aggregate: Algebra.BoundAggregate): Aggregate {
  const { expression, separator } = aggregate
  return {
    variable: aggregate.variable.value,
    function: aggregateFunctions[aggregate.aggregator],
    distinct: aggregate.distinct,
    ...(expression.subType === ExpressionTypes.WILDCARD
      ? {}
      : { expression: convertExpressionIn(conversion, expression) }),
    ...(separator === undefined ? {} : { separator }),
  }
}
