import { beforeEach, describe, expect, it } from 'vitest'
import {
  type CallersOfAccounts,
  callersOfAccounts,
  cheapPasswords,
  failure,
  textsOf,
} from '../../../test/callers-of-accounts.ts'
import { parsePermission } from '../../accounts/parse-permission.ts'

let callers: CallersOfAccounts

beforeEach(async () => {
  callers = await callersOfAccounts()
})

describe('a new user', () => {
  it('may write and read the own account, and the maker may do everything with it', async () => {
    await callers.grant('ann', 'create user:*')
    await callers.as('ann').addUser({ name: 'cy', password: 'secret of cy' })
    expect(textsOf(await callers.owner.permissionsOf({ kind: 'user', name: 'cy' }))).toEqual([
      'WRITE user cy',
      'READ user cy',
    ])
    expect(textsOf(await callers.owner.permissionsOf({ kind: 'user', name: 'ann' })).slice(-5)).toEqual(
      ['DELETE', 'WRITE', 'READ', 'GRANT', 'REVOKE'].map((action) => `${action} user cy`),
    )
    expect(await callers.canSignIn('cy', 'secret of cy')).toBe(true)
  })

  it('that is a superuser has ALL on everything as the last', async () => {
    await callers.as('admin').addUser({ name: 'cy', password: 'secret of cy', superuser: true })
    const all = ['WRITE user cy', 'READ user cy', 'ALL * *']
    expect(textsOf(await callers.owner.permissionsOf({ kind: 'user', name: 'cy' }))).toEqual(all)
    expect(textsOf(await callers.owner.effectivePermissions('cy'))).toEqual(all)
    expect(textsOf(await callers.owner.permissionsOf({ kind: 'user', name: 'admin' }))).toEqual(['ALL * *'])
  })

  it('is a superuser only by one, though somebody may do everything else', async () => {
    await callers.grant('ann', 'all *:*')
    const refused = failure('forbidden', "User 'ann' may not do this: only superusers may.")
    const cy = { name: 'cy', password: 'secret of cy' }
    await expect(callers.as('ann').addUser({ ...cy, superuser: true })).rejects.toEqual(refused)
    await expect(callers.as('ann').setEnabled('bob', false)).rejects.toEqual(refused)
    await expect(callers.as('ann').setPassword('bob', 'another one')).rejects.toEqual(refused)
    await callers.as('ann').addUser(cy)
  })

  it('has a name that nobody has, and that can be one', async () => {
    const password = 'secret of cy'
    await expect(callers.owner.addUser({ name: 'ann', password })).rejects.toEqual(
      failure('accountExists', "User 'ann' already exists."),
    )
    await callers.owner.addUser({ name: 'Ann', password })
    await expect(callers.owner.addUser({ name: '*', password })).rejects.toEqual(failure('illegalArgument'))
    await expect(callers.owner.addUser({ name: 'cy', password: 'abc' })).rejects.toEqual(
      failure('illegalPassword'),
    )
    await expect(callers.owner.addRole('gardener')).rejects.toEqual(
      failure('accountExists', "Role 'gardener' already exists."),
    )
    await expect(callers.owner.addRole('a:b')).rejects.toEqual(failure('illegalArgument'))
  })

  it('is one of two who are made by the same name at once', async () => {
    const two = ['one secret', 'two secrets'].map((password) =>
      callers.owner.addUser({ name: 'cy', password }),
    )
    const results = await Promise.allSettled(two)
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(results).toContainEqual({ status: 'rejected', reason: failure('accountExists') })
  })
})

