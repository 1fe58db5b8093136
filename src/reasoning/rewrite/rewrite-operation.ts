import { type Aggregate, type BasicGraphPattern, bgp, join, type Operation } from '../../sparql/algebra.ts'
import { countTriplePatterns } from '../../sparql/count-triple-patterns.ts'
import { isVolatile } from '../../sparql/evaluate.ts'
import { mapOperands } from '../../sparql/map-operands.ts'
import { inScope } from '../../sparql/scope.ts'
import { separated } from './alternatives.ts'
import type { Context } from './context.ts'
import { patternOfWays } from './pattern-of-ways.ts'
import { rewritePath } from './rewrite-path.ts'
import { tripleWays } from './triple-ways.ts'
import type { Making } from './ways.ts'

/** What rewriting goes by beside {@link Making}. */
export interface Rewriter extends Making {
  /** Operations whose solutions count, as they are rewritten, inside graphs by name or not. */
  readonly done: Readonly<Record<'outside' | 'inGraph', Map<Operation, Rewritten>>>
  /** Unions that stand for patterns, with the variables of these. */
  readonly unions: Map<Operation, readonly string[]>
  /** Counts triple patterns that are made; throws where they are too many. */
  count(patterns: number): void
  /** Those counted so far. */
  counted(): number
}

/** An operation, rewritten, and its number of triple patterns. */
interface Rewritten {
  readonly operation: Operation
  readonly patterns: number
}

/** An operation over what is inferred too; the same object where that is nothing. */
export function rewriteOperation(operation: Operation, context: Context, rewriter: Rewriter): Operation {
  // Within a slice they count, wherever that stands itself.
  if (context.solutions !== 'counted' && operation.kind !== 'slice')
    return rewritten(operation, context, rewriter)
  const done = rewriter.done[context.inGraph ? 'inGraph' : 'outside']
  const known = done.get(operation)
  if (known !== undefined) {
    rewriter.count(known.patterns)
    return known.operation
  }
  const before = rewriter.counted()
  const result = rewritten(operation, context, rewriter)
  done.set(operation, { operation: result, patterns: rewriter.counted() - before })
  return result
}

function rewritten(operation: Operation, context: Context, given: Rewriter): Operation {
  // The vocabulary need not be in a graph by name.
  const rewriter = context.inGraph && given.walks !== undefined ? { ...given, walks: undefined } : given
  switch (operation.kind) {
    case 'bgp':
      return rewritePatterns(operation, context, rewriter)
    case 'path': {
      const result = rewritePath(operation, context, rewriter)
      rewriter.count(countTriplePatterns(result))
      if (result !== operation) rewriter.unions.set(result, [...inScope(operation)])
      return result
    }
    // What stands in SERVICE is the other endpoint's, and its reasoning.
    case 'service':
    case 'values':
      return operation
    default:
      return rewriteOperands(operation, context, rewriter)
  }
}

function rewriteOperands(operation: Operation, context: Context, rewriter: Rewriter): Operation {
  let isChanged = false
  const inside = mapOperands(operation, (operand) => {
    const result = rewriteOperation(operand, contextOf(operand, operation, context), rewriter)
    isChanged ||= result !== operand
    return result
  })
  if (!isChanged) return operation
  return inside.kind === 'join' ? joined(inside.operands, rewriter) : inside
}

function rewritePatterns(operation: BasicGraphPattern, context: Context, rewriter: Rewriter): Operation {
  let isChanged = false
  const operands = operation.patterns.map((pattern) => {
    const alone = bgp([pattern])
    const ways = tripleWays(pattern, rewriter)
    if (ways === undefined) {
      rewriter.count(1)
      return alone
    }
    isChanged = true
    const variables = [...inScope(alone)]
    const result = patternOfWays(ways, variables, context)
    rewriter.count(countTriplePatterns(result))
    rewriter.unions.set(result, variables)
    return result
  })
  return isChanged ? joined(operands, rewriter) : operation
}

/** A join in which unions of ways do not multiply. */
function joined(operands: readonly Operation[], { unions }: Rewriter): Operation {
  const flat = join(operands)
  return flat.kind === 'join' ? join(separated(flat.operands, (operand) => unions.get(operand))) : flat
}

/** Where an operand stands, or the pattern of an EXISTS, of an operation that stands somewhere. */
function contextOf(operand: Operation, operation: Operation, context: Context): Context {
  const { inGraph } = context
  const some: Context = { solutions: 'some', inGraph }
  const counted: Context = { solutions: 'counted', inGraph }
  switch (operation.kind) {
    case 'bgp':
    case 'path':
    case 'values':
    case 'service':
    case 'join':
    case 'union':
      return context
    case 'graph':
      return { ...context, inGraph: true }
    case 'leftJoin':
      return operand === operation.left || operand === operation.right ? context : some
    case 'minus':
      return operand === operation.left ? context : some
    case 'project':
      return context.solutions === 'counted' ? counted : some
    case 'distinct':
      return context.solutions === 'some' ? some : { solutions: 'distinct', inGraph }
    case 'slice':
      return counted
    case 'orderBy':
      return operand === operation.operand ? context : some
    case 'filter':
      if (operand !== operation.operand) return some
      return isVolatile(operation.condition) ? counted : context
    case 'extend':
      if (operand !== operation.operand) return some
      return isVolatile(operation.expression) ? counted : context
    case 'group':
      if (operand !== operation.operand) return some
      return operation.aggregates.every(isOfSet) ? some : counted
  }
}

/** Whether an aggregate is the same however often a solution comes. */
function isOfSet({ function: name, distinct, expression }: Aggregate): boolean {
  if (expression === undefined || isVolatile(expression)) return false
  return name === 'min' || name === 'max' || (distinct && name !== 'groupConcat')
}
