import { describe, expect, it } from 'vitest'
import type { Constraint, Field, RootNodes } from '../src/compiler/operation.ts'
import { pathText } from '../src/graphql/schema.ts'
import { compilerBySchema } from './compile-by-schema.ts'

const ex = 'http://example.org/'
const { compile, refusals } = compilerBySchema(
  `
schema { query: Root }
type Root {
  Human(
    iri: [ID], name: String, names: [String] @iri(prefix: "ex", localname: "name"), ages: [Int], height: Float, rank: Long,
    worth: Decimal, born: Date, alive: Boolean, code: ID, status: Status, parent: ID @path(value: "^ex:mother"), raw: JSON
    first: Int, skip: Int, orderBy: OrderBy
  ): [Human]
  Sorted(orderBy: [Sort!], first: Int = 3, skip: Int = 1): [Human] @iri(prefix: "ex", localname: "Human")
  Chosen(orderBy: Key = age, name: [String] = ["Luke", "Leia"]): [Human] @iri(prefix: "ex", localname: "Human")
  Being(orderBy: OrderBy): [Being]
  Character: [Character]
}
enum Status { ACTIVE @iri(prefix: "ex", localname: "active") RETIRED @literal(value: "5") GONE }
enum Key { name age }
input Sort { field: Key!, desc: Boolean = true }
interface Named { name: String @iri(prefix: "ex") }
interface Character implements Named @iri(prefix: "ex") {
  iri: ID
  name: String @iri(prefix: "ex")
  friends: [Character]
}
type Human implements Character & Named @iri(prefix: "ex") {
  iri: ID
  name: String @iri(prefix: "ex", localname: "humanName")
  age: Int!
  status: Status
  friends(name: String = "Leia"): [Character]
  mother: Human @iri(prefix: "ex")
  children: [Human!]! @path(value: "^ex:mother")
  being: Being
}
type Droid implements Character & Named @iri(prefix: "ex") {
  iri: ID
  name: String @iri(prefix: "ex")
  friends: [Character]
  use: String
}
union Being = Human | Droid
`,
  new Map([
    ['', 'http://example.org/default/'],
    ['ex', ex],
  ]),
)

function root(query: string, variables?: Record<string, unknown>): RootNodes {
  const [first] = compile(query, variables).operation.roots
  if (first?.kind !== 'nodes') throw new Error('The first field lists no nodes.')
  return first
}

/** The fields of the first top-level field, those of fragments and objects in braces. */
function outline(fields: readonly Field[]): string {
  return fields
    .map((field) => {
      switch (field.kind) {
        case 'property': {
          const inner = field.selection ? ` { ${outline(field.selection.fields)} }` : ''
          return `${field.key}: ${pathText(field.path).replaceAll(ex, '')}${inner}`
        }
        case 'fragment': {
          const types = field.types.map((type) => type.replace(ex, '')).join('|')
          return `on ${types} { ${outline(field.selection.fields)} }`
        }
        default:
          return `${field.key}: ${field.kind}`
      }
    })
    .join(', ')
}

function selectionOutline(query: string): string {
  return outline(root(query).selection?.fields ?? [])
}

/** A constraint on one line. */
function constraintText(constraint: Constraint): string {
  if (constraint.kind === 'node') return `node ${constraint.iris.join(' ')}`
  const path = pathText(constraint.path).replaceAll(ex, '')
  if (constraint.kind === 'absent') return `no ${path}`
  const matches = constraint.matches.map((match) => {
    switch (match.kind) {
      case 'number':
        return `${match.literal.value}^^${match.literal.datatype.split('#')[1]}`
      case 'iri':
        return `<${match.iri.replace(ex, '')}>`
      default:
        return `${match.kind} ${match.value}`
    }
  })
  return `${constraint.kind === 'value' ? '' : 'no or '}${path} ${matches.join(' | ')}`
}

function constraints(query: string, variables?: Record<string, unknown>): readonly string[] {
  return root(query, variables).constraints.map(constraintText)
}

const byName = '<humanName>'

