import { beforeEach, describe, expect, it } from 'vitest'
import { accountsInMemory } from '../../test/accounts-in-memory.ts'
import type { AccountStore } from '../accounts/account-store.ts'
import { parsePermission } from '../accounts/parse-permission.ts'
import type { Session } from '../accounts/session.ts'
import { sessionOf } from '../accounts/session-of.ts'
import { createAuthenticator } from '../authentication/create-authenticator.ts'
import { createPasswordHashes } from '../authentication/passwords/create-password-hashes.ts'
import type { PasswordHashes } from '../authentication/passwords/password-hashes.ts'
import { createOwnTokens } from '../authentication/tokens/create-own-tokens.ts'
import { defaultProperties } from '../config/properties.ts'
import type { AccountService } from './account-service.ts'
import type { AuditEvent } from './audit.ts'
import { localAccounts } from './local-accounts.ts'

const hashes = createPasswordHashes({ memory: 8, passes: 1, parallelism: 1 })
const tokens = createOwnTokens({ secret: Buffer.alloc(32), license: '00000000-0000-4000-8000-000000000000' })

let store: AccountStore
let events: AuditEvent[]
/** The accounts as the owner of the home has them. */
let owner: AccountService
/** Something that happens while the next password is hashed. */
let meanwhile: (() => void) | undefined

const passwords: Pick<PasswordHashes, 'hash'> = {
  async hash(password, asker) {
    const hash = await hashes.hash(password, asker)
    meanwhile?.()
    meanwhile = undefined
    return hash
  },
}

beforeEach(async () => {
  store = accountsInMemory()
  events = []
  meanwhile = undefined
  owner = accountsFor(undefined)
  await owner.setPassword('admin', 'admin')
  await owner.addUser({ name: 'ann', password: 'secret of ann' })
  await owner.addUser({ name: 'bob', password: 'secret of bob' })
  await owner.addRole('gardener')
  events = []
})

let authenticator: ReturnType<typeof createAuthenticator>

function accountsFor(session: Session | undefined): AccountService {
  authenticator = createAuthenticator({ accounts: store, passwords: hashes, tokens })
  const audit = { write: (event: AuditEvent) => void events.push(event) }
  const parts = { accounts: store, passwords, authenticator, rules: defaultProperties.passwords, audit }
  return localAccounts(parts, session && { session, address: '10.0.0.1', requestId: 'r-1' })
}

/** The accounts on behalf of a user, with the rights of now. */
function as(name: string, more: Partial<Session> = {}): AccountService {
  const session = sessionOf(store, name)
  if (session === undefined) throw new Error(`${name} cannot sign in.`)
  return accountsFor({ ...session, ...more })
}

async function grant(name: string, ...texts: readonly string[]): Promise<void> {
  for (const text of texts) await owner.grant({ kind: 'user', name }, parsePermission(text))
  events = []
}

async function canSignIn(user: string, password: string): Promise<boolean> {
  const { kind } = await authenticator.signIn({ kind: 'password', user, password }, '10.0.0.2')
  return kind === 'identity'
}

function error(kind: string, message?: string) {
  return expect.objectContaining({ kind, ...(message !== undefined && { message }) })
}

const texts = (
  permissions: readonly { action: string; resource: { type: string; name: readonly string[] } }[],
) => permissions.map(({ action, resource }) => `${action} ${resource.type} ${resource.name.join(' ')}`)

