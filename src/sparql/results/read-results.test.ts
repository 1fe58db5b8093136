import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { solutionsOf } from '../../../test/solutions.ts'
import { ServiceError } from '../../errors.ts'
import { blank, iri, languageString, literal, type Term, xsd } from '../../rdf/term.ts'
import { readResults } from './read-results.ts'
import type { ResultPart } from './result-reader.ts'
import { writeBoolean, writeSolutions } from './write-solutions.ts'

const formats = ['json', 'xml'] as const
type Format = (typeof formats)[number]

async function* pieces(bytes: Uint8Array, length: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length)
}

async function read(
  format: Format,
  text: string | Uint8Array,
  length = 1000,
): Promise<readonly ResultPart[]> {
  const parts: ResultPart[] = []
  for await (const some of readResults(format, pieces(Buffer.from(text), length), 'The endpoint'))
    parts.push(...some)
  return parts
}

function solutionsIn(parts: readonly ResultPart[]) {
  return parts.flatMap((part) => (part.kind === 'solutions' ? part.solutions : []))
}

async function errorOf(format: Format, text: string | Uint8Array): Promise<ServiceError> {
  const error: unknown = await read(format, text).catch((thrown: unknown) => thrown)
  if (error instanceof ServiceError) return error
  throw new Error(`No error of the service: ${JSON.stringify(error)}`)
}

async function written(
  format: Format,
  names: readonly string[],
  rows: readonly (readonly (Term | null)[])[],
) {
  let text = ''
  for await (const piece of writeSolutions(format, solutionsOf(names, rows))) text += piece
  return text
}

// What XML cannot hold is not written.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters.
const unwritable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g
const text = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '"',
        '\\',
        '<',
        '>',
        '&',
        '\n',
        '\r',
        '\t',
        ' ',
        '\u{feff}',
        ']]>',
        '\u{1f600}',
        '\u0085',
        '\u2028',
      ),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    ),
    { maxLength: 8 },
  )
  .map((all) => all.join('').toWellFormed().replace(unwritable, '?'))
const term: fc.Arbitrary<Term> = fc.oneof(
  fc.constantFrom('urn:a', "http://e/?a=1&b='", 'http://e/\u{1f600}').map(iri),
  fc.constantFrom('a', 'b0_1').map(blank),
  text.map((value) => literal(value)),
  text.map((value) => languageString(value, 'en-gb')),
  fc
    .tuple(text, fc.constantFrom(xsd.integer, 'urn:type'))
    .map(([value, datatype]) => literal(value, datatype)),
)
const rows = fc.array(fc.tuple(fc.option(term), fc.option(term)), { maxLength: 6 })

describe.each(formats)('an answer in %s', (format) => {
  it('is read as it was written, however it is cut', async () => {
    await fc.assert(
      fc.asyncProperty(rows, fc.integer({ min: 1, max: 80 }), async (all, length) => {
        const found = await read(format, await written(format, ['x', 'y'], all), length)
        const solutions = all.map(
          (row) => new Map(['x', 'y'].flatMap((name, at) => (row[at] ? [[name, row[at]] as const] : []))),
        )
        const [head, ...rest] = found
        expect(head).toEqual({ kind: 'variables', names: ['x', 'y'] })
        expect(rest.every(({ kind }) => kind === 'solutions')).toBe(true)
        expect(solutionsIn(rest)).toEqual(solutions)
      }),
      { numRuns: 300 },
    )
  })

  it.each([true, false])('that is %s is read', async (value) => {
    expect(await read(format, writeBoolean(format, value), 3)).toEqual(
      expect.arrayContaining([{ kind: 'boolean', value }]),
    )
  })

  it('that is cut short anywhere is refused', async () => {
    const whole = (await written(format, ['x'], [[literal('a')], [iri('urn:b')]])).trimEnd()
    for (let length = 0; length < whole.length; length++) {
      const error = await errorOf(format, whole.slice(0, length))
      expect(error.kind).toBe('remoteFailed')
      expect(error.message).toMatch(/^The endpoint: the answer is cut short, or is not/)
    }
  })

  it('is read as it comes', async () => {
    const whole = await written(format, ['x'], [[literal('a')], [literal('SECOND')]])
    async function* endless(): AsyncGenerator<Uint8Array> {
      yield Buffer.from(whole.slice(0, whole.indexOf('SECOND')))
      throw new Error('read too far')
    }
    const parts: ResultPart[] = []
    const reading = (async () => {
      for await (const some of readResults(format, endless(), 'x')) parts.push(...some)
    })()
    await expect(reading).rejects.toThrow('read too far')
    expect(solutionsIn(parts)).toHaveLength(1)
  })

  it('with one solution that never ends is refused', async () => {
    const head = (await written(format, ['x'], [[literal('SPLIT')]])).split('SPLIT')[0] ?? ''
    let given = 0
    async function* endless(): AsyncGenerator<Uint8Array> {
      yield Buffer.from(head)
      for (;;) {
        given += 1 << 20
        yield Buffer.alloc(1 << 20, 'x')
      }
    }
    const reading = (async () => {
      for await (const _ of readResults(format, endless(), 'x'));
    })()
    await expect(reading).rejects.toMatchObject({ kind: 'limitExceeded' })
    expect(given).toBeLessThan(20 << 20)
  })

  it('of many solutions takes little memory', async () => {
    const one = await written(format, ['x'], [[literal('SPLIT')]])
    const [solution = ''] = /\{"x".*?\}\}|<result>.*?<\/result>/s.exec(one) ?? []
    const [before = '', after = ''] = one.split(solution)
    async function* many(): AsyncGenerator<Uint8Array> {
      yield Buffer.from(before)
      const block = Array.from({ length: 1000 }, () => solution).join(format === 'json' ? ',' : '\n')
      for (let at = 0; at < 200; at++) yield Buffer.from(`${at > 0 && format === 'json' ? ',' : ''}${block}`)
      yield Buffer.from(after)
    }
    let count = 0
    for await (const parts of readResults(format, many(), 'x')) {
      const { length } = solutionsIn(parts)
      expect(length).toBeLessThan(2000)
      count += length
    }
    expect(count).toBe(200_000)
  })

  it('that is not UTF-8 is refused', async () => {
    const whole = Buffer.from(await written(format, ['x'], [[literal('\u00e4')]]), 'latin1')
    expect((await errorOf(format, whole)).kind).toBe('remoteFailed')
  })
})

