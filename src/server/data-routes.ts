import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ServiceError } from '../errors.ts'
import { formatOfFileName, formatOfMediaType, type RdfFormat, rdfSyntaxes } from '../rdf/formats.ts'
import { isAbsoluteIri } from '../rdf/iri.ts'
import { clientSignal } from './answer-reply.ts'
import { HttpFailure } from './error-reply.ts'
import { addMethods } from './method-table.ts'
import { databaseOf, mediaTypeOf, queryOf } from './request-parameters.ts'
import type { ServerParts } from './server-parts.ts'
import { status } from './status.ts'
import { uploadedBytes } from './uploaded-bytes.ts'

/** `POST /{db}` (SPARQL 1.1 Graph Store HTTP Protocol, 5.5) and `GET /{db}/size`. */
export function addDataRoutes(app: FastifyInstance, parts: ServerParts): void {
  addMethods(app, '/:db/size', {
    GET: async (request, reply) => {
      const size = await parts.service.size(databaseOf(request))
      return reply.type('text/plain; charset=utf-8').send(String(size))
    },
  })
  void app.register(async (routes) => {
    routes.removeAllContentTypeParsers()
    routes.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    addMethods(routes, '/:db', { POST: (request, reply) => addData(request, reply, parts) })
  })
}

async function addData(request: FastifyRequest, reply: FastifyReply, parts: ServerParts): Promise<unknown> {
  const database = databaseOf(request)
  const parameters = queryOf(request)
  const graph = graphOf(parameters)
  const format = formatOf(parameters.get('format'), request)
  refuseUnknownEncoding(request)
  const bytes = uploadedBytes(request.raw, parts.limits.requestMilliseconds)
  const baseIri =
    absolute('baseURI', parameters) ?? graph ?? `http://${request.host}/${encodeURIComponent(database)}`
  const source = { name: 'The data', format, bytes, baseIri, ...(graph === undefined ? {} : { graph }) }
  const signal = clientSignal(request, reply, parts.stopping)
  const report = await parts.service.load(database, source, { signal })
  return {
    message: `Read ${report.quads} quads into database '${database}', ${report.added} of them new.`,
    added: report.added,
    read: report.quads,
  }
}

/** The graph that triples go to: `?graph=<iri>`; the default graph with `?default`, or with neither. */
function graphOf(parameters: ReadonlyMap<string, string>): string | undefined {
  if (parameters.has('graph') && parameters.has('default')) {
    throw new ServiceError('illegalArgument', 'Give "graph" or "default", not both.')
  }
  return parameters.get('graph')?.toLowerCase() === 'default' ? undefined : absolute('graph', parameters)
}

function absolute(name: string, parameters: ReadonlyMap<string, string>): string | undefined {
  const value = parameters.get(name)
  if (value === undefined || isAbsoluteIri(value)) return value
  throw new ServiceError(
    'illegalArgument',
    `The parameter "${name}" must be an absolute IRI, not ${JSON.stringify(value)}.`,
  )
}

function formatOf(named: string | undefined, request: FastifyRequest): RdfFormat {
  if (named !== undefined) return formatNamed(named)
  const mediaType = mediaTypeOf(request)
  const format = formatOfMediaType(mediaType)
  if (format !== undefined) return format
  const known = rdfSyntaxes.map((syntax) => syntax.mediaTypes[0]).join(', ')
  throw new HttpFailure(
    status.unsupportedMediaType,
    'illegalArgument',
    `${mediaType === '' ? 'The request has no Content-Type' : `${mediaType} is no syntax of RDF`}. Send one of ${known}, or name the syntax by "format".`,
  )
}

/**
 * The syntax of RDF of a name: a media type, a file extension, or the syntax's own name.
 *
 * @throws ServiceError that lists the names there are
 */
function formatNamed(name: string): RdfFormat {
  const wanted = name.trim().toLowerCase()
  const format =
    rdfSyntaxes.find((syntax) => syntax.format === wanted || syntax.label.toLowerCase() === wanted)?.format ??
    formatOfMediaType(wanted) ??
    formatOfFileName(wanted)
  if (format !== undefined) return format
  const known = rdfSyntaxes.map((syntax) => syntax.format).join(', ')
  throw new ServiceError(
    'illegalArgument',
    `Unknown syntax of RDF ${JSON.stringify(name)}: use one of ${known}.`,
  )
}

/** Gzip is recognised by its first bytes where the data is read; here only what cannot be read is refused. */
function refuseUnknownEncoding(request: FastifyRequest): void {
  const encoding = (request.headers['content-encoding'] ?? 'identity').toLowerCase()
  if (!['identity', 'gzip', 'x-gzip'].includes(encoding)) {
    throw new HttpFailure(
      status.unsupportedMediaType,
      'illegalArgument',
      `Unknown Content-Encoding ${JSON.stringify(encoding)}: send gzip, or none.`,
    )
  }
}
