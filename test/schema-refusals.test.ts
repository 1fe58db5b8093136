import { describe, expect, it } from 'vitest'
import { compilerBySchema } from './compile-by-schema.ts'

const { refusals } = compilerBySchema(`
schema { query: Query }
type Query {
  Human(
    iri: [ID], name: String, age: Int, ages: [Int!], rank: Long, worth: Decimal, born: Date, alive: Boolean, code: ID,
    note: LangString, raw: JSON, status: Status, first: Int, skip: Int, orderBy: OrderBy
  ): [Human]
  Sorted(orderBy: [Sort!]): [Human] @iri(value: "http://example.org/Human")
  Chosen(orderBy: Key): [Human] @iri(value: "http://example.org/Human")
  Named(name: String!): [Human] @iri(value: "http://example.org/Human")
  Being(orderBy: OrderBy): [Being]
  Character: [Character]
  Droid: [Droid]
}
enum Status { ACTIVE RETIRED }
enum Key { name age }
input Sort { field: Key!, desc: Boolean = true }
interface Character { iri: ID name: String friends: [Character] }
type Human implements Character {
  iri: ID
  name: String
  age: Int
  status: Status
  friends(name: String, iri: ID): [Character]
  home: Planet
}
type Droid implements Character { iri: ID name: String friends: [Character] use: String made: Planet }
type Planet { name: String }
union Being = Human | Droid
`)

const invalid = 'GRAPHQL_VALIDATION_FAILED'
const wrongValue = 'BAD_USER_INPUT'

type Row = readonly [query: string, code: string, place: string, message: string]

function expectRefusal(query: string, row: Row, variables?: Record<string, unknown>): void {
  const [, code, place, message] = row
  expect(refusals(query, variables)[0]).toEqual({ code, place, message })
}

describe('a field that is not declared is refused', () => {
  it.each<Row>([
    ['{ Human { nam } }', invalid, '1:11', 'Unknown field "nam" of type "Human". Did you mean "name"?'],
    ['{ Human { secret } }', invalid, '1:11', 'Unknown field "secret" of type "Human".'],
    ['{ Human { a: secret } }', invalid, '1:11', 'Unknown field "secret" of type "Human".'],
    ['{ Humn { name } }', invalid, '1:3', 'Unknown field "Humn" of type "Query". Did you mean "Human"?'],
    ['{ Planet { name } }', invalid, '1:3', 'Unknown field "Planet" of type "Query".'],
    ['{ Human { home { age } } }', invalid, '1:18', 'Unknown field "age" of type "Planet".'],
    [
      '{\n  Human {\n    friends { use }\n  }\n}',
      invalid,
      '3:15',
      'Unknown field "use" of type "Character". Type "Droid" has it: ... on Droid { use }.',
    ],
    [
      '{ Being { name } }',
      invalid,
      '1:11',
      'Unknown field "name" of type "Being". Type "Human" has it: ... on Human { name }.',
    ],
    [
      '{ Human { home { iri } } }',
      invalid,
      '1:18',
      'Unknown field "iri" of type "Planet". With a schema "iri" is there where it is declared.',
    ],
    ['{ Human { ...F } } fragment F on Human { x }', invalid, '1:42', 'Unknown field "x" of type "Human".'],
    ['{ Character { Droid @type { us } } }', invalid, '1:29', 'Unknown field "us" of type "Droid".'],
    [
      '{ Human { friends @hide { age } } }',
      invalid,
      '1:27',
      'Unknown field "age" of type "Character". Type "Human" has it: ... on Human { age }.',
    ],
    ['{ Human { x @skip(if: true) } }', invalid, '1:11', 'Unknown field "x" of type "Human".'],
    ['{ Human { __x } }', invalid, '1:11', 'Unknown field "__x" of type "Human".'],
    ['{ __x }', invalid, '1:3', 'Unknown field "__x" of type "Query".'],
  ])('%s', (...row) => expectRefusal(row[0], row))

  it('of an operation that is not the one to execute, too', () => {
    expect(refusals('query A { Human { name } } query B { Human { secret } }')).toHaveLength(1)
  })
})

