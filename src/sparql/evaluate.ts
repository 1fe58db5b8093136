import { ServiceError } from '../errors.ts'
import { type BlankNode, blank, type Term } from '../rdf/term.ts'
import type { Call, Exists, Expression } from './algebra.ts'
import { createContext, type EvaluationContext, type Evaluator, type Row } from './evaluation-context.ts'
import { effectiveBooleanValue } from './functions/boolean.ts'
import { builtIns } from './functions/built-ins.ts'
import { casts } from './functions/casts.ts'
import { equalTerms } from './functions/comparison.ts'
import { hash } from './functions/hashes.ts'
import { booleanResult } from './functions/results.ts'
import { simpleStringOf } from './functions/strings.ts'

/** What the parts of one expression share while it is compiled. */
interface Compilation {
  readonly positions: ReadonlyMap<string, number>
  /** The position in the row of the answer of each `EXISTS`. */
  readonly existsPositions: ReadonlyMap<Exists, number>
  readonly context: EvaluationContext
  /** Blank nodes by the string that BNODE was given, of the solution in hand. */
  readonly blanks: Map<string, BlankNode>
}

/**
 * Compiles an expression (SPARQL 1.1, 17) to a function of rows that hold the values of `variables` in their order;
 * other variables are unbound. Behind those values a row holds, for each of {@link existsOf} the expression and as an
 * `xsd:boolean`, whether its pattern has a solution; `NOT` is applied here.
 *
 * @throws ServiceError `unsupported` where a function's IRI is none that Espalier knows, `invalidQuery` where a
 * function is given too few or too many arguments.
 */
export function compileExpression(
  expression: Expression,
  variables: readonly string[],
  context: EvaluationContext = createContext(),
): Evaluator {
  const compilation: Compilation = {
    positions: new Map(variables.map((name, position) => [name, position])),
    existsPositions: new Map(
      existsOf(expression).map((exists, index) => [exists, variables.length + index] as const),
    ),
    context,
    blanks: new Map(),
  }
  const evaluator = compile(expression, compilation)
  const { blanks } = compilation
  return (row) => {
    if (blanks.size > 0) blanks.clear()
    return evaluator(row)
  }
}

/** The `EXISTS` of an expression, in the order in which a compiled expression wants their answers. */
export function existsOf(expression: Expression): readonly Exists[] {
  switch (expression.kind) {
    case 'exists':
      return [expression]
    case 'call':
    case 'function':
      return expression.arguments.flatMap(existsOf)
    case 'variable':
    case 'term':
      return []
  }
}

/** Whether an expression may give another value each time it is evaluated, even for the same solution. */
export function isVolatile(expression: Expression): boolean {
  switch (expression.kind) {
    case 'call':
      return makesAnew(expression) || expression.arguments.some(isVolatile)
    case 'function':
      return expression.arguments.some(isVolatile)
    case 'variable':
    case 'term':
    case 'exists':
      return false
  }
}

const volatileOperators: ReadonlySet<string> = new Set(['RAND', 'UUID', 'STRUUID', 'BNODE'])

/** A blank node that is told by its solution is the same each time. */
function makesAnew({ operator, arguments: operands }: Call): boolean {
  return volatileOperators.has(operator) && !(operator === 'BNODE' && operands.length === 2)
}

function compile(expression: Expression, compilation: Compilation): Evaluator {
  switch (expression.kind) {
    case 'variable': {
      const position = compilation.positions.get(expression.name)
      return position === undefined ? () => undefined : (row) => row[position]
    }
    case 'term': {
      const { term } = expression
      return () => term
    }
    case 'exists': {
      const position = compilation.existsPositions.get(expression)
      if (position === undefined) throw new Error('EXISTS without a place in the row')
      const { negated } = expression
      return (row) => {
        const found = truth(row[position])
        return booleanResult(found === undefined ? undefined : found !== negated)
      }
    }
    case 'function': {
      const cast = casts.get(expression.iri)
      if (cast === undefined) {
        throw new ServiceError('unsupported', `There is no function <${expression.iri}>.`)
      }
      checkCount(`<${expression.iri}>`, expression.arguments.length, 1, 1)
      const [operand] = compileAll(expression.arguments, compilation)
      return (row) => {
        const term = operand?.(row)
        return term && cast(term)
      }
    }
    case 'call':
      return compileCall(expression, compilation)
  }
}

