import fc from 'fast-check'
import { expect, it } from 'vitest'
import { iri, literal, type NamedNode, type Quad, type Term, xsd } from '../src/rdf/term.ts'
import {
  type Aggregate,
  bgp,
  call,
  type Expression,
  join,
  type Operation,
  type PatternTerm,
  type SelectQuery,
  type TriplePattern,
  term,
  union,
  variable,
} from '../src/sparql/algebra.ts'
import { printQuery } from '../src/sparql/print.ts'
import { certainlyBound, freeVariables, inScope } from '../src/sparql/scope.ts'
import { loadQuads } from '../src/store/sqlite/change/load.ts'
import { inMemory, openDatabase } from '../src/store/sqlite/connection.ts'
import { createSqliteStore } from '../src/store/sqlite/sqlite-store.ts'
import type { Cell, SelectOptions } from '../src/store/store.ts'
import { oxigraphOf } from './oxigraph.ts'
import { termKey } from './reference/graph.ts'
import { asksBeforeOptional, separateScopes } from './separate-scopes.ts'

const ex = (name: string) => iri(`http://example.com/${name}`)
const nodes = [ex('a'), ex('b'), ex('c'), ex('d')]
const predicates = [ex('p'), ex('q'), ex('r')]
const graphs = [null, ex('g1'), ex('g2')]
const numbers = [1, 2, 3, 10].map((value) => literal(String(value), xsd.integer))
const objects: readonly (NamedNode | ReturnType<typeof literal>)[] = [...nodes, ...numbers]
const names = ['a', 'b', 'c', 'd']

/** Each triple in one graph: Oxigraph counts a triple of the union once for every graph that it stands in. */
const quadsOf: fc.Arbitrary<readonly Quad[]> = fc.uniqueArray(
  fc.record({
    subject: fc.constantFrom(...nodes),
    predicate: fc.constantFrom(...predicates),
    object: fc.constantFrom(...objects),
    graph: fc.constantFrom(...graphs),
  }),
  { maxLength: 20, selector: (quad) => [quad.subject, quad.predicate, quad.object].map(termKey).join(' ') },
)

const variableTerm = fc.constantFrom(...names).map(variable)
const place = (constants: readonly PatternTerm[]): fc.Arbitrary<PatternTerm> =>
  fc.oneof({ weight: 4, arbitrary: variableTerm }, { weight: 1, arbitrary: fc.constantFrom(...constants) })
const pattern: fc.Arbitrary<TriplePattern> = fc.record({
  subject: place(nodes),
  predicate: fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...predicates) },
    { weight: 1, arbitrary: variableTerm },
  ),
  object: place(objects),
})
const patterns = (most: number) => fc.array(pattern, { minLength: 1, maxLength: most }).map(bgp)

const atom: fc.Arbitrary<Expression> = fc.oneof(variableTerm, fc.constantFrom(...numbers, ...nodes).map(term))
const ordered = (operator: '<' | '>=', left: Expression, right: Expression): Expression =>
  call(
    '&&',
    call(operator, left, right),
    call('||', call('isNumeric', left), call('!', call('sameTerm', left, right))),
  )
const simpleCondition: fc.Arbitrary<Expression> = fc.oneof(
  fc.tuple(fc.constantFrom('=', '!=', 'sameTerm'), atom, atom).map(([operator, left, right]) => {
    switch (operator) {
      case '!=':
        return call('!=', left, right)
      case 'sameTerm':
        return call('sameTerm', left, right)
      default:
        return call('=', left, right)
    }
  }),
  // IRIs have no order, not even of one with itself (17.3), so that is an error; Oxigraph says of two of the same that
  // neither is less. With the second condition it is false for both.
  fc.tuple(atom, atom).map(([left, right]) => ordered('<', left, right)),
  fc.tuple(atom, atom).map(([left, right]) => ordered('>=', left, right)),
  fc.constantFrom(...names).map((name) => call('BOUND', variable(name))),
  variableTerm.map((name) => call('isIRI', name)),
  variableTerm.map((name) => call('isNumeric', name)),
  fc
    .tuple(atom, fc.array(atom, { minLength: 1, maxLength: 3 }))
    .map(([one, list]) => call('IN', one, ...list)),
  variableTerm.map((name) => call('=', call('STR', name), term(literal('2')))),
  fc.tuple(variableTerm, atom).map(([a, b]) => call('>', call('+', a, b), term(numbers[2] ?? ex('x')))),
)

