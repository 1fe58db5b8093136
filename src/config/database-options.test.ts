import { expect, it } from 'vitest'
import { checkDatabaseOptions, databaseSettings } from './database-options.ts'

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
    'Unknown option "a.b" of a database. There are graphql.response.shape, graphql.default.limit, query.timeout.',
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
  [{ 'query.timeout': 1, query: { timeout: 2 } }, 'The option "query.timeout" is given more than once.'],
])('the options %j are refused', (given, message) => {
  expect(() => checkDatabaseOptions(given)).toThrow(
    expect.objectContaining({ kind: 'illegalArgument', message: expect.stringContaining(message) }),
  )
})
