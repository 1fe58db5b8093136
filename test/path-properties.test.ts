import fc from 'fast-check'
import { expect, it } from 'vitest'
import { iri, literal, type NamedNode, type Quad } from '../src/rdf/term.ts'
import {
  bgp,
  type Expression,
  join,
  type Operation,
  type PatternTerm,
  type SelectQuery,
  union,
  variable,
} from '../src/sparql/algebra.ts'
import type { PropertyPath } from '../src/sparql/property-path.ts'
import { inScope } from '../src/sparql/scope.ts'
import { loadQuads } from '../src/store/sqlite/change/load.ts'
import { inMemory, openDatabase } from '../src/store/sqlite/connection.ts'
import { createSqliteStore } from '../src/store/sqlite/sqlite-store.ts'
import { solutionsOf, solutionText } from './reference/algebra-solutions.ts'
import { termKey } from './reference/graph.ts'

const ex = (name: string) => iri(`http://example.com/${name}`)
const nodes = [ex('a'), ex('b'), ex('c'), ex('d'), ex('e')]
const predicates = [ex('p'), ex('q'), ex('r')]
const known = [...predicates, ex('unknown')].map(({ value }) => value)
const graphs: readonly (NamedNode | null)[] = [null, ex('g1'), ex('g2')]

/** Each triple in one graph: the reference takes the union of graphs for all of their quads. */
const quadsOf: fc.Arbitrary<readonly Quad[]> = fc
  .uniqueArray(
    fc.record({
      subject: fc.constantFrom(...nodes),
      predicate: fc.constantFrom(...predicates),
      object: fc.constantFrom(...nodes, literal('1')),
      graph: fc.constantFrom(...graphs),
    }),
    { maxLength: 14, selector: (quad) => [quad.subject, quad.predicate, quad.object].map(termKey).join(' ') },
  )
  // No graph is empty: one that has no triples is none of the dataset.
  .map((quads) => [
    ...quads,
    ...graphs.map((graph, index) => ({
      subject: ex(`start${index}`),
      predicate: ex('p'),
      object: ex('a'),
      graph,
    })),
  ])

const { path } = fc.letrec<{ path: PropertyPath }>((tie) => {
  const several = fc.array(tie('path'), { minLength: 2, maxLength: 3 })
  const repeated = fc
    .tuple(tie('path'), fc.constantFrom('zeroOrOne', 'zeroOrMore', 'oneOrMore'))
    .map(([inner, times]): PropertyPath => ({ kind: 'repeated', path: inner, times }))
  const set = fc.option(fc.uniqueArray(fc.constantFrom(...known), { maxLength: 2 }), { nil: undefined })
  return {
    path: fc.oneof(
      { maxDepth: 4, depthIdentifier: 'path' },
      {
        weight: 5,
        arbitrary: fc.constantFrom(...known).map((name): PropertyPath => ({ kind: 'link', iri: name })),
      },
      { weight: 4, arbitrary: repeated },
      { weight: 2, arbitrary: tie('path').map((inner): PropertyPath => ({ kind: 'inverse', path: inner })) },
      { weight: 2, arbitrary: several.map((paths): PropertyPath => ({ kind: 'sequence', paths })) },
      { weight: 2, arbitrary: several.map((paths): PropertyPath => ({ kind: 'alternative', paths })) },
      {
        weight: 2,
        arbitrary: fc.tuple(set, set).map(
          ([forward, inverse]): PropertyPath => ({
            kind: 'negated',
            ...(forward && { forward }),
            ...(inverse && { inverse }),
          }),
        ),
      },
    ),
  }
})

const end: fc.Arbitrary<PatternTerm> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('x', 'y', 'z').map(variable) },
  { weight: 1, arbitrary: fc.constantFrom(...nodes, ex('absent')) },
)
const pathPattern: fc.Arbitrary<Operation> = fc
  .tuple(end, path, end)
  .map(([subject, one, object]) => ({ kind: 'path', subject, path: one, object }))
const step: fc.Arbitrary<Operation> = fc
  .record({ subject: end, predicate: fc.constantFrom(...predicates), object: end })
  .map((pattern) => bgp([pattern]))

const { operation } = fc.letrec<{ operation: Operation }>((tie) => ({
  operation: fc.oneof(
    { maxDepth: 3, depthIdentifier: 'operation' },
    { weight: 5, arbitrary: pathPattern },
    { weight: 1, arbitrary: step },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom(ex('a'), ex('absent'), literal('1'))
        .map((value): Operation => ({ kind: 'values', variables: ['x'], rows: [[value], [ex('b')]] })),
    },
    {
      weight: 3,
      arbitrary: fc.tuple(tie('operation'), tie('operation')).map((operands) => join(operands)),
    },
    { weight: 1, arbitrary: fc.tuple(tie('operation'), tie('operation')).map((operands) => union(operands)) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(tie('operation'), tie('operation'))
        .map(([left, right]): Operation => ({ kind: 'leftJoin', left, right })),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(tie('operation'), tie('operation'))
        .map(([left, right]): Operation => ({ kind: 'minus', left, right })),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom(variable('g'), ex('g1')), tie('operation'))
        .map(([name, operand]): Operation => ({ kind: 'graph', name, operand })),
    },
  ),
}))

async function actualOf(quads: readonly Quad[], query: SelectQuery): Promise<readonly string[]> {
  const database = openDatabase(inMemory)
  try {
    await loadQuads(database, [quads])
    const { batches, variables, term } = createSqliteStore(database).select(query)
    const found: string[] = []
    for await (const batch of batches) {
      for (const row of batch) {
        const bound = variables.flatMap((name, index) => {
          const cell = row[index] ?? null
          return cell === null ? [] : [[name, term(cell)] as const]
        })
        found.push(solutionText(new Map(bound)))
      }
    }
    return found.sort()
  } finally {
    database.close()
  }
}

async function agree(quads: readonly Quad[], whole: Operation): Promise<void> {
  const variables = [...inScope(whole)]
  const operation: Operation = { kind: 'project', operand: whole, variables }
  const expected = solutionsOf(operation, quads, null).map(solutionText).sort()
  const actual = await actualOf(quads, { kind: 'select', operation })
  const isSame = actual.length === expected.length && actual.every((one, index) => one === expected[index])
  if (!isSame) expect(actual).toEqual(expected)
}

const runs = Number(process.env['NUM_RUNS'] ?? 300)

it('gives the solutions of property paths that the specification gives', async () => {
  await fc.assert(fc.asyncProperty(quadsOf, operation, agree), { numRuns: runs })
}, 600_000)

it('finds paths inside EXISTS', async () => {
  const condition: fc.Arbitrary<Expression> = fc
    .tuple(
      fc.boolean(),
      fc.oneof(
        pathPattern,
        fc.tuple(pathPattern, step).map((operands) => join(operands)),
      ),
    )
    .map(([negated, operand]) => ({ kind: 'exists', negated, operand }))
  const filtered = fc
    .tuple(step, condition)
    .map(([operand, one]): Operation => ({ kind: 'filter', operand, condition: one }))
  await fc.assert(fc.asyncProperty(quadsOf, filtered, agree), { numRuns: runs })
}, 600_000)
