import {
  buildClientSchema,
  buildSchema,
  executeSync,
  type FieldNode,
  type GraphQLSchema,
  getIntrospectionQuery,
  Kind,
  lexicographicSortSchema,
  parse,
  printSchema,
} from 'graphql'
import { describe, expect, it } from 'vitest'
import { defaultNamespaces } from '../../rdf/namespaces.ts'
import { readSchema } from '../read/read-schema.ts'
import type { Schema } from '../schema.ts'
import { type Introspection, introspect } from './introspect.ts'

const everything = getIntrospectionQuery({
  descriptions: true,
  specifiedByUrl: true,
  directiveIsRepeatable: true,
  schemaDescription: true,
  inputValueDeprecation: true,
  experimentalDirectiveDeprecation: true,
  oneOf: true,
})

const schema = readSchema(
  `"A garden." schema { query: Q }
  "The root." type Q {
    Tree("How many." first: Int = 3, orderBy: [Sorting!] = [{field: "height"}], iri: [ID!] @deprecated(reason: "Old.")): [Tree!]!
    thing(form: Form = PEAR): Thing
  }
  "A tree." type Tree implements Thing & Named {
    iri: ID!
    "Its name." name: String @deprecated
    height: Decimal
    planted: Date @deprecated(reason: "Long ago.")
    bed: Bed
    seen: [Any!]
  }
  type Bed implements Thing { iri: ID! trees: [Tree!]! @path(value: "^:bed") }
  interface Thing { iri: ID! }
  interface Named implements Thing { iri: ID! name: String @deprecated }
  union Any = Tree | Bed
  enum Form { "A pear." PEAR APPLE @deprecated(reason: "Sour.") }
  input Sorting { field: String! desc: Boolean = false }
  input Either @oneOf { a: Int b: String }
  scalar Date @specifiedBy(url: "urn:date")`,
  defaultNamespaces,
)

/** What an operation of introspection fields only answers. */
function answer(text: string, variables = {}, of: Schema = schema): unknown {
  const { fields, operation, fragments } = partsOf(text)
  const data: Record<string, unknown> = {}
  for (const field of fields) {
    const key = (field.alias ?? field.name).value
    const nodes = fields.filter((other) => (other.alias ?? other.name).value === key)
    const introspection = introspect(of, { fields: nodes, operation, fragments, variables })
    data[key] = introspection.kind === 'value' ? JSON.parse(introspection.json) : introspection
  }
  return data
}

function partsOf(text: string) {
  const { definitions } = parse(text)
  const operation = definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION)
  if (operation === undefined) throw new Error('There is no operation.')
  const fields = operation.selectionSet.selections.filter(
    (node): node is FieldNode => node.kind === Kind.FIELD,
  )
  return {
    operation,
    fields,
    fragments: definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION),
  }
}

/** What graphql-js answers. */
function theirAnswer(text: string, variables = {}, of: GraphQLSchema = schema.graphql): unknown {
  const { data, errors } = executeSync({ schema: of, document: parse(text), variableValues: variables })
  expect(errors).toBeUndefined()
  return JSON.parse(JSON.stringify(data))
}

