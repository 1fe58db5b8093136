import { describe, expect, it } from 'vitest'
import { type Compiled, compile } from '../src/compiler/compile.ts'
import { defaultDocumentLimits } from '../src/compiler/limits.ts'
import { RefusedQuery } from '../src/compiler/refused-query.ts'
import type { AnswerForm } from '../src/compiler/write-json.ts'
import { defaultNamespaces } from '../src/rdf/namespaces.ts'
import type { Operation } from '../src/sparql/algebra.ts'
import { countTriplePatterns } from '../src/sparql/count-triple-patterns.ts'
import { mapOperands } from '../src/sparql/map-operands.ts'
import { embeddedAnswer, embeddedOf } from './embedded.ts'
import { story, storyQuads } from './reasoned-story.ts'
import { reasonerBySchema, reasonerOf } from './reasoner-of.ts'
import { unorderedJson } from './reference/canonical-json.ts'
import { closeNaively } from './reference/close-naively.ts'

interface Asked {
  readonly trig?: string
  readonly schema?: string
  readonly form?: AnswerForm
}

/** What the embedded store answers with reasoning: the value of `data`. */
async function ask(query: string, { trig = story, schema, form }: Asked = {}): Promise<unknown> {
  const quads = storyQuads(trig)
  const store = await embeddedOf(quads)
  const json = await embeddedAnswer(
    store,
    { query },
    form,
    schema,
    reasonerBySchema(reasonerOf(quads), schema),
  )
  const { data }: { data: unknown } = JSON.parse(json)
  return data
}

const ns = 'http://api.stardog.com/'

describe.each([
  '{ Character { iri } }',
  '{ Character }',
  '{ Character { iri name } Human { iri height } }',
  '{ Human { iri name @optional height friend @optional { iri name } } }',
  '{ Character { iri ... on Human { height } ... on Droid { function } ... on Pilot { pilots } } }',
  '{ Character { iri Jedi @type } }',
  '{ Character { iri Pilot @type { pilots @optional } } }',
  '{ Character { friend { iri Human @type { height } } } }',
  '{ Pilot { iri name } }',
  '{ Senator { name } Rebel { iri name } Thing { iri } }',
  '{ Human { iri ancestor { iri name } } }',
  '{ Human { iri ancestor @optional { iri ... on Senator { seat } } } }',
  '{ Character(name: "Solo") { iri name } }',
  '{ Character(name: ["R2", "Han"]) { iri } }',
  '{ Character(ancestor: padme) { iri } }',
  '{ Character(ancestor: null) { iri } }',
  '{ Character(ancestor: [padme, null]) { iri } }',
  '{ Character(friend: luke, first: 1, orderBy: iri) { iri } }',
  '{ Human { iri friend(name: "Luke") { iri height } } }',
  '{ Human { iri friend(iri: luke) { name } } }',
  '{ Character(iri: [luke, r2, falcon]) { iri name } }',
  '{ Character(orderBy: iri) { iri } }',
  '{ Character(orderBy: [name, iri], first: 3, skip: 1) { iri name } }',
  '{ Character(orderBy: {field: name, desc: true}) { iri } }',
  '{ Human(orderBy: [{field: ancestor, desc: true}, iri]) { iri } }',
  '{ Human { iri height @filter(if: "$height > 160") name } }',
  '{ Human { iri name @filter(if: "STRSTARTS($name, \\"S\\")") } }',
  '{ Human { iri label @bind(to: "CONCAT($name, \\"!\\")") name } }',
  '{ Human { iri name @include(if: "$height > 170") height } }',
  '{ Human { iri ancestor @hide { name } } }',
  '{ Human { iri name @hide friend @optional @hide { height @optional } } }',
  '{ luke: Human(iri: luke) { master { name pupil { iri } } } }',
  `query @config(alias: {who: "${ns}name", People: "${ns}Human"}) { People { iri who } }`,
  '{ Human(first: 2, skip: 1, orderBy: iri) { iri friend @optional { iri friend { iri } } } }',
  '{ Character(name: ["Luke", "Solo", "Han"], first: 5, orderBy: iri) { iri } }',
  '{ Human { iri ... on Pilot { name pilots @optional ... on Jedi { master @optional { iri } } } } }',
  'query @prefix(so: "https://schema.org/") { so_Vehicle { iri name } so_Thing: Thing { iri } }',
])('%s', (query) => {
  it('is answered as if all that is inferred were stated', async () => {
    const quads = storyQuads(story)
    const store = await embeddedOf(quads)
    const closed = await embeddedOf(closeNaively(quads, { vocabulary: quads, sameAs: false }))
    const expected = await embeddedAnswer(closed, { query })
    const answer = await embeddedAnswer(store, { query }, 'nodes', undefined, reasonerOf(quads))
    expect(unorderedJson(answer, 'kept')).toBe(unorderedJson(expected, 'kept'))
    expect(answer).not.toBe(await embeddedAnswer(store, { query }))
    if (query.includes('orderBy')) expect(answer).toBe(expected)
  })
})

