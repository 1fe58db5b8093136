import type { Expression, Operation, PatternTerm, TriplePattern } from './algebra.ts'

/** The variables that are in scope in an operation's solutions: those that one can be bound (SPARQL 1.1, 18.2.1). */
export function inScope(operation: Operation): ReadonlySet<string> {
  switch (operation.kind) {
    case 'bgp':
      return patternVariables(operation.patterns)
    case 'path':
      return variablesOf([operation.subject, operation.object])
    case 'join':
    case 'union':
      return new Set(operation.operands.flatMap((operand) => [...inScope(operand)]))
    case 'leftJoin':
      return new Set([...inScope(operation.left), ...inScope(operation.right)])
    case 'minus':
      return inScope(operation.left)
    case 'filter':
    case 'distinct':
    case 'orderBy':
    case 'slice':
      return inScope(operation.operand)
    case 'extend':
      return new Set([...inScope(operation.operand), operation.variable])
    case 'values':
      return new Set(operation.variables)
    case 'graph': {
      const inside = inScope(operation.operand)
      return operation.name.kind === 'variable' ? new Set([...inside, operation.name.name]) : inside
    }
    case 'service':
      return new Set([...inScope(operation.operand), ...variablesOf([operation.endpoint])])
    case 'project':
      return new Set(operation.variables)
    case 'group':
      return new Set([...operation.keys, ...operation.aggregates.map((aggregate) => aggregate.variable)])
  }
}

/** The variables that every solution of an operation binds. */
export function certainlyBound(operation: Operation): ReadonlySet<string> {
  switch (operation.kind) {
    case 'bgp':
      return patternVariables(operation.patterns)
    case 'path':
      return variablesOf([operation.subject, operation.object])
    case 'join':
      return new Set(operation.operands.flatMap((operand) => [...certainlyBound(operand)]))
    case 'union': {
      const [first, ...rest] = operation.operands.map(certainlyBound)
      return rest.reduce(intersection, first ?? new Set())
    }
    case 'leftJoin':
    case 'minus':
      return certainlyBound(operation.left)
    case 'filter':
    case 'distinct':
    case 'orderBy':
    case 'slice':
      return certainlyBound(operation.operand)
    case 'extend': {
      const bound = certainlyBound(operation.operand)
      const { expression } = operation
      const sure =
        expression.kind === 'term' || (expression.kind === 'variable' && bound.has(expression.name))
      return sure ? new Set([...bound, operation.variable]) : bound
    }
    case 'values':
      return new Set(
        operation.variables.filter((_, column) =>
          operation.rows.every((row) => (row[column] ?? null) !== null),
        ),
      )
    case 'graph': {
      const inside = certainlyBound(operation.operand)
      return operation.name.kind === 'variable' ? new Set([...inside, operation.name.name]) : inside
    }
    case 'service':
      return operation.silent ? new Set() : certainlyBound(operation.operand)
    case 'project':
      return intersection(certainlyBound(operation.operand), new Set(operation.variables))
    case 'group': {
      const bound = certainlyBound(operation.operand)
      const keys = operation.keys.filter((key) => bound.has(key))
      const counts = operation.aggregates.filter((aggregate) => aggregate.function === 'count')
      return new Set([...keys, ...counts.map((aggregate) => aggregate.variable)])
    }
  }
}

/**
 * The variables that an expression's value depends on. Those of `EXISTS` are all that its pattern mentions, filters
 * and all, except where a subselect does not project them.
 */
export function freeVariables(expression: Expression): ReadonlySet<string> {
  switch (expression.kind) {
    case 'variable':
      return new Set([expression.name])
    case 'term':
      return new Set()
    case 'call':
    case 'function':
      return new Set(expression.arguments.flatMap((argument) => [...freeVariables(argument)]))
    case 'exists':
      return mentioned(expression.operand)
  }
}

/** The variables that an operation mentions, in patterns and in expressions, except those that a projection hides. */
export function mentioned(operation: Operation): ReadonlySet<string> {
  switch (operation.kind) {
    case 'bgp':
    case 'path':
    case 'values':
      return inScope(operation)
    case 'join':
    case 'union':
      return new Set(operation.operands.flatMap((operand) => [...mentioned(operand)]))
    case 'leftJoin':
      return new Set([
        ...mentioned(operation.left),
        ...mentioned(operation.right),
        ...(operation.condition === undefined ? [] : freeVariables(operation.condition)),
      ])
    case 'minus':
      return new Set([...mentioned(operation.left), ...mentioned(operation.right)])
    case 'filter':
      return new Set([...mentioned(operation.operand), ...freeVariables(operation.condition)])
    case 'extend':
      return new Set([
        ...mentioned(operation.operand),
        operation.variable,
        ...freeVariables(operation.expression),
      ])
    case 'graph':
      return new Set([
        ...mentioned(operation.operand),
        ...(operation.name.kind === 'variable' ? [operation.name.name] : []),
      ])
    case 'service':
      return new Set([...mentioned(operation.operand), ...variablesOf([operation.endpoint])])
    case 'project':
    case 'group':
      return inScope(operation)
    case 'distinct':
    case 'slice':
      return mentioned(operation.operand)
    case 'orderBy':
      return new Set([
        ...mentioned(operation.operand),
        ...operation.comparators.flatMap((comparator) => [...freeVariables(comparator.expression)]),
      ])
  }
}

function patternVariables(patterns: readonly TriplePattern[]): ReadonlySet<string> {
  return variablesOf(patterns.flatMap((pattern) => [pattern.subject, pattern.predicate, pattern.object]))
}

function variablesOf(terms: readonly PatternTerm[]): ReadonlySet<string> {
  return new Set(terms.flatMap((term) => (term.kind === 'variable' ? [term.name] : [])))
}

function intersection(a: ReadonlySet<string>, b: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...a].filter((name) => b.has(name)))
}
