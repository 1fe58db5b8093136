import { Buffer } from 'node:buffer'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ServiceError } from '../errors.ts'
import type { RdfFormat } from './formats.ts'
import { parseRdf } from './parse.ts'
import type { ParseOptions } from './parse-options.ts'
import { blank, iri, languageString, literal, type Quad, xsd } from './term.ts'

async function* chunks(data: Uint8Array, size = data.length || 1): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < data.length; start += size) yield data.subarray(start, start + size)
}

async function parse(
  format: RdfFormat,
  data: string | Uint8Array,
  options: Partial<ParseOptions> = {},
  chunkSize?: number,
): Promise<Quad[]> {
  const bytes = typeof data === 'string' ? Buffer.from(data) : data
  const quads: Quad[] = []
  for await (const batch of parseRdf(chunks(bytes, chunkSize), { format, ...options })) quads.push(...batch)
  return quads
}

async function errorOf(...args: Parameters<typeof parse>): Promise<string> {
  try {
    await parse(...args)
  } catch (error) {
    if (error instanceof ServiceError && error.kind === 'invalidRdf') return error.message
    throw error
  }
  throw new Error('Nothing was wrong.')
}

const e = (name: string) => iri(`http://e/${name}`)
const quad = (
  subject: Quad['subject'],
  predicate: string,
  object: Quad['object'],
  graph: Quad['graph'] = null,
): Quad => ({
  subject,
  predicate: e(predicate),
  object,
  graph,
})

const rdfXml = (content: string) =>
  `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://e/">\n${content}\n</rdf:RDF>`

