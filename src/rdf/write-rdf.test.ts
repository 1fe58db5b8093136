import fc from 'fast-check'
import { type Quad as N3Quad, Parser } from 'n3'
import oxigraph from 'oxigraph'
import { describe, expect, it } from 'vitest'
import { isomorphic } from '../../test/isomorphic.ts'
import { ServiceError } from '../errors.ts'
import { foreignFactory, ownQuad } from './foreign-quad.ts'
import { type RdfFormat, rdfSyntaxes } from './formats.ts'
import { defaultNamespaces, type Namespaces } from './namespaces.ts'
import { parseRdf } from './parse.ts'
import { blank, iri, languageString, literal, type Quad, rdf, rdfNamespace, type Term, xsd } from './term.ts'
import { writeRdf } from './write-rdf.ts'

const formats = rdfSyntaxes.map(({ format }) => format)
const withGraphs: ReadonlySet<RdfFormat> = new Set(['trig', 'n-quads', 'json-ld'])
const namespaces: Namespaces = new Map([
  ...defaultNamespaces,
  ['ex', 'http://e/'],
  ['deep', 'http://e/deep/'],
  ['not a prefix', 'http://e/x#'],
  ['bad', 'http://e/<>'],
  ['xml', 'http://e/xml#'],
  ['p', 'http://e/p#'],
  ['none', ''],
])

async function* batched(quads: readonly Quad[], size = 3): AsyncGenerator<readonly Quad[]> {
  for (let at = 0; at < quads.length; at += size) yield quads.slice(at, at + size)
}

async function written(quads: readonly Quad[], format: RdfFormat, known = namespaces): Promise<string> {
  let text = ''
  for await (const piece of writeRdf(batched(quads), { format, namespaces: known })) text += piece
  return text
}

async function read(text: string, format: RdfFormat): Promise<readonly Quad[]> {
  const quads: Quad[] = []
  for await (const batch of parseRdf(bytes(text), { format })) quads.push(...batch)
  return quads
}

async function* bytes(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}

/** The quads as a syntax can hold them. */
function held(quads: readonly Quad[], format: RdfFormat): readonly Quad[] {
  return withGraphs.has(format) ? quads : quads.map((quad) => ({ ...quad, graph: null }))
}

function quad(subject: string, predicate: string, object: Term, graph: string | null = null): Quad {
  return {
    subject: iri(subject),
    predicate: iri(predicate),
    object,
    graph: graph === null ? null : iri(graph),
  }
}

// XML has no way to write most control characters and the two last code points of the first plane.
const character = fc.oneof(
  fc.constantFrom(
    '"',
    '\\',
    "'",
    '<',
    '>',
    '&',
    '\n',
    '\r',
    '\t',
    ' ',
    ']',
    '{',
    '}',
    '@',
    '\u0085',
    '\u2028',
  ),
  fc.constantFrom('\u007f', '\u00a0', '\ufeff', '\ufffd', '\u{1f600}', '\u{10ffff}', '\u{e0001}', '\u0301'),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
)
// biome-ignore lint/suspicious/noControlCharactersInRegex: those that XML cannot hold.
const notXml = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g
const anyText = fc.array(character, { maxLength: 12 }).map((characters) => characters.join('').toWellFormed())
const numbers = fc.constantFrom(
  '1',
  '-1',
  '+01',
  '1.0',
  '.5',
  '1.',
  '1e3',
  '1.5E-3',
  'true',
  '1',
  'abc',
  '',
  'INF',
)
const datatypes = fc.constantFrom(
  xsd.integer,
  xsd.decimal,
  xsd.double,
  xsd.boolean,
  'http://e/type',
  `${rdfNamespace}XMLLiteral`,
  `${rdfNamespace}JSON`,
)
const languages = fc.constantFrom('en', 'en-gb', 'zh-hant-tw', 'de-1996')
const iris = fc.constantFrom(
  'http://e/a',
  'http://e/deep/b.c',
  'http://e/deep/b.',
  'http://e/deep/',
  "http://e/a?b=c&d='e'#f",
  'http://e/\u00e9\u4e2d',
  'http://e/\u{1f600}',
  'http://e/%20',
  'http://e/a/../b/./c',
  'urn:uuid:1',
  'ex:name',
  'mailto:a@b',
)
const predicates = fc.constantFrom(
  rdf.type,
  'http://e/name',
  'http://e/9lives',
  'http://e/deep/b-c',
  'http://e/x#y',
  'http://elsewhere/y',
  'http://e/\u00e9\u4e2d',
  'http://e/p#q',
  'http://e/xml#q',
  `${rdfNamespace}_1`,
  `${rdfNamespace}first`,
  'urn:p',
)
const blanks = fc
  .constantFrom('a', 'b0_1', 'b0-1', 'x-0061', 'a b', '9', 'a.b', 'a..b', 'a.', '\u00e9')
  .map(blank)
