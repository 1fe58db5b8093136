import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RawAnswer, rawRequest } from './raw-request.ts'
import { type RealServer, startRealServer } from './real-server.ts'

const encoded = encodeURIComponent
const form = 'application/x-www-form-urlencoded'
const prefixes =
  '@prefix : <http://api.stardog.com/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .'

/** Trees are plants in a graph of their own, and pruners are what no rewriting can say. */
const vocabulary = `${prefixes} @prefix owl: <http://www.w3.org/2002/07/owl#> .
:Tree rdfs:subClassOf :Plant .
:tends rdfs:subPropertyOf :knows .
:Pruner owl:equivalentClass [ owl:complementOf :Gardener ] .`

let server: RealServer
beforeAll(async () => {
  server = await startRealServer({ equal: {}, open: {} })
  for (const database of ['garden', 'open']) {
    const added = await post(`/${database}?graph=${encoded('http://v.example/')}`, 'text/turtle', vocabulary)
    expect(added.status, added.text).toBeLessThan(300)
  }
})
afterAll(() => server[Symbol.asyncDispose]())

function post(path: string, type: string, body: string): Promise<RawAnswer> {
  return rawRequest(server.url, path, { method: 'POST', headers: { 'content-type': type }, body })
}

async function graphql(body: object, parameters = ''): Promise<{ readonly status: number; body: unknown }> {
  const answer = await post(`/garden/graphql${parameters}`, 'application/json', JSON.stringify(body))
  return { status: answer.status, body: JSON.parse(answer.text) }
}

/** The answer to a SELECT in CSV, row by row without its head. */
function rowsOf({ status, text }: RawAnswer): readonly string[] {
  expect(status, text).toBe(200)
  return text.trimEnd().split('\r\n').slice(1)
}

const query = '{ Plant(orderBy: name) { name } }'
const plants = { data: [{ name: 'Ash' }, { name: 'Beech' }, { name: 'Cedar' }] }
const none = { data: [] }

const prefix = 'PREFIX : <http://api.stardog.com/> '
const select = `${prefix}SELECT ?n FROM <tag:stardog:api:context:local> { ?t a :Plant ; :name ?n } ORDER BY ?n`
const names = ['Ash', 'Beech', 'Cedar']

const used = {
  axioms: [':Tree rdfs:subClassOf :Plant'],
  warnings: [expect.stringMatching(/^:Pruner owl:equivalentClass \[owl:complementOf :Gardener\]: .+/u)],
}

