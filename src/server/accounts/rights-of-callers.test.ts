import { beforeEach, describe, expect, it } from 'vitest'
import {
  type CallersOfAccounts,
  callersOfAccounts,
  failure,
  textsOf,
} from '../../../test/callers-of-accounts.ts'
import { parsePermission } from '../../accounts/parse-permission.ts'

let callers: CallersOfAccounts

beforeEach(async () => {
  callers = await callersOfAccounts()
})

describe('what takes a while', () => {
  const cy = { name: 'cy', password: 'secret of cy', superuser: true }
  const lost = "User 'dee' may not do this: the account lost the right to it a moment ago."

  it.each([
    ['removed', () => callers.store.change([{ kind: 'removeUser', name: 'dee' }])],
    ['disabled', () => callers.store.change([{ kind: 'setEnabled', name: 'dee', enabled: false }])],
  ])('is not done for a superuser who is %s meanwhile', async (_, change) => {
    await callers.owner.addUser({ name: 'dee', password: 'secret of dee', superuser: true })
    callers.meanwhile(change)
    await expect(callers.as('dee').addUser(cy)).rejects.toEqual(failure('forbidden', lost))
    expect(callers.store.user('cy')).toBeUndefined()

    if (callers.store.user('dee') === undefined) await callers.owner.addUser({ ...cy, name: 'dee' })
    await callers.owner.setEnabled('dee', true)
    callers.meanwhile(change)
    await expect(callers.as('dee').setPassword('bob', 'another one')).rejects.toEqual(
      failure('forbidden', lost),
    )
    expect(await callers.canSignIn('bob', 'secret of bob')).toBe(true)
  })

  it('is not done for who loses the permission to it, also by a role', async () => {
    const permission = parsePermission('create user:*')
    const holder = { kind: 'role', name: 'gardener' } as const
    await callers.owner.grant(holder, permission)
    await callers.owner.assignRole('ann', 'gardener')
    callers.meanwhile(() => callers.store.change([{ kind: 'revoke', holder, permission }]))
    await expect(callers.as('ann').addUser({ ...cy, superuser: false })).rejects.toEqual(failure('forbidden'))
    expect(callers.store.user('cy')).toBeUndefined()
  })

  it('is not done for whom a superuser acts who is one no more', async () => {
    await callers.owner.addUser({ name: 'dee', password: 'secret of dee', superuser: true })
    await callers.grant('ann', 'create user:*')
    callers.meanwhile(() => callers.store.change([{ kind: 'setEnabled', name: 'dee', enabled: false }]))
    const accounts = callers.as('ann', { signedInAs: 'dee' })
    await expect(accounts.addUser({ ...cy, superuser: false })).rejects.toEqual(failure('forbidden'))
  })

  it('is done though other rights change, and for a session with more rights than the account has', async () => {
    await callers.grant('ann', 'create user:*', 'read db:garden')
    const holder = { kind: 'user', name: 'ann' } as const
    callers.meanwhile(() =>
      callers.store.change([{ kind: 'revoke', holder, permission: parsePermission('read db:garden') }]),
    )
    await callers.as('ann').addUser({ ...cy, superuser: false })

    const more = [parsePermission('create user:*')]
    callers.meanwhile(() => callers.store.change([{ kind: 'addRole', name: 'weeder' }]))
    await callers.as('bob', { permissions: more }).addUser({ ...cy, name: 'dee', superuser: false })
    expect(callers.store.user('dee')).toBeDefined()
  })
})

describe('a password that was to be of another user', () => {
  const removed = { kind: 'removeUser', name: 'bob' } as const
  const made = { kind: 'addTokenUser', name: 'bob', issuer: 'https://idp.example' } as const

  it('is not set for one of the name whom a token makes meanwhile', async () => {
    callers.meanwhile(() => callers.store.change([removed, made]))
    await expect(callers.as('admin').setPassword('bob', 'another one')).rejects.toEqual(
      failure('forbidden', "User 'bob' was changed by somebody else meanwhile."),
    )
    expect(callers.store.user('bob')?.issuer).toBe('https://idp.example')
    expect(callers.store.passwordHash('bob')).toBeUndefined()
  })

  it('is not set for a user who is removed meanwhile', async () => {
    callers.meanwhile(() => callers.store.change([removed]))
    await expect(callers.as('admin').setPassword('bob', 'another one')).rejects.toEqual(
      failure('accountUnknown', "User 'bob' does not exist."),
    )
  })
})

