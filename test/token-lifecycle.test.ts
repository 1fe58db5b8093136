import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type AccountClient, accountClient } from './account-client.ts'
import { hmacIssuer } from './hmac-issuer.ts'
import { startTokenServer, type TokenServer, type TokenServerOptions } from './token-server.ts'

const idp = hmacIssuer()
const admin = 'admin:admin'

/** Makes users, of the roles that its tokens name: whoever has `gardener` reads the database `garden`, `keeper` writes it. */
const making = { autoCreateUsers: true, rolesClaimPath: 'roles' }
const noRole = 'There is no user for this token, and it has no role that exists.'
const noUser = 'There is no user for this token.'

let server: TokenServer
let client: AccountClient

async function start(keys: object = making, options: TokenServerOptions = {}): Promise<void> {
  server = await startTokenServer({ jwtConf: `issuers:\n${idp.entry({ ...keys })}`, ...options })
  client = accountClient(server)
  server.addRole('gardener', ['read db:garden'])
  server.addRole('keeper', ['write db:garden'])
}

beforeEach(() => start())
afterEach(() => server[Symbol.asyncDispose]())

const restart = async (keys: object, options: TokenServerOptions = {}): Promise<void> =>
  server.restart({ jwtConf: `issuers:\n${idp.entry({ ...keys })}`, ...options })

/** A token of ann, or of another user, that asks for roles. */
const asking = async (roles: unknown, sub = 'ann') => ({ token: await idp.token({ sub, roles }) })

const failure = (status: number, message: string) => ({ status, body: expect.objectContaining({ message }) })
const userOf = async (name: string) => (await client.ask(`GET /admin/users/${name}`, admin)).body
const names = async () => (await client.ask('GET /admin/users', admin)).body
const grant = (name: string, action: string, type: string, resource: string) =>
  client.ask(`PUT /admin/permissions/user/${name}`, admin, {
    action,
    resource_type: type,
    resource: [resource],
  })
const setPassword = (name: string, who: Parameters<AccountClient['ask']>[1], more: object = {}) =>
  client.ask(`PUT /admin/users/${name}/pwd`, who, { password: 'a new secret', ...more })

const resetOn = { properties: 'jwt.autocreated.password.reset = true\n' }

describe('a token of nobody who is a user yet', () => {
  it('makes the user, where it has a role that exists; roles come with each token', async () => {
    const gardener = await asking(['unheard of', 'gardener'])
    expect(await client.whoami(gardener)).toBe('ann')
    expect(await userOf('ann')).toEqual({
      enabled: true,
      superuser: false,
      roles: ['gardener'],
      permissions: [{ action: 'READ', resource_type: 'db', resource: ['garden'], explicit: false }],
      issuer: idp.issuer,
      last_mapping: { roles: ['gardener', 'unheard of'], superuser: false },
    })
    expect(await client.holds(gardener, 'read db:garden')).toBe(true)
    expect(await client.holds(gardener, 'write db:garden')).toBe(false)
    const keeper = await asking(['keeper'])
    expect(await client.holds(keeper, 'read db:garden')).toBe(false)
    expect(await client.holds(keeper, 'write db:garden')).toBe(true)
    expect(await client.holds(gardener, 'read db:garden')).toBe(true)
    expect(await client.ask('GET /admin/users/ann/roles', admin)).toMatchObject({
      body: { roles: ['keeper'] },
    })
  })

  it.each<[string, unknown]>([
    ['no role that exists', ['unheard of', 'Gardener']],
    ['no role', []],
    ['no list of roles', 'gardener'],
    ['no roles at all', undefined],
  ])('makes none with %s, and is refused', async (_, roles) => {
    expect(await client.ask('GET /admin/users', await asking(roles))).toMatchObject(failure(401, noRole))
    expect(await names()).toEqual({ users: ['admin'] })
  })

  it('makes none where the issuer may not, or says nothing of roles', async () => {
    for (const keys of [
      { rolesClaimPath: 'roles' },
      { autoCreateUsers: false, rolesClaimPath: 'roles' },
      {},
    ]) {
      await restart(keys)
      const answer = await client.ask('GET /admin/users', await asking(['gardener']))
      expect(answer).toMatchObject(failure(401, noUser))
      expect(await names()).toEqual({ users: ['admin'] })
    }
  })

  it.each(['an:n', 'list', 'an\u0000n', ' ann', 'a*', 'x'.repeat(256), 'Zoe\u0308', '..', 'anonymous'])(
    'makes none of the name %j, which no user can have',
    async (name) => {
      const answer = await client.ask('GET /admin/users', await asking(['gardener'], name))
      expect(answer).toMatchObject(failure(401, 'There can be no user for this token.'))
      expect(await names()).toEqual({ users: ['admin'] })
    },
  )

  it.each<[string, Record<string, unknown>, string]>([
    [
      'another issuer',
      { iss: `${idp.issuer}/` },
      'The token is of an issuer that this service does not trust.',
    ],
    ['another audience', { aud: 'orchard' }, 'The token is not meant for this service.'],
  ])('of %s is not trusted', async (_, claims, message) => {
    const token = await idp.token({ roles: ['gardener'], ...claims })
    expect(await client.ask('GET /admin/users', { token })).toMatchObject(failure(401, message))
    expect(await names()).toEqual({ users: ['admin'] })
  })

  it('makes one user, however many requests show it at once', async () => {
    const gardener = await asking(['gardener'])
    const all = await Promise.all(Array.from({ length: 20 }, () => client.whoami(gardener)))
    expect(new Set(all)).toEqual(new Set(['ann']))
    expect(server.audited().filter(({ action }) => action === 'user.create')).toHaveLength(1)
  })
})

