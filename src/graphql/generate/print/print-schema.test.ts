import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { definitionOf, fieldOf } from '../../../../test/generate-schema-text.ts'
import { expectReadable } from '../../../../test/readable-schema.ts'
import { ServiceError } from '../../../errors.ts'
import { defaultNamespaces } from '../../../rdf/namespaces.ts'
import { propertyPath } from '../../schema.ts'
import type { ClassModel, PropertyModel, RangeModel, SchemaModel } from '../schema-model.ts'
import { printSchema } from './print-schema.ts'

const ns = 'http://api.stardog.com/'
const string: RangeModel = { kind: 'scalar', scalar: 'String' }

function classOf(name: string, more: Partial<ClassModel> = {}): ClassModel {
  return { iri: name.includes(':') ? name : ns + name, superclasses: [], properties: [], ...more }
}

function property(
  name: string,
  range: RangeModel = string,
  more: Partial<PropertyModel> = {},
): PropertyModel {
  const iri = name.includes(':') ? name : ns + name
  return { path: propertyPath(iri), range, isList: true, isRequired: false, ...more }
}

function textOf(...classes: readonly ClassModel[]): string {
  return textOfModel({ classes, enums: [] })
}

/** The text of a model; it has to be readable, too. */
function textOfModel(model: SchemaModel): string {
  const text = printSchema(model, defaultNamespaces)
  expectReadable(text, defaultNamespaces)
  return text
}

describe('the text of a schema', () => {
  it('has a type and a top-level field for a class', () => {
    expect(textOf(classOf('A'))).toBe(
      'schema {\n  query: Query\n}\n\ntype Query {\n  A(iri: [ID!], first: Int, skip: Int, orderBy: OrderBy): [A!]!\n}\n\ntype A {\n  iri: ID!\n}\n',
    )
  })

  it.each([
    ['no class', []],
    ['no class but shapes', [classOf('A', { isClass: false })]],
    ['no class with an IRI', [classOf('not an: iri')]],
  ])('cannot be made of %s', (_, classes) => {
    expect(() => textOf(...classes)).toThrow(
      new ServiceError('invalidSchema', 'There is nothing to make a schema of: no class is known.'),
    )
  })

  it('stands by alphabet, whatever the order of the model', () => {
    const classes = ['B', 'a', 'C'].map((name) =>
      classOf(name, { properties: [property('z'), property('Y'), property('x')] }),
    )
    const text = textOf(...classes)
    expect(
      textOf(...classes.map((one) => ({ ...one, properties: [...one.properties].reverse() })).reverse()),
    ).toBe(text)
    expect(text.match(/^type \w+/gm)).toEqual(['type Query', 'type B', 'type C', 'type a'])
    expect(definitionOf(text, 'B')).toBe('type B { iri: ID! Y: [String!] x: [String!] z: [String!] }')
  })

  it('has an @iri exactly where a name does not denote its IRI', () => {
    const text = textOf(
      classOf('https://schema.org/Person', {
        properties: [property('https://schema.org/name'), property('http://x/name'), property('name')],
      }),
      classOf('http://x/Person'),
    )
    expect(text).toContain(
      '\ntype so_Person {\n  iri: ID!\n  name: [String!]\n  so_name: [String!]\n  x_name: [String!] @iri(value: "http://x/name")\n}\n',
    )
    expect(text).toContain('\ntype Person @iri(value: "http://x/Person") {\n')
  })

  it('gives the same names whatever other runs saw', () => {
    const text = textOf(
      classOf('http://b.org/v/Name'),
      classOf('http://a.org/v/Name'),
      classOf('urn:c:Name'),
      classOf('urn:d:Name'),
    )
    expect(text.match(/^type .*/gm)?.slice(1)).toEqual([
      'type Name @iri(value: "http://a.org/v/Name") {',
      'type b_Name @iri(value: "http://b.org/v/Name") {',
      'type c_Name @iri(value: "urn:c:Name") {',
      'type d_Name @iri(value: "urn:d:Name") {',
    ])
  })

  it('escapes what descriptions and comments hold', () => {
    const hostile = 'a """ b \\ "c"\n\u0000\u007f\ud800 # {\r\n  d'
    const text = textOfModel({
      classes: [
        classOf('A', {
          description: hostile,
          notes: [hostile],
          properties: [property('p', string, { description: hostile, deprecation: hostile })],
        }),
      ],
      enums: [],
      notes: ['one\ntype B { iri: ID! }', hostile],
    })
    const schema = expectReadable(text, defaultNamespaces)
    expect([...schema.types.keys()]).toEqual(['A'])
    expect(schema.graphql.getType('A')?.description).toBe('a """ b \\ "c"\n\u0000\u007f\ufffd # {\nd')
  })

  it('leaves out what has no absolute IRI, and says so', () => {
    const text = textOf(
      classOf('http://x/a b'),
      classOf('A', {
        properties: [property('http://x/<p>'), property('p', { kind: 'class', iri: 'http://x/a b' })],
      }),
    )
    expect(text).toContain('# The class <http://x/a b> is left out: it is not an absolute IRI.\n')
    expect(text).toContain('# The property <http://x/<p>> is left out: not an absolute IRI.\n')
    expect(definitionOf(text, 'A')).toBe('type A { iri: ID! p: [ID!] }')
  })
})

