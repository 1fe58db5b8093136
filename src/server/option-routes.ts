import type { FastifyInstance, FastifyRequest } from 'fastify'
import { flattenedOptions } from '../config/database-options.ts'
import { bodyText, jsonObject } from './json-body.ts'
import { addMethods } from './method-table.ts'
import { readBodyWhole } from './request-body.ts'
import { databaseOf } from './request-parameters.ts'
import type { ServerParts } from './server-parts.ts'

/** Options of databases, what options there are, and the states of databases. */
export function addOptionRoutes(app: FastifyInstance, parts: ServerParts): void {
  const { administration } = parts
  addMethods(app, '/admin/config_properties', {
    GET: async () => Object.fromEntries(administration.descriptors().map((option) => [option.name, option])),
  })
  addMethods(app, '/admin/databases/options', {
    GET: async () => {
      const names = await parts.service.databases()
      // One may be dropped meanwhile.
      const asked = await Promise.allSettled(names.map((name) => administration.options(name)))
      return { databases: asked.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])) }
    },
  })
  addMethods(app, '/admin/databases/:db/status', {
    GET: (request) => administration.status(databaseOf(request)),
  })
  void app.register(async (routes) => {
    readBodyWhole(routes, parts.limits.queryBytes, parts.limits.requestMilliseconds)
    addMethods(routes, '/admin/databases/:db/options', {
      GET: (request) => administration.options(databaseOf(request)),
      PUT: (request) => askedOptions(request, parts),
      POST: async (request, reply) => {
        await administration.setOptions(databaseOf(request), jsonObject(bodyText(request.body)))
        return reply.send('')
      },
    })
    addMethods(routes, '/admin/databases/:db/online', {
      PUT: async (request) => {
        const name = databaseOf(request)
        await administration.setOnline(name, true)
        return { message: `Database '${name}' is online.` }
      },
    })
    addMethods(routes, '/admin/databases/:db/offline', {
      PUT: async (request) => {
        const name = databaseOf(request)
        await administration.setOnline(name, false)
        return { message: `Database '${name}' is offline.` }
      },
    })
    addMethods(routes, '/admin/databases/:db/optimize', {
      PUT: async (request) => {
        const name = databaseOf(request)
        await administration.optimize(name)
        return { message: `Database '${name}' was optimized.` }
      },
    })
  })
}

/** The values of the options that a body names; clients ask for all that they know, whatever there are. */
async function askedOptions(request: FastifyRequest, { administration }: ServerParts): Promise<unknown> {
  const values = await administration.options(databaseOf(request))
  const asked = new Set([...flattenedOptions(jsonObject(bodyText(request.body)))].map(([name]) => name))
  return Object.fromEntries(Object.entries(values).filter(([name]) => asked.has(name)))
}
