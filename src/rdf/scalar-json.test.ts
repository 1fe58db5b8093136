import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { jsonOfTerm } from './json.ts'
import { createNamer, defaultNamespaces } from './namespaces.ts'
import { type JsonScalar, jsonOfTermAs } from './scalar-json.ts'
import { blank, iri, languageString, literal, type Term, xsd, xsdNamespace } from './term.ts'

const namer = createNamer(defaultNamespaces)

const scalars = ['String', 'ID', 'Int', 'Float', 'Boolean', 'Decimal', 'JSON', 'LangString'] as const

/** What a term is in each of these scalars; `=` is what it is without a schema, which stands first. */
const table: readonly (readonly [Term, string, ...(readonly string[])])[] = [
  //                                   without   String     ID        Int     Float   Boolean Decimal   JSON  LangString
  [literal('5', xsd.integer), '5', '"5"', '"5"', '=', '=', '=', '"5"', '=', '='],
  [literal('007', xsd.integer), '7', '"007"', '"007"', '=', '=', '=', '"7"', '=', '='],
  [literal('-0', xsd.integer), '0', '"-0"', '"-0"', '=', '=', '=', '"0"', '=', '='],
  [
    literal('123456789012345678901234567890', xsd.integer),
    '123456789012345678901234567890',
    '"123456789012345678901234567890"',
    '"123456789012345678901234567890"',
    '=',
    '=',
    '=',
    '"123456789012345678901234567890"',
    '=',
    '=',
  ],
  [literal('300', `${xsdNamespace}byte`), '"300"', '=', '=', '300', '300', '=', '"300"', '300', '='],
  [literal('1.50', xsd.decimal), '1.5', '"1.50"', '"1.50"', '=', '=', '=', '"1.5"', '=', '='],
  [literal('-2.0', xsd.decimal), '-2', '"-2.0"', '"-2.0"', '-2', '=', '=', '"-2"', '=', '='],
  [
    literal('-12345678901234567890.5', xsd.decimal),
    '-12345678901234567890.5',
    '"-12345678901234567890.5"',
    '"-12345678901234567890.5"',
    '=',
    '=',
    '=',
    '"-12345678901234567890.5"',
    '=',
    '=',
  ],
  [literal('1e3', xsd.double), '1000', '"1e3"', '"1e3"', '1000', '=', '=', '"1000"', '=', '='],
  [
    literal('1e23', xsd.double),
    '1e+23',
    '"1e23"',
    '"1e23"',
    '99999999999999991611392',
    '=',
    '=',
    '"100000000000000000000000"',
    '=',
    '=',
  ],
  [
    literal('-1.5E-7', xsd.double),
    '-1.5e-7',
    '"-1.5E-7"',
    '"-1.5E-7"',
    '=',
    '=',
    '=',
    '"-0.00000015"',
    '=',
    '=',
  ],
  [literal('-0', xsd.double), '-0', '"-0"', '"-0"', '0', '=', '=', '"0"', '=', '='],
  [literal('NaN', xsd.double), '"NaN"', '=', '=', '=', '=', '=', '=', '=', '='],
  [literal('+INF', xsd.double), '"INF"', '"+INF"', '"+INF"', '=', '=', '=', '=', '=', '='],
  [literal('0.1', xsd.float), '0.1', '"0.1"', '"0.1"', '=', '=', '=', '"0.1"', '=', '='],
  [literal('true', xsd.boolean), 'true', '"true"', '"true"', '=', '=', '=', '=', '=', '='],
  [literal('1', xsd.boolean), 'true', '"1"', '"1"', '=', '=', '=', '=', '=', '='],
  [literal('TRUE', xsd.boolean), '"TRUE"', '=', '=', '=', '=', '=', '=', '=', '='],
  [literal('abc'), '"abc"', '=', '=', '=', '=', '=', '=', '=', '{"value":"abc","language":null}'],
  [literal(''), '""', '=', '=', '=', '=', '=', '=', '=', '{"value":"","language":null}'],
  [literal('5'), '"5"', '=', '=', '5', '5', '=', '"5"', '5', '{"value":"5","language":null}'],
  [literal('+05'), '"+05"', '=', '=', '5', '5', '=', '"5"', '=', '{"value":"+05","language":null}'],
  [literal('-00'), '"-00"', '=', '=', '0', '-0', '=', '"0"', '=', '{"value":"-00","language":null}'],
  [literal('.50'), '".50"', '=', '=', '=', '0.50', '=', '"0.5"', '=', '{"value":".50","language":null}'],
  [literal('5.'), '"5."', '=', '=', '=', '5', '=', '"5"', '=', '{"value":"5.","language":null}'],
  [
    literal('1E+05'),
    '"1E+05"',
    '=',
    '=',
    '=',
    '1e+05',
    '=',
    '=',
    '1E+05',
    '{"value":"1E+05","language":null}',
  ],
  [literal('1e999'), '"1e999"', '=', '=', '=', '=', '=', '=', '1e999', '{"value":"1e999","language":null}'],
  [literal(' 5'), '" 5"', '=', '=', '=', '=', '=', '=', ' 5', '{"value":" 5","language":null}'],
  [literal('-'), '"-"', '=', '=', '=', '=', '=', '=', '=', '{"value":"-","language":null}'],
  [literal('.'), '"."', '=', '=', '=', '=', '=', '=', '=', '{"value":".","language":null}'],
  [literal('e5'), '"e5"', '=', '=', '=', '=', '=', '=', '=', '{"value":"e5","language":null}'],
  [literal('٣'), '"٣"', '=', '=', '=', '=', '=', '=', '=', '{"value":"٣","language":null}'],
  [literal('true'), '"true"', '=', '=', '=', '=', 'true', '=', 'true', '{"value":"true","language":null}'],
  [
    literal('{"a":[1.10]}'),
    '"{\\"a\\":[1.10]}"',
    '=',
    '=',
    '=',
    '=',
    '=',
    '=',
    '{"a":[1.10]}',
    '{"value":"{\\"a\\":[1.10]}","language":null}',
  ],
  [
    literal('{"a":'),
    '"{\\"a\\":"',
    '=',
    '=',
    '=',
    '=',
    '=',
    '=',
    '=',
    '{"value":"{\\"a\\":","language":null}',
  ],
  [languageString('7', 'de'), '"7"', '=', '=', '7', '7', '=', '"7"', '7', '{"value":"7","language":"de"}'],
  [literal('2020', `${xsdNamespace}gYear`), '"2020"', '=', '=', '2020', '2020', '=', '"2020"', '2020', '='],
  [literal('2024-02-30', xsd.date), '"2024-02-30"', '=', '=', '=', '=', '=', '=', '=', '='],
  [literal('[1]', 'http://e/json'), '"[1]"', '=', '=', '=', '=', '=', '=', '[1]', '='],
  [
    iri('http://api.stardog.com/Rome'),
    '"Rome"',
    '=',
    '"http://api.stardog.com/Rome"',
    '=',
    '=',
    '=',
    '=',
    '=',
    '=',
  ],
  [iri('http://e/x"y'), '"http://e/x\\"y"', '=', '=', '=', '=', '=', '=', '=', '='],
  [blank('b7'), '"_:b7"', '=', '=', '=', '=', '=', '=', '=', '='],
]

