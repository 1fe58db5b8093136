import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ServiceError } from '../../errors.ts'
import type { LoadResult } from '../database-service.ts'
import { clientSignal } from '../http/answer-reply.ts'
import { counted } from '../http/counted.ts'
import { readCreateForm } from '../http/create-form.ts'
import { readCreateRoot } from '../http/create-root.ts'
import { bodyText, jsonObject } from '../http/json-body.ts'
import { addMethods } from '../http/method-table.ts'
import { readBodyWhole } from '../http/request-body.ts'
import { databaseOf } from '../http/request-parameters.ts'
import { status } from '../http/status.ts'
import type { ServerParts } from '../server-parts.ts'
import { need } from '../sign-in/needs.ts'

/** `GET` and `POST /admin/databases`, `DELETE /admin/databases/{db}`. */
export function addDatabaseRoutes(app: FastifyInstance, parts: ServerParts): void {
  void app.register(async (routes) => {
    readBodyWhole(routes, parts.limits.queryBytes, parts.limits.requestMilliseconds)
    await routes.register(multipart, {
      isPartAFile: () => true,
      // The names in the part "root" may have folders.
      preservePath: true,
      limits: { fileSize: Number.POSITIVE_INFINITY, files: 1000, parts: 1000 },
    })
    addMethods(
      routes,
      '/admin/databases',
      {
        GET: async (request) => ({ databases: await request.services.databases.databases() }),
        POST: (request, reply) => createDatabase(request, reply, parts),
      },
      { GET: 'anybody', POST: [need('CREATE', 'db', '*')] },
    )
    addMethods(
      routes,
      '/admin/databases/:db',
      {
        DELETE: async (request) => {
          await request.services.databases.drop(databaseOf(request))
          return { message: `Database '${databaseOf(request)}' was dropped.` }
        },
      },
      { DELETE: [need('DELETE', 'db', ':db')] },
    )
  })
}

async function createDatabase(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: ServerParts,
): Promise<unknown> {
  const signal = clientSignal(request, reply, parts.stopping)
  if (!request.isMultipart()) {
    const root = readCreateRoot(jsonObject(bodyText(request.body)))
    const missing = root.files[0]
    if (missing !== undefined) {
      throw new ServiceError('illegalArgument', `The file ${JSON.stringify(missing.filename)} was not sent.`)
    }
    await request.services.databases.create(root.name, [], { signal, databaseOptions: root.options })
    return created(reply, root.name, { added: 0, quads: 0 })
  }
  await using form = await readCreateForm(request, parts)
  const report = await request.services.databases.create(form.name, form.sources, {
    signal,
    databaseOptions: form.options,
  })
  return created(reply, form.name, report)
}

function created(
  reply: FastifyReply,
  name: string,
  { added, quads }: Pick<LoadResult, 'added' | 'quads'>,
): unknown {
  // What is returned is sent after the uploaded files are gone.
  reply.code(status.created)
  const message = `Read ${counted(quads, 'quad')} into the new database '${name}', ${added} of them different.`
  return { message: quads === 0 ? `Database '${name}' was created.` : message, added, read: quads }
}
