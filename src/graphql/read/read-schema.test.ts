import { buildSchema, printType } from 'graphql'
import { describe, expect, it } from 'vitest'
import { errorsOf, schemaNamespaces } from '../../../test/refused-schema.ts'
import { pathText, type Schema } from '../schema.ts'
import { readSchema } from './read-schema.ts'

function read(text: string): Schema {
  return readSchema(text, schemaNamespaces)
}

/** A schema whose type `Man` has what is given. */
function manWith(members: string, rest = ''): string {
  return `type Query { Man: [Man] }\ntype Man { ${members} }\n${rest}`
}

/** The path of the field `x` of the type `Man`, as text. */
function pathOfX(field: string, rest = ''): string | undefined {
  const x = read(manWith(field, rest)).types.get('Man')?.fields.get('x')
  return x?.kind === 'property' ? pathText(x.path) : x?.kind
}

describe('names of a schema', () => {
  it.each([
    ['x: Int', '<http://api.stardog.com/x>'],
    ['x: Int @iri(value: "urn:any")', '<urn:any>'],
    ['x: Int @iri(namespace: "http://e/")', '<http://e/x>'],
    ['x: Int @iri(prefix: "foaf")', '<http://xmlns.com/foaf/0.1/x>'],
    ['x: Int @iri(prefix: "foaf", localname: "na-me")', '<http://xmlns.com/foaf/0.1/na-me>'],
    ['x: Int @iri(prefix: "", localname: "y")', '<http://api.stardog.com/y>'],
    ['x: Int @path(value: "foaf:knows")', '<http://xmlns.com/foaf/0.1/knows>'],
    [
      'x: Int @path(value: "^:parent/:name")',
      '^<http://api.stardog.com/parent>/<http://api.stardog.com/name>',
    ],
    ['x: Int @path(value: " <urn:a/b> / ^ foaf: ")', '<urn:a/b>/^<http://xmlns.com/foaf/0.1/>'],
    ['x: Int @path(value: """<urn:a>""")', '<urn:a>'],
  ])('has %s stand for %s', (field, path) => {
    expect(pathOfX(field)).toBe(path)
  })

  it.each([
    ['x: Int', '<urn:any>'],
    ['x: Int @iri(value: "urn:own")', '<urn:own>'],
    ['x: Int @path(value: "^:x")', '^<http://api.stardog.com/x>'],
  ])('has %s stand for what an interface says, unless it says it itself', (field, path) => {
    const type = `type Man implements Has & Had { ${field} }`
    const interfaces = `interface Has { x: Int @iri(value: "urn:any") } interface Had { x: Int }`
    const { types } = read(`type Query { Man: [Man] } ${type} ${interfaces}`)
    const x = types.get('Man')?.fields.get('x')
    expect(x?.kind === 'property' && pathText(x.path)).toBe(path)
    expect(types.get('Had')?.fields.get('x')).toMatchObject({
      path: [{ predicate: 'http://api.stardog.com/x' }],
    })
  })

  it('have prefixes as in queries', () => {
    const { fields } = read(manWith('foaf_name: String')).types.get('Man') ?? {}
    expect(fields?.get('foaf_name')).toMatchObject({
      path: [{ predicate: 'http://xmlns.com/foaf/0.1/name' }],
    })
  })

  it.each([
    ['type Man { a: Int }', ['http://api.stardog.com/Man']],
    ['type Man @iri(value: "urn:m") { a: Int }', ['urn:m']],
    ['interface Man @iri(namespace: "urn:") { a: Int }', ['urn:Man']],
    [
      'type A { a: Int } type B @iri(value: "urn:b") { a: Int } union Man = A | B',
      ['http://api.stardog.com/A', 'urn:b'],
    ],
    [
      'type A { a: Int } union Man @iri(prefix: "foaf", localname: "Agent") = A',
      ['http://xmlns.com/foaf/0.1/Agent'],
    ],
    ['type Man { a: Int } extend type Man @iri(value: "urn:later")', ['urn:later']],
  ])('of %s stand for %j', (types, classes) => {
    expect(read(`type Query { man: Man } ${types}`).types.get('Man')?.classes).toEqual(classes)
  })

  it('of enum values stand for nodes or texts', () => {
    const { enums } = read(
      manWith('x: E', 'enum E { a b @iri(value: "urn:b") c @literal(value: "see") foaf_d }'),
    )
    expect(enums.get('E')).toEqual({
      kind: 'enum',
      values: new Map([
        ['a', { iri: 'http://api.stardog.com/a', text: 'a' }],
        ['b', { iri: 'urn:b' }],
        ['c', { text: 'see' }],
        ['foaf_d', { iri: 'http://xmlns.com/foaf/0.1/d', text: 'foaf_d' }],
      ]),
    })
  })
})

