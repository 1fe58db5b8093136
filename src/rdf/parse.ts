import { ServiceError } from '../errors.ts'
import { isAbsoluteIri } from './iri.ts'
import { parseJsonLd } from './parse-jsonld.ts'
import type { ParseOptions } from './parse-options.ts'
import { parseRdfXml } from './parse-rdfxml.ts'
import { parseTurtle } from './parse-turtle.ts'
import type { Quad } from './term.ts'
import { textOf } from './text-input.ts'
import { createTextWindow } from './text-window.ts'

/**
 * The quads of an RDF document, in its order, in batches of about a thousand, read from bytes as they come: packed by
 * gzip or not, in UTF-8.
 *
 * Memory does not grow with the document, except in JSON-LD. A consumer that stops early ends the reading.
 *
 * @throws ServiceError `invalidRdf` with line and column at the first thing that the syntax does not allow;
 * `illegalArgument` where the base is not an absolute IRI. Errors of `input` itself pass through.
 */
export function parseRdf(
  input: AsyncIterable<Uint8Array>,
  options: ParseOptions,
): AsyncIterable<readonly Quad[]> {
  const { baseIri, blankPrefix = 'b0', fileName, format } = options
  if (baseIri !== undefined && !isAbsoluteIri(baseIri)) {
    throw new ServiceError('illegalArgument', `The base <${baseIri}> is not an absolute IRI.`)
  }
  if (!/^[A-Za-z][A-Za-z0-9]*$/.test(blankPrefix)) {
    throw new Error(`A prefix of blank node labels has letters and digits only, not "${blankPrefix}".`)
  }
  const window = createTextWindow()
  const text = textOf(input, fileName, window)
  switch (format) {
    case 'turtle':
    case 'trig':
    case 'n-triples':
    case 'n-quads':
      return parseTurtle(text, format, options, window)
    case 'rdf-xml':
      return parseRdfXml(text, options, window)
    case 'json-ld':
      return parseJsonLd(text, options)
  }
}
