import { Buffer } from 'node:buffer'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { chunks, e, errorOf, parse, quad, rdfXml } from '../../test/rdf-documents.ts'
import type { RdfFormat } from './formats.ts'
import { parseRdf } from './parse.ts'
import { blank, iri, languageString, literal, xsd } from './term.ts'

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

  it('tag languages in RDF/XML as every syntax can write them', async () => {
    const tagged = (tag: string) => rdfXml(`<rdf:Description><p xml:lang="${tag}">x</p></rdf:Description>`)
    expect(await parse('rdf-xml', tagged('de-CH-1996'))).toHaveLength(1)
    expect(await errorOf('rdf-xml', tagged('en_US'))).toMatch(/"en_us" is not a language tag/i)
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
