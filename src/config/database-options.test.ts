import { expect, it } from 'vitest'
import {
  checkDatabaseOptions,
  checkOptionChanges,
  databaseOptionDefaults,
  databaseSettings,
  optionValues,
} from './database-options.ts'

it.each<[given: Readonly<Record<string, unknown>>, settings: object]>([
  [{}, {}],
  [{ 'graphql.response.shape': 'graphql' }, { form: 'graphql' }],
  [{ 'graphql.response.shape': ' nodes ' }, { form: 'nodes' }],
  [{ 'graphql.response.shape': 'auto' }, {}],
  [{ 'graphql.default.limit': 10 }, { defaultLimit: 10 }],
  [{ 'graphql.default.limit': '10' }, { defaultLimit: 10 }],
  [{ 'query.timeout': 500 }, { timeout: 500 }],
  [{ 'query.timeout': '10s' }, { timeout: 10_000 }],
  [{ 'query.timeout': null, 'graphql.default.limit': null }, {}],
  [{ 'query.all.graphs': true }, { allGraphs: true }],
  [{ 'query.all.graphs': 'FALSE' }, { allGraphs: false }],
  [
    { 'graphql.data.graphs': ['http://g.example/1', 'urn:g'] },
    { graphqlGraphs: ['http://g.example/1', 'urn:g'] },
  ],
  [
    { 'graphql.data.graphs': 'http://g.example/1, urn:g' },
    { graphqlGraphs: ['http://g.example/1', 'urn:g'] },
  ],
  [{ 'graphql.data.graphs': ['urn:g', 'tag:stardog:api:context:local'] }, {}],
  [{ 'graphql.data.graphs': ['tag:stardog:api:context:all'] }, {}],
  [{ 'reasoning.schema.graphs': 'urn:g,urn:h' }, { schemaGraphs: ['urn:g', 'urn:h'] }],
  [{ 'reasoning.schema.graphs': ['urn:g', 'tag:stardog:api:context:local'] }, {}],
  [{ 'reasoning.sameas': 'on' }, { sameAs: true }],
  [{ 'reasoning.sameas': 'OFF' }, { sameAs: false }],
  [{ 'auto.schema.reasoning': false }, { schemaReasoning: false }],
  [{ 'security.named.graphs': true }, { namedGraphs: true }],
  [{ 'security.named.graphs': 'False' }, { namedGraphs: false }],
  [{ 'search.enabled': true, 'index.type': 'Memory' }, {}],
  [{ graphql: { auto: { schema: true } } }, { autoSchema: true }],
  [
    { 'graphql.auto.schema': 'false', 'graphql.auto.schema.source': 'shacl' },
    { autoSchema: false, autoSchemaSource: 'shacl' },
  ],
  [{ 'not.known': null }, {}],
  [
    { query: { timeout: '1m' }, graphql: { default: { limit: 3 } } },
    { timeout: 60_000, defaultLimit: 3 },
  ],
])('the options %j say %j', (given, settings) => {
  expect(databaseSettings(checkDatabaseOptions(given))).toEqual(settings)
})

it.each<[given: Readonly<Record<string, unknown>>, message: string]>([
  [{ 'query.timout': '1s' }, 'Unknown option "query.timout" of a database. Did you mean "query.timeout"?'],
  [
    { 'a.b': 1 },
    'Unknown option "a.b" of a database. There are graphql.response.shape, graphql.default.limit, ',
  ],
  [{ ['x'.repeat(101)]: 1 }, `Unknown option "${'x'.repeat(100)}…"`],
  [{ toString: 1 }, 'Unknown option "toString"'],
  [
    { 'graphql.response.shape': 'tree' },
    'The option "graphql.response.shape" of a database is "auto", "nodes" or "graphql", not "tree".',
  ],
  [{ 'graphql.response.shape': true }, 'not true.'],
  [{ 'graphql.default.limit': 0 }, 'is a whole number from 1 to 999999999, not 0.'],
  [{ 'graphql.default.limit': -1 }, 'not -1.'],
  [{ 'graphql.default.limit': 1.5 }, 'not 1.5.'],
  [{ 'graphql.default.limit': 1_000_000_000 }, 'not 1000000000.'],
  [{ 'graphql.default.limit': [1] }, 'not [1].'],
  [{ 'query.timeout': '0' }, 'not "0".'],
  [{ 'query.timeout': 'soon' }, 'not "soon".'],
  [{ 'query.all.graphs': 1 }, 'is true or false, not 1.'],
  [{ 'reasoning.sameas': 'full' }, 'is "off" or "on", not "full".'],
  [{ 'graphql.data.graphs': [] }, 'is a list of absolute IRIs, not [].'],
  [{ 'graphql.data.graphs': '' }, 'is a list of absolute IRIs, not "".'],
  [{ 'graphql.data.graphs': ['urn:g', 'g'] }, 'not ["urn:g","g"].'],
  [{ 'graphql.data.graphs': ['urn:g', 1] }, 'not ["urn:g",1].'],
  [{ 'graphql.auto.schema.source': 'rdfs' }, 'is "owl" or "shacl", not "rdfs".'],
  [{ 'graphql.auto.schema.source': 'virtual' }, 'is "owl" or "shacl", not "virtual".'],
  [
    { 'database.name': 'b' },
    'The option "database.name" of a database cannot be set. A database keeps its name.',
  ],
  [{ 'database.online': false }, 'Bring the database online or offline instead.'],
  [{ 'query.timeout': 1, query: { timeout: 2 } }, 'The option "query.timeout" is given more than once.'],
])('the options %j are refused', (given, message) => {
  expect(() => checkDatabaseOptions(given)).toThrow(
    expect.objectContaining({ kind: 'illegalArgument', message: expect.stringContaining(message) }),
  )
})

