import type { FastifyInstance, FastifyRequest } from 'fastify'
import { everyResource } from '../../accounts/permission.ts'
import { defaultProperties } from '../../config/properties.ts'
import { propertyValues } from '../../config/property-values.ts'
import type { RunningQuery } from '../administration-service.ts'
import { addMethods } from '../http/method-table.ts'
import { allValues, urlParameters } from '../http/parameter-list.ts'
import { queryOf } from '../http/request-parameters.ts'
import type { ServerParts } from '../server-parts.ts'
import { createServiceMetrics } from '../service-metrics.ts'
import { may } from '../sign-in/may.ts'
import { readServer } from '../sign-in/needs.ts'

/** The version of the protocol that existing clients compare with; our own version stands beside it. */
const protocolVersion = '11.0.0'

/** What the server tells of itself: whether it lives, its state, its properties and metrics. */
export function addAdminRoutes(app: FastifyInstance, parts: ServerParts): void {
  const { metrics = createServiceMetrics() } = parts
  addMethods(app, '/admin/alive', { GET: async (_request, reply) => reply.send('') }, { GET: 'nobody' })
  addMethods(
    app,
    '/admin/healthcheck',
    {
      GET: async ({ services }, reply) => {
        // Reads the catalog, so that a home that cannot be read does not pass for healthy.
        await services.administration.counts()
        return reply.send('')
      },
    },
    { GET: 'nobody' },
  )
  addMethods(
    app,
    '/admin/status',
    {
      GET: async (request, reply) => {
        const { databases, administration } = request.services
        const withDatabases = queryOf(request).get('databases')?.toLowerCase() !== 'false'
        const memory = process.memoryUsage()
        const values = {
          'dbms.version': protocolVersion,
          'espalier.version': parts.version,
          'espalier.uptime.seconds': Math.floor(process.uptime()),
          ...(seesServer(request) && {
            'espalier.memory.resident.bytes': memory.rss,
            'espalier.memory.heap.bytes': memory.heapUsed,
          }),
          'espalier.queries.running': (await administration.queries()).length,
          ...(withDatabases ? { databases: await databases.databases() } : {}),
        }
        return reply.header('Content-Type', 'application/json').send(jsonBytes(withValues(values)))
      },
    },
    { GET: 'anybody' },
  )
  addMethods(
    app,
    '/admin/properties',
    {
      GET: async (request, reply) => {
        const names = allValues(urlParameters(request), 'name')
        const values: readonly (readonly [string, unknown])[] = [
          ['dbms.version', protocolVersion],
          ['espalier.version', parts.version],
          ...(seesServer(request) ? propertyValues(parts.properties ?? defaultProperties) : []),
        ]
        const asked = values.filter(([name]) => names.length === 0 || names.includes(name))
        return reply.header('Content-Type', 'application/json').send(jsonBytes(Object.fromEntries(asked)))
      },
    },
    { GET: 'anybody' },
  )
  addMethods(
    app,
    '/admin/status/prometheus',
    {
      GET: async ({ services: { administration } }, reply) => {
        const text = await metrics.text({
          running: countedByKind(await administration.queries()),
          databases: await administration.counts(),
        })
        return reply.header('Content-Type', metrics.contentType).send(text)
      },
    },
    { GET: readServer },
  )
}

/** Whether who asks may see how the server is. */
function seesServer({ caller }: FastifyRequest): boolean {
  return may(caller, 'READ', 'dbms-admin', everyResource)
}

/** The shape that clients know: each value in an object of its own. */
function withValues(values: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value }]))
}

/** As bytes: clients compare the Content-Type, and Fastify would add a charset to it. */
function jsonBytes(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value))
}

function countedByKind(queries: readonly RunningQuery[]): ReadonlyMap<RunningQuery['kind'], number> {
  const counts = new Map<RunningQuery['kind'], number>()
  for (const { kind } of queries) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  return counts
}