describe('nobody gives more than they have', () => {
  const bob = { kind: 'user', name: 'bob' } as const

  it('by a grant, which needs GRANT on the resource and the permission itself, each for the whole of it', async () => {
    await callers.grant('ann', 'grant db:garden', 'read db:garden', 'grant db:shed', 'write db:*')
    await callers.as('ann').grant(bob, parsePermission('read db:garden'))
    await callers.as('ann').grant(bob, parsePermission('write db:garden'))
    for (const [text, lacking] of [
      ['read db:shed', 'read db:shed'],
      ['read db:*', 'grant db:*'],
      ['write db:*', 'grant db:*'],
      ['all db:garden', 'all db:garden'],
      ['all *:*', 'grant *:*'],
      ['grant user:ann', 'grant user:ann'],
    ] as const) {
      await expect(callers.as('ann').grant(bob, parsePermission(text))).rejects.toEqual(
        failure('forbidden', `User 'ann' may not do this: it needs the permission ${lacking}.`),
      )
    }
    expect(textsOf(await callers.owner.permissionsOf(bob)).slice(2)).toEqual([
      'READ db garden',
      'WRITE db garden',
    ])
  })

  it('by a role, which needs GRANT on it and all that it holds', async () => {
    const role = { kind: 'role', name: 'gardener' } as const
    await callers.owner.grant(role, parsePermission('read db:garden'))
    await callers.owner.grant(role, parsePermission('write db:garden'))
    await callers.grant('ann', 'grant role:*', 'read db:garden')
    await expect(callers.as('ann').assignRole('ann', 'gardener')).rejects.toEqual(
      failure('forbidden', "User 'ann' may not do this: it needs the permission write db:garden."),
    )
    await expect(callers.as('ann').setRoles('ann', ['gardener'])).rejects.toEqual(failure('forbidden'))
    await callers.grant('ann', 'write db:garden')
    await callers.as('ann').setRoles('ann', ['gardener', 'gardener'])
    expect(await callers.owner.rolesOf('ann')).toEqual(['gardener'])
    await expect(callers.as('ann').setRoles('ann', [])).rejects.toEqual(
      failure('forbidden', "User 'ann' may not do this: it needs the permission revoke role:gardener."),
    )
  })

  it('to whom a name comes anew: what was granted about the one before is gone', async () => {
    await callers.grant('ann', 'delete user:bob', 'grant user:bob', 'grant role:gardener')
    await callers.owner.removeUser('bob')
    await callers.owner.addUser({ name: 'bob', password: 'another bob' })
    await callers.owner.removeRole('gardener')
    await callers.owner.addRole('gardener')
    expect(textsOf(await callers.owner.permissionsOf({ kind: 'user', name: 'ann' }))).toEqual([
      'WRITE user ann',
      'READ user ann',
    ])
  })

  it('and a superuser, who has everything, cannot be without it', async () => {
    const admin = { kind: 'user', name: 'admin' } as const
    const everything = parsePermission('all *:*')
    await callers.owner.grant(admin, everything)
    expect(textsOf(await callers.owner.permissionsOf(admin))).toEqual(['ALL * *'])
    await expect(callers.owner.revoke(admin, everything)).rejects.toEqual(
      failure('illegalArgument', "User 'admin' is a superuser: all *:* cannot be revoked."),
    )
    await callers.owner.grant(bob, everything)
    await callers.owner.revoke(bob, everything)
    expect(textsOf(await callers.owner.permissionsOf(bob))).toEqual(['WRITE user bob', 'READ user bob'])
  })
})