describe('a type that is not declared, or that cannot be, is refused', () => {
  it.each<Row>([
    ['{ Human { ... on Jedi { name } } }', invalid, '1:18', 'Unknown type "Jedi".'],
    ['{ Human { ... on Humn { name } } }', invalid, '1:18', 'Unknown type "Humn". Did you mean "Human"?'],
    ['{ Human { Jedi @type } }', invalid, '1:11', 'Unknown type "Jedi".'],
    ['{ ... on Qury { Human { name } } }', invalid, '1:10', 'Unknown type "Qury". Did you mean "Query"?'],
    ['{ Human { ...F } } fragment F on Jedi { name }', invalid, '1:34', 'Unknown type "Jedi".'],
    [
      '{ Human { ... on Status { name } } }',
      invalid,
      '1:18',
      'Fragment cannot condition on non composite type "Status".',
    ],
    [
      '{ Human { ... on Droid { name } } }',
      invalid,
      '1:11',
      'Fragment cannot be spread here as objects of type "Human" can never be of type "Droid".',
    ],
    [
      '{ Human { Droid @type { use } } }',
      invalid,
      '1:11',
      'Fragment cannot be spread here as objects of type "Human" can never be of type "Droid".',
    ],
    [
      '{ Being { ...F } } fragment F on Planet { name }',
      invalid,
      '1:11',
      'Fragment "F" cannot be spread here as objects of type "Being" can never be of type "Planet".',
    ],
  ])('%s', (...row) => expectRefusal(row[0], row))
})

describe('an argument that is not declared is refused, with those that are', () => {
  it.each<Row>([
    [
      '{ Droid(first: 1) { name } }',
      invalid,
      '1:9',
      'Unknown argument "first" of "Query.Droid". It takes no arguments.',
    ],
    [
      '{ Droid(skip: 1) { name } }',
      invalid,
      '1:9',
      'Unknown argument "skip" of "Query.Droid". It takes no arguments.',
    ],
    [
      '{ Droid(orderBy: name) { name } }',
      invalid,
      '1:9',
      'Unknown argument "orderBy" of "Query.Droid". It takes no arguments.',
    ],
    [
      '{ Droid(iri: "http://a/") { name } }',
      invalid,
      '1:9',
      'Unknown argument "iri" of "Query.Droid". It takes no arguments.',
    ],
    [
      '{ Sorted(name: "a") { name } }',
      invalid,
      '1:10',
      'Unknown argument "name" of "Query.Sorted". It takes "orderBy".',
    ],
    [
      '{ Human { friends(nam: "a") { name } } }',
      invalid,
      '1:19',
      'Unknown argument "nam" of "Human.friends". Did you mean "name"? It takes "name", "iri".',
    ],
    [
      '{ Human { friends(first: 3) { name } } }',
      invalid,
      '1:19',
      'Unknown argument "first" of "Human.friends". It takes "name", "iri".',
    ],
    [
      '{ Human { friends { friends(name: "a") { name } } } }',
      invalid,
      '1:29',
      'Unknown argument "name" of "Character.friends". It takes no arguments.',
    ],
    [
      '{ Human { iri(x: 1) } }',
      invalid,
      '1:15',
      'Unknown argument "x" of "Human.iri". It takes no arguments.',
    ],
    [
      '{ Human(name: "a", name: "b") { name } }',
      invalid,
      '1:9',
      'There can be only one argument named "name".',
    ],
    [
      '{ Named { name } }',
      invalid,
      '1:3',
      'Argument "Query.Named(name:)" of type "String!" is required, but it was not provided.',
    ],
    [
      '{ Human(orderBy: nam) { name } }',
      invalid,
      '1:18',
      '"nam" in "orderBy" is no field of type "Human". Did you mean "name"? It takes "iri", "name", "age", "status", "friends", "home".',
    ],
    [
      '{ Human(orderBy: {field: secret}) { name } }',
      invalid,
      '1:18',
      '"secret" in "orderBy" is no field of type "Human". It takes "iri", "name", "age", "status", "friends", "home".',
    ],
    [
      '{ Human(orderBy: [name, {field: "naem", desc: true}]) { name } }',
      invalid,
      '1:18',
      '"naem" in "orderBy" is no field of type "Human". Did you mean "name"? It takes "iri", "name", "age", "status", "friends", "home".',
    ],
    [
      '{ Being(orderBy: [use, age, secret]) { iri: __typename } }',
      invalid,
      '1:18',
      '"secret" in "orderBy" is no field of type "Being". It takes "iri", "name", "age", "status", "friends", "home", "use", "made".',
    ],
    [
      '{ Chosen(orderBy: home) { name } }',
      invalid,
      '1:19',
      'Value "home" does not exist in "Key" enum. Did you mean the enum value "name"?',
    ],
  ])('%s', (...row) => expectRefusal(row[0], row))
})

