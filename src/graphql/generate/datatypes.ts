import { rdf, rdfNamespace, xsdNamespace } from '../../rdf/term.ts'
import type { ModelScalar } from './schema-model.ts'
import { owl, rdfs, schemaOrgNamespaces } from './vocabulary.ts'

const xsdScalars: readonly (readonly [scalar: ModelScalar, names: readonly string[]])[] = [
  [
    'Int',
    [
      'integer',
      'int',
      'short',
      'byte',
      'unsignedShort',
      'unsignedByte',
      'nonNegativeInteger',
      'positiveInteger',
      'nonPositiveInteger',
      'negativeInteger',
    ],
  ],
  ['Long', ['long', 'unsignedInt', 'unsignedLong']],
  ['Float', ['decimal', 'float', 'double']],
  ['Boolean', ['boolean']],
  ['DateTime', ['dateTime', 'dateTimeStamp']],
  ['Date', ['date']],
  [
    'String',
    [
      'string',
      'normalizedString',
      'token',
      'language',
      'Name',
      'NCName',
      'NMTOKEN',
      'NMTOKENS',
      'ID',
      'IDREF',
      'IDREFS',
      'ENTITY',
      'ENTITIES',
      'QName',
      'NOTATION',
      'anyURI',
      'time',
      'duration',
      'dayTimeDuration',
      'yearMonthDuration',
      'gYear',
      'gYearMonth',
      'gMonth',
      'gMonthDay',
      'gDay',
      'hexBinary',
      'base64Binary',
      'anyType',
      'anySimpleType',
      'anyAtomicType',
    ],
  ],
]

const schemaOrgScalars: readonly (readonly [name: string, scalar: ModelScalar])[] = [
  ['DataType', 'String'],
  ['Text', 'String'],
  ['URL', 'String'],
  ['CssSelectorType', 'String'],
  ['PronounceableText', 'String'],
  ['XPathType', 'String'],
  ['Time', 'String'],
  ['Date', 'Date'],
  ['DateTime', 'DateTime'],
  ['Boolean', 'Boolean'],
  ['Number', 'Float'],
  ['Float', 'Float'],
  ['Integer', 'Int'],
]

const scalars: ReadonlyMap<string, ModelScalar> = new Map<string, ModelScalar>([
  ...xsdScalars.flatMap(([scalar, names]) => names.map((name) => [xsdNamespace + name, scalar] as const)),
  ...schemaOrgNamespaces.flatMap((namespace) =>
    schemaOrgScalars.map(([name, scalar]) => [namespace + name, scalar] as const),
  ),
  [rdfs.literal, 'String'],
  [rdf.langString, 'LangString'],
  [`${rdfNamespace}dirLangString`, 'LangString'],
  [`${rdfNamespace}PlainLiteral`, 'String'],
  [`${rdfNamespace}XMLLiteral`, 'String'],
  [`${rdfNamespace}HTML`, 'String'],
  [`${rdfNamespace}JSON`, 'JSON'],
  [owl.real, 'Float'],
  [owl.rational, 'String'],
])

/**
 * How values of a datatype are shown in a generated schema; `undefined` of an IRI that is no datatype of XML Schema, RDF, OWL
 * or schema.org. Numbers stay numbers, as they are shown without a schema: `xsd:integer` is
 * Int, `xsd:long` Long, and `xsd:decimal` Float, which shows all of its digits.
 */
export function scalarOfDatatype(iri: string): ModelScalar | undefined {
  return scalars.get(iri)
}

/** From the narrowest to the widest: each holds the values of those before it. */
const numbers: readonly ModelScalar[] = ['Int', 'Long', 'Float']

/** The scalar that shows values of both: the wider of two numbers, else text. */
export function mergeScalars(a: ModelScalar, b: ModelScalar): ModelScalar {
  if (a === b) return a
  const [left, right] = [numbers.indexOf(a), numbers.indexOf(b)]
  if (left >= 0 && right >= 0) return left > right ? a : b
  // ID shows IRIs whole, and literals as String does.
  return a === 'ID' || b === 'ID' ? 'ID' : 'String'
}