describe('top-level fields', () => {
  const types = 'type A { a: Int } type B @iri(value: "urn:b") { a: Int } union U = A | B'
  it.each([
    ['x: A', ['http://api.stardog.com/A']],
    ['x: [A!]! @iri(value: "urn:own")', ['urn:own']],
    ['B: [A]', ['urn:b']],
    ['x: U', ['http://api.stardog.com/A', 'urn:b']],
    ['U: B', ['http://api.stardog.com/A', 'urn:b']],
  ])('%s gives nodes of %j', (field, classes) => {
    const [root] = read(`type Query { ${field} } ${types}`).roots.values()
    expect(root?.classes).toEqual(classes)
  })

  it('are lists, whatever is declared', () => {
    const { graphql } = read(`schema { query: Q } type Q { a: A b: A! c: [A] d: [A!]! } type A { a: Int }`)
    expect(graphql.getQueryType()?.toConfig().fields).toMatchObject({})
    expect(printType(graphql.getQueryType() ?? expect.fail())).toBe(
      'type Q {\n  a: [A]\n  b: [A!]!\n  c: [A]\n  d: [A!]!\n}',
    )
  })

  it('filter by what the argument, the field of its name, or the rules for names say', () => {
    const [root] = read(
      `type Query { A(p: Int @path(value: "^<urn:p>"), q: [String!], r: ID = "urn:x", first: Int @iri(value: "urn:first")): A }
       type A { q: String @iri(value: "urn:q") }`,
    ).roots.values()
    const paths = [...(root?.arguments ?? [])].map(([name, { path }]) => [name, path && pathText(path)])
    expect(paths).toEqual([
      ['p', '^<urn:p>'],
      ['q', '<urn:q>'],
      ['r', '<http://api.stardog.com/r>'],
      ['first', '<urn:first>'],
    ])
    expect(root?.arguments.get('r')?.defaultValue).toEqual({ kind: 'StringValue', value: 'urn:x' })
  })

  it('filter unions by what the members agree on', () => {
    const members =
      'type A { q: Int @iri(value: "urn:q") } type B { q: Int @iri(value: "urn:q") } type C { c: Int }'
    const [root] = read(`type Query { u(q: Int): U } union U = A | B | C ${members}`).roots.values()
    expect(root?.arguments.get('q')?.path).toEqual([{ predicate: 'urn:q', inverse: false }])
  })

  it.each([
    'OrderBy',
    '[OrderBy!]',
    'String',
    '[E]',
    'I',
    '[I!]!',
    'OrderBy = {field: n, desc: true}',
    'E = iri',
  ])('can be ordered by %s', (type) => {
    const text = `type Query { A(orderBy: ${type}): A } type A { n: Int } enum E { n iri } input I { field: E! desc: Boolean = false }`
    expect(read(text).roots.get('A')?.arguments.get('orderBy')?.kind).toBe('orderBy')
  })
})