describe('who may not do something', () => {
  it('is told the same whether there is such an account or not', async () => {
    const accounts = callers.as('ann')
    for (const name of ['bob', 'nobody']) {
      const needs = (text: string) =>
        failure('forbidden', `User 'ann' may not do this: it needs the permission ${text}:${name}.`)
      await expect(accounts.user(name)).rejects.toEqual(needs('read user'))
      await expect(accounts.isEnabled(name)).rejects.toEqual(needs('read user'))
      await expect(accounts.isSuperuser(name)).rejects.toEqual(needs('read user'))
      await expect(accounts.rolesOf(name)).rejects.toEqual(needs('read user'))
      await expect(accounts.setRoles(name, [])).rejects.toEqual(needs('read user'))
      await expect(accounts.effectivePermissions(name)).rejects.toEqual(needs('read user'))
      await expect(accounts.removeUser(name)).rejects.toEqual(needs('delete user'))
      await expect(accounts.removeRole(name)).rejects.toEqual(needs('delete role'))
      await expect(accounts.usersOf(name)).rejects.toEqual(needs('read role'))
      await expect(accounts.assignRole('nobody', name)).rejects.toEqual(needs('grant role'))
      await expect(accounts.unassignRole('nobody', name)).rejects.toEqual(needs('revoke role'))
    }
    await expect(accounts.addUser({ name: 'bob', password: '' })).rejects.toEqual(failure('forbidden'))
    await expect(accounts.addRole('gardener')).rejects.toEqual(failure('forbidden'))
  })

  it('sees in lists what they may read', async () => {
    await callers.owner.assignRole('ann', 'gardener')
    await callers.owner.assignRole('bob', 'gardener')
    expect(await callers.as('ann').users()).toEqual(['ann'])
    expect((await callers.as('ann').userList()).map(({ name }) => name)).toEqual(['ann'])
    expect(await callers.as('ann').roles()).toEqual([])
    expect(await callers.as('ann').roleList()).toEqual([])
    await callers.grant('ann', 'read role:gardener')
    expect(await callers.as('ann').usersOf('gardener')).toEqual(['ann'])
    expect(await callers.as('ann').roleList()).toEqual([{ name: 'gardener', permissions: [] }])
    expect(await callers.owner.users()).toEqual(['admin', 'ann', 'bob'])
  })

  it('and else is told what there is not', async () => {
    for (const accounts of [callers.owner, callers.as('admin')]) {
      const user = failure('accountUnknown', "User 'nobody' does not exist.")
      const role = failure('accountUnknown', "Role 'nothing' does not exist.")
      await expect(accounts.user('nobody')).rejects.toEqual(user)
      await expect(accounts.removeUser('nobody')).rejects.toEqual(user)
      await expect(accounts.setPassword('nobody', 'a secret')).rejects.toEqual(user)
      await expect(accounts.setEnabled('nobody', true)).rejects.toEqual(user)
      await expect(accounts.assignRole('nobody', 'gardener')).rejects.toEqual(user)
      await expect(accounts.unassignRole('nobody', 'gardener')).rejects.toEqual(user)
      await expect(accounts.setRoles('nobody', [])).rejects.toEqual(user)
      await expect(accounts.assignRole('ann', 'nothing')).rejects.toEqual(role)
      await expect(accounts.setRoles('ann', ['gardener', 'nothing'])).rejects.toEqual(role)
      await expect(accounts.removeRole('nothing')).rejects.toEqual(role)
      await expect(accounts.usersOf('nothing')).rejects.toEqual(role)
      const permission = parsePermission('read db:garden')
      await expect(accounts.grant({ kind: 'role', name: 'nothing' }, permission)).rejects.toEqual(role)
      await expect(accounts.revoke({ kind: 'user', name: 'nobody' }, permission)).rejects.toEqual(user)
      expect(await accounts.isEnabled('nobody')).toBe(false)
      expect(await accounts.isSuperuser('nobody')).toBe(false)
    }
    expect(await callers.owner.rolesOf('ann')).toEqual([])
  })
})
