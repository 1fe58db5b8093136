import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type AccountClient, accountClient, type Credentials } from './account-client.ts'
import { hmacIssuer } from './hmac-issuer.ts'
import { randomTimeout } from './random-timeout.ts'
import { startTokenServer, type TokenServer, type TokenServerOptions } from './token-server.ts'
import {
  type Asker,
  carryOut,
  type Deed,
  firstModel,
  granted,
  listOf,
  type Mode,
  type Model,
  permissionOf,
  type RoleName,
  runSchedule,
  type Subject,
  sees,
  signIn,
} from './token-users-model.ts'

const numRuns = Number(process.env['NUM_RUNS'] ?? 12)
const idp = hmacIssuer()

/** The server, and what its users have in their hands. */
interface Real {
  readonly server: TokenServer
  readonly client: AccountClient
  /** The token of the issuer that each user has shown last; it is shown again while the roles are to be the same. */
  readonly tokens: Map<string, { readonly roles: string; readonly token: string }>
  readonly ownTokens: Map<string, string>
}

/** Wrong passwords of each user so far: after ten in a minute none is looked at. */
const failures = new WeakMap<Model, Map<string, number>>()

/** What came of how many deeds. */
const seen = new Map<string, number>()
const count = (what: string): void => void seen.set(what, (seen.get(what) ?? 0) + 1)

function optionsOf({ reset, makes, maps }: Mode): TokenServerOptions {
  const keys = {
    ...(makes && maps && { autoCreateUsers: true }),
    ...(maps && { rolesClaimPath: 'roles', superuserGroup: 'boss' }),
  }
  const properties = `jwt.autocreated.password.reset = ${reset}\n`
  return { jwtConf: `issuers:\n${idp.entry(keys)}`, properties }
}

async function credentialsOf({ tokens, ownTokens }: Real, asker: Asker): Promise<Credentials> {
  switch (asker.by) {
    case 'password':
      return `${asker.user}:${asker.password}`
    case 'own token':
      return { token: ownTokens.get(asker.user) ?? 'none' }
    case 'token': {
      const { user } = asker
      const roles = asker.roles.join()
      const last = tokens.get(user)
      if (last?.roles === roles) return last
      const token = await idp.token({ sub: user, roles: asker.roles, jti: randomUUID() })
      tokens.set(user, { roles, token })
      return { token }
    }
  }
}

const admin = 'admin:admin'
const shed = { action: 'READ', resource_type: 'db', resource: ['shed'] }

/** Asks the server; returns the status. */
async function ask(real: Real, asker: Asker, deed: Deed, current: string | undefined): Promise<number> {
  const who = await credentialsOf(real, asker)
  const send = async (request: string, body?: unknown): Promise<number> =>
    (await real.client.ask(request, who, body)).status
  switch (deed.kind) {
    case 'whoami':
      return send('GET /admin/status/whoami')
    case 'take token': {
      const { status, body } = await real.client.ask('GET /admin/token', who)
      if (status === 200) real.ownTokens.set(asker.user, String(Object(body).token))
      return status
    }
    case 'set password': {
      const { user, password } = deed
      await nextMillisecond()
      const given = current === undefined ? {} : { current_password: current }
      return send(`PUT /admin/users/${user}/pwd`, { password, ...given })
    }
    case 'add user':
      await nextMillisecond()
      return send('POST /admin/users', { username: deed.user, password: 'first' })
    case 'remove user':
      return send(`DELETE /admin/users/${deed.user}`)
    case 'set enabled':
      return send(`PUT /admin/users/${deed.user}/enabled`, { enabled: deed.enabled })
    case 'assign':
      return send(`POST /admin/users/${deed.user}/roles`, { rolename: deed.role })
    case 'unassign':
      return send(`DELETE /admin/users/${deed.user}/roles/${deed.role}`)
    case 'set roles':
      return send(`PUT /admin/users/${deed.user}/roles`, { roles: deed.roles })
    case 'grant':
      return send(`PUT /admin/permissions/user/${deed.user}`, shed)
    case 'revoke':
      return send(`POST /admin/permissions/user/${deed.user}/delete`, shed)
    case 'add role': {
      const status = await send('POST /admin/roles', { rolename: deed.role })
      const [action, type, name] = permissionOf[deed.role]?.split(' ') ?? []
      const permission = { action, resource_type: type, resource: [name] }
      if (status === 201 && action !== undefined)
        await real.client.ask(`PUT /admin/permissions/role/${deed.role}`, admin, permission)
      return status
    }
    case 'remove role':
      return send(`DELETE /admin/roles/${deed.role}?force=true`)
  }
}