describe('a value of another type than the declared one is refused', () => {
  it.each<Row>([
    ['{ Human(first: "3") { name } }', invalid, '1:16', 'Int cannot represent non-integer value: "3"'],
    ['{ Human(age: 1.5) { name } }', invalid, '1:14', 'Int cannot represent non-integer value: 1.5'],
    [
      '{ Human(age: 3000000000) { name } }',
      invalid,
      '1:14',
      'Int cannot represent non 32-bit signed integer value: 3000000000',
    ],
    ['{ Human(age: [1, 2]) { name } }', invalid, '1:14', 'Int cannot represent non-integer value: [1, 2]'],
    [
      '{ Human(ages: [1, null]) { name } }',
      invalid,
      '1:19',
      'Expected value of non-null type "Int!" not to be null.',
    ],
    ['{ Human(name: 5) { name } }', invalid, '1:15', 'String cannot represent a non string value: 5'],
    ['{ Human(name: Luke) { name } }', invalid, '1:15', 'String cannot represent a non string value: Luke'],
    [
      '{ Human(iri: Luke) { name } }',
      invalid,
      '1:14',
      'ID cannot represent a non-string and non-integer value: Luke',
    ],
    [
      '{ Human(code: 1.5) { name } }',
      invalid,
      '1:15',
      'ID cannot represent a non-string and non-integer value: 1.5',
    ],
    [
      '{ Human(alive: "true") { name } }',
      invalid,
      '1:16',
      'Boolean cannot represent a non boolean value: "true"',
    ],
    [
      '{ Named(name: null) { name } }',
      invalid,
      '1:15',
      'Expected value of non-null type "String!" not to be null.',
    ],
    [
      '{ Human(status: ACTIV) { name } }',
      invalid,
      '1:17',
      'Value "ACTIV" does not exist in "Status" enum. Did you mean the enum value "ACTIVE"?',
    ],
    [
      '{ Sorted(orderBy: {desc: true}) { name } }',
      invalid,
      '1:19',
      'Expected value of type "Sort" to include required field "field", found: { desc: true }.',
    ],
    ['{ Human(born: 5) { name } }', wrongValue, '1:15', '"born" takes a Date in quotes: "2024-05-01".'],
    ['{ Human(born: Luke) { name } }', wrongValue, '1:15', '"born" takes a Date in quotes: "2024-05-01".'],
    [
      '{ Human(rank: 1.5) { name } }',
      wrongValue,
      '1:15',
      '"rank" takes a Long: a whole number, in quotes or not.',
    ],
    [
      '{ Human(rank: "1.5") { name } }',
      wrongValue,
      '1:15',
      '"rank" takes a Long: a whole number, in quotes or not.',
    ],
    [
      '{ Human(worth: "1e5") { name } }',
      wrongValue,
      '1:16',
      '"worth" takes a Decimal: a number, in quotes or not.',
    ],
    [
      '{ Human(note: {value: "a"}) { name } }',
      wrongValue,
      '1:15',
      '"note" takes a text in quotes; it matches in any language.',
    ],
    [
      '{ Human(raw: {a: 1}) { name } }',
      wrongValue,
      '1:14',
      '"raw" takes a number, string, boolean, name or null.',
    ],
    ['{ Human(first: -1) { name } }', wrongValue, '1:16', '"first" cannot be negative; it is -1.'],
    [
      '{ Human(orderBy: {field: name, dsc: true}) { name } }',
      wrongValue,
      '1:18',
      '"orderBy" takes a field name, {field: name, desc: true}, or a list of those.',
    ],
    ['{ Human { name { first } } }', invalid, '1:16', '"name" is of type "String", which has no fields.'],
    ['{ Human { status { first } } }', invalid, '1:18', '"status" is of type "Status", which has no fields.'],
    [
      '{ Human { __typename { x } } }',
      invalid,
      '1:22',
      '"__typename" is of type "String", which has no fields.',
    ],
  ])('%s', (...row) => expectRefusal(row[0], row))
})