const cases = table.map(([term, plain, ...texts]) => ({ term, plain, texts }))

describe.each(cases)('$term', ({ term, plain, texts }) => {
  it('is written as its value without a schema', () => {
    expect(jsonOfTerm(term, namer)).toBe(plain)
  })

  it.each(scalars.map((scalar, at) => [scalar, texts[at] ?? 'missing'] as const))(
    'is %s %s',
    (scalar, text) => {
      expect(jsonOfTermAs(term, scalar, namer)).toBe(text === '=' ? plain : text)
    },
  )

  it('is Long as it is Int', () => {
    expect(jsonOfTermAs(term, 'Long', namer)).toBe(jsonOfTermAs(term, 'Int', namer))
  })

  it.each(['DateTime', 'Date', 'any'] as const)('is %s as it is without a schema', (scalar) => {
    expect(jsonOfTermAs(term, scalar, namer)).toBe(plain)
  })
})

describe('any literal', () => {
  const lexical = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.stringMatching(/^[+-]?[0-9]{0,30}(\.[0-9]{0,30})?([eE][+-]?[0-9]{1,3})?$/),
    fc.json().map((text) => ` ${text}`),
  )
  const datatype = fc.constantFrom(...Object.values(xsd), `${xsdNamespace}unsignedByte`, 'http://e/other')

  it('is JSON that parses, in every scalar', () => {
    const all: readonly JsonScalar[] = [...scalars, 'Long', 'DateTime', 'Date', 'any']
    fc.assert(
      fc.property(lexical, datatype, fc.constantFrom(...all), (value, type, scalar) => {
        JSON.parse(jsonOfTermAs(literal(value, type), scalar, namer))
      }),
      { numRuns: 2_000 },
    )
  })

  it('keeps the number that it is, in digits', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
        const term = literal(String(number), xsd.double)
        const text = JSON.parse(jsonOfTermAs(term, 'Decimal', namer))
        expect(text).toMatch(/^-?[0-9]+(\.[0-9]+)?$/)
        expect(Number(text)).toBe(number + 0)
        if (Number.isInteger(number)) expect(BigInt(jsonOfTermAs(term, 'Int', namer))).toBe(BigInt(number))
      }),
    )
  })

  it('is read in time that grows with its length only', () => {
    const text = `${'0'.repeat(300_000)}x`
    for (const scalar of scalars) jsonOfTermAs(literal(text), scalar, namer)
    expect(jsonOfTermAs(literal(text), 'Float', namer)).toBe(JSON.stringify(text))
    const decimal = `0.${'0'.repeat(300_000)}1`
    expect(jsonOfTermAs(literal(decimal, xsd.decimal), 'Decimal', namer)).toBe(`"${decimal}"`)
  })
})