describe('top-level fields', () => {
  it('take lists of scalars and enums, not of nodes or JSON', () => {
    const text = textOfModel({
      classes: [
        classOf('A', {
          properties: [
            property('n', { kind: 'scalar', scalar: 'Int' }, { isList: false, isRequired: true }),
            property('e', { kind: 'enum', key: 'k' }),
            property('j', { kind: 'scalar', scalar: 'JSON' }),
            property('o', { kind: 'class', iri: `${ns}A` }),
          ],
        }),
      ],
      enums: [{ key: 'k', name: 'E', values: [{ iri: `${ns}x` }] }],
    })
    expect(text).toContain(
      '  A(iri: [ID!], first: Int, skip: Int, orderBy: OrderBy, e: [E!], n: [Int!]): [A!]!\n',
    )
    expect(definitionOf(text, 'A')).toBe('type A { iri: ID! e: [E!] j: [JSON!] n: Int! o(iri: [ID!]): [A!] }')
  })

  it('call filters by properties that are named like built-in arguments something else', () => {
    const text = textOf(
      classOf('A', {
        properties: ['first', 'skip', 'orderBy', 'iri', 'first_value'].map((name) => property(name)),
      }),
    )
    const { roots } = expectReadable(text, defaultNamespaces)
    const paths = [...(roots.get('A')?.arguments ?? [])].map(([name, { kind, path }]) => [
      name,
      kind,
      path?.[0].predicate,
    ])
    expect(paths).toEqual([
      ['iri', 'iri', undefined],
      ['first', 'first', undefined],
      ['skip', 'skip', undefined],
      ['orderBy', 'orderBy', undefined],
      ['first_value_2', 'property', `${ns}first`],
      ['first_value', 'property', `${ns}first_value`],
      ['orderBy_value', 'property', `${ns}orderBy`],
      ['skip_value', 'property', `${ns}skip`],
      ['stardog_iri', 'property', `${ns}iri`],
    ])
  })

  it('have as many filters as may be', () => {
    const properties = Array.from({ length: 500 }, (_, at) => property(`p${at}`))
    const { roots, types } = expectReadable(textOf(classOf('A', { properties })), defaultNamespaces)
    expect(roots.get('A')?.arguments.size).toBe(194)
    expect(types.get('A')?.fields.size).toBe(501)
  })
})

describe('inherited fields', () => {
  const range = (name: string): RangeModel => ({ kind: 'class', iri: ns + name })
  const sub = (
    name: string,
    above: readonly string[],
    properties: readonly PropertyModel[] = [],
  ): ClassModel => classOf(name, { superclasses: above.map((one) => ns + one), properties })

  it('are narrowed to subclasses, and to what is required', () => {
    const text = textOf(
      sub('Animal', [], [property('parent', range('Animal'))]),
      sub('Dog', ['Animal'], [property('parent', range('Dog'), { isRequired: true })]),
    )
    expect(fieldOf(text, 'Dog', 'parent')).toBe('[Dog!]!')
    expect(fieldOf(text, 'Animal', 'parent')).toBe('[Animal!]')
  })

  it('stay what superclasses say where they cannot be narrowed', () => {
    const text = textOf(
      sub('A', [], [property('p', range('A')), property('q', string, { isList: false, isRequired: true })]),
      sub('B', ['A'], [property('p', string), property('q', { kind: 'scalar', scalar: 'Int' })]),
    )
    expect(definitionOf(text, 'B')).toBe('type B implements A { iri: ID! p(iri: [ID!]): [A!] q: String! }')
  })

  it('are the same in the whole family where superclasses do not agree', () => {
    const text = textOf(
      sub('A', [], [property('p', string, { isList: false })]),
      sub('B', [], [property('p', { kind: 'scalar', scalar: 'Int' })]),
      sub('C', ['A', 'B']),
      sub('D', [], [property('p', { kind: 'scalar', scalar: 'Int' }, { isList: false })]),
    )
    expect(['A', 'B', 'C', 'D'].map((name) => fieldOf(text, name, 'p'))).toEqual([
      '[String!]',
      '[String!]',
      '[String!]',
      'Int',
    ])
  })

  it('are deprecated where the property is, everywhere', () => {
    const old = property('p', string, { deprecation: 'Old.' })
    const text = textOf(
      sub('A', [], [property('q'), old]),
      sub('B', ['A'], [property('q', string, { deprecation: 'Old.' })]),
    )
    expect(text.match(/@deprecated/g)).toHaveLength(2)
    expect(text.match(/p: \[String!\] @deprecated\(reason: "Old."\)/g)).toHaveLength(2)
  })
})