it('tells the values of all options, those that are not set by their defaults', () => {
  expect(Object.fromEntries(optionValues(new Map()))).toEqual({
    'graphql.response.shape': 'auto',
    'graphql.default.limit': null,
    'graphql.data.graphs': ['tag:stardog:api:context:local'],
    'graphql.result.memory.limit': null,
    'graphql.auto.schema': false,
    'graphql.auto.schema.source': 'owl',
    'auto.schema.reasoning': true,
    'query.timeout': null,
    'query.all.graphs': false,
    'reasoning.schema.graphs': ['tag:stardog:api:context:local'],
    'reasoning.sameas': 'off',
    'security.named.graphs': null,
    'search.enabled': false,
    'spatial.enabled': false,
    'index.type': 'Disk',
    'remote.query.url': null,
    'remote.update.url': null,
    'remote.graph.store.url': null,
    'remote.user': null,
    'remote.password': null,
    'remote.token': null,
    'remote.union': null,
    'remote.rows': null,
    'remote.engine': null,
    'remote.connections': null,
    'remote.answer.bytes': null,
    'remote.pass.through': null,
    'remote.token.audience': null,
    'remote.token.scope': null,
  })
  const given = { 'graphql.default.limit': '7', 'query.all.graphs': 'TRUE', 'graphql.data.graphs': 'urn:a' }
  const values = optionValues(checkDatabaseOptions(given))
  expect(values.get('graphql.default.limit')).toBe(7)
  expect(values.get('query.all.graphs')).toBe(true)
  expect(values.get('graphql.data.graphs')).toEqual(['urn:a'])
})

it('has defaults that are of their kinds', () => {
  for (const [name, value] of optionValues(new Map())) {
    if (value !== null) expect(optionValues(checkDatabaseOptions({ [name]: value })).get(name)).toEqual(value)
  }
  expect(databaseOptionDefaults.get('query.timeout')).toBe('the property query.timeout')
})

it('takes changes, null among them for the default', () => {
  const changes = checkOptionChanges({ query: { timeout: null, all: { graphs: true } } }, true)
  expect(changes).toEqual(
    new Map([
      ['query.timeout', null],
      ['query.all.graphs', 'true'],
    ]),
  )
  expect(checkOptionChanges({ 'search.enabled': true }, false)).toEqual(new Map([['search.enabled', 'true']]))
})

it.each([
  [{ 'search.enabled': true }, 'invalidDatabaseState', 'Bring it offline first.'],
  [{ 'graphql.auto.schema': true }, 'invalidDatabaseState', 'Bring it offline first.'],
  [{ 'graphql.auto.schema.source': null }, 'invalidDatabaseState', 'Bring it offline first.'],
  [{ 'index.type': 'Disk' }, 'illegalArgument', 'is set at its creation'],
  [{ 'a.b': null }, 'illegalArgument', 'Unknown option "a.b"'],
])('refuses the changes %j of an online database', (given, kind, message) => {
  expect(() => checkOptionChanges(given, true)).toThrow(
    expect.objectContaining({ kind, message: expect.stringContaining(message) }),
  )
})
