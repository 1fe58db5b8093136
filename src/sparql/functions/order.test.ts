import fc from 'fast-check'
import { expect, it } from 'vitest'
import { blank, iri, languageString, literal, type Term, xsd } from '../../rdf/term.ts'
import { compareForOrder } from './order.ts'

const ascending: readonly (Term | undefined)[] = [
  undefined,
  blank('b'),
  iri('http://e.org/a'),
  iri('http://e.org/b'),
  literal('NaN', xsd.double),
  literal('-INF', xsd.float),
  literal('-1', xsd.integer),
  literal('0.5', xsd.decimal),
  literal('9007199254740992', xsd.integer),
  literal('9007199254740993', xsd.integer),
  literal('false', xsd.boolean),
  literal('1', xsd.boolean),
  literal('2020-01-01T00:00:00Z', xsd.dateTime),
  literal('2020-01-01T00:00:00-01:00', xsd.dateTime),
  literal('2020-01-01', xsd.date),
  literal('00:00:00', xsd.time),
  literal(''),
  literal('a'),
  literal('\uffff'),
  literal('\u{1f600}'),
  languageString('a', 'de'),
  languageString('a', 'en'),
  literal('x', xsd.integer),
]

it('orders terms as ORDER BY does', () => {
  for (const [i, a] of ascending.entries()) {
    for (const [j, b] of ascending.entries()) {
      expect(Math.sign(compareForOrder(a, b)), `${i} ${j}`).toBe(Math.sign(i - j))
    }
  }
})

it('finds terms of equal value equal', () => {
  expect(compareForOrder(literal('1', xsd.integer), literal('1.0', xsd.decimal))).toBe(0)
  expect(compareForOrder(literal('true', xsd.boolean), literal('1', xsd.boolean))).toBe(0)
})

it('is transitive for numbers of all kinds', () => {
  const number = fc.oneof(
    fc.bigInt({ min: -(2n ** 60n), max: 2n ** 60n }).map((value) => literal(`${value}`, xsd.integer)),
    fc.integer().map((value) => literal(`${value}.5`, xsd.decimal)),
    fc.double({ noNaN: true }).map((value) => literal(`${value}`.replace('Infinity', 'INF'), xsd.double)),
    fc.constantFrom('9007199254740992', '9007199254740994').map((value) => literal(value, xsd.double)),
    fc.constantFrom('9007199254740992', '9007199254740993').map((value) => literal(value, xsd.integer)),
  )
  fc.assert(
    fc.property(fc.array(number, { maxLength: 12 }), (terms) => {
      const sorted = terms.toSorted(compareForOrder)
      for (const [index, term] of sorted.entries()) {
        if (index > 0) expect(compareForOrder(sorted[index - 1], term)).toBeLessThanOrEqual(0)
      }
    }),
  )
})
