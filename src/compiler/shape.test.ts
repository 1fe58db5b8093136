import { describe, expect, it } from 'vitest'
import { createNamer, defaultNamespaces } from '../rdf/namespaces.ts'
import { iri, literal, type Term, xsd } from '../rdf/term.ts'
import type { Cell, Solutions } from '../sparql/solutions.ts'
import type { ListShape, RootShape } from './plan.ts'
import { shapeAnswer } from './shape.ts'

const namer = createNamer(defaultNamespaces)

/** Solutions whose cells are numbers, which are integers, or strings, which are local names of the default namespace. */
function solutions(variables: readonly string[], ...batches: readonly (readonly Cell[])[][]): Solutions {
  return {
    variables,
    batches: (async function* () {
      yield* batches
    })(),
    term: (cell): Term =>
      typeof cell === 'number' ? literal(String(cell), xsd.integer) : iri(`http://api.stardog.com/${cell}`),
  }
}

async function piecesOf(found: Solutions, roots: readonly RootShape[]): Promise<string[]> {
  const pieces: string[] = []
  for await (const piece of shapeAnswer(found, { roots }, namer)) pieces.push(piece)
  return pieces
}

async function answer(found: Solutions, ...roots: RootShape[]): Promise<unknown> {
  return JSON.parse((await piecesOf(found, roots)).join(''))
}

const human: ListShape = {
  kind: 'list',
  key: 'humans',
  object: {
    node: '0',
    fields: [
      { kind: 'leaf', key: 'age', variable: '1' },
      {
        kind: 'object',
        key: 'friends',
        placement: 'nested',
        object: { node: '2', fields: [{ kind: 'leaf', key: 'age', variable: '3' }] },
      },
    ],
  },
}
const droid: RootShape = { kind: 'identifiers', key: 'droids', variable: '4' }

describe('the answer', () => {
  it('is an array of objects for one top-level field', async () => {
    const rows = [
      ['a', 1, null, null],
      ['b', 2, null, null],
    ]
    expect(await answer(solutions(['0', '1', '2', '3'], rows), human)).toEqual({
      data: [{ age: 1 }, { age: 2 }],
    })
  })

  it('is an empty array where there are no solutions', async () => {
    expect(await answer(solutions(['0', '1', '2', '3']), human)).toEqual({ data: [] })
  })

  it('is an object of arrays for several, empty ones too', async () => {
    const variables = ['0', '1', '2', '3', '4']
    expect(await answer(solutions(variables), human, droid)).toEqual({ data: { humans: [], droids: [] } })
    expect(await answer(solutions(variables, [[null, null, null, null, 'r']]), human, droid)).toEqual({
      data: { humans: [], droids: ['r'] },
    })
    expect(await answer(solutions(variables, [['a', 1, null, null, null]]), human, droid)).toEqual({
      data: { humans: [{ age: 1 }], droids: [] },
    })
  })

  it('is an object for a constant', async () => {
    const root: RootShape = { kind: 'constant', key: '__typename', json: '"Query"' }
    expect(await answer(solutions([]), root)).toEqual({ data: { __typename: 'Query' } })
    expect(await answer(solutions(['4'], [['r'], ['s']]), root, droid, { ...root, key: 'again' })).toEqual({
      data: { __typename: 'Query', droids: ['r', 's'], again: 'Query' },
    })
  })

  it('has one object for a node, however many rows it has and wherever batches end', async () => {
    const rows: Cell[][] = [
      ['a', 1, 'x', 7],
      ['a', 1, 'x', 8],
      ['a', 1, 'y', 7],
      ['b', 2, 'x', 7],
    ]
    const expected = {
      data: [
        { age: 1, friends: [{ age: [7, 8] }, { age: 7 }] },
        { age: 2, friends: { age: 7 } },
      ],
    }
    expect(await answer(solutions(['0', '1', '2', '3'], rows), human)).toEqual(expected)
    expect(await answer(solutions(['0', '1', '2', '3'], ...rows.map((row) => [row])), human)).toEqual(
      expected,
    )
  })

  it('has distinct values in order of arrival, of few and of many', async () => {
    const many = Array.from({ length: 100 }, (_, index) => ['a', index % 40, null, null] as Cell[])
    const values = Array.from({ length: 40 }, (_, index) => index)
    expect(await answer(solutions(['0', '1', '2', '3'], many), human)).toEqual({ data: [{ age: values }] })
  })

  it('comes in pieces of bounded size', async () => {
    const rows = Array.from({ length: 10_000 }, (_, index) => [`node${index}`, index, null, null] as Cell[])
    const pieces = await piecesOf(solutions(['0', '1', '2', '3'], rows), [human])
    expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThan(33_000)
    expect(JSON.parse(pieces.join('')).data).toHaveLength(10_000)
  })
})