/** A token is older than a password by a millisecond at least. */
async function nextMillisecond(): Promise<void> {
  const { now } = Date
  const begun = now()
  while (now() === begun) await new Promise(setImmediate)
}

/** What the server tells of all users, as {@link listOf} does. */
async function told(real: Real): Promise<unknown> {
  const { body } = await real.client.ask('GET /admin/users/list', admin)
  const list: unknown = Object(body).users
  if (!Array.isArray(list)) throw new Error('There is no list of users.')
  const users = list.map(({ username, permissions, issuer, last_mapping: last, ...facts }) => {
    const texts = permissions.map(
      ({ action, resource_type: type, resource, explicit }: Record<string, string>) =>
        `${action} ${type} ${resource}${explicit ? ' explicit' : ''}`,
    )
    return [username, { ...facts, permissions: texts.sort(), made: issuer === idp.issuer, last }]
  })
  return Object.fromEntries(users)
}

/** Holds what somebody may do against the model. */
async function expectRights(model: Model, real: Real, asker: Asker): Promise<void> {
  const session = signIn(model, asker)
  if (session === undefined) return
  const who = await credentialsOf(real, asker)
  const has = (permission: string): boolean =>
    session.superuser || session.permissions.has('ALL * *') || session.permissions.has(permission)
  for (const permission of [...Object.values(permissionOf), granted, 'ALL * *']) {
    const [action, type, name] = permission.split(' ')
    expect([permission, await real.client.holds(who, `${action} ${type}:${name}`)]).toEqual([
      permission,
      has(permission),
    ])
  }
  expect(await real.client.holds(who, 'read user:ann')).toBe(sees(session, 'ann'))
}

type Command = fc.AsyncCommand<Model, Real>

function deedCommand(asker: Asker, deed: Deed): Command {
  /** The password that is shown and wrong, if one is. */
  function wrong({ users }: Model): boolean {
    if (asker.by === 'password' && users.get(asker.user)?.password !== asker.password) return true
    return deed.kind === 'set password' && deed.current === 'wrong' && deed.user === asker.user
  }
  return {
    check: (model) => !wrong(model) || (failures.get(model)?.get(asker.user) ?? 0) < 8,
    async run(model, real) {
      if (wrong(model)) {
        const counts = failures.get(model) ?? new Map<string, number>()
        failures.set(model, counts.set(asker.user, (counts.get(asker.user) ?? 0) + 1))
      }
      const before = model.users.get(asker.user)
      const current =
        deed.kind !== 'set password' || deed.current === 'none'
          ? undefined
          : deed.current === 'right'
            ? (before?.password ?? 'none')
            : 'quite wrong'
      const made = deed.kind === 'set password' && model.users.get(deed.user)?.made === true
      const expected = carryOut(model, asker, deed)
      expect(await ask(real, asker, deed, current)).toBe(expected)
      expect(await told(real)).toEqual(listOf(model))
      if (deed.kind === 'whoami') await expectRights(model, real, asker)
      count(`${deed.kind} ${expected}`)
      if (made) count(`first password ${expected}`)
      if (before === undefined && model.users.get(asker.user)?.made === true) count('made')
      if (asker.by === 'own token') count(`own token ${expected === 401 ? 'refused' : 'taken'}`)
    },
    toString: () => `${JSON.stringify(asker)} ${JSON.stringify(deed)}`,
  }
}

const scheduleCommand: Command = {
  check: () => true,
  async run(model, real) {
    const expected = runSchedule(model)
    expect(real.server.removeTokenUsers()).toEqual(expected)
    expect(await told(real)).toEqual(listOf(model))
    if (expected.length > 0) count('removed as scheduled')
  },
  toString: () => 'schedule',
}

function restartCommand(mode: Mode): Command {
  return {
    check: () => true,
    async run(model, real) {
      model.mode = mode
      failures.delete(model)
      await real.server.restart(optionsOf(mode))
      expect(await told(real)).toEqual(listOf(model))
    },
    toString: () => `restart ${JSON.stringify(mode)}`,
  }
}

