import { describe, expect, it } from 'vitest'
import { iri, literal } from '../rdf/term.ts'
import { bgp, call, type Operation, term, union, variable } from './algebra.ts'
import { certainlyBound, freeVariables, inScope } from './scope.ts'

const triple = (subject: string, object: string) =>
  bgp([{ subject: variable(subject), predicate: iri('http://e.org/p'), object: variable(object) }])

const cases: readonly [string, Operation, string[], string[]][] = [
  ['a basic graph pattern binds all', triple('a', 'b'), ['a', 'b'], ['a', 'b']],
  [
    'an optional part may be unbound',
    { kind: 'leftJoin', left: triple('a', 'b'), right: triple('a', 'c') },
    ['a', 'b', 'c'],
    ['a', 'b'],
  ],
  ['a union binds what all arms bind', union([triple('a', 'b'), triple('a', 'c')]), ['a', 'b', 'c'], ['a']],
  ['an empty union binds nothing', union([]), [], []],
  [
    'what is subtracted is out of scope',
    { kind: 'minus', left: triple('a', 'b'), right: triple('a', 'c') },
    ['a', 'b'],
    ['a', 'b'],
  ],
  [
    'a computed value may be an error',
    { kind: 'extend', operand: triple('a', 'b'), variable: 'c', expression: call('STR', variable('a')) },
    ['a', 'b', 'c'],
    ['a', 'b'],
  ],
  [
    'a constant is no error',
    { kind: 'extend', operand: triple('a', 'b'), variable: 'c', expression: term(literal('x')) },
    ['a', 'b', 'c'],
    ['a', 'b', 'c'],
  ],
  [
    'UNDEF leaves a column unbound',
    { kind: 'values', variables: ['a', 'b'], rows: [[literal('x'), null]] },
    ['a', 'b'],
    ['a'],
  ],
  [
    'the name of a graph is bound',
    { kind: 'graph', name: variable('g'), operand: triple('a', 'b') },
    ['a', 'b', 'g'],
    ['a', 'b', 'g'],
  ],
  [
    'a projection hides',
    { kind: 'project', operand: triple('a', 'b'), variables: ['b', 'z'] },
    ['b', 'z'],
    ['b'],
  ],
  [
    'a group has its keys and aggregates',
    {
      kind: 'group',
      operand: triple('a', 'b'),
      keys: ['a'],
      aggregates: [
        { variable: 'n', function: 'count', distinct: false },
        { variable: 's', function: 'sum', distinct: false, expression: variable('b') },
      ],
    },
    ['a', 'n', 's'],
    ['a', 'n'],
  ],
]

it.each(cases)('%s', (_, operation, scope, bound) => {
  expect([...inScope(operation)].sort()).toEqual(scope)
  expect([...certainlyBound(operation)].sort()).toEqual(bound)
})

describe('freeVariables', () => {
  it('looks into EXISTS, past filters and not past projections', () => {
    const operand: Operation = {
      kind: 'filter',
      operand: { kind: 'project', operand: triple('a', 'hidden'), variables: ['a'] },
      condition: call('BOUND', variable('f')),
    }
    expect([...freeVariables({ kind: 'exists', negated: false, operand })].sort()).toEqual(['a', 'f'])
  })
})
