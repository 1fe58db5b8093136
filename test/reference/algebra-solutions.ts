import { type Quad, sameTerm, type Term, xsd } from '../../src/rdf/term.ts'
import type { Expression, Operation, PatternTerm } from '../../src/sparql/algebra.ts'
import { compileExpression, existsOf } from '../../src/sparql/evaluate.ts'
import { effectiveBooleanValue } from '../../src/sparql/functions/boolean.ts'
import { pathSolutions } from './path-solutions.ts'

/** A solution: what is bound, by variable. */
export type Solution = ReadonlyMap<string, Term>

/**
 * The solutions of an operation by the letter of SPARQL 1.1, section 18.5, without any thought for speed, in one graph
 * or, for `null`, in the union of all graphs, which must not have a triple in common. Order and
 * limits are left out: `orderBy` and `slice` are their operands. Patterns of `EXISTS` must be free of filters, and
 * aggregates other than `COUNT(*)` are unbound.
 */
export function solutionsOf(
  operation: Operation,
  quads: readonly Quad[],
  graph: string | null,
): readonly Solution[] {
  const of = (operand: Operation) => solutionsOf(operand, quads, graph)
  switch (operation.kind) {
    case 'bgp':
      return operation.patterns.reduce<readonly Solution[]>(
        (solutions, pattern) =>
          solutions.flatMap((solution) =>
            activeGraph(quads, graph).flatMap((quad) => {
              let bound: Solution | undefined = match(solution, pattern.subject, quad.subject)
              bound = bound && match(bound, pattern.predicate, quad.predicate)
              bound = bound && match(bound, pattern.object, quad.object)
              return bound === undefined ? [] : [bound]
            }),
          ),
        [new Map()],
      )
    case 'path':
      return pathSolutions(operation, activeGraph(quads, graph))
    case 'service':
      throw new Error(`The reference does not know ${operation.kind}.`)
    case 'join':
      return operation.operands.map(of).reduce(joined, [new Map()])
    case 'leftJoin': {
      const right = of(operation.right)
      return of(operation.left).flatMap((solution) => {
        const { condition } = operation
        const found = joined([solution], right).filter(
          (both) => condition === undefined || holds(condition, both, quads, graph),
        )
        return found.length > 0 ? found : [solution]
      })
    }
    case 'union':
      return operation.operands.flatMap(of)
    case 'minus': {
      const right = of(operation.right)
      return of(operation.left).filter(
        (solution) =>
          !right.some(
            (other) => [...other.keys()].some((name) => solution.has(name)) && merged(solution, other),
          ),
      )
    }
    case 'filter':
      return of(operation.operand).filter((solution) => holds(operation.condition, solution, quads, graph))
    case 'extend':
      return of(operation.operand).map((solution) => {
        const value = evaluated(operation.expression, solution, quads, graph)
        return value === undefined ? solution : new Map([...solution, [operation.variable, value]])
      })
    case 'values':
      return operation.rows.map(
        (row) =>
          new Map(
            operation.variables.flatMap((name, column) => {
              const cell = row[column] ?? null
              return cell === null ? [] : [[name, cell] as const]
            }),
          ),
      )
    case 'graph': {
      const { name } = operation
      if (name.kind === 'iri') return solutionsOf(operation.operand, quads, name.value)
      const graphs = new Map(
        quads.flatMap((quad) => (quad.graph === null ? [] : [[quad.graph.value, quad.graph]])),
      )
      return [...graphs].flatMap(([iri, term]) =>
        joined(solutionsOf(operation.operand, quads, iri), [new Map([[name.name, term]])]),
      )
    }
    case 'project':
      return of(operation.operand).map((solution) => restricted(solution, operation.variables))
    case 'distinct':
      return [
        ...new Map(of(operation.operand).map((solution) => [solutionText(solution), solution])).values(),
      ]
    case 'orderBy':
    case 'slice':
      return of(operation.operand)
    case 'group': {
      const groups = new Map<string, { readonly keys: Solution; count: number }>()
      if (operation.keys.length === 0) groups.set('', { keys: new Map(), count: 0 })
      for (const solution of of(operation.operand)) {
        const keys = restricted(solution, operation.keys)
        const group = groups.get(solutionText(keys)) ?? { keys, count: 0 }
        group.count++
        groups.set(solutionText(keys), group)
      }
      return [...groups.values()].map(({ keys, count }) => {
        const value = { kind: 'literal', value: `${count}`, datatype: xsd.integer, language: '' } as const
        return new Map([
          ...keys,
          ...operation.aggregates.map((aggregate) => [aggregate.variable, value] as const),
        ])
      })
    }
  }
}

function activeGraph(quads: readonly Quad[], graph: string | null): readonly Quad[] {
  return quads.filter((quad) => graph === null || quad.graph?.value === graph)
}

/** A solution as text, the same for the same solution. */
export function solutionText(solution: Solution): string {
  const bindings = [...solution].sort(([a], [b]) => (a < b ? -1 : 1))
  return bindings.map(([name, term]) => `${name}=${JSON.stringify(term)}`).join(' ')
}

function match(solution: Solution, pattern: PatternTerm, term: Term): Solution | undefined {
  if (pattern.kind !== 'variable') return sameTerm(pattern, term) ? solution : undefined
  const bound = solution.get(pattern.name)
  if (bound === undefined) return new Map([...solution, [pattern.name, term]])
  return sameTerm(bound, term) ? solution : undefined
}

function joined(left: readonly Solution[], right: readonly Solution[]): readonly Solution[] {
  return left.flatMap((a) =>
    right.flatMap((b) => {
      const both = merged(a, b)
      return both === undefined ? [] : [both]
    }),
  )
}

function merged(a: Solution, b: Solution): Solution | undefined {
  for (const [name, term] of b) {
    const bound = a.get(name)
    if (bound !== undefined && !sameTerm(bound, term)) return undefined
  }
  return new Map([...a, ...b])
}

function restricted(solution: Solution, names: readonly string[]): Solution {
  return new Map([...solution].filter(([name]) => names.includes(name)))
}

function evaluated(
  expression: Expression,
  solution: Solution,
  quads: readonly Quad[],
  graph: string | null,
): Term | undefined {
  const names = [...solution.keys()]
  const answers = existsOf(expression).map(({ operand }): Term => {
    const found = joined([solution], solutionsOf(operand, quads, graph)).length > 0
    return { kind: 'literal', value: String(found), datatype: xsd.boolean, language: '' }
  })
  return compileExpression(expression, names)([...solution.values(), ...answers])
}

function holds(
  condition: Expression,
  solution: Solution,
  quads: readonly Quad[],
  graph: string | null,
): boolean {
  const value = evaluated(condition, solution, quads, graph)
  return value !== undefined && effectiveBooleanValue(value) === true
}