const schema = `
  schema { query: Query }
  type Query {
    Character(first: Int, skip: Int, orderBy: OrderBy, friend: ID): [Character]
    Human: [Human]
    Any(first: Int, orderBy: OrderBy): [Any]
    Craft: [Craft]
  }
  scalar OrderBy
  interface Character { iri: ID name: [String] friend: [Character] }
  interface Craft { name: [String] }
  type Human implements Character { iri: ID name: [String] friend: [Character] height: Int ancestor: [Human] mood: Mood }
  type Droid implements Character { iri: ID name: [String] friend: [Character] function: String }
  type Glider implements Craft { name: [String] }
  type Ship implements Craft { name: [String] }
  union Any = Human | Droid | Ship
  enum Mood { calm angry }
`

/** What the schema adds to the story, and what the story does without for it. */
const bySchema = `
:friend a owl:SymmetricProperty . :nick rdfs:subPropertyOf :name . :mother rdfs:subPropertyOf :ancestor .
:Jedi rdfs:subClassOf :Human . :temper rdfs:subPropertyOf :mood . :Freighter rdfs:subClassOf :Ship .
:luke a :Jedi ; :name "Luke" ; :friend :r2 ; :height 172 ; :temper :calm .
:leia a :Human ; :name "Leia" ; :nick "Princess" ; :friend :luke ; :height 150 ; :mother :padme ; :mood :angry .
:r2 a :Droid ; :nick "R2" ; :function "astromech" .
:padme a :Character, :Human ; :name "Padme" .
:wing a :Glider ; :name "Wing" . :falcon a :Freighter ; :nick "Falcon" .
`
const stated = `
:Human rdfs:subClassOf :Character . :Droid rdfs:subClassOf :Character .
:Glider rdfs:subClassOf :Craft . :Ship rdfs:subClassOf :Craft .
`

describe.each([
  '{ Character { iri name } }',
  '{ Human { iri height mood @optional ancestor @optional { name } } }',
  '{ Character { iri ... on Human { height @optional } ... on Droid { function } } }',
  '{ Any { ... on Human { iri } ... on Droid { iri name } ... on Ship { title: name } } }',
  '{ Any(orderBy: name, first: 3) { ... on Character { iri name friend { iri } } ... on Craft { name } } }',
  '{ Any(first: 5, orderBy: iri) { ... on Craft { name } ... on Character { name friend @optional { iri } } } }',
  '{ Craft { name } }',
  '{ Character(friend: "http://api.stardog.com/luke", orderBy: name) { iri } }',
  '{ Character(first: 2, skip: 1, orderBy: iri) { iri friend { ... on Droid { function } } } }',
])('by a schema, %s', (query) => {
  it.each(['nodes', 'graphql'] as const)(
    'is answered as if all that is inferred were stated, as %s',
    async (form) => {
      const quads = storyQuads(bySchema)
      const store = await embeddedOf(quads)
      const vocabulary = [...quads, ...storyQuads(stated)]
      const closed = await embeddedOf(closeNaively(quads, { vocabulary, sameAs: false }))
      const expected = await embeddedAnswer(closed, { query }, form, schema)
      const answer = await embeddedAnswer(
        store,
        { query },
        form,
        schema,
        reasonerBySchema(reasonerOf(quads), schema),
      )
      expect(unorderedJson(answer, 'kept')).toBe(unorderedJson(expected, 'kept'))
      expect(answer).not.toBe(await embeddedAnswer(store, { query }, form, schema))
      if (query.includes('orderBy')) expect(answer).toBe(expected)
    },
  )
})

