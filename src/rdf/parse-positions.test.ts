import { Buffer } from 'node:buffer'
import { describe, expect, it } from 'vitest'
import { chunks, errorOf, rdfXml } from '../../test/rdf-documents.ts'
import type { RdfFormat } from './formats.ts'
import { parseRdf } from './parse.ts'
import type { Quad } from './term.ts'

describe('positions', () => {
  it.each<[string, RdfFormat, string, RegExp]>([
    [
      'a prefix that is not declared',
      'turtle',
      '@prefix foaf: <http://f/> .\n\n<http://e/a> foaff:name "x" .',
      /^d, line 3, column 14: The prefix "foaff:" is not declared\. Did you mean "foaf:"\?\n {2}<http:\/\/e\/a> foaff:name "x" \.\n {15}\^$/,
    ],
    [
      'a prefix like no other',
      'turtle',
      'zzz:a zzz:b zzz:c .',
      /^d, line 1, column 1: The prefix "zzz:" is not declared\.\n/,
    ],
    [
      'a missing object',
      'turtle',
      '<http://e/a> <http://e/p> .',
      /^d, line 1, column 27: Expected entity but got \.\./,
    ],
    [
      'a string that is not closed',
      'turtle',
      '<http://e/a>\n  <http://e/p> "abc .\n<http://e/b> <http://e/p> 1 .',
      /^d, line 2, column 16: The string that begins with /,
    ],
    [
      'a bad escape sequence',
      'n-triples',
      '<http://e/a> <http://e/p> "a\\z" .',
      /^d, line 1, column 27: The string that begins with /,
    ],
    [
      'a space in an IRI',
      'n-triples',
      '<http://e/a> <http://e/p q> "x" .',
      /^d, line 1, column 14: The IRI that begins with "<http:\/\/e\/p" has a character/,
    ],
    [
      'an escaped space in an IRI',
      'turtle',
      '<http://e/a> <http://e/p\\u0020q> "x" .',
      /^d, line 1, column 14: The IRI /,
    ],
    [
      'after CRLF line ends',
      'turtle',
      '# one\r\n# two\r\n\t<http://e/a> & .',
      /^d, line 3, column 15: Unexpected "&"\./,
    ],
    [
      'after a string of several lines',
      'turtle',
      '<http://e/a> <http://e/p> """x\n\ny""" & .',
      /^d, line 3, column 6: Unexpected "&"\./,
    ],
    [
      'after a comment and an emoji',
      'turtle',
      '# \u{1f333}\n<http://e/a> <http://e/p> "\u{1f333}" & .',
      /^d, line 2, column 32: Unexpected "&"\./,
    ],
    [
      'a relative IRI without a base',
      'turtle',
      '<http://e/a> <p> 1 .',
      /^d, line 1, column 14: The IRI <p> is relative, and no base IRI is given\./,
    ],
    [
      'a relative prefix without a base',
      'turtle',
      '@prefix : <x#> .\n',
      /^d, line 1, column 11: The IRI <x#> is relative/,
    ],
    [
      'a relative IRI in N-Triples',
      'n-triples',
      '<http://e/a> <http://e/p> <> .',
      /^d, line 1, column 27: The IRI <> is relative/,
    ],
    [
      'the end within a statement',
      'turtle',
      '<http://e/a> <http://e/p>\n',
      /^d, line 2, column 1: The text ends in the middle of a statement\./,
    ],
    [
      'the end within a string',
      'turtle',
      '<http://e/a> <http://e/p> """x\ny',
      /^d, line 1, column 27: The string that begins/,
    ],
    [
      'a graph that is not closed',
      'trig',
      '<http://e/g> { <http://e/a> <http://e/p> 1 ',
      /^d, line 1, column 44: The text ends/,
    ],
    [
      'a graph in Turtle',
      'turtle',
      '<http://e/g> { <http://e/a> <http://e/p> 1 }',
      /^d, line 1, column 14: /,
    ],
    [
      'a graph in N-Triples',
      'n-triples',
      '<http://e/a> <http://e/p> "x" <http://e/g> .',
      /^d, line 1, column 31: /,
    ],
    [
      'a literal as a subject',
      'turtle',
      '"x" <http://e/p> 1 .',
      /^d, line 1, column 1: Unexpected literal\./,
    ],
    [
      'a quoted triple',
      'turtle',
      '<< <http://e/a> <http://e/p> 1 >> <http://e/q> 2 .',
      /^d, line 1, column 1: This is syntax of RDF 1\.2/,
    ],
    [
      'a triple term',
      'n-triples',
      '<http://e/a> <http://e/p> <<( <http://e/a> <http://e/p> "1" )>> .',
      /^d, line 1, column 27: This is syntax of RDF 1\.2/,
    ],
    [
      'an annotation',
      'turtle',
      '<http://e/a> <http://e/p> 1 {| <http://e/q> 2 |} .',
      /^d, line 1, column 29: This is syntax of RDF 1\.2/,
    ],
    [
      'a base direction',
      'turtle',
      '<http://e/a> <http://e/p> "x"@ar--rtl .',
      /^d, line 1, column 33: This is syntax of RDF 1\.2/,
    ],
    ['a version', 'turtle', 'VERSION "1.2"', /^d, line 1, column 1: This is syntax of RDF 1\.2/],
    [
      'a directive in N-Triples',
      'n-triples',
      '@prefix : <http://e/> .',
      /^d, line 1, column 1: Unexpected "@prefix"/,
    ],
    [
      'two statements on a line',
      'n-triples',
      '<http://e/a> <http://e/p> "x" . <http://e/a> <http://e/p> "y" .',
      /^d, line 1, column 33: A statement must begin on a line of its own\./,
    ],
    [
      'a statement on two lines',
      'n-quads',
      '<http://e/a> <http://e/p>\n"x" .',
      /^d, line 2, column 1: A statement must stand on one line\./,
    ],
    [
      'an element that is closed by another name',
      'rdf-xml',
      rdfXml('<rdf:Description>\n  <p>x</q>\n</rdf:Description>'),
      /^d, line 3, column 10: Unexpected close tag\./,
    ],
    [
      'an entity that is not declared',
      'rdf-xml',
      rdfXml('<rdf:Description><p>&nope;</p></rdf:Description>'),
      /^d, line 2, column 26: Undefined entity\./,
    ],
    [
      'a node that is about two things',
      'rdf-xml',
      rdfXml('<rdf:Description rdf:about="http://e/a" rdf:nodeID="b"/>'),
      /^d, line 2, column 56: Only one of rdf:about/,
    ],
    [
      'a relative IRI in RDF/XML',
      'rdf-xml',
      rdfXml('<rdf:Description rdf:about="a"><p>x</p></rdf:Description>'),
      /^d, line 2, column 31: The IRI <a> is not absolute, and no base IRI is given\./,
    ],
    [
      'an IRI with a space in RDF/XML',
      'rdf-xml',
      rdfXml('<rdf:Description rdf:about="http://e/a b"/>'),
      /^d, line 2, column \d+: The IRI <http:\/\/e\/a b> is not a valid absolute IRI\./,
    ],
    [
      'another encoding of XML',
      'rdf-xml',
      `<?xml version="1.0" encoding="ISO-8859-1"?>${rdfXml('')}`,
      /^d, line 1, column \d+: The encoding "ISO-8859-1" is not supported/,
    ],
    [
      'JSON that is no JSON-LD',
      'json-ld',
      ' 5',
      /^d, line 1, column 1: A JSON-LD document is an object or an array\./,
    ],
    [
      'an integer that JSON-LD would round',
      'json-ld',
      '{"http://e/p":\n -9007199254740993}',
      /^d, line 2, column 3: JSON-LD numbers are not exact to as many digits as "9007199254740993" has/,
    ],
    [
      'JSON with a comma too many',
      'json-ld',
      '{\n  "@id": "http://e/a",\n}',
      /^d, line 3, column 1: The JSON is malformed here: unexpected "}"\.\n {2}}\n {2}\^$/,
    ],
    [
      'JSON that ends too early',
      'json-ld',
      '{\n  "@id": ',
      /^d, line 2, column \d+: The JSON ends too early\./,
    ],
    [
      'a remote context',
      'json-ld',
      '{\n  "@context": "https://schema.org/",\n  "name": "x"}',
      /^d, line 2, column 15: The context <https:\/\/schema\.org\/> is not fetched from the network/,
    ],
    [
      'JSON nested too deep',
      'json-ld',
      `${'['.repeat(501)}${']'.repeat(501)}`,
      /^d, line 1, column 501: JSON-LD that is nested more than 500 levels/,
    ],
  ])('%s', async (_name, format, text, message) => {
    expect(await errorOf(format, text, { fileName: 'd' })).toMatch(message)
  })

  it.each([1, 7, 64, 1000])('are the same in chunks of %i bytes', async (size) => {
    const text = `# c\r\n<http://e/a> <http://e/p> """\u20ac\r\n""" .\r\n<http://e/a> <http://e/p> & .`
    expect(await errorOf('turtle', text, {}, size)).toMatch(/^The data, line 4, column 27: Unexpected "&"\./)
  })

  it('are exact far into a large document', async () => {
    const text = `${'<http://e/a> <http://e/p> "\u00e9" .\n'.repeat(20_000)}<http://e/a> & .`
    expect(await errorOf('n-triples', text, {}, 4096)).toMatch(
      /^The data, line 20001, column 14: Unexpected "&"\./,
    )
  })

  it('come after what is right before them', async () => {
    const seen: Quad[] = []
    const text = `${'<http://e/a> <http://e/p> "x" .\n'.repeat(3000)}oops`
    await expect(async () => {
      for await (const batch of parseRdf(chunks(Buffer.from(text), 1000), { format: 'n-triples' }))
        seen.push(...batch)
    }).rejects.toThrow('line 3001')
    expect(seen.length).toBeGreaterThan(0)
  })

  it('do not show more than an excerpt of a long line', async () => {
    const message = await errorOf('turtle', `<http://e/a> <http://e/p> "${'x'.repeat(1000)}", & .`)
    expect(message).toMatch(/column 1031: Unexpected "&"/)
    expect(message.length).toBeLessThan(300)
  })
})
