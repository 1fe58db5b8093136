import { describe, expect, it } from 'vitest'
import type { LeafType } from '../graphql/schema.ts'
import { createNamer, defaultNamespaces } from '../rdf/namespaces.ts'
import { blank, iri, languageString, literal, type Term, xsd } from '../rdf/term.ts'
import type { Cell, Solutions } from '../sparql/solutions.ts'
import type { FieldShape, Listing, NestedShape } from './plan.ts'
import { shapeAnswer } from './shape.ts'
import type { AnswerForm } from './write-json.ts'

const namer = createNamer(defaultNamespaces)
const base = 'http://api.stardog.com/'

/** Terms by their cells; the numbers are the order in which the store saw them. */
const terms = new Map<Cell, Term>([
  [1, literal('one')],
  [2, literal('2', xsd.integer)],
  [3, iri(`${base}Three`)],
  [4, blank('b')],
  [5, languageString('fünf', 'de')],
  ['new', literal('computed')],
])

/** The one object of an answer: of these rows, whose first cell is its node. */
async function objectOf(
  fields: readonly FieldShape[],
  rows: readonly (readonly Cell[])[],
  form: AnswerForm = 'nodes',
): Promise<unknown> {
  const width = Math.max(...rows.map((row) => row.length))
  const solutions: Solutions = {
    variables: Array.from({ length: width }, (_, index) => String(index)),
    batches: (async function* () {
      yield rows
    })(),
    term: (cell) => terms.get(cell) ?? iri(`${base}n${cell}`),
  }
  const roots = [{ kind: 'list', key: 'root', object: { node: '0', fields } }] as const
  let text = ''
  for await (const piece of shapeAnswer(solutions, { roots }, namer, form)) text += piece
  const { data } = JSON.parse(text)
  return (form === 'graphql' ? data.root : data)[0]
}

function leaf(key: string, column: number, listing?: Listing, type?: LeafType): FieldShape {
  return { kind: 'leaf', key, variable: String(column), ...(listing && { listing }), ...(type && { type }) }
}

function object(
  key: string,
  column: number,
  fields: readonly FieldShape[],
  more: Partial<Pick<NestedShape, 'placement' | 'listing'>> = {},
): FieldShape {
  return { kind: 'object', key, placement: 'nested', object: { node: String(column), fields }, ...more }
}

const root = 100

describe('values of a field that is declared', () => {
  it.each([
    [undefined, [1], 'one'],
    [undefined, [2, 1], ['one', 2]],
    ['single', [1], 'one'],
    ['single', [2, 1], 'one'],
    ['single', ['new', 2], 2],
    ['single', ['new'], 'computed'],
    ['list', [1], ['one']],
    ['list', [2, 1], ['one', 2]],
    ['nonNullList', [1], ['one']],
    ['nonNullList', [2, 2, 1], ['one', 2]],
  ] as const)('%s %j are %j', async (listing, cells, value) => {
    const rows = cells.map((cell) => [root, cell])
    for (const form of ['nodes', 'graphql'] as const) {
      expect(await objectOf([leaf('a', 1, listing)], rows, form)).toEqual({ a: value })
      const fragment = object('... on A', 2, [leaf('a', 3, listing)], {
        placement: 'fragment',
        listing: 'single',
      })
      const merged = cells.map((cell) => [root, cell, root, cell])
      expect(await objectOf([leaf('a', 1, listing), fragment], merged, form)).toEqual({ a: value })
    }
  })

  it.each([
    [undefined, null],
    ['single', null],
    ['list', null],
    ['nonNullList', []],
  ] as const)('%s that are none are left out, or %j', async (listing, nothing) => {
    const fields = [leaf('a', 1, listing), object('b', 2, [leaf('c', 3)], listing && { listing })]
    const lifted = object('d', 4, [leaf('e', 5)], { placement: 'lifted' })
    for (const all of [fields, [...fields, lifted]]) {
      expect(await objectOf(all, [[root]], 'nodes')).toEqual({})
      expect(await objectOf(all, [[root]], 'graphql')).toMatchObject({ a: nothing, b: nothing })
    }
  })
})

describe('objects of a field that is declared', () => {
  const rows = [
    [root, 12, 1],
    [root, 11, 2],
  ]

  it('are all, or the first in the order of the store', async () => {
    const of = (listing?: Listing) => [object('a', 1, [leaf('b', 2)], listing && { listing })]
    expect(await objectOf(of('single'), rows)).toEqual({ a: { b: 2 } })
    expect(await objectOf(of('list'), rows)).toEqual({ a: [{ b: 2 }, { b: 'one' }] })
    expect(await objectOf(of(), rows)).toEqual({ a: [{ b: 2 }, { b: 'one' }] })
    expect(await objectOf(of('list'), rows.slice(1))).toEqual({ a: [{ b: 2 }] })
    expect(await objectOf(of(), rows.slice(1))).toEqual({ a: { b: 2 } })
  })

  it('are one where a fragment has others', async () => {
    const fields = [
      object('a', 1, [leaf('b', 2)], { listing: 'single' }),
      object('... on A', 3, [object('a', 4, [leaf('c', 5)], { listing: 'single' })], {
        placement: 'fragment',
      }),
    ]
    expect(await objectOf(fields, [...rows, [root, null, null, root, 12, 3]])).toEqual({ a: { b: 2 } })
    expect(await objectOf(fields, [...rows, [root, null, null, root, 11, 3]])).toEqual({
      a: { b: 2, c: 'Three' },
    })
  })
})