describe('__typename with reasoning', () => {
  const typenames = (answer: unknown): unknown =>
    Array.isArray(answer)
      ? Object.fromEntries(
          answer.map(({ iri, __typename }) => [String(iri).slice(ns.length), __typename]).sort(),
        )
      : answer

  it.each([
    [
      'is the type asked for, where nothing else is named',
      '{ Character { iri __typename } }',
      {
        ben: 'Character',
        han: 'Character',
        leia: 'Character',
        luke: 'Character',
        padme: 'Character',
        r2: 'Character',
      },
    ],
    [
      'is the most specific stated one that a fragment names',
      '{ Character { iri __typename ... on Human { height } ... on Droid { function } } }',
      { ben: 'Human', han: 'Human', leia: 'Human', luke: 'Human', padme: 'Human', r2: 'Droid' },
    ],
    [
      'is the nearest named one above a stated one that is not named',
      '{ Character { iri __typename ... on Human { height } ... on Jedi { master @optional { iri } } } }',
      { ben: 'Jedi', han: 'Human', leia: 'Human', luke: 'Jedi', padme: 'Human', r2: 'Character' },
    ],
    [
      'is not one that is only inferred',
      '{ Character { iri __typename ... on Pilot { pilots } ... on Senator { seat } } }',
      {
        ben: 'Character',
        han: 'Character',
        leia: 'Character',
        luke: 'Character',
        padme: 'Character',
        r2: 'Character',
      },
    ],
    [
      'is the type asked for, where nothing that is named is stated',
      '{ Rebel { iri __typename ... on Jedi { height } } }',
      { han: 'Rebel', leia: 'Rebel' },
    ],
    [
      'is none that stands in what is taken out of the query alone',
      `{
        Character {
          iri
          __typename
          ... on Human @include(if: false) { height }
          ... @skip(if: true) { Droid @type }
          friend @skip(if: true) { ... on Jedi { height } }
        }
        Human @include(if: false) { iri }
      }`,
      {
        ben: 'Character',
        han: 'Character',
        leia: 'Character',
        luke: 'Character',
        padme: 'Character',
        r2: 'Character',
      },
    ],
    [
      'names the types of other top-level fields too',
      '{ Rebel { iri __typename } Human { iri } Jedi { iri } }',
      { Human: expect.anything(), Jedi: expect.anything(), Rebel: expect.anything() },
    ],
  ])('%s', async (_, query, expected) => {
    const answer = await ask(query)
    if (Array.isArray(answer)) expect(typenames(answer)).toEqual(expected)
    else expect(answer).toEqual(expected)
  })

  it('names objects within others by the same names, else by what is stated of them', async () => {
    const query = '{ Jedi { iri friend { iri __typename ... on Droid { function } } } }'
    expect(await ask(query)).toEqual([
      {
        iri: `${ns}luke`,
        friend: [
          { iri: `${ns}leia`, __typename: 'Character' },
          { iri: `${ns}han`, __typename: 'Human' },
          { iri: `${ns}r2`, __typename: 'Droid', function: 'astromech' },
        ],
      },
    ])
  })

  it('prefers the type asked for among types that are unrelated', async () => {
    const trig = ':a a :B, :C . :x rdfs:domain :Y . :b rdfs:subClassOf :B .'
    expect(await ask('{ C { __typename ... on B { iri } } }', { trig })).toMatchObject([{ __typename: 'C' }])
    expect(await ask('{ B { __typename ... on C { iri } } }', { trig })).toMatchObject([{ __typename: 'B' }])
  })

  it('is one that a schema lists for the type, the most specific', async () => {
    const query = '{ Character { iri __typename } }'
    expect(typenames(await ask(query, { trig: bySchema, schema }))).toEqual({
      leia: 'Human',
      luke: 'Human',
      padme: 'Human',
      r2: 'Droid',
    })
    const unions = '{ Any(orderBy: iri) { __typename } }'
    expect(await ask(unions, { trig: bySchema, schema, form: 'graphql' })).toEqual({
      Any: ['Ship', 'Human', 'Human', 'Human', 'Droid'].map((__typename) => ({ __typename })),
    })
  })

  it('is an object type itself, where a schema declares one', async () => {
    const answer = await ask('{ Human { __typename } }', { trig: bySchema, schema })
    expect(answer).toEqual([{ __typename: 'Human' }, { __typename: 'Human' }, { __typename: 'Human' }])
  })
})

