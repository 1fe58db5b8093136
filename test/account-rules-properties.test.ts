import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Holder } from '../src/accounts/account.ts'
import type { AccountStore } from '../src/accounts/account-store.ts'
import { createSessions } from '../src/accounts/create-sessions.ts'
import { createAuthenticator } from '../src/authentication/create-authenticator.ts'
import { defaultProperties } from '../src/config/properties.ts'
import { ServiceError } from '../src/errors.ts'
import type { AccountService } from '../src/server/account-service.ts'
import { localAccounts } from '../src/server/accounts/local-accounts.ts'
import { graphAccessOf } from '../src/server/local/graph-access-of.ts'
import type { Caller } from '../src/server/sign-in/caller.ts'
import type { GraphSet } from '../src/sparql/graph-access.ts'
import { askModel, graphs, type Model, type ModelUser, type Outcome, type Request } from './account-model.ts'
import { accountsInMemory } from './accounts-in-memory.ts'
import { cheapPasswords as passwords } from './callers-of-accounts.ts'
import { askers, permissions, requests, userNames } from './generate-account-requests.ts'
import { openTokens } from './open-tokens.ts'
import { randomTimeout } from './random-timeout.ts'

const numRuns = Number(process.env['NUM_RUNS'] ?? 800)

/** A home with users and roles who have some permissions, and the model of it. */
const beginnings = fc.record({
  ann: fc.array(permissions, { maxLength: 8 }),
  bob: fc.array(permissions, { maxLength: 4 }),
  red: fc.array(permissions, { maxLength: 3 }),
  blue: fc.array(permissions, { maxLength: 2 }),
  /** Whether cy is one too, and, where so, whether admin cannot sign in. */
  superuser: fc.boolean(),
  disabled: fc.boolean(),
})

type Beginning = typeof beginnings extends fc.Arbitrary<infer One> ? One : never

async function begin(
  store: AccountStore,
  { superuser, disabled, ann, bob, red, blue }: Beginning,
): Promise<Model> {
  const secret = 'secret one'
  const passwordHash = await passwords.hash(secret, { user: '', address: '' })
  store.change([
    { kind: 'setPassword', name: 'admin', passwordHash },
    { kind: 'addUser', name: 'ann', passwordHash, superuser: false },
    { kind: 'addUser', name: 'bob', passwordHash, superuser: false },
    { kind: 'addUser', name: 'cy', passwordHash, superuser },
    { kind: 'addRole', name: 'red' },
    { kind: 'addRole', name: 'blue' },
    { kind: 'assignRole', user: 'ann', role: 'red' },
    { kind: 'assignRole', user: 'bob', role: 'blue' },
  ])
  const user = (roles: string[] = [], isSuperuser = false): ModelUser => ({
    enabled: true,
    superuser: isSuperuser,
    password: secret,
    roles,
    permissions: [],
  })
  const model: Model = {
    users: new Map([
      ['admin', user([], true)],
      ['ann', user(['red'])],
      ['bob', user(['blue'])],
      ['cy', user([], superuser)],
    ]),
    roles: new Map([
      ['reader', [{ action: 'READ', resource: { type: '*', name: ['*'] } }]],
      ['red', []],
      ['blue', []],
    ]),
  }
  const lists = { user: { ann, bob }, role: { red, blue } }
  for (const kind of ['user', 'role'] as const) {
    for (const [name, list] of Object.entries(lists[kind])) {
      for (const permission of list) {
        store.change([{ kind: 'grant', holder: { kind, name }, permission }])
        askModel(model, undefined, { kind: 'grant', of: kind, name, permission })
      }
    }
  }
  if (superuser && disabled) {
    store.change([{ kind: 'setEnabled', name: 'admin', enabled: false }])
    askModel(model, undefined, { kind: 'setEnabled', user: 'admin', enabled: false })
  }
  return model
}

/** The same request to the service. */
function ask(
  accounts: AccountService,
  caller: Caller | undefined,
  request: Request,
  passwordOf: (user: string) => string,
): Promise<unknown> {
  switch (request.kind) {
    case 'users':
      return accounts.users()
    case 'roles':
      return accounts.roles()
    case 'user':
    case 'isEnabled':
    case 'isSuperuser':
    case 'rolesOf':
    case 'effectivePermissions':
    case 'removeUser':
      return accounts[request.kind](request.user)
    case 'addUser':
      return accounts.addUser({
        name: request.user,
        password: request.password,
        superuser: request.superuser,
      })
    case 'setPassword': {
      const { user, password, current } = request
      const given = { none: undefined, right: passwordOf(user), wrong: 'wrong one' }[current]
      return accounts.setPassword(user, password, given)
    }
    case 'setEnabled':
      return accounts.setEnabled(request.user, request.enabled)
    case 'setRoles':
      return accounts.setRoles(request.user, request.roles)
    case 'assignRole':
    case 'unassignRole':
      return accounts[request.kind](request.user, request.role)
    case 'addRole':
    case 'usersOf':
      return accounts[request.kind](request.role)
    case 'removeRole':
      return accounts.removeRole(request.role, request.force)
    case 'permissionsOf':
      return accounts.permissionsOf({ kind: request.of, name: request.name })
    case 'grant':
    case 'revoke': {
      const holder: Holder = { kind: request.of, name: request.name }
      return accounts[request.kind](holder, request.permission)
    }
    case 'holds':
      return accounts.holds(request.permission)
    case 'graphs':
      return Promise.resolve(graphsOf(caller, request.database))
  }
}