describe('what is out of measure', () => {
  const chain = (
    length: number,
    properties: (at: number) => readonly PropertyModel[],
  ): readonly ClassModel[] =>
    Array.from({ length }, (_, at) =>
      classOf(`C${at}`, { superclasses: [`${ns}C${at + 1}`], properties: properties(at) }),
    )

  it('is written down as long as it can be', () => {
    const text = textOf(...chain(1_000, (at) => (at % 100 === 0 ? [property(`p${at}`)] : [])))
    expect(fieldOf(text, 'C0', 'p900')).toBe('[String!]')
  })

  it.each([
    ['a chain of 20,000 subclasses', chain(20_000, () => []), 'superclasses'],
    ['fields that each of many inherits', chain(2_000, (at) => [property(`p${at}`)]), 'fields'],
  ])('is refused: %s', (_, classes, what) => {
    const refused = expect(() => printSchema({ classes, enums: [] }, defaultNamespaces))
    refused.toThrow(ServiceError)
    refused.toThrow(what)
  })

  it('is shared where classes are the same', () => {
    const classes = chain(300, (at) => [property(`p${at}`)])
    const circle = [...classes, classOf('C300', { superclasses: [`${ns}C0`] })]
    expect(expectReadable(textOf(...circle), defaultNamespaces).types.get('C7')?.fields.size).toBe(301)
  })
})

describe('any model', () => {
  const iris = [...'ABCDEF']
    .map((name) => ns + name)
    .concat('http://x/A', 'http://y/v/A', `${ns}Date`, 'https://schema.org/A')
  const predicates = [...'pqrs']
    .map((name) => ns + name)
    .concat(`${ns}iri`, `${ns}first`, 'http://x/p', 'http://y/v/p')
  const scalars = [
    'String',
    'ID',
    'Int',
    'Long',
    'Float',
    'Decimal',
    'Boolean',
    'Date',
    'LangString',
    'JSON',
  ] as const
  const anyRange: fc.Arbitrary<RangeModel> = fc.oneof(
    fc.constantFrom(...scalars).map((scalar) => ({ kind: 'scalar', scalar }) as const),
    fc.constantFrom(...iris).map((iri) => ({ kind: 'class', iri }) as const),
    fc
      .uniqueArray(fc.constantFrom(...iris), { maxLength: 4 })
      .map((classes) => ({ kind: 'union', classes }) as const),
    fc.constantFrom('k', 'l', 'none').map((key) => ({ kind: 'enum', key }) as const),
  )
  const step = fc.record({ predicate: fc.constantFrom(...predicates), inverse: fc.boolean() })
  const anyPath = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...predicates).map(propertyPath) },
    fc.tuple(step, fc.array(step, { maxLength: 2 })).map(([first, others]) => [first, ...others] as const),
  )
  const anyProperty: fc.Arbitrary<PropertyModel> = fc
    .record({
      path: anyPath,
      name: fc.constantFrom(undefined, 'name', 'p', 'q', 'iri', 'first', 'two words'),
      deprecation: fc.constantFrom(undefined, undefined, 'Old.'),
      range: anyRange,
      isList: fc.boolean(),
      isRequired: fc.boolean(),
    })
    .map(({ name, deprecation, ...rest }) => ({
      ...rest,
      ...(name && { name }),
      ...(deprecation && { deprecation }),
    }))
  const anyModel: fc.Arbitrary<SchemaModel> = fc
    .uniqueArray(
      fc.record({
        iri: fc.constantFrom(...iris),
        superclasses: fc.uniqueArray(fc.constantFrom(...iris), { maxLength: 3 }),
        properties: fc.array(anyProperty, { maxLength: 5 }),
      }),
      { selector: ({ iri }) => iri, minLength: 1, maxLength: 8 },
    )
    .map((classes) => ({
      classes,
      enums: [
        { key: 'k', name: 'A', values: [{ iri: `${ns}x` }, { text: 'x' }, { text: '' }] },
        { key: 'l', name: 'A', values: [{ iri: `${ns}x` }, { iri: 'http://x/x' }] },
      ],
    }))

  it('comes to a schema without an error, that means its classes and properties', () => {
    fc.assert(
      fc.property(anyModel, (model) => {
        const schema = expectReadable(printSchema(model, defaultNamespaces), defaultNamespaces)
        const classes = [...schema.roots.values()].flatMap((root) => root.classes)
        expect(classes.sort()).toEqual(model.classes.map(({ iri }) => iri).sort())
        for (const { iri, properties } of model.classes) {
          const type = [...schema.types.values()].find(
            (one) => one.kind !== 'union' && one.classes[0] === iri,
          )
          const paths = new Set(
            [...(type?.fields.values() ?? [])].map((field) =>
              field.kind === 'iri' ? '' : JSON.stringify(field.path),
            ),
          )
          for (const { path } of properties) expect(paths).toContain(JSON.stringify(path))
        }
      }),
      { numRuns: 200 },
    )
  })

  it('comes to the same text whatever its order', () => {
    fc.assert(
      fc.property(anyModel, (model) => {
        const text = printSchema(model, defaultNamespaces)
        const turned = { ...model, classes: [...model.classes].reverse(), enums: [...model.enums].reverse() }
        expect(printSchema(turned, defaultNamespaces)).toBe(text)
      }),
    )
  })
})
