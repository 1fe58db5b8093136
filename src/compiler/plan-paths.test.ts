import { describe, expect, it } from 'vitest'
import type { Path } from '../graphql/schema.ts'
import { defaultNamespaces } from '../rdf/namespaces.ts'
import { literal } from '../rdf/term.ts'
import { countTriplePatterns } from '../sparql/count-triple-patterns.ts'
import { printQuery } from '../sparql/print.ts'
import type { Statistics } from '../sparql/statistics.ts'
import { fewestTriplePatterns } from './fewest-triple-patterns.ts'
import type {
  Constraint,
  Field,
  FragmentField,
  Operation,
  PropertyField,
  RootNodes,
  Selection,
} from './operation.ts'
import { planQuery } from './plan-query.ts'

const base = 'http://api.stardog.com/'

/** A path from its text: `^parent/name`. */
function path(text: string): Path {
  const [first = '', ...rest] = text.split('/')
  const step = (one: string) => ({ predicate: base + one.replace('^', ''), inverse: one.startsWith('^') })
  return [step(first), ...rest.map(step)]
}

function field(text: string, more: Partial<PropertyField> = {}): PropertyField {
  return {
    kind: 'property',
    key: text,
    path: path(text),
    optional: false,
    hidden: false,
    constraints: [],
    ...more,
  }
}

function selection(...fields: readonly Field[]): Selection {
  return { fields, types: [], filters: [] }
}

function operation(root: Partial<RootNodes>): Operation {
  const nodes: RootNodes = {
    kind: 'nodes',
    key: 'A',
    types: [`${base}A`],
    constraints: [],
    order: [],
    skip: 0,
    ...root,
  }
  return { namespaces: defaultNamespaces, aliases: new Map(), roots: [nodes] }
}

/** Statistics in which no node has two values of a property; of the given ones a subject, or an object, has several. */
function counted(...many: readonly string[]): Statistics {
  return {
    triples: 100,
    predicate: (iri) => ({
      triples: 20,
      subjects: many.includes(iri.slice(base.length)) ? 10 : 20,
      objects: many.includes(`^${iri.slice(base.length)}`) ? 10 : 20,
    }),
    instances: () => 10,
  }
}

/** The text of a plan; checks on the way that the estimate before it does not refuse what fits. */
function sparql(root: Partial<RootNodes>, statistics?: Statistics): string {
  const asked = operation(root)
  const { query } = planQuery(asked, { statistics })
  expect(fewestTriplePatterns(asked)).toBeLessThanOrEqual(countTriplePatterns(query.operation))
  return printQuery(query, { namespaces: defaultNamespaces, scope: 'none' })
}

