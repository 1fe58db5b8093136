import { Buffer } from 'node:buffer'
import { ServiceError } from '../src/errors.ts'
import type { RdfFormat } from '../src/rdf/formats.ts'
import { parseRdf } from '../src/rdf/parse.ts'
import type { ParseOptions } from '../src/rdf/parse-options.ts'
import { iri, type Quad } from '../src/rdf/term.ts'

/** Bytes in chunks of a size. */
export async function* chunks(data: Uint8Array, size = data.length || 1): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < data.length; start += size) yield data.subarray(start, start + size)
}

/** All quads of a document. */
export async function parse(
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

/** The message of the error that a document is refused with. */
export async function errorOf(...args: Parameters<typeof parse>): Promise<string> {
  try {
    await parse(...args)
  } catch (error) {
    if (error instanceof ServiceError && error.kind === 'invalidRdf') return error.message
    throw error
  }
  throw new Error('Nothing was wrong.')
}

/** An IRI of the tests. */
export const e = (name: string) => iri(`http://e/${name}`)
/** A quad whose predicate is an IRI of the tests. */
export const quad = (
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

/** Node elements, one line below the beginning, as an RDF/XML document. */
export const rdfXml = (content: string) =>
  `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://e/">\n${content}\n</rdf:RDF>`