function compileCall(call: Call, compilation: Compilation): Evaluator {
  const operands = compileAll(call.arguments, compilation)
  const count = operands.length
  switch (call.operator) {
    case '||':
    case '&&': {
      checkCount(call.operator, count, 2, Number.POSITIVE_INFINITY)
      // The one operand value that decides the result, whatever the other operands are, even errors.
      const decisive = call.operator === '||'
      return (row) => {
        let result: boolean | undefined = !decisive
        for (const operand of operands) {
          const value = truth(operand(row))
          if (value === decisive) return booleanResult(decisive)
          if (value === undefined) result = undefined
        }
        return booleanResult(result)
      }
    }
    case '!': {
      checkCount('!', count, 1, 1)
      return (row) => {
        const value = truth(operands[0]?.(row))
        return booleanResult(value === undefined ? undefined : !value)
      }
    }
    case 'IN':
    case 'NOT IN': {
      checkCount(call.operator, count, 1, Number.POSITIVE_INFINITY)
      const [tested, ...list] = operands
      const negated = call.operator === 'NOT IN'
      return (row) => {
        const found = isMember(tested?.(row), list, row)
        return booleanResult(found === undefined ? undefined : found !== negated)
      }
    }
    case 'BOUND':
      checkCount('BOUND', count, 1, 1)
      return (row) => booleanResult(operands[0]?.(row) !== undefined)
    case 'IF': {
      checkCount('IF', count, 3, 3)
      const [condition, whenTrue, whenFalse] = operands
      return (row) => {
        const value = truth(condition?.(row))
        if (value === undefined) return undefined
        return value ? whenTrue?.(row) : whenFalse?.(row)
      }
    }
    case 'COALESCE':
      return (row) => {
        for (const operand of operands) {
          const term = operand(row)
          if (term !== undefined) return term
        }
        return undefined
      }
    case 'BNODE':
      checkCount('BNODE', count, 0, 2)
      if (count === 0) return compilation.context.freshBlank
      return count === 1
        ? (row) => namedBlank(operands[0]?.(row), compilation)
        : (row) => blankOf(operands[1]?.(row), operands[0]?.(row))
    default: {
      const { least, most, evaluate } = builtIns[call.operator]
      checkCount(call.operator, count, least, most)
      const { context } = compilation
      return (row) => {
        const terms: Term[] = []
        for (const operand of operands) {
          const term = operand(row)
          if (term === undefined) return undefined
          terms.push(term)
        }
        return withinBounds(() => evaluate(terms, context))
      }
    }
  }
}

/** Characters of the longest literal that a function makes. */
const longestResult = 2 ** 24

/** A result that there is no room for is an error like any other: a few doublings make gigabytes of a letter. */
function withinBounds(evaluate: () => Term | undefined): Term | undefined {
  try {
    const result = evaluate()
    return result?.kind === 'literal' && result.value.length > longestResult ? undefined : result
  } catch (error) {
    // A string or whole number past what JavaScript can hold.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function compileAll(expressions: readonly Expression[], compilation: Compilation): readonly Evaluator[] {
  return expressions.map((expression) => compile(expression, compilation))
}

function truth(term: Term | undefined): boolean | undefined {
  return term && effectiveBooleanValue(term)
}

/** IN (17.4.1.9): an error only where no member is equal and one cannot be compared. */
function isMember(tested: Term | undefined, list: readonly Evaluator[], row: Row): boolean | undefined {
  if (tested === undefined) return list.length === 0 ? false : undefined
  let result: boolean | undefined = false
  for (const member of list) {
    const term = member(row)
    const equal = term && equalTerms(tested, term)
    if (equal === true) return true
    if (equal === undefined) result = undefined
  }
  return result
}

/** BNODE with a string (17.4.2.9): the same blank node for the same string, within one solution. */
function namedBlank(name: Term | undefined, { blanks, context }: Compilation): BlankNode | undefined {
  const text = simpleStringOf(name)
  if (text === undefined) return undefined
  const node = blanks.get(text) ?? context.freshBlank()
  blanks.set(text, node)
  return node
}

/** The blank node that a string names in a solution, which is told by a blank node of its own. */
function blankOf(solution: Term | undefined, name: Term | undefined): BlankNode | undefined {
  const digest = hash('sha1', name)
  return digest && solution && blank(`${solution.value}n${digest.value}`)
}

function checkCount(name: string, count: number, least: number, most: number): void {
  if (count >= least && count <= most) return
  const wanted =
    least === most
      ? `${least}`
      : most === Number.POSITIVE_INFINITY
        ? `at least ${least}`
        : `${least} to ${most}`
  const noun = wanted === '1' ? 'argument' : 'arguments'
  throw new ServiceError('invalidQuery', `${name} takes ${wanted} ${noun}, not ${count}.`)
}
