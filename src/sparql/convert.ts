import { type Algebra, Types } from '@traqula/algebra-transformations-1-1'
import { type Expression, filter, type Group, join, type Operation, union } from './algebra.ts'
import type { Conversion, Source } from './conversion.ts'
import { convertAggregate, convertExpressionIn } from './convert-expression.ts'
import { convertPath } from './convert-path.ts'
import { convertTriple, groundTerm, nameTerm } from './convert-term.ts'
import { namesBeside } from './fresh-names.ts'
import { shareBlankNodes } from './share-blank-nodes.ts'

/** The parser's algebra of a pattern with its solution modifiers as ours. */
export function convertOperation(operation: Algebra.Operation, source: Source): Operation {
  return createConversion(source).convert(operation)
}

/** The parser's algebra of an expression as ours. */
export function convertExpression(expression: Algebra.Expression, source: Source): Expression {
  return convertExpressionIn(createConversion(source), expression)
}

function createConversion({ text, baseIri }: Source): Conversion {
  return scopedConversion({ freshName: namesBeside(text, 'step'), baseIri })
}

/** A conversion of one SELECT: the parser names aggregates anew in each. */
function scopedConversion({ freshName, baseIri }: Pick<Conversion, 'freshName' | 'baseIri'>): Conversion {
  const conversion: Conversion = {
    convert: (operation) => convertIn(conversion, operation),
    freshName,
    baseIri,
    renamed: new Map(),
    solutionNames: new Set(),
  }
  return conversion
}

function convertIn(conversion: Conversion, operation: Algebra.Operation): Operation {
  const { convert } = conversion
  switch (operation.type) {
    case Types.BGP:
      return { kind: 'bgp', patterns: operation.patterns.map(convertTriple) }
    case Types.JOIN:
      return join(operation.input.map(convert))
    case Types.LEFT_JOIN: {
      const [left, right] = operation.input
      const converted = { kind: 'leftJoin', left: convert(left), right: convert(right) } as const
      if (operation.expression === undefined) return converted
      return { ...converted, condition: convertExpressionIn(conversion, operation.expression) }
    }
    case Types.UNION:
      return union(operation.input.map(convert))
    case Types.MINUS: {
      const [left, right] = operation.input
      return { kind: 'minus', left: convert(left), right: convert(right) }
    }
    case Types.FILTER:
      return filter(convert(operation.input), [convertExpressionIn(conversion, operation.expression)])
    case Types.EXTEND:
      return convertExtend(conversion, operation)
    case Types.VALUES: {
      const variables = operation.variables.map((variable) => variable.value)
      const rows = operation.bindings.map((binding) =>
        variables.map((name) => {
          const cell = binding[name]
          return cell === undefined ? null : groundTerm(cell)
        }),
      )
      return { kind: 'values', variables, rows }
    }
    case Types.GRAPH:
      return { kind: 'graph', name: nameTerm(operation.name), operand: convert(operation.input) }
    case Types.PATH:
      return convertPath(conversion, operation)
    case Types.PROJECT:
      return {
        kind: 'project',
        operand: scopedConversion(conversion).convert(operation.input),
        variables: operation.variables.map((variable) => variable.value),
      }
    case Types.DISTINCT:
      return { kind: 'distinct', operand: convert(operation.input) }
    case Types.REDUCED:
      // Duplicates may stay (SPARQL 1.1, 15.3.2).
      return convert(operation.input)
    case Types.ORDER_BY: {
      const operand = convert(operation.input)
      const comparators = operation.expressions.map((expression) => {
        const [only] = 'operator' in expression && expression.operator === 'desc' ? expression.args : []
        return {
          expression: convertExpressionIn(conversion, only ?? expression),
          descending: only !== undefined,
        }
      })
      return { kind: 'orderBy', operand, comparators }
    }
    case Types.SLICE: {
      const slice = { kind: 'slice', operand: convert(operation.input), offset: operation.start } as const
      return operation.length === undefined ? slice : { ...slice, limit: operation.length }
    }
    case Types.GROUP: {
      const operand = convert(operation.input)
      const keys = operation.variables.map((variable) => variable.value)
      const aggregates = operation.aggregates.map((aggregate) => convertAggregate(conversion, aggregate))
      return { kind: 'group', operand, keys, aggregates }
    }
    case Types.SERVICE:
      return {
        kind: 'service',
        endpoint: nameTerm(operation.name),
        silent: operation.silent,
        operand: convert(operation.input),
      }
    default:
      throw new Error(`The operation "${operation.type}" in a pattern`)
  }
}

/** `(COUNT(?x) AS ?n)` comes as an aggregate with a name of the parser's and an extension by it: the name is given at once. */
function convertExtend(conversion: Conversion, extend: Algebra.Extend): Operation {
  const operand = conversion.convert(extend.input)
  const variable = extend.variable.value
  const expression = convertExpressionIn(conversion, extend.expression)
  if (operand.kind === 'group' && expression.kind === 'variable') {
    const own = operand.aggregates.some((aggregate) => aggregate.variable === expression.name)
    const named = [...conversion.renamed.values()].includes(expression.name)
    if (own && !named) {
      conversion.renamed.set(expression.name, variable)
      return renameAggregate(operand, expression.name, variable)
    }
  }
  return shareBlankNodes({ kind: 'extend', operand, variable, expression }, conversion)
}

function renameAggregate(group: Group, from: string, to: string): Group {
  const aggregates = group.aggregates.map((aggregate) =>
    aggregate.variable === from ? { ...aggregate, variable: to } : aggregate,
  )
  return { ...group, aggregates }
}