describe('a user that a token made', () => {
  beforeEach(async () => {
    await client.whoami(await asking(['gardener']))
  })

  it('cannot sign in with a password, nor by a token that was given for one before', async () => {
    for (const password of ['', 'ann', 'null', 'undefined']) {
      expect(await client.whoami(`ann:${password}`)).toBe(401)
    }
    await server.addUser('bob', 'secret')
    const { body } = await client.ask('GET /admin/token', 'bob:secret')
    const token = { token: String(Object(body).token) }
    expect(await client.whoami(token)).toBe('bob')
    await client.ask('DELETE /admin/users/bob', admin)
    expect(await client.whoami(await asking(['gardener'], 'bob'))).toBe('bob')
    expect(await client.whoami(token)).toBe(401)
    expect(await client.whoami('bob:secret')).toBe(401)
  })

  it('is given no token for its token', async () => {
    const answer = await client.ask('GET /admin/token', await asking(['gardener']))
    expect(answer).toMatchObject({ status: 403 })
  })

  it('is given no roles by anybody, nor loses any', async () => {
    const root = await asking(['gardener'])
    await server.restart({
      jwtConf: `issuers:\n${idp.entry({ ...making, superuserGroup: 'gardener' })}`,
    })
    for (const who of [admin, root]) {
      for (const answer of [
        await client.ask('POST /admin/users/ann/roles', who, { rolename: 'keeper' }),
        await client.ask('PUT /admin/users/ann/roles', who, { roles: ['keeper'] }),
        await client.ask('PUT /admin/users/ann/roles', who, { roles: [] }),
        await client.ask('DELETE /admin/users/ann/roles/gardener', who),
      ]) {
        expect(answer).toMatchObject({
          status: 403,
          body: { message: expect.stringContaining('the roles come with each token') },
        })
      }
    }
    expect(await client.ask('GET /admin/roles/keeper/users', admin)).toMatchObject({ body: { users: [] } })
    expect(server.accounts.user('ann')?.roles).toEqual([])
  })

  it('is granted permissions beside, which every token of it has', async () => {
    expect(await grant('ann', 'READ', 'db', 'shed')).toMatchObject({ status: 201 })
    for (const roles of [['gardener'], []]) {
      expect(await client.holds(await asking(roles), 'read db:shed')).toBe(true)
    }
  })

  it('signs in without a role too, and then may do what it was granted alone', async () => {
    const bare = await asking(undefined)
    expect(await client.whoami(bare)).toBe('ann')
    expect(await client.holds(bare, 'read db:garden')).toBe(false)
    expect(await client.holds(bare, 'read user:ann')).toBe(false)
  })

  it('has of its roles what they are now', async () => {
    const token = await asking(['gardener', 'later'])
    expect(await client.holds(token, 'create role:*')).toBe(false)
    server.addRole('later', ['create role:*'])
    expect(await client.holds(token, 'create role:*')).toBe(true)
    await client.ask('DELETE /admin/roles/gardener', admin)
    expect(await client.holds(token, 'read db:garden')).toBe(false)
    expect(await userOf('ann')).toMatchObject({ roles: ['later'] })
  })

  it('is kept out by being disabled, as of the next request, and only so', async () => {
    const token = await asking(['gardener'])
    await client.ask('PUT /admin/users/ann/enabled', admin, { enabled: false })
    const refused = failure(401, 'The user of the token is disabled.')
    expect(await client.ask('GET /admin/users', token)).toMatchObject(refused)
    expect(await client.ask('GET /admin/users', await asking(['keeper']))).toMatchObject(refused)
    await client.ask('PUT /admin/users/ann/enabled', admin, { enabled: true })
    expect(await client.whoami(token)).toBe('ann')
  })

  it('is made anew after it was removed, without what it was granted', async () => {
    const token = await asking(['gardener'])
    await grant('ann', 'READ', 'db', 'shed')
    await client.ask('DELETE /admin/users/ann', admin)
    expect(await client.whoami(await asking(['unheard of']))).toBe(401)
    expect(await client.whoami(token)).toBe('ann')
    expect(await client.holds(token, 'read db:shed')).toBe(false)
  })

  it('can be acted for, with what it was granted alone', async () => {
    await grant('ann', 'READ', 'db', 'shed')
    const check = (database: string) =>
      fetch(`${server.url}/admin/permissions/check?action=READ&resource_type=db&resource=${database}`, {
        headers: { authorization: `Basic ${btoa(admin)}`, 'SD-Run-As': 'ann' },
      }).then((answer) => answer.json())
    expect(await check('shed')).toEqual({ hasPermission: true })
    expect(await check('garden')).toEqual({ hasPermission: false })
  })

  it('stays, with what it was granted, when the server starts again', async () => {
    await grant('ann', 'READ', 'db', 'shed')
    const before = await userOf('ann')
    await server.restart()
    expect(await userOf('ann')).toEqual(before)
    expect(await client.holds(await asking([]), 'read db:shed')).toBe(true)
  })
})