describe('with reasoning', () => {
  it('what looks like a mistyped prefix is a name, where something is inferred to be of it', async () => {
    const trig = `
      :w rdfs:domain <${ns}owll_Writer> . :a :w :b . :r rdfs:subPropertyOf <${ns}owll_reads> . :a :r "b" .
    `
    expect(await ask('{ owll_Writer { iri owll_reads } }', { trig })).toEqual([
      { iri: `${ns}a`, owll_reads: 'b' },
    ])
    await expect(ask('{ owll_Reader { iri } }', { trig })).rejects.toThrow(/Unknown prefix "owll"/)
  })

  it('a class of 2,000 subclasses is asked for in several places', async () => {
    const classes = Array.from({ length: 2_000 }, (_, at) => `:C${at} rdfs:subClassOf :Top .`)
    const nodes = Array.from(
      { length: 20 },
      (_, at) => `:n${at} a :C${at * 100} ; :next :n${(at + 1) % 20} .`,
    )
    const trig = [...classes, ...nodes].join('\n')
    const query = '{ Top(orderBy: iri, first: 3) { iri next { iri ... on Top { next { Top @type iri } } } } }'
    expect(await ask(query, { trig })).toMatchObject([
      { iri: `${ns}n0`, next: { next: { iri: `${ns}n2` } } },
      { iri: `${ns}n1`, next: { next: { iri: `${ns}n3` } } },
      { iri: `${ns}n10`, next: { next: { iri: `${ns}n12` } } },
    ])
  })

  it('graphs limit what is stated, not what it is inferred by', async () => {
    const trig = ':A rdfs:subClassOf :B . :g { :x a :A . } :h { :y a :A . :z a :B . }'
    expect(await ask('query @config(graph: g) { B { iri } }', { trig })).toEqual([{ iri: `${ns}x` }])
    expect(await ask('query @config(graph: h) { B { iri } }', { trig })).toEqual([
      { iri: `${ns}y` },
      { iri: `${ns}z` },
    ])
  })

  it('a property that is functional as stated has all values that are inferred', async () => {
    const trig = ':nick rdfs:subPropertyOf :name . :a a :P ; :name "A" ; :nick "a" . :b a :P ; :name "B" .'
    const answer = await ask('{ P(orderBy: name) { iri name } }', { trig })
    expect(answer).toEqual([
      { iri: `${ns}a`, name: ['A', 'a'] },
      { iri: `${ns}b`, name: 'B' },
    ])
  })

  it('a page counts a node once, however many ways lead to it', async () => {
    const trig = `:A rdfs:subClassOf :C . :B rdfs:subClassOf :C . :p rdfs:domain :C . :q rdfs:range :C .
      :n1 a :A, :B, :C ; :p :n2 ; :q :n1, :n2 . :n2 a :A, :B ; :p :n1 . :n3 a :B . :n4 a :C .`
    const page = (first: number, skip: number) =>
      ask(`{ C(first: ${first}, skip: ${skip}, orderBy: iri) { iri } }`, { trig })
    expect(await page(2, 0)).toEqual([{ iri: `${ns}n1` }, { iri: `${ns}n2` }])
    expect(await page(2, 2)).toEqual([{ iri: `${ns}n3` }, { iri: `${ns}n4` }])
    expect(await page(2, 4)).toEqual([])
  })
})

