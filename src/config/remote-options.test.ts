import { describe, expect, it } from 'vitest'
import {
  checkDatabaseOptions,
  checkOptionChanges,
  databaseSettings,
  optionValues,
} from './database-options.ts'
import { checkRemoteRules, checkSecretsStay, movesTokens } from './remote-rules.ts'

const url = 'http://data.example/sparql'

const passing = { 'remote.query.url': url, 'remote.pass.through': 'True' }

const refused = (message: string) =>
  expect.objectContaining({ kind: 'illegalArgument', message: expect.stringContaining(message) })

it('reads what an endpoint is from nested and flat options', () => {
  const options = {
    remote: { query: { url }, union: 'http://data.example/all', rows: 10_000 },
    'remote.update.url': ' http://data.example/update ',
    'remote.graph.store.url': 'https://data.example:8443/graphs?database=a',
    'remote.user': 'ada',
    'remote.password': ' p w: ',
    'remote.engine': 'virtuoso',
    'remote.connections': '4',
    'remote.answer.bytes': '64M',
  }
  expect(databaseSettings(checkDatabaseOptions(options))).toEqual({
    remote: {
      queryUrl: url,
      updateUrl: 'http://data.example/update',
      graphStoreUrl: 'https://data.example:8443/graphs?database=a',
      user: 'ada',
      password: ' p w: ',
      union: { iri: 'http://data.example/all' },
      rows: 10_000,
      engine: 'virtuoso',
      connections: 4,
      answerBytes: 64 * 2 ** 20,
    },
  })
})

it('reads on whose behalf an endpoint is asked', () => {
  const options = {
    ...passing,
    'graphql.auto.schema': false,
    'remote.token.scope': ' films:read   api://films/.default ',
    'remote.token.audience': 'https://films.example',
  }
  expect(databaseSettings(checkDatabaseOptions(options)).remote).toEqual({
    queryUrl: url,
    passThrough: true,
    tokenScope: 'films:read api://films/.default',
    tokenAudience: 'https://films.example',
  })
  const off = { 'remote.query.url': url, 'remote.pass.through': 'false', 'remote.token': 't' }
  expect(databaseSettings(checkDatabaseOptions(off)).remote).toMatchObject({ passThrough: false, token: 't' })
})

it.each<[given: Readonly<Record<string, unknown>>, message: string]>([
  [{ 'remote.query.url': 'data.example' }, 'is an absolute URL with http or https'],
  [{ 'remote.query.url': 'ftp://data.example/' }, 'is an absolute URL with http or https'],
  [{ 'remote.query.url': `${url}#a` }, 'is an absolute URL with http or https'],
  [{ 'remote.query.url': 'http:/data.example/' }, 'is an absolute URL with http or https'],
  [{ 'remote.query.url': 'http://a b/' }, 'is an absolute URL with http or https'],
  [{ 'remote.query.url': 7 }, 'is an absolute URL with http or https'],
  [
    { 'remote.query.url': url, 'remote.union': 'all' },
    '"default", "graphs" or the IRI of a graph, not "all".',
  ],
  [{ 'remote.query.url': url, 'remote.rows': 0 }, 'a whole number from 1 to 999999999, not 0.'],
  [{ 'remote.query.url': url, 'remote.connections': 1001 }, 'a whole number from 1 to 1000, not 1001.'],
  [{ 'remote.query.url': url, 'remote.engine': 'Big Engine' }, 'a name of lower-case letters'],
  [{ 'remote.query.url': url, 'remote.answer.bytes': '0' }, 'bytes, or a number and a unit'],
  [{ 'remote.query.url': url, 'remote.user': 'a:b', 'remote.password': 'p' }, 'without colons'],
  [{ 'remote.query.url': url, 'remote.user': 'ada' }, 'belong together'],
  [{ 'remote.query.url': url, 'remote.password': 'p' }, 'belong together'],
  [
    { 'remote.query.url': url, 'remote.user': 'ada', 'remote.password': 'p', 'remote.token': 't' },
    'exclude each other',
  ],
  [{ 'remote.query.url': url, 'remote.pass.through': 'on' }, 'is true or false, not "on".'],
  [{ 'remote.query.url': url, 'remote.token.scope': 'a' }, 'goes with "remote.pass.through"'],
  [
    { 'remote.query.url': url, 'remote.pass.through': false, 'remote.token.audience': 'a' },
    'goes with "remote.pass.through"',
  ],
  [{ ...passing, 'remote.user': 'ada', 'remote.password': 'p' }, '"remote.user" exclude each other'],
  [{ ...passing, 'remote.token': 't' }, '"remote.token" exclude each other'],
  [{ ...passing, 'graphql.auto.schema': true }, '"graphql.auto.schema" exclude each other'],
  [{ ...passing, 'remote.token.scope': 'a "b"' }, 'names of scopes with spaces between them'],
  [{ ...passing, 'remote.token.scope': '' }, 'names of scopes with spaces between them'],
  [{ ...passing, 'remote.token.scope': 'a\\b' }, 'names of scopes with spaces between them'],
  [{ ...passing, 'remote.token.scope': 'a'.repeat(2049) }, 'names of scopes with spaces between them'],
  [{ ...passing, 'remote.token.audience': 'a\nb' }, 'without control characters'],
  [{ 'remote.pass.through': true }, 'is for remote databases'],
  [{ 'remote.union': 'graphs' }, 'is for remote databases'],
  [{ 'remote.update.url': url }, 'is for remote databases'],
  [
    { 'remote.query.url': url, 'remote.token': '***' },
    'The option "remote.token" of a database is a text of letters',
  ],
  [
    { 'remote.query.url': url, 'remote.user': 'ada', 'remote.password': '***' },
    'is needed itself: "***" only stands for it.',
  ],
])('the options %j are refused', (given, message) => {
  expect(() => checkDatabaseOptions(given)).toThrow(refused(message))
})