describe('the own password', () => {
  it('is set by who knows the present one', async () => {
    await callers.as('ann').setPassword('ann', 'a new secret', 'secret of ann')
    expect(await callers.canSignIn('ann', 'a new secret')).toBe(true)
    expect(await callers.canSignIn('ann', 'secret of ann')).toBe(false)
  })

  it.each([undefined, ''])('needs the present one, and %j is none', async (current) => {
    const message = 'To set your own password you have to give the current one as well.'
    await expect(callers.as('ann').setPassword('ann', 'a new secret', current)).rejects.toEqual(
      failure('illegalArgument', message),
    )
    await expect(callers.as('admin').setPassword('admin', 'a new secret', current)).rejects.toEqual(
      failure('illegalArgument', message),
    )
  })

  it('stays where the present one is wrong, and who guesses is made to wait', async () => {
    const accounts = callers.as('ann')
    for (let attempt = 0; attempt < 10; attempt += 1) {
      await expect(accounts.setPassword('ann', 'a new secret', `guess ${attempt}`)).rejects.toEqual(
        failure('forbidden', 'The current password is wrong.'),
      )
    }
    await expect(accounts.setPassword('ann', 'a new secret', 'secret of ann')).rejects.toEqual(
      expect.objectContaining({ kind: 'tooManyAttempts', retryAfterSeconds: expect.any(Number) }),
    )
  })

  it('that a superuser sets meanwhile is not overwritten by who knew the old one', async () => {
    const other = await cheapPasswords.hash('set by admin', { user: '', address: '' })
    callers.meanwhile(() => callers.store.change([{ kind: 'setPassword', name: 'ann', passwordHash: other }]))
    // Passwords are told apart by the millisecond in which they were set.
    while (callers.store.passwordSet('ann') === new Date().toISOString()) await Promise.resolve()
    await expect(callers.as('ann').setPassword('ann', 'by the thief', 'secret of ann')).rejects.toEqual(
      failure('forbidden', 'The password was set by somebody else meanwhile.'),
    )
    expect(await callers.canSignIn('ann', 'set by admin')).toBe(true)
  })

  it('of another user a superuser sets without it, whoever acts for whom', async () => {
    await callers.as('admin').setPassword('ann', 'a new secret')
    expect(await callers.canSignIn('ann', 'a new secret')).toBe(true)
    await expect(
      callers.as('bob', { signedInAs: 'admin' }).setPassword('ann', 'another one'),
    ).rejects.toEqual(failure('forbidden'))
    await expect(
      callers.as('bob', { signedInAs: 'admin' }).setPassword('bob', 'another one'),
    ).rejects.toEqual(failure('illegalArgument'))
  })
})

describe('a superuser', () => {
  it('is removed by superusers only, whatever permissions somebody has', async () => {
    await callers.owner.addUser({ name: 'cy', password: 'secret of cy', superuser: true })
    await callers.grant('ann', 'all *:*')
    const message = "User 'ann' may not do this: only superusers may."
    await expect(callers.as('ann').removeUser('cy')).rejects.toEqual(failure('forbidden', message))
    await expect(callers.as('ann').removeUser('admin')).rejects.toEqual(failure('forbidden', message))
    await callers.as('ann').removeUser('bob')
    await callers.as('admin').removeUser('cy')
    expect(await callers.owner.users()).toEqual(['admin', 'ann'])
  })
})

describe('the last superuser who can sign in', () => {
  const message = "User 'admin' is the last superuser who can sign in. Make another one first."

  it('cannot be removed or disabled, not even by the owner of the home', async () => {
    for (const accounts of [callers.owner, callers.as('admin')]) {
      await expect(accounts.removeUser('admin')).rejects.toEqual(failure('resourceInUse', message))
      await expect(accounts.setEnabled('admin', false)).rejects.toEqual(failure('resourceInUse', message))
    }
    await callers.owner.setEnabled('admin', true)
  })

  it('is the last though another one is disabled, and not beside one who is not', async () => {
    await callers.owner.addUser({ name: 'cy', password: 'secret of cy', superuser: true })
    await callers.owner.setEnabled('cy', false)
    await expect(callers.owner.removeUser('admin')).rejects.toEqual(failure('resourceInUse', message))
    await callers.owner.setEnabled('cy', true)
    await callers.as('admin').removeUser('admin')
    expect(await callers.owner.users()).toEqual(['ann', 'bob', 'cy'])
    await expect(callers.owner.removeUser('cy')).rejects.toEqual(failure('resourceInUse'))
  })
})

