import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RealServer, startRealServer } from './real-server.ts'

/** What the specification says of reasoning, rule by rule, over HTTP on a server with query processes of its own. */

const vocabulary = `@prefix : <http://api.stardog.com/> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:Human rdfs:subClassOf :Character . :Droid rdfs:subClassOf :Character . :Jedi rdfs:subClassOf :Human .
:friend a owl:SymmetricProperty .
:luke a :Jedi ; :name "Luke" ; :rank "knight" ; :friend :artoo .
:han a :Human ; :name "Han" .
:artoo a :Droid ; :name "R2-D2" ; :function "repairs" .
`

let server: RealServer

beforeAll(async () => {
  server = await startRealServer({ films: {}, schemas: {} })
  for (const database of ['films', 'schemas']) {
    const loaded = await send('POST', `/${database}?default`, vocabulary, 'text/turtle')
    expect(loaded.status).toBe(200)
  }
})
afterAll(() => server[Symbol.asyncDispose]())

async function send(method: string, path: string, body: string, type: string): Promise<Response> {
  return fetch(`${server.url}${path}`, { method, body, headers: { 'Content-Type': type } })
}

/** Asks a database with these variables, on the path of a schema where one is named. */
async function ask(query: string, variables: object = {}, path = 'films/graphql'): Promise<unknown> {
  return (await send('POST', `/${path}`, JSON.stringify({ query, variables }), 'application/json')).json()
}

const withReasoning = { '@reasoning': true }
const nobody = { data: [] }
const everybody = { data: [{ name: 'Luke' }, { name: 'R2-D2' }, { name: 'Han' }] }

describe('special query variable @reasoning', () => {
  it('true enables reasoning: inferred nodes and edges, e.g. type inheritance', async () => {
    expect(await ask('{ Character { name } }', withReasoning)).toEqual(everybody)
    expect(await ask('{ Droid { name friend { name } } }', withReasoning)).toEqual({
      data: [{ name: 'R2-D2', friend: { name: 'Luke' } }],
    })
  })

  it('default: reasoning is off and only explicit nodes and edges are used', async () => {
    for (const variables of [{}, { '@reasoning': false }, { '@reasoning': null }]) {
      expect(await ask('{ Character { name } }', variables)).toEqual(nobody)
      expect(await ask('{ Droid { name friend { name } } }', variables)).toEqual(nobody)
    }
  })

  it('is a boolean', async () => {
    expect(await ask('{ Character { name } }', { '@reasoning': 'true' })).toMatchObject({
      message: '"@reasoning" is true or false, not "true".',
    })
  })

  it('holds for the request that it is sent with alone', async () => {
    const answers = [withReasoning, {}, withReasoning].map((variables) =>
      ask('{ Character { name } }', variables),
    )
    expect(await Promise.all(answers)).toEqual([everybody, nobody, everybody])
  })
})

describe('query language rules', () => {
  it('8: fragments, combined with reasoning, select different fields for subtypes', async () => {
    const query = `{ Character { name ... on Jedi { rank } ...Machine } }
      fragment Machine on Droid { function }`
    expect(await ask(query, withReasoning)).toEqual({
      data: [{ name: 'Luke', rank: 'knight' }, { name: 'R2-D2', function: 'repairs' }, { name: 'Han' }],
    })
  })

  it('9: a query on a superclass returns no results without reasoning and instances of its subclasses with it', async () => {
    expect(await ask('{ Character { name } }')).toEqual(nobody)
    expect(await ask('{ Character { name } }', withReasoning)).toEqual(everybody)
    expect(await ask('{ Human { name } }')).toEqual({ data: [{ name: 'Han' }] })
    expect(await ask('{ Human { name } }', withReasoning)).toEqual({
      data: [{ name: 'Luke' }, { name: 'Han' }],
    })
  })
})

describe('GraphQL schema', () => {
  const schema = `schema { query: Query }
type Query { Being: [Being] Human: [Human] Droid: [Droid] }
interface Being { name: String }
type Human implements Being { name: String rank: String }
type Droid implements Being { name: String function: String }
`
  beforeAll(async () => {
    const added = await send('POST', '/schemas/graphql/schemas/beings', schema, 'application/graphql')
    expect(added.status).toBeLessThan(300)
  })

  it('5: an interface type acts as a superclass, and with reasoning returns instances of its subclasses', async () => {
    const path = 'schemas/graphql/beings'
    expect(await ask('{ Being { name } }', {}, path)).toEqual(nobody)
    expect(await ask('{ Being { name } }', withReasoning, path)).toEqual(everybody)
    expect(await ask('{ Being { __typename name ... on Droid { function } } }', withReasoning, path)).toEqual(
      {
        data: [
          { __typename: 'Human', name: 'Luke' },
          { __typename: 'Droid', name: 'R2-D2', function: 'repairs' },
          { __typename: 'Human', name: 'Han' },
        ],
      },
    )
  })

  it('5: of a database only where the schema is asked', async () => {
    expect(await ask('{ Being { name } }', withReasoning, 'schemas/graphql')).toEqual(nobody)
  })
})
