import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Holder } from '../../accounts/account.ts'
import { permissionJson } from '../../accounts/permission-json.ts'
import { readPermission } from '../../accounts/read-permission.ts'
import { addMethods } from '../http/method-table.ts'
import { allValues, singleValue, urlParameters } from '../http/parameter-list.ts'
import { pathPart } from '../http/request-parameters.ts'
import { status } from '../http/status.ts'
import { accountBody } from './account-body.ts'

const members = ['action', 'resource_type', 'resource']

/** `/admin/permissions`: what users and roles may do, granted and revoked, and whether one may do something oneself. */
export function addPermissionRoutes(app: FastifyInstance): void {
  for (const kind of ['user', 'role'] as const) addPermissionsOf(app, kind)
  addMethods(
    app,
    '/admin/permissions/effective/user/:user',
    {
      GET: async (request) => {
        const held = await request.services.accounts.effectivePermissions(nameOf(request, 'user'))
        return { permissions: held.map(permissionJson) }
      },
    },
    { GET: 'anybody' },
  )
  addMethods(
    app,
    '/admin/permissions/check',
    {
      GET: async (request) => {
        const parameters = urlParameters(request)
        const asked = readPermission({
          action: singleValue(parameters, 'action'),
          resource_type: singleValue(parameters, 'resource_type'),
          resource: allValues(parameters, 'resource'),
        })
        return { hasPermission: await request.services.accounts.holds(asked) }
      },
    },
    { GET: 'anybody' },
  )
}

function addPermissionsOf(app: FastifyInstance, kind: Holder['kind']): void {
  const holderOf = (request: FastifyRequest): Holder => ({ kind, name: nameOf(request, kind) })
  addMethods(
    app,
    `/admin/permissions/${kind}/:${kind}`,
    {
      GET: async (request) => {
        const held = await request.services.accounts.permissionsOf(holderOf(request))
        return { permissions: held.map(permissionJson) }
      },
      PUT: async (request, reply) => {
        const permission = readPermission(accountBody(request, members))
        await request.services.accounts.grant(holderOf(request), permission)
        return reply.code(status.created).send('')
      },
    },
    { GET: 'anybody', PUT: 'anybody' },
  )
  addMethods(
    app,
    `/admin/permissions/${kind}/:${kind}/delete`,
    {
      POST: async (request, reply) => {
        const permission = readPermission(accountBody(request, members))
        await request.services.accounts.revoke(holderOf(request), permission)
        return reply.code(status.created).send('')
      },
    },
    { POST: 'anybody' },
  )
}

function nameOf(request: FastifyRequest, kind: Holder['kind']): string {
  return pathPart(request, kind)
}