describe('a variable of another type than the declared one is refused', () => {
  it.each<[query: string, value: unknown, code: string, place: string, message: string]>([
    [
      'query($v: Int) { Human(name: $v) { name } }',
      1,
      invalid,
      '1:7',
      'Variable "$v" of type "Int" used in position expecting type "String".',
    ],
    [
      'query($v: String) { Named(name: $v) { name } }',
      'a',
      invalid,
      '1:7',
      'Variable "$v" of type "String" used in position expecting type "String!".',
    ],
    [
      'query($v: [Int]) { Human(ages: $v) { name } }',
      [1],
      invalid,
      '1:7',
      'Variable "$v" of type "[Int]" used in position expecting type "[Int!]".',
    ],
    [
      'query($v: Strng) { Human(name: $v) { name } }',
      'a',
      invalid,
      '1:11',
      'Unknown type "Strng". Did you mean "String"?',
    ],
    [
      'query($v: Human) { Human(name: $v) { name } }',
      'a',
      invalid,
      '1:11',
      'Variable "$v" cannot be non-input type "Human".',
    ],
    [
      'query($v: String = 5) { Human(name: $v) { name } }',
      'a',
      invalid,
      '1:20',
      'String cannot represent a non string value: 5',
    ],
    ['query($v: String) { Human { name } }', 'a', invalid, '1:7', 'Variable "$v" is declared and not used.'],
    [
      'query($v: String) { Human(name: $v) { name } }',
      undefined,
      wrongValue,
      '1:7',
      'Variable "$v" has no value.',
    ],
    [
      'query($v: Int) { Human(age: $v) { name } }',
      '3',
      wrongValue,
      '1:7',
      'Variable "$v" of type "Int" cannot be "3".',
    ],
    [
      'query($v: Int) { Human(age: $v) { name } }',
      3e9,
      wrongValue,
      '1:7',
      'Variable "$v" of type "Int" cannot be 3000000000.',
    ],
    [
      'query($v: Status) { Human(status: $v) { name } }',
      'ACTIV',
      wrongValue,
      '1:7',
      'Variable "$v" of type "Status" cannot be "ACTIV".',
    ],
    [
      'query($v: Status) { Human(status: $v) { name } }',
      '__proto__',
      wrongValue,
      '1:7',
      'Variable "$v" of type "Status" cannot be "__proto__".',
    ],
    [
      'query($v: [Sort!]) { Sorted(orderBy: $v) { name } }',
      [{ field: 'home' }],
      wrongValue,
      '1:7',
      'Variable "$v" of type "[Sort!]" cannot be [{"field":"home"}].',
    ],
    [
      'query($v: [Sort!]) { Sorted(orderBy: $v) { name } }',
      [{ desc: true }],
      wrongValue,
      '1:7',
      'Variable "$v" of type "[Sort!]" cannot be [{"desc":true}].',
    ],
    [
      'query($v: [Sort!]) { Sorted(orderBy: $v) { name } }',
      { field: 'name', x: 1 },
      wrongValue,
      '1:7',
      'Variable "$v" of type "[Sort!]" cannot be {"field":"name","x":1}.',
    ],
    [
      'query($v: OrderBy) { Human(orderBy: $v) { name } }',
      'secret',
      invalid,
      '1:37',
      '"secret" in "orderBy" is no field of type "Human". It takes "iri", "name", "age", "status", "friends", "home".',
    ],
    [
      'query($v: Date) { Human(born: $v) { name } }',
      5,
      wrongValue,
      '1:31',
      '"born" takes a Date in quotes: "2024-05-01".',
    ],
  ])('%s with %j', (query, value, code, place, message) => {
    expectRefusal(query, [query, code, place, message], { v: value })
  })

  it('one that is not declared', () => {
    const query = '{ Human(name: $v) { name } }'
    expectRefusal(query, [query, invalid, '1:15', 'Variable "$v" is not defined.'])
  })

  it('one that is declared twice', () => {
    const query = 'query($v: String, $v: String) { Human(name: $v) { name } }'
    expectRefusal(query, [query, invalid, '1:8', 'There can be only one variable named "$v".'], { v: 'a' })
  })
})

describe('our directives are refused as without a schema', () => {
  it.each<Row>([
    [
      '{ Human { name @optinal } }',
      invalid,
      '1:16',
      'Unknown directive "@optinal" on a field. Did you mean "@optional"?',
    ],
    [
      '{ Human @type { name } }',
      invalid,
      '1:9',
      '"@type" belongs to the fields of an object, not to a top-level field.',
    ],
    [
      '{ Human @bind(to: "1") }',
      invalid,
      '1:9',
      '"@bind" belongs to the fields of an object, not to a top-level field.',
    ],
    [
      '{ Human { name @filter(if: "$nam = 1") } }',
      wrongValue,
      '1:28',
      'Unknown name "$nam" in an expression. There are $name.',
    ],
    [
      '{ Human { name @filter(if: $v) } }',
      invalid,
      '1:28',
      'Variable "$v" is not declared by the operation.',
    ],
    [
      '{ Human { x @bind(to: "1") { name } } }',
      invalid,
      '1:11',
      '"x" is computed by @bind: it has no fields and takes no arguments.',
    ],
    [
      'query @prefx(a: "http://a/") { Human }',
      invalid,
      '1:7',
      'Unknown directive "@prefx" on an operation. Did you mean "@prefix"? It takes @prefix and @config.',
    ],
  ])('%s', (...row) => expectRefusal(row[0], row))
})

