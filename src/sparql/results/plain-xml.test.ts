import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { errorOf, rowsOf, written } from '../../../test/results-in-pieces.ts'
import { blank, iri, languageString, literal, type Term, xsd } from '../../rdf/term.ts'
import { termKey } from '../../rdf/term-key.ts'
import { solutionsOfPlainXml } from './plain-xml.ts'
import { createRowMaker } from './row-maker.ts'

const names = ['x', 'y']
const head =
  '<?xml version="1.0"?><sparql xmlns="http://www.w3.org/2005/sparql-results#"><head><variable name="x"/></head>'
const answer = (results: string): string => `${head}<results>${results}</results></sparql>`
const result = (inner: string): string => `<result><binding name="x">${inner}</binding></result>`

const words = ['"', "'", '<', '>', '&', '&amp;', '</result>', '<result>', '\n', ' ', 'a b', '\u{1f600}']
const text = fc.array(fc.constantFrom(...words), { maxLength: 5 }).map((all) => all.join(''))
const term: fc.Arbitrary<Term> = fc.oneof(
  fc.constantFrom('urn:a', 'http://e/?a=1&b=2', 'http://e/\u{1f600}').map(iri),
  fc.constantFrom('a', 'b0_1').map(blank),
  text.map((value) => literal(value)),
  text.map((value) => languageString(value, 'en-gb')),
  fc.tuple(text, fc.constantFrom(xsd.integer, 'urn:type?a&b')).map(([value, type]) => literal(value, type)),
)
const answers = fc
  .array(fc.tuple(fc.option(term), fc.option(term)), { maxLength: 6 })
  .map((rows) => rows.map((row) => row.slice()))
const lengths = fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 6 })

/** The same answer in a way that only the parser reads. */
const withComment = (text: string): string => text.replace('<results>', '<results><!-- -->')

const xml = (text: string, pieces: readonly number[] = [1000]) =>
  rowsOf(text, names, { format: 'xml', lengths: pieces })

describe('solutions of plain XML', () => {
  it('are what they were written of, in whatever pieces they come', async () => {
    await fc.assert(
      fc.asyncProperty(answers, lengths, fc.boolean(), async (rows, pieces, parsed) => {
        const plain = await written('xml', names, rows)
        const found = await xml(parsed ? withComment(plain) : plain, pieces)
        expect(found).toEqual(rows.map((row) => row.map((one) => (one === null ? null : termKey(one)))))
      }),
      { numRuns: 400 },
    )
  })

  it('are read as the parser reads them, where some characters are others', async () => {
    const change = fc.record({
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      removed: fc.nat(4),
      added: fc.constantFrom(
        '',
        '',
        '<',
        '/',
        '>',
        '"',
        "'",
        '&',
        ';',
        ' ',
        'x',
        'name',
        '<result>',
        '</result>',
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
          const whole = await written('xml', names, rows)
          const start = whole.indexOf('<results>') + '<results>'.length
          let rest = whole.slice(start)
          for (const { at, removed, added } of changes) {
            const index = Math.floor(at * rest.length)
            rest = rest.slice(0, index) + added + rest.slice(index + removed)
          }
          const changed = (whole.slice(0, start) + rest).toWellFormed()
          const outcome = (text: string) =>
            xml(text, pieces).catch(async (error: unknown) => (await errorOf(Promise.reject(error))).kind)
          const expected = await outcome(withComment(changed))
          if (typeof expected === 'string') refused++
          else valid++
          expect(await outcome(changed)).toEqual(expected)
        },
      ),
      { numRuns: 2000 },
    )
    expect(valid).toBeGreaterThan(50)
    expect(refused).toBeGreaterThan(500)
  })

  it.each([
    ['<uri>urn:a</uri>', '<urn:a'],
    ['<uri>http://e/?a&amp;b=&#39;&#x27;</uri>', "<http://e/?a&b=''"],
    ['<bnode>b1</bnode>', '_b1'],
    ['<literal/>', '"'],
    ['<literal></literal>', '"'],
    ['<literal> a\tb </literal>', '" a\tb '],
    ['<literal xml:lang="EN">a</literal>', '@en"a'],
    ["<literal datatype='urn:t'>a</literal>", '^urn:t"a'],
    [`<literal datatype="${xsd.string}">a</literal>`, '"a'],
    ['\n  <literal>a]]&gt;b</literal>\n', '"a]]>b'],
    ['<literal>&#128512;&#x1F600;</literal>', '"\u{1f600}\u{1f600}'],
    // What XML has no way to say is taken as engines write it.
    ['<literal>a\rb\r\nc&#13;</literal>', '"a\rb\r\nc\r'],
    ['<literal>&#1;&#x8;</literal>', '"\u0001\u0008'],
  ])('are read: %j', (inner, key) => {
    const found = solutionsOfPlainXml(`\n ${result(inner)}\n `, createRowMaker(names))
    expect(found).toEqual({ solutions: [[key, null]], end: expect.any(Number), isOther: false })
  })

  it.each([
    result('<literal><![CDATA[a<b]]></literal>').replace('a<b', 'a&lt;b'),
    result('<literal>a<!-- b --></literal>'),
    result('<literal datatype="urn:t?a&amp;b">a</literal>'),
    result('<literal >a</literal >'),
    '<result index="1"><binding name="x"><uri>urn:a</uri></binding></result>',
    '<!-- <result></result> --><result/>',
    '<?x <result></result> ?><result></result>',
    '<s:result xmlns:s="http://www.w3.org/2005/sparql-results#"></s:result>',
  ])('are left to the parser, and plain ones after them too: %s', async (other) => {
    const plain = result('<uri>urn:b</uri>')
    for (const pieces of [[1000], [1], [7]]) {
      const rows = await xml(answer(plain + other + plain), pieces)
      expect(rows).toEqual(await xml(withComment(answer(plain + other + plain)), pieces))
      expect(rows.at(0)).toEqual(['<urn:b', null])
      expect(rows.at(-1)).toEqual(['<urn:b', null])
      expect(rows).toHaveLength(3)
    }
  })

  it('are read with prefixes too', async () => {
    const prefixed =
      '<s:sparql xmlns:s="http://www.w3.org/2005/sparql-results#"><s:head/><s:results><s:result>' +
      '<s:binding name="x"><s:uri>urn:a</s:uri></s:binding></s:result></s:results></s:sparql>'
    expect(await xml(prefixed, [9])).toEqual([['<urn:a', null]])
    const mixed = prefixed.replace('<s:result>', '<result>').replace('</s:result>', '</result>')
    expect((await errorOf(xml(mixed))).kind).toBe('remoteFailed')
  })

  it.each([
    result('<uri>a b</uri>'),
    result('<uri>urn:a</uri><uri>urn:b</uri>'),
    result('<literal>&nbsp;</literal>'),
    result('<literal>a & b</literal>'),
    result('<literal>&#xD800;</literal>'),
    result('<literal>&#1114112;</literal>'),
    result('<literal datatype="a b">a</literal>'),
    result('<literal xml:lang="en_US">a</literal>'),
    result(''),
    `${result('<uri>urn:a</uri>')}</result>`,
    `${result('<uri>urn:a</uri>')}x<y/>`,
  ])('are refused: %s', async (inner) => {
    for (const pieces of [[1000], [1], [7]])
      expect((await errorOf(xml(answer(inner), pieces))).kind).toBe('remoteFailed')
  })

  it('can be long', async () => {
    const long = 'x'.repeat(15 << 20)
    const rows = await xml(answer(result(`<literal>${long}</literal>`)), [1 << 16])
    expect(rows[0]?.[0]?.length).toBe(long.length + 1)
  })
})
