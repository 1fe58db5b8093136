import { Connection, query } from 'stardog'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RealServer, startRealServer } from '../real-server.ts'

let server: RealServer
beforeAll(async () => {
  server = await startRealServer({ inferring: {} })
})
afterAll(() => server[Symbol.asyncDispose]())

function ask(text: string, variables: object = {}, parameters: object = {}, database = 'garden') {
  const connection = new Connection({ username: 'admin', password: 'admin', endpoint: server.url })
  return query.graphql.execute(connection, database, text, variables, parameters)
}

describe('the stardog client 10', () => {
  it('asks a query', async () => {
    const { ok, status, body } = await ask('{ Gardener(orderBy: name) { name born } }')
    expect({ ok, status }).toEqual({ ok: true, status: 200 })
    expect(body).toEqual({
      data: [
        { name: 'Ada', born: 1980 },
        { name: 'Bob', born: 1990 },
      ],
    })
  })

  it('sends variables, special ones among them', async () => {
    const text = 'query ($name: String!) { Gardener(name: $name) { born } }'
    expect((await ask(text, { name: 'Bob' })).body).toEqual({ data: [{ born: 1990 }] })
    expect((await ask(text, { name: 'Bob', '@explain': true })).body).toMatchObject({
      data: { fields: { '0': { '1': 'born' } } },
    })
  })

  it('asks with reasoning', async () => {
    const axiom =
      'INSERT DATA { :Gardener <http://www.w3.org/2000/01/rdf-schema#subClassOf> <http://api.stardog.com/Person> }'
    await query.execute(
      new Connection({ username: 'admin', password: 'admin', endpoint: server.url }),
      'inferring',
      axiom,
    )
    const people = '{ Person(orderBy: name) { name } }'
    const asked = async (variables: object, parameters: object = {}) =>
      (await ask(people, variables, parameters, 'inferring')).body
    const all = { data: [{ name: 'Ada' }, { name: 'Bob' }] }
    expect(await asked({})).toEqual({ data: [] })
    expect(await asked({ '@reasoning': true })).toEqual(all)
    expect(await asked({}, { reasoning: true })).toEqual(all)
    expect(await asked({ '@reasoning': true, '@explain': true })).toMatchObject({
      data: { reasoning: { axioms: [':Gardener rdfs:subClassOf :Person'], warnings: [] } },
    })
  })

  it('gives the errors of a query with their codes, at the status 200', async () => {
    const { status, body } = await ask('{ Gardener(first: -1) { name } }')
    expect(status).toBe(200)
    expect(body).toMatchObject({ errors: [{ extensions: { code: 'BAD_USER_INPUT' } }] })
  })

  it('gives the failures of the service', async () => {
    const { status, body } = await ask('{ Gardener { name } }', {}, {}, 'nowhere')
    expect(status).toBe(404)
    expect(body).toMatchObject({ message: "Database 'nowhere' does not exist.", code: '0D0DU2' })
  })

  it('leaves out the key of an optional value that is missing', async () => {
    expect((await ask('{ Gardener(name: "Bob") { name email @optional } }')).body).toEqual({
      data: [{ name: 'Bob' }],
    })
  })

  it('reads nested lists', async () => {
    expect((await ask('{ Gardener(name: "Ada") { tends { name } } }')).body).toEqual({
      data: [{ tends: [{ name: 'Ash' }, { name: 'Beech' }] }],
    })
  })

  it('sends parameters in the URL', async () => {
    const text = '{ Gardener(name: "Bob") { name email @optional } }'
    expect((await ask(text, {}, { shape: 'graphql' })).body).toEqual({
      data: { Gardener: [{ name: 'Bob', email: null }] },
    })
  })

  it('passes on expressions in @skip', async () => {
    const text = `{ Gardener(orderBy: name) { name born @skip(if: "$name = 'Bob'") } }`
    expect((await ask(text)).body).toEqual({ data: [{ name: 'Ada', born: 1980 }, { name: 'Bob' }] })
  })
})
