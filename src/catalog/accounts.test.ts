import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AccountChange } from '../accounts/account-store.ts'
import { firstUser } from '../accounts/first-accounts.ts'
import type { Action, Permission, ResourceType } from '../accounts/permission.ts'
import type { Catalog } from './catalog.ts'
import { openCatalog } from './open-catalog.ts'

let home: string
let catalog: Catalog

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'espalier-accounts-'))
  catalog = openCatalog(home)
})

afterEach(() => {
  catalog.close()
  rmSync(home, { recursive: true, force: true })
})

function reopen(): Catalog {
  catalog.close()
  catalog = openCatalog(home)
  return catalog
}

const change = (...changes: AccountChange[]): void => catalog.accounts.change(changes)

const addUser = (name: string): AccountChange => ({
  kind: 'addUser',
  name,
  passwordHash: `hash of ${name}`,
  superuser: false,
})

const permission = (action: Action, type: ResourceType, ...name: readonly string[]): Permission => ({
  action,
  resource: { type, name },
})

const grant = (kind: 'user' | 'role', name: string, ...of: Parameters<typeof permission>): AccountChange => ({
  kind: 'grant',
  holder: { kind, name },
  permission: permission(...of),
})

const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)

/** Everything that the store tells. */
function everything() {
  const { accounts } = catalog
  return {
    users: accounts.users().map((user) => ({ ...user, hash: accounts.passwordHash(user.name) })),
    roles: accounts.roles().map((role) => ({ ...role, users: accounts.usersOf(role.name) })),
    single: accounts.users().map(({ name }) => accounts.user(name)),
    singleRoles: accounts.roles().map(({ name }) => accounts.role(name)),
  }
}

const first = {
  users: [{ name: 'admin', enabled: true, superuser: true, roles: [], permissions: [] }],
  roles: [{ name: 'reader', permissions: [permission('READ', '*', '*')] }],
}

