import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ServiceError } from '../../errors.ts'
import { rdfSyntaxes } from '../../rdf/formats.ts'
import { clientSignal } from '../http/answer-reply.ts'
import {
  acceptedRdfSyntax,
  contentTypeOfSyntax,
  namedRdfSyntax,
  notAcceptable,
} from '../http/answer-syntax.ts'
import { sendChunks } from '../http/chunk-reply.ts'
import { exportedGraph, graphsOfUri } from '../http/graph-parameter.ts'
import { addMethods } from '../http/method-table.ts'
import { type ParameterList, singleValue, urlParameters } from '../http/parameter-list.ts'
import { databaseOf, transactionOf } from '../http/request-parameters.ts'
import { formatNamed } from '../http/uploaded-rdf.ts'
import { varyByAccept } from '../http/vary-by-accept.ts'
import type { ServerParts } from '../server-parts.ts'
import { readDatabase } from '../sign-in/needs.ts'
import { requireGraph } from './require-graph.ts'

/** `GET /{db}/size` and `GET /{db}/export`. */
export function addDataRoutes(app: FastifyInstance, parts: ServerParts): void {
  addMethods(
    app,
    '/:db/size',
    {
      GET: async (request, reply) => {
        const size = await request.services.databases.size(databaseOf(request))
        return reply.type('text/plain; charset=utf-8').send(String(size))
      },
    },
    { GET: readDatabase },
  )
  addMethods(
    app,
    '/:db/export',
    { GET: (request, reply) => exportGraphs(request, reply, parts) },
    { GET: readDatabase },
  )
}

async function exportGraphs(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: ServerParts,
): Promise<unknown> {
  const parameters = urlParameters(request)
  refuseServerSide(parameters)
  const graph = exportedGraph(graphsOfUri(parameters))
  const syntax = syntaxOfAnswer(request, parameters, graph === undefined)
  if (graph !== undefined) {
    const signal = clientSignal(request, reply, parts.stopping)
    await requireGraph(request.services.sparql, databaseOf(request), graph, { signal })
  }
  const extension = rdfSyntaxes.find(({ format }) => format === syntax.format)?.extensions[0] ?? 'rdf'
  const fileName = `${databaseOf(request)}.${extension}`
  return sendGraph(request, reply, parts, { graph, ...syntax, fileName })
}

/** Graphs to send, and how. */
interface SentGraph extends ReturnType<typeof syntaxOfAnswer> {
  readonly graph: string | undefined
  /** Without the name of the graph, where it is one. */
  readonly unnamed?: boolean
  /** As what a browser keeps the answer; absent: it shows it. */
  readonly fileName?: string
}

/** Sends the quads of a graph, or of all of them. */
export async function sendGraph(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: ServerParts,
  { graph, unnamed = false, format, mediaType, fileName }: SentGraph,
): Promise<unknown> {
  const transaction = transactionOf(request)
  const chunks = await request.services.sparql.export(databaseOf(request), format, {
    signal: clientSignal(request, reply, parts.stopping),
    unnamed,
    ...(graph === undefined ? {} : { graph }),
    ...(transaction === undefined ? {} : { transaction }),
  })
  // Not before there is such a database: a failure is no file, and any text can stand in the path of a request.
  if (fileName !== undefined) reply.header('Content-Disposition', `attachment; filename="${fileName}"`)
  varyByAccept(reply).header('Content-Type', contentTypeOfSyntax(mediaType))
  return sendChunks(chunks, request, reply)
}

/**
 * The syntax in which a client takes RDF, by `?format=`, else by `Accept`; of several that it takes alike one that can say
 * graphs where there are any.
 *
 * @throws HttpFailure 406 where it takes none
 */
export function syntaxOfAnswer(
  request: FastifyRequest,
  parameters: ParameterList,
  hasGraphs: boolean,
): NonNullable<ReturnType<typeof acceptedRdfSyntax>> {
  const named = singleValue(parameters, 'format')
  if (named !== undefined && named !== '') {
    const format = formatNamed(named)
    return namedRdfSyntax(named) ?? { format, mediaType: 'application/n-quads' }
  }
  const accept = request.headers.accept?.trim() ?? '*/*'
  const syntax =
    hasGraphs && accept === '*/*' ? namedRdfSyntax('application/trig') : acceptedRdfSyntax(request)
  if (syntax === undefined) throw notAcceptable('graph')
  return syntax
}

function refuseServerSide(parameters: ParameterList): void {
  const name = ['server-side', 'compression'].find(
    (key) => (singleValue(parameters, key) ?? 'false') !== 'false',
  )
  if (name === undefined) return
  throw new ServiceError(
    'unsupported',
    `An export is sent as it is: leave "${name}" out. For a copy on the server make a backup.`,
  )
}
