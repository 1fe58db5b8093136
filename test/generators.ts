import fc from 'fast-check'
import {
  type BlankNode,
  blank,
  iri,
  languageString,
  literal,
  type NamedNode,
  type Quad,
  type Term,
} from '../src/rdf/term.ts'
import type { ReferenceRequest } from './reference/operation-facts.ts'

/** A small graph and a question about it. */
export interface Case {
  readonly quads: readonly Quad[]
  readonly request: ReferenceRequest
}

const base = 'http://api.stardog.com/'
const example = 'http://example.com/ns#'
const xsd = 'http://www.w3.org/2001/XMLSchema#'
const rdfType = iri('http://www.w3.org/1999/02/22-rdf-syntax-ns#type')

/** Declared by every generated operation. */
const directives = `@prefix(ex: "${example}") @config(alias: {odd: "http://other.example/odd-name"})`

// One IRI has no GraphQL name at all, and one has a local name that reads as a prefixed one.
const nodes: readonly (NamedNode | BlankNode)[] = [
  iri(`${base}a`),
  iri(`${base}b`),
  iri(`${base}c`),
  iri(`${example}d`),
  iri('http://other.example/e-1'),
  iri(`${base}ex_d`),
  blank('f'),
  blank('g'),
]
const classes = [iri(`${base}A`), iri(`${base}B`), iri(`${example}C`)]

const numbers: readonly Term[] = [
  literal('5', `${xsd}integer`),
  literal('-2', `${xsd}integer`),
  literal('12', `${xsd}integer`),
  literal('1.5', `${xsd}decimal`),
  literal('5', `${xsd}double`),
  literal('1.5', `${xsd}float`),
]
const strings: readonly Term[] = ['x', 'y', '', 'Z', 'x y', 'é', '𝄞', '"\\\n'].map((text) => literal(text))
const days: readonly Term[] = ['2020-01-01', '2019-12-31', '2020-02-29'].map((day) =>
  literal(day, `${xsd}date`),
)
const mixed: readonly Term[] = [
  ...numbers,
  ...strings,
  ...days,
  languageString('x', 'en'),
  languageString('x', 'de-ch'),
  languageString('y', 'en'),
  literal('true', `${xsd}boolean`),
  literal('false', `${xsd}boolean`),
  literal('abc', `${xsd}integer`),
  literal('maybe', `${xsd}boolean`),
  literal('x', 'http://example.com/datatype'),
  literal('2020-01-01T12:00:00Z', `${xsd}dateTime`),
  literal('9007199254740993', `${xsd}integer`),
]
/** Several spellings of one value: a store keeps them apart. */
const spellings: readonly Term[] = [
  literal('05', `${xsd}integer`),
  literal('5.0', `${xsd}decimal`),
  literal('5', `${xsd}int`),
  literal('1', `${xsd}boolean`),
  literal('NaN', `${xsd}double`),
  literal('-INF', `${xsd}float`),
]

/** A property: how documents write it, and what its values are like. */
interface Property {
  readonly name: string
  readonly iri: NamedNode
  readonly values: readonly Term[]
}

const properties: readonly Property[] = [
  { name: 'link', iri: iri(`${base}link`), values: nodes },
  { name: 'ex_link', iri: iri(`${example}link`), values: nodes },
  { name: 'any', iri: iri(`${base}any`), values: [...nodes, ...mixed, ...spellings] },
  { name: 'mix', iri: iri(`${base}mix`), values: mixed },
  { name: 'number', iri: iri(`${base}number`), values: numbers },
  { name: 'text', iri: iri(`${base}text`), values: strings },
  { name: 'odd', iri: iri('http://other.example/odd-name'), values: days },
]

/** Where a triple stands: mostly in one graph, sometimes in several. */
const graphs = fc.constantFrom<readonly (NamedNode | null)[]>(
  [null],
  [null],
  [iri(`${base}G`)],
  [null, iri(`${base}G`)],
  [iri(`${base}H`), iri(`${base}G`)],
)

function quadsOf(
  subject: NamedNode | BlankNode,
  predicate: NamedNode,
  values: readonly Term[],
): fc.Arbitrary<Quad[]> {
  const one = fc
    .record({ object: fc.constantFrom(...values), graphs })
    .map(({ object, graphs }) => graphs.map((graph) => ({ subject, predicate, object, graph })))
  return fc
    .oneof(
      { weight: 1, arbitrary: fc.constant([]) },
      { weight: 3, arbitrary: one.map((quads) => [quads]) },
      { weight: 2, arbitrary: fc.array(one, { maxLength: 3 }) },
    )
    .map((several) => several.flat())
}