describe('GraphQL with reasoning', () => {
  it.each([
    ['nowhere', {}, '', none],
    ['in variables', { variables: { '@reasoning': true } }, '', plants],
    ['in extensions', { extensions: { reasoning: true } }, '', plants],
    ['in the URL', {}, '?reasoning=true', plants],
    [
      'as false in variables, before the URL',
      { variables: { '@reasoning': false } },
      '?reasoning=true',
      none,
    ],
    ['as false in extensions, before the URL', { extensions: { reasoning: false } }, '?reasoning=true', none],
    [
      'as null in variables, which says nothing',
      { variables: { '@reasoning': null } },
      '?reasoning=true',
      plants,
    ],
    ['as false in the URL', {}, '?reasoning=false', none],
  ])('asked for %s', async (_, more, parameters, body) => {
    expect(await graphql({ query, ...more }, parameters)).toEqual({ status: 200, body })
  })

  it('is asked for by GET too, and beside another parameter', async () => {
    const answer = await rawRequest(
      server.url,
      `/garden/graphql?reasoning=true&shape=graphql&query=${encoded(query)}`,
    )
    expect(JSON.parse(answer.text)).toEqual({ data: { Plant: plants.data } })
  })

  it('is asked for of a schema, in which an interface is a superclass', async () => {
    const schema =
      'type Query { Thing(orderBy: OrderBy): [Thing] } interface Thing { name: String } type Gardener implements Thing { name: String } type Tree implements Thing { name: String }'
    await post('/garden/graphql/schemas/things', 'application/graphql', schema)
    const things = { query: '{ Thing(orderBy: name) { __typename name } }' }
    const asked = async (parameters: string): Promise<unknown> => {
      const path = `/garden/graphql/things${parameters}`
      return JSON.parse((await post(path, 'application/json', JSON.stringify(things))).text)
    }
    expect(await asked('')).toEqual({ data: [] })
    expect(await asked('?reasoning=true')).toEqual({
      data: [
        { __typename: 'Gardener', name: 'Ada' },
        { __typename: 'Tree', name: 'Ash' },
        { __typename: 'Tree', name: 'Beech' },
        { __typename: 'Gardener', name: 'Bob' },
        { __typename: 'Tree', name: 'Cedar' },
      ],
    })
  })

  it('is explained with the axioms that were used, and those that are left out', async () => {
    const explained = await graphql({ query }, '?reasoning=true&explain=true')
    expect(explained.body).toMatchObject({
      data: { sparql: expect.stringContaining(':Tree'), fields: { '0': { '1': 'name' } }, reasoning: used },
    })
    const trees = await graphql({ query: '{ Tree { name } }' }, '?reasoning=true&explain=true')
    expect(trees.body).toMatchObject({ data: { reasoning: { ...used, axioms: [] } } })
    const plain = await graphql({ query }, '?explain=true')
    expect(plain.body).toMatchObject({ data: { sparql: expect.not.stringContaining(':Tree') } })
    expect(plain.body).not.toHaveProperty('data.reasoning')
  })

  it('is profiled', async () => {
    const { body } = await graphql({ query, variables: { '@reasoning': true, '@profile': true } })
    expect(body).toMatchObject({ data: { plan: { plan: { rows: 3 } }, reasoning: used } })
  })

  it.each([
    ['variables', { variables: { '@reasoning': 'true' } }, ''],
    ['extensions', { extensions: { reasoning: 1 } }, ''],
    ['URL', {}, '?reasoning=yes'],
  ])('is true or false in %s', async (_, more, parameters) => {
    expect(await graphql({ query, ...more }, parameters)).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('"@reasoning" is true or false, not '), code: '000IA2' },
    })
  })
})

