import { expect, it } from 'vitest'
import { accountsInMemory } from '../../test/accounts-in-memory.ts'
import { createSessions } from './create-sessions.ts'
import { parsePermission } from './parse-permission.ts'

const permission = parsePermission('read db:garden')

it('the session of a user has what is granted to the user and to the roles, each once', () => {
  const store = accountsInMemory()
  const ann = { kind: 'user', name: 'ann' } as const
  store.change([
    { kind: 'addUser', name: 'ann', passwordHash: 'none', superuser: false },
    { kind: 'grant', holder: ann, permission },
    { kind: 'addRole', name: 'gardener' },
    {
      kind: 'grant',
      holder: { kind: 'role', name: 'gardener' },
      permission: parsePermission('write db:garden'),
    },
    { kind: 'grant', holder: { kind: 'role', name: 'gardener' }, permission },
    { kind: 'assignRole', user: 'ann', role: 'gardener' },
  ])
  expect(createSessions(store).of('ann')).toEqual({
    user: 'ann',
    superuser: false,
    permissions: ['read db:garden', 'write db:garden'].map(parsePermission),
  })
})

it('a session is the same until accounts change, and then follows them', () => {
  const store = accountsInMemory()
  const sessions = createSessions(store)
  store.change([{ kind: 'addUser', name: 'ann', passwordHash: 'none', superuser: false }])
  const before = sessions.of('ann')
  expect(sessions.of('ann')).toBe(before)
  store.change([{ kind: 'grant', holder: { kind: 'user', name: 'ann' }, permission }])
  expect(sessions.of('ann')?.permissions).toEqual([permission])
  expect(before?.permissions).toEqual([])
  store.change([{ kind: 'setEnabled', name: 'ann', enabled: false }])
  expect(sessions.of('ann')).toBeUndefined()
  store.change([{ kind: 'setEnabled', name: 'ann', enabled: true }])
  expect(sessions.of('ann')).toBeDefined()
  store.change([{ kind: 'removeUser', name: 'ann' }])
  expect(sessions.of('ann')).toBeUndefined()
})

it('there is none of somebody unknown, also by the name of what every object has', () => {
  const sessions = createSessions(accountsInMemory())
  for (const name of ['ann', '', '__proto__', 'constructor', 'ADMIN'])
    expect(sessions.of(name)).toBeUndefined()
  expect(sessions.of('admin')?.superuser).toBe(true)
})

it('no more sessions are known than a bound, and the others are worked out anew', () => {
  const store = accountsInMemory()
  store.change([{ kind: 'addUser', name: 'ann', passwordHash: 'none', superuser: false }])
  const sessions = createSessions(store, 3)
  const of = (role: string) => sessions.of('ann', { roles: [role], superuser: false })
  const first = of('a')
  expect(of('b')).not.toBe(first)
  of('c')
  expect(of('a')).toBe(first)
  // Roles come from tokens, which can say ever others.
  of('d')
  expect(of('a')).not.toBe(first)
  expect(of('a')).toEqual(first)
})
