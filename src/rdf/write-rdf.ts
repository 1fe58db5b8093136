import type { RdfFormat } from './formats.ts'
import type { Namespaces } from './namespaces.ts'
import type { QuadWriter } from './quad-writer.ts'
import type { Quad } from './term.ts'
import { createJsonLdWriter } from './write-json-ld.ts'
import { createLineWriter } from './write-n-quads.ts'
import { createRdfXmlWriter } from './write-rdf-xml.ts'
import { createTurtleWriter } from './write-turtle.ts'

/** How quads are written. */
export interface WriteOptions {
  readonly format: RdfFormat
  /** What IRIs are abbreviated by; those that the syntax cannot declare are left out. */
  readonly namespaces?: Namespaces
}

/** Characters of text, about, that are handed on at once. */
const pieceLength = 1 << 16

/**
 * The text of an RDF document with these quads, in their order, in pieces of about 64 Ki characters and never less than a
 * whole quad; memory does not grow with their number. Syntaxes without graphs have the triples of all quads. What is
 * written reads back as the same dataset, but for labels of blank nodes. A consumer that stops early ends the batches.
 *
 * @throws ServiceError `unsupported` where the syntax has no way to write a quad, which the message names
 */
export async function* writeRdf(
  batches: AsyncIterable<readonly Quad[]>,
  options: WriteOptions,
): AsyncGenerator<string> {
  const writer = createQuadWriter(options.format, options.namespaces ?? new Map())
  let text = writer.start()
  for await (const batch of batches) {
    for (const quad of batch) {
      text += writer.quad(quad)
      if (text.length < pieceLength) continue
      yield text
      text = ''
    }
  }
  text += writer.end()
  if (text !== '') yield text
}

function createQuadWriter(format: RdfFormat, namespaces: Namespaces): QuadWriter {
  switch (format) {
    case 'turtle':
      return createTurtleWriter(namespaces, false)
    case 'trig':
      return createTurtleWriter(namespaces, true)
    case 'n-triples':
      return createLineWriter(false)
    case 'n-quads':
      return createLineWriter(true)
    case 'rdf-xml':
      return createRdfXmlWriter(namespaces)
    case 'json-ld':
      return createJsonLdWriter()
  }
}