it('facts of a user have the permissions of the roles, and which are the own ones', async () => {
  await callers.owner.grant({ kind: 'role', name: 'gardener' }, parsePermission('write db:garden'))
  await callers.owner.grant({ kind: 'role', name: 'gardener' }, parsePermission('read user:ann'))
  await callers.owner.assignRole('ann', 'gardener')
  const { permissions, ...facts } = await callers.as('ann').user('ann')
  expect(facts).toEqual({ name: 'ann', enabled: true, superuser: false, roles: ['gardener'] })
  expect(permissions.map(({ explicit }, index) => [textsOf(permissions)[index], explicit])).toEqual([
    ['WRITE user ann', true],
    ['READ user ann', true],
    ['WRITE db garden', false],
  ])
})

it('a role in use is removed by force only, and its users lose it', async () => {
  await callers.owner.setRoles('ann', ['gardener', 'reader'])
  const message = "Role 'gardener' is in use: 1 user has it. Remove it by force to take it from them."
  await expect(callers.owner.removeRole('gardener')).rejects.toEqual(failure('resourceInUse', message))
  await callers.owner.removeRole('gardener', true)
  expect(await callers.owner.rolesOf('ann')).toEqual(['reader'])
})

it('a permission that means nothing is refused', async () => {
  const permission = { action: 'READ', resource: { type: 'db', name: ['garden', 'shed'] } } as const
  const holder = { kind: 'user', name: 'ann' } as const
  await expect(callers.owner.grant(holder, permission)).rejects.toEqual(failure('illegalArgument'))
  await expect(callers.owner.revoke(holder, permission)).rejects.toEqual(failure('illegalArgument'))
})

describe('the audit log', () => {
  it('has what was done or failed, by whom, and no password', async () => {
    const admin = callers.as('admin')
    await admin.addUser({ name: 'cy', password: 'secret of cy' })
    await callers.as('ann', { signedInAs: 'admin' }).setPassword('ann', 'a new secret', 'secret of ann')
    await admin.grant({ kind: 'role', name: 'gardener' }, parsePermission('read db:garden'))
    await admin.setRoles('cy', ['gardener'])
    await expect(admin.removeRole('gardener')).rejects.toThrow()
    await callers.owner.removeUser('cy')
    const who = { user: 'admin', address: '10.0.0.1', requestId: 'r-1' }
    expect(callers.events).toEqual([
      { action: 'user.add', target: 'cy', details: { superuser: false }, ...who, outcome: 'done' },
      { action: 'user.password', target: 'ann', ...who, user: 'ann', signedInAs: 'admin', outcome: 'done' },
      {
        action: 'role.grant',
        target: 'gardener',
        details: { permission: 'read db:garden' },
        ...who,
        outcome: 'done',
      },
      {
        action: 'user.roles',
        target: 'cy',
        details: { assigned: ['gardener'], unassigned: [] },
        ...who,
        outcome: 'done',
      },
      {
        action: 'role.remove',
        target: 'gardener',
        details: { force: false, reason: 'resourceInUse' },
        ...who,
        outcome: 'failed',
      },
      { action: 'user.remove', target: 'cy', outcome: 'done' },
    ])
    expect(JSON.stringify(callers.events)).not.toMatch(/secret|scrypt|argon/u)
  })

  it('has nothing of reading, of what changes nothing and makes no sense, and of what is forbidden, which others write', async () => {
    await expect(callers.as('ann').addRole('weeder')).rejects.toEqual(failure('forbidden'))
    await expect(callers.as('ann').setPassword('ann', 'a new secret', 'wrong')).rejects.toEqual(
      failure('forbidden'),
    )
    await callers.owner.userList()
    await callers.owner.holds(parsePermission('all *:*'))
    // Anybody could fill the log with what follows.
    await expect(callers.as('ann').setPassword('ann', 'abc', 'secret of ann')).rejects.toEqual(
      failure('illegalPassword'),
    )
    await expect(callers.as('ann').setPassword('ann', 'a new secret')).rejects.toEqual(
      failure('illegalArgument'),
    )
    await callers.as('ann').setRoles('ann', [])
    expect(callers.events).toEqual([])
  })
})