describe('SPARQL with reasoning', () => {
  it.each([
    ['reasoning=true', names],
    ['reasoning=True', names],
    ['reasoning=true&limit=1&offset=1', ['Beech']],
    [`reasoning=true&$n=${encoded('"Ash"')}`, ['Ash']],
    ['reasoning=false', []],
    ['reasoning=', []],
    ['', []],
  ])('asked for by %j', async (more, rows) => {
    const inUrl = await rawRequest(server.url, `/garden/query?format=csv&query=${encoded(select)}&${more}`)
    expect(rowsOf(inUrl)).toEqual(rows)
    expect(rowsOf(await post('/garden/query?format=csv', form, `query=${encoded(select)}&${more}`))).toEqual(
      rows,
    )
    const direct = await post(`/garden/query?format=csv&${more}`, 'application/sparql-query', select)
    expect(rowsOf(direct)).toEqual(rows)
  })

  it('answers queries of every form', async () => {
    const asked = async (text: string, format: string): Promise<string> =>
      (
        await rawRequest(
          server.url,
          `/garden/query?reasoning=true&format=${format}&query=${encoded(prefix + text)}`,
        )
      ).text
    expect(await asked('ASK { :ash a :Plant }', 'csv')).toBe('true')
    expect(await asked('ASK { :ash a :Stone }', 'csv')).toBe('false')
    const known = await asked('CONSTRUCT { ?b :knownBy ?a } { ?a :knows ?b }', 'n-triples')
    expect(known.trimEnd().split('\n').sort()).toEqual(
      ['ash', 'beech', 'cedar'].map(
        (tree) =>
          `<http://api.stardog.com/${tree}> <http://api.stardog.com/knownBy> <http://api.stardog.com/${tree === 'cedar' ? 'bob' : 'ada'}> .`,
      ),
    )
    // What is told of what was found is stated.
    const described = await asked('DESCRIBE ?p { ?p :knows :cedar }', 'n-triples')
    expect(described).toContain('/bob> <http://api.stardog.com/tends> ')
    expect(described).not.toContain('/knows>')
  })

  it.each([
    ['reasoning=yes', 'The parameter \\"reasoning\\" is true or false, not \\"yes\\".'],
    ['reasoning=true&reasoning=true', 'is given more than once'],
  ])('is refused as %s', async (more, message) => {
    const answer = await rawRequest(server.url, `/garden/query?query=${encoded(select)}&${more}`)
    expect(answer.status).toBe(400)
    expect(answer.text).toContain(message)
  })

  it('is explained', async () => {
    const explain = (more: string, accept: string): Promise<RawAnswer> =>
      rawRequest(server.url, `/garden/explain?query=${encoded(select)}${more}`, { headers: { accept } })
    const json = JSON.parse((await explain('&reasoning=true', 'application/json')).text)
    expect(json).toEqual({
      sparql: expect.stringContaining(':Tree'),
      plan: expect.anything(),
      reasoning: used,
    })
    const plain = JSON.parse((await explain('', 'application/json')).text)
    expect(Object.keys(plain)).toEqual(['sparql', 'plan'])
    const text = (await explain('&reasoning=true&profile=true', 'text/plain')).text
    expect(text).toMatch(
      /rows: 3[\s\S]*\n\n:Tree rdfs:subClassOf :Plant\nWarning: :Pruner owl:equivalentClass \[owl:complementOf :Gardener\]: [^\n]+\n$/u,
    )
    const unused = `/garden/explain?reasoning=true&query=${encoded('ASK { ?s <http://e.org/p> 1 }')}`
    expect((await rawRequest(server.url, unused, { headers: { accept: 'text/plain' } })).text).toMatch(
      /\n\nNo axiom was needed\.\nWarning: [^\n]+\n$/u,
    )
  })

  it.each([
    ['in the URL', '/open/update?reasoning=true', 'application/sparql-update', 'CLEAR ALL'],
    ['in the form', '/open/update', form, 'update=CLEAR+ALL&reasoning=true'],
    ['in capitals', '/open/update', form, 'update=CLEAR+ALL&reasoning=TRUE'],
  ])('is refused of an update: %s', async (_, path, type, body) => {
    const before = (await rawRequest(server.url, '/open/size')).text
    const refused = await post(path, type, body)
    expect(refused.status, refused.text).toBe(501)
    expect(JSON.parse(refused.text)).toEqual({
      message: expect.stringMatching(/^The parameter "reasoning" is for queries: .*Leave it out\.$/u),
      code: '000US2',
    })
    expect((await rawRequest(server.url, '/open/size')).text).toBe(before)
  })

  it('leaves an update alone that is not one with reasoning', async () => {
    const update = encoded(`${prefix}INSERT { ?t :seen true } WHERE { ?t a :Plant }`)
    const answer = await post('/open/update?reasoning=false', form, `update=${update}`)
    expect(answer.status, answer.text).toBe(200)
    const seen = `${prefix}ASK { ?t :seen true }`
    expect((await rawRequest(server.url, `/open/query?format=csv&query=${encoded(seen)}`)).text).toBe('false')
  })
})

