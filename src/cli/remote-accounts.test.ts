import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { HomeServer } from '../../test/home-server.ts'
import { startHomeServer } from '../../test/home-server.ts'
import type { Permission } from '../accounts/permission.ts'
import type { AccountService } from '../server/account-service.ts'
import { remoteAccounts } from './remote-accounts.ts'

const readGarden: Permission = { action: 'READ', resource: { type: 'db', name: ['garden'] } }
const writeGraph: Permission = {
  action: 'WRITE',
  resource: { type: 'named-graph', name: ['garden', 'http://g.example/1?a=b&c#d'] },
}

/** Names that mean something else in a path, unless they are escaped. */
const names = ['ann', 'a/b', 'a?b', 'a#b', 'a%2fb', 'a b', '..a', 'Zoë 🌱', "o'neil", 'a+b', 'roles', 'a\\b']

describe('the accounts of a server, over HTTP', () => {
  let server: HomeServer
  let accounts: AccountService
  let asAnn: AccountService

  beforeAll(async () => {
    server = await startHomeServer('', { security: 'on' })
    const as = (user: string, password: string): AccountService =>
      remoteAccounts(new URL(server.url), { credentials: { kind: 'password', user, password } })
    accounts = as('admin', 'admin')
    asAnn = as('ann', 'Medlar 🌱')
    for (const name of names) await accounts.addUser({ name, password: 'Medlar 🌱' })
  })
  afterAll(() => server[Symbol.asyncDispose]())

  it.each(names)('tell of the user %j', async (name) => {
    const own = (action: 'WRITE' | 'READ') => ({
      action,
      resource: { type: 'user', name: [name] },
      explicit: true,
    })
    const user = {
      name,
      enabled: true,
      superuser: false,
      roles: [],
      permissions: [own('WRITE'), own('READ')],
    }
    expect(await accounts.user(name)).toEqual(user)
    expect(await accounts.userList()).toContainEqual(user)
    expect(await accounts.users()).toContain(name)
  })

  it('have roles and permissions', async () => {
    await accounts.addRole('gar/dener')
    expect(await accounts.roles()).toEqual(['gar/dener', 'reader'])
    await accounts.grant({ kind: 'role', name: 'gar/dener' }, readGarden)
    await accounts.grant({ kind: 'user', name: 'a/b' }, writeGraph)
    expect(await accounts.permissionsOf({ kind: 'role', name: 'gar/dener' })).toEqual([readGarden])
    expect(await accounts.roleList()).toContainEqual({
      name: 'gar/dener',
      permissions: [expect.objectContaining(readGarden)],
    })
    await accounts.assignRole('a/b', 'gar/dener')
    expect(await accounts.rolesOf('a/b')).toEqual(['gar/dener'])
    expect(await accounts.usersOf('gar/dener')).toEqual(['a/b'])
    expect((await accounts.permissionsOf({ kind: 'user', name: 'a/b' })).slice(2)).toEqual([writeGraph])
    expect((await accounts.effectivePermissions('a/b')).slice(2)).toEqual([writeGraph, readGarden])
    await accounts.revoke({ kind: 'user', name: 'a/b' }, writeGraph)
    await accounts.setRoles('a/b', ['reader'])
    expect(await accounts.rolesOf('a/b')).toEqual(['reader'])
    await accounts.unassignRole('a/b', 'reader')
    expect(await accounts.effectivePermissions('a/b')).toHaveLength(2)
    await accounts.assignRole('ann', 'gar/dener')
    await expect(accounts.removeRole('gar/dener')).rejects.toMatchObject({ kind: 'resourceInUse' })
    await accounts.removeRole('gar/dener', true)
    expect(await accounts.roles()).toEqual(['reader'])
  })

  it('tell what one may do oneself', async () => {
    expect(await accounts.holds(writeGraph)).toBe(true)
    expect(await asAnn.holds(readGarden)).toBe(false)
    await accounts.grant({ kind: 'user', name: 'ann' }, readGarden)
    await accounts.grant({ kind: 'user', name: 'ann' }, writeGraph)
    expect(await asAnn.holds(readGarden)).toBe(true)
    expect(await asAnn.holds(writeGraph)).toBe(true)
    expect(await asAnn.users()).toEqual(['ann'])
  })

  it('enable, disable, set passwords, and remove', async () => {
    expect(await accounts.isEnabled('a?b')).toBe(true)
    await accounts.setEnabled('a?b', false)
    expect(await accounts.isEnabled('a?b')).toBe(false)
    expect(await accounts.isEnabled('nobody')).toBe(false)
    expect(await accounts.isSuperuser('admin')).toBe(true)
    expect(await accounts.isSuperuser('ann')).toBe(false)
    await expect(asAnn.setPassword('ann', 'Quince')).rejects.toMatchObject({ kind: 'illegalArgument' })
    await expect(asAnn.setPassword('ann', 'Quince', 'Sloe')).rejects.toMatchObject({ kind: 'forbidden' })
    await asAnn.setPassword('ann', 'Quince', 'Medlar 🌱')
    await expect(asAnn.users()).rejects.toMatchObject({ kind: 'unauthenticated' })
    await accounts.setPassword('ann', 'Medlar 🌱')
    expect(await asAnn.users()).toEqual(['ann'])
    for (const name of names) await accounts.removeUser(name)
    expect(await accounts.users()).toEqual(['admin'])
    await expect(accounts.user('a/b')).rejects.toMatchObject({
      kind: 'accountUnknown',
      message: "User 'a/b' does not exist.",
    })
  })
})
