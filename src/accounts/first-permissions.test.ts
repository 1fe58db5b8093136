import { describe, expect, it } from 'vitest'
import { grantsToMaker, permissionsOfNewUser } from './first-permissions.ts'
import { forgetting } from './forgetting.ts'
import { permissionText } from './permission-text.ts'
import type { Session } from './session.ts'

const ann: Session = { user: 'ann', superuser: false, permissions: [] }
const actions = ['delete', 'write', 'read', 'grant', 'revoke']

function granted(thing: Parameters<typeof grantsToMaker>[1], name: string): readonly string[] {
  return grantsToMaker(ann, thing, name).map((change) => {
    expect(change).toMatchObject({ kind: 'grant', holder: { kind: 'user', name: 'ann' } })
    return change.kind === 'grant' ? permissionText(change.permission) : ''
  })
}

describe('who makes something', () => {
  it.each([
    ['user', ['user:x']],
    ['role', ['role:x']],
    ['database', ['db:x', 'metadata:x', 'named-graph:x\\*']],
    ['remote database', ['db:x', 'metadata:x', 'named-graph:x\\*', 'data-source:x']],
  ] as const)('may do everything with it: a %s', (thing, resources) => {
    expect(granted(thing, 'x')).toEqual(
      resources.flatMap((resource) => actions.map((action) => `${action} ${resource}`)),
    )
  })

  it('is granted nothing who may do everything already', () => {
    expect(grantsToMaker({ ...ann, superuser: true }, 'database', 'x')).toEqual([])
    expect(grantsToMaker(undefined, 'user', 'x')).toEqual([])
  })
})

it('a new user may write and read the own account, in this order', () => {
  expect(permissionsOfNewUser('ann').map(permissionText)).toEqual(['write user:ann', 'read user:ann'])
})

it('whatever the maker of something is granted goes with it', () => {
  for (const [made, gone] of [
    ['user', 'user'],
    ['role', 'role'],
    ['database', 'database'],
    ['remote database', 'database'],
  ] as const) {
    const change = forgetting(gone, 'x')
    const types = change.kind === 'forget' ? change.types : []
    for (const one of grantsToMaker(ann, made, 'x')) {
      expect(types).toContain(one.kind === 'grant' && one.permission.resource.type)
    }
  }
})
