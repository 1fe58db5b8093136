import type { FastifyInstance, FastifyRequest } from 'fastify'
import { clientSignal } from '../http/answer-reply.ts'
import { sendChunks } from '../http/chunk-reply.ts'
import { addMethods } from '../http/method-table.ts'
import { databaseOf, queryOf } from '../http/request-parameters.ts'
import { status } from '../http/status.ts'
import { uploadedBytes } from '../http/uploaded-bytes.ts'
import type { ServerParts } from '../server-parts.ts'
import { need } from '../sign-in/needs.ts'

const backing = [need('EXECUTE', 'admin', ':db')]

/** Backups: kept by the server or sent to the client, and databases made of them; checks of databases. */
export function addBackupRoutes(app: FastifyInstance, parts: ServerParts): void {
  const { limits } = parts
  addMethods(
    app,
    '/admin/databases/:db/check',
    {
      GET: async (request) => ({
        findings: await request.services.administration.check(databaseOf(request)),
      }),
    },
    { GET: [need('WRITE', 'metadata', ':db')] },
  )
  void app.register(async (routes) => {
    routes.removeAllContentTypeParsers()
    routes.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    addMethods(
      routes,
      '/admin/databases/:db/backup',
      {
        PUT: async (request) => {
          const name = databaseOf(request)
          const report = await request.services.administration.backup(name)
          return { message: `Database '${name}' was backed up to ${report.file}.`, ...report }
        },
        GET: async (request, reply) => {
          const name = databaseOf(request)
          const signal = clientSignal(request, reply, parts.stopping)
          const chunks = await request.services.administration.streamBackup(name, signal)
          reply
            .type('application/octet-stream')
            .header('Content-Disposition', `attachment; filename="${name}.espalier"`)
          return sendChunks(chunks, request, reply)
        },
      },
      { PUT: backing, GET: backing },
    )
    addMethods(
      routes,
      '/admin/restore',
      {
        POST: async (request, reply) => {
          const parameters = queryOf(request)
          const name = parameters.get('name')
          const overwrite = parameters.get('overwrite')?.toLowerCase() === 'true'
          const signal = clientSignal(request, reply, parts.stopping)
          const bytes = askingAgain(request, uploadedBytes(request.raw, limits.requestMilliseconds))
          const restored = await request.services.administration.restore(bytes, {
            overwrite,
            signal,
            ...(name === undefined ? {} : { name }),
          })
          reply.code(status.created)
          return { message: `Database '${restored.name}' was restored.`, ...restored }
        },
      },
      { POST: [need('CREATE', 'db', '*')] },
    )
  })
}

/** The bytes of a body; fails at their end where who sends them may not do so any more. */
async function* askingAgain(
  request: FastifyRequest,
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield* bytes
  request.askAgain()
}
