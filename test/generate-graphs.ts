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

/** Namespace of most names. */
export const base = 'http://api.stardog.com/'
/** Namespace of the prefix `ex`. */
export const example = 'http://example.com/ns#'
const xsd = 'http://www.w3.org/2001/XMLSchema#'
const rdfType = iri('http://www.w3.org/1999/02/22-rdf-syntax-ns#type')

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
const labels: readonly Term[] = [
  literal('none'),
  languageString('x', 'en'),
  languageString('y', 'en-gb'),
  languageString('z', 'de'),
  languageString('x', 'de-ch'),
  languageString('w', 'fr'),
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
export interface Property {
  readonly name: string
  readonly iri: NamedNode
  readonly values: readonly Term[]
}

/** The properties of generated graphs. */
export const properties: readonly Property[] = [
  { name: 'link', iri: iri(`${base}link`), values: nodes },
  { name: 'ex_link', iri: iri(`${example}link`), values: nodes },
  { name: 'any', iri: iri(`${base}any`), values: [...nodes, ...mixed, ...spellings] },
  { name: 'mix', iri: iri(`${base}mix`), values: mixed },
  { name: 'number', iri: iri(`${base}number`), values: numbers },
  { name: 'text', iri: iri(`${base}text`), values: strings },
  { name: 'label', iri: iri(`${base}label`), values: labels },
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
  fewest = 1,
): fc.Arbitrary<Quad[]> {
  const one = fc
    .record({ object: fc.constantFrom(...values), graphs })
    .map(({ object, graphs }) => graphs.map((graph) => ({ subject, predicate, object, graph })))
  return fc
    .oneof(
      { weight: 1, arbitrary: fc.constant([]) },
      { weight: 3, arbitrary: one.map((quads) => [quads]) },
      { weight: fewest + 1, arbitrary: fc.array(one, { minLength: fewest - 1, maxLength: 3 }) },
    )
    .map((several) => several.flat())
}

/** Small graphs in which everything meets. */
export const quads: fc.Arbitrary<readonly Quad[]> = fc
  .subarray([...nodes], { minLength: 2 })
  .chain((subjects) =>
    fc.tuple(
      ...subjects.flatMap((subject) => [
        quadsOf(subject, rdfType, classes, 3),
        ...properties.map((property) => quadsOf(subject, property.iri, property.values)),
      ]),
    ),
  )
  .map((groups) => groups.flat())
  .chain((all) => fc.shuffledSubarray(all, { minLength: all.length }))