describe('types', () => {
  const { types } = read(`type Query { a: A }
    interface Being { iri: ID }
    interface Person implements Being { iri: ID }
    type A implements Being & Person { iri: ID }
    type B implements Being { iri: ID }
    type C { iri: ID }
    union Two = A | B
    union Three = A | B | C`)

  it.each([
    ['A', ['A']],
    ['Being', ['A', 'B']],
    ['Person', ['A']],
    ['Three', ['A', 'B', 'C']],
  ])('%s can be %j', (name, possible) => {
    expect(types.get(name)?.possible).toEqual(possible)
  })

  it.each([
    ['A', ['A', 'Being', 'Person', 'Two', 'Three']],
    ['C', ['C', 'Three']],
    ['Person', ['Person', 'Being']],
    ['Two', ['Two', 'Being']],
    ['Three', ['Three']],
  ])('%s is %j', (name, supertypes) => {
    expect([...(types.get(name)?.supertypes ?? [])]).toEqual(supertypes)
  })

  it.each([
    ['x: Int', false, false],
    ['x: Int!', false, true],
    ['x: [Int]', true, false],
    ['x: [Int!]!', true, true],
    ['x: [Int!]', true, false],
  ])('have %s as list: %s, non-null: %s', (field, isList, isNonNull) => {
    expect(read(manWith(field)).types.get('Man')?.fields.get('x')).toMatchObject({ isList, isNonNull })
  })

  it.each([
    ['DateTime', { kind: 'scalar', scalar: 'DateTime' }],
    ['Own', { kind: 'scalar', scalar: 'any' }],
    ['Date', { kind: 'enum' }],
    ['Long', { kind: 'node', type: 'Long' }],
    ['OrderBy', { kind: 'scalar', scalar: 'any' }],
    ['JSON', { kind: 'scalar', scalar: 'JSON' }],
  ])('have values of %s', (type, value) => {
    const rest = 'scalar Own scalar JSON enum Date { a } type Long { a: Int }'
    expect(
      read(manWith(`x: ${type}`, rest))
        .types.get('Man')
        ?.fields.get('x'),
    ).toMatchObject({ value })
  })

  it('are put together with their extensions', () => {
    const { types, enums, roots } = read(`type Query { a: A } extend type Query { b: U } type A { n: Int }
      extend type A implements I { m: Int } interface I { m: Int } union U = A extend union U = B type B { n: E }
      enum E { x } extend enum E { y }`)
    expect([...roots.keys()]).toEqual(['a', 'b'])
    expect([...(types.get('A')?.fields.keys() ?? [])]).toEqual(['n', 'm'])
    expect(types.get('U')?.possible).toEqual(['A', 'B'])
    expect([...(types.get('A')?.supertypes ?? [])]).toEqual(['A', 'I', 'U'])
    expect(enums.get('E')).toMatchObject({
      values: new Map([
        ['x', expect.anything()],
        ['y', expect.anything()],
      ]),
    })
  })

  it('can be called like what all objects have', () => {
    const { types, roots } = read(`type Query { constructor(valueOf: toString): [hasOwnProperty] }
      type hasOwnProperty { constructor: Int prototype: hasOwnProperty } enum toString { valueOf constructor }`)
    expect([...roots.keys()]).toEqual(['constructor'])
    expect([...(types.get('hasOwnProperty')?.fields.keys() ?? [])]).toEqual(['constructor', 'prototype'])
    expect(types.get('valueOf')).toBeUndefined()
  })

  it('can have the class of an interface that they implement', () => {
    expect(
      errorsOf(
        manWith(
          'x: I',
          'interface I { a: Int } type T implements I @iri(prefix: "", localname: "I") { a: Int }',
        ),
      ),
    ).toEqual([])
  })

  it('of thousands of members, values and levels are read', () => {
    const names = Array.from({ length: 2_000 }, (_, index) => `T${index}`)
    const text = manWith(
      'u: U e: E',
      `union U = ${names.join(' | ')} enum E { ${names.join(' ')} } ${names.map((name, index) => `type ${name} { next: ${names[index + 1] ?? 'T0'} }`).join(' ')}`,
    )
    expect(read(text).types.get('U')?.possible).toEqual(names)
  })
})

