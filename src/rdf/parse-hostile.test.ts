import { Buffer } from 'node:buffer'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { errorOf, parse, rdfXml } from '../../test/rdf-documents.ts'
import { ServiceError } from '../errors.ts'
import type { RdfFormat } from './formats.ts'
import { parseRdf } from './parse.ts'
import { literal } from './term.ts'

describe('hostile documents', () => {
  it('Turtle nested 10,000 deep is read', async () => {
    const depth = 10_000
    const text = `<http://e/a> <http://e/p> ${'[ <http://e/p> '.repeat(depth)}1${' ]'.repeat(depth)} .`
    expect(await parse('turtle', text)).toHaveLength(depth + 1)
    expect(
      await parse('turtle', `<http://e/a> <http://e/p> ${'('.repeat(depth)}${')'.repeat(depth)} .`),
    ).toHaveLength(2 * depth - 1)
  })

  it('RDF/XML nested 1,000 deep is read', async () => {
    const depth = 1000
    const text = rdfXml(`${'<rdf:Description><p>'.repeat(depth)}x${'</p></rdf:Description>'.repeat(depth)}`)
    expect(await parse('rdf-xml', text)).toHaveLength(depth)
  })

  it('external entities of RDF/XML are not read', async () => {
    const text = `<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>\n${rdfXml('<rdf:Description><p>&x;</p></rdf:Description>')}`
    expect(await errorOf('rdf-xml', text)).toMatch(/Undefined entity/)
  })

  it('internal entities of RDF/XML do not swell', async () => {
    const nested = `<!DOCTYPE r [<!ENTITY a "xxxxxxxxxx"><!ENTITY b "&a;&a;&a;&a;">]>\n${rdfXml('<rdf:Description><p>&b;</p></rdf:Description>')}`
    expect((await parse('rdf-xml', nested))[0]?.object.value.length).toBeLessThan(100)
    const long = `<!DOCTYPE r [<!ENTITY a "${'x'.repeat(1001)}">]>\n${rdfXml('<rdf:Description><p>&a;</p></rdf:Description>')}`
    expect(await errorOf('rdf-xml', long)).toMatch(/The entity "a" is longer than 1000 characters/)
  })

  it('text of RDF/XML that is divided by comments and CDATA is one', async () => {
    const text = rdfXml('<rdf:Description><p>a<!-- b -->c<![CDATA[<d>]]>e</p></rdf:Description>')
    expect((await parse('rdf-xml', text))[0]?.object).toEqual(literal('ac<d>e'))
  })

  it('a small gzip that unpacks to much is read in little memory', async () => {
    const packed = gzipSync(Buffer.alloc(200 * 1024 * 1024, '# comment that says nothing at all\n'))
    const before = process.memoryUsage().rss
    expect(await parse('turtle', packed)).toEqual([])
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1024 * 1024)
  })

  it.each<[RdfFormat, string]>([
    ['turtle', '<http://e/a> <http://e/p> """'],
    ['n-triples', '<http://e/a> <http://e/p> "'],
    [
      'rdf-xml',
      '<rdf:Description xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://e/"><p>',
    ],
    ['json-ld', '{"http://e/p": "'],
  ])('%s that swells to one huge literal is refused before it fills the memory', async (format, start) => {
    async function* input(): AsyncGenerator<Uint8Array> {
      yield Buffer.from(start)
      const megabyte = Buffer.alloc(1024 * 1024, 'x')
      for (let count = 0; count < 200; count++) yield megabyte
    }
    const read = async () => {
      for await (const batch of parseRdf(input(), { format, fileName: 'f' })) void batch
    }
    await expect(read).rejects.toThrow(/^f: .* can have 64 Mi characters at most/)
  })

  it('any text gives quads or an error that says where', async () => {
    const tokens = fc.constantFrom(
      ' ',
      '\n',
      '\r',
      '.',
      ';',
      ',',
      '<http://e/a>',
      '<>',
      '"x"',
      '"""',
      '@en',
      '^^',
      '_:b',
      ':',
      'a',
      '{',
      '}',
      '[',
      ']',
      '(',
      ')',
      '@prefix',
      '#',
      '1',
      '.5',
      '\\',
      '\u{1f333}',
      '<<',
      '&',
    )
    const format = fc.constantFrom<RdfFormat>('turtle', 'trig', 'n-triples', 'n-quads', 'rdf-xml', 'json-ld')
    await fc.assert(
      fc.asyncProperty(fc.array(tokens, { maxLength: 12 }), format, async (parts, syntax) => {
        try {
          await parse(syntax, parts.join(''), {}, 3)
        } catch (error) {
          expect(error).toBeInstanceOf(ServiceError)
          expect(String(error)).toMatch(/line \d+, column \d+: \S/)
        }
      }),
      { numRuns: 500 },
    )
  })
})
