import type { FastifyInstance } from 'fastify'
import { ServiceError } from '../../errors.ts'
import { audited } from '../audit/audited.ts'
import { HttpFailure } from '../http/error-reply.ts'
import { addMethods, type Handler } from '../http/method-table.ts'
import { status } from '../http/status.ts'
import { zipFile } from '../http/zip-file.ts'
import type { ServerParts } from '../server-parts.ts'
import { need, readServer } from '../sign-in/needs.ts'

/** `/admin/shutdown` ends the server, `/admin/logs` tells what it wrote to its log of late. */
export function addLifecycleRoutes(app: FastifyInstance, parts: ServerParts): void {
  const stop: Handler = async (request, reply) => {
    // The framework has HEAD go where GET goes; who only looks must not stop anything.
    if (request.method === 'HEAD') return reply.code(status.noContent).send()
    // Some clients stop servers by GET: a link on a page elsewhere must not, not even one that somebody follows.
    const site = request.headers['sec-fetch-site']
    if (site !== undefined && site !== 'none' && site !== 'same-origin') {
      const message = 'Pages of another origin may not stop this server.'
      throw new HttpFailure(status.forbidden, 'illegalArgument', message)
    }
    if (parts.shutdown === undefined) {
      throw new ServiceError('unsupported', 'This server cannot be stopped over HTTP.')
    }
    await audited(parts.audit, request.caller, { action: 'server.shutdown' }, parts.shutdown)
    return reply.code(status.accepted).send({ message: 'The server stops; running queries get ten seconds.' })
  }
  const stopServer = [need('EXECUTE', 'dbms-admin', '*')]
  addMethods(app, '/admin/shutdown', { GET: stop, POST: stop }, { GET: stopServer, POST: stopServer })
  addMethods(
    app,
    '/admin/logs',
    {
      GET: async (request, reply) => {
        const text = parts.recentLog?.text() ?? ''
        if (request.type(['application/zip', 'text/plain']) === 'text/plain') {
          return reply.header('Content-Type', 'text/plain; charset=utf-8').send(text)
        }
        return reply
          .headers({
            'Content-Type': 'application/zip',
            'Content-Disposition': 'attachment; filename="espalier-log.zip"',
          })
          .send(zipFile('espalier.log', Buffer.from(text), new Date()))
      },
    },
    { GET: readServer },
  )
}