describe('every syntax', () => {
  const documents: readonly [RdfFormat, string][] = [
    ['turtle', '@prefix : <http://e/> .\n:a :p :b, "x"@EN, 7 .'],
    ['trig', '@prefix : <http://e/> .\n{ :a :p :b, "x"@EN, 7 }'],
    [
      'n-triples',
      '<http://e/a> <http://e/p> <http://e/b> .\n<http://e/a> <http://e/p> "x"@EN .\n<http://e/a> <http://e/p> "7"^^<http://www.w3.org/2001/XMLSchema#integer> .\n',
    ],
    [
      'n-quads',
      '<http://e/a> <http://e/p> <http://e/b> .\n<http://e/a> <http://e/p> "x"@EN .\n<http://e/a> <http://e/p> "7"^^<http://www.w3.org/2001/XMLSchema#integer> .',
    ],
    [
      'rdf-xml',
      rdfXml(
        '<rdf:Description rdf:about="http://e/a"><p rdf:resource="http://e/b"/><p xml:lang="EN">x</p><p rdf:datatype="http://www.w3.org/2001/XMLSchema#integer">7</p></rdf:Description>',
      ),
    ],
    [
      'json-ld',
      '{"@context": {"@vocab": "http://e/"}, "@id": "http://e/a", "p": [{"@id": "http://e/b"}, {"@value": "x", "@language": "EN"}, 7]}',
    ],
  ]
  const expected = [
    quad(e('a'), 'p', e('b')),
    quad(e('a'), 'p', languageString('x', 'en')),
    quad(e('a'), 'p', literal('7', xsd.integer)),
  ]

  it.each(documents)('%s gives plain quads', async (format, text) => {
    expect(await parse(format, text)).toEqual(expected)
  })

  it.each(documents)('%s may begin with a byte order mark', async (format, text) => {
    expect(await parse(format, `\ufeff${text}`)).toEqual(expected)
  })

  it.each(documents)('%s may come in chunks of one byte, packed', async (format, text) => {
    expect(await parse(format, gzipSync(text), {}, 1)).toEqual(expected)
    expect(await parse(format, text, {}, 1)).toEqual(expected)
  })

  it.each(documents)('%s puts triples into the given graph', async (format, text) => {
    const quads = await parse(format, text, { graph: e('g') })
    expect(quads.map((each) => each.graph)).toEqual([e('g'), e('g'), e('g')])
  })

  it.each(documents)('%s refuses a document that is cut short', async (format, text) => {
    const cut = text.slice(0, text.trimEnd().length - 8)
    expect(await errorOf(format, cut, { fileName: 'data' })).toMatch(/^data, line \d+, column \d+: /)
  })

  it.each(documents)('%s in gzip that is cut short or damaged is refused', async (format, text) => {
    const packed = gzipSync(text)
    expect(await errorOf(format, packed.subarray(0, -9), { fileName: 'a.gz' })).toBe(
      'a.gz: The gzip data is cut short.',
    )
    packed[12] = (packed[12] ?? 0) ^ 0xff
    packed[packed.length - 6] = (packed[packed.length - 6] ?? 0) ^ 0xff
    expect(await errorOf(format, packed, { fileName: 'a.gz' })).toMatch(/^a\.gz: The gzip data is damaged\./)
  })

  it.each(['turtle', 'trig', 'n-triples', 'n-quads'] as const)('%s may be empty', async (format) => {
    expect(await parse(format, '')).toEqual([])
    expect(await parse(format, gzipSync(''))).toEqual([])
    expect(await parse(format, '# nothing\n\r\n')).toEqual([])
  })

  it('an empty document is neither XML nor JSON', async () => {
    expect(await errorOf('rdf-xml', '')).toMatch(/The document has no element/)
    expect(await errorOf('json-ld', '')).toBe('The data, line 1, column 1: The JSON ends too early.')
  })

  it.each(documents)('%s ends its input when the reader stops', async (format, text) => {
    let ended = false
    async function* input(): AsyncGenerator<Uint8Array> {
      try {
        yield Buffer.from(text)
        yield Buffer.from(' '.repeat(10))
      } finally {
        ended = true
      }
    }
    for await (const batch of parseRdf(input(), { format })) if (batch.length > 0) break
    expect(ended).toBe(true)
  })

  it.each(documents)('%s passes an error of its input through', async (format, text) => {
    async function* input(): AsyncGenerator<Uint8Array> {
      yield Buffer.from(text.slice(0, 10))
      throw new Error('disk on fire')
    }
    await expect(async () => {
      for await (const batch of parseRdf(input(), { format })) void batch
    }).rejects.toThrow('disk on fire')
  })

  it.each(documents)('%s that is not UTF-8 is refused at its place', async (format) => {
    const text = {
      turtle: '# \u20ac\n#',
      trig: '# \u20ac\n#',
      'n-triples': '# \u20ac\n#',
      'n-quads': '# \u20ac\n#',
      'rdf-xml': '<!--\n-',
      'json-ld': '"\n"',
    }[format]
    const data = Buffer.concat([Buffer.from(text), Buffer.from([0xe9, 0x20])])
    for (const size of [1, 2, 3, 100]) {
      expect(await errorOf(format, data, { fileName: 'f' }, size)).toContain(
        'f, line 2, column 2: The text is not UTF-8 from here on.',
      )
    }
  })

  it('a batch is about a thousand quads', async () => {
    const text = Array.from({ length: 2500 }, (_, index) => `<http://e/a> <http://e/p> "${index}" .\n`).join(
      '',
    )
    const lengths: number[] = []
    for await (const batch of parseRdf(chunks(Buffer.from(text)), { format: 'n-triples' }))
      lengths.push(batch.length)
    expect(lengths.reduce((a, b) => a + b)).toBe(2500)
    expect(Math.max(...lengths)).toBe(1000)
  })

  it('a literal may be huge', async () => {
    const value = 'x'.repeat(5_000_000)
    expect((await parse('n-triples', `<http://e/a> <http://e/p> "${value}" .`))[0]?.object.value.length).toBe(
      5_000_000,
    )
    expect(
      (await parse('turtle', `<http://e/a> <http://e/p> """${value}\n""" .`))[0]?.object.value.length,
    ).toBe(5_000_001)
    expect(
      (await parse('rdf-xml', rdfXml(`<rdf:Description><p>${value}</p></rdf:Description>`)))[0]?.object.value
        .length,
    ).toBe(5_000_000)
    expect((await parse('json-ld', `{"http://e/p": "${value}"}`))[0]?.object.value.length).toBe(5_000_000)
  })
})

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
      /^d, line 3, column \d+: Unexpected close tag/,
    ],
    [
      'an entity that is not declared',
      'rdf-xml',
      rdfXml('<rdf:Description><p>&nope;</p></rdf:Description>'),
      /^d, line 2, column \d+: Undefined entity/,
    ],
    [
      'a node that is about two things',
      'rdf-xml',
      rdfXml('<rdf:Description rdf:about="http://e/a" rdf:nodeID="b"/>'),
      /^d, line 2, column \d+: Only one of rdf:about/,
    ],
    [
      'a relative IRI in RDF/XML',
      'rdf-xml',
      rdfXml('<rdf:Description rdf:about="a"><p>x</p></rdf:Description>'),
      /IRI/,
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

describe('namespaces', () => {
  it('of the database may be used undeclared, and do not move positions', async () => {
    const namespaces = new Map([
      ['', 'http://e/'],
      ['foaf', 'http://f/'],
      ['no good', 'http://x/'],
      ['evil', 'http://x/> . <http://e/a> <http://e/b> <http://e/c> . #'],
    ])
    const declared: string[] = []
    const options = { namespaces, onPrefix: (prefix: string) => declared.push(prefix) }
    expect(await parse('turtle', ':a :p foaf:b .', options)).toEqual([quad(e('a'), 'p', iri('http://f/b'))])
    expect(await parse('trig', '{ :a :p foaf:b }', options)).toEqual([quad(e('a'), 'p', iri('http://f/b'))])
    expect(declared).toEqual([])
    expect(await errorOf('turtle', '\n:a faof:p 1 .', options)).toMatch(
      /line 2, column 4: .*Did you mean "foaf:"/,
    )
    expect(await parse('turtle', '@prefix foaf: <http://e/> .\n:a :p foaf:b .', options)).toEqual([
      quad(e('a'), 'p', e('b')),
    ])
    expect(declared).toEqual(['foaf'])
  })

  it.each<[RdfFormat, string]>([
    ['turtle', '@prefix : <http://e/> . PREFIX f: <http://f/>'],
    ['trig', '@prefix : <http://e/> . PREFIX f: <http://f/>'],
    [
      'rdf-xml',
      '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://e/" xmlns:f="http://f/"/>',
    ],
    [
      'json-ld',
      '{"@context": [{"@vocab": "http://e/", "f": "http://f/", "name": "http://f/name"}, {"@base": "http://b/"}]}',
    ],
  ])('that %s declares are reported', async (format, text) => {
    const declared = new Map<string, string>()
    await parse(format, text, { onPrefix: (prefix, namespace) => declared.set(prefix, namespace) })
    declared.delete('rdf')
    expect([...declared].sort()).toEqual([
      ['', 'http://e/'],
      ['f', 'http://f/'],
    ])
  })
})

describe('IRIs', () => {
  it.each<[RdfFormat, string]>([
    ['turtle', '<> <#p> <../x> .'],
    ['n-triples', '<> <#p> <../x> .'],
    ['n-quads', '<> <#p> <../x> .'],
    [
      'rdf-xml',
      '<rdf:Description xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://b/c/d#" rdf:about=""><p rdf:resource="../x"/></rdf:Description>',
    ],
    ['json-ld', '{"@context": {"p": {"@id": "http://b/c/d#p", "@type": "@id"}}, "@id": "", "p": "../x"}'],
  ])('that are relative are resolved against the base in %s', async (format, text) => {
    expect(await parse(format, text, { baseIri: 'http://b/c/d' })).toEqual([
      {
        subject: iri('http://b/c/d'),
        predicate: iri('http://b/c/d#p'),
        object: iri('http://b/x'),
        graph: null,
      },
    ])
  })

  it('of a document with a base of its own need none', async () => {
    expect(await parse('turtle', '@base <http://e/> . <a> <p> <b> .')).toEqual([quad(e('a'), 'p', e('b'))])
  })

  it('of a base must be absolute', () => {
    expect(() => parseRdf(chunks(Buffer.alloc(0)), { format: 'turtle', baseIri: 'b' })).toThrow(
      'The base <b> is not an absolute IRI.',
    )
  })

  it('that are none leave out what they stand for in JSON-LD, as its specification says', async () => {
    const text =
      '{"@id": "http://e/a b", "http://e/p": 1, "http://e/q": {"@id": "http://e/c", "http://e/p": 2, "unmapped": 3}}'
    expect(await parse('json-ld', text)).toEqual([quad(e('c'), 'p', literal('2', xsd.integer))])
  })
})

describe('blank nodes', () => {
  const documents: readonly [RdfFormat, string][] = [
    ['turtle', '_:x <http://e/p> [ <http://e/p> _:x ] .'],
    ['trig', '{ _:x <http://e/p> [ <http://e/p> _:x ] }'],
    [
      'rdf-xml',
      rdfXml(
        '<rdf:Description rdf:nodeID="x"><p><rdf:Description><p rdf:nodeID="x"/></rdf:Description></p></rdf:Description>',
      ),
    ],
    ['json-ld', '{"@context": {"@vocab": "http://e/"}, "@id": "_:x", "p": {"p": {"@id": "_:x"}}}'],
  ]
  it.each(documents)('have labels by the prefix of the load in %s', async (format, text) => {
    const quads = await parse(format, text, { blankPrefix: 'b7' })
    expect(quads).toHaveLength(2)
    const unlabelled = quads.find((each) => each.subject.value !== 'b7_x')?.subject.value ?? ''
    expect(unlabelled).toMatch(/^b7-\d$/)
    expect(quads).toContainEqual(quad(blank('b7_x'), 'p', blank(unlabelled)))
    expect(quads).toContainEqual(quad(blank(unlabelled), 'p', blank('b7_x')))
  })

  it('keep their labels within graphs, and may name graphs', async () => {
    expect(await parse('trig', '_:g { _:x <http://e/p> _:x } <http://e/h> { _:x <http://e/p> 1 }')).toEqual([
      quad(blank('b0_x'), 'p', blank('b0_x'), blank('b0_g')),
      quad(blank('b0_x'), 'p', literal('1', xsd.integer), e('h')),
    ])
  })

  it('of one prefix never take the label of another kind or prefix', async () => {
    const labels = new Set<string>()
    for (const blankPrefix of ['b1', 'b11']) {
      const quads = await parse('turtle', '_:1 <http://e/p> [], [], _:a, _:a-1, _:a.1 .', { blankPrefix })
      for (const each of quads) labels.add(each.subject.value).add(each.object.value)
    }
    expect(labels.size).toBe(12)
  })
})

describe('graphs', () => {
  it('are kept in TriG, N-Quads and JSON-LD', async () => {
    const expected = [quad(e('a'), 'p', e('b'), e('g')), quad(e('a'), 'p', e('c'), e('default'))]
    const options = { graph: e('default') }
    expect(await parse('trig', '@prefix : <http://e/> . :g { :a :p :b } :a :p :c .', options)).toEqual(
      expected,
    )
    expect(
      await parse('trig', '@prefix : <http://e/> . GRAPH :g { :a :p :b } { :a :p :c . }', options),
    ).toEqual(expected)
    expect(
      await parse(
        'n-quads',
        '<http://e/a> <http://e/p> <http://e/b> <http://e/g> .\n<http://e/a> <http://e/p> <http://e/c> .',
        options,
      ),
    ).toEqual(expected)
    const jsonLd =
      '{"@context": {"@vocab": "http://e/"}, "@graph": [{"@id": "http://e/g", "@graph": [{"@id": "http://e/a", "p": {"@id": "http://e/b"}}]}, {"@id": "http://e/a", "p": {"@id": "http://e/c"}}]}'
    expect(await parse('json-ld', jsonLd, options)).toEqual(expected)
  })
})

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
