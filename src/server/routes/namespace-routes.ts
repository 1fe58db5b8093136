import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ServiceError } from '../../errors.ts'
import { formatOfFileName, formatOfMediaType, type RdfFormat } from '../../rdf/formats.ts'
import type { Namespaces } from '../../rdf/namespaces.ts'
import { documentsOf } from '../../rdf/packed-documents.ts'
import { parseRdf } from '../../rdf/parse.ts'
import { HttpFailure } from '../http/error-reply.ts'
import { bodyText } from '../http/json-body.ts'
import { addMethods } from '../http/method-table.ts'
import { readBodyWhole } from '../http/request-body.ts'
import { databaseOf, mediaTypeOf, pathPart } from '../http/request-parameters.ts'
import { status } from '../http/status.ts'
import { whileComing } from '../http/uploaded-bytes.ts'
import type { ServerParts } from '../server-parts.ts'
import { readDatabase, writeDatabase } from '../sign-in/needs.ts'

/** `GET` and `POST /{db}/namespaces`, `PUT` and `DELETE /{db}/namespaces/{prefix}`. */
export function addNamespaceRoutes(app: FastifyInstance, parts: ServerParts): void {
  void app.register(async (routes) => {
    readBodyWhole(routes, parts.limits.queryBytes, parts.limits.requestMilliseconds)
    await routes.register(multipart, { limits: { fileSize: parts.limits.queryBytes, files: 1, parts: 10 } })
    addMethods(
      routes,
      '/:db/namespaces',
      {
        GET: async (request) => {
          const namespaces = await request.services.administration.namespaces(databaseOf(request))
          return { namespaces: [...namespaces].map(([prefix, name]) => ({ prefix, name })) }
        },
        POST: async (request) => {
          const { administration } = request.services
          const name = databaseOf(request)
          // Before the body is read: there may be nothing to import into.
          await administration.namespaces(name)
          const declared = await declaredPrefixes(await sentDocument(request, parts), parts.limits.queryBytes)
          await administration.addNamespaces(name, declared)
          const namespaces = await administration.namespaces(name)
          return {
            numImportedNamespaces: declared.size,
            namespaces: [...namespaces].map(([prefix, iri]) => `${prefix}=${iri}`),
          }
        },
      },
      { GET: readDatabase, POST: writeDatabase },
    )
    addMethods(
      routes,
      '/:db/namespaces/:prefix',
      {
        PUT: async (request) => {
          const prefix = prefixOf(request)
          const iri = bodyText(request.body).trim()
          await request.services.administration.addNamespaces(databaseOf(request), new Map([[prefix, iri]]))
          return { prefix, name: iri }
        },
        DELETE: async (request, reply) => {
          await request.services.administration.removeNamespace(databaseOf(request), prefixOf(request))
          return reply.code(status.noContent).send()
        },
      },
      { PUT: writeDatabase, DELETE: writeDatabase },
    )
  })
}

/** RDF that was sent; without a syntax where nothing but the document itself tells it. */
interface SentDocument {
  readonly bytes: Uint8Array
  readonly format: RdfFormat | undefined
}

async function sentDocument(request: FastifyRequest, { limits }: ServerParts): Promise<SentDocument> {
  if (!request.isMultipart()) {
    if (!(request.body instanceof Uint8Array)) {
      throw new ServiceError('illegalArgument', 'The request has no body. Send RDF that declares prefixes.')
    }
    const format = formatOfMediaType(mediaTypeOf(request))
    // Some clients send every body as text/plain, which says nothing of it.
    const isSure = format !== undefined && mediaTypeOf(request) !== 'text/plain'
    return { bytes: request.body, format: isSure ? format : undefined }
  }
  const document = await whileComing(request.raw, limits.requestMilliseconds, documentOfForm(request))
  request.askAgain()
  return document
}

async function documentOfForm(request: FastifyRequest): Promise<SentDocument> {
  const file = await request.file()
  if (file === undefined) throw new ServiceError('illegalArgument', 'The form has no file of RDF.')
  const format = formatOfFileName(file.filename) ?? formatOfMediaType(file.mimetype)
  return { bytes: await file.toBuffer(), format }
}

/**
 * The prefixes that a document declares, the last declaration of each. It is read by the process that serves everybody:
 * what it unpacks to counts like a body.
 */
async function declaredPrefixes({ bytes, format }: SentDocument, limit: number): Promise<Namespaces> {
  const prefixes = new Map<string, string>()
  let left = limit
  for await (const document of documentsOf(onePiece(bytes), 'The body')) {
    const pieces: Uint8Array[] = []
    for await (const piece of document.bytes) {
      left -= piece.length
      if (left < 0) {
        const message = `The body of a request can have ${limit} bytes; this one unpacks to more.`
        throw new HttpFailure(status.contentTooLarge, 'limitExceeded', message)
      }
      pieces.push(piece)
    }
    const text = Buffer.concat(pieces)
    const options = {
      format: formatOfFileName(document.file ?? '') ?? format ?? formatOfText(text),
      fileName: document.name ?? 'The body',
      onPrefix: (prefix: string, iri: string) => void prefixes.set(prefix, iri),
    }
    for await (const batch of parseRdf(onePiece(text), options)) void batch
  }
  return prefixes
}

/** The syntax that the beginning of a document looks like. TriG has all that Turtle has. */
function formatOfText(text: Uint8Array): RdfFormat {
  const start = Buffer.from(text.subarray(0, 1_000))
    .toString('utf8')
    .replace(/^\uFEFF/u, '')
    .trimStart()
  if (/^<(?:\?xml|!|[\w.-]+:RDF[\s>/])/u.test(start)) return 'rdf-xml'
  return /^(?:\[\s*\{|\{\s*["}])/u.test(start) ? 'json-ld' : 'trig'
}

async function* onePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

function prefixOf(request: FastifyRequest): string {
  return pathPart(request, 'prefix')
}
