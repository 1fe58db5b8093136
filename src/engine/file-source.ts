import { createReadStream, statSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ServiceError } from '../errors.ts'
import { formatOfFileName, type RdfFormat, rdfSyntaxes, suggestExtension } from '../rdf/formats.ts'
import type { RdfSource } from './rdf-source.ts'

/** Bytes read from a file at once. */
const pieceBytes = 262_144

/**
 * The RDF file at `path`, in the syntax that its name tells unless `format` is given; its relative IRIs are resolved
 * against its `file:` IRI.
 *
 * @throws ServiceError `illegalArgument` where the name tells no syntax, `notFound` where there is no such file
 */
export function fileSource(
  path: string,
  options: { readonly format?: RdfFormat; readonly graph?: string } = {},
): RdfSource {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats === undefined) throw new ServiceError('notFound', `The file "${path}" does not exist.`)
  if (stats.isDirectory()) throw new ServiceError('illegalArgument', `"${path}" is a folder, not a file.`)
  const format = options.format ?? formatOfFileName(path)
  if (format === undefined) throw unknownFormat(path)
  return {
    name: basename(path),
    format,
    bytes: { [Symbol.asyncIterator]: () => pieces(path) },
    totalBytes: stats.size,
    // RFC 3986, 5.1.3: without a base of its own a document's is the IRI that it was read from.
    baseIri: pathToFileURL(resolve(path)).href,
    repeatable: true,
    ...(options.graph !== undefined && { graph: options.graph }),
  }
}

async function* pieces(path: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(path, { highWaterMark: pieceBytes })
  } catch (error) {
    const message = `The file "${path}" cannot be read.`
    throw new ServiceError('illegalArgument', message, { detail: String(error), cause: error })
  }
}

function unknownFormat(path: string): ServiceError {
  const near = suggestExtension(path)
  const hint =
    near === undefined
      ? ` Known endings are ${rdfSyntaxes.map(({ extensions }) => `.${extensions[0]}`).join(', ')}, each also with .gz or .bz2, and .zip.`
      : ` Did you mean ".${near}"?`
  return new ServiceError('illegalArgument', `The name of "${path}" tells no syntax of RDF.${hint}`)
}