describe('the schedule', () => {
  it('removes all whom tokens made, disabled ones too, and what was granted to them and about them', async () => {
    for (const name of ['ann', 'bob']) await client.whoami(await asking(['gardener'], name))
    await server.addUser('cy', 'secret')
    await grant('ann', 'READ', 'db', 'shed')
    await grant('cy', 'READ', 'user', 'ann')
    await client.ask('PUT /admin/users/bob/enabled', admin, { enabled: false })
    expect(server.removeTokenUsers()).toEqual(['ann', 'bob'])
    expect(await names()).toEqual({ users: ['admin', 'cy'] })
    expect(await client.holds('cy:secret', 'read user:ann')).toBe(false)
    const removed = server.audited().filter(({ action }) => action === 'user.remove')
    expect(removed.map(({ target }) => target)).toEqual(['ann', 'bob'])
    // With the very tokens of before.
    expect(await client.whoami(await asking(['gardener'], 'bob'))).toBe('bob')
    expect(await client.holds(await asking(['gardener']), 'read db:shed')).toBe(false)
    expect(server.removeTokenUsers()).toEqual(['ann', 'bob'])
    expect(server.removeTokenUsers()).toEqual([])
  })

  it('runs at its times while the server is there', { timeout: 20_000 }, async () => {
    await server.restart({
      jwtConf: `autoDeleteUsersSchedule: '* * * * * *'\nissuers:\n${idp.entry({ ...making })}`,
    })
    expect(await client.whoami(await asking(['gardener']))).toBe('ann')
    await expect.poll(names, { timeout: 15_000 }).toEqual({ users: ['admin'] })
    await expect.poll(() => server.log(), { timeout: 15_000 }).toContain('"users":1')
  })
})

