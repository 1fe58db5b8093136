import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cut, errorOf, rowsOf, written } from '../../../test/results-in-pieces.ts'
import { blank, iri, languageString, literal, type Term, xsd } from '../../rdf/term.ts'
import { termKey, termOfKey } from '../../rdf/term-key.ts'
import { readResults } from './read-results.ts'
import { readIri, readLiteral } from './result-reader.ts'
import type { Row } from './row.ts'

/** What the other reader finds, as rows. */
async function readOtherwise(answer: string, variables: readonly string[]) {
  const rows: Row[] = []
  for await (const parts of readResults('json', cut(Buffer.from(answer), [1000]), 'x'))
    for (const part of parts) {
      if (part.kind !== 'solutions') continue
      for (const solution of part.solutions) {
        rows.push(
          variables.map((name) => {
            const term = solution.get(name)
            return term === undefined ? null : termKey(term)
          }),
        )
      }
    }
  return rows
}

function member(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) throw new Error('No object')
  return Object.getOwnPropertyDescriptor(value, name)?.value
}

/** The rows of a whole answer in JSON, in the plainest way; throws where it is none. */
function rowsOfWhole(answer: Uint8Array, variables: readonly string[]): readonly Row[] {
  const whole: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(answer))
  const bindings = member(member(whole, 'results'), 'bindings')
  if (!Array.isArray(bindings)) throw new Error('No array')
  const head = member(whole, 'head')
  const names = typeof head === 'object' && head !== null ? (member(head, 'vars') ?? []) : []
  if (!Array.isArray(names) || !names.every((name) => typeof name === 'string')) throw new Error('No names')
  return bindings.map((solution: unknown) => {
    if (Array.isArray(solution)) throw new Error('No object')
    const keys = new Map(
      Object.keys(Object(solution)).map((name) => [name, keyOfTerm(member(solution, name))]),
    )
    return variables.map((name) => keys.get(name) ?? null)
  })
}

function keyOfTerm(term: unknown): string {
  const value = member(term, 'value')
  if (typeof value !== 'string') throw new Error('No value')
  const text = (name: string): string | undefined => {
    const found = member(term, name)
    if (found === undefined || typeof found === 'string') return found
    throw new Error('No string')
  }
  switch (member(term, 'type')) {
    case 'uri':
      return termKey(readIri(value))
    case 'bnode':
      return termKey(blank(value))
    case 'literal':
    case 'typed-literal':
      return termKey(readLiteral(value, text('datatype'), text('xml:lang')))
    default:
      throw new Error('No type')
  }
}

const variables = ['x', 'constructor', '__proto__', 'y']
const words = [
  '"',
  '\\',
  '\\u',
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '\n',
  '\u2028',
  '\u{1f600}',
  '\ufeff',
  'a b',
  '}},{',
]
const text = fc
  .array(fc.oneof(fc.constantFrom(...words), fc.string({ unit: 'grapheme', maxLength: 3 })), { maxLength: 6 })
  .map((all) => all.join('').toWellFormed())
const term: fc.Arbitrary<Term> = fc.oneof(
  fc.constantFrom('urn:a', "http://e/?a=1&b='[]", 'http://e/\u{1f600}').map(iri),
  fc.constantFrom('a', 'b0_1').map(blank),
  text.map((value) => literal(value)),
  fc.tuple(text, fc.constantFrom('en-gb', 'de')).map(([value, tag]) => languageString(value, tag)),
  fc.tuple(text, fc.constantFrom(xsd.integer, 'urn:type')).map(([value, type]) => literal(value, type)),
)
const answers = fc
  .array(fc.tuple(...variables.map(() => fc.option(term))), { maxLength: 8 })
  .map((rows) => rows.map((row) => row.slice()))
const lengths = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 8 })

/** The same JSON with other white space, and in another order. */
function laidOut(answer: string, indent: number, headLast: boolean): string {
  const whole: unknown = JSON.parse(answer)
  const head = member(whole, 'head')
  const results = member(whole, 'results')
  const bindings = member(results, 'bindings')
  const unknown = { results: [{ bindings: [1, '"]'] }], bindings: [[{}]] }
  return JSON.stringify(
    headLast
      ? {
          unknown,
          results: { distinct: false, unknown, bindings, ordered: true },
          head: { ...Object(head), link: [] },
        }
      : { head, results: { bindings }, unknown },
    null,
    indent,
  )
}