describe('directives and scalars', () => {
  it('may be declared as they are', () => {
    const { graphql } = read(manWith('x: Int'))
    const declared = graphql.getDirectives().map((directive) => directive.name)
    expect(declared).toEqual(
      expect.arrayContaining(['iri', 'path', 'literal', 'optional', 'prefix', 'config']),
    )
    const text = manWith(
      'x: Date',
      `directive @iri(value: String!) on OBJECT directive @optional on FIELD directive @filter(if: String!) repeatable on FIELD
       directive @prefix(foaf: String) repeatable on QUERY directive @mine(a: Int) on OBJECT
       "A day." scalar Date @specifiedBy(url: "urn:day")`,
    )
    expect(errorsOf(text)).toEqual([])
    expect(read(text).graphql.getType('Date')).toMatchObject({
      description: 'A day.',
      specifiedByURL: 'urn:day',
    })
  })

  it('are shown whole where they are declared in part', () => {
    const { graphql } = read(manWith('x: Int', 'directive @iri(value: String!) on OBJECT'))
    expect(graphql.getDirective('iri')?.args.map(({ name }) => name)).toEqual([
      'value',
      'namespace',
      'prefix',
      'localname',
    ])
  })

  it('are shown where they are used, JSON for @config', () => {
    const { graphql } = read(manWith('x: Date'))
    expect(['Date', 'JSON', 'Long'].map((name) => graphql.getType(name)?.name)).toEqual([
      'Date',
      'JSON',
      undefined,
    ])
    const other = read(manWith('x: JSON', 'type JSON { a: Int }')).graphql
    expect(String(other.getDirective('config')?.args[0]?.type)).toBe('JSON_')
  })

  it('take the stored prefixes that are names', () => {
    const { graphql } = readSchema(
      manWith('x: Int'),
      new Map([
        ['', 'urn:'],
        ['a-b', 'urn:a'],
        ['ex', 'urn:e'],
        ['__x', 'urn:x'],
      ]),
    )
    expect(graphql.getDirective('prefix')?.args.map(({ name }) => name)).toEqual(['ex'])
  })
})

describe('the schema of graphql-js', () => {
  it('is what graphql-js builds of the text', () => {
    const text = `"The root." type Query { "All." Man(iri: [ID!], first: Int = 3): [Man!] }
"A man." type Man implements Being { iri: ID "His name." name: String @deprecated(reason: "Old.") }
interface Being { iri: ID } enum E { A "Bee." B } union U = Man input I { field: E = A desc: Boolean }`
    const own = read(text).graphql
    const theirs = buildSchema(text)
    for (const name of ['Query', 'Man', 'Being', 'E', 'U', 'I']) {
      const [one, other] = [own.getType(name), theirs.getType(name)]
      expect(one && printType(one)).toBe(other && printType(other))
    }
  })

  it('looks a name up once, however many members unions have', () => {
    const list = (count: number, item: (index: number) => string) =>
      Array.from({ length: count }, (_, index) => item(index))
    const members = list(1_000, (index) => `T${index}`)
    const text = `type Query { ${list(30, (index) => `r${index}(orderBy: E, a9: Int): U${index}`).join(' ')} }
      enum E { ${list(9_000, (index) => `a${index}`).join(' ')} }
      type Last { ${list(9_000, (index) => `a${index}: Int`).join(' ')} }
      ${members.map((name) => `type ${name} { b: Int }`).join(' ')}
      ${list(30, (index) => `union U${index} @iri(value: "urn:u${index}") = ${members.join(' | ')} | Last`).join(' ')}`
    const { roots } = read(text)
    expect(roots.size).toBe(30)
    expect(roots.get('r7')?.arguments.get('a9')?.path).toEqual([
      { predicate: 'http://api.stardog.com/a9', inverse: false },
    ])
  })

  it('keeps nothing of the text', () => {
    const { graphql } = read(
      manWith(
        'x: Int',
        'directive @mine(a: I = {a: [1, "b"]}) on OBJECT input I { a: JSON = {b: $c}}'.replace('$c', 'C'),
      ),
    )
    const seen = new Set<unknown>()
    const open: unknown[] = [graphql]
    for (let one = open.pop(); one !== undefined; one = open.pop()) {
      if (typeof one !== 'object' || one === null || seen.has(one)) continue
      seen.add(one)
      if ('loc' in one || ('astNode' in one && one.astNode !== undefined)) expect.fail('A node is kept.')
      open.push(...Object.values(one).filter((value) => value !== null && value !== undefined))
    }
    expect(seen.size).toBeGreaterThan(100)
  })
})