const quads: fc.Arbitrary<readonly Quad[]> = fc
  .subarray([...nodes], { minLength: 1 })
  .chain((subjects) =>
    fc.tuple(
      ...subjects.flatMap((subject) => [
        quadsOf(subject, rdfType, classes),
        ...properties.map((property) => quadsOf(subject, property.iri, property.values)),
      ]),
    ),
  )
  .map((groups) => groups.flat())
  .chain((all) => fc.shuffledSubarray(all, { minLength: all.length }))

/** An argument's value: its text in a document, and as a variable its type and JSON. */
interface ArgumentValue {
  readonly text: string
  readonly type: string
  readonly json: unknown
}

const scalarValues: readonly ArgumentValue[] = [
  ...[5, -2, 12, 7].map((json) => ({ text: String(json), type: 'Int', json })),
  ...[1.5, 5, -2.5].map((json) => ({ text: json.toFixed(1), type: 'Float', json })),
  ...['x', 'y', '', 'é', '"\\\n', 'abc', '2020-01-01', 'maybe'].map((json) => ({
    text: JSON.stringify(json),
    type: 'String',
    json,
  })),
  ...[true, false].map((json) => ({ text: String(json), type: 'Boolean', json })),
  ...['a', 'b', 'ex_d', 'nobody'].map((json) => ({ text: json, type: 'Name', json })),
]
const absent: ArgumentValue = { text: 'null', type: 'String', json: null }
const nodeValues: readonly ArgumentValue[] = [
  ...[`${base}a`, `${base}ex_d`, 'http://other.example/e-1', 'http://other.example/nobody'].map((json) => ({
    text: JSON.stringify(json),
    type: 'ID',
    json,
  })),
  ...['a', 'b', 'ex_d'].map((json) => ({ text: json, type: 'Name', json })),
]

const argumentValue: fc.Arbitrary<ArgumentValue> = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...scalarValues) },
  { weight: 1, arbitrary: fc.constant(absent) },
)

/** One value, or a list of values that could be a variable's where they have one type. */
function valueOrList(one: fc.Arbitrary<ArgumentValue>): fc.Arbitrary<ArgumentValue> {
  return fc.oneof(
    { weight: 4, arbitrary: one },
    {
      weight: 1,
      arbitrary: fc.array(one, { maxLength: 3 }).map((values) => ({
        text: `[${values.map((value) => value.text).join(', ')}]`,
        type: `[${new Set(values.map((value) => value.type)).size === 1 ? values[0]?.type : ''}]`,
        json: values.map((value) => value.json),
      })),
    },
  )
}

interface Argument {
  readonly name: string
  readonly value: ArgumentValue
  /** Whether it goes into a variable, where it can. */
  readonly asVariable: boolean
}

const filterArgument: fc.Arbitrary<Argument> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      name: fc.constantFrom(...properties.map((property) => property.name)),
      value: valueOrList(argumentValue),
      asVariable: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      name: fc.constant('iri'),
      value: valueOrList(fc.constantFrom(...nodeValues)),
      asVariable: fc.boolean(),
    }),
  },
)

// Only properties whose values SPARQL orders: between kinds of literals each processor has its own order.
const orderName = fc.constantFrom('number', 'text', 'odd', 'iri')
const orderItem = fc.oneof(
  orderName,
  fc.tuple(orderName, fc.boolean()).map(([name, desc]) => `{field: ${name}, desc: ${desc}}`),
)
const order = fc.oneof(
  orderItem,
  fc.array(orderItem, { minLength: 1, maxLength: 2 }).map((items) => `[${items.join(', ')}]`),
)

const count = fc.integer({ min: 0, max: 3 }).map((json) => ({ text: String(json), type: 'Int', json }))
function seldom<T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> {
  return fc.oneof({ weight: 2, arbitrary: fc.constant(null) }, { weight: 1, arbitrary })
}

const pagingArguments: fc.Arbitrary<readonly Argument[]> = fc
  .record({
    orderBy: seldom(order.map((text) => ({ text, type: '', json: null }))),
    first: seldom(count),
    skip: seldom(count),
    asVariable: fc.boolean(),
  })
  .map(({ asVariable, ...values }) =>
    Object.entries(values).flatMap(([name, value]) => (value === null ? [] : [{ name, value, asVariable }])),
  )

/** A field of a selection set; without `fields` a leaf. */
interface Field {
  readonly alias: string | null
  readonly name: string
  readonly optional: boolean
  readonly arguments: readonly Argument[]
  readonly fields: readonly Field[]
  /** What is written around it: nothing, a fragment without a condition, or a directive. */
  readonly wrapping: Wrapping
}