describe('a new user', () => {
  it('may write and read the own account, and the maker may do everything with it', async () => {
    await grant('ann', 'create user:*')
    await as('ann').addUser({ name: 'cy', password: 'secret of cy' })
    expect(texts(await owner.permissionsOf({ kind: 'user', name: 'cy' }))).toEqual([
      'WRITE user cy',
      'READ user cy',
    ])
    expect(texts(await owner.permissionsOf({ kind: 'user', name: 'ann' })).slice(-5)).toEqual(
      ['DELETE', 'WRITE', 'READ', 'GRANT', 'REVOKE'].map((action) => `${action} user cy`),
    )
    expect(await canSignIn('cy', 'secret of cy')).toBe(true)
  })

  it('that is a superuser has ALL on everything as the last', async () => {
    await as('admin').addUser({ name: 'cy', password: 'secret of cy', superuser: true })
    const all = ['WRITE user cy', 'READ user cy', 'ALL * *']
    expect(texts(await owner.permissionsOf({ kind: 'user', name: 'cy' }))).toEqual(all)
    expect(texts(await owner.effectivePermissions('cy'))).toEqual(all)
    expect(texts(await owner.permissionsOf({ kind: 'user', name: 'admin' }))).toEqual(['ALL * *'])
  })

  it('is a superuser only by one, though somebody may do everything else', async () => {
    await grant('ann', 'all *:*')
    const refused = error('forbidden', "User 'ann' may not do this: only superusers may.")
    const cy = { name: 'cy', password: 'secret of cy' }
    await expect(as('ann').addUser({ ...cy, superuser: true })).rejects.toEqual(refused)
    await expect(as('ann').setEnabled('bob', false)).rejects.toEqual(refused)
    await expect(as('ann').setPassword('bob', 'another one')).rejects.toEqual(refused)
    await as('ann').addUser(cy)
  })

  it('has a name that nobody has, and that can be one', async () => {
    const password = 'secret of cy'
    await expect(owner.addUser({ name: 'ann', password })).rejects.toEqual(
      error('accountExists', "User 'ann' already exists."),
    )
    await owner.addUser({ name: 'Ann', password })
    await expect(owner.addUser({ name: '*', password })).rejects.toEqual(error('illegalArgument'))
    await expect(owner.addUser({ name: 'cy', password: 'abc' })).rejects.toEqual(error('illegalPassword'))
    await expect(owner.addRole('gardener')).rejects.toEqual(
      error('accountExists', "Role 'gardener' already exists."),
    )
    await expect(owner.addRole('a:b')).rejects.toEqual(error('illegalArgument'))
  })

  it('is one of two who are made by the same name at once', async () => {
    const two = ['one secret', 'two secrets'].map((password) => owner.addUser({ name: 'cy', password }))
    const results = await Promise.allSettled(two)
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(results).toContainEqual({ status: 'rejected', reason: error('accountExists') })
  })
})

describe('what takes a while', () => {
  const cy = { name: 'cy', password: 'secret of cy', superuser: true }
  const lost = "User 'dee' may not do this: the account lost the right to it a moment ago."

  it.each([
    ['removed', () => store.change([{ kind: 'removeUser', name: 'dee' }])],
    ['disabled', () => store.change([{ kind: 'setEnabled', name: 'dee', enabled: false }])],
  ])('is not done for a superuser who is %s meanwhile', async (_, change) => {
    await owner.addUser({ name: 'dee', password: 'secret of dee', superuser: true })
    meanwhile = change
    await expect(as('dee').addUser(cy)).rejects.toEqual(error('forbidden', lost))
    expect(store.user('cy')).toBeUndefined()

    if (store.user('dee') === undefined) await owner.addUser({ ...cy, name: 'dee' })
    await owner.setEnabled('dee', true)
    meanwhile = change
    await expect(as('dee').setPassword('bob', 'another one')).rejects.toEqual(error('forbidden', lost))
    expect(await canSignIn('bob', 'secret of bob')).toBe(true)
  })

  it('is not done for who loses the permission to it, also by a role', async () => {
    const permission = parsePermission('create user:*')
    const holder = { kind: 'role', name: 'gardener' } as const
    await owner.grant(holder, permission)
    await owner.assignRole('ann', 'gardener')
    meanwhile = () => store.change([{ kind: 'revoke', holder, permission }])
    await expect(as('ann').addUser({ ...cy, superuser: false })).rejects.toEqual(error('forbidden'))
    expect(store.user('cy')).toBeUndefined()
  })

  it('is not done for whom a superuser acts who is one no more', async () => {
    await owner.addUser({ name: 'dee', password: 'secret of dee', superuser: true })
    await grant('ann', 'create user:*')
    meanwhile = () => store.change([{ kind: 'setEnabled', name: 'dee', enabled: false }])
    const accounts = as('ann', { signedInAs: 'dee' })
    await expect(accounts.addUser({ ...cy, superuser: false })).rejects.toEqual(error('forbidden'))
  })

  it('is done though other rights change, and for a session with more rights than the account has', async () => {
    await grant('ann', 'create user:*', 'read db:garden')
    const holder = { kind: 'user', name: 'ann' } as const
    meanwhile = () =>
      store.change([{ kind: 'revoke', holder, permission: parsePermission('read db:garden') }])
    await as('ann').addUser({ ...cy, superuser: false })

    const more = [parsePermission('create user:*')]
    meanwhile = () => store.change([{ kind: 'addRole', name: 'weeder' }])
    await as('bob', { permissions: more }).addUser({ ...cy, name: 'dee', superuser: false })
    expect(store.user('dee')).toBeDefined()
  })
})

