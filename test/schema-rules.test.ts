import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type RealServer, startRealServer } from './real-server.ts'

/** What the specification says of schemas, rule by rule, over HTTP on a server with query processes of its own. */

const gardening = 'http://gardening.example/'

/** Classes and properties as RDFS and OWL have them, shapes as SHACL has them, and a few nodes. */
const ontology = `@prefix : <${gardening}> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix sh: <http://www.w3.org/ns/shacl#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .

:Plant a owl:Class ; rdfs:comment "What grows." .
:Tree a rdfs:Class ; rdfs:subClassOf :Plant .
:Grower a owl:Class .
:title a owl:DatatypeProperty ; rdfs:domain :Plant ; rdfs:range xsd:string .
:height a owl:DatatypeProperty, owl:FunctionalProperty ; rdfs:domain :Tree ; rdfs:range xsd:decimal .
:grownBy a owl:ObjectProperty ; rdfs:domain :Tree ; rdfs:range :Grower .
:secret a owl:DatatypeProperty .

:TreeShape a sh:NodeShape ; sh:targetClass :Tree ;
  sh:property [ sh:path :title ; sh:datatype xsd:string ; sh:minCount 1 ; sh:maxCount 1 ] .

:ash a :Tree ; :title "Ash", "Esche" ; :height 20.5 ; :grownBy :ada ; :secret "hollow" .
:fern a :Plant ; :title "Fern" .
:ada a :Grower .
`

let server: RealServer

interface Reply {
  readonly status: number
  readonly text: string
  readonly body: unknown
}