type Wrapping = 'none' | 'fragment' | 'included' | 'skipped'
const wrapping: fc.Arbitrary<Wrapping> = fc.oneof(
  { weight: 12, arbitrary: fc.constant('none' as const) },
  { weight: 1, arbitrary: fc.constantFrom('fragment' as const, 'included' as const, 'skipped' as const) },
)

// A few aliases for many fields, so that fields of one response name meet and merge.
const alias = seldom(fc.constantFrom('k', 'l', 'm'))

// Else most documents would ask for what hardly a node has.
const mostlyTrue = fc.integer({ min: 0, max: 3 }).map((number) => number < 3)

function selectionSet(depth: number): fc.Arbitrary<readonly Field[]> {
  const leaf = fc.record({
    alias,
    name: fc.constantFrom(...properties.map((property) => property.name), 'iri', '__typename', 'rdf_type'),
    optional: mostlyTrue,
    arguments: fc.constant([]),
    fields: fc.constant([]),
    wrapping,
  })
  const object: fc.Arbitrary<Field> = fc.record({
    alias,
    name: fc.constantFrom('link', 'ex_link', 'link'),
    optional: mostlyTrue,
    arguments: fc.oneof(
      { weight: 3, arbitrary: fc.constant([]) },
      { weight: 1, arbitrary: fc.uniqueArray(filterArgument, { maxLength: 2, selector: (one) => one.name }) },
    ),
    fields:
      depth === 0
        ? fc.constant([])
        : fc.oneof(
            fc.constant([]),
            fc.constant(0).chain(() => selectionSet(depth - 1)),
          ),
    wrapping,
  })
  return fc
    .array(fc.oneof({ weight: 3, arbitrary: leaf }, { weight: 2, arbitrary: object }), {
      minLength: 1,
      maxLength: 3,
    })
    .map((fields) => fields.map(plain))
}

/** The built-in fields are never optional. */
function plain(field: Field): Field {
  return field.name === 'iri' || field.name === '__typename' ? { ...field, optional: false } : field
}

interface Root {
  readonly alias: string | null
  readonly name: string
  readonly arguments: readonly Argument[]
  readonly fields: readonly Field[]
}

const root: fc.Arbitrary<Root> = fc
  .record({
    name: fc.constantFrom('A', 'B', 'ex_C', 'A'),
    filters: fc.oneof(
      { weight: 4, arbitrary: fc.constant([]) },
      { weight: 1, arbitrary: fc.uniqueArray(filterArgument, { maxLength: 2, selector: (one) => one.name }) },
    ),
    paging: pagingArguments,
    fields: selectionSet(2),
  })
  .map(({ filters, paging, ...rest }) => ({ ...rest, alias: null, arguments: [...filters, ...paging] }))

const roots: fc.Arbitrary<readonly Root[]> = fc.oneof(
  { weight: 4, arbitrary: root.map((one) => [one]) },
  {
    weight: 1,
    arbitrary: fc
      .array(root, { minLength: 2, maxLength: 3 })
      .map((several) => several.map((one, at) => ({ ...one, alias: `r${at}` }))),
  },
)

const request: fc.Arbitrary<ReferenceRequest> = roots.map((fields) => {
  const declared: string[] = []
  const variables: Record<string, unknown> = {}
  const argumentText = ({ name, value, asVariable }: Argument): string => {
    if (!asVariable || value.type === '' || value.type === '[]') return `${name}: ${value.text}`
    const variable = `v${declared.length}`
    declared.push(`$${variable}: ${value.type}`)
    variables[variable] = value.json
    return `${name}: $${variable}`
  }
  const fieldText = (field: Root | Field): string => {
    const wrapping = 'wrapping' in field ? field.wrapping : 'none'
    const text = plainText(field)
    if (wrapping === 'fragment') return `... { ${text} }`
    return {
      none: text,
      included: `... @include(if: true) { ${text} }`,
      skipped: `... @skip(if: true) { ${text} }`,
    }[wrapping]
  }
  const plainText = (field: Root | Field): string => {
    const args = field.arguments.map(argumentText)
    return [
      field.alias === null ? '' : `${field.alias}: `,
      field.name,
      args.length === 0 ? '' : `(${args.join(', ')})`,
      'optional' in field && field.optional ? ' @optional' : '',
      field.fields.length === 0 ? '' : ` { ${field.fields.map(fieldText).join(' ')} }`,
    ].join('')
  }
  const body = fields.map(fieldText).join(' ')
  const declarations = declared.length === 0 ? '' : `(${declared.join(', ')})`
  const query = `query${declarations} ${directives} { ${body} }`
  return declared.length === 0 ? { query } : { query, variables }
})

/** Small graphs in which everything meets, and documents of the supported language over their vocabulary. */
export const cases: fc.Arbitrary<Case> = fc.record({ quads, request })