const nodes = fc.oneof({ weight: 3, arbitrary: iris.map(iri) }, { weight: 1, arbitrary: blanks })
const objects = fc.oneof(
  nodes,
  anyText.map((text) => literal(text)),
  fc.tuple(anyText, languages).map(([text, language]) => languageString(text, language)),
  fc.tuple(fc.oneof(numbers, anyText), datatypes).map(([text, datatype]) => literal(text, datatype)),
)
const quads: fc.Arbitrary<readonly Quad[]> = fc.array(
  fc.record({
    subject: nodes,
    predicate: predicates.map(iri),
    object: objects,
    graph: fc.option(nodes, { freq: 2 }),
  }),
  { maxLength: 9 },
)

/** Quads with many neighbours in common. */
const sortedQuads = quads.map((all) =>
  all.toSorted((a, b) =>
    JSON.stringify([a.graph, a.subject]) < JSON.stringify([b.graph, b.subject]) ? -1 : 1,
  ),
)

function writableAsXml(all: readonly Quad[]): readonly Quad[] {
  return all.map((one) =>
    one.object.kind !== 'literal'
      ? one
      : { ...one, object: { ...one.object, value: one.object.value.replace(notXml, '?') } },
  )
}

describe.each(formats)('writing %s', (format) => {
  it('is read back as the same dataset', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(quads, sortedQuads), async (all) => {
        const given = format === 'rdf-xml' ? writableAsXml(all) : all
        const text = await written(given, format)
        const found = await read(text, format)
        if (!isomorphic(found, held(given, format))) expect({ text, found }).toEqual({ found: given })
      }),
      { numRuns: 300 },
    )
  })

  it('writes a document without quads', async () => {
    expect(await read(await written([], format), format)).toEqual([])
    expect(await read(await written([], format, new Map()), format)).toEqual([])
  })

  it.each(['http://e/a b', 'http://e/<script>', 'http://e/"', 'http://e/\n'])(
    'refuses the IRI %j',
    async (bad) => {
      const good = 'http://e/a'
      for (const one of [
        quad(bad, good, iri(good)),
        quad(good, bad, iri(good)),
        quad(good, good, iri(bad)),
        quad(good, good, literal('x', bad)),
      ]) {
        const error = await written([one], format).catch((thrown: unknown) => thrown)
        expect(error).toBeInstanceOf(ServiceError)
        expect(String(error)).toContain(JSON.stringify(bad))
      }
    },
  )

  it('hands on pieces of bounded length, one literal at least', async () => {
    const long = literal('x'.repeat(200_000))
    async function* many(): AsyncGenerator<readonly Quad[]> {
      for (let batch = 0; batch < 20; batch++) {
        yield Array.from({ length: 1000 }, (_, at) =>
          quad(`http://e/${batch}`, `http://e/p${at}`, literal('value')),
        )
      }
      yield [quad('http://e/a', 'http://e/p', long), quad('http://e/a', 'http://e/p', long)]
    }
    const lengths: number[] = []
    for await (const piece of writeRdf(many(), { format })) lengths.push(piece.length)
    expect(lengths.length).toBeGreaterThan(5)
    expect(Math.max(...lengths)).toBeLessThan(200_000 + 70_000)
  })

  it('ends the quads with the text', async () => {
    let ended = false
    async function* endless(): AsyncGenerator<readonly Quad[]> {
      try {
        for (;;) yield [quad('http://e/a', 'http://e/p', literal('x'.repeat(1000)))]
      } finally {
        ended = true
      }
    }
    for await (const piece of writeRdf(endless(), { format })) {
      expect(piece.length).toBeGreaterThan(1000)
      break
    }
    expect(ended).toBe(true)
  })
})

describe.each(['turtle', 'trig', 'n-triples', 'n-quads'] as const)('written %s', (format) => {
  it('is read by n3 as the same dataset', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(quads, sortedQuads), async (all) => {
        const text = await written(all, format)
        const names = { turtle: 'Turtle', trig: 'TriG', 'n-triples': 'N-Triples', 'n-quads': 'N-Quads' }
        const parsed = new Parser({ format: names[format], factory: foreignFactory(label) }).parse(text)
        expect(isomorphic(parsed.map(fromN3), held(all, format))).toBe(true)
      }),
      { numRuns: 200 },
    )
    function label(name?: string): string {
      return name ?? 'none'
    }
    function fromN3(foreign: N3Quad): Quad {
      return ownQuad(foreign, null)
    }
  })
})

describe.each(rdfSyntaxes)('written $label', ({ format, mediaTypes }) => {
  it('is read by oxigraph as the same dataset', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(quads, sortedQuads), async (all) => {
        const given = format === 'rdf-xml' ? writableAsXml(all) : all
        const text = await written(given, format)
        const found = oxigraph.parse(text, { format: mediaTypes[0] ?? '' }).map((one) => ownQuad(one, null))
        if (!isomorphic(found, held(given, format))) expect({ text, found }).toEqual({ found: given })
      }),
      { numRuns: 200 },
    )
  })
})