const subject = fc.constantFrom<Subject>('ann', 'bob')
const role = fc.constantFrom<RoleName>('gardener', 'keeper', 'boss')
const roles = fc.subarray<RoleName>(['gardener', 'keeper', 'boss'])
const password = fc.constantFrom('first', 'second')

const administrator: fc.Arbitrary<Asker> = fc.constantFrom(
  { by: 'password', user: 'admin', password: 'admin' },
  { by: 'password', user: 'admin', password: 'admin' },
  { by: 'password', user: 'warden', password: 'secret' },
  { by: 'password', user: 'helper', password: 'secret' },
)
const byToken: fc.Arbitrary<Asker> = fc.record({ by: fc.constant('token' as const), user: subject, roles })
const byPassword: fc.Arbitrary<Asker> = fc.record({
  by: fc.constant('password' as const),
  user: subject,
  password,
})
const byOwnToken: fc.Arbitrary<Asker> = fc.record({ by: fc.constant('own token' as const), user: subject })
const anybody = fc.oneof(
  { weight: 4, arbitrary: administrator },
  { weight: 3, arbitrary: byToken },
  byPassword,
  byOwnToken,
)

const settingPassword: fc.Arbitrary<Deed> = fc.record({
  kind: fc.constant('set password' as const),
  user: subject,
  password,
  current: fc.constantFrom('none', 'right', 'right', 'wrong'),
})
const otherDeed: fc.Arbitrary<Deed> = fc.oneof(
  fc.record({ kind: fc.constantFrom('add user' as const, 'remove user' as const), user: subject }),
  fc.record({ kind: fc.constant('set enabled' as const), user: subject, enabled: fc.boolean() }),
  fc.record({ kind: fc.constant('set roles' as const), user: subject, roles }),
  fc.record({ kind: fc.constantFrom('assign' as const, 'unassign' as const), user: subject, role }),
  fc.record({ kind: fc.constantFrom('grant' as const, 'revoke' as const), user: subject }),
  fc.record({ kind: fc.constantFrom('add role' as const, 'remove role' as const), role }),
)
const whoami = fc.constant<Deed>({ kind: 'whoami' })
const takeToken = fc.constant<Deed>({ kind: 'take token' })

const commandOf = (asker: fc.Arbitrary<Asker>, deed: fc.Arbitrary<Deed>): fc.Arbitrary<Command> =>
  fc.tuple(asker, deed).map(([one, other]) => deedCommand(one, other))

const mode = fc.record({
  reset: fc.boolean(),
  makes: fc.constantFrom(true, true, true, false),
  maps: fc.constantFrom(true, true, true, false),
})

const signingIn = commandOf(byToken, whoami)
const commands = fc.commands(
  [
    signingIn,
    signingIn,
    signingIn,
    commandOf(fc.oneof(byPassword, byOwnToken), whoami),
    commandOf(fc.oneof(byPassword, byToken), takeToken),
    commandOf(anybody, settingPassword),
    commandOf(administrator, settingPassword),
    commandOf(anybody, otherDeed),
    commandOf(administrator, otherDeed),
    fc.constant(scheduleCommand),
    mode.map(restartCommand),
  ],
  { maxCommands: 60, size: 'max' },
)

it('users of tokens and of passwords live as the documentation says', {
  timeout: randomTimeout,
}, async () => {
  const run = fc.asyncProperty(commands, async (list) => {
    const model = firstModel()
    await using server = await startTokenServer(optionsOf(model.mode))
    server.addRole('gardener', ['read db:garden'])
    server.addRole('keeper', ['write db:garden'])
    await server.addUser('warden', 'secret', { permissions: ['all *:*'] })
    await server.addUser('helper', 'secret', { permissions: ['write user:*', 'read user:*'] })
    const real: Real = { server, client: accountClient(server), tokens: new Map(), ownTokens: new Map() }
    await fc.asyncModelRun(() => ({ model, real }), list)
  })
  await fc.assert(run, { numRuns })
  // Else it would hold of next to nothing.
  for (const what of ['made', 'removed as scheduled', 'first password 200', 'first password 403'])
    expect([what, seen.has(what)]).toEqual([what, true])
})
