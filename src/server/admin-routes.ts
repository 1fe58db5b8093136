import type { FastifyInstance } from 'fastify'
import { defaultProperties } from '../config/properties.ts'
import { propertyValues } from '../config/property-values.ts'
import type { RunningQuery } from './administration-service.ts'
import { addMethods } from './method-table.ts'
import { allValues, urlParameters } from './parameter-list.ts'
import { queryOf } from './request-parameters.ts'
import type { ServerParts } from './server-parts.ts'
import { createServiceMetrics } from './service-metrics.ts'

/** The version of the protocol that existing clients compare with; our own version stands beside it. */
const protocolVersion = '11.0.0'

/** What the server tells of itself: whether it lives, its state, its properties and metrics. */
export function addAdminRoutes(app: FastifyInstance, parts: ServerParts): void {
  const { metrics = createServiceMetrics() } = parts
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
      const memory = process.memoryUsage()
      const values = {
        'dbms.version': protocolVersion,
        'espalier.version': parts.version,
        'espalier.uptime.seconds': Math.floor(process.uptime()),
        'espalier.memory.resident.bytes': memory.rss,
        'espalier.memory.heap.bytes': memory.heapUsed,
        'espalier.queries.running': (await parts.administration.queries()).length,
        ...(withDatabases ? { databases: await parts.service.databases() } : {}),
      }
      return reply.header('Content-Type', 'application/json').send(jsonBytes(withValues(values)))
    },
  })
  addMethods(app, '/admin/properties', {
    GET: async (request, reply) => {
      const names = allValues(urlParameters(request), 'name')
      const values: readonly (readonly [string, unknown])[] = [
        ['dbms.version', protocolVersion],
        ['espalier.version', parts.version],
        ...propertyValues(parts.properties ?? defaultProperties),
      ]
      const asked = values.filter(([name]) => names.length === 0 || names.includes(name))
      return reply.header('Content-Type', 'application/json').send(jsonBytes(Object.fromEntries(asked)))
    },
  })
  addMethods(app, '/admin/status/prometheus', {
    GET: async (_request, reply) => {
      const names = await parts.service.databases()
      // One may be dropped meanwhile.
      const asked = await Promise.allSettled(names.map((name) => parts.administration.isOnline(name)))
      const states = asked.filter((state) => state.status === 'fulfilled')
      const online = states.filter(({ value }) => value).length
      const text = await metrics.text({
        running: countedByKind(await parts.administration.queries()),
        databases: { online, offline: states.length - online },
      })
      return reply.header('Content-Type', metrics.contentType).send(text)
    },
  })
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
