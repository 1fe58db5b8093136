import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { AccountChange, AccountStore } from '../src/accounts/account-store.ts'
import type { Permission, ResourceType } from '../src/accounts/permission.ts'
import type { RoleMapping } from '../src/accounts/role-mapping.ts'
import { openCatalog } from '../src/catalog/open-catalog.ts'
import { ServiceError } from '../src/errors.ts'
import { randomTimeout } from './random-timeout.ts'

/** Accounts as the words of the port say, in the plainest way. */
interface Model {
  readonly users: Map<string, ModelUser>
  /** The permissions of each role, as texts. */
  readonly roles: Map<string, Set<string>>
}

interface ModelUser {
  hash: string | undefined
  /** Whose token made it. */
  issuer?: string
  lastMapping?: RoleMapping
  enabled: boolean
  readonly superuser: boolean
  readonly roles: Set<string>
  readonly permissions: Set<string>
}

const textOf = ({ action, resource }: Permission): string =>
  JSON.stringify([action, resource.type, resource.name])

function failure(kind: ServiceError['kind']): never {
  throw new ServiceError(kind, kind)
}

const userOf = ({ users }: Model, name: string): ModelUser => users.get(name) ?? failure('accountUnknown')
const roleOf = ({ roles }: Model, name: string): Set<string> => roles.get(name) ?? failure('accountUnknown')

const everythingRead: Permission = { action: 'READ', resource: { type: '*', name: ['*'] } }

function carryOut(model: Model, change: AccountChange): void {
  const { users, roles } = model
  switch (change.kind) {
    case 'addUser': {
      const { name, superuser, passwordHash: hash } = change
      if (users.has(name)) failure('accountExists')
      users.set(name, { hash, enabled: true, superuser, roles: new Set(), permissions: new Set() })
      return
    }
    case 'addTokenUser': {
      const { name, issuer } = change
      if (users.has(name)) failure('accountExists')
      const none = {
        hash: undefined,
        superuser: false,
        roles: new Set<string>(),
        permissions: new Set<string>(),
      }
      users.set(name, { ...none, issuer, enabled: true })
      return
    }
    case 'setMapping':
      userOf(model, change.name).lastMapping = change.mapping
      return
    case 'removeUser':
      if (!users.delete(change.name)) failure('accountUnknown')
      return
    case 'setPassword': {
      const user = userOf(model, change.name)
      user.hash = change.passwordHash
      if (user.issuer !== undefined) delete user.lastMapping
      delete user.issuer
      return
    }
    case 'renewHash': {
      const user = users.get(change.name)
      if (user?.hash === change.former) user.hash = change.passwordHash
      return
    }
    case 'setEnabled':
      userOf(model, change.name).enabled = change.enabled
      return
    case 'addRole':
      if (roles.has(change.name)) failure('accountExists')
      roles.set(change.name, new Set())
      return
    case 'removeRole':
      if (!roles.delete(change.name)) failure('accountUnknown')
      for (const user of users.values()) user.roles.delete(change.name)
      return
    case 'assignRole':
      roleOf(model, change.role)
      userOf(model, change.user).roles.add(change.role)
      return
    case 'unassignRole':
      roleOf(model, change.role)
      userOf(model, change.user).roles.delete(change.role)
      return
    case 'grant':
    case 'revoke': {
      const { kind, name } = change.holder
      const held = kind === 'user' ? userOf(model, name).permissions : roleOf(model, name)
      if (change.kind === 'grant') held.add(textOf(change.permission))
      else held.delete(textOf(change.permission))
      return
    }
    case 'forget': {
      const gone = (text: string): boolean => {
        const [, type, [name]] = JSON.parse(text)
        return name === change.name && change.types.includes(type)
      }
      const all = [...roles.values(), ...[...users.values()].map(({ permissions }) => permissions)]
      for (const held of all) for (const text of held) if (gone(text)) held.delete(text)
      return
    }
  }
}

function copyOf({ users, roles }: Model): Model {
  const copies = [...users].map(([name, user]): [string, ModelUser] => [
    name,
    { ...user, roles: new Set(user.roles), permissions: new Set(user.permissions) },
  ])
  return {
    users: new Map(copies),
    roles: new Map([...roles].map(([name, permissions]) => [name, new Set(permissions)])),
  }
}

const sorted = (names: Iterable<string>): readonly string[] => [...names].sort()

/** What the model says that the store tells. */
const expectedOf = ({ users, roles }: Model) => ({
  users: sorted(users.keys()).map((name) => {
    const user = users.get(name)
    const { enabled, superuser, hash } = user ?? {}
    return {
      name,
      enabled,
      superuser,
      hash,
      roles: sorted(user?.roles ?? []),
      permissions: [...(user?.permissions ?? [])],
      ...(user?.issuer !== undefined && { issuer: user.issuer }),
      ...(user?.lastMapping && { lastMapping: user.lastMapping }),
    }
  }),
  roles: sorted(roles.keys()).map((name) => ({
    name,
    permissions: [...(roles.get(name) ?? [])],
    users: sorted([...users].filter(([, user]) => user.roles.has(name)).map(([user]) => user)),
  })),
})