describe('rows of an answer in JSON', () => {
  it('are those of the whole, in whatever pieces and layout it comes', async () => {
    await fc.assert(
      fc.asyncProperty(answers, lengths, fc.nat(2), fc.boolean(), async (rows, pieces, indent, headLast) => {
        const answer = laidOut(await written('json', variables, rows), indent, headLast)
        const found = await rowsOf(answer, variables, { lengths: pieces })
        expect(found).toEqual(rows.map((row) => row.map((one) => (one === null ? null : termKey(one)))))
        expect(found).toEqual(await readOtherwise(answer, variables))
        expect(found.map((row) => row.map((key) => (key === null ? null : termOfKey(key))))).toEqual(rows)
      }),
      { numRuns: 500 },
    )
  })

  it('are those of the whole or an error, where some bytes are others', async () => {
    const change = fc.record({
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      removed: fc.nat(3),
      added: fc.constantFrom(
        '',
        '',
        '"',
        '\\',
        '{',
        '}',
        '[',
        ']',
        ',',
        ':',
        ' ',
        '0',
        'x',
        '[]',
        '{}',
        '\xff',
      ),
    })
    let valid = 0
    let refused = 0
    await fc.assert(
      fc.asyncProperty(
        answers,
        fc.array(change, { minLength: 1, maxLength: 2 }),
        lengths,
        async (rows, changes, pieces) => {
          let answer = Buffer.from(await written('json', variables, rows))
          for (const { at, removed, added } of changes) {
            const index = Math.floor(at * answer.length)
            answer = Buffer.concat([
              answer.subarray(0, index),
              Buffer.from(added, 'latin1'),
              answer.subarray(index + removed),
            ])
          }
          let expected: readonly Row[] | undefined
          try {
            expected = rowsOfWhole(answer, variables)
          } catch {}
          const reading = rowsOf(answer, variables, { lengths: pieces })
          if (expected === undefined) {
            refused++
            expect((await errorOf(reading)).kind).toBe('remoteFailed')
          } else {
            valid++
            expect(await reading).toEqual(expected)
          }
        },
      ),
      { numRuns: 3000 },
    )
    expect(valid).toBeGreaterThan(50)
    expect(refused).toBeGreaterThan(500)
  })

  it.each([
    ['{"results":{"bindings":[]}}', []],
    ['{"results":{"bindings":[ \n]}}', []],
    ['\ufeff{"results":{"bindings":[{}]}} \n', [[null]]],
    ['{"r\\u0065sults":{"bindin\\u0067s":[{"\\u0078":{"type":"uri","value":"urn:a"}}]}}', [['<urn:a']]],
    ['{"results":{"bindings":[{"y":{"type":"uri","value":"urn:a"}}]}}', [[null]]],
    [
      '{"results":{"bindings":[{"x":{"type":"typed-literal","value":"1","datatype":"urn:t"}}]}}',
      [['^urn:t"1']],
    ],
    ['{"results":{"bindings":[{"x":{"type":"literal","value":"a","xml:lang":"DE"}}]}}', [['@de"a']]],
    ['{"results":{"bindings":[{"x":{"type":"literal","value":"a","xml:lang":""}}]}}', [['"a']]],
    [`{"results":{"bindings":[{"x":{"type":"literal","value":"a","datatype":"${xsd.string}"}}]}}`, [['"a']]],
    ['{"x":{"results":{"bindings":[1]}},"results":{"x":{"bindings":[1]},"bindings":[]}}', []],
  ])('are read from %s', async (answer, rows) => {
    for (let length = 1; length < 9; length++) {
      expect(await rowsOf(answer, ['x'], { lengths: [length] })).toEqual(rows)
    }
  })

  it.each([
    '',
    ' ',
    '[]',
    '{}',
    '{"head":{"vars":["x"]}}',
    '{"head":{},"boolean":true}',
    '{"head":{"vars":"x"},"results":{"bindings":[]}}',
    '{"head":{"vars":[1]},"results":{"bindings":[]}}',
    '{"results":{"bindings":{}}}',
    '{"results":{"bindings":[}}',
    '{"results":{"bindings":[,]}}',
    '{"results":{"bindings":[{},]}}',
    '{"results":{"bindings":[,{}]}}',
    '{"results":{"bindings":[{},,{}]}}',
    '{"results":{"bindings":[{}{}]}}',
    '{"results":{"bindings":[{}],}}',
    '{"results":{"bindings":[\ufeff]}}',
    '{"results":{"bindings":[{},\ufeff{}]}}',
    '{"results":{"bindings":[1]}}',
    '{"results":{"bindings":[null]}}',
    '{"results":{"bindings":[[]]}}',
    '{"results":{"bindings":[{"x":1}]}}',
    '{"results":{"bindings":[{"y":{"type":"nothing","value":""}}]}}',
    '{"results":{"bindings":[{"y":{"type":"uri","value":"a"}}]}}',
    '{"results":{"bindings":[{"x":null}]}}',
    '{"results":{"bindings":[{"x":{"type":"uri"}}]}}',
    '{"results":{"bindings":[{"x":{"type":"uri","value":1}}]}}',
    '{"results":{"bindings":[{"x":{"type":"uri","value":""}}]}}',
    '{"results":{"bindings":[{"x":{"type":"triple","value":"x"}}]}}',
    '{"results":{"bindings":[{"x":{"type":"literal","value":"x","datatype":1}}]}}',
    '{"results":{"bindings":[{"x":{"type":"uri","value":"a b"}}]}}',
    '{"results":{"bindings":[{"x":{"type":"uri","value":"http://e/a b"}}]}}',
    '{"results":{"bindings":[{"x":{"type":"literal","value":"x","datatype":"<urn:a>"}}]}}',
    '{"results":{"bindings":[{"x":{"type":"literal","value":"x","xml:lang":"en_US"}}]}}',
    '{"results":{"bindings":[{"x":{"type":"literal","value":"a\nb"}}]}}',
    '{"results":{"bindings":[]}} x',
    '{"results":{"bindings":[]}}{}',
    '{"results":{"bindings":[]}}}',
    '<html><body>Not Found</body></html>',
    `${'['.repeat(100_000)}`,
    `{"x":${'['.repeat(100_000)}`,
  ])('are refused where it is %j', async (answer) => {
    for (const length of [1, 7, 1000]) {
      const error = await errorOf(rowsOf(answer, ['x'], { lengths: [length] }))
      expect(error.kind).toBe('remoteFailed')
      expect(error.message).toBe('x: the answer is cut short, or is not what SPARQL answers are.')
    }
  })
})