describe('the own password', () => {
  it('is set by who knows the present one', async () => {
    await as('ann').setPassword('ann', 'a new secret', 'secret of ann')
    expect(await canSignIn('ann', 'a new secret')).toBe(true)
    expect(await canSignIn('ann', 'secret of ann')).toBe(false)
  })

  it.each([undefined, ''])('needs the present one, and %j is none', async (current) => {
    const message = 'To set your own password you have to give the current one as well.'
    await expect(as('ann').setPassword('ann', 'a new secret', current)).rejects.toEqual(
      error('illegalArgument', message),
    )
    await expect(as('admin').setPassword('admin', 'a new secret', current)).rejects.toEqual(
      error('illegalArgument', message),
    )
  })

  it('stays where the present one is wrong, and who guesses is made to wait', async () => {
    const accounts = as('ann')
    for (let attempt = 0; attempt < 10; attempt += 1) {
      await expect(accounts.setPassword('ann', 'a new secret', `guess ${attempt}`)).rejects.toEqual(
        error('forbidden', 'The current password is wrong.'),
      )
    }
    await expect(accounts.setPassword('ann', 'a new secret', 'secret of ann')).rejects.toEqual(
      expect.objectContaining({ kind: 'tooManyAttempts', retryAfterSeconds: expect.any(Number) }),
    )
  })

  it('that a superuser sets meanwhile is not overwritten by who knew the old one', async () => {
    const other = await hashes.hash('set by admin', { user: '', address: '' })
    meanwhile = () => store.change([{ kind: 'setPassword', name: 'ann', passwordHash: other }])
    // Passwords are told apart by the millisecond in which they were set.
    while (store.passwordSet('ann') === new Date().toISOString()) await Promise.resolve()
    await expect(as('ann').setPassword('ann', 'by the thief', 'secret of ann')).rejects.toEqual(
      error('forbidden', 'The password was set by somebody else meanwhile.'),
    )
    expect(await canSignIn('ann', 'set by admin')).toBe(true)
  })

  it('of another user a superuser sets without it, whoever acts for whom', async () => {
    await as('admin').setPassword('ann', 'a new secret')
    expect(await canSignIn('ann', 'a new secret')).toBe(true)
    await expect(as('bob', { signedInAs: 'admin' }).setPassword('ann', 'another one')).rejects.toEqual(
      error('forbidden'),
    )
    await expect(as('bob', { signedInAs: 'admin' }).setPassword('bob', 'another one')).rejects.toEqual(
      error('illegalArgument'),
    )
  })
})

describe('the last superuser who can sign in', () => {
  const message = "User 'admin' is the last superuser who can sign in. Make another one first."

  it('cannot be removed or disabled, not even by the owner of the home', async () => {
    for (const accounts of [owner, as('admin')]) {
      await expect(accounts.removeUser('admin')).rejects.toEqual(error('resourceInUse', message))
      await expect(accounts.setEnabled('admin', false)).rejects.toEqual(error('resourceInUse', message))
    }
    await owner.setEnabled('admin', true)
  })

  it('is the last though another one is disabled, and not beside one who is not', async () => {
    await owner.addUser({ name: 'cy', password: 'secret of cy', superuser: true })
    await owner.setEnabled('cy', false)
    await expect(owner.removeUser('admin')).rejects.toEqual(error('resourceInUse', message))
    await owner.setEnabled('cy', true)
    await as('admin').removeUser('admin')
    expect(await owner.users()).toEqual(['ann', 'bob', 'cy'])
    await expect(owner.removeUser('cy')).rejects.toEqual(error('resourceInUse'))
  })
})