describe('what is written', () => {
  it('is Turtle by subjects and prefixes', async () => {
    const all = [
      quad('http://e/a', rdf.type, iri('http://e/Thing')),
      quad('http://e/a', rdf.type, iri('http://e/deep/Thing')),
      quad('http://e/a', 'http://e/size', literal('42', xsd.integer)),
      quad('http://e/b', 'http://e/size', literal('big', xsd.integer)),
    ]
    expect(await written(all, 'turtle', new Map([['', 'http://e/']]))).toBe(
      '@prefix : <http://e/> .\n\n' +
        ':a a :Thing, <http://e/deep/Thing> ;\n  :size 42 .\n' +
        ':b :size "big"^^<http://www.w3.org/2001/XMLSchema#integer> .\n',
    )
  })

  it('is TriG by graphs', async () => {
    const all = [
      quad('http://e/a', 'http://e/p', literal('x')),
      quad('http://e/a', 'http://e/p', literal('y'), 'http://e/g'),
      quad('http://e/a', 'http://e/q', literal('z'), 'http://e/g'),
    ]
    expect(await written(all, 'trig', new Map([['', 'http://e/']]))).toBe(
      '@prefix : <http://e/> .\n\n:a :p "x" .\n:g {\n  :a :p "y" ;\n    :q "z" .\n}\n',
    )
  })

  it('has the labels of blank nodes, wherever the syntax can have them', async () => {
    const labels = ['b1_\u00e9', 'b1_a.b', 'b1-1', 'b1_a b', '9']
    const all = labels.map((label) => ({ ...quad('urn:a', 'urn:p', iri('urn:o')), subject: blank(label) }))
    const text = await written(all, 'n-triples')
    const found = text.split('\n').map((line) => line.split(' ')[0])
    expect(found).toEqual([
      '_:b1_\u00e9',
      '_:b1_a.b',
      '_:b1-1',
      '_:x-00620031005f006100200062',
      '_:x-0039',
      '',
    ])
  })

  it('is N-Quads with escapes for what nobody sees', async () => {
    const all = [quad('http://e/a', 'http://e/p', literal('\u0000\u007f\u2028\u{1f600}"\\'), 'http://e/g')]
    expect(await written(all, 'n-quads')).toBe(
      '<http://e/a> <http://e/p> "\\u0000\\u007F\\u2028\u{1f600}\\"\\\\" <http://e/g> .\n',
    )
  })

  it('is expanded JSON-LD', async () => {
    const all = [
      quad('http://e/a', rdf.type, iri('http://e/T')),
      quad('http://e/a', 'http://e/p', languageString('x', 'en')),
      quad('http://e/a', rdf.type, iri('http://e/U'), 'http://e/g'),
    ]
    expect(JSON.parse(await written(all, 'json-ld'))).toEqual([
      { '@id': 'http://e/a', '@type': ['http://e/T'], 'http://e/p': [{ '@value': 'x', '@language': 'en' }] },
      { '@id': 'http://e/g', '@graph': [{ '@id': 'http://e/a', '@type': ['http://e/U'] }] },
    ])
  })

  it('is RDF/XML with a namespace of their own for predicates without a prefix', async () => {
    const all = [
      quad('http://e/a', 'http://e/p', literal('a < b & c\r\n')),
      quad('http://e/a', 'http://f/9lives', languageString('x', 'en')),
    ]
    expect(await written(all, 'rdf-xml', new Map([['', 'http://e/']]))).toBe(
      '<?xml version="1.0" encoding="UTF-8"?>\n' +
        '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://e/">\n' +
        '  <rdf:Description rdf:about="http://e/a">\n' +
        '    <p>a &lt; b &amp; c&#13;\n</p>\n' +
        '    <p:lives xmlns:p="http://f/9" xml:lang="en">x</p:lives>\n' +
        '  </rdf:Description>\n</rdf:RDF>\n',
    )
  })

  it.each(['http://e/', 'http://e/2024', 'http://e/a(b)', `${rdfNamespace}li`, `${rdfNamespace}about`])(
    'cannot be RDF/XML with the predicate %s',
    async (predicate) => {
      const error = await written([quad('http://e/a', predicate, literal('x'))], 'rdf-xml').catch(String)
      expect(error).toContain(`RDF/XML has no way to write the predicate <${predicate}>`)
    },
  )

  it.each(['\u0000', '\u0008', '\u001f', '\ufffe', '\uffff'])(
    'cannot be RDF/XML with the character %j',
    async (bad) => {
      const error = await written([quad('http://e/a', 'http://e/p', literal(`x${bad}`))], 'rdf-xml').catch(
        String,
      )
      expect(error).toContain(`U+${bad.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`)
    },
  )

  it('cannot have a language tag that is none, where the syntax has no way to quote it', async () => {
    const all = [quad('http://e/a', 'http://e/p', languageString('x', 'en_US'))]
    for (const format of ['turtle', 'trig', 'n-triples', 'n-quads'] as const) {
      expect(await written(all, format).catch(String)).toContain(
        '"en_us" cannot be written as a language tag',
      )
    }
  })
})
