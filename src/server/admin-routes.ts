import type { FastifyInstance } from 'fastify'
import { addMethods } from './method-table.ts'
import { queryOf } from './request-parameters.ts'
import type { ServerParts } from './server-parts.ts'

/** The version of the protocol that existing clients compare with; our own version stands beside it. */
const protocolVersion = '11.0.0'

/** `GET /admin/alive`, `/admin/healthcheck` and `/admin/status`. */
export function addAdminRoutes(app: FastifyInstance, parts: ServerParts): void {
  addMethods(app, '/admin/alive', { GET: async (_request, reply) => reply.send('') })
  addMethods(app, '/admin/healthcheck', {
    GET: async (_request, reply) => {
      // Reads the catalog, so that a home that cannot be read does not pass for healthy.
      await parts.service.databases()
      return reply.send('')
    },
  })
  addMethods(app, '/admin/status', {
    GET: async (request, reply) => {
      const withDatabases = queryOf(request).get('databases')?.toLowerCase() !== 'false'
      const body = {
        'dbms.version': { value: protocolVersion },
        'espalier.version': { value: parts.version },
        'espalier.uptime.seconds': { value: Math.floor(process.uptime()) },
        ...(withDatabases ? { databases: { value: await parts.service.databases() } } : {}),
      }
      // As bytes: clients compare the Content-Type, and Fastify would add a charset to it.
      return reply.header('Content-Type', 'application/json').send(Buffer.from(JSON.stringify(body)))
    },
  })
}