describe('nobody gives more than they have', () => {
  const bob = { kind: 'user', name: 'bob' } as const

  it('by a grant, which needs GRANT on the resource and the permission itself, each for the whole of it', async () => {
    await grant('ann', 'grant db:garden', 'read db:garden', 'grant db:shed', 'write db:*')
    await as('ann').grant(bob, parsePermission('read db:garden'))
    await as('ann').grant(bob, parsePermission('write db:garden'))
    for (const [text, lacking] of [
      ['read db:shed', 'read db:shed'],
      ['read db:*', 'grant db:*'],
      ['write db:*', 'grant db:*'],
      ['all db:garden', 'all db:garden'],
      ['all *:*', 'grant *:*'],
      ['grant user:ann', 'grant user:ann'],
    ] as const) {
      await expect(as('ann').grant(bob, parsePermission(text))).rejects.toEqual(
        error('forbidden', `User 'ann' may not do this: it needs the permission ${lacking}.`),
      )
    }
    expect(texts(await owner.permissionsOf(bob)).slice(2)).toEqual(['READ db garden', 'WRITE db garden'])
  })

  it('by a role, which needs GRANT on it and all that it holds', async () => {
    const role = { kind: 'role', name: 'gardener' } as const
    await owner.grant(role, parsePermission('read db:garden'))
    await owner.grant(role, parsePermission('write db:garden'))
    await grant('ann', 'grant role:*', 'read db:garden')
    await expect(as('ann').assignRole('ann', 'gardener')).rejects.toEqual(
      error('forbidden', "User 'ann' may not do this: it needs the permission write db:garden."),
    )
    await expect(as('ann').setRoles('ann', ['gardener'])).rejects.toEqual(error('forbidden'))
    await grant('ann', 'write db:garden')
    await as('ann').setRoles('ann', ['gardener', 'gardener'])
    expect(await owner.rolesOf('ann')).toEqual(['gardener'])
    await expect(as('ann').setRoles('ann', [])).rejects.toEqual(
      error('forbidden', "User 'ann' may not do this: it needs the permission revoke role:gardener."),
    )
  })

  it('to whom a name comes anew: what was granted about the one before is gone', async () => {
    await grant('ann', 'delete user:bob', 'grant user:bob', 'grant role:gardener')
    await owner.removeUser('bob')
    await owner.addUser({ name: 'bob', password: 'another bob' })
    await owner.removeRole('gardener')
    await owner.addRole('gardener')
    expect(texts(await owner.permissionsOf({ kind: 'user', name: 'ann' }))).toEqual([
      'WRITE user ann',
      'READ user ann',
    ])
  })

  it('and a superuser, who has everything, cannot be without it', async () => {
    const admin = { kind: 'user', name: 'admin' } as const
    const everything = parsePermission('all *:*')
    await owner.grant(admin, everything)
    expect(texts(await owner.permissionsOf(admin))).toEqual(['ALL * *'])
    await expect(owner.revoke(admin, everything)).rejects.toEqual(
      error('illegalArgument', "User 'admin' is a superuser: all *:* cannot be revoked."),
    )
    await owner.grant(bob, everything)
    await owner.revoke(bob, everything)
    expect(texts(await owner.permissionsOf(bob))).toEqual(['WRITE user bob', 'READ user bob'])
  })
})

