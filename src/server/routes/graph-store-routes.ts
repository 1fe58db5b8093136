import { Readable } from 'node:stream'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ChangeReport, ChangeStep, ClearedGraphs } from '../../engine/change/change.ts'
import { ServiceError } from '../../errors.ts'
import type { LoadResult } from '../database-service.ts'
import { clientSignal } from '../http/answer-reply.ts'
import { contentTypeOfSyntax } from '../http/answer-syntax.ts'
import { counted } from '../http/counted.ts'
import { exportedGraph, graphsOfRequest, targetGraph } from '../http/graph-parameter.ts'
import { addMethods } from '../http/method-table.ts'
import { urlParameters } from '../http/parameter-list.ts'
import { databaseOf } from '../http/request-parameters.ts'
import { status } from '../http/status.ts'
import { readUploadedRdf } from '../http/uploaded-rdf.ts'
import { varyByAccept } from '../http/vary-by-accept.ts'
import type { ServerParts } from '../server-parts.ts'
import { readDatabase, writeDatabase } from '../sign-in/needs.ts'
import { sendGraph, syntaxOfAnswer } from './data-routes.ts'
import { noGraph, requireGraph } from './require-graph.ts'

/** Files of a form, and parts in all, at most. */
const mostParts = 1000

/** `/{db}` as the SPARQL 1.1 Graph Store HTTP Protocol says: GET, PUT, POST and DELETE of graphs by `?graph=` or `?default`. */
export function addGraphStoreRoutes(app: FastifyInstance, parts: ServerParts): void {
  void app.register(async (routes) => {
    await readBodyAsStream(routes)
    addMethods(
      routes,
      '/:db',
      {
        GET: (request, reply) => getGraph(request, reply, parts),
        PUT: (request, reply) => putGraph(request, reply, parts),
        POST: (request, reply) => postGraph(request, reply, parts),
        DELETE: (request, reply) => deleteGraph(request, reply, parts),
      },
      { GET: readDatabase, PUT: writeDatabase, POST: writeDatabase, DELETE: writeDatabase },
    )
  })
}

/** Bodies of the routes of `app` are left to their handlers: RDF of any length, or forms with files. */
export async function readBodyAsStream(app: FastifyInstance): Promise<void> {
  app.removeAllContentTypeParsers()
  await app.register(multipart, {
    isPartAFile: () => true,
    limits: { fileSize: Number.POSITIVE_INFINITY, files: mostParts, parts: mostParts },
  })
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
}

/** 5.2 GET and 5.6 HEAD: a named graph without triples does not exist. */
async function getGraph(request: FastifyRequest, reply: FastifyReply, parts: ServerParts): Promise<unknown> {
  const parameters = urlParameters(request)
  const graphs = graphsOfRequest(parameters)
  const syntax = syntaxOfAnswer(request, parameters, graphs === undefined)
  const signal = clientSignal(request, reply, parts.stopping)
  if (typeof graphs === 'object') {
    await requireGraph(request.services.sparql, databaseOf(request), graphs.iri, { signal })
  }
  if (request.method !== 'HEAD') {
    return sendGraph(request, reply, parts, { ...syntax, graph: exportedGraph(graphs), unnamed: true })
  }
  await request.services.databases.size(databaseOf(request))
  varyByAccept(reply).header('Content-Type', contentTypeOfSyntax(syntax.mediaType))
  // A stream, since the length is not known.
  return reply.send(Readable.from([]))
}

/** 5.3 PUT: the graph has the triples that are sent, and no other. */
async function putGraph(request: FastifyRequest, reply: FastifyReply, parts: ServerParts): Promise<unknown> {
  const graphs = requireGraphs(graphsOfRequest(urlParameters(request)), 'PUT')
  targetGraph(graphs)
  const report = await changeByUpload(request, reply, parts, graphs, [{ kind: 'clear', graphs }])
  const { removed } = report.steps[0] ?? {}
  reply.code(graphs === 'default' || removed !== 0 ? status.ok : status.created)
  return {
    message: `Put ${counted(report.quads, 'quad')} in place of ${removed ?? 'what was there'}.`,
    added: report.added,
    removed: report.removed,
    read: report.quads,
  }
}

/** 5.5 POST: adds what is sent. */
async function postGraph(request: FastifyRequest, reply: FastifyReply, parts: ServerParts): Promise<unknown> {
  const report = await addUpload(request, reply, parts)
  const known = report.added === undefined ? 'sent to its endpoint' : `${report.added} of them new`
  return {
    message: `Read ${counted(report.quads, 'quad')} into database '${databaseOf(request)}', ${known}.`,
    added: report.added,
    read: report.quads,
  }
}

async function addUpload(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: ServerParts,
): Promise<LoadResult> {
  const parameters = urlParameters(request)
  const signal = clientSignal(request, reply, parts.stopping)
  const graph = targetGraph(graphsOfRequest(parameters))
  await using upload = await readUploadedRdf(request, parts, parameters, graph)
  const [only, ...others] = upload.sources
  if (only !== undefined && others.length === 0) {
    return await request.services.databases.load(databaseOf(request), only, { signal })
  }
  const steps = upload.sources.map((source) => ({ kind: 'add', source }) as const)
  return await request.services.sparql.change(databaseOf(request), steps, { signal })
}

/** Carries out steps, and adds what the body holds, in one commit. */
async function changeByUpload(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: ServerParts,
  graphs: ClearedGraphs | undefined,
  steps: readonly ChangeStep[],
): Promise<ChangeReport> {
  const parameters = urlParameters(request)
  const signal = clientSignal(request, reply, parts.stopping)
  await using upload = await readUploadedRdf(request, parts, parameters, targetGraph(graphs))
  const additions = upload.sources.map((source) => ({ kind: 'add', source }) as const)
  return await request.services.sparql.change(databaseOf(request), [...steps, ...additions], { signal })
}

/** 5.4 DELETE. */
async function deleteGraph(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: ServerParts,
): Promise<unknown> {
  const graphs = requireGraphs(graphsOfRequest(urlParameters(request)), 'DELETE')
  const signal = clientSignal(request, reply, parts.stopping)
  const { removed } = await request.services.sparql.change(databaseOf(request), [{ kind: 'clear', graphs }], {
    signal,
  })
  if (removed === 0 && typeof graphs === 'object') throw noGraph(graphs.iri)
  return {
    message: removed === undefined ? 'Removed what was there.' : `Removed ${counted(removed, 'quad')}.`,
    removed,
  }
}

function requireGraphs(graphs: ClearedGraphs | undefined, method: string): ClearedGraphs {
  if (graphs !== undefined) return graphs
  throw new ServiceError(
    'illegalArgument',
    `${method} needs the graph that it is about: "?graph=<iri>", or "?default" for the default graph.`,
  )
}