function graphsOf(caller: Caller | undefined, database: string): unknown {
  const access = caller && graphAccessOf(caller.session, database)
  const within = ({ default: isDefault, named }: GraphSet) =>
    graphs.filter((graph, index) => (index === 0 ? isDefault : named === 'all' || named.includes(graph)))
  return access === undefined
    ? { seen: graphs, changed: graphs }
    : { seen: within(access.readable), changed: within(access.writable) }
}

async function outcomeOf(asked: () => Promise<unknown>): Promise<Outcome> {
  try {
    return { value: await asked() }
  } catch (error) {
    if (error instanceof ServiceError) return { error: error.kind }
    throw error
  }
}

it('random requests of random users come to what a model of the rules says, and leave the accounts that it says', {
  timeout: randomTimeout,
}, async () => {
  /** How often requests of each kind were done, and were refused. */
  const seen = new Map<Request['kind'], { done: number; forbidden: number }>()

  const steps = fc.array(fc.record({ asker: askers, request: requests }), { minLength: 1, maxLength: 40 })
  await fc.assert(
    fc.asyncProperty(beginnings, steps, async (beginning, all) => {
      const store = accountsInMemory()
      const model = await begin(store, beginning)
      // A minute and more between two requests: nobody is throttled.
      let now = 0
      const authenticator = createAuthenticator({
        ...openTokens().parts,
        accounts: store,
        passwords,
        now: () => now,
      })
      const sessions = createSessions(store)
      const rules = defaultProperties.passwords
      const parts = { accounts: store, passwords, authenticator, rules, passwordReset: false }

      for (const { asker, request } of all) {
        now += 61_000
        const caller = asker && callerFor(asker)
        expect(caller === undefined).toBe(
          asker === undefined || model.users.get(asker.name)?.enabled !== true,
        )
        if (asker !== undefined && caller === undefined) continue
        if (asker?.runAs === true && model.users.get('admin')?.enabled !== true) continue
        const accounts = localAccounts(parts, caller)
        const passwordOf = (user: string) => model.users.get(user)?.password ?? 'no one'
        const outcome = await outcomeOf(() => ask(accounts, caller, request, passwordOf))
        expect(outcome).toEqual(askModel(model, asker?.name, request))

        const counts = seen.get(request.kind) ?? { done: 0, forbidden: 0 }
        seen.set(request.kind, counts)
        if ('value' in outcome) counts.done += 1
        else if (outcome.error === 'forbidden') counts.forbidden += 1
      }

      const owner = localAccounts(parts)
      const users = [...model.users.keys()].sort()
      expect(await owner.userList()).toEqual(
        users.map((user) => told(askModel(model, undefined, { kind: 'user', user }))),
      )
      expect(await owner.roleList()).toEqual(
        [...model.roles]
          .map(([name, list]) => ({ name, permissions: list }))
          .sort((a, b) => (a.name < b.name ? -1 : 1)),
      )
      for (const name of userNames) {
        const user = model.users.get(name)
        const password = user?.password ?? 'secret one'
        const attempt = await authenticator.signIn({ kind: 'password', user: name, password }, '')
        expect(attempt.kind).toBe(user?.enabled === true ? 'identity' : 'refused')
      }

      function callerFor({ name, runAs }: { name: string; runAs: boolean }): Caller | undefined {
        const session = sessions.of(name)
        const admin = sessions.of('admin')
        if (session === undefined) return undefined
        return {
          session: runAs && name !== 'admin' && admin ? { ...session, signedIn: admin } : session,
          address: '127.0.0.1',
          requestId: 'request',
        }
      }
    }),
    { numRuns },
  )

  // Much of it was refused, and much was not.
  const always: readonly Request['kind'][] = ['users', 'roles', 'holds', 'graphs']
  for (const [kind, { done, forbidden }] of seen) {
    expect({ kind, isDone: done > 0 }).toEqual({ kind, isDone: true })
    expect({ kind, isRefused: forbidden > 0 }).toEqual({ kind, isRefused: !always.includes(kind) })
  }
})

function told(outcome: Outcome): unknown {
  if ('value' in outcome) return outcome.value
  throw new Error(outcome.error)
}
