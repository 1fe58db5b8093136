import type { Holder } from '../accounts/account.ts'
import { permissionJson } from '../accounts/permission-json.ts'
import type { AccountService } from '../server/account-service.ts'
import { accountAnswers } from './account-answers.ts'
import { type HttpCall, textOf } from './http-exchange.ts'
import { type CallParameters, remoteCalls } from './remote-calls.ts'
import type { ServerAccess } from './server-access.ts'

/** The users and roles of a server, over HTTP. */
export function remoteAccounts(server: URL, access: ServerAccess = {}): AccountService {
  const { urlOf, call, callForJson } = remoteCalls(server, access)
  const { namesOf, flagOf, userOf, usersOf, rolesOf, permissionsOf } = accountAnswers(server)
  const usersPath = '/admin/users'
  const rolesPath = '/admin/roles'
  const userPath = (name: string, more = ''): string => `${usersPath}/${encodeURIComponent(name)}${more}`
  const rolePath = (name: string, more = ''): string => `${rolesPath}/${encodeURIComponent(name)}${more}`
  const holderPath = ({ kind, name }: Holder, more = ''): string =>
    `/admin/permissions/${kind}/${encodeURIComponent(name)}${more}`

  const read = (path: string): Promise<Readonly<Record<string, unknown>>> =>
    callForJson(urlOf(path), { method: 'GET' })

  async function send(
    method: HttpCall['method'],
    path: string,
    body?: object,
    parameters: CallParameters = {},
  ): Promise<void> {
    const url = urlOf(path, parameters)
    const answer = await call(url, {
      method,
      ...(body === undefined
        ? {}
        : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
    })
    // Read to its end, so that the connection is free.
    await textOf(answer, url)
  }

  return {
    users: async () => namesOf(await read(usersPath), 'users'),
    userList: async () => usersOf(await read(`${usersPath}/list`)),
    user: async (name) => userOf(name, await read(userPath(name))),
    addUser: ({ name, password, superuser = false }) =>
      send('POST', usersPath, { username: name, password, superuser }),
    removeUser: (name) => send('DELETE', userPath(name)),
    setPassword: (name, password, current) =>
      send('PUT', userPath(name, '/pwd'), {
        password,
        ...(current === undefined ? {} : { current_password: current }),
      }),
    isEnabled: async (name) => flagOf(await read(userPath(name, '/enabled')), 'enabled'),
    setEnabled: (name, enabled) => send('PUT', userPath(name, '/enabled'), { enabled }),
    isSuperuser: async (name) => flagOf(await read(userPath(name, '/superuser')), 'superuser'),
    rolesOf: async (user) => namesOf(await read(userPath(user, '/roles')), 'roles'),
    setRoles: (user, roles) => send('PUT', userPath(user, '/roles'), { roles }),
    assignRole: (user, role) => send('POST', userPath(user, '/roles'), { rolename: role }),
    unassignRole: (user, role) => send('DELETE', userPath(user, `/roles/${encodeURIComponent(role)}`)),
    roles: async () => namesOf(await read(rolesPath), 'roles'),
    roleList: async () => rolesOf(await read(`${rolesPath}/list`)),
    addRole: (name) => send('POST', rolesPath, { rolename: name }),
    removeRole: (name, force = false) =>
      send('DELETE', rolePath(name), undefined, force ? { force: 'true' } : {}),
    usersOf: async (role) => namesOf(await read(rolePath(role, '/users')), 'users'),
    permissionsOf: async (holder) => permissionsOf(await read(holderPath(holder))),
    effectivePermissions: async (user) =>
      permissionsOf(await read(`/admin/permissions/effective/user/${encodeURIComponent(user)}`)),
    grant: (holder, permission) => send('PUT', holderPath(holder), permissionJson(permission)),
    revoke: (holder, permission) => send('POST', holderPath(holder, '/delete'), permissionJson(permission)),
    async holds(permission) {
      const url = urlOf('/admin/permissions/check', { ...permissionJson(permission) })
      return flagOf(await callForJson(url, { method: 'GET' }), 'hasPermission')
    },
  }
}
