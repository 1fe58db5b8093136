import { describe, expect, it } from 'vitest'
import { defaultDocumentLimits } from '../compiler/limits.ts'
import { defaultAccountProperties } from './account-properties.ts'
import { parseDuration } from './duration.ts'
import { defaultProperties, parseProperties, propertyNames, readProperties } from './properties.ts'

describe('espalier.properties', () => {
  it('says nothing where it is absent or empty', () => {
    expect(readProperties('/nowhere/espalier.properties')).toBe(defaultProperties)
    expect(parseProperties('', 'f')).toEqual(defaultProperties)
    expect(parseProperties('\uFEFF# a comment\r\n\r\n  ! another\n', 'f')).toEqual(defaultProperties)
  })

  it('sets each property', () => {
    const text = `port = 0\nbind:localhost\nquery.timeout=10s\n query.memory = 512M\nquery.processes 	= 4\nquery.waiting=0\nquery.limit.rows=5\nquery.limit.bytes=64K\ncors.origins=http://localhost:3000, HTTPS://App.example\ngraphql.default.limit=7`
    expect(parseProperties(text, 'f')).toEqual({
      ...defaultAccountProperties,
      port: 0,
      bind: 'localhost',
      queryTimeout: 10_000,
      queryMemory: 512 * 2 ** 20,
      queryProcesses: 4,
      queryWaiting: 0,
      queryRows: 5,
      queryBytes: 65_536,
      corsOrigins: ['http://localhost:3000', 'https://app.example'],
      remote: defaultProperties.remote,
      defaultLimit: 7,
      documentLimits: {},
    })
  })

  it('sets what may be fetched from elsewhere', () => {
    const text = `sparql.service.allowed = http://a/sparql, https://b:8080/x?y=1,
sparql.service.timeout = 1s
sparql.service.rows = 7
sparql.load.allowed = https://c/public/
sparql.load.timeout = 2s
sparql.load.bytes = 1K`
    expect(parseProperties(text, 'f').remote).toEqual({
      services: { allowed: ['http://a/sparql', 'https://b:8080/x?y=1'], timeout: 1000, rows: 7 },
      documents: { allowed: ['https://c/public/'], timeout: 2000, bytes: 1024 },
    })
    expect(parseProperties('sparql.load.allowed =', 'f').remote.documents.allowed).toEqual([])
  })

  it('sets what accounts and access have', () => {
    const text = `query.user.limit = 3
password.length.min = 12
password.length.max = 100
password.regex = .*\\d.*|x = y
security.named.graphs = TRUE
license = 123E4567-E89B-42D3-A456-426614174000
jwt.conf = /etc/espalier/jwt.conf
jwt.autocreated.password.reset = True
audit.log = Off
audit.bytes = 64K
audit.files = 0`
    expect(parseProperties(text, 'f')).toEqual({
      ...defaultProperties,
      queryUserLimit: 3,
      passwords: { shortest: 12, longest: 100, form: '.*\\d.*|x = y' },
      namedGraphs: true,
      license: '123e4567-e89b-42d3-a456-426614174000',
      jwtConf: '/etc/espalier/jwt.conf',
      autoCreatedPasswordReset: true,
      audit: { on: false, bytes: 65_536, files: 0 },
    })
    expect(parseProperties('password.length.max = 3\npassword.length.min = 3', 'f').passwords).toEqual({
      shortest: 3,
      longest: 3,
    })
  })

  it('sets the limits of requests, each beside the others', () => {
    const names = propertyNames.filter((name) => name.startsWith('graphql.limit.'))
    const text = names.map((name, index) => `${name} = ${index + 1}`).join('\n')
    const { documentLimits } = parseProperties(text, 'f')
    // The same limits that the compiler has, in the same order.
    const expected = Object.keys(defaultDocumentLimits).map((name, index) => [name, index + 1])
    expect(Object.entries(documentLimits)).toEqual(expected)
  })

  it.each([
    ['graphql.limit.depth = 301', '"graphql.limit.depth" is a whole number from 1 to 300, not "301".'],
    ['graphql.limit.tokens = 0', '"graphql.limit.tokens" is a whole number from 1 to 999999999, not "0".'],
    ['graphql.default.limit = none', '"graphql.default.limit" is a whole number'],
    ['port', 'f, line 1: A property is written "key = value", not "port".'],
    ['\nprot = 1', 'f, line 2: Unknown property "prot". There are port, bind, query.timeout'],
    ['port = 65536', 'f, line 1: "port" is a whole number from 0 to 65535, not "65536".'],
    ['port = -1', 'not "-1".'],
    ['port = 1e3', 'not "1e3".'],
    ['port =', 'not "".'],
    ['port = 1\nport = 2', 'f, line 2: "port" is set on line 1 already.'],
    ['bind = a b', 'f, line 1: "bind" is a host name or address, not "a b".'],
    ['query.timeout = 0', 'f, line 1: "query.timeout" is milliseconds'],
    ['query.timeout = 5 weeks', 'not "5 weeks".'],
    ['query.memory = 1M', 'f, line 1: "query.memory" is bytes'],
    ['query.memory = 999999999999999G', 'f, line 1: "query.memory" is bytes'],
    ['query.limit.rows = 0', '"query.limit.rows" is a whole number from 1 to 999999999, not "0".'],
    ['query.limit.bytes = 0', 'f, line 1: "query.limit.bytes" is bytes'],
    ['sparql.service.allowed = *', 'f, line 1: "sparql.service.allowed" is IRIs that begin with http://'],
    ['sparql.service.allowed = http://a, file:///etc', '"sparql.service.allowed" is IRIs'],
    ['sparql.service.rows = 0', '"sparql.service.rows" is a whole number from 1 to 10000000, not "0".'],
    ['sparql.service.timeout = soon', '"sparql.service.timeout" is milliseconds'],
    ['sparql.load.allowed = http://', '"sparql.load.allowed" is IRIs'],
    ['sparql.load.bytes = much', '"sparql.load.bytes" is bytes'],
    ['cors.origins = *', 'f, line 1: "cors.origins" is origins such as https://app.example:8443'],
    ['cors.origins = https://app.example/', '"cors.origins" is origins'],
    ['cors.origins = https://app.example:443', '"cors.origins" is origins'],
    ['cors.origins = null, file://', '"cors.origins" is origins'],
    ['query.user.limit = 0', '"query.user.limit" is a whole number from 1 to 100000, not "0".'],
    ['password.length.min = 0', '"password.length.min" is a whole number from 1 to 1024, not "0".'],
    ['password.length.max = 1025', '"password.length.max" is a whole number from 1 to 1024, not "1025".'],
    [
      'password.length.max = 3',
      'f: No password can have 4 characters or more ("password.length.min") and 3 or less ("password.length.max").',
    ],
    ['password.regex = [', '"password.regex" is a regular expression of JavaScript, not "[".'],
    ['password.regex = a)|(b', '"password.regex" is a regular expression'],
    ['password.regex =', '"password.regex" is a regular expression'],
    ['security.named.graphs = on', '"security.named.graphs" is true or false, not "on".'],
    ['license = mine', '"license" is a UUID such as 123e4567-'],
    ['jwt.conf = jwt.conf', '"jwt.conf" is an absolute path, not "jwt.conf".'],
    ['jwt.conf = ~/jwt.conf', '"jwt.conf" is an absolute path, not "~/jwt.conf".'],
    ['jwt.conf =', '"jwt.conf" is an absolute path, not "".'],
    ['jwt.autocreated.password.reset = yes', '"jwt.autocreated.password.reset" is true or false, not "yes".'],
    ['audit.log = true', '"audit.log" is on or off, not "true".'],
    ['audit.bytes = 1K', '"audit.bytes" is bytes, or a number and a unit, such as 64K, 64M or 2G, and'],
    ['audit.files = -1', '"audit.files" is a whole number from 0 to 1000, not "-1".'],
    ['query.processes = 0', 'f, line 1: "query.processes" is a whole number from 1 to 1024, not "0".'],
    ['__proto__ = 1', 'Unknown property "__proto__"'],
  ])('refuses %j', (text, message) => {
    expect(() => parseProperties(text, 'f')).toThrow(
      expect.objectContaining({ kind: 'invalidConfiguration', message: expect.stringContaining(message) }),
    )
  })

  it('names a file that cannot be read', () => {
    expect(() => readProperties('/')).toThrow(
      expect.objectContaining({ kind: 'invalidConfiguration', message: 'The file "/" cannot be read.' }),
    )
  })
})

describe('durations', () => {
  it.each([
    ['500', 500],
    ['500ms', 500],
    ['10s', 10_000],
    ['10 s', 10_000],
    ['1.5m', 90_000],
    ['1h', 3_600_000],
    ['0.1ms', 1],
    ['0', undefined],
    ['0s', undefined],
    ['-1s', undefined],
    ['s', undefined],
    ['1d', undefined],
    ['NaN', undefined],
    ['1e3', undefined],
    ['9'.repeat(20), undefined],
  ])('%j is %s ms', (text, milliseconds) => {
    expect(parseDuration(text)).toBe(milliseconds)
  })
})
