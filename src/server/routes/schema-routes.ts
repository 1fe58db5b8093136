import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { SchemaProblems } from '../../engine/schemas/schema-source.ts'
import { errorCodes, ServiceError } from '../../errors.ts'
import { clientSignal } from '../http/answer-reply.ts'
import { counted } from '../http/counted.ts'
import { HttpFailure } from '../http/error-reply.ts'
import { addMethods } from '../http/method-table.ts'
import { readTimeout } from '../http/read-timeout.ts'
import { readBodyWhole } from '../http/request-body.ts'
import { databaseOf, mediaTypeOf, pathPart, queryOf } from '../http/request-parameters.ts'
import { status, statusOf } from '../http/status.ts'
import type { ServerParts } from '../server-parts.ts'
import { readDatabase, writeDatabase } from '../sign-in/needs.ts'

const schemaType = 'application/graphql; charset=utf-8'

/** `/{db}/graphql/schemas`, `/{db}/graphql/schemas/{name}`, and `GET /admin/databases/{db}/inferred_schema`. */
export function addSchemaRoutes(app: FastifyInstance, parts: ServerParts): void {
  void app.register(async (routes) => {
    readBodyWhole(routes, parts.limits.schemaBytes, parts.limits.requestMilliseconds)
    addMethods(
      routes,
      '/:db/graphql/schemas',
      {
        GET: async (request) => ({
          schemas: await request.services.databases.schemas.list(databaseOf(request)),
        }),
        DELETE: async (request, reply) => {
          await request.services.databases.schemas.clear(databaseOf(request))
          return reply.code(status.noContent).send()
        },
      },
      { GET: readDatabase, DELETE: writeDatabase },
      { graphql: true },
    )
    addMethods(
      routes,
      '/:db/graphql/schemas/:name',
      {
        GET: async (request, reply) => {
          const text = await request.services.databases.schemas.show(databaseOf(request), nameOf(request))
          return reply.type(schemaType).send(text)
        },
        POST: (request, reply) => addSchema(request, reply, parts, false),
        PUT: (request, reply) => addSchema(request, reply, parts, true),
        DELETE: async (request, reply) => {
          await request.services.databases.schemas.remove(databaseOf(request), nameOf(request))
          return reply.code(status.noContent).send()
        },
      },
      { GET: readDatabase, POST: writeDatabase, PUT: writeDatabase, DELETE: writeDatabase },
      { graphql: true },
    )
    addMethods(
      routes,
      '/admin/databases/:db/inferred_schema',
      {
        GET: async (request, reply) => {
          const timeout = queryOf(request).get('timeout')
          const text = await request.services.databases.schemas.infer(databaseOf(request), {
            signal: clientSignal(request, reply, parts.stopping),
            ...(timeout === undefined ? {} : { timeout: readTimeout(timeout) }),
          })
          return reply.type(schemaType).send(text)
        },
      },
      { GET: readDatabase },
    )
  })
}

async function addSchema(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: ServerParts,
  replace: boolean,
): Promise<unknown> {
  const [database, name] = [databaseOf(request), nameOf(request)]
  const signal = clientSignal(request, reply, parts.stopping)
  const stored = await request.services.databases.schemas.add(database, name, schemaText(request), {
    signal,
    replace,
  })
  if (stored.kind === 'errors') return replyWithProblems(name, stored.errors, reply)
  const replaced = stored.kind === 'replaced'
  const done = replaced ? `The schema '${name}' of` : `The schema '${name}' was added to`
  reply.code(replace ? status.ok : status.created)
  return { message: `${done} database '${database}'${replaced ? ' was replaced' : ''}.`, replaced }
}

/** Answers what is wrong with a schema: all of it as GraphQL errors, and the first thing in the message. */
function replyWithProblems(name: string, errors: SchemaProblems, reply: FastifyReply): FastifyReply {
  const [first] = errors
  const [place] = first?.locations ?? []
  const where = place === undefined ? '' : `Line ${place.line}, column ${place.column}: `
  const message = `The schema '${name}' has ${counted(errors.length, 'error')}. ${where}${first?.message ?? ''}`
  const code = errorCodes.invalidSchema
  return reply
    .code(statusOf('invalidSchema'))
    .headers({ 'SD-Error-Code': code })
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ message, code, errors }))
}

/** The text of a schema that was sent, with all its characters, a byte order mark too. */
function schemaText(request: FastifyRequest): string {
  const encoding = request.headers['content-encoding'] ?? 'identity'
  if (encoding.toLowerCase() !== 'identity') {
    throw unsupported(`A schema cannot be sent with Content-Encoding ${encoding}.`)
  }
  if (mediaTypeOf(request).startsWith('multipart/')) {
    throw unsupported('A schema is not sent as a form: send its text, as application/graphql.')
  }
  if (!(request.body instanceof Uint8Array)) {
    throw new ServiceError('illegalArgument', 'The request has no body. Send the text of a schema.')
  }
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(request.body)
  } catch {
    throw new ServiceError('illegalArgument', 'The body is not UTF-8 text.')
  }
}

function unsupported(message: string): HttpFailure {
  return new HttpFailure(status.unsupportedMediaType, 'illegalArgument', message)
}

function nameOf(request: FastifyRequest): string {
  return pathPart(request, 'name')
}
