import { describe, expect, it } from 'vitest'
import type { AnswerForm } from '../src/compiler/write-json.ts'
import { embeddedAnswer, embeddedOf } from './embedded.ts'
import { reasonerOf, story, storyQuads } from './reasoned-story.ts'
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
  const json = await embeddedAnswer(store, { query }, form, schema, reasonerOf(quads, schema))
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
      const answer = await embeddedAnswer(store, { query }, form, schema, reasonerOf(quads, schema))
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
