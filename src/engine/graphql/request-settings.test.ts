import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Database, openDatabase } from '../open-database.ts'
import type { RdfSource } from '../rdf-source.ts'

const turtle = `@prefix : <http://api.stardog.com/> .
:a a :Tree ; :name "Ash" ; :height 20 .
:b a :Tree ; :name "Beech" .
:c a :Tree ; :name "Cedar" .`

function source(): RdfSource {
  async function* bytes() {
    yield Buffer.from(turtle)
  }
  return { name: 'trees.ttl', format: 'turtle', bytes: bytes() }
}

describe.each(['process', 'none'] as const)('with isolation %s', (isolation) => {
  let database: Database
  beforeAll(async () => {
    const limits = { aliases: 1, first: 50 }
    database = await openDatabase(undefined, { isolation, limits, defaultLimit: 2, processes: 1 })
    await database.load(source())
  })
  afterAll(() => database.close())

  it('answers in the form that is asked for', async () => {
    const query = '{ Tree(orderBy: name, first: 2) { name height @optional } }'
    expect(await database.graphql(query)).toEqual({ data: [{ name: 'Ash', height: 20 }, { name: 'Beech' }] })
    expect(await database.graphql(query, { form: 'graphql' })).toEqual({
      data: {
        Tree: [
          { name: 'Ash', height: 20 },
          { name: 'Beech', height: null },
        ],
      },
    })
    expect(await database.graphql(query, { form: 'nodes' })).toEqual(await database.graphql(query))
  })

  it('shows as many objects as the database says, and says that there are more', async () => {
    const cut = await database.graphql('{ Tree(orderBy: name) { name } }')
    expect(cut).toEqual({ data: [{ name: 'Ash' }, { name: 'Beech' }], extensions: { truncated: true } })
    const whole = await database.graphql('{ Tree(orderBy: name, first: 3) { name } }')
    expect(whole).toEqual({ data: [{ name: 'Ash' }, { name: 'Beech' }, { name: 'Cedar' }] })
    expect(await database.graphql('{ Tree(orderBy: name, skip: 1) { name } }')).toEqual({
      data: [{ name: 'Beech' }, { name: 'Cedar' }],
    })
  })

  it.each([
    ['{ Tree { a: name b: name } }', 'The query has more aliases; the limit is 1.'],
    ['{ Tree(first: 51) { name } }', '"first" is 51; the limit is 50.'],
  ])('holds %s against the limits that it was given', async (query, message) => {
    const code = 'LIMIT_EXCEEDED'
    expect((await database.graphql(query)).errors).toMatchObject([{ message, extensions: { code } }])
    expect((await database.explain(query)).errors).toMatchObject([{ message, extensions: { code } }])
  })

  it('reads special variables from extensions', async () => {
    const { data } = await database.graphql('{ Tree { name } }', { extensions: { explain: true } })
    expect(data).toMatchObject({ fields: { '0': { '1': 'name' } } })
  })
})