describe('a path', () => {
  it('is a chain of triple patterns in the node itself, where each step has one value at most', () => {
    const fields = selection(field('^b/c'), field('d/e', { selection: selection(field('f')) }))
    expect(sparql({ selection: fields }, counted('b', '^d'))).toBe(
      `SELECT ?0 ?1 ?2 ?3
{
?0 rdf:type :A .
?x0 :b ?0 .
?x0 :c ?1 .
?0 :d ?x1 .
?x1 :e ?2 .
?2 :f ?3 .
}
`,
    )
  })

  it.each(['b', 'c', '^^'])('has an arm where a step may have several: %s', (many) => {
    const fields = selection(field('b/c'), field('d'))
    const text = sparql({ selection: fields }, many === '^^' ? undefined : counted(many, 'd'))
    expect(text).toContain('{\n?0 :b ?x0 .\n?x0 :c ?1 .\n} UNION {\n?0 :d ?2 .\n}')
    expect(text).toContain('FILTER(EXISTS {\n?0 :b ?x1 .\nFILTER(EXISTS {\n?x1 :c ?x2 .\n})\n} && EXISTS')
  })

  it('of one step against its direction has one value where no object has two subjects', () => {
    const one = selection(field('^b'))
    expect(sparql({ selection: selection(field('^b'), field('c')) }, counted('c'))).not.toContain('UNION')
    expect(sparql({ selection: one }, counted())).toBe('SELECT *\n{\n?0 rdf:type :A .\n?1 :b ?0 .\n}\n')
    const two = selection(field('^b'), field('c'))
    expect(sparql({ selection: two }, counted('^b', 'c'))).toContain('UNION')
    expect(sparql({ selection: two })).toContain('UNION')
  })

  it('is optional as a whole', () => {
    const fields = selection(field('b/^c', { optional: true }))
    expect(sparql({ selection: fields }, counted())).toContain('OPTIONAL {\n?0 :b ?x0 .\n?1 :c ?x0 .\n}')
  })

  it('says that its values are no literals only where they could be', () => {
    const inside = selection(field('x', { optional: true }))
    expect(sparql({ selection: selection(field('b/c', { selection: inside })) })).toContain('isLiteral(?1)')
    expect(sparql({ selection: selection(field('b/^c', { selection: inside })) })).not.toContain('isLiteral')
    const hanging = selection(field('^x'))
    expect(sparql({ selection: selection(field('b', { selection: hanging })) })).toContain('isLiteral(?1)')
  })

  it('is followed anew by what an expression needs beside it', () => {
    const when = { kind: 'variable', name: 'b/c' } as const
    const fields = selection(field('b/c'), field('d', { when }))
    const text = sparql({ selection: fields }, counted('d'))
    expect(text).toContain('?0 :d ?2 .\n?0 :b ?x3 .\n?x3 :c ?x2 .\nFILTER(?x2)')
  })

  it('is searched for better languages', () => {
    const fields = selection(field('b/c', { languages: ['de', 'en'] }))
    expect(sparql({ selection: fields })).toMatch(
      /NOT EXISTS \{\n\?0 :b \?(x\d+) \.\n\?\1 :c \?(x\d+) \.\nFILTER\(LANGMATCHES\(LANG\(\?\2\), "de"\)\)/,
    )
  })
})

describe('a condition on a path', () => {
  const matches = [{ kind: 'string', value: 'x' }] as const
  const value = (text: string): Constraint => ({ kind: 'value', path: path(text), matches })
  const name = (text: string): Constraint => ({
    kind: 'value',
    path: path(text),
    matches: [{ kind: 'iri', iri: `${base}x` }],
  })

  it('makes no node two of it, by however many ways it holds', () => {
    expect(sparql({ constraints: [value('b/c')] })).toContain('DISTINCT')
    expect(sparql({ constraints: [value('b/c')] }, counted())).not.toContain('DISTINCT')
    expect(sparql({ constraints: [name('b/c')] })).toBe(
      'SELECT DISTINCT ?0\n{\n?0 rdf:type :A .\n?0 :b ?x0 .\n?x0 :c :x .\n}\n',
    )
    expect(sparql({ constraints: [name('b/c')] }, counted())).not.toContain('DISTINCT')
    expect(sparql({ constraints: [name('^b')] })).toBe('SELECT *\n{\n?0 rdf:type :A .\n:x :b ?0 .\n}\n')
  })

  it('is one on the field of that path, where that has one value', () => {
    const constraints = [value('^b')]
    expect(sparql({ selection: selection(field('^b')), constraints }, counted())).toContain(
      '?1 :b ?0 .\nFILTER(isLiteral(?1)',
    )
    expect(sparql({ selection: selection(field('b')), constraints }, counted())).toContain('?x0 :b ?0 .')
  })

  it('follows the path within a nested field, and where it leads nowhere', () => {
    const nested = (constraint: Constraint) =>
      sparql({ selection: selection(field('k', { constraints: [constraint] })) })
    expect(nested(value('^b/c'))).toContain('EXISTS {\n?x1 :b ?1 .\n?x1 :c ?x0 .\nFILTER(isLiteral(?x0)')
    expect(nested({ kind: 'absent', path: path('^b/c') })).toContain(
      'NOT EXISTS {\n?x1 :b ?1 .\n?x1 :c ?x0 .\n}',
    )
    expect(sparql({ constraints: [{ kind: 'valueOrAbsent', path: path('b/c'), matches }] })).toMatch(
      /!\(EXISTS|NOT EXISTS/,
    )
  })

  it('counts numbers of any datatype by their text where that is asked for', () => {
    const text = (kind: 'text' | 'string') =>
      sparql(
        { constraints: [{ kind: 'value', path: path('b'), matches: [{ kind, value: '5' }] }] },
        counted(),
      )
    expect(text('text')).toContain('FILTER(isLiteral(?x0) && (STR(?x0) = "5"))')
    expect(text('string')).toContain('isNumeric(?x0)')
    const both = { kind: 'number', literal: literal('5') } as const
    const constraints = [
      { kind: 'value', path: path('b'), matches: [both, { kind: 'text', value: 'x' }] },
    ] as const
    expect(sparql({ constraints }, counted())).toContain(
      '(?x0 = "5") || (isLiteral(?x0) && (STR(?x0) = "x"))',
    )
  })
})

describe('an order by a path', () => {
  const order = (text: string, descending = false) =>
    [{ by: { kind: 'property', path: path(text) }, descending }] as const

  it('takes the smallest or largest of all that it leads to', () => {
    expect(sparql({ order: order('b/c') })).toContain('(MIN(')
    expect(sparql({ order: order('b/c', true) })).toContain('(MAX(')
    expect(sparql({ order: order('b/c') })).toContain('OPTIONAL {\n?0 :b ?x1 .\n?x1 :c ?x0 .\n}')
    expect(sparql({ order: order('b/^c') }, counted())).not.toContain('GROUP BY')
  })
})

describe('nodes of several classes', () => {
  const types = [`${base}A`, `${base}B`]
  const isTyped = (node: string) =>
    new RegExp(`EXISTS \\{\n\\?${node} rdf:type \\?(x\\d+) \\.\nFILTER\\(\\?\\1 IN \\(:A, :B\\)\\)\n\\}`)

  it('are listed once, where one may be of two', () => {
    expect(sparql({ types })).toMatch(
      /SELECT DISTINCT \?0\n\{\nVALUES \(\?x0\) \{\n\(:A\)\n\(:B\)\n\}\n\?0 rdf:type \?x0 \.\n\}/,
    )
    expect(sparql({ types, first: 2 })).toMatch(/SELECT DISTINCT \?0(.|\n)*LIMIT 2/)
    const oneEach: Statistics = { ...counted(), predicate: () => ({ triples: 20, subjects: 20, objects: 2 }) }
    expect(sparql({ types }, oneEach)).not.toContain('DISTINCT')
  })

  it('are what @type asks for, or a fragment is on', () => {
    const asked = sparql({ selection: { ...selection(field('b')), types: [types, [`${base}C`]] } })
    expect(asked).toMatch(isTyped('0'))
    expect(asked).toContain('?0 rdf:type :C .')
    const fragment: FragmentField = {
      kind: 'fragment',
      key: '... on U',
      types,
      selection: selection(field('b')),
    }
    const text = sparql({ selection: selection(field('k', { selection: selection(fragment) })) })
    expect(text).toContain('BIND(?1 AS ?2)\n?1 :b ?3 .')
    expect(text).toMatch(isTyped('1'))
  })

  it('have the names of their classes looked for only where they are asked for', () => {
    const names = new Map([[`${base}A`, 'A']])
    const typename = {
      kind: 'typename',
      key: 't',
      hidden: false,
      name: { kind: 'listed', names, otherwise: 'U' },
    } as const
    expect(sparql({ types, selection: selection(field('b')) }, counted()).match(/rdf:type/g)).toHaveLength(1)
    const text = sparql({ types: [`${base}A`], selection: selection(field('b'), typename) }, counted('b'))
    expect(text).toContain('OPTIONAL {\n?0 rdf:type ?2 .\n}')
    const fixed = { ...typename, name: { kind: 'fixed', name: 'A' } } as const
    expect(sparql({ selection: selection(fixed) })).toBe('SELECT *\n{\n?0 rdf:type :A .\n}\n')
  })
})
