import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { clientSignal } from '../http/answer-reply.ts'
import { graphsOfUri, targetGraph } from '../http/graph-parameter.ts'
import { addMethods } from '../http/method-table.ts'
import { urlParameters } from '../http/parameter-list.ts'
import { databaseOf, transactionOf } from '../http/request-parameters.ts'
import { readUploadedRdf } from '../http/uploaded-rdf.ts'
import type { ServerParts } from '../server-parts.ts'
import { readDatabase, writeDatabase } from '../sign-in/needs.ts'
import { readBodyAsStream } from './graph-store-routes.ts'

/** `POST /{db}/transaction/…`, and `POST /{db}/{tx}/add`, `/remove` and `/clear`. */
export function addTransactionRoutes(app: FastifyInstance, parts: ServerParts): void {
  void app.register(async (routes) => {
    await readBodyAsStream(routes)
    addMethods(
      routes,
      '/:db/transaction/begin',
      {
        POST: async (request, reply) => {
          const transaction = await request.services.sparql.begin(databaseOf(request))
          // As bytes: what clients take as the name is the whole text.
          return reply.type('text/plain; charset=utf-8').send(transaction)
        },
      },
      { POST: readDatabase },
    )
    addMethods(
      routes,
      '/:db/transaction/commit/:tx',
      {
        POST: async (request) => {
          const { added, removed } = await request.services.sparql.commit(
            databaseOf(request),
            nameOf(request),
          )
          return { added, removed }
        },
      },
      { POST: readDatabase },
    )
    addMethods(
      routes,
      '/:db/transaction/rollback/:tx',
      {
        POST: async (request, reply) => {
          await request.services.sparql.rollback(databaseOf(request), nameOf(request))
          return reply.send('')
        },
      },
      { POST: readDatabase },
    )
    addMethods(
      routes,
      '/:db/:tx/add',
      { POST: (request, reply) => change(request, reply, parts, 'add') },
      { POST: writeDatabase },
    )
    addMethods(
      routes,
      '/:db/:tx/remove',
      {
        POST: (request, reply) => change(request, reply, parts, 'remove'),
      },
      { POST: writeDatabase },
    )
    addMethods(
      routes,
      '/:db/:tx/clear',
      {
        POST: async (request, reply) => {
          const graphs = graphsOfUri(urlParameters(request)) ?? 'all'
          const transaction = nameOf(request)
          await request.services.sparql.change(databaseOf(request), [{ kind: 'clear', graphs }], {
            transaction,
          })
          return reply.send('')
        },
      },
      { POST: writeDatabase },
    )
  })
}

async function change(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: ServerParts,
  kind: 'add' | 'remove',
): Promise<unknown> {
  const parameters = urlParameters(request)
  const graph = targetGraph(graphsOfUri(parameters))
  const signal = clientSignal(request, reply, parts.stopping)
  await using upload = await readUploadedRdf(request, parts, parameters, graph)
  const steps = upload.sources.map((source) => ({ kind, source }))
  await request.services.sparql.change(databaseOf(request), steps, { signal, transaction: nameOf(request) })
  // Sent when the uploaded files are gone.
  return reply.code(200).send('')
}

function nameOf(request: FastifyRequest): string {
  const name = transactionOf(request)
  if (name === undefined) throw new Error('The route names no transaction.')
  return name
}
