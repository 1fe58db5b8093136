import { ServiceError } from '../errors.ts'
import { formatOfFileName } from './formats.ts'
import { isAbsoluteIri } from './iri.ts'
import { documentsOf } from './packed-documents.ts'
import type { ParseOptions } from './parse-options.ts'
import { parseTurtle } from './parse-turtle.ts'
import type { Quad } from './term.ts'
import { textOf } from './text-input.ts'
import { createTextWindow } from './text-window.ts'

/**
 * The quads of an RDF document, in its order, in batches of about a thousand, read from bytes as they come: packed by
 * gzip or bzip2 or not, in UTF-8. Of a zip archive the quads of all files in it, each in the syntax that its name tells, or
 * else in that given; none of them shares blank nodes with another.
 *
 * Memory does not grow with the document, except in JSON-LD. A consumer that stops early ends the reading.
 *
 * @throws ServiceError `invalidRdf` with line and column at the first thing that the syntax does not allow;
 * `limitExceeded` where packed data swells like a decompression bomb; `illegalArgument` where the base is not an absolute
 * IRI. Errors of `input` itself pass through.
 */
export function parseRdf(
  input: AsyncIterable<Uint8Array>,
  options: ParseOptions,
): AsyncIterable<readonly Quad[]> {
  const { baseIri, blankPrefix = 'b0' } = options
  if (baseIri !== undefined && !isAbsoluteIri(baseIri)) {
    throw new ServiceError('illegalArgument', `The base <${baseIri}> is not an absolute IRI.`)
  }
  if (!/^[A-Za-z][A-Za-z0-9]*$/.test(blankPrefix)) {
    throw new Error(`A prefix of blank node labels has letters and digits only, not "${blankPrefix}".`)
  }
  return parseDocuments(input, options, blankPrefix)
}

async function* parseDocuments(
  input: AsyncIterable<Uint8Array>,
  options: ParseOptions,
  blankPrefix: string,
): AsyncGenerator<readonly Quad[]> {
  let files = 0
  for await (const { name, file, bytes } of documentsOf(input, options.fileName)) {
    if (file === undefined) {
      yield* parseDocument(bytes, options)
      continue
    }
    files += 1
    yield* parseDocument(bytes, {
      ...options,
      format: formatOfFileName(file) ?? options.format,
      blankPrefix: `${blankPrefix}f${files}`,
      ...(name === undefined ? {} : { fileName: name }),
    })
  }
}

async function* parseDocument(
  input: AsyncIterable<Uint8Array>,
  options: ParseOptions,
): AsyncGenerator<readonly Quad[]> {
  const { fileName, format } = options
  const window = createTextWindow()
  const text = textOf(input, fileName, window)
  switch (format) {
    case 'turtle':
    case 'trig':
    case 'n-triples':
    case 'n-quads':
      yield* parseTurtle(text, format, options, window)
      break
    // Readers that not every process needs: loading them takes a tenth of the start of one.
    case 'rdf-xml': {
      const { parseRdfXml } = await import('./parse-rdfxml.ts')
      yield* parseRdfXml(text, options, window)
      break
    }
    case 'json-ld': {
      const { parseJsonLd } = await import('./parse-jsonld.ts')
      yield* parseJsonLd(text, options)
    }
  }
}