it.each([
  [{ 'remote.query.url': 'http://ada:s3cret@data.example/sparql' }],
  [{ 'remote.query.url': 'http://s3cret@data.example/sparql' }],
  [{ 'remote.query.url': url, 'remote.token': 's3cret s3cret' }],
  [{ 'remote.query.url': url, 'remote.token': ['s3cret'] }],
  [{ 'remote.query.url': url, 'remote.user': 'ada', 'remote.password': ['s3cret'] }],
  [{ 'remote.query.url': url, 'remote.user': 'ada', 'remote.password': 's3cret\u0000' }],
  [{ 'remote.query.url': url, 'remote.user': 'ada', 'remote.password': 's3cret'.repeat(10_000) }],
])('what may be a secret is not repeated: %#', (given) => {
  let message = ''
  try {
    checkDatabaseOptions(given)
  } catch (error) {
    message = String(error)
  }
  expect(message).toMatch(/The option "remote\.[a-z.]+" of a database is /)
  expect(message).not.toContain('s3cret')
})

it('shows no secret, and says which defaults the endpoint shows', () => {
  const checked = checkDatabaseOptions({ 'remote.query.url': url, 'remote.token': 's3cret' })
  const values = optionValues(checked)
  expect(values.get('remote.token')).toBe('***')
  expect(values.get('remote.password')).toBe(null)
  expect(values.get('remote.union')).toBe(null)
  expect(values.get('remote.connections')).toBe(16)
  expect(JSON.stringify([...values])).not.toContain('s3cret')
  // A database that is here has none of them.
  const others = [...optionValues(new Map())].filter(([name]) => name.startsWith('remote'))
  expect(others.filter(([, value]) => value !== null)).toEqual([])
  expect(others.length).toBe(14)
})

it('takes a secret back as it was shown for no change of it', () => {
  const changes = checkOptionChanges({ 'remote.password': '***', 'remote.token': null }, true)
  expect(changes).toEqual(new Map([['remote.token', null]]))
})

describe('options of a database that is there', () => {
  const remote = new Map([['remote.query.url', url]])

  it('do not make it remote, nor have it be here', () => {
    expect(() => checkRemoteRules(remote, false)).toThrow(refused('is for remote databases'))
    expect(() => checkRemoteRules(new Map(), true)).toThrow(refused('keeps the option "remote.query.url"'))
    checkRemoteRules(new Map([['query.timeout', '1s']]), false)
    checkRemoteRules(remote, true)
  })

  it('tell where the tokens of those who ask go, and what these are for', () => {
    const before = new Map([...remote, ['remote.pass.through', 'true'], ['remote.token.scope', 'a']])
    const changed = (option: string, to: string) => new Map([...before, [option, to]])
    expect(movesTokens(remote, before)).toBe(true)
    expect(movesTokens(new Map(), before)).toBe(true)
    for (const option of ['remote.query.url', 'remote.update.url', 'remote.graph.store.url']) {
      expect(movesTokens(before, changed(option, 'http://data.example/other'))).toBe(true)
    }
    expect(movesTokens(before, changed('remote.token.scope', 'a b'))).toBe(true)
    expect(movesTokens(before, changed('remote.token.audience', 'a'))).toBe(true)
    expect(movesTokens(before, changed('remote.rows', '5'))).toBe(false)
    expect(movesTokens(before, new Map(before))).toBe(false)
    // Nobody's tokens go anywhere.
    expect(movesTokens(before, changed('remote.pass.through', 'false'))).toBe(false)
    expect(movesTokens(remote, new Map([['remote.query.url', 'http://other.example/']]))).toBe(false)
  })

  it('send a secret only where it was given for', () => {
    const before = new Map([...remote, ['remote.user', 'ada'], ['remote.password', 'sealed']])
    const moved = (option: string, to: string) => new Map([...before, [option, to]])
    const none = new Set<string>()
    const elsewhere = 'http://other.example/sparql'
    for (const option of ['remote.query.url', 'remote.update.url', 'remote.graph.store.url']) {
      expect(() => checkSecretsStay(before, moved(option, elsewhere), none)).toThrow(
        refused('"remote.password" was not given for http://other.example'),
      )
      checkSecretsStay(before, moved(option, elsewhere), new Set(['remote.password']))
      checkSecretsStay(before, moved(option, 'http://data.example/other'), none)
    }
    // Another port, and no encryption, are somebody else.
    for (const other of ['http://data.example:81/sparql', 'https://data.example/sparql']) {
      expect(() => checkSecretsStay(before, moved('remote.query.url', other), none)).toThrow(
        refused('was not given for'),
      )
    }
    checkSecretsStay(remote, new Map([['remote.query.url', elsewhere]]), none)
  })
})
