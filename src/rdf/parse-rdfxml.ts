import { pipeline, Readable } from 'node:stream'
import { RdfXmlParser } from 'rdfxml-streaming-parser'
import { ServiceError } from '../errors.ts'
import { createBlankLabels } from './blank-labels.ts'
import { foreignFactory, isForeignQuad, ownQuad, UnusableTerm } from './foreign-quad.ts'
import { invalidRdf, type TextPosition } from './invalid-rdf.ts'
import { batchLength, heldTextExceeded, maximalHeldText, type ParseOptions } from './parse-options.ts'
import type { Quad } from './term.ts'
import type { TextWindow } from './text-window.ts'

/** The quads of a text in RDF/XML; `window` has seen each piece before it comes. */
export async function* parseRdfXml(
  text: AsyncIterable<string>,
  options: ParseOptions,
  window: TextWindow,
): AsyncGenerator<readonly Quad[]> {
  let failure: unknown
  const parser = new WholeRdfXmlParser({
    dataFactory: foreignFactory(createBlankLabels(options.blankPrefix ?? 'b0')),
    baseIRI: options.baseIri ?? '',
    trackPosition: true,
  })
  parser.onPrefix = options.onPrefix
  parser.fileName = options.fileName
  const source = Readable.from(text).once('error', (error) => {
    failure = error
  })
  pipeline(source, parser, () => {})
  let quads: Quad[] = []
  try {
    for await (const quad of parser) {
      if (!isForeignQuad(quad)) throw new Error('The RDF/XML parser gave something that is not a quad.')
      quads.push(ownQuad(quad, options.graph ?? null))
      if (quads.length < batchLength) continue
      yield quads
      quads = []
    }
  } catch (error) {
    throw failure ?? readable(error, options.fileName, window)
  }
  if (quads.length > 0) yield quads
}

/** Longest replacement text of an entity: namespaces fit, texts that swell by being repeated do not. */
const maximalEntityLength = 1000

/**
 * The library's parser, made to see what it passes over: an end in the middle of an element, text that a comment or
 * CDATA section divides, encodings that are not UTF-8 and entities that stand for much text.
 */
class WholeRdfXmlParser extends RdfXmlParser {
  onPrefix: ParseOptions['onPrefix']
  fileName: string | undefined
  /** Characters since something was made of them: all that the library may be holding. */
  #held = 0
  #depth = 0
  #sawRoot = false
  #text = ''
  /** The beginning of the document, as far as an XML declaration goes. */
  #start = ''

  override _transform(
    chunk: Buffer | string,
    encoding: BufferEncoding,
    callback: (error?: Error | null) => void,
  ): void {
    this.#held += chunk.length
    if (this.#start.length < 200) this.#start += String(chunk).slice(0, 200)
    if (this.#held > maximalHeldText) callback(heldTextExceeded('a literal', this.fileName))
    else super._transform(chunk, encoding, callback)
  }

  protected override onTag(tag: Parameters<RdfXmlParser['onTag']>[0]): void {
    this.#flushText()
    if (!this.#sawRoot) this.#checkEncoding()
    // The library takes the outermost element for rdf:RDF, but a single node element may stand there too.
    if (!this.#sawRoot && !(tag.uri === RdfXmlParser.RDF && tag.local === 'RDF')) super.onTag(rdfElement)
    this.#depth += 1
    this.#sawRoot = true
    for (const attribute of Object.values(tag.attributes)) {
      if (typeof attribute === 'string') continue
      if (attribute.prefix === 'xmlns') this.onPrefix?.(attribute.local, attribute.value)
      else if (attribute.name === 'xmlns' && attribute.value !== '') this.onPrefix?.('', attribute.value)
    }
    super.onTag(tag)
  }

  protected override onText(text: string): void {
    this.#text += text
  }

  protected override onCloseTag(): void {
    this.#flushText()
    this.#depth -= 1
    super.onCloseTag()
  }

  protected override onDoctype(doctype: string): void {
    for (const [, name, value = ''] of doctype.matchAll(/<!ENTITY\s+(\S+)\s+["']([^"']*)["']/gu)) {
      if (value.length > maximalEntityLength) {
        throw this.newParseError(
          `the entity "${name}" is longer than ${maximalEntityLength} characters, which is not supported`,
        )
      }
    }
    super.onDoctype(doctype)
  }

  override _flush(callback: (error?: Error | null) => void): void {
    if (!this.#sawRoot) callback(this.newParseError('the document has no element'))
    else if (this.#depth > 0) callback(this.newParseError('the document ends within an element'))
    else callback()
  }

  override valueToUri(
    ...[value, tag]: Parameters<RdfXmlParser['valueToUri']>
  ): ReturnType<RdfXmlParser['valueToUri']> {
    // The library takes dot segments out of absolute IRIs too, which would make them other IRIs than Turtle's.
    if (/^[A-Za-z][A-Za-z0-9+.-]*:/.test(value)) return this.uriToNamedNode(value)
    if (!tag.baseIRI) {
      throw this.newParseError(`the IRI <${value.slice(0, 60)}> is not absolute, and no base IRI is given`)
    }
    return super.valueToUri(value, tag)
  }

  #checkEncoding(): void {
    const encoding = /^<\?xml[^>]*\sencoding\s*=\s*["']([^"']*)/.exec(this.#start)?.[1]
    if (encoding === undefined || /^(?:utf-?8|us-ascii|ascii)$/i.test(encoding)) return
    throw this.newParseError(`the encoding "${encoding}" is not supported: only UTF-8 is`)
  }

  #flushText(): void {
    if (this.#text !== '') super.onText(this.#text)
    this.#text = ''
    this.#held = 0
  }
}

const rdfElement: Parameters<RdfXmlParser['onTag']>[0] = {
  name: 'rdf:RDF',
  prefix: 'rdf',
  local: 'RDF',
  uri: RdfXmlParser.RDF,
  ns: {},
  attributes: {},
  isSelfClosing: false,
}

/** The library's error as ours; both of its spellings of a position are read. */
function readable(error: unknown, fileName: string | undefined, window: TextWindow): unknown {
  if (error instanceof ServiceError || !(error instanceof Error)) return error
  if (error instanceof UnusableTerm) return invalidRdf(error.message, fileName)
  const match = /^(?:Line (\d+) column (\d+)|(\d+):(\d+)): (.*)$/s.exec(error.message)
  if (match === null) {
    return isBug(error) ? error : invalidRdf(sentence(error.message), fileName)
  }
  const position: TextPosition = {
    line: Number(match[1] ?? match[3]),
    column: Math.max(1, match[2] === undefined ? Number(match[4]) : Number(match[2]) - 1),
  }
  return invalidRdf(sentence(match[5] ?? ''), fileName, position, window.lineText(position.line))
}

function isBug(error: Error): boolean {
  return error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError
}

function sentence(message: string): string {
  const text = message
    .trim()
    .replace(/^Invalid IRI according to .*?: '(.*)'$/s, 'The IRI <$1> is not a valid absolute IRI.')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith('.') ? '' : '.'}`
}
