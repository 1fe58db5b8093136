import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rdfNamespace, xsdNamespace } from '../src/rdf/term.ts'
import { compilerBySchema } from './compile-by-schema.ts'

const ex = 'http://example.org/'
const { compile, refusals } = compilerBySchema(
  `
schema { query: Query }
type Query {
  Human(iri: [ID], name: String, status: Status, orderBy: OrderBy, first: Int): [Human]
  Character(orderBy: [OrderBy]): [Character]
  Being: [Being]
}
enum Status { ACTIVE @iri(prefix: "ex", localname: "active") RETIRED @literal(value: "retired") }
interface Character { iri: ID name: String friends(name: String): [Character] }
type Human implements Character {
  iri: ID
  name: String
  age: Int
  status: Status
  friends(name: String, home: ID): [Character]
  home: Planet
  pupils: [Human] @path(value: "^:teacher/:self")
}
type Droid implements Character { iri: ID name: String friends(name: String): [Character] use: String }
type Planet { name: String }
union Being = Human | Droid
`,
  new Map([
    ['', `${ex}`],
    ['ex', `${ex}`],
    ['rdf', rdfNamespace],
  ]),
)

/** Whatever a query by the schema may look at. */
const declared: ReadonlySet<string> = new Set([
  ...[
    'Human',
    'Character',
    'Droid',
    'Planet',
    'name',
    'age',
    'status',
    'friends',
    'home',
    'teacher',
    'self',
    'use',
    'active',
  ].map((name) => ex + name),
  `${rdfNamespace}type`,
])

/** IRIs that a compiled query has and the schema does not declare, but for datatypes and the values that were given. */
function undeclared(query: string, variables: Record<string, unknown> = {}): readonly string[] {
  const found = new Set<string>()
  JSON.stringify(compile(query, variables).plan.query, (_, value: unknown) => {
    if (
      typeof value === 'object' &&
      value !== null &&
      'kind' in value &&
      'value' in value &&
      value.kind === 'iri'
    ) {
      found.add(String(value.value))
    }
    return value instanceof Map ? [...value] : value
  })
  return [...found].filter(
    (iri) =>
      !declared.has(iri) && !iri.startsWith(xsdNamespace) && !iri.startsWith('http://example.com/value/'),
  )
}