describe('who may not do something', () => {
  it('is told the same whether there is such an account or not', async () => {
    const accounts = as('ann')
    for (const name of ['bob', 'nobody']) {
      const needs = (text: string) =>
        error('forbidden', `User 'ann' may not do this: it needs the permission ${text}:${name}.`)
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
    await expect(accounts.addUser({ name: 'bob', password: '' })).rejects.toEqual(error('forbidden'))
    await expect(accounts.addRole('gardener')).rejects.toEqual(error('forbidden'))
  })

  it('sees in lists what they may read', async () => {
    await owner.assignRole('ann', 'gardener')
    await owner.assignRole('bob', 'gardener')
    expect(await as('ann').users()).toEqual(['ann'])
    expect((await as('ann').userList()).map(({ name }) => name)).toEqual(['ann'])
    expect(await as('ann').roles()).toEqual([])
    expect(await as('ann').roleList()).toEqual([])
    await grant('ann', 'read role:gardener')
    expect(await as('ann').usersOf('gardener')).toEqual(['ann'])
    expect(await as('ann').roleList()).toEqual([{ name: 'gardener', permissions: [] }])
    expect(await owner.users()).toEqual(['admin', 'ann', 'bob'])
  })

  it('and else is told what there is not', async () => {
    for (const accounts of [owner, as('admin')]) {
      const user = error('accountUnknown', "User 'nobody' does not exist.")
      const role = error('accountUnknown', "Role 'nothing' does not exist.")
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
    expect(await owner.rolesOf('ann')).toEqual([])
  })
})

it('facts of a user have the permissions of the roles, and which are the own ones', async () => {
  await owner.grant({ kind: 'role', name: 'gardener' }, parsePermission('write db:garden'))
  await owner.grant({ kind: 'role', name: 'gardener' }, parsePermission('read user:ann'))
  await owner.assignRole('ann', 'gardener')
  const { permissions, ...facts } = await as('ann').user('ann')
  expect(facts).toEqual({ name: 'ann', enabled: true, superuser: false, roles: ['gardener'] })
  expect(permissions.map(({ explicit }, index) => [texts(permissions)[index], explicit])).toEqual([
    ['WRITE user ann', true],
    ['READ user ann', true],
    ['WRITE db garden', false],
  ])
})

it('a role in use is removed by force only, and its users lose it', async () => {
  await owner.setRoles('ann', ['gardener', 'reader'])
  const message = "Role 'gardener' is in use: 1 user has it. Remove it by force to take it from them."
  await expect(owner.removeRole('gardener')).rejects.toEqual(error('resourceInUse', message))
  await owner.removeRole('gardener', true)
  expect(await owner.rolesOf('ann')).toEqual(['reader'])
})

it('a permission that means nothing is refused', async () => {
  const permission = { action: 'READ', resource: { type: 'db', name: ['garden', 'shed'] } } as const
  const holder = { kind: 'user', name: 'ann' } as const
  await expect(owner.grant(holder, permission)).rejects.toEqual(error('illegalArgument'))
  await expect(owner.revoke(holder, permission)).rejects.toEqual(error('illegalArgument'))
})

describe('the audit log', () => {
  it('has what was done or failed, by whom, and no password', async () => {
    const admin = as('admin')
    await admin.addUser({ name: 'cy', password: 'secret of cy' })
    await as('ann', { signedInAs: 'admin' }).setPassword('ann', 'a new secret', 'secret of ann')
    await admin.grant({ kind: 'role', name: 'gardener' }, parsePermission('read db:garden'))
    await admin.setRoles('cy', ['gardener'])
    await expect(admin.removeRole('gardener')).rejects.toThrow()
    await owner.removeUser('cy')
    const who = { user: 'admin', address: '10.0.0.1', requestId: 'r-1' }
    expect(events).toEqual([
      { action: 'user.add', target: 'cy', details: { superuser: false }, ...who, outcome: 'done' },
      { action: 'user.password', target: 'ann', ...who, user: 'ann', signedInAs: 'admin', outcome: 'done' },
      {
        action: 'role.grant',
        target: 'gardener',
        details: { permission: 'read db:garden' },
        ...who,
        outcome: 'done',
      },
      { action: 'user.roles', target: 'cy', details: { roles: ['gardener'] }, ...who, outcome: 'done' },
      {
        action: 'role.remove',
        target: 'gardener',
        details: { force: false, reason: 'resourceInUse' },
        ...who,
        outcome: 'failed',
      },
      { action: 'user.remove', target: 'cy', outcome: 'done' },
    ])
    expect(JSON.stringify(events)).not.toMatch(/secret|scrypt|argon/u)
  })

  it('leaves it to whoever answers to write down what is forbidden, and has nothing of reading', async () => {
    await expect(as('ann').addRole('weeder')).rejects.toEqual(error('forbidden'))
    await expect(as('ann').setPassword('ann', 'a new secret', 'wrong')).rejects.toEqual(error('forbidden'))
    await owner.userList()
    await owner.holds(parsePermission('all *:*'))
    expect(events).toEqual([])
  })
})
