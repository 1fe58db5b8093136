import type { FastifyInstance, FastifyRequest } from 'fastify'
import { flattenedOptions } from '../../config/database-options.ts'
import type { AdministrationService } from '../administration-service.ts'
import { bodyText, jsonObject } from '../http/json-body.ts'
import { addMethods } from '../http/method-table.ts'
import { readBodyWhole } from '../http/request-body.ts'
import { databaseOf } from '../http/request-parameters.ts'
import type { ServerParts } from '../server-parts.ts'
import { need, readDatabase } from '../sign-in/needs.ts'

const readMetadata = [need('READ', 'metadata', ':db')]
const writeMetadata = [need('WRITE', 'metadata', ':db')]

/** What the administration of a database is ordered to do by a word alone. */
interface AdministrationOrder {
  readonly carryOut: (administration: AdministrationService, name: string) => Promise<unknown>
  /** What has become of the database then. */
  readonly outcome: string
}

const orders: Readonly<Record<string, AdministrationOrder>> = {
  online: {
    carryOut: (administration, name) => administration.setOnline(name, true),
    outcome: 'is online',
  },
  offline: {
    carryOut: (administration, name) => administration.setOnline(name, false),
    outcome: 'is offline',
  },
  optimize: {
    carryOut: (administration, name) => administration.optimize(name),
    outcome: 'was optimized',
  },
}

/** Options of databases, what options there are, and the states of databases. */
export function addOptionRoutes(app: FastifyInstance, parts: ServerParts): void {
  addMethods(
    app,
    '/admin/config_properties',
    {
      GET: async ({ services }) =>
        Object.fromEntries(services.administration.descriptors().map((option) => [option.name, option])),
    },
    { GET: 'anybody' },
  )
  addMethods(
    app,
    '/admin/databases/options',
    {
      GET: async ({ services }) => ({ databases: await services.administration.allOptions() }),
    },
    { GET: 'anybody' },
  )
  addMethods(
    app,
    '/admin/databases/:db/status',
    {
      GET: (request) => request.services.administration.status(databaseOf(request)),
    },
    { GET: readDatabase },
  )
  void app.register(async (routes) => {
    readBodyWhole(routes, parts.limits.queryBytes, parts.limits.requestMilliseconds)
    addMethods(
      routes,
      '/admin/databases/:db/options',
      {
        GET: (request) => request.services.administration.options(databaseOf(request)),
        PUT: (request) => askedOptions(request),
        POST: async (request, reply) => {
          await request.services.administration.setOptions(
            databaseOf(request),
            jsonObject(bodyText(request.body)),
          )
          return reply.send('')
        },
      },
      { GET: readMetadata, PUT: readMetadata, POST: writeMetadata },
    )
    for (const [word, { carryOut, outcome }] of Object.entries(orders)) {
      addMethods(
        routes,
        `/admin/databases/:db/${word}`,
        {
          PUT: async (request) => {
            const name = databaseOf(request)
            await carryOut(request.services.administration, name)
            return { message: `Database '${name}' ${outcome}.` }
          },
        },
        { PUT: writeMetadata },
      )
    }
  })
}

/** The values of the options that a body names; clients ask for all that they know, whatever there are. */
async function askedOptions(request: FastifyRequest): Promise<unknown> {
  const values = await request.services.administration.options(databaseOf(request))
  const asked = new Set([...flattenedOptions(jsonObject(bodyText(request.body)))].map(([name]) => name))
  return Object.fromEntries(Object.entries(values).filter(([name]) => asked.has(name)))
}