describe('what a schema does not declare cannot be named', () => {
  it.each<[way: string, query: string, variables?: Record<string, unknown>]>([
    ['a top-level field', '{ Planet { name } }'],
    ['a top-level field with a prefix', '{ ex_Secret { name } }'],
    ['a field', '{ Human { secret } }'],
    ['a field under an alias', '{ Human { name: secret } }'],
    ['a field of the data with a prefix', '{ Human { rdf_type } }'],
    ['a field that another type has', '{ Human { home { age } } }'],
    ['a field of a subtype', '{ Character { age } }'],
    ['a field of a union', '{ Being { name } }'],
    ['a nested field', '{ Human { friends { friends { secret } } } }'],
    ['an inline fragment', '{ Human { ... { secret } } }'],
    ['a fragment on the type', '{ Human { ... on Human { secret } } }'],
    ['a fragment on an interface', '{ Human { ... on Character { age } } }'],
    ['a fragment on a union', '{ Human { ... on Being { age } } }'],
    ['a fragment on another type', '{ Human { ... on Planet { name } } }'],
    ['a fragment on an unknown type', '{ Human { ... on Secret { name } } }'],
    ['a fragment on a type with a prefix', '{ Human { ... on ex_Human { secret } } }'],
    ['a named fragment', '{ Human { ...F } } fragment F on Human { secret }'],
    ['a named fragment on another type', '{ Human { ...F } } fragment F on Droid { use }'],
    ['a fragment on the query type', '{ ...F } fragment F on Query { Planet { name } }'],
    ['a fragment that hides its type', '{ ... on Human { secret } }'],
    ['@type', '{ Human { Secret @type { secret } } }'],
    ['a field of @type', '{ Character { Droid @type { secret } } }'],
    ['@type of the same type', '{ Human { Human @type { secret } } }'],
    ['@type within @type', '{ Character { Droid @type { Secret @type } } }'],
    ['@type and @bind at once', '{ Human { secret @type @bind(to: "1") } }'],
    ['@hide', '{ Human { secret @hide { name } } }'],
    ['a field of @hide', '{ Human { home @hide { secret } } }'],
    ['@optional', '{ Human { name secret @optional } }'],
    ['@lang', '{ Human { secret @lang(prefer: "en") } }'],
    ['@skip of a declared field', '{ Human { name @skip(if: "$secret > 1") } }'],
    ['@filter', '{ Human { name @filter(if: "$secret > 1") } }'],
    ['@filter by the name of a property', '{ Human { name @filter(if: "$age > 1") } }'],
    ['@filter with EXISTS', '{ Human { name @filter(if: "EXISTS { ?x <http://example.org/secret> ?y }") } }'],
    ['@filter with a function', '{ Human { name @filter(if: "<http://example.org/secret>($name)") } }'],
    ['@bind', '{ Human { x @bind(to: "$secret") } }'],
    ['@bind of its own name', '{ Human { secret @bind(to: "$secret") } }'],
    ['@bind of a field', '{ Human { secret @bind(to: "1") { name } } }'],
    ['an argument', '{ Human(secret: 1) { name } }'],
    ['an argument for a property that is declared', '{ Human(age: 1) { name } }'],
    ['a nested argument', '{ Human { friends(secret: 1) } }'],
    ['a nested argument of another type', '{ Character { friends(home: "x") } }'],
    ['an argument with a prefix', '{ Human(ex_secret: 1) { name } }'],
    ['orderBy', '{ Human(orderBy: secret) { name } }'],
    ['orderBy as text', '{ Human(orderBy: "secret") { name } }'],
    ['orderBy with a prefix', '{ Human(orderBy: ex_secret) { name } }'],
    ['orderBy in a list', '{ Human(orderBy: [name, {field: secret, desc: true}]) { name } }'],
    ['orderBy by a field of a subtype', '{ Character(orderBy: age) { name } }'],
    [
      'orderBy in a variable',
      'query($o: OrderBy) { Human(orderBy: $o) { name } }',
      { o: { field: 'secret' } },
    ],
    ['orderBy in a default', 'query($o: OrderBy = secret) { Human(orderBy: $o) { name } }'],
    [
      'an alias of @config',
      'query @config(alias: {secret: "http://example.org/secret"}) { Human { secret } }',
    ],
    [
      'an alias for a declared field',
      'query @config(alias: {name: "http://example.org/secret"}) { Human { name } }',
    ],
    [
      'an alias for a declared type',
      'query @config(alias: {Human: "http://example.org/Secret"}) { Human { name } }',
    ],
    [
      'an alias for a type elsewhere',
      'query @config(alias: {Planet: "http://example.org/Secret"}) { Human { name } }',
    ],
    [
      'an alias in orderBy',
      'query @config(alias: {s: "http://example.org/secret"}) { Human(orderBy: s) { name } }',
    ],
    ['a prefix of @prefix', 'query @prefix(s: "http://example.org/s") { Human { s_ecret } }'],
    ['a value that no enum has', '{ Human(status: secret) { name } }'],
    ['a field that is left out', '{ Human { secret @skip(if: true) name } }'],
    ['a field of an operation that is not executed', 'query A { Human { secret } }'],
  ])('by %s', (_, query, variables) => {
    expect(refusals(query, variables)).not.toEqual([])
  })

  it.each<[way: string, query: string]>([
    [
      'a prefix that is the default namespace again',
      'query @prefix(ex: "http://example.org/other/") { Human { name } }',
    ],
    [
      'a default namespace of its own',
      'query @config(alias: {other: "http://example.org/secret"}) { Human { name } }',
    ],
    ['a response name', '{ Human { secret: name rdf_type: age } }'],
    ['@bind with a name of the data', '{ Human { secret @bind(to: "1") name @filter(if: "$secret = 1") } }'],
  ])('nor does %s name it', (_, query) => {
    expect(undeclared(query)).toEqual([])
  })
})

const fieldsOf = {
  Human: { iri: '', name: '', age: '', status: '', friends: 'Character', home: 'Planet', pupils: 'Human' },
  Droid: { iri: '', name: '', use: '', friends: 'Character' },
  Character: { iri: '', name: '', friends: 'Character' },
  Planet: { name: '' },
  Being: {},
} as const satisfies Record<string, Record<string, string>>

type TypeName = keyof typeof fieldsOf

const typeNames = ['Human', 'Droid', 'Character', 'Planet', 'Being'] as const
const fragmentTypes: Readonly<Record<TypeName, readonly TypeName[]>> = {
  Human: ['Human', 'Character', 'Being'],
  Droid: ['Droid', 'Character', 'Being'],
  Character: ['Human', 'Droid', 'Character', 'Being'],
  Planet: ['Planet'],
  Being: ['Human', 'Droid', 'Character', 'Being'],
}