/** Oxigraph takes GRAPH ?g for a variable of the patterns inside, which differs where something else stands there. */
const graphPattern: fc.Arbitrary<Operation> = fc.oneof(
  patterns(2),
  fc.tuple(patterns(2), patterns(2)).map(([left, right]): Operation => ({ kind: 'leftJoin', left, right })),
  fc.tuple(patterns(2), patterns(1)).map((operands) => union(operands)),
  fc
    .tuple(patterns(2), simpleCondition)
    .map(([operand, condition]): Operation => ({ kind: 'filter', operand, condition })),
)

const { operation } = fc.letrec<{ operation: Operation; condition: Expression }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 3, depthIdentifier: 'condition' },
    { weight: 6, arbitrary: simpleCondition },
    { weight: 2, arbitrary: fc.tuple(tie('condition'), tie('condition')).map(([a, b]) => call('&&', a, b)) },
    { weight: 2, arbitrary: fc.tuple(tie('condition'), tie('condition')).map(([a, b]) => call('||', a, b)) },
    { weight: 1, arbitrary: tie('condition').map((a) => call('!', a)) },
    {
      weight: 1,
      arbitrary: fc.tuple(tie('condition'), atom, atom).map(([a, b, c]) => call('=', call('IF', a, b, c), b)),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(fc.boolean(), patterns(2))
        .map(([negated, operand]): Expression => ({ kind: 'exists', negated, operand })),
    },
  ),
  operation: fc.oneof(
    { maxDepth: 4, depthIdentifier: 'operation' },
    { weight: 6, arbitrary: patterns(3) },
    {
      weight: 3,
      arbitrary: fc.array(tie('operation'), { minLength: 2, maxLength: 3 }).map((operands) => join(operands)),
    },
    {
      weight: 3,
      arbitrary: fc
        .array(tie('operation'), { minLength: 2, maxLength: 3 })
        .map((operands) => union(operands)),
    },
    {
      weight: 4,
      arbitrary: fc
        .tuple(tie('operation'), tie('operation'), fc.option(tie('condition'), { nil: undefined, freq: 3 }))
        .map(
          ([left, right, condition]): Operation => ({
            kind: 'leftJoin',
            left,
            right,
            ...(condition && { condition }),
          }),
        ),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(tie('operation'), tie('operation'))
        .map(([left, right]): Operation => ({ kind: 'minus', left, right })),
    },
    {
      weight: 4,
      arbitrary: fc
        .tuple(tie('operation'), tie('condition'))
        .map(([operand, condition]): Operation => ({ kind: 'filter', operand, condition })),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(tie('operation'), fc.constantFrom('d', 'e'), fc.oneof(atom, tie('condition')))
        .map(
          ([operand, name, expression]): Operation =>
            inScope(operand).has(name) ? operand : { kind: 'extend', operand, variable: name, expression },
        ),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(
          fc.uniqueArray(fc.constantFrom(...names), { minLength: 1, maxLength: 2 }),
          fc.array(
            fc.array(fc.option(fc.constantFrom(...objects, ex('absent')), { nil: null, freq: 4 }), {
              minLength: 2,
              maxLength: 2,
            }),
            // Oxigraph takes a COUNT over an empty VALUES for no group at all.
            { minLength: 1, maxLength: 3 },
          ),
        )
        .map(
          ([variables, rows]): Operation => ({
            kind: 'values',
            variables,
            rows: rows.map((row) => row.slice(0, variables.length)),
          }),
        ),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom(variable('d'), variable('a'), ex('g1'), ex('g9')), graphPattern)
        .map(
          ([name, operand]): Operation =>
            name.kind === 'variable' && seesGraphVariable(operand, name.name)
              ? operand
              : { kind: 'graph', name, operand },
        ),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(tie('operation'), fc.uniqueArray(fc.constantFrom(...names), { minLength: 1, maxLength: 3 }))
        .map(
          ([operand, variables]): Operation => ({
            kind: 'distinct',
            operand: { kind: 'project', operand, variables },
          }),
        ),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(
          tie('operation'),
          fc.uniqueArray(fc.constantFrom(...names), { minLength: 1, maxLength: 3 }),
          fc.nat(3),
          fc.nat(4),
        )
        .map(
          ([operand, variables, offset, limit]): Operation => ({
            kind: 'slice',
            offset,
            limit,
            operand: {
              kind: 'project',
              variables,
              // Sorted by all that is seen: which solutions are cut off is no matter of taste then.
              operand: {
                kind: 'orderBy',
                operand,
                comparators: variables.map((name, index) => ({
                  expression: variable(name),
                  descending: index % 2 === 1,
                })),
              },
            },
          }),
        ),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(
          tie('operation'),
          fc.uniqueArray(fc.constantFrom('a', 'b'), { maxLength: 2 }),
          fc.constantFrom<AggregateKind>('count', 'min', 'max', 'countAll', 'sum'),
          fc.boolean(),
        )
        .map(([operand, keys, kind, distinct]): Operation => {
          const scope = inScope(operand)
          // Oxigraph gives no group at all where it sees that there is nothing to group.
          if (scope.has('n') || !keys.some((key) => scope.has(key))) return operand
          const group: Operation = {
            kind: 'group',
            operand,
            keys: keys.filter((key) => scope.has(key)),
            aggregates: [aggregateOf(comparable(operand, kind), distinct)],
          }
          return { kind: 'project', operand: group, variables: [...group.keys, 'n'] }
        }),
    },
  ),
}))