/** What the store tells, by its lists and by its look-ups. */
function toldBy(accounts: AccountStore, how: 'lists' | 'names') {
  const users = accounts.users().map((user) => (how === 'lists' ? user : accounts.user(user.name)))
  const roles = accounts.roles().map((role) => (how === 'lists' ? role : accounts.role(role.name)))
  return {
    users: users.map((user) => ({
      ...user,
      hash: accounts.passwordHash(user?.name ?? ''),
      permissions: user?.permissions.map(textOf),
    })),
    roles: roles.map((role) => ({
      ...role,
      permissions: role?.permissions.map(textOf),
      users: accounts.usersOf(role?.name ?? ''),
    })),
  }
}

// Few, so that they meet: also of users and roles, and names that differ by case only.
const name = fc.constantFrom('ann', 'Ann', 'reader', 'x')
const hash = fc.constantFrom('h1', 'h2')
const types: readonly ResourceType[] = ['db', 'user', 'named-graph', '*']
const permission: fc.Arbitrary<Permission> = fc
  .tuple(
    fc.constantFrom('READ', 'WRITE', 'ALL'),
    fc.constantFrom(...types),
    fc.array(name, { minLength: 1, maxLength: 2 }),
  )
  .map(([action, type, parts]) => ({ action, resource: { type, name: parts } }))
const holder = fc.record({ kind: fc.constantFrom('user', 'role'), name })

const change: fc.Arbitrary<AccountChange> = fc.oneof(
  fc.record({ kind: fc.constant('addUser'), name, passwordHash: hash, superuser: fc.boolean() }),
  fc.record({
    kind: fc.constant('addTokenUser'),
    name,
    issuer: fc.constantFrom('i1', 'https://i.example/?a=1'),
  }),
  fc.record({
    kind: fc.constant('setMapping'),
    name,
    mapping: fc.record({ roles: fc.subarray(['a', 'ü "b"\n', '']), superuser: fc.boolean() }),
  }),
  fc.record({ kind: fc.constant('removeUser'), name }),
  fc.record({ kind: fc.constant('setPassword'), name, passwordHash: hash }),
  fc.record({ kind: fc.constant('renewHash'), name, former: hash, passwordHash: hash }),
  fc.record({ kind: fc.constant('setEnabled'), name, enabled: fc.boolean() }),
  fc.record({ kind: fc.constantFrom('addRole', 'addRole', 'removeRole'), name }),
  fc.record({ kind: fc.constantFrom('assignRole', 'unassignRole'), user: name, role: name }),
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constantFrom('grant', 'grant', 'revoke'), holder, permission }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('forget'), types: fc.subarray([...types]), name }) },
)

/** So that most changes are about somebody. */
const beginning: readonly AccountChange[] = [
  { kind: 'removeUser', name: 'admin' },
  { kind: 'revoke', holder: { kind: 'role', name: 'reader' }, permission: everythingRead },
  ...['ann', 'Ann', 'x'].map(
    (name): AccountChange => ({ kind: 'addUser', name, passwordHash: 'h1', superuser: false }),
  ),
  { kind: 'addRole', name: 'x' },
]

/** What of a new home the changes above take away. */
const emptyHome = (): Model => ({
  users: new Map([
    ['admin', { hash: '', enabled: true, superuser: true, roles: new Set(), permissions: new Set() }],
  ]),
  roles: new Map([['reader', new Set([textOf(everythingRead)])]]),
})

function kindOfFailure(work: () => void): string | undefined {
  try {
    work()
    return undefined
  } catch (error) {
    if (error instanceof ServiceError) return error.kind
    throw error
  }
}

it('keeps accounts as their changes say, whole or not at all', { timeout: randomTimeout }, () => {
  const run = fc.property(
    fc.array(fc.array(change, { minLength: 1, maxLength: 3 }), { maxLength: 25 }),
    (rounds) => {
      const home = mkdtempSync(join(tmpdir(), 'espalier-account-store-'))
      let catalog = openCatalog(home)
      let model: Model = emptyHome()
      try {
        catalog.accounts.change(beginning)
        for (const one of beginning) carryOut(model, one)
        for (const [round, changes] of rounds.entries()) {
          const next = copyOf(model)
          const expected = kindOfFailure(() => {
            for (const one of changes) carryOut(next, one)
          })
          const version = catalog.accounts.version()
          expect(kindOfFailure(() => catalog.accounts.change(changes))).toBe(expected)
          expect(catalog.accounts.version() === version).toBe(expected !== undefined)
          if (expected === undefined) model = next
          if (round % 8 === 7) {
            catalog.close()
            catalog = openCatalog(home)
          }
          for (const how of ['names', 'lists'] as const) {
            expect(toldBy(catalog.accounts, how)).toEqual(expectedOf(model))
          }
        }
      } finally {
        catalog.close()
        rmSync(home, { recursive: true, force: true })
      }
    },
  )
  fc.assert(run, { numRuns: 60 })
})
