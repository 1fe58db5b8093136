import { describe, expect, it } from 'vitest'
import { solutionsOf } from '../../../test/solutions.ts'
import { blank, iri, languageString, literal, type Term, xsd } from '../../rdf/term.ts'
import type { Solutions } from '../solutions.ts'
import { type SolutionsFormat, solutionsFormatOfMediaType, solutionsSyntaxes } from './formats.ts'
import { writeBoolean, writeSolutions } from './write-solutions.ts'

const formats = solutionsSyntaxes.map(({ format }) => format)

async function written(format: SolutionsFormat, solutions: Solutions): Promise<string> {
  let text = ''
  for await (const piece of writeSolutions(format, solutions)) text += piece
  return text
}

const terms: readonly Term[] = [
  iri('http://e/a?b&c'),
  blank('b0_1'),
  blank('a b'),
  literal('say "hi", you\\\r\n\t<&>]]>'),
  languageString('x', 'en-gb'),
  literal('1', xsd.integer),
  literal('one', xsd.integer),
  literal('\u{1f600}'),
  literal(''),
]
const someSolutions = () =>
  solutionsOf(['x', 'y'], [...terms.map((term) => [term, null]), [null, null], [null, iri('urn:y')]])

describe('solutions', () => {
  it('are written as JSON without white space', async () => {
    const text = await written('json', someSolutions())
    expect(text).toBe(JSON.stringify(JSON.parse(text)))
    expect(JSON.parse(text)).toEqual({
      head: { vars: ['x', 'y'] },
      results: {
        bindings: [
          { x: { type: 'uri', value: 'http://e/a?b&c' } },
          { x: { type: 'bnode', value: 'b0_1' } },
          { x: { type: 'bnode', value: 'x-006100200062' } },
          { x: { type: 'literal', value: 'say "hi", you\\\r\n\t<&>]]>' } },
          { x: { type: 'literal', value: 'x', 'xml:lang': 'en-gb' } },
          { x: { type: 'literal', value: '1', datatype: xsd.integer } },
          { x: { type: 'literal', value: 'one', datatype: xsd.integer } },
          { x: { type: 'literal', value: '\u{1f600}' } },
          { x: { type: 'literal', value: '' } },
          {},
          { y: { type: 'uri', value: 'urn:y' } },
        ],
      },
    })
  })

  it('are written as XML', async () => {
    expect(await written('xml', someSolutions())).toBe(
      `<?xml version="1.0" encoding="UTF-8"?>
<sparql xmlns="http://www.w3.org/2005/sparql-results#">
<head><variable name="x"/><variable name="y"/></head>
<results>
<result><binding name="x"><uri>http://e/a?b&amp;c</uri></binding></result>
<result><binding name="x"><bnode>b0_1</bnode></binding></result>
<result><binding name="x"><bnode>x-006100200062</bnode></binding></result>
<result><binding name="x"><literal>say "hi", you\\&#13;\n\t&lt;&amp;&gt;]]&gt;</literal></binding></result>
<result><binding name="x"><literal xml:lang="en-gb">x</literal></binding></result>
<result><binding name="x"><literal datatype="${xsd.integer}">1</literal></binding></result>
<result><binding name="x"><literal datatype="${xsd.integer}">one</literal></binding></result>
<result><binding name="x"><literal>\u{1f600}</literal></binding></result>
<result><binding name="x"><literal></literal></binding></result>
<result></result>
<result><binding name="y"><uri>urn:y</uri></binding></result>
</results>
</sparql>
`,
    )
  })

  it('are written as CSV', async () => {
    expect((await written('csv', someSolutions())).split(/(?<=[^\\]\r\n)(?!\t)/)).toEqual([
      'x,y\r\n',
      'http://e/a?b&c,\r\n',
      '_:b0_1,\r\n',
      '_:x-006100200062,\r\n',
      '"say ""hi"", you\\\r\n\t<&>]]>",\r\n',
      'x,\r\n',
      '1,\r\n',
      'one,\r\n',
      '\u{1f600},\r\n',
      ',\r\n',
      ',\r\n',
      ',urn:y\r\n',
    ])
  })

  it('are written as TSV', async () => {
    expect((await written('tsv', someSolutions())).split('\n')).toEqual([
      '?x\t?y',
      '<http://e/a?b&c>\t',
      '_:b0_1\t',
      '_:x-006100200062\t',
      '"say \\"hi\\", you\\\\\\r\\n\\t<&>]]>"\t',
      '"x"@en-gb\t',
      '1\t',
      `"one"^^<${xsd.integer}>\t`,
      '"\u{1f600}"\t',
      '""\t',
      '\t',
      '\t<urn:y>',
      '',
    ])
  })

  it.each([
    ['json', '{"head":{"vars":[]},"results":{"bindings":[{},{}]}}'],
    ['csv', '\r\n\r\n\r\n'],
    ['tsv', '\n\n\n'],
  ] as const)('without variables are written as %s', async (format, text) => {
    expect(await written(format, solutionsOf([], [[], []]))).toBe(text)
  })

  it.each(formats)('that are none are written as %s', async (format) => {
    const text = await written(format, solutionsOf(['x'], []))
    expect(text).toContain('x')
    if (format === 'json') expect(JSON.parse(text).results.bindings).toEqual([])
  })

  it('with characters that XML cannot hold are refused as XML', async () => {
    const error = await written('xml', solutionsOf(['x'], [[literal('a\u0000')]])).catch(String)
    expect(error).toContain('XML has no way to write the character U+0000')
  })

  it.each(formats)('come as %s in pieces of bounded length', async (format) => {
    const rows = Array.from({ length: 20_000 }, (_, at) => [literal(`value ${at}`)])
    const lengths: number[] = []
    for await (const piece of writeSolutions(format, solutionsOf(['x'], rows, 1000)))
      lengths.push(piece.length)
    expect(lengths.length).toBeGreaterThan(2)
    expect(Math.max(...lengths)).toBeLessThan(70_000)
  })

  it.each(formats)('as %s end with their reader', async (format) => {
    let ended = false
    async function* endless(): AsyncGenerator<readonly (readonly number[])[]> {
      try {
        for (;;) yield [[0], [0]]
      } finally {
        ended = true
      }
    }
    const solutions: Solutions = {
      variables: ['x'],
      batches: endless(),
      term: () => literal('x'.repeat(1000)),
    }
    for await (const piece of writeSolutions(format, solutions)) {
      expect(piece.length).toBeGreaterThan(1000)
      break
    }
    expect(ended).toBe(true)
  })
})

describe('a boolean', () => {
  it.each([
    ['json', '{"head":{},"boolean":true}'],
    [
      'xml',
      '<?xml version="1.0" encoding="UTF-8"?>\n<sparql xmlns="http://www.w3.org/2005/sparql-results#">\n' +
        '<head/>\n<boolean>true</boolean>\n</sparql>\n',
    ],
    ['csv', 'true'],
    ['tsv', 'true'],
  ] as const)('is written as %s', (format, text) => {
    expect(writeBoolean(format, true)).toBe(text)
    expect(writeBoolean(format, false)).toBe(text.replace('true', 'false'))
  })
})

describe('the syntax of solutions', () => {
  it.each([
    ['application/sparql-results+json', 'json'],
    ['Application/SPARQL-Results+XML; charset=utf-8', 'xml'],
    ['text/csv', 'csv'],
    ['text/tab-separated-values', 'tsv'],
    ['text/html', undefined],
  ])('of media type %s is %s', (mediaType, format) => {
    expect(solutionsFormatOfMediaType(mediaType)).toBe(format)
  })
})