describe('fields of a hidden object that are declared', () => {
  const hidden = (listing: Listing | undefined, fields: readonly FieldShape[], at = 1) =>
    object(`h${at}`, at, fields, { placement: 'lifted', ...(listing && { listing }) })

  const two = [
    [root, 12, 1],
    [root, 11, 2],
  ]

  it.each([
    ['list', 'single', two, [2, 'one']],
    ['list', 'single', two.slice(1), [2]],
    ['nonNullList', 'single', two.slice(1), [2]],
    ['single', 'single', two, 2],
    ['single', 'list', two, [2]],
    ['single', undefined, two, 2],
    [undefined, undefined, two, [2, 'one']],
    [undefined, 'single', two, [2, 'one']],
  ] as const)('%s, %s', async (outer, inner, rows, value) => {
    const fields = [hidden(outer, [leaf('a', 2, inner)])]
    expect(await objectOf(fields, rows)).toEqual({ a: value })
  })

  it('are one for each object, where the objects are a list', async () => {
    const rows = [...two, [root, 12, 3]]
    expect(await objectOf([hidden('list', [leaf('a', 2, 'single')])], rows)).toEqual({ a: [2, 'one'] })
  })

  it('are an empty list of no objects where that is not null', async () => {
    const fields = (outer: Listing, inner: Listing) => [hidden(outer, [leaf('a', 2, inner)])]
    expect(await objectOf(fields('nonNullList', 'single'), [[root]], 'graphql')).toEqual({ a: [] })
    expect(await objectOf(fields('list', 'nonNullList'), [[root]], 'graphql')).toEqual({ a: null })
    expect(await objectOf(fields('single', 'nonNullList'), [[root]], 'graphql')).toEqual({ a: [] })
    expect(await objectOf(fields('single', 'single'), [[root]], 'graphql')).toEqual({ a: null })
  })

  it('lose none where several places have one', async () => {
    const places = (own: Listing) => [
      leaf('a', 1, own),
      hidden('single', [leaf('a', 3, 'single')], 2),
      hidden('single', [leaf('a', 5, 'single')], 4),
    ]
    const row = [root, 1, 11, 2, 12, 3]
    expect(await objectOf(places('single'), [row])).toEqual({ a: ['one', 2, 'Three'] })
    expect(await objectOf(places('single'), [[root, null, 11, 2]])).toEqual({ a: 2 })
    expect(await objectOf(places('single'), [[root, null, 11, 2, 12, 2]])).toEqual({ a: 2 })
    expect(await objectOf(places('list'), [[root, null, 11, 2]])).toEqual({ a: [2] })
    expect(await objectOf(places('nonNullList'), [[root]], 'graphql')).toEqual({ a: [] })
  })

  it('are nodes in a list of the list that hides them', async () => {
    const fields = [hidden('list', [{ kind: 'iri', key: 'iri', variable: '1' }])]
    expect(await objectOf(fields, [[root, 11]])).toEqual({ iri: [`${base}n11`] })
  })
})

describe('a leaf that is declared', () => {
  const values: LeafType = {
    kind: 'enum',
    values: new Map([
      ['FIRST', { text: 'one' }],
      ['AGAIN', { text: 'one' }],
      ['TWO', { text: '2' }],
      ['THREE', { iri: `${base}Three` }],
      ['Four', { iri: `${base}four`, text: 'fünf' }],
    ]),
  }

  it('is shown as its scalar, merged or not', async () => {
    const type = { kind: 'scalar', scalar: 'ID' } as const
    const rows = [1, 2, 3, 4, 5].map((cell) => [root, cell])
    const all = ['one', '2', `${base}Three`, '_:b', 'fünf']
    expect(await objectOf([leaf('a', 1, 'list', type)], rows)).toEqual({ a: all })
    const hidden = object('h', 1, [leaf('a', 2, 'list', type)], { placement: 'lifted', listing: 'single' })
    expect(
      await objectOf(
        [hidden],
        rows.map(([node, cell]) => [node ?? null, 11, cell ?? null]),
      ),
    ).toEqual({ a: all })
  })

  it('is the name of the first enum value that stands for the term, if one does', async () => {
    const rows = [1, 2, 3, 4, 5, 'new'].map((cell) => [root, cell])
    const expected = ['FIRST', 'TWO', 'THREE', '_:b', 'Four', 'computed']
    expect(await objectOf([leaf('a', 1, 'list', values)], rows)).toEqual({ a: expected })
  })
})

describe('the name of a type', () => {
  it.each([
    [[], 'Thing'],
    [[1], 'Thing'],
    [[7], 'Thing'],
    [[6, 3], 'Apple'],
    [[3, 8], 'Apple'],
    [[3, 7], 'Berry'],
  ])('of classes %j is %s', async (cells, name) => {
    const names = new Map([
      [`${base}Three`, 'Berry'],
      [`${base}n6`, 'Apple'],
      [`${base}n8`, 'Apple'],
    ])
    const field = {
      kind: 'typename',
      key: 't',
      type: { kind: 'variable', variable: '1', names, otherwise: 'Thing' },
    } as const
    const rows = cells.length === 0 ? [[root]] : cells.map((cell) => [root, cell])
    expect(await objectOf([field], rows)).toEqual({ t: name })
  })
})
