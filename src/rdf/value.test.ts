import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { languageString, literal, xsdNamespace } from './term.ts'
import { epochSeconds, isNumeric, literalValue, numericKey } from './value.ts'

const read = (lexical: string, type: string) => literalValue(literal(lexical, xsdNamespace + type))
const seconds = (lexical: string, type: string) => {
  const value = read(lexical, type)
  if (value.kind !== 'dateTime' && value.kind !== 'date' && value.kind !== 'time') throw new Error(value.kind)
  return epochSeconds(value)
}
const key = (lexical: string, type: string) => {
  const value = read(lexical, type)
  if (!isNumeric(value)) throw new Error(value.kind)
  return numericKey(value)
}

describe('literalValue', () => {
  it('reads strings and language-tagged strings', () => {
    expect(literalValue(literal(''))).toEqual({ kind: 'string', value: '' })
    expect(literalValue(languageString('a', 'EN'))).toEqual({
      kind: 'langString',
      value: 'a',
      language: 'en',
    })
  })

  it.each([
    ['0', 'integer', 0],
    ['-0', 'integer', 0],
    ['+007', 'integer', 7],
    ['9007199254740991', 'integer', 9007199254740991],
    ['9007199254740992', 'integer', 9007199254740992n],
    ['-123456789012345678901234567890', 'integer', -123456789012345678901234567890n],
    ['-128', 'byte', -128],
    ['255', 'unsignedByte', 255],
    ['18446744073709551615', 'unsignedLong', 18446744073709551615n],
    ['-9223372036854775808', 'long', -9223372036854775808n],
  ])('reads the integer %s of xsd:%s', (lexical, type, value) => {
    expect(read(lexical, type)).toEqual({ kind: 'integer', value })
  })

  it.each([
    ['1.50', 15n, 1],
    ['-.5', -5n, 1],
    ['+5.', 5n, 0],
    ['100', 100n, 0],
    ['0.000', 0n, 0],
    ['0.000000000000000000000001', 1n, 24],
  ])('reads the decimal %s exactly', (lexical, unscaled, scale) => {
    expect(read(lexical, 'decimal')).toEqual({ kind: 'decimal', unscaled, scale })
  })

  it.each([
    ['1e3', 1000],
    ['.5E-1', 0.05],
    ['INF', Number.POSITIVE_INFINITY],
    ['-INF', Number.NEGATIVE_INFINITY],
    ['NaN', Number.NaN],
    ['1e999', Number.POSITIVE_INFINITY],
  ])('reads the double %s', (lexical, value) => {
    expect(read(lexical, 'double')).toEqual({ kind: 'double', value })
  })

  it('rounds xsd:float to single precision', () => {
    expect(read('0.1', 'float')).toEqual({ kind: 'float', value: Math.fround(0.1) })
  })

  it.each([
    ['', 'integer'],
    [' 1', 'integer'],
    ['1\n', 'integer'],
    ['1.0', 'integer'],
    ['0x10', 'integer'],
    ['١', 'integer'],
    ['128', 'byte'],
    ['-1', 'nonNegativeInteger'],
    ['0', 'positiveInteger'],
    ['1', 'nonPositiveInteger'],
    ['9223372036854775808', 'long'],
    ['1e1', 'decimal'],
    ['.', 'decimal'],
    ['', 'decimal'],
    ['Infinity', 'double'],
    ['nan', 'double'],
    ['1e', 'double'],
    ['TRUE', 'boolean'],
    ['yes', 'boolean'],
    ['2021-02-29', 'date'],
    ['2021-13-01', 'date'],
    ['02021-01-01', 'date'],
    ['21-01-01', 'date'],
    ['2021-01-01', 'dateTime'],
    ['2021-01-01T24:00:01', 'dateTime'],
    ['2021-01-01T12:60:00', 'dateTime'],
    ['2021-01-01T12:00:60', 'dateTime'],
    ['2021-01-01T12:00:00+14:01', 'dateTime'],
    ['2021-01-01T12:00:00', 'dateTimeStamp'],
    ['1:00:00', 'time'],
    ['P', 'duration'],
    ['P1DT', 'duration'],
    ['1D', 'duration'],
    ['P1M', 'dayTimeDuration'],
    ['PT1M', 'yearMonthDuration'],
  ])('finds that %j is not of xsd:%s', (lexical, type) => {
    expect(read(lexical, type)).toEqual({ kind: 'illTyped' })
  })

  it.each([
    ['true', true],
    ['1', true],
    ['false', false],
    ['0', false],
  ])('reads the boolean %s', (lexical, value) => {
    expect(read(lexical, 'boolean')).toEqual({ kind: 'boolean', value })
  })

  it('reads zones in minutes', () => {
    expect(read('2000-01-01T00:00:00-05:30', 'dateTime')).toEqual({
      kind: 'dateTime',
      seconds: 946684800 + 19800,
      zone: -330,
    })
    expect(read('2000-01-01T00:00:00', 'dateTime')).toMatchObject({ seconds: 946684800, zone: null })
    expect(read('2000-01-01Z', 'date')).toMatchObject({ kind: 'date', zone: 0 })
  })

  it.each([
    ['1970-01-01T00:00:00Z', 'dateTime', 0],
    ['1969-12-31T24:00:00Z', 'dateTime', 0],
    ['1970-01-01T00:00:00.25Z', 'dateTime', 0.25],
    ['0000-03-01T00:00:00Z', 'dateTime', -62162035200],
    ['12000-01-01', 'date', 316516204800],
    ['00:00:01', 'time', 1],
    ['24:00:00', 'time', 0],
    ['23:00:00-05:00', 'time', 28 * 3600],
  ])('places %s (xsd:%s) on the time line', (lexical, type, expected) => {
    expect(seconds(lexical, type)).toBe(expected)
  })

  it('agrees with Date on every moment that Date has', () => {
    fc.assert(
      fc.property(fc.date({ min: new Date(-62e12), max: new Date(250e12), noInvalidDate: true }), (date) => {
        expect(seconds(date.toISOString(), 'dateTime')).toBeCloseTo(date.getTime() / 1000, 3)
      }),
    )
  })

  it.each([
    ['P1Y2M3DT4H5M6.5S', 14, 273906.5],
    ['-P1D', 0, -86400],
    ['PT0S', 0, 0],
  ])('reads the duration %s', (lexical, months, inSeconds) => {
    expect(read(lexical, 'duration')).toEqual({ kind: 'duration', months, seconds: inSeconds })
  })

  it('leaves datatypes that it does not know alone', () => {
    expect(literalValue(literal('x', 'http://example.org/type'))).toEqual({ kind: 'other' })
    expect(read('2020', 'gYear')).toEqual({ kind: 'other' })
  })
})

describe('numericKey', () => {
  it.each([
    ['1', 'integer', 1],
    ['1.0', 'decimal', 1],
    ['1e0', 'double', 1],
    ['-0', 'double', 0],
    ['9007199254740993', 'integer', 9007199254740993n],
    ['9007199254740993.0', 'decimal', 9007199254740993n],
    ['1e18', 'double', 1000000000000000000n],
    ['9223372036854775808', 'integer', 2 ** 63],
    ['1e300', 'double', 1e300],
    ['0.1', 'decimal', 0.1],
    ['-INF', 'double', Number.NEGATIVE_INFINITY],
    ['NaN', 'double', null],
  ])('is the value of %s (xsd:%s)', (lexical, type, expected) => {
    expect(key(lexical, type)).toBe(expected)
  })

  it('keeps the order of integers within 64 bits', () => {
    const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })
    fc.assert(
      fc.property(int64, int64, (a, b) => {
        const [x, y] = [key(`${a}`, 'integer'), key(`${b}`, 'integer')]
        if (x === null || y === null) throw new Error('no key')
        expect(x < y).toBe(a < b)
      }),
    )
  })
})