describe('the answer in the form of the GraphQL specification', () => {
  async function formal(found: Solutions, ...roots: RootShape[]): Promise<unknown> {
    let text = ''
    for await (const piece of shapeAnswer(found, { roots }, namer, 'graphql')) text += piece
    return JSON.parse(text)
  }

  it('is an object for one top-level field too, with null where there is no value', async () => {
    const rows = [
      ['a', 1, null, null],
      ['b', null, 'x', null],
    ] satisfies Cell[][]
    expect(await formal(solutions(['0', '1', '2', '3'], rows), human)).toEqual({
      data: {
        humans: [
          { age: 1, friends: null },
          { age: null, friends: { age: null } },
        ],
      },
    })
  })

  it('has null for lifted fields without a value, and no keys of a fragment that does not apply', async () => {
    const root = (placement: 'lifted' | 'fragment'): RootShape => ({
      kind: 'list',
      key: 'humans',
      object: {
        node: '0',
        fields: [
          {
            kind: 'object',
            key: 'x',
            placement,
            object: { node: '1', fields: [{ kind: 'leaf', key: 'age', variable: '2' }] },
          },
        ],
      },
    })
    const rows: Cell[][] = [['a', null, null]]
    expect(await formal(solutions(['0', '1', '2'], rows), root('lifted'))).toEqual({
      data: { humans: [{ age: null }] },
    })
    expect(await formal(solutions(['0', '1', '2'], rows), root('fragment'))).toEqual({
      data: { humans: [{}] },
    })
  })
})

describe('fields of objects that are not shown', () => {
  const lifted: RootShape = {
    kind: 'list',
    key: 'humans',
    object: {
      node: '0',
      fields: [
        { kind: 'leaf', key: 'age', variable: '1' },
        {
          kind: 'object',
          key: 'friends',
          placement: 'lifted',
          object: {
            node: '2',
            fields: [
              { kind: 'leaf', key: 'age', variable: '3' },
              {
                kind: 'object',
                key: 'home',
                placement: 'nested',
                object: { node: '4', fields: [{ kind: 'iri', key: 'iri', variable: '4' }] },
              },
            ],
          },
        },
      ],
    },
  }

  it('move up to the object around them, merged with what has the same key', async () => {
    const rows: Cell[][] = [
      ['a', 1, null, null, null],
      ['a', null, 'x', 7, 'h'],
      ['a', null, 'y', 1, 'h'],
      ['a', null, 'z', 8, 'i'],
    ]
    expect(await answer(solutions(['0', '1', '2', '3', '4'], rows), lifted)).toEqual({
      data: [
        { age: [1, 7, 8], home: [{ iri: 'http://api.stardog.com/h' }, { iri: 'http://api.stardog.com/i' }] },
      ],
    })
  })
})

describe('an answer without a limit of its own', () => {
  const limited: RootShape = { ...human, limit: 2 }

  it.each([
    [2, undefined],
    [3, { truncated: true }],
  ])('of %i objects where 2 are shown says that it is cut', async (count, extensions) => {
    const rows = Array.from({ length: count }, (_, index): Cell[] => [`n${index}`, index, null, null])
    expect(await answer(solutions(['0', '1', '2', '3'], rows), limited)).toEqual({
      data: [{ age: 0 }, { age: 1 }],
      ...(extensions && { extensions }),
    })
    expect(await answer(solutions(['4'], rows), { ...droid, limit: 2 })).toEqual({
      data: ['n0', 'n1'],
      ...(extensions && { extensions }),
    })
  })
})
