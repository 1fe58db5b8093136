import type { FastifyRequest } from 'fastify'
import type { RdfSource } from '../../engine/rdf-source.ts'
import { ServiceError } from '../../errors.ts'
import { formatOfFileName, formatOfMediaType, type RdfFormat, rdfSyntaxes } from '../../rdf/formats.ts'
import { contentEncodings, decodeContent } from '../../rdf/unpack.ts'
import type { ServerParts } from '../server-parts.ts'
import { absoluteIri } from './absolute-iri.ts'
import { namedRdfSyntax } from './answer-syntax.ts'
import { HttpFailure } from './error-reply.ts'
import { type ParameterList, singleValue } from './parameter-list.ts'
import { databaseOf, mediaTypeOf } from './request-parameters.ts'
import { type SpooledBody, spool, spoolBody } from './spooled-body.ts'
import { status } from './status.ts'
import { whileComing } from './uploaded-bytes.ts'

/** RDF that has come whole, until it is disposed of. */
export interface UploadedRdf extends AsyncDisposable {
  /** One, or those of the parts of a form. */
  readonly sources: readonly RdfSource[]
}

/**
 * Reads the RDF of a request's body, in the syntax of its `Content-Type` or of `?format=`, or the RDF files of a form of
 * type `multipart/form-data` (SPARQL 1.1 Graph Store HTTP Protocol, 5.5). Triples without a graph go to `graph`.
 *
 * @throws HttpFailure 415 for a syntax or an encoding that cannot be read, 408 where the body stops coming; ServiceError where who sends it
 * may not do so any more when it has come
 */
export async function readUploadedRdf(
  request: FastifyRequest,
  parts: ServerParts,
  parameters: ParameterList,
  graph: string | undefined,
): Promise<UploadedRdf> {
  const base = singleValue(parameters, 'baseURI')
  const baseIri =
    base === undefined || base === ''
      ? (graph ?? `http://${request.host}/${encodeURIComponent(databaseOf(request))}`)
      : absoluteIri('baseURI', base)
  const target = { baseIri, ...(graph === undefined ? {} : { graph }) }
  if (request.isMultipart()) return readForm(request, parts, target)
  const format = formatOf(request, singleValue(parameters, 'format'))
  const encoding = request.headers['content-encoding'] ?? ''
  refuseUnknownEncoding(encoding)
  const body = await spoolBody(request.raw, parts)
  const dispose = (): Promise<void> => Promise.resolve(body[Symbol.asyncDispose]())
  try {
    request.askAgain()
  } catch (error) {
    await dispose()
    throw error
  }
  return {
    sources: [{ name: 'The data', format, ...target, ...contentOf(body, encoding) }],
    [Symbol.asyncDispose]: dispose,
  }
}

/** The bytes of a body without its encoding. What is packed by gzip, bzip2 or zip is found where it is read. */
function contentOf(
  body: SpooledBody,
  encoding: string,
): Pick<RdfSource, 'bytes' | 'totalBytes' | 'path' | 'repeatable'> {
  const { bytes, totalBytes, path } = body
  if (/^(?:|identity|(?:x-)?gzip|(?:x-)?bzip2|zip)$/iu.test(encoding.trim())) {
    return { bytes, totalBytes, repeatable: true, ...(path === undefined ? {} : { path }) }
  }
  const decoded = {
    [Symbol.asyncIterator]() {
      return (decodeContent(bytes, encoding, 'The data') ?? bytes)[Symbol.asyncIterator]()
    },
  }
  return { bytes: decoded, repeatable: true }
}

async function readForm(
  request: FastifyRequest,
  parts: ServerParts,
  target: { readonly baseIri: string; readonly graph?: string },
): Promise<UploadedRdf> {
  const bodies: SpooledBody[] = []
  const dispose = async (): Promise<void> => {
    await Promise.all(bodies.map((body) => body[Symbol.asyncDispose]()))
  }
  async function read(): Promise<readonly RdfSource[]> {
    const sources: RdfSource[] = []
    for await (const part of request.parts()) {
      if (part.type !== 'file') continue
      const name = part.filename === undefined || part.filename === '' ? part.fieldname : part.filename
      const format = formatOfPart(name, part.mimetype)
      const body = await spool(part.file, parts.spoolFolder)
      bodies.push(body)
      sources.push({ name, format, ...target, ...contentOf(body, '') })
    }
    if (sources.length === 0) throw new ServiceError('illegalArgument', 'The form has no files.')
    return sources
  }
  try {
    const sources = await whileComing(request.raw, parts.limits.requestMilliseconds, read())
    request.askAgain()
    return { sources, [Symbol.asyncDispose]: dispose }
  } catch (error) {
    await dispose()
    throw isBrokenForm(error)
      ? new ServiceError('illegalArgument', `The form is broken: ${error.message}.`)
      : error
  }
}

/** Whether the parser of forms refuses what it reads: its errors tell by their text alone. */
export function isBrokenForm(error: unknown): error is Error {
  return error instanceof Error && /multipart data|part header|boundary|end of form/iu.test(error.message)
}

function formatOfPart(name: string, mediaType: string): RdfFormat {
  // A part without a Content-Type counts as text/plain (RFC 7578, 4.4), which says nothing here.
  const stated = mediaType === 'text/plain' ? undefined : formatOfMediaType(mediaType)
  const format = stated ?? formatOfFileName(name)
  if (format !== undefined) return format
  throw unsupported(
    `The part ${JSON.stringify(name.slice(0, 200))} of the form is in no known syntax of RDF: say which by its Content-Type, or by the ending of its file name.`,
  )
}

function formatOf(request: FastifyRequest, named: string | undefined): RdfFormat {
  if (named !== undefined && named !== '') return formatNamed(named)
  const mediaType = mediaTypeOf(request)
  const format = formatOfMediaType(mediaType)
  if (format !== undefined) return format
  const known = rdfSyntaxes.map((syntax) => syntax.mediaTypes[0]).join(', ')
  throw unsupported(
    `${mediaType === '' ? 'The request has no Content-Type' : `${mediaType} is no syntax of RDF`}. Send one of ${known}, or name the syntax by "format".`,
  )
}

/**
 * The syntax of RDF of a name: a media type, a file extension, or the syntax's own name.
 *
 * @throws ServiceError that lists the names there are
 */
export function formatNamed(name: string): RdfFormat {
  const format = namedRdfSyntax(name)?.format
  if (format !== undefined) return format
  const known = rdfSyntaxes.map((syntax) => syntax.format).join(', ')
  throw new ServiceError(
    'illegalArgument',
    `Unknown syntax of RDF ${JSON.stringify(name.slice(0, 200))}: use one of ${known}.`,
  )
}

function refuseUnknownEncoding(encoding: string): void {
  if (decodeContent(nothing(), encoding) !== undefined) return
  throw unsupported(
    `Unknown Content-Encoding ${JSON.stringify(encoding.slice(0, 200))}: send one of ${contentEncodings.join(', ')}, or none.`,
  )
}

async function* nothing(): AsyncGenerator<never> {}

function unsupported(message: string): HttpFailure {
  return new HttpFailure(status.unsupportedMediaType, 'illegalArgument', message)
}
