import { expect, it } from 'vitest'
import { formatDuration, parseDuration } from './duration.ts'
import { defaultProperties, parseProperties, propertyNames } from './properties.ts'
import { propertyValues } from './property-values.ts'

it('tells every property, and no other', () => {
  expect([...propertyValues(defaultProperties).keys()].sort()).toEqual([...propertyNames].sort())
})

it('tells what is set, in a form in which it can be set again', () => {
  const text =
    'port = 1\nquery.timeout = 90s\ngraphql.limit.depth = 7\nquery.memory = 512M\npassword.regex = \\d+\naudit.log = off\nsecurity.named.graphs = true\njwt.conf = /etc/espalier/jwt.conf\njwt.autocreated.password.reset = true'
  const properties = parseProperties(text, 'espalier.properties')
  const values = propertyValues(properties)
  expect(values.get('query.timeout')).toBe('90s')
  expect(values.get('graphql.limit.depth')).toBe(7)
  const lines = [...values].filter(([, value]) => value !== null).map(([name, value]) => `${name} = ${value}`)
  expect(parseProperties(lines.join('\n'), 'again')).toEqual(properties)
})

it.each([
  [1, '1ms'],
  [999, '999ms'],
  [1000, '1s'],
  [90_000, '90s'],
  [300_000, '5m'],
  [3_600_000, '1h'],
  [5_400_000, '90m'],
])('writes %d ms as %s', (milliseconds, text) => {
  expect(formatDuration(milliseconds)).toBe(text)
  expect(parseDuration(text)).toBe(milliseconds)
})