/** Oxigraph lets the inside of GRAPH ?g see ?g, in filters and where an OPTIONAL binds it too. */
function seesGraphVariable(operand: Operation, name: string): boolean {
  if (operand.kind === 'leftJoin') return inScope(operand).has(name)
  return operand.kind === 'filter' && freeVariables(operand.condition).has(name)
}

type AggregateKind = 'count' | 'min' | 'max' | 'countAll' | 'sum'

/**
 * MIN and MAX order values as ORDER BY does, unbound ones first (18.5.1.6): the greatest of some is the greatest of those that are
 * bound. Oxigraph has none where one is unbound.
 */
function comparable(operand: Operation, kind: AggregateKind): AggregateKind {
  return (kind === 'min' || kind === 'max') && !certainlyBound(operand).has('c') ? 'count' : kind
}

function aggregateOf(kind: AggregateKind, distinct: boolean): Aggregate {
  if (kind === 'countAll') return { variable: 'n', function: 'count', distinct }
  return { variable: 'n', function: kind, distinct, expression: variable('c') }
}

function sameMultiset(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((one, index) => one === b[index])
}

function solutionKey(solution: ReadonlyMap<string, Term>): string {
  return [...solution]
    .map(([name, value]) => `${name}=${termKey(value)}`)
    .sort()
    .join(' ')
}

async function cellsOf(quads: readonly Quad[], query: SelectQuery, options: SelectOptions) {
  const database = openDatabase(inMemory)
  try {
    await loadQuads(database, [quads])
    const solutions = createSqliteStore(database).select(query, options)
    const rows: (readonly Cell[])[] = []
    for await (const batch of solutions.batches) rows.push(...batch)
    return { variables: solutions.variables, rows }
  } finally {
    database.close()
  }
}

/** By number, computed terms after those of the database, unbound last. */
function compareCells(a: Cell, b: Cell): number {
  if (a === b) return 0
  if (a === null || b === null) return a === null ? 1 : -1
  if (typeof a !== typeof b) return typeof a === 'number' ? -1 : 1
  return a < b ? -1 : 1
}

