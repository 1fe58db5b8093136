import type { FastifyInstance, FastifyRequest } from 'fastify'
import { addMethods } from '../http/method-table.ts'
import { pathPart } from '../http/request-parameters.ts'
import { status } from '../http/status.ts'
import {
  accountBody,
  booleanMember,
  nameMember,
  namesMember,
  optionalBooleanMember,
  optionalPasswordMember,
  passwordMember,
} from './account-body.ts'
import { userJson } from './account-json.ts'

/** `/admin/users`: users, whether they can sign in, their passwords and roles. */
export function addUserRoutes(app: FastifyInstance): void {
  addMethods(
    app,
    '/admin/users',
    {
      GET: async ({ services }) => ({ users: await services.accounts.users() }),
      POST: async (request, reply) => {
        const body = accountBody(request, ['username', 'password', 'superuser'])
        await request.services.accounts.addUser({
          name: nameMember(body, 'username', 'a user'),
          password: passwordMember(body, 'password'),
          superuser: optionalBooleanMember(body, 'superuser'),
        })
        return reply.code(status.created).send('')
      },
    },
    { GET: 'anybody', POST: 'anybody' },
  )
  addMethods(
    app,
    '/admin/users/list',
    {
      GET: async ({ services }) => {
        const users = await services.accounts.userList()
        return { users: users.map((user) => ({ username: user.name, ...userJson(user) })) }
      },
    },
    { GET: 'anybody' },
  )
  addMethods(
    app,
    '/admin/users/:user',
    {
      GET: async (request) => userJson(await request.services.accounts.user(userOf(request))),
      DELETE: async (request, reply) => {
        await request.services.accounts.removeUser(userOf(request))
        return reply.code(status.noContent).send()
      },
    },
    { GET: 'anybody', DELETE: 'anybody' },
  )
  addMethods(
    app,
    '/admin/users/:user/pwd',
    {
      PUT: async (request, reply) => {
        const body = accountBody(request, ['password', 'current_password'])
        const current = optionalPasswordMember(body, 'current_password')
        await request.services.accounts.setPassword(
          userOf(request),
          passwordMember(body, 'password'),
          current,
        )
        return reply.send('')
      },
    },
    { PUT: 'anybody' },
  )
  addMethods(
    app,
    '/admin/users/:user/enabled',
    {
      GET: async (request) => ({ enabled: await request.services.accounts.isEnabled(userOf(request)) }),
      PUT: async (request) => {
        const enabled = booleanMember(accountBody(request, ['enabled']), 'enabled')
        await request.services.accounts.setEnabled(userOf(request), enabled)
        return { enabled }
      },
    },
    { GET: 'anybody', PUT: 'anybody' },
  )
  addMethods(
    app,
    '/admin/users/:user/superuser',
    {
      GET: async (request) => ({ superuser: await request.services.accounts.isSuperuser(userOf(request)) }),
    },
    { GET: 'anybody' },
  )
  addRolesOfUser(app)
}

function addRolesOfUser(app: FastifyInstance): void {
  addMethods(
    app,
    '/admin/users/:user/roles',
    {
      GET: async (request) => ({ roles: await request.services.accounts.rolesOf(userOf(request)) }),
      PUT: async (request, reply) => {
        const roles = namesMember(accountBody(request, ['roles']), 'roles', 'roles')
        await request.services.accounts.setRoles(userOf(request), roles)
        return reply.send('')
      },
      POST: async (request, reply) => {
        const role = nameMember(accountBody(request, ['rolename']), 'rolename', 'a role')
        await request.services.accounts.assignRole(userOf(request), role)
        return reply.code(status.noContent).send()
      },
    },
    { GET: 'anybody', PUT: 'anybody', POST: 'anybody' },
  )
  addMethods(
    app,
    '/admin/users/:user/roles/:role',
    {
      DELETE: async (request, reply) => {
        const role = pathPart(request, 'role')
        await request.services.accounts.unassignRole(userOf(request), role)
        return reply.code(status.noContent).send()
      },
    },
    { DELETE: 'anybody' },
  )
}

function userOf(request: FastifyRequest): string {
  return pathPart(request, 'user')
}