describe("GraphQL's other rules hold", () => {
  const conflict = (why: string) =>
    `Fields "x" conflict because ${why}. Use different aliases on the fields to fetch both if this was intentional.`

  it.each<Row>([
    [
      '{ Human { ...F } } fragment F on Human { name } fragment G on Human { age }',
      invalid,
      '1:49',
      'Fragment "G" is never used.',
    ],
    [
      '{ Human { ...Nam } } fragment Name on Human { name }',
      invalid,
      '1:11',
      'Unknown fragment "Nam". Did you mean "Name"?',
    ],
    ['{ Human { x: name x: age } }', invalid, '1:11', conflict('"name" and "age" are different fields')],
    [
      '{ Character { x: name ... on Human { x: age } } }',
      invalid,
      '1:15',
      conflict('"name" and "age" are different fields'),
    ],
    [
      '{ Being { ... on Droid { x: use } ... on Human { x: age } } }',
      invalid,
      '1:26',
      conflict('they return conflicting types "String" and "Int"'),
    ],
    [
      '{ x: Human(name: "a") { name } x: Human { name } }',
      invalid,
      '1:3',
      conflict('they have differing arguments'),
    ],
    ['mutation { Human { name } }', invalid, '1:1', 'Only queries can be answered; this is a mutation.'],
  ])('%s', (...row) => expectRefusal(row[0], row))
})

describe('introspection is checked like any other field', () => {
  it.each<Row>([
    [
      '{ __schema }',
      invalid,
      '1:3',
      '"__schema" is of type "__Schema": say which of its fields, __schema { … }.',
    ],
    [
      '{ __type(name: "Human") { nam } }',
      invalid,
      '1:27',
      'Unknown field "nam" of type "__Type". Did you mean "name"?',
    ],
    [
      '{ __type { name } }',
      invalid,
      '1:3',
      'Argument "Query.__type(name:)" of type "String!" is required, but it was not provided.',
    ],
    ['{ __schema { types @nope { name } } }', invalid, '1:20', 'Unknown directive "@nope".'],
    [
      '{ __schema { types { name @include(if: "x") } } }',
      invalid,
      '1:40',
      'Boolean cannot represent a non boolean value: "x"',
    ],
    [
      '{ __schema { types { name @include(iff: true, if: true) } } }',
      invalid,
      '1:36',
      'Unknown argument "iff" of @include. It takes "if".',
    ],
    [
      '{ __schema { types { fields { type { fields { type { fields { name } } } } } } } }',
      invalid,
      '1:3',
      'Maximum introspection depth exceeded',
    ],
  ])('%s', (...row) => expectRefusal(row[0], row))
})

describe('@config cannot give a declared name another IRI', () => {
  it.each(['name', 'Human', 'Planet', 'Sorted'])('%s', (name) => {
    const [refusal] = refusals(
      `query @config(alias: {${name}: "http://example.org/other"}) { Human { name } }`,
    )
    expect(refusal?.message).toMatch(`"${name}" stands for <`)
    expect(refusal?.message).toMatch('in the schema: @config cannot give it another IRI.')
    expect(refusal?.place).toBe('1:23')
  })

  it('but the one that it has', () => {
    expect(
      refusals('query @config(alias: {name: "http://api.stardog.com/name"}) { Human { name } }'),
    ).toEqual([])
  })
})

describe('a document within the limits is validated in bounded work', () => {
  const times = (count: number, make: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => make(index)).join(' ')
  const tooMuch =
    'The query has too many fields of one name, or fragments within fragments, to be compared with the schema.'

  it.each<[what: string, query: string]>([
    ['4,900 fields of one name', `{ Human { ${times(4_900, () => 'name')} } }`],
    ['1,200 objects of one name', `{ Human { ${times(1_200, () => 'friends { name }')} } }`],
    [
      '700 fragments in one selection set',
      `{ Human { ${times(700, (index) => `...F${index}`)} } } ${times(700, (index) => `fragment F${index} on Human { name age }`)}`,
    ],
  ])('%s', (_, query) => {
    expect(refusals(query).at(-1)).toEqual({ code: 'LIMIT_EXCEEDED', place: '', message: tooMuch })
  })

  it('with the first twenty errors', () => {
    const errors = refusals(`{ Human { ${times(100, (index) => `secret${index}`)} } }`)
    expect(errors).toHaveLength(20)
    expect(errors.every(({ message }) => message !== tooMuch)).toBe(true)
  })
})