describe('the accounts of a new home', () => {
  it('are a superuser and a role that may read everything, and stay so', () => {
    for (const take of [() => catalog, reopen]) {
      const { accounts } = take()
      expect(accounts.users()).toEqual(first.users)
      expect(accounts.roles()).toEqual(first.roles)
      expect(accounts.usersOf('reader')).toEqual([])
      expect(accounts.passwordHash('admin')).toBe(firstUser.passwordHash)
      expect(accounts.passwordSet('admin')).toEqual(time)
    }
  })

  it('are in a file that only its owner may read, also one of an older time', () => {
    const path = join(home, 'system.db')
    expect(statSync(path).mode & 0o777).toBe(0o600)
    catalog.close()
    chmodSync(path, 0o644)
    catalog = openCatalog(home)
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  it('do not come back once they are removed', () => {
    change(addUser('ann'), { kind: 'removeUser', name: 'admin' }, { kind: 'removeRole', name: 'reader' })
    expect(
      reopen()
        .accounts.users()
        .map(({ name }) => name),
    ).toEqual(['ann'])
    expect(catalog.accounts.roles()).toEqual([])
  })
})

describe('a change of accounts', () => {
  it('keeps users, roles and permissions, those in the order of their names and these in that of grants', () => {
    change(
      ...['ann', 'Ann', 'bob', 'ünï 🔑', `o'neill "x" -- ;`].map(addUser),
      { kind: 'addUser', name: 'root', passwordHash: 'h', superuser: true },
      { kind: 'addRole', name: 'writers' },
      { kind: 'addRole', name: 'Readers' },
      { kind: 'assignRole', user: 'ann', role: 'writers' },
      { kind: 'assignRole', user: 'ann', role: 'Readers' },
      { kind: 'assignRole', user: 'Ann', role: 'writers' },
      { kind: 'assignRole', user: 'Ann', role: 'writers' },
      grant('user', 'ann', 'WRITE', 'user', 'ann'),
      grant('user', 'ann', 'READ', 'named-graph', 'garden', 'http://g.example/1'),
      grant('user', 'ann', 'READ', 'named-graph', 'garden', '*'),
      grant('user', 'ann', 'WRITE', 'user', 'ann'),
      grant('role', 'writers', 'ALL', '*', '*'),
      { kind: 'setEnabled', name: 'bob', enabled: false },
    )
    const before = everything()
    expect(before.users).toMatchObject([
      { name: 'Ann', roles: ['writers'], permissions: [] },
      { name: 'admin' },
      {
        name: 'ann',
        roles: ['Readers', 'writers'],
        hash: 'hash of ann',
        permissions: [
          permission('WRITE', 'user', 'ann'),
          permission('READ', 'named-graph', 'garden', 'http://g.example/1'),
          permission('READ', 'named-graph', 'garden', '*'),
        ],
      },
      { name: 'bob', enabled: false, superuser: false },
      { name: `o'neill "x" -- ;`, enabled: true },
      { name: 'root', superuser: true, hash: 'h' },
      { name: 'ünï 🔑' },
    ])
    expect(before.roles).toEqual([
      { name: 'Readers', users: ['ann'], permissions: [] },
      { name: 'reader', users: [], permissions: [permission('READ', '*', '*')] },
      { name: 'writers', users: ['Ann', 'ann'], permissions: [permission('ALL', '*', '*')] },
    ])
    expect(before.single).toEqual(catalog.accounts.users())
    expect(before.singleRoles).toEqual(catalog.accounts.roles())
    reopen()
    expect(everything()).toEqual(before)
  })

  it('takes back what was given, and nothing beside it', () => {
    change(
      addUser('ann'),
      { kind: 'addRole', name: 'writers' },
      { kind: 'assignRole', user: 'ann', role: 'writers' },
      grant('user', 'ann', 'READ', 'db', 'garden'),
      grant('user', 'ann', 'WRITE', 'db', 'garden'),
      grant('role', 'writers', 'READ', 'db', 'garden'),
    )
    change(
      { kind: 'unassignRole', user: 'ann', role: 'reader' },
      {
        kind: 'revoke',
        holder: { kind: 'user', name: 'ann' },
        permission: permission('READ', 'db', 'garden'),
      },
      { kind: 'revoke', holder: { kind: 'user', name: 'ann' }, permission: permission('READ', 'db', '*') },
    )
    expect(catalog.accounts.user('ann')).toMatchObject({
      roles: ['writers'],
      permissions: [permission('WRITE', 'db', 'garden')],
    })
    expect(catalog.accounts.role('writers')?.permissions).toEqual([permission('READ', 'db', 'garden')])
    change({ kind: 'unassignRole', user: 'ann', role: 'writers' })
    expect(catalog.accounts.user('ann')?.roles).toEqual([])
  })

  it('takes roles from users, and permissions from who is gone', () => {
    change(
      addUser('ann'),
      { kind: 'addRole', name: 'writers' },
      { kind: 'assignRole', user: 'ann', role: 'writers' },
      grant('user', 'ann', 'READ', 'db', 'garden'),
      grant('role', 'writers', 'READ', 'db', 'garden'),
      { kind: 'removeRole', name: 'writers' },
    )
    expect(catalog.accounts.user('ann')?.roles).toEqual([])
    change({ kind: 'removeUser', name: 'ann' })
    expect(catalog.accounts.user('ann')).toBeUndefined()
    expect(catalog.accounts.passwordHash('ann')).toBeUndefined()
    change(addUser('ann'), { kind: 'addRole', name: 'writers' })
    expect(catalog.accounts.user('ann')).toMatchObject({ roles: [], permissions: [] })
    expect(catalog.accounts.role('writers')?.permissions).toEqual([])
  })

  it('forgets what is granted on a resource, whoever has it', () => {
    change(
      addUser('ann'),
      grant('user', 'ann', 'READ', 'db', 'garden'),
      grant('user', 'ann', 'READ', 'db', 'Garden'),
      grant('user', 'ann', 'READ', 'named-graph', 'garden', 'http://g.example/1'),
      grant('user', 'ann', 'READ', 'user', 'garden'),
      grant('user', 'ann', 'READ', 'db', '*'),
      grant('role', 'reader', 'WRITE', 'named-graph', 'garden', '*'),
      { kind: 'forget', types: ['db', 'named-graph'], name: 'garden' },
    )
    expect(catalog.accounts.user('ann')?.permissions).toEqual([
      permission('READ', 'db', 'Garden'),
      permission('READ', 'user', 'garden'),
      permission('READ', 'db', '*'),
    ])
    expect(catalog.accounts.role('reader')?.permissions).toEqual([permission('READ', '*', '*')])
  })

  it.each<[string, string, AccountChange]>([
    ['accountExists', `User 'ann' already exists.`, addUser('ann')],
    ['accountExists', `Role 'reader' already exists.`, { kind: 'addRole', name: 'reader' }],
    ['accountUnknown', `User 'x' does not exist.`, { kind: 'removeUser', name: 'x' }],
    ['accountUnknown', `User 'x' does not exist.`, { kind: 'setPassword', name: 'x', passwordHash: 'h' }],
    ['accountUnknown', `User 'x' does not exist.`, { kind: 'setEnabled', name: 'x', enabled: true }],
    ['accountUnknown', `Role 'x' does not exist.`, { kind: 'removeRole', name: 'x' }],
    ['accountUnknown', `Role 'ann' does not exist.`, { kind: 'assignRole', user: 'ann', role: 'ann' }],
    ['accountUnknown', `User 'Ann' does not exist.`, { kind: 'assignRole', user: 'Ann', role: 'reader' }],
    ['accountUnknown', `Role 'x' does not exist.`, { kind: 'unassignRole', user: 'ann', role: 'x' }],
    ['accountUnknown', `User 'reader' does not exist.`, grant('user', 'reader', 'READ', 'db', 'x')],
    ['accountUnknown', `Role 'ann' does not exist.`, grant('role', 'ann', 'READ', 'db', 'x')],
  ])('is carried out whole or not at all: %s, %s', (kind, message, failing) => {
    change(addUser('ann'))
    const before = everything()
    const version = catalog.accounts.version()
    const changes: AccountChange[] = [
      addUser('bob'),
      { kind: 'setEnabled', name: 'ann', enabled: false },
      { kind: 'setPassword', name: 'ann', passwordHash: 'other' },
      { kind: 'assignRole', user: 'ann', role: 'reader' },
      grant('role', 'reader', 'WRITE', 'db', 'garden'),
    ]
    expect(() => change(...changes, failing)).toThrow(expect.objectContaining({ kind, message }))
    expect(everything()).toEqual(before)
    expect(catalog.accounts.version()).toBe(version)
    reopen()
    expect(everything()).toEqual(before)
  })

  it('is seen at once, and gives the accounts another version', () => {
    const { accounts } = catalog
    const versions = [accounts.version()]
    const seen = (check: () => unknown, ...changes: AccountChange[]): unknown => {
      check()
      accounts.change(changes)
      versions.push(accounts.version())
      return check()
    }
    const ann = () => accounts.user('ann')
    expect(seen(ann, addUser('ann'))).toMatchObject({ name: 'ann', enabled: true })
    expect(seen(ann, { kind: 'setEnabled', name: 'ann', enabled: false })).toMatchObject({ enabled: false })
    expect(seen(ann, { kind: 'assignRole', user: 'ann', role: 'reader' })).toMatchObject({
      roles: ['reader'],
    })
    expect(
      seen(() => accounts.role('reader')?.permissions.length, grant('role', 'reader', 'WRITE', 'db', 'x')),
    ).toBe(2)
    const newPassword = { kind: 'setPassword', name: 'ann', passwordHash: 'new' } as const
    expect(seen(() => accounts.passwordHash('ann'), newPassword)).toBe('new')
    expect(seen(ann, { kind: 'removeUser', name: 'ann' })).toBeUndefined()
    expect(new Set(versions).size).toBe(7)
    accounts.change([])
    expect(accounts.version()).toBe(versions.at(-1))
  })
})

describe('what is kept of a password', () => {
  it('is of a time, from its first day on', () => {
    change(addUser('ann'))
    const first = catalog.accounts.passwordSet('ann')
    expect(first).toEqual(time)
    change({ kind: 'setPassword', name: 'ann', passwordHash: 'new' })
    expect(Date.parse(catalog.accounts.passwordSet('ann') ?? '')).toBeGreaterThanOrEqual(
      Date.parse(first ?? ''),
    )
    expect(catalog.accounts.passwordSet('bob')).toBeUndefined()
  })

  it('can be made anew, as long as it is the same, with its time', () => {
    change(addUser('ann'))
    const set = catalog.accounts.passwordSet('ann')
    const renew = { kind: 'renewHash', name: 'ann', former: 'hash of ann' } as const
    change({ ...renew, passwordHash: 'stronger' })
    expect(catalog.accounts.passwordHash('ann')).toBe('stronger')
    change({ ...renew, passwordHash: 'late' }, { ...renew, name: 'bob', passwordHash: 'late' })
    expect(reopen().accounts.passwordHash('ann')).toBe('stronger')
    expect(catalog.accounts.passwordSet('ann')).toBe(set)
  })
})

describe('a database that is dropped', () => {
  const grants = (['db', 'metadata', 'admin', 'data-source'] as const).map((type) =>
    grant('user', 'ann', 'READ', type, 'garden'),
  )

  it('takes the permissions about it along, and no others', async () => {
    await catalog.create('garden', async ({ path }) => {
      writeFileSync(path, 'data')
      return new Map()
    })
    change(addUser('ann'), ...grants, grant('user', 'ann', 'READ', 'named-graph', 'garden', '*'))
    change(grant('user', 'ann', 'READ', 'db', 'other'), grant('user', 'ann', 'READ', 'role', 'garden'))
    expect(catalog.accounts.user('ann')?.permissions).toHaveLength(7)
    const version = catalog.accounts.version()
    await catalog.drop('garden', async () => {
      expect(catalog.accounts.user('ann')?.permissions).toEqual([
        permission('READ', 'db', 'other'),
        permission('READ', 'role', 'garden'),
      ])
    })
    expect(catalog.accounts.version()).not.toBe(version)
    expect(reopen().accounts.user('ann')?.permissions).toHaveLength(2)
  })
})

it('tells a failure of the file as one of the storage, without its place', () => {
  catalog.close()
  const blocking = new DatabaseSync(join(home, 'system.db'))
  blocking.exec(`CREATE TRIGGER full BEFORE INSERT ON role BEGIN SELECT RAISE(ABORT, 'no'); END`)
  blocking.close()
  catalog = openCatalog(home)
  expect(() => change({ kind: 'addRole', name: 'x' })).toThrow(
    expect.objectContaining({ kind: 'storage', message: expect.not.stringContaining(home) }),
  )
  expect(catalog.accounts.role('x')).toBeUndefined()
})

it('has every account that it said it has when its process is killed', async () => {
  catalog.close()
  const module = new URL('./open-catalog.ts', import.meta.url).href
  const program = `
    import { openCatalog } from ${JSON.stringify(module)}
    const { accounts } = openCatalog(${JSON.stringify(home)})
    for (let number = 0; ; number++) {
      accounts.change([
        { kind: 'addUser', name: 'u' + number, passwordHash: 'h', superuser: false },
        { kind: 'assignRole', user: 'u' + number, role: 'reader' },
      ])
      process.stdout.write(number + '\\n')
    }`
  const writer = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let told = ''
  for await (const piece of writer.stdout) {
    told += piece
    if (told.split('\n').length > 20) break
  }
  writer.kill('SIGKILL')
  if (writer.exitCode === null && writer.signalCode === null) await once(writer, 'exit')
  const last = Number(told.trim().split('\n').at(-1))
  catalog = openCatalog(home)
  for (let number = 0; number <= last; number++) {
    expect(catalog.accounts.user(`u${number}`)?.roles).toEqual(['reader'])
  }
  expect(catalog.accounts.usersOf('reader')).toHaveLength(catalog.accounts.users().length - 1)
})