describe('the password of a user that a token made', () => {
  const regular = { enabled: true, superuser: false, roles: [] }

  it('cannot be set while the property is off, by whoever asks, and the message says so', async () => {
    await restart({ ...making, superuserGroup: 'gardener' })
    const ann = await asking(['gardener'])
    await client.whoami(ann)
    for (const who of [admin, ann, await asking(['keeper'])]) {
      expect(await setPassword('ann', who)).toMatchObject({
        status: 403,
        body: { message: expect.stringContaining('"jwt.autocreated.password.reset"') },
      })
    }
    expect(await client.whoami('ann:a new secret')).toBe(401)
    expect(server.accounts.user('ann')?.issuer).toBe(idp.issuer)
  })

  it('is set by those alone who hold all *:*, while it is on', async () => {
    await restart(making, resetOn)
    const ann = await asking(['gardener'])
    await client.whoami(ann)
    await grant('ann', 'ALL', 'user', 'ann')
    await server.addUser('bob', 'secret', { permissions: ['all user:*', 'write *:*', 'read *:*'] })
    await server.addUser('cy', 'secret')
    const needs = (name: string) => `User '${name}' may not do this: it needs the permission all *:*.`
    expect(await setPassword('ann', ann)).toMatchObject(failure(403, needs('ann')))
    expect(await setPassword('ann', ann, { current_password: '' })).toMatchObject(failure(403, needs('ann')))
    expect(await setPassword('ann', 'bob:secret')).toMatchObject(failure(403, needs('bob')))
    // Whoever cannot see the user is told what they would be told of any other.
    const told = failure(403, "User 'cy' may not do this: only superusers may.")
    expect(await setPassword('ann', 'cy:secret')).toMatchObject(told)
    expect(await setPassword('nobody', 'cy:secret')).toMatchObject(told)
    expect(server.accounts.user('ann')?.issuer).toBe(idp.issuer)

    await server.addUser('dee', 'secret', { permissions: ['all *:*'] })
    expect(await setPassword('ann', 'dee:secret', { password: 'x' })).toMatchObject({ status: 400 })
    expect(await setPassword('ann', 'dee:secret')).toMatchObject({ status: 200 })
    expect(await userOf('ann')).toEqual({ ...regular, permissions: expect.any(Array) })
    // All *:* is no superuser, and from now on ann is a user like others.
    expect(await setPassword('ann', 'dee:secret')).toMatchObject({ status: 403 })
  })

  it('makes it a user like others, whom the schedule leaves and the issuer cannot take back', async () => {
    await restart(making, resetOn)
    const token = await asking(['gardener'])
    await client.whoami(token)
    await grant('ann', 'READ', 'db', 'shed')
    expect(await setPassword('ann', admin)).toMatchObject({ status: 200 })
    const ann = 'ann:a new secret'
    expect(await client.whoami(ann)).toBe('ann')
    expect(await client.holds(ann, 'read db:shed')).toBe(true)
    expect(await client.holds(ann, 'read db:garden')).toBe(false)
    expect(server.removeTokenUsers()).toEqual([])
    // By giving the current one, and with the option off.
    await restart(making)
    const next = { password: 'the next secret' }
    expect(await setPassword('ann', ann, next)).toMatchObject({ status: 400 })
    expect(await setPassword('ann', ann, { ...next, current_password: 'wrong' })).toMatchObject({
      status: 403,
    })
    expect(await setPassword('ann', token, { ...next, current_password: 'wrong' })).toMatchObject({
      status: 403,
    })
    expect(await setPassword('ann', ann, { ...next, current_password: 'a new secret' })).toMatchObject({
      status: 200,
    })
    expect(await client.whoami('ann:the next secret')).toBe('ann')
    expect(await client.ask('POST /admin/users/ann/roles', admin, { rolename: 'keeper' })).toMatchObject({
      status: 204,
    })
    expect(await client.holds('ann:the next secret', 'write db:garden')).toBe(true)
    // Tokens of the issuer sign the user in as before, with their roles.
    expect(await client.holds(token, 'read db:garden')).toBe(true)
    expect(await client.holds(token, 'write db:garden')).toBe(false)
  })
})
