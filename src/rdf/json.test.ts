import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { jsonOfTerm } from './json.ts'
import { createNamer, defaultNamespaces } from './namespaces.ts'
import { blank, iri, languageString, literal, xsd, xsdNamespace } from './term.ts'

const namer = createNamer(defaultNamespaces)

describe('jsonOfTerm', () => {
  it.each([
    ['7', xsd.integer, '7'],
    ['007', xsd.integer, '7'],
    ['+5', xsd.integer, '5'],
    ['-0', xsd.integer, '0'],
    ['123456789012345678901234567890', xsd.integer, '123456789012345678901234567890'],
    ['9007199254740993', `${xsdNamespace}long`, '9007199254740993'],
    ['18446744073709551615', `${xsdNamespace}unsignedLong`, '18446744073709551615'],
    ['127', `${xsdNamespace}byte`, '127'],
    ['300', `${xsdNamespace}byte`, '"300"'],
    ['-1', `${xsdNamespace}nonNegativeInteger`, '"-1"'],
    ['0', `${xsdNamespace}positiveInteger`, '"0"'],
    ['abc', xsd.integer, '"abc"'],
    ['', xsd.integer, '""'],
    ['1.0', xsd.integer, '"1.0"'],
    ['1.50', xsd.decimal, '1.5'],
    ['-.5', xsd.decimal, '-0.5'],
    ['5.', xsd.decimal, '5'],
    ['0.10000000000000000000000000000000001', xsd.decimal, '0.10000000000000000000000000000000001'],
    ['-12345678901234567890.5', xsd.decimal, '-12345678901234567890.5'],
    ['1e3', xsd.decimal, '"1e3"'],
    ['1e3', xsd.double, '1000'],
    ['1.5E300', xsd.double, '1.5e+300'],
    ['-0', xsd.double, '-0'],
    ['NaN', xsd.double, '"NaN"'],
    ['INF', xsd.double, '"INF"'],
    ['-INF', xsd.float, '"-INF"'],
    ['Infinity', xsd.double, '"Infinity"'],
    ['0.1', xsd.float, '0.1'],
    ['16777217', xsd.float, '16777216'],
    ['true', xsd.boolean, 'true'],
    ['1', xsd.boolean, 'true'],
    ['0', xsd.boolean, 'false'],
    ['TRUE', xsd.boolean, '"TRUE"'],
    ['2024-02-30', xsd.date, '"2024-02-30"'],
    ['P1D', xsd.dayTimeDuration, '"P1D"'],
    ['a"\n\\\u2028', xsd.string, JSON.stringify('a"\n\\\u2028')],
    ['1', 'http://e/unknown', '"1"'],
  ])('"%s"^^<%s> → %s', (value, datatype, text) => {
    expect(jsonOfTerm(literal(value, datatype), namer)).toBe(text)
  })

  it('writes a language-tagged string without its tag', () => {
    expect(jsonOfTerm(languageString('Apfel', 'de'), namer)).toBe('"Apfel"')
  })

  it('writes an IRI as its name where it has one', () => {
    expect(jsonOfTerm(iri('http://api.stardog.com/Tatooine'), namer)).toBe('"Tatooine"')
    expect(jsonOfTerm(iri('https://schema.org/name'), namer)).toBe('"so_name"')
    expect(jsonOfTerm(iri('http://elsewhere/x"y'), namer)).toBe('"http://elsewhere/x\\"y"')
  })

  it('writes a blank node as its label', () => {
    expect(jsonOfTerm(blank('b1_a'), namer)).toBe('"_:b1_a"')
  })

  it('writes JSON for any literal of any datatype', () => {
    const datatype = fc.constantFrom(xsd.integer, xsd.decimal, xsd.double, xsd.float, xsd.boolean, xsd.string)
    const lexical = fc.oneof(fc.string({ unit: 'binary' }), fc.double().map(String), fc.bigInt().map(String))
    fc.assert(
      fc.property(lexical, datatype, (value, type) => {
        const read: unknown = JSON.parse(jsonOfTerm(literal(value, type), namer))
        if (typeof read === 'string') expect([value, 'INF', '-INF']).toContain(read)
        else if (typeof read === 'number')
          expect(Object.is(read, Number(value)) || read === Number(value) || type === xsd.float).toBe(true)
        else expect(['true', 'false', '1', '0']).toContain(value)
      }),
    )
  })

  it('writes singles that read back to the same single', () => {
    fc.assert(
      fc.property(fc.float({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const text = jsonOfTerm(literal(String(value), xsd.float), namer)
        expect(Math.fround(Number(text)) === value).toBe(true)
        expect(text.length).toBeLessThanOrEqual(String(value).length)
      }),
    )
  })
})