describe('an argument matches by its declared type', () => {
  const rows: readonly (readonly [
    argument: string,
    type: string,
    value: string,
    json: unknown,
    text: string,
  ])[] = [
    ['name', 'String', '"Luke"', 'Luke', `${byName} text Luke`],
    ['name', 'String', '"5"', '5', `${byName} text 5`],
    ['name', 'String', 'null', null, `no ${byName}`],
    ['names', '[String]', '"Luke"', 'Luke', '<name> text Luke'],
    ['names', '[String]', '["a", null]', ['a', null], 'no or <name> text a'],
    ['names', '[String]', '[]', [], '<name> '],
    ['ages', '[Int]', '3', 3, '<default/ages> 3^^integer'],
    ['ages', '[Int]', '[3, 4]', [3, 4], '<default/ages> 3^^integer | 4^^integer'],
    ['height', 'Float', '2', 2, '<default/height> 2^^integer'],
    ['height', 'Float', '1.5', 1.5, '<default/height> 1.5^^decimal'],
    ['rank', 'Long', '"9007199254740993"', '9007199254740993', '<default/rank> 9007199254740993^^integer'],
    ['worth', 'Decimal', '"1.50"', '1.50', '<default/worth> 1.50^^decimal'],
    ['worth', 'Decimal', '3', 3, '<default/worth> 3^^integer'],
    ['born', 'Date', '"2024-05-01"', '2024-05-01', '<default/born> text 2024-05-01'],
    ['alive', 'Boolean', 'true', true, '<default/alive> boolean true'],
    ['code', 'ID', '"x-1"', 'x-1', '<default/code> text x-1'],
    ['code', 'ID', '5', 5, '<default/code> text 5'],
    ['code', 'ID', `"${ex}a"`, `${ex}a`, `<default/code> <a> | text ${ex}a`],
    ['code', 'ID', '"_:b0"', '_:b0', '<default/code> <_:b0> | text _:b0'],
    ['status', 'Status', 'ACTIVE', 'ACTIVE', '<default/status> <active>'],
    ['status', 'Status', 'RETIRED', 'RETIRED', '<default/status> text 5'],
    ['status', 'Status', 'GONE', 'GONE', '<default/status> <default/GONE> | text GONE'],
    ['parent', 'ID', '"x"', 'x', '^<mother> text x'],
    ['raw', 'JSON', '5', 5, '<default/raw> 5^^integer'],
    ['raw', 'JSON', '["a", true]', ['a', true], '<default/raw> string a | boolean true'],
    ['iri', '[ID]', `"${ex}a"`, `${ex}a`, `node ${ex}a`],
    ['iri', '[ID]', `["${ex}a", "ex_b"]`, [`${ex}a`, 'ex_b'], `node ${ex}a ${ex}b`],
  ]

  it.each(rows)('%s of type %s: %s', (argument, _, value, __, text) => {
    expect(constraints(`{ Human(${argument}: ${value}) { age } }`)).toEqual([text])
  })

  it.each(rows)('$%s of type %s as a variable', (argument, type, _, json, text) => {
    const query = `query($v: ${type}) { Human(${argument}: $v) { age } }`
    expect(constraints(query, { v: json })).toEqual([text])
  })

  it.each(rows)('%s of type %s as the default of a variable: %s', (argument, type, value, _, text) => {
    const query = `query($v: ${type} = ${value}) { Human(${argument}: $v) { age } }`
    expect(constraints(query)).toEqual([text])
  })

  it('in a list with variables', () => {
    const query = 'query($a: Int, $b: Int = 7) { Human(ages: [1, $a, $b]) { age } }'
    expect(constraints(query, { a: 2 })).toEqual(['<default/ages> 1^^integer | 2^^integer | 7^^integer'])
  })
})

describe('a default value of the schema stands', () => {
  it('where no other is given', () => {
    expect(root('{ Sorted { age } }')).toMatchObject({ first: 3, skip: 1 })
    expect(root('{ Chosen { age } }')).toMatchObject({
      order: [{ descending: false }],
      constraints: [{ matches: [{ value: 'Luke' }, { value: 'Leia' }] }],
    })
    const [friends] = root('{ Human { friends } }').selection?.fields ?? []
    expect(friends).toMatchObject({ constraints: [{ matches: [{ kind: 'text', value: 'Leia' }] }] })
  })

  it('and not where one is, null too', () => {
    expect(root('{ Sorted(first: 5, skip: null) { age } }')).toMatchObject({ first: 5, skip: 0 })
    expect(root('{ Chosen(orderBy: null, name: "Han") { age } }')).toMatchObject({
      order: [],
      constraints: [{ matches: [{ value: 'Han' }] }],
    })
  })
})

