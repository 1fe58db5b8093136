import type { Aggregate, Comparator, Group, Operation } from './algebra.ts'
import { printExpression } from './print-expression.ts'
import { printGroup } from './print-pattern.ts'
import { freeVariables, inScope, mentioned } from './scope.ts'
import type { Writer } from './writer.ts'

/** The clauses of one SELECT, as the solution modifiers on top of an operation fill them. */
interface Clauses {
  readonly offset: number
  readonly limit: number | undefined
  readonly distinct: boolean
  /** Absent: `*`. */
  readonly variables: readonly string[] | undefined
  readonly comparators: readonly Comparator[]
  readonly group: Group | undefined
  readonly pattern: Operation
}

/**
 * Writes an operation as a SELECT, without a line end behind it; `afterSelect` writes what stands between the SELECT
 * clause and the pattern.
 */
export function printSelect(writer: Writer, operation: Operation, afterSelect: () => void = () => {}): void {
  const clauses = clausesOf(operation)
  writer.syntax(clauses.distinct ? 'SELECT DISTINCT' : 'SELECT')
  writeSelected(writer, clauses)
  afterSelect()
  writer.syntax('\n')
  printGroup(writer, clauses.pattern)
  if (clauses.group !== undefined && clauses.group.keys.length > 0) {
    writer.syntax('\nGROUP BY')
    for (const key of clauses.group.keys) {
      writer.syntax(' ')
      writer.variable(key)
    }
  }
  writeModifiers(writer, clauses)
}

/** Writes the order and the limits of solutions, each on a line of its own below what stands there. */
export function writeModifiers(
  writer: Writer,
  { comparators, offset, limit }: Pick<Clauses, 'comparators' | 'offset' | 'limit'>,
): void {
  writeOrder(writer, comparators)
  if (limit !== undefined) writer.syntax(`\nLIMIT ${wholeNumber(limit)}`)
  if (offset > 0) writer.syntax(`\nOFFSET ${wholeNumber(offset)}`)
}

/** Takes modifiers off an operation from the outside in, as far as they stand in the order in which SELECT applies them. */
function clausesOf(operation: Operation): Clauses {
  let rest = operation
  const slice = rest.kind === 'slice' ? rest : undefined
  if (slice !== undefined) rest = slice.operand
  const distinct = rest.kind === 'distinct'
  if (rest.kind === 'distinct') rest = rest.operand
  const project = rest.kind === 'project' ? rest : undefined
  if (project !== undefined) rest = project.operand
  const comparators = rest.kind === 'orderBy' ? rest.comparators : []
  if (rest.kind === 'orderBy') rest = rest.operand
  let variables = project?.variables
  if (rest.kind === 'group' && isUnsayable(rest)) {
    rest = counted(rest)
    variables ??= []
  }
  const group = rest.kind === 'group' && selectable(rest, variables, comparators) ? rest : undefined
  return {
    offset: slice?.offset ?? 0,
    limit: slice?.limit,
    distinct,
    variables: variables ?? (group && [...inScope(group)]),
    comparators,
    group,
    pattern: group?.operand ?? rest,
  }
}

/** Whether SPARQL has no way to write a group: one of all solutions comes of an aggregate only. */
function isUnsayable(group: Group): boolean {
  return group.keys.length + group.aggregates.length === 0
}

/** A group with an aggregate, which is not to be selected. */
function counted(group: Group): Group {
  const aggregate = { variable: freshName(group.operand), function: 'count', distinct: false } as const
  return { ...group, aggregates: [aggregate] }
}

/** Whether a group can share its SELECT with a projection and an order: they may only name what it selects. */
function selectable(
  group: Group,
  variables: readonly string[] | undefined,
  comparators: readonly Comparator[],
): boolean {
  const own = inScope(group)
  const selected = variables ?? [...own]
  const ordered = comparators.flatMap((comparator) => [...freeVariables(comparator.expression)])
  return (
    selected.length > 0 &&
    selected.every((name) => own.has(name)) &&
    ordered.every((name) => group.keys.includes(name) || selected.includes(name)) &&
    group.aggregates.every((aggregate) => selected.includes(aggregate.variable))
  )
}

function writeSelected(writer: Writer, clauses: Clauses): void {
  const { variables, group, pattern } = clauses
  if (variables === undefined) {
    writer.syntax(' *')
    return
  }
  // SELECT has no way to write that no variable is selected; one that occurs nowhere is never bound.
  const names = variables.length > 0 ? new Set(variables) : [freshName(pattern)]
  const aggregates = new Map(group?.aggregates.map((aggregate) => [aggregate.variable, aggregate]))
  for (const name of names) {
    writer.syntax(' ')
    const aggregate = aggregates.get(name)
    if (aggregate === undefined) writer.variable(name)
    else writeAggregate(writer, aggregate, pattern)
  }
}

const aggregateNames = {
  count: 'COUNT(',
  sum: 'SUM(',
  min: 'MIN(',
  max: 'MAX(',
  avg: 'AVG(',
  sample: 'SAMPLE(',
  groupConcat: 'GROUP_CONCAT(',
} as const

function writeAggregate(writer: Writer, aggregate: Aggregate, pattern: Operation): void {
  if (inScope(pattern).has(aggregate.variable)) {
    throw new Error(`An aggregate rebinds the variable ?${aggregate.variable}`)
  }
  writer.syntax('(')
  writer.syntax(aggregateNames[aggregate.function])
  if (aggregate.distinct) writer.syntax('DISTINCT ')
  if (aggregate.expression === undefined) writer.syntax('*')
  else printExpression(writer, aggregate.expression)
  if (aggregate.separator !== undefined) {
    writer.syntax('; SEPARATOR=')
    writer.string(aggregate.separator)
  }
  writer.syntax(') AS ')
  writer.variable(aggregate.variable)
  writer.syntax(')')
}

function writeOrder(writer: Writer, comparators: readonly Comparator[]): void {
  if (comparators.length === 0) return
  writer.syntax('\nORDER BY')
  for (const { expression, descending } of comparators) {
    if (expression.kind === 'variable' && !descending) {
      writer.syntax(' ')
      writer.variable(expression.name)
    } else {
      writer.syntax(descending ? ' DESC(' : ' ASC(')
      printExpression(writer, expression)
      writer.syntax(')')
    }
  }
}

/** A variable that an operation does not mention. */
export function freshName(operation: Operation): string {
  const taken = mentioned(operation)
  let number = 0
  while (taken.has(`none${number}`)) number++
  return `none${number}`
}

function wholeNumber(value: number): string {
  if (!Number.isSafeInteger(value) || value < 0) throw new Error(`Not a number of solutions: ${value}`)
  return String(value)
}