describe('reasoning within a transaction', () => {
  const herbs = `${prefix}SELECT ?n { ?t a :Living ; :name ?n } ORDER BY ?n`
  const living = async (transaction: string, more = '&reasoning=true'): Promise<readonly string[]> =>
    rowsOf(
      await rawRequest(server.url, `/open${transaction}/query?format=csv${more}&query=${encoded(herbs)}`),
    )
  const begin = async (): Promise<string> => (await post('/open/transaction/begin', 'text/plain', '')).text
  const axiom = `${prefixes} :Plant rdfs:subClassOf :Living .`

  it('goes by the vocabulary as the transaction has made it', async () => {
    expect(await living('')).toEqual([])
    const tx = await begin()
    expect((await post(`/open/${tx}/add`, 'text/turtle', axiom)).status).toBe(200)
    expect(await living(`/${tx}`)).toEqual(names)
    expect(await living(`/${tx}`, '')).toEqual([])
    expect(await living('')).toEqual([])
    const explained = await rawRequest(
      server.url,
      `/open/${tx}/explain?reasoning=true&query=${encoded(herbs)}`,
      {
        headers: { accept: 'application/json' },
      },
    )
    expect(JSON.parse(explained.text)).toMatchObject({
      reasoning: { axioms: [':Plant rdfs:subClassOf :Living', ':Tree rdfs:subClassOf :Plant'] },
    })
    const refused = await post(`/open/${tx}/update?reasoning=true`, 'application/sparql-update', 'CLEAR ALL')
    expect(refused.status).toBe(501)
    await post(`/open/transaction/rollback/${tx}`, 'text/plain', '')
    expect(await living('')).toEqual([])
  })

  it('counts for everybody from the commit on, until another takes it back', async () => {
    const tx = await begin()
    await post(`/open/${tx}/add`, 'text/turtle', axiom)
    expect((await post(`/open/transaction/commit/${tx}`, 'text/plain', '')).status).toBe(200)
    expect(await living('')).toEqual(names)
    const taken = await begin()
    await post(`/open/${taken}/remove`, 'text/turtle', axiom)
    expect(await living(`/${taken}`)).toEqual([])
    expect(await living('')).toEqual(names)
    await post(`/open/transaction/commit/${taken}`, 'text/plain', '')
    expect(await living('')).toEqual([])
  })
})

describe('the options of reasoning', () => {
  const reasoned = ['auto.schema.reasoning', 'reasoning.schema.graphs', 'reasoning.sameas']
  const everywhere = ['tag:stardog:api:context:local']

  async function setOptions(database: string, options: object): Promise<RawAnswer> {
    return post(`/admin/databases/${database}/options`, 'application/json', JSON.stringify(options))
  }

  it('are told', async () => {
    const descriptors = JSON.parse((await rawRequest(server.url, '/admin/config_properties')).text)
    expect(reasoned.map((name) => [descriptors[name].category, descriptors[name].defaultValue])).toEqual([
      ['Reasoning', true],
      ['Reasoning', everywhere],
      ['Reasoning', 'off'],
    ])
    for (const name of reasoned) {
      expect(descriptors[name]).toMatchObject({ name, mutable: true, mutableWhenOnline: true })
      expect(descriptors[name].description).not.toContain('no effect')
    }
    const asked = Object.fromEntries(reasoned.map((name) => [name, null]))
    const values = await rawRequest(server.url, '/admin/databases/equal/options', {
      method: 'PUT',
      body: JSON.stringify(asked),
    })
    expect(JSON.parse(values.text)).toEqual({
      'auto.schema.reasoning': true,
      'reasoning.schema.graphs': everywhere,
      'reasoning.sameas': 'off',
    })
  })

  it('reasoning.sameas counts for what is asked after it', async () => {
    const data = `${prefixes} @prefix owl: <http://www.w3.org/2002/07/owl#> . :adele owl:sameAs :ada .`
    await post('/equal', 'text/turtle', data)
    const tended = `${prefix}SELECT ?n { :adele :tends/:name ?n } ORDER BY ?n`
    const path = `/equal/query?reasoning=true&format=csv&query=${encoded(tended)}`
    const asked = async (): Promise<readonly string[]> => rowsOf(await rawRequest(server.url, path))
    expect(await asked()).toEqual([])
    expect((await setOptions('equal', { reasoning: { sameas: 'on' } })).status).toBe(200)
    expect(await asked()).toEqual(['Ash', 'Beech'])
    expect((await setOptions('equal', { 'reasoning.sameas': null })).status).toBe(200)
    expect(await asked()).toEqual([])
    const refused = await setOptions('equal', { 'reasoning.sameas': 'maybe' })
    expect(refused.status).toBe(400)
    expect(refused.text).toContain('reasoning.sameas')
  })

  it('reasoning.schema.graphs says where axioms are read', async () => {
    const path = `/garden/query?reasoning=true&format=csv&query=${encoded(select)}`
    const asked = async (): Promise<readonly string[]> => rowsOf(await rawRequest(server.url, path))
    const graphs = 'reasoning.schema.graphs'
    try {
      await setOptions('garden', { [graphs]: ['tag:stardog:api:context:default'] })
      expect(await asked()).toEqual([])
      await setOptions('garden', { [graphs]: ['http://v.example/'] })
      expect(await asked()).toEqual(names)
      await setOptions('garden', { [graphs]: 'http://nowhere.example/,http://v.example/' })
      expect(await asked()).toEqual(names)
    } finally {
      await setOptions('garden', { [graphs]: null })
    }
    expect(await asked()).toEqual(names)
  })
})