describe('the limit of triple patterns', () => {
  const compiled = (most: number, reasoning = true): Compiled => {
    const reasoner = reasoning ? reasonerOf(storyQuads(story)) : undefined
    const limits = { ...defaultDocumentLimits, triplePatterns: most }
    const facts = { namespaces: defaultNamespaces, limits, reasoner }
    return compile({ query: '{ Pilot { name friend { iri } } Senator { name } }' }, facts)
  }

  it('counts the patterns of the query as it is rewritten', () => {
    const least = Array.from({ length: 60 }, (_, at) => at).find((most) => isWithin(() => compiled(most)))
    const patterns = countTriplePatterns(compiled(1_000).plan.query.operation)
    expect(least).toBe(patterns)
    expect(patterns).toBeGreaterThan(countTriplePatterns(compiled(1_000, false).plan.query.operation))
  })

  it('fails with its own error', () => {
    expect(() => compiled(8, false)).not.toThrow()
    try {
      compiled(8)
      expect.unreachable()
    } catch (error) {
      if (!(error instanceof RefusedQuery)) throw error
      expect(error.errors.map(({ message, extensions }) => [message, extensions])).toEqual([
        [
          'The query has more triple patterns when it is rewritten for reasoning; the limit is 8.',
          { code: 'LIMIT_EXCEEDED' },
        ],
      ])
    }
  })

  function isWithin(work: () => unknown): boolean {
    try {
      work()
      return true
    } catch (error) {
      if (error instanceof RefusedQuery) return false
      throw error
    }
  }
})

describe('a compiled query', () => {
  const compiledOf = (query: string): Compiled =>
    compile({ query }, { namespaces: defaultNamespaces, reasoner: reasonerOf(storyQuads(story)) })

  it('tells the axioms that it used, in the order of the vocabulary', () => {
    expect(compiledOf('{ Droid { name friend { iri } } }').reasoning).toEqual({
      axioms: [':friend a owl:SymmetricProperty', ':nick rdfs:subPropertyOf :name'],
      warnings: [],
    })
  })

  it('is what it is without reasoning, where nothing can be inferred', () => {
    const query = '{ Droid(first: 2) { function height } }'
    const { plan, reasoning } = compiledOf(query)
    expect(reasoning).toEqual({ axioms: [], warnings: [] })
    expect(plan).toEqual(compile({ query }, { namespaces: defaultNamespaces }).plan)
  })

  it('has parts, and pages of parts, that are operands of its query', () => {
    const { plan } = compiledOf(
      '{ Human(first: 2) { name friend { iri } } Character(orderBy: name) { iri } }',
    )
    const operands = new Set<unknown>()
    const collect = (operation: Operation): Operation => {
      operands.add(operation)
      return mapOperands(operation, collect)
    }
    collect(plan.query.operation)
    expect(plan.parts).toHaveLength(2)
    expect(plan.parts.every(({ operation }) => operands.has(operation))).toBe(true)
    const [{ page, operation } = { page: undefined, operation: undefined }] = plan.parts
    expect(page?.kind).toBe('slice')
    expect(operands.has(page)).toBe(true)
    expect(operation).toBeDefined()
  })
})
