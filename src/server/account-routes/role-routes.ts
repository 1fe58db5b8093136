import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ServiceError } from '../../errors.ts'
import { addMethods } from '../http/method-table.ts'
import { pathPart, queryOf } from '../http/request-parameters.ts'
import { status } from '../http/status.ts'
import { accountBody, nameMember } from './account-body.ts'
import { roleJson } from './account-json.ts'

/** `/admin/roles`: roles, and who has them. */
export function addRoleRoutes(app: FastifyInstance): void {
  addMethods(
    app,
    '/admin/roles',
    {
      GET: async ({ services }) => ({ roles: await services.accounts.roles() }),
      POST: async (request, reply) => {
        const name = nameMember(accountBody(request, ['rolename']), 'rolename', 'a role')
        await request.services.accounts.addRole(name)
        return reply.code(status.created).send('')
      },
    },
    { GET: 'anybody', POST: 'anybody' },
  )
  addMethods(
    app,
    '/admin/roles/list',
    {
      GET: async ({ services }) => ({ roles: (await services.accounts.roleList()).map(roleJson) }),
    },
    { GET: 'anybody' },
  )
  addMethods(
    app,
    '/admin/roles/:role',
    {
      DELETE: async (request, reply) => {
        await request.services.accounts.removeRole(roleOf(request), isForced(request))
        return reply.code(status.noContent).send()
      },
    },
    { DELETE: 'anybody' },
  )
  addMethods(
    app,
    '/admin/roles/:role/users',
    { GET: async (request) => ({ users: await request.services.accounts.usersOf(roleOf(request)) }) },
    { GET: 'anybody' },
  )
}

/** Whether a role is to be removed also where users have it: `?force=true`. */
function isForced(request: FastifyRequest): boolean {
  const force = queryOf(request).get('force')?.toLowerCase() ?? 'false'
  if (force === 'true' || force === 'false') return force === 'true'
  throw new ServiceError('illegalArgument', 'The parameter "force" must be true or false.')
}

function roleOf(request: FastifyRequest): string {
  return pathPart(request, 'role')
}