const hiddenName = fc.constantFrom(
  'secret',
  'ex_secret',
  'rdf_type',
  'Secret',
  'use',
  'age',
  'teacher',
  'self',
  'prefixed_x',
)
// Rarely one of few, so that few fields meet under one response name.
const alias = fc.oneof(
  { weight: 8, arbitrary: fc.nat(9_999).map((number) => `a${number}: `) },
  fc.constantFrom('', 'k: ', 'secret: '),
)
const expression = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('1 = 1', "$v = 'a'") },
  fc.constantFrom('$name = 1', '$k = 1', 'STR($friends)', '$secret = 1', 'BOUND($home)'),
)
const directive = fc.oneof(
  { weight: 9, arbitrary: fc.constant('') },
  fc.constantFrom(' @optional', ' @hide', ' @skip(if: false)', ' @include(if: true)'),
  expression.map((text) => ` @filter(if: "${text}")`),
  expression.map((text) => ` @skip(if: "${text}")`),
)
const nestedArguments = fc.oneof(
  { weight: 9, arbitrary: fc.constant('') },
  fc.constantFrom('(name: "a")', '(name: $v)', '(home: "a")', '(secret: 1)'),
)

/** A selection set of a type: mostly what it declares. */
function selectionSet(type: TypeName, depth: number): fc.Arbitrary<string> {
  return fc.array(item(type, depth), { minLength: 1, maxLength: 4 }).map((items) => `{ ${items.join(' ')} }`)
}

function item(type: TypeName, depth: number): fc.Arbitrary<string> {
  const any: fc.Arbitrary<TypeName> = fc.constantFrom(...typeNames)
  const fields = Object.entries(fieldsOf[type]).map(([name, target]) => {
    const isType = typeNames.find((one) => one === target)
    if (isType === undefined || depth === 0) {
      return fc.tuple(alias, directive).map(([key, directives]) => `${key}${name}${directives}`)
    }
    return fc
      .tuple(alias, nestedArguments, directive, selectionSet(isType, depth - 1))
      .map(([key, given, directives, inner]) => `${key}${name}${given}${directives} ${inner}`)
  })
  const bound = fc
    .tuple(alias, hiddenName, expression)
    .map(([key, name, text]) => `${key}${name} @bind(to: "${text}")`)
  const hidden = fc
    .tuple(
      alias,
      hiddenName,
      directive,
      any.chain((one) => (depth === 0 ? fc.constant('') : selectionSet(one, depth - 1))),
    )
    .map(([key, name, directives, inner]) => `${key}${name}${directives} ${inner}`)
  const typed = (types: readonly TypeName[]): fc.Arbitrary<string> =>
    depth === 0
      ? fc.constant('__typename')
      : fc
          .constantFrom(...types)
          .chain((one) =>
            fc
              .tuple(selectionSet(one, depth - 1), fc.boolean())
              .map(([inner, isFragment]) =>
                isFragment ? `... on ${one} ${inner}` : `${one} @type ${inner}`,
              ),
          )
  return fc.oneof(
    ...fields.map((arbitrary) => ({ weight: 6, arbitrary })),
    { weight: 6, arbitrary: typed(fragmentTypes[type]) },
    { weight: 1, arbitrary: typed(typeNames) },
    { weight: 2, arbitrary: bound },
    { weight: 1, arbitrary: hidden },
  )
}

const rootField: fc.Arbitrary<string> = fc.oneof(
  fc
    .tuple(
      fc.constantFrom(
        '',
        '(name: $v)',
        '(orderBy: name)',
        '(orderBy: [{field: age, desc: true}, iri])',
        '(orderBy: secret)',
        '(iri: "http://example.com/value/a")',
        '(secret: 1)',
        '(status: ACTIVE)',
      ),
      selectionSet('Human', 2),
    )
    .map(([given, inner]) => `Human${given} ${inner}`),
  selectionSet('Character', 2).map((inner) => `Character(orderBy: name) ${inner}`),
  selectionSet('Being', 2).map((inner) => `Being ${inner}`),
)
const operation = fc.constantFrom(
  'query($v: String)',
  'query($v: String) @prefix(prefixed: "http://example.org/")',
  'query($v: String) @config(alias: {secret: "http://example.org/secret", Secret: "http://example.org/Secret"})',
)

describe('whatever a document looks like', () => {
  it('its query looks at nothing that the schema does not declare', () => {
    let compiled = 0
    fc.assert(
      fc.property(operation, rootField, (head, field) => {
        // `$v` is used in any case.
        const query = `${head} { used: Human(name: $v) ${field} }`
        if (refusals(query, { v: 'a' }).length > 0) return
        compiled += 1
        expect(undeclared(query, { v: 'a' })).toEqual([])
      }),
      { numRuns: 500 },
    )
    expect(compiled).toBeGreaterThan(50)
  })
})