function compareRows(a: readonly Cell[], b: readonly Cell[], columns: readonly number[]): number {
  for (const column of columns) {
    const order = compareCells(a[column] ?? null, b[column] ?? null)
    if (order !== 0) return order
  }
  return 0
}

async function solutionsOf(quads: readonly Quad[], query: SelectQuery): Promise<readonly string[]> {
  const database = openDatabase(inMemory)
  try {
    await loadQuads(database, [quads])
    const solutions = createSqliteStore(database).select(query)
    const found: string[] = []
    for await (const batch of solutions.batches) {
      for (const row of batch) {
        const bound = solutions.variables.flatMap((name, index) => {
          const cell = row[index] ?? null
          return cell === null ? [] : [[name, solutions.term(cell)] as const]
        })
        found.push(solutionKey(new Map(bound)))
      }
    }
    return found.sort()
  } finally {
    database.close()
  }
}

const runs = Number(process.env['NUM_RUNS'] ?? 1_000)

it('gives the solutions of any algebra that an independent processor gives', async () => {
  await fc.assert(
    fc.asyncProperty(quadsOf, operation.map(separateScopes), async (quads, whole) => {
      const variables = [...inScope(whole)]
      fc.pre(variables.length > 0 && !asksBeforeOptional(whole))
      const query: SelectQuery = { kind: 'select', operation: { kind: 'project', operand: whole, variables } }
      const sparql = printQuery(query, { namespaces: new Map(), scope: 'none' })
      const expected = oxigraphOf(quads).select(sparql).map(solutionKey).sort()
      const actual = await solutionsOf(quads, query)
      if (!sameMultiset(actual, expected)) expect({ sparql, actual }).toEqual({ sparql, actual: expected })
    }),
    { numRuns: runs },
  )
}, 600_000)

it('gives solutions grouped, in the order of first insertion, and the same as ungrouped', async () => {
  await fc.assert(
    fc.asyncProperty(
      quadsOf,
      operation,
      fc.shuffledSubarray(names, { minLength: 1 }),
      async (quads, whole, grouping) => {
        const variables = [...inScope(whole)]
        fc.pre(variables.length > 0)
        const query: SelectQuery = {
          kind: 'select',
          operation: { kind: 'project', operand: whole, variables },
        }
        const plain = await cellsOf(quads, query, {})
        const grouped = await cellsOf(quads, query, { grouping })
        const columns = grouping.map((name) => variables.indexOf(name)).filter((column) => column !== -1)
        const sorted = [...grouped.rows].sort((a, b) => compareRows(a, b, columns))
        expect(grouped.rows.map((row) => columns.map((column) => row[column]))).toEqual(
          sorted.map((row) => columns.map((column) => row[column])),
        )
        expect(grouped.rows.map(String).sort()).toEqual(plain.rows.map(String).sort())
      },
    ),
    { numRuns: runs },
  )
}, 600_000)

it('slices without an order by the order of first insertion', async () => {
  await fc.assert(
    fc.asyncProperty(
      quadsOf,
      operation,
      fc.shuffledSubarray(names, { minLength: 1, maxLength: 2 }),
      fc.nat(3),
      fc.nat(4),
      fc.boolean(),
      async (quads, whole, variables, offset, limit, distinct) => {
        const projected: Operation = { kind: 'project', operand: whole, variables }
        const operand: Operation = distinct ? { kind: 'distinct', operand: projected } : projected
        const full = await cellsOf(quads, { kind: 'select', operation: operand }, {})
        const query: SelectQuery = { kind: 'select', operation: { kind: 'slice', operand, offset, limit } }
        const page = await cellsOf(quads, query, {})
        const columns = variables.map((_, index) => index)
        const sorted = [...full.rows].sort((a, b) => compareRows(a, b, columns))
        expect(page.rows).toEqual(sorted.slice(offset, offset + limit))
      },
    ),
    { numRuns: runs },
  )
}, 600_000)