describe('reasoning on a remote database', () => {
  it('rewrites what its endpoint is asked', async () => {
    const remote = { queryUrl: `${server.url}/garden/query` }
    const body = JSON.stringify({ dbname: 'mirror', remote })
    const created = await post('/admin/databases', 'application/json', body)
    expect(created.status, created.text).toBe(201)
    const answer = await rawRequest(server.url, `/mirror/graphql?reasoning=true&query=${encoded(query)}`)
    expect(JSON.parse(answer.text)).toEqual(plants)
    const path = (operation: string, more: string): string =>
      `/mirror/${operation}?query=${encoded(select)}${more}`
    expect(rowsOf(await rawRequest(server.url, path('query', '&format=csv&reasoning=true')))).toEqual(names)
    expect(rowsOf(await rawRequest(server.url, path('query', '&format=csv')))).toEqual([])
    const accept = { headers: { accept: 'application/json' } }
    const explained = await rawRequest(server.url, path('explain', '&reasoning=true'), accept)
    expect(JSON.parse(explained.text)).toMatchObject({
      sparql: expect.stringContaining(':Tree'),
      reasoning: used,
    })
  })
})

describe('the limit of triple patterns', () => {
  it('counts what a query is rewritten to', async () => {
    await using small = await startRealServer({}, { properties: 'graphql.limit.triple.patterns = 3\n' })
    const data = `${prefixes} @prefix owl: <http://www.w3.org/2002/07/owl#> .
      :Worker owl:equivalentClass [ owl:intersectionOf (:Gardener [ owl:onProperty :tends ; owl:someValuesFrom :Tree ]) ] .`
    const { url } = small
    const headers = { 'content-type': 'text/turtle' }
    await rawRequest(url, '/garden', { method: 'POST', headers, body: data })
    const asked = async (parameters: string): Promise<unknown> => {
      const path = `/garden/graphql?query=${encoded('{ Worker { name } }')}${parameters}`
      return JSON.parse((await rawRequest(url, path)).text)
    }
    expect(await asked('')).toEqual({ data: [] })
    expect(await asked('&reasoning=true')).toMatchObject({
      errors: [
        {
          message: expect.stringMatching(/reasoning; the limit is 3\.$/u),
          extensions: { code: 'LIMIT_EXCEEDED' },
        },
      ],
    })
    const worker = `${prefix}SELECT ?w { ?w a :Worker ; :name ?n }`
    const refused = await rawRequest(url, `/garden/query?reasoning=true&query=${encoded(worker)}`)
    expect(refused.status).toBe(413)
    expect(JSON.parse(refused.text)).toEqual({
      message: expect.stringMatching(/reasoning; the limit is 3\.$/u),
      code: 'QELIM2',
    })
    // What a query has itself it may have.
    const own = `${prefix}SELECT ?t { ?t a :Tree ; :name ?n ; :height ?h . ?g :tends ?t }`
    const answered = await rawRequest(url, `/garden/query?reasoning=true&format=csv&query=${encoded(own)}`)
    expect(rowsOf(answered)).toHaveLength(3)
  })
})