describe('orderBy reads names of the type', () => {
  it.each<[query: string, variables: Record<string, unknown>, keys: string]>([
    ['{ Human(orderBy: name) { age } }', {}, '<humanName>'],
    ['{ Human(orderBy: "children") { age } }', {}, '^<mother>'],
    [
      '{ Human(orderBy: [{field: name, desc: true}, iri, {field: "age"}]) { age } }',
      {},
      '-<humanName> node <default/age>',
    ],
    [
      'query($o: OrderBy) { Human(orderBy: $o) { age } }',
      { o: [{ field: 'name', desc: true }, 'iri'] },
      '-<humanName> node',
    ],
    ['{ Sorted(orderBy: {field: name}) { age } }', {}, '-<humanName>'],
    ['{ Sorted(orderBy: [{field: age, desc: false}]) { age } }', {}, '<default/age>'],
    ['query($o: [Sort!]) { Sorted(orderBy: $o) { age } }', { o: [{ field: 'name' }] }, '-<humanName>'],
    ['{ Sorted(orderBy: {field: name, desc: null}) { age } }', {}, '<humanName>'],
    ['query($k: Key!) { Sorted(orderBy: {field: $k}) { age } }', { k: 'name' }, '-<humanName>'],
    ['{ Chosen(orderBy: name) { age } }', {}, '<humanName>'],
    ['{ Being(orderBy: use) { ... on Droid { use } } }', {}, '<default/use>'],
  ])('%s', (query, variables, keys) => {
    const texts = root(query, variables).order.map(({ by, descending }) => {
      const text = by.kind === 'node' ? 'node' : pathText(by.path).replaceAll(ex, '')
      return descending ? `-${text}` : text
    })
    expect(texts.join(' ')).toBe(keys)
  })
})

describe('a name means what the type around it declares', () => {
  it.each<[query: string, outline: string]>([
    ['{ Human { name age } }', 'name: <humanName>, age: <default/age>'],
    ['{ Human { a: name children { name } } }', 'a: <humanName>, children: ^<mother> { name: <humanName> }'],
    ['{ Character { name friends { name } } }', 'name: <name>, friends: <default/friends> { name: <name> }'],
    ['{ Human { ... { name } ... on Human { age } } }', 'name: <humanName>, age: <default/age>'],
    // What every object is: the fields are the object's own, whichever type names them.
    ['{ Human { ... on Named { name } } }', 'name: <humanName>'],
    ['{ Human { ...F } } fragment F on Character { name iri }', 'name: <humanName>, iri: iri'],
    ['{ Human { ... on Being { __typename } } }', '__typename: typename'],
    ['{ Being { ... on Named { name } } }', 'name: <name>'],
    // What some are.
    ['{ Character { ... on Human { name } } }', 'on Human { name: <humanName> }'],
    [
      '{ Character { ... on Being { ... on Droid { use } } } }',
      'on Human|Droid { on Droid { use: <default/use> } }',
    ],
    [
      '{ Being { ... on Human { name } ...D } } fragment D on Droid { use }',
      'on Human { name: <humanName> }, on Droid { use: <default/use> }',
    ],
    [
      '{ Human { being { ... on Human { ... on Character { name } } } } }',
      'being: <default/being> { on Human { name: <humanName> } }',
    ],
    ['{ Human { mother @hide { name } } }', 'mother: <mother> { name: <humanName> }'],
    ['{ Character { Human @type { n: name } } }', 'n: <humanName>'],
    ['{ Being { Droid @type { use } } }', 'use: <default/use>'],
  ])('%s', (query, text) => {
    expect(selectionOutline(query)).toBe(text)
  })

  it('of @type too', () => {
    const { selection } = root('{ Being { Droid @type Character @type { iri } } }')
    expect(selection?.types).toEqual([[`${ex}Droid`], [`${ex}Character`]])
  })

  it('of a top-level field', () => {
    expect(root('{ Sorted { age } }').types).toEqual([`${ex}Human`])
    expect(root('{ Being { __typename } }').types).toEqual([`${ex}Human`, `${ex}Droid`])
  })

  it('and never two things under one response name', () => {
    expect(refusals('{ Character { name Human @type { name } } }').map(({ message }) => message)).toEqual([
      'Two different fields would both answer as "name". Give one of them an alias.',
    ])
  })
})