describe('introspection', () => {
  it.each([
    ['everything', everything, {}],
    [
      'nothing but names',
      '{ __schema { __typename queryType { name __typename } mutationType { name } } }',
      {},
    ],
    [
      'types by name',
      '{ a: __type(name: "Tree") { ...T } b: __type(name: "Nil") { ...T } c: __type(name: "__Type") { ...T } } fragment T on __Type { kind name fields { name } }',
      {},
    ],
    [
      'fragments of other types',
      '{ __type(name: "Tree") { ... on Tree { iri } ... on __Schema { types { name } } ... { name } ...A ...A } } fragment A on __Type { interfaces { ...B } } fragment B on __Type { name possibleTypes { name } }',
      {},
    ],
    [
      'fields that are merged',
      '{ __type(name: "Tree") { fields { name } fields { type { kind } } fields { type { name } name } } __type(name: "Tree") { name } }',
      {},
    ],
    [
      'aliases',
      '{ __type(name: "Tree") { old: fields(includeDeprecated: true) { n: name } new: fields { n: name } } }',
      {},
    ],
    [
      'variables',
      'query ($name: String!, $old: Boolean = true, $no: Boolean!) { __type(name: $name) { fields(includeDeprecated: $old) { name @skip(if: $no) isDeprecated @include(if: $no) } } }',
      { name: 'Tree', no: false },
    ],
    [
      'variables without a value',
      'query ($old: Boolean) { __type(name: "Form") { enumValues(includeDeprecated: $old) { name } } }',
      {},
    ],
    [
      'default values',
      '{ __type(name: "Q") { fields { args(includeDeprecated: true) { name defaultValue isDeprecated } } } }',
      {},
    ],
    [
      'what is left out',
      '{ __schema @skip(if: true) { types { name } } __type(name: "Q") { name @include(if: false) } }',
      {},
    ],
  ])('answers %s as graphql-js does', (_, text, variables) => {
    const shown = text.includes('__schema @skip')
      ? '{ __type(name: "Q") { name @include(if: false) } }'
      : text
    expect(answer(shown, variables)).toEqual(theirAnswer(shown, variables))
  })

  it('answers a thousand types as graphql-js does', () => {
    const names = Array.from({ length: 1_000 }, (_, index) => `T${index}`)
    const large = readSchema(
      `type Query { ${names.map((name) => `${name}(first: Int): [${name}!]!`).join(' ')} }
       ${names.map((name, index) => `"The ${name}." type ${name} { next: T${(index * 7) % 1_000} all: [T${index}!]! n: Int! }`).join(' ')}`,
      defaultNamespaces,
    )
    expect(answer(everything, {}, large)).toEqual(theirAnswer(everything, {}, large.graphql))
  })

  it('is enough to build the schema again', () => {
    const data = answer(everything)
    const shown = buildClientSchema(JSON.parse(JSON.stringify(data)))
    const own = lexicographicSortSchema(schema.graphql)
    expect(printSchema(lexicographicSortSchema(shown))).toBe(printSchema(own))
  })

  it('prints as a schema that can be added again, and is shown in the same way', () => {
    const data = answer(everything)
    const text = printSchema(buildClientSchema(JSON.parse(JSON.stringify(data))))
    const again = readSchema(text, defaultNamespaces)
    expect(printSchema(lexicographicSortSchema(again.graphql))).toBe(
      printSchema(lexicographicSortSchema(buildSchema(text))),
    )
  })

  it('shows all directives with their places and arguments', () => {
    const shown = schema.graphql.getDirectives().map((directive) => {
      const parts = directive.args.map(({ name, type }) => `${name}: ${type}`)
      const repeatable = directive.isRepeatable ? ' repeatable' : ''
      return `@${directive.name}(${parts.join(', ')})${repeatable} on ${directive.locations.join(' ')}`
    })
    expect(shown).toEqual([
      '@iri(value: String, namespace: String, prefix: String, localname: String) on OBJECT INTERFACE UNION FIELD_DEFINITION ARGUMENT_DEFINITION ENUM_VALUE',
      '@path(value: String!) on FIELD_DEFINITION ARGUMENT_DEFINITION',
      '@literal(value: String!) on ENUM_VALUE',
      '@optional() on FIELD',
      '@hide() on FIELD',
      '@type() on FIELD',
      '@filter(if: String!) repeatable on FIELD',
      '@bind(to: String!) on FIELD',
      '@skipIf(expr: String!) on FIELD',
      '@includeIf(expr: String!) on FIELD',
      '@lang(prefer: String!) on FIELD',
      '@prefix(rdf: String, rdfs: String, xsd: String, owl: String, stardog: String, so: String) repeatable on QUERY',
      '@config(alias: JSON, graph: [String!]) repeatable on QUERY',
      '@include(if: Boolean!) on FIELD FRAGMENT_SPREAD INLINE_FRAGMENT',
      '@skip(if: Boolean!) on FIELD FRAGMENT_SPREAD INLINE_FRAGMENT',
      '@deprecated(reason: String!) on FIELD_DEFINITION ARGUMENT_DEFINITION INPUT_FIELD_DEFINITION ENUM_VALUE DIRECTIVE_DEFINITION',
      '@specifiedBy(url: String!) on SCALAR',
      '@oneOf() on INPUT_OBJECT',
    ])
  })

  it('refuses values of variables that are none', () => {
    const text = 'query ($name: String!) { __type(name: $name) { name } }'
    const { fields, operation, fragments } = partsOf(text)
    const refused = introspect(schema, { fields, operation, fragments, variables: { name: null } })
    expect(messagesOf(refused)).toEqual([expect.stringMatching(/^Variable "\$name"/)])
  })

  it('refuses an answer that is too large, of one field or of several together', () => {
    const names = Array.from({ length: 1_000 }, (_, index) => `T${index}`)
    const large = readSchema(
      `type Query { a: I } interface I { a: Int } ${names.map((name) => `type ${name} implements I { a: Int }`).join(' ')}`,
      defaultNamespaces,
    )
    const once = partsOf('{ __schema { types { interfaces { possibleTypes { name } } } } }')
    const request = { ...once, variables: {} }
    const counter = { values: 0, characters: 0 }
    expect(introspect(large, request).kind).toBe('value')
    expect(introspect(large, { ...request, counter }).kind).toBe('value')
    expect(messagesOf(introspect(large, { ...request, counter, fields: request.fields }))).toEqual([])
    expect(messagesOf(introspect(large, { ...request, counter }))).toEqual([
      'The introspection asks for more than 5,000,000 values.',
    ])
    const more = partsOf(
      '{ __schema { types { interfaces { possibleTypes { a: name b: name c: name d: name e: name } } } } }',
    )
    expect(messagesOf(introspect(large, { ...more, variables: {} }))).toEqual([
      'The introspection asks for more than 5,000,000 values.',
    ])
  })

  it('refuses descriptions that are asked for again and again', () => {
    const long = readSchema(
      `type Query { a: A } """${'x'.repeat(1_000_000)}""" type A { a: Int }`,
      defaultNamespaces,
    )
    const asked = (times: number) =>
      partsOf(`{ __schema { ${Array.from({ length: times }, (_, at) => `a${at}: types { description }`)} } }`)
    expect(introspect(long, { ...asked(60), variables: {} }).kind).toBe('value')
    expect(messagesOf(introspect(long, { ...asked(70), variables: {} }))).toEqual([
      'The introspection asks for more than 67,108,864 characters of JSON.',
    ])
  })
})

function messagesOf(introspection: Introspection): string[] {
  return introspection.kind === 'errors' ? introspection.errors.map(({ message }) => message) : []
}
