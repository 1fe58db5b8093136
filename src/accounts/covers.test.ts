import { describe, expect, it } from 'vitest'
import { covers } from './covers.ts'
import { holdsPermission, requirePermissions, requireSuperuser } from './holds-permission.ts'
import { parsePermission } from './parse-permission.ts'
import type { Session } from './session.ts'

describe('a permission', () => {
  it.each([
    ['read db:garden', 'read db:garden', true],
    ['read db:garden', 'write db:garden', false],
    ['read db:garden', 'read db:Garden', false],
    ['read db:garden', 'read metadata:garden', false],
    ['read db:*', 'read db:garden', true],
    ['read db:garden', 'read db:*', false],
    ['read db:*', 'read db:*', true],
    ['all db:garden', 'revoke db:garden', true],
    ['all db:garden', 'all db:garden', true],
    ['read db:garden', 'all db:garden', false],
    ['read *:*', 'read user:ann', true],
    ['read *:*', 'read named-graph:garden\\http://g.example/', true],
    ['read *:*', 'write user:ann', false],
    ['all *:*', 'all *:*', true],
    ['read db:*', 'read *:*', false],
    ['all db:*', 'read *:*', false],
    ['read named-graph:garden\\*', 'read named-graph:garden\\http://g.example/', true],
    ['read named-graph:*\\http://g.example/', 'read named-graph:garden\\http://g.example/', true],
    ['read named-graph:*\\http://g.example/', 'read named-graph:garden\\http://h.example/', false],
    ['read named-graph:garden\\*', 'read named-graph:shed\\http://g.example/', false],
    ['read named-graph:garden\\*', 'read named-graph:*', false],
    ['read named-graph:garden\\*', 'read named-graph:*\\*', false],
    ['read named-graph:*', 'read named-graph:garden\\*', true],
    // Both are every graph of every database.
    ['read named-graph:*', 'read named-graph:*\\*', true],
    ['read named-graph:*\\*', 'read named-graph:*', true],
    ['read db:garden', 'read named-graph:garden\\*', false],
  ])('%s covers %s: %s', (held, wanted, expected) => {
    expect(covers(parsePermission(held), parsePermission(wanted))).toBe(expected)
  })
})

describe('a session', () => {
  const ann: Session = {
    user: 'ann',
    superuser: false,
    permissions: [parsePermission('read db:garden'), parsePermission('write db:shed')],
  }

  it('holds what one of its permissions covers, and not what several do only together', () => {
    expect(holdsPermission(ann, parsePermission('read db:garden'))).toBe(true)
    expect(holdsPermission(ann, parsePermission('write db:shed'))).toBe(true)
    expect(holdsPermission(ann, parsePermission('write db:garden'))).toBe(false)
    const both = { ...ann, permissions: ['read db:*', 'write db:*'].map(parsePermission) }
    expect(holdsPermission(both, parsePermission('all db:garden'))).toBe(false)
  })

  it('of nobody holds nothing, and that of a superuser everything', () => {
    const nobody: Session = { user: 'bob', superuser: false, permissions: [] }
    expect(holdsPermission(nobody, parsePermission('read db:garden'))).toBe(false)
    expect(holdsPermission({ ...nobody, superuser: true }, parsePermission('all *:*'))).toBe(true)
    requirePermissions(nobody, [])
    requireSuperuser({ ...nobody, superuser: true })
  })

  it('is refused with the first permission that it lacks', () => {
    const needed = ['read db:garden', 'write db:garden', 'read db:shed'].map(parsePermission)
    expect(() => requirePermissions(ann, needed)).toThrow(
      expect.objectContaining({
        kind: 'forbidden',
        message: "User 'ann' may not do this: it needs the permission write db:garden.",
      }),
    )
  })

  it('with every permission is no superuser', () => {
    const all = { ...ann, permissions: [parsePermission('all *:*')] }
    expect(() => requireSuperuser(all)).toThrow(
      expect.objectContaining({
        kind: 'forbidden',
        message: "User 'ann' may not do this: only superusers may.",
      }),
    )
  })
})