describe('a field carries what it is declared to be', () => {
  it.each<[query: string, declared: unknown]>([
    ['{ Human { age } }', { isList: false, isNonNull: true, value: { scalar: 'Int' } }],
    ['{ Human { children } }', { isList: true, isNonNull: true, value: { kind: 'node', type: 'Human' } }],
    ['{ Human { status } }', { isList: false, isNonNull: false, value: { kind: 'enum' } }],
    ['{ Human { age @bind(to: "1 + 1") } }', { isList: false, value: { scalar: 'Int' } }],
    ['{ Human { x: age @bind(to: "1 + 1") } }', { isList: false, value: { scalar: 'Int' } }],
  ])('%s', (query, declared) => {
    expect(root(query).selection?.fields[0]).toMatchObject({ declared })
  })

  it('and @bind needs no declaration', () => {
    const [field] = root('{ Human { total @bind(to: "1 + 1") } }').selection?.fields ?? []
    expect(field).toMatchObject({ kind: 'bound', key: 'total' })
    expect(field).not.toHaveProperty('declared')
  })

  it('__typename is that of the declared type', () => {
    const [human] = root('{ Human { __typename } }').selection?.fields ?? []
    expect(human).toMatchObject({ name: { kind: 'fixed', name: 'Human' } })
    for (const [query, otherwise] of [
      ['{ Character { __typename } }', 'Character'],
      ['{ Being { ... on Droid { __typename } } }', 'Being'],
    ] as const) {
      const [field] = root(query).selection?.fields ?? []
      const typename = field?.kind === 'fragment' ? field.selection.fields[0] : field
      expect(typename).toMatchObject({
        name: {
          kind: 'listed',
          otherwise,
          names: new Map([
            [`${ex}Droid`, 'Droid'],
            [`${ex}Human`, 'Human'],
          ]),
        },
      })
    }
  })
})

describe('variables in expressions', () => {
  const filtered = (value: string) =>
    JSON.stringify(
      root('query($s: Status) { Human { status @filter(if: "$status = $s") } }', { s: value }).selection
        ?.filters,
    )

  it('count as used', () => {
    expect(refusals('query($n: Int) { Human { age @filter(if: "?age > $n") } }', { n: 3 })).toEqual([])
    expect(refusals('query($n: Boolean) { Human { age @skip(if: $n) } }', { n: true })).toEqual([])
  })

  it('of an enum stand for what the schema says', () => {
    expect(filtered('ACTIVE')).toContain(`"${ex}active"`)
    expect(filtered('RETIRED')).toContain('"value":"5"')
    expect(filtered('GONE')).toContain(`"${ex}default/GONE"`)
  })
})

describe("GraphQL's own fields are answered from the schema", () => {
  const constants = (query: string, variables?: Record<string, unknown>): unknown =>
    compile(query, variables).operation.roots.map((one) =>
      one.kind === 'constant' ? JSON.parse(one.json) : one.kind,
    )

  it('beside others', () => {
    const query =
      '{ a: __typename b: __schema { queryType { name } } Human { age } c: __type(name: "Human") { kind } d: __type(name: "No") { kind } }'
    expect(constants(query)).toEqual([
      'Root',
      { queryType: { name: 'Root' } },
      'nodes',
      { kind: 'OBJECT' },
      null,
    ])
  })

  it('with variables, fragments, several of one name, and @skip and @include', () => {
    const query = `query($name: String!, $more: Boolean!) {
      __type(name: $name) { ...T }
      __type(name: $name) { kind @include(if: $more) description @skip(if: $more) }
      left: __schema @skip(if: $more) { description }
    }
    fragment T on __Type { name }`
    expect(constants(query, { name: 'Droid', more: true })).toEqual([{ name: 'Droid', kind: 'OBJECT' }])
  })

  it('within the limits on fields', () => {
    const bomb = Array.from(
      { length: 20 },
      (_, n) => `fragment F${n} on __Type { a: ofType { ...F${n + 1} } b: ofType { ...F${n + 1} } }`,
    )
    const query = `{ __schema { types { ...F0 } } } ${bomb.join(' ')} fragment F20 on __Type { name }`
    expect(refusals(query)).toMatchObject([{ code: 'LIMIT_EXCEEDED' }])
  })
})
