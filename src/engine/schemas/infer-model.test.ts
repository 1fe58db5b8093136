import { describe, expect, it } from 'vitest'
import type { RangeModel } from '../../graphql/generate/schema-model.ts'
import { xsd } from '../../rdf/term.ts'
import type { DataFacts, PropertyFacts } from './data-facts.ts'
import { inferModel, mostMembers } from './infer-model.ts'

const none = { datatypes: new Map(), classes: new Map(), classless: 0, large: 0 }

/** A database with one property, of ten nodes of the class `urn:A`. */
function facts(property: Partial<PropertyFacts>, sizes: Readonly<Record<string, number>> = {}): DataFacts {
  const own = { nodes: 10, properties: new Map([['urn:p', { nodes: 10, values: 10, ...none, ...property }]]) }
  const others = Object.entries(sizes).map(([iri, nodes]) => [iri, { nodes, properties: new Map() }] as const)
  return { classes: new Map([['urn:A', own], ...others]), classless: 0 }
}

function propertyOf(given: DataFacts) {
  const property = inferModel(given).classes[0]?.properties[0]
  if (property === undefined) throw new Error('There is a property.')
  return property
}

function datatypes(counts: Readonly<Record<string, number>>): Pick<PropertyFacts, 'datatypes'> {
  return { datatypes: new Map(Object.entries(counts)) }
}

function classes(counts: Readonly<Record<string, number>>): Pick<PropertyFacts, 'classes'> {
  return { classes: new Map(Object.entries(counts)) }
}

const scalar = (name: string) => ({ kind: 'scalar', scalar: name })

describe('a property of data', () => {
  it.each<[counts: Readonly<Record<string, number>>, range: object]>([
    [{ [xsd.string]: 10 }, scalar('String')],
    [{ [xsd.integer]: 10 }, scalar('Int')],
    [{ [xsd.boolean]: 10 }, scalar('Boolean')],
    [{ [xsd.dateTime]: 10 }, scalar('DateTime')],
    [{ [xsd.integer]: 9, [xsd.decimal]: 1 }, scalar('Float')],
    [{ [xsd.integer]: 5, [xsd.decimal]: 4, [xsd.double]: 1 }, scalar('Float')],
    [{ [xsd.integer]: 9, [xsd.string]: 1 }, scalar('String')],
    [{ [xsd.date]: 9, [xsd.dateTime]: 1 }, scalar('String')],
    [{ 'urn:own': 10 }, scalar('String')],
    // The rest are nodes.
    [{ [xsd.integer]: 9 }, scalar('String')],
  ])('with literals %j is %j', (counts, range) => {
    expect(propertyOf(facts(datatypes(counts))).range).toEqual(range)
  })

  it('with numbers beyond 32 bits is Long, where they are whole', () => {
    expect(propertyOf(facts({ ...datatypes({ [xsd.integer]: 10 }), large: 1 })).range).toEqual(scalar('Long'))
    expect(propertyOf(facts({ ...datatypes({ [xsd.double]: 10 }), large: 1 })).range).toEqual(scalar('Float'))
  })

  it.each<
    [counts: Readonly<Record<string, number>>, sizes: Readonly<Record<string, number>>, range: RangeModel]
  >([
    [{}, {}, { kind: 'scalar', scalar: 'ID' }],
    [{ 'urn:A': 10 }, {}, { kind: 'class', iri: 'urn:A' }],
    // Some have no class: they are shown as the others.
    [{ 'urn:A': 7 }, {}, { kind: 'class', iri: 'urn:A' }],
    [{ 'urn:B': 7, 'urn:C': 3 }, {}, { kind: 'union', classes: ['urn:B', 'urn:C'] }],
    [{ 'urn:B': 3, 'urn:C': 7 }, {}, { kind: 'union', classes: ['urn:C', 'urn:B'] }],
    // All are of one class, some of them of another one too.
    [{ 'urn:B': 10, 'urn:C': 7 }, {}, { kind: 'class', iri: 'urn:B' }],
    [
      { 'urn:B': 10, 'urn:C': 10 },
      { 'urn:B': 50, 'urn:C': 12 },
      { kind: 'class', iri: 'urn:C' },
    ],
    [
      { 'urn:C': 10, 'urn:B': 10 },
      { 'urn:B': 12, 'urn:C': 12 },
      { kind: 'class', iri: 'urn:B' },
    ],
  ])('with nodes of the classes %j, of sizes %j, is %j', (counts, sizes, range) => {
    const typed = Math.max(0, ...Object.values(counts))
    const property = { ...classes(counts), classless: Object.keys(counts).length > 1 ? 0 : 10 - typed }
    expect(propertyOf(facts(property, sizes)).range).toEqual(range)
  })

  it('has a union of those classes that most values are of', () => {
    const counts = Object.fromEntries(
      Array.from({ length: mostMembers + 1 }, (_, at) => [`urn:C${at}`, at + 1]),
    )
    const { range, description } = propertyOf(facts({ nodes: 9, values: 5_000, ...classes(counts) }))
    expect(range.kind === 'union' && [range.classes.length, range.classes[0], range.classes.at(-1)]).toEqual([
      mostMembers,
      `urn:C${mostMembers}`,
      'urn:C1',
    ])
    expect(description).toBe(
      `9 of 10 have it, with 5,000 values together. They are of ${mostMembers + 1} classes.`,
    )
  })

  it('is a list where a node has two values, and non-null where all have one', () => {
    const strings = datatypes({ [xsd.string]: 10 })
    expect(propertyOf(facts(strings))).toMatchObject({ isList: false, isRequired: true })
    expect(propertyOf(facts({ ...strings, nodes: 9 }))).toMatchObject({ isList: true, isRequired: false })
    expect(propertyOf(facts({ ...strings, nodes: 9, values: 9 }))).toMatchObject({
      isList: false,
      isRequired: false,
    })
    expect(propertyOf(facts({ ...strings, values: 11 }))).toMatchObject({ isList: true, isRequired: true })
  })
})

describe('a schema of data', () => {
  it('says how many nodes no field lists', () => {
    expect(inferModel({ classes: new Map(), classless: 0 }).notes).toHaveLength(1)
    expect(inferModel({ classes: new Map(), classless: 1 }).notes?.[1]).toBe(
      '1 node has no class: no top-level field lists it.',
    )
    expect(inferModel({ classes: new Map(), classless: 12_345 }).notes?.[1]).toBe(
      '12,345 nodes have no class: no top-level field lists them.',
    )
  })
})