describe('an answer that is none', () => {
  it.each([
    '',
    '[]',
    '{}',
    '{"head":{"vars":["x"]}}',
    '{"head":{"vars":"x"},"results":{"bindings":[]}}',
    '{"head":{"vars":[1]},"results":{"bindings":[]}}',
    '{"results":{"bindings":{}}}',
    '{"results":{"bindings":[1]}}',
    '{"results":{"bindings":[[]]}}',
    '{"results":{"bindings":[{"x":1}]}}',
    '{"results":{"bindings":[{"x":{"type":"uri"}}]}}',
    '{"results":{"bindings":[{"x":{"type":"uri","value":1}}]}}',
    '{"results":{"bindings":[{"x":{"type":"triple","value":"x"}}]}}',
    '{"results":{"bindings":[{"x":{"type":"literal","value":"x","datatype":1}}]}}',
    '{"results":{"bindings":[{"x":{"type":"uri","value":"a b"}}]}}',
    '{"results":{"bindings":[{"x":{"type":"uri","value":"http://e/a b"}}]}}',
    '{"results":{"bindings":[{"x":{"type":"literal","value":"x","datatype":"<urn:a>"}}]}}',
    '{"results":{"bindings":[{"x":{"type":"literal","value":"x","xml:lang":"en_US"}}]}}',
    '{"boolean":"true"}',
    '{"results":{"bindings":[]}} x',
    '<html><body>Not Found</body></html>',
    `${'['.repeat(100_000)}`,
    '{"results":{"bindings":[],"bindings":[]}}',
    '{"results":{"bindings":[]},"results":{"bindings":[{}]}}',
    `{"head":{"link":${'['.repeat(200)}${']'.repeat(200)}},"results":{"bindings":[]}}`,
    `{"results":{"bindings":[{"x":{"type":"literal","value":"x","y":${'{"y":'.repeat(200)}0${'}'.repeat(200)}}}]}}`,
  ])('is refused as JSON: %.60s', async (answer) => {
    expect((await errorOf('json', answer)).kind).toBe('remoteFailed')
  })

  const sparql = (inner: string) => `<sparql xmlns="http://www.w3.org/2005/sparql-results#">${inner}</sparql>`
  it.each([
    '',
    '{}',
    '<html xmlns="http://www.w3.org/1999/xhtml"/>',
    '<sparql/>',
    sparql(''),
    sparql('<head/>'),
    sparql('<boolean>maybe</boolean>'),
    sparql('<results><result><binding><uri>urn:a</uri></binding></result></results>'),
    sparql('<results><result><binding name="x"></binding></result></results>'),
    sparql('<results><result><uri>urn:a</uri></result></results>'),
    sparql('<results><result><binding name="x"><triple/></binding></result></results>'),
    sparql('<results><result><binding name="x"><literal><b>x</b></literal></binding></result></results>'),
    sparql('<head/><results/><results/>'),
    sparql('<head/><boolean>true</boolean><boolean>true</boolean>'),
    sparql('<head/><results></results><boolean>true</boolean>'),
    `<!DOCTYPE x [<!ENTITY a "aaaa">]>${sparql('<results><result><binding name="x"><literal>&a;</literal></binding></result></results>')}`,
    `<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>${sparql('<results><result><binding name="x"><literal>&a;</literal></binding></result></results>')}`,
  ])('is refused as XML: %.80s', async (answer) => {
    expect((await errorOf('xml', answer)).kind).toBe('remoteFailed')
  })

  it('is found to be deeply nested before it takes memory', async () => {
    const begin = '{"results":{"bindings":[{"x":'
    let given = 0
    async function* brackets(): AsyncGenerator<Uint8Array> {
      yield Buffer.from(begin)
      for (; given < 16; given++) yield Buffer.alloc(64 * 1024, '[')
    }
    const reading = (async () => {
      for await (const _ of readResults('json', brackets(), 'x'));
    })()
    await expect(reading).rejects.toMatchObject({ kind: 'remoteFailed' })
    expect(given).toBe(0)
  })

  it('can have its head last, and members that nobody knows', async () => {
    const answer =
      '{"x":[{"a":1}],"results":{"distinct":false,"bindings":[{"a":{"type":"typed-literal","value":"1",' +
      '"datatype":"urn:t"}}]},"head":{"link":[],"vars":["a"]}}'
    expect(await read('json', answer)).toEqual([
      { kind: 'solutions', solutions: [new Map([['a', literal('1', 'urn:t')]])] },
      { kind: 'variables', names: ['a'] },
    ])
  })
})