async function call(method: string, path: string, body?: string, type = 'application/json'): Promise<Reply> {
  const response = await fetch(`${server.url}${path}`, {
    method,
    ...(body !== undefined && { body, headers: { 'Content-Type': type } }),
  })
  const text = await response.text()
  return { status: response.status, text, body: jsonOf(text) }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Asks a database, on the path of a schema where one is named. */
async function ask(database: string, query: string, schema = '', more: object = {}): Promise<unknown> {
  const path = `/${database}/graphql${schema === '' ? '' : `/${schema}`}`
  return (await call('POST', path, JSON.stringify({ query, ...more }))).body
}

const refusal = (message: string) => ({
  errors: [{ message, extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }],
})
const add = (database: string, name: string, text: string, method = 'POST') =>
  call(method, `/${database}/graphql/schemas/${name}`, text, 'application/graphql')
const show = (database: string, name: string) => call('GET', `/${database}/graphql/schemas/${name}`)
const remove = (database: string, name: string) => call('DELETE', `/${database}/graphql/schemas/${name}`)
const list = async (database: string) => (await call('GET', `/${database}/graphql/schemas`)).body
const set = (database: string, options: object) =>
  call('POST', `/admin/databases/${database}/options`, JSON.stringify(options))

/** Sets options of a database, which is offline meanwhile. */
async function setOffline(database: string, options: object): Promise<Reply> {
  await call('PUT', `/admin/databases/${database}/offline`)
  const reply = await set(database, options)
  await call('PUT', `/admin/databases/${database}/online`)
  return reply
}

beforeAll(async () => {
  server = await startRealServer({ plants: {}, shapes: {} })
  for (const database of ['plants', 'shapes']) {
    await call('POST', `/${database}/namespaces`, `@prefix grow: <${gardening}> .`, 'text/turtle')
    const loaded = await call('POST', `/${database}?default`, ontology, 'text/turtle')
    expect(loaded.status).toBe(200)
  }
})
afterAll(() => server[Symbol.asyncDispose]())

const gardenSchema = `schema { query: Query }
type Query {
  Gardener(first: Int, skip: Int, orderBy: OrderBy, iri: ID, name: String): [Gardener]
  Apprentice: [Apprentice]
  Named: [Named]
}
type Gardener implements Named { iri: ID name: String born: String tends: [Tree] learnedFrom: Tree }
type Apprentice { name: [String] tends: Tree }
type Tree { name: String height: Int }
interface Named { name: String }
`

describe('GraphQL schema', () => {
  beforeAll(() => add('garden', 'garden', gardenSchema))
  afterAll(() => call('DELETE', '/garden/graphql/schemas'))

  it('name: the name under which the schema is registered', async () => {
    expect(await list('garden')).toEqual({ schemas: ['garden'] })
    expect((await show('garden', 'garden')).text).toBe(gardenSchema)
  })

  it('name: "default" is the name of the schema that is generated', async () => {
    await setOffline('shapes', { 'graphql.auto.schema': true })
    expect(await list('shapes')).toEqual({ schemas: ['default'] })
    await setOffline('shapes', { 'graphql.auto.schema': false })
    await remove('shapes', 'default')
  })

  it.each([
    ['no schema block and no type Query', 'type Gardener { name: String }'],
    ['a query type that is not there', 'schema { query: Garden } type Gardener { name: String }'],
    ['no text', ''],
    ['what is no SDL', '{ Gardener { name } }'],
  ])('definition: text with a query type; refused is %s', async (_, text) => {
    const reply = await add('garden', 'wrong', text)
    expect(reply).toMatchObject({
      status: 400,
      body: { errors: expect.arrayContaining([expect.objectContaining({ message: expect.any(String) })]) },
    })
    expect(await list('garden')).toEqual({ schemas: ['garden'] })
  })

  it('definition: a schema block, the query type, object types and interfaces', async () => {
    expect(await ask('garden', '{ Gardener { name tends { name height } } }', 'garden')).toEqual({
      data: [
        {
          name: 'Ada',
          tends: [
            { name: 'Ash', height: 20.5 },
            { name: 'Beech', height: 30 },
          ],
        },
        { name: 'Bob', tends: [{ name: 'Cedar', height: 40 }] },
      ],
    })
  })

  describe('rule 1: the query type lists the top-level fields', () => {
    it('each of them a class of the database', async () => {
      expect(await ask('garden', '{ Apprentice { name } }', 'garden')).toEqual({ data: [{ name: ['Bob'] }] })
    })

    it('a type that it does not list cannot be queried at the top level', async () => {
      expect(await ask('garden', '{ Tree { name } }', 'garden')).toMatchObject(
        refusal('Unknown field "Tree" of type "Query".'),
      )
      expect(await ask('garden', '{ Tree { name } }')).toMatchObject({ data: [{}, {}, {}] })
    })
  })

  describe('rule 2: built-in arguments are valid where the schema declares them', () => {
    it.each(['first: 1', 'skip: 1', 'orderBy: name', 'iri: "x"', 'name: "Bob"'])(
      'refused is %s',
      async (argument) => {
        const name = argument.split(':')[0]
        expect(await ask('garden', `{ Apprentice(${argument}) { name } }`, 'garden')).toMatchObject(
          refusal(`Unknown argument "${name}" of "Query.Apprentice". It takes no arguments.`),
        )
        // It is valid without a schema.
        expect(await ask('garden', `{ Apprentice(${argument}) { name } }`)).toHaveProperty('data')
      },
    )

    it.each([
      ['first: 1, orderBy: name', [{ name: 'Ada' }]],
      ['skip: 1, orderBy: name', [{ name: 'Bob' }]],
      ['orderBy: {field: name, desc: true}', [{ name: 'Bob' }, { name: 'Ada' }]],
      ['iri: "http://api.stardog.com/bob"', [{ name: 'Bob' }]],
      ['name: "Ada"', [{ name: 'Ada' }]],
    ])('taken is %s', async (argument, data) => {
      expect(await ask('garden', `{ Gardener(${argument}) { name } }`, 'garden')).toEqual({ data })
    })

    it('an undeclared one is told with those that are declared', async () => {
      expect(await ask('garden', '{ Gardener(born: 1980) { name } }', 'garden')).toMatchObject(
        refusal(
          'Unknown argument "born" of "Query.Gardener". It takes "first", "skip", "orderBy", "iri", "name".',
        ),
      )
    })
  })

  describe('rule 3: queries are validated with strict typing, and only what the schema defines is exposed', () => {
    it('an argument of another type is refused', async () => {
      expect(await ask('garden', '{ Gardener(first: "1") { name } }', 'garden')).toMatchObject(
        refusal('Int cannot represent non-integer value: "1"'),
      )
    })

    it('the default translation of values can be overridden', async () => {
      expect(await ask('garden', '{ Gardener(name: "Ada") { born } }', 'garden')).toEqual({
        data: [{ born: '1980' }],
      })
      expect(await ask('garden', '{ Gardener(name: "Ada") { born } }')).toEqual({ data: [{ born: 1980 }] })
    })

    it.each([
      ['a field', '{ Gardener { email } }', 'Unknown field "email" of type "Gardener".'],
      ['a nested field', '{ Gardener { learnedFrom { born } } }', 'Unknown field "born" of type "Tree".'],
      [
        'a field in a fragment',
        '{ Gardener { ... on Gardener { email } } }',
        'Unknown field "email" of type "Gardener".',
      ],
      ['a type', '{ Gardener { ... on Expert { name } } }', 'Unknown type "Expert".'],
      [
        'a field to sort by',
        '{ Gardener(orderBy: email) { name } }',
        expect.stringContaining('"email" in "orderBy" is no field'),
      ],
      [
        'a name that @config would give',
        'query @config(alias: {name: "http://api.stardog.com/email"}) { Gardener { name } }',
        expect.stringContaining('@config'),
      ],
    ])('not exposed is %s', async (_, query, message) => {
      expect(await ask('garden', query, 'garden')).toMatchObject(refusal(message))
    })
  })

  describe('rule 4: types do not filter results', () => {
    it('a schema that the data do not fit is taken', async () => {
      expect(
        await add('garden', 'unfit', 'type Query { Tree: [Tree!]! } type Tree { name: Boolean! age: Int! }'),
      ).toMatchObject({ status: 201 })
      expect(await ask('garden', '{ Tree { name age @optional } }', 'unfit')).toEqual({
        data: [{ name: 'Ash' }, { name: 'Beech' }, { name: 'Cedar' }],
      })
      await remove('garden', 'unfit')
    })

    it('objects of another class are returned for a field of a declared type', async () => {
      expect(await ask('garden', '{ Gardener { learnedFrom { name } } }', 'garden')).toEqual({
        data: [{ learnedFrom: { name: 'Ada' } }],
      })
    })

    it('the declared shape decides between list and single value', async () => {
      expect(await ask('garden', '{ Apprentice { name tends { name } } }', 'garden')).toEqual({
        data: [{ name: ['Bob'], tends: { name: 'Cedar' } }],
      })
    })
  })

  describe('rule 5: an interface acts as a superclass', () => {
    it('without reasoning it gives the nodes that are stated to be of it', async () => {
      expect(await ask('garden', '{ Named { name } }', 'garden')).toEqual({ data: [] })
    })

    it('its fields can be asked of what implements it', async () => {
      expect(await ask('garden', '{ Gardener(name: "Ada") { ... on Named { name } } }', 'garden')).toEqual({
        data: [{ name: 'Ada' }],
      })
    })
  })

  describe('rule 6: types may declare a built-in field iri of type ID', () => {
    it('it is the IRI of the node', async () => {
      expect(await ask('garden', '{ Gardener(name: "Ada") { iri } }', 'garden')).toEqual({
        data: [{ iri: 'http://api.stardog.com/ada' }],
      })
    })

    it('where it is not declared it is not there', async () => {
      expect(await ask('garden', '{ Apprentice { iri } }', 'garden')).toMatchObject({
        errors: [{ message: expect.stringContaining('Unknown field "iri" of type "Apprentice".') }],
      })
    })

    it('it is of type ID and nothing else', async () => {
      const wrong = 'type Query { Tree: [Tree] } type Tree { iri: Int }'
      expect(await add('garden', 'wrong', wrong)).toMatchObject({
        status: 400,
        body: {
          errors: [
            { message: expect.stringContaining('ID'), locations: [{ line: 1, column: expect.any(Number) }] },
          ],
        },
      })
    })
  })
})

describe('Query request: @schema', () => {
  beforeAll(() => add('garden', 'garden', gardenSchema))
  afterAll(() => remove('garden', 'garden'))
  const query = '{ Tree { name } }'
  const refused = refusal('Unknown field "Tree" of type "Query".')

  it('names the schema in the variables', async () => {
    expect(await ask('garden', query, '', { variables: { '@schema': 'garden' } })).toMatchObject(refused)
  })

  it('names the schema in the extensions', async () => {
    expect(await ask('garden', query, '', { extensions: { schema: 'garden' } })).toMatchObject(refused)
  })

  it('names the schema in the URL', async () => {
    const path = `/garden/graphql?schema=garden&query=${encodeURIComponent(query)}`
    expect((await call('GET', path)).body).toMatchObject(refused)
  })

  it('is an error where there is no schema of the name', async () => {
    expect(await ask('garden', query, '', { variables: { '@schema': 'gardn' } })).toMatchObject({
      errors: [
        {
          message: expect.stringContaining('Did you mean "garden"?'),
          extensions: { code: 'BAD_USER_INPUT' },
        },
      ],
    })
  })

  it('is less than the path', async () => {
    expect(
      await ask('garden', '{ Gardener { name } }', 'garden', { variables: { '@schema': 'none' } }),
    ).toHaveProperty('data')
  })
})

describe('Database options', () => {
  afterEach(async () => {
    await setOffline('plants', { 'graphql.auto.schema': null, 'graphql.auto.schema.source': null })
    await call('DELETE', '/plants/graphql/schemas')
  })

  it('graphql.auto.schema: without it there is no schema', async () => {
    expect(await list('plants')).toEqual({ schemas: [] })
    expect(await ask('plants', '{ grow_Tree { grow_secret } }')).toEqual({
      data: [{ grow_secret: 'hollow' }],
    })
  })

  it('graphql.auto.schema: a default schema is generated the first time that schemas are listed', async () => {
    await setOffline('plants', { 'graphql.auto.schema': true })
    expect(await list('plants')).toEqual({ schemas: ['default'] })
  })

  it('graphql.auto.schema: a default schema is generated the first time that a query runs', async () => {
    await setOffline('plants', { 'graphql.auto.schema': true })
    expect(await ask('plants', '{ __schema { queryType { name } } }')).toHaveProperty('data')
    await setOffline('plants', { 'graphql.auto.schema': false })
    expect(await list('plants')).toEqual({ schemas: ['default'] })
  })

  it.each([{ 'graphql.auto.schema': true }, { 'graphql.auto.schema.source': 'shacl' }])(
    '%o: the database must be offline to set it',
    async (options) => {
      const reply = await set('plants', options)
      expect(reply.status).toBeGreaterThanOrEqual(400)
      expect(reply.text).toContain('offline')
      expect((await setOffline('plants', options)).status).toBe(200)
    },
  )

  it('graphql.auto.schema.source: RDFS and OWL, unless it says SHACL', async () => {
    await setOffline('plants', { 'graphql.auto.schema': true })
    const owl = (await show('plants', 'default')).text
    expect(owl).toContain('height')
    await remove('plants', 'default')
    await setOffline('plants', { 'graphql.auto.schema.source': 'shacl' })
    const shacl = (await show('plants', 'default')).text
    // The shape says more of the title than the ontology, and nothing of the height.
    expect(shacl).not.toContain('height')
    expect(shacl).toMatch(/title\w*: String!/)
  })

  it('graphql.auto.schema.source: no other word', async () => {
    const reply = await setOffline('plants', { 'graphql.auto.schema.source': 'rdfs' })
    expect(reply.status).toBe(400)
    expect(reply.text).toContain('shacl')
  })
})

interface IntrospectedField {
  readonly name: string
  readonly type: unknown
}

/** The fields of a type of the default schema, by name. */
async function fieldsOf(database: string, type: string): Promise<ReadonlyMap<string, unknown>> {
  const query = `{ __type(name: "${type}") { fields { name type { kind name ofType { kind name } } } } }`
  const answer: unknown = await ask(database, query)
  return new Map(fieldsIn(answer).map((one) => [one.name, one.type]))
}

function fieldsIn(answer: unknown): readonly IntrospectedField[] {
  const found = memberOf(memberOf(memberOf(answer, 'data'), '__type'), 'fields')
  if (!Array.isArray(found)) throw new Error(`No fields: ${JSON.stringify(answer)}`)
  return found.map((one: unknown) => ({ name: String(memberOf(one, 'name')), type: memberOf(one, 'type') }))
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  return Object.entries(value).find(([key]) => key === name)?.[1]
}

describe('Auto-generation rules', () => {
  beforeAll(() => setOffline('plants', { 'graphql.auto.schema': true }))
  afterAll(async () => {
    await setOffline('plants', { 'graphql.auto.schema': false })
    await remove('plants', 'default')
  })

  const single = (name: string) => ({ kind: 'SCALAR', name, ofType: null })

  it.each(['grow_Plant', 'grow_Tree', 'grow_Grower'])(
    '1: the class %s becomes a type with a field iri',
    async (name) => {
      expect((await fieldsOf('plants', name)).get('iri')).toEqual({
        kind: 'NON_NULL',
        name: null,
        ofType: { kind: 'SCALAR', name: 'ID' },
      })
    },
  )

  it('2: each property whose domain is the class becomes a field of the type', async () => {
    expect([...(await fieldsOf('plants', 'grow_Plant')).keys()]).toEqual(['iri', 'grow_title'])
    expect([...(await fieldsOf('plants', 'grow_Tree')).keys()].sort()).toEqual([
      'grow_grownBy',
      'grow_height',
      'grow_title',
      'iri',
    ])
  })

  it('2: a functional property is single-valued, another one multi-valued', async () => {
    const fields = await fieldsOf('plants', 'grow_Tree')
    expect(fields.get('grow_height')).toEqual(single('Float'))
    expect(fields.get('grow_title')).toMatchObject({ kind: 'LIST' })
    expect(fields.get('grow_grownBy')).toMatchObject({ kind: 'LIST' })
    expect(await ask('plants', '{ grow_Tree { grow_title grow_height } }')).toEqual({
      data: [{ grow_title: ['Ash', 'Esche'], grow_height: 20.5 }],
    })
  })

  it('3: all classes are exposed under the query type', async () => {
    const answer = await ask('plants', '{ __schema { queryType { fields { name } } } }')
    expect(answer).toEqual({
      data: {
        __schema: {
          queryType: { fields: ['grow_Grower', 'grow_Plant', 'grow_Tree'].map((name) => ({ name })) },
        },
      },
    })
  })

  it('4: queries that name no schema are validated by the default schema', async () => {
    expect(await ask('plants', '{ grow_Tree { grow_secret } }')).toMatchObject(
      refusal('Unknown field "grow_secret" of type "grow_Tree".'),
    )
  })

  it('4: queries that name no schema are answered by the default schema', async () => {
    expect(await ask('plants', '{ grow_Plant { __typename iri grow_title } }')).toEqual({
      data: [{ __typename: expect.any(String), iri: `${gardening}fern`, grow_title: ['Fern'] }],
    })
  })

  it('5: the generated schema is not updated when its source changes', async () => {
    const before = (await show('plants', 'default')).text
    const more = `<${gardening}Shrub> a <http://www.w3.org/2002/07/owl#Class> .`
    await call('POST', '/plants?default', more, 'text/turtle')
    expect((await show('plants', 'default')).text).toBe(before)
    expect(await ask('plants', '{ grow_Shrub { iri } }')).toMatchObject({ errors: [{}] })
    await remove('plants', 'default')
    expect((await show('plants', 'default')).text).toContain('grow_Shrub')
    expect(await ask('plants', '{ grow_Shrub { iri } }')).toEqual({ data: [] })
    await call('POST', '/plants/update', `DELETE DATA { ${more} }`, 'application/sparql-update')
    await remove('plants', 'default')
  })
})

describe('Lifecycle of a registered GraphQL schema', () => {
  afterEach(() => call('DELETE', '/garden/graphql/schemas'))
  const text = 'type Query { Tree: [Tree] } type Tree { name: String }'

  it('no schema of name N, add: registered, and queries may name N', async () => {
    expect(
      await call('POST', '/garden/graphql/N', JSON.stringify({ query: '{ Tree { name } }' })),
    ).toMatchObject({ status: 404 })
    expect((await add('garden', 'N', text)).status).toBe(201)
    expect(await list('garden')).toEqual({ schemas: ['N'] })
    expect(await ask('garden', '{ Tree { name } }', 'N')).toMatchObject({ data: [{}, {}, {}] })
  })

  it('registered, add again: there is one already; replaced where that is asked for', async () => {
    await add('garden', 'N', text)
    expect((await add('garden', 'N', text)).status).toBe(409)
    const other = text.replaceAll('name', 'height')
    expect((await add('garden', 'N', other, 'PUT')).status).toBe(200)
    expect((await show('garden', 'N')).text).toBe(other)
    expect(await ask('garden', '{ Tree { name } }', 'N')).toMatchObject({ errors: [{}] })
  })

  it('registered, remove: no schema of name N', async () => {
    await add('garden', 'N', text)
    expect((await remove('garden', 'N')).status).toBe(204)
    expect((await show('garden', 'N')).status).toBe(404)
    expect((await remove('garden', 'N')).status).toBe(404)
    expect(
      (await call('POST', '/garden/graphql/N', JSON.stringify({ query: '{ Tree { name } }' }))).status,
    ).toBe(404)
  })

  describe('of a database with graphql.auto.schema', () => {
    beforeAll(() => setOffline('plants', { 'graphql.auto.schema': true }))
    afterAll(async () => {
      await setOffline('plants', { 'graphql.auto.schema': false })
      await call('DELETE', '/plants/graphql/schemas')
    })

    it('no default schema, first query or listing: default registered', async () => {
      expect(await list('plants')).toEqual({ schemas: ['default'] })
      expect((await show('plants', 'default')).text).toContain('grow_Tree')
    })

    it('default removed: it is generated again when next needed', async () => {
      const generated = (await show('plants', 'default')).text
      expect((await remove('plants', 'default')).status).toBe(204)
      expect(await ask('plants', '{ grow_Tree { grow_height } }')).toEqual({
        data: [{ grow_height: 20.5 }],
      })
      expect((await show('plants', 'default')).text).toBe(generated)
    })

    it('default registered, add an edited file of that name: replaced', async () => {
      const generated = (await show('plants', 'default')).text
      const edited = generated.replaceAll(/grow_height: \w+/g, 'grow_height: [Decimal!]')
      expect(edited).not.toBe(generated)
      expect((await add('plants', 'default', edited)).status).toBeLessThan(300)
      expect((await show('plants', 'default')).text).toBe(edited)
      expect(await ask('plants', '{ grow_Tree { grow_height } }')).toEqual({
        data: [{ grow_height: ['20.5'] }],
      })
      // One that was added is no generated one: it is there until it is removed or replaced.
      expect((await add('plants', 'default', edited)).status).toBe(409)
      expect((await add('plants', 'default', generated, 'PUT')).status).toBe(200)
    })

    it('default of its own before the first query: none is generated', async () => {
      await call('DELETE', '/plants/graphql/schemas')
      const own = `type Query { tree: [Tree] } type Tree @iri(value: "${gardening}Tree") { grow_height: Int }`
      expect((await add('plants', 'default', own)).status).toBe(201)
      expect(await ask('plants', '{ tree { grow_height } }')).toEqual({ data: [{ grow_height: 20.5 }] })
      expect((await show('plants', 'default')).text).toBe(own)
    })
  })
})

describe('Introspection per schema', () => {
  beforeAll(() => add('garden', 'garden', gardenSchema))
  afterAll(() => remove('garden', 'garden'))
  const query = '{ __schema { queryType { name fields { name } } } }'
  const described = {
    data: {
      __schema: {
        queryType: { name: 'Query', fields: ['Gardener', 'Apprentice', 'Named'].map((name) => ({ name })) },
      },
    },
  }

  it('is at the path of the schema', async () => {
    expect(await ask('garden', query, 'garden')).toEqual(described)
    expect((await call('GET', `/garden/graphql/garden?query=${encodeURIComponent(query)}`)).body).toEqual(
      described,
    )
  })

  it('is answered from that schema and no other', async () => {
    await add('garden', 'other', 'type Query { Tree: [Tree] } type Tree { name: String }')
    expect(await ask('garden', '{ __type(name: "Gardener") { name } }', 'other')).toEqual({
      data: { __type: null },
    })
    expect(await ask('garden', '{ __type(name: "Gardener") { name } }', 'garden')).toEqual({
      data: { __type: { name: 'Gardener' } },
    })
    await remove('garden', 'other')
  })

  it('there is none at the path of a schema that is not registered', async () => {
    const reply = await call('POST', '/garden/graphql/gone', JSON.stringify({ query }))
    expect(reply).toMatchObject({ status: 404, body: { errors: [{}] } })
  })

  it('is disabled on the default path', async () => {
    expect(await ask('garden', query)).toMatchObject({
      errors: [{ extensions: { code: 'INTROSPECTION_DISABLED' } }],
    })
  })

  it('is at the default path where graphql.auto.schema is true', async () => {
    await setOffline('plants', { 'graphql.auto.schema': true })
    expect(await ask('plants', '{ __schema { queryType { fields { name } } } }')).toMatchObject({
      data: { __schema: { queryType: { fields: [{}, {}, {}] } } },
    })
    await setOffline('plants', { 'graphql.auto.schema': false })
    expect(await ask('plants', query)).toMatchObject({
      errors: [{ extensions: { code: 'INTROSPECTION_DISABLED' } }],
    })
    await remove('plants', 'default')
  })
})
