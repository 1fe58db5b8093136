import type { AccountChange } from './account-store.ts'
import { everyResource, type Permission, type Resource } from './permission.ts'
import type { Session } from './session.ts'

/** What a new user may do, in this order: change and see the own account. */
export function permissionsOfNewUser(name: string): readonly Permission[] {
  const resource: Resource = { type: 'user', name: [name] }
  return [
    { action: 'WRITE', resource },
    { action: 'READ', resource },
  ]
}

/** The grants of {@link permissionsOfNewUser}. */
export function grantsOfNewUser(name: string): AccountChange[] {
  const holder = { kind: 'user', name } as const
  return permissionsOfNewUser(name).map((permission) => ({ kind: 'grant', holder, permission }))
}

/** What is made, and may have permissions about it. */
export type MadeThing = 'user' | 'role' | 'database' | 'remote database'

/** The grants by which somebody may do everything with what they have made. A superuser needs none, nor does the owner of a home. */
export function grantsToMaker(session: Session | undefined, thing: MadeThing, name: string): AccountChange[] {
  if (session === undefined || session.superuser) return []
  const holder = { kind: 'user', name: session.user } as const
  const all = ['DELETE', 'WRITE', 'READ', 'GRANT', 'REVOKE'] as const
  return resourcesOf(thing, name)
    .flatMap((resource) => all.map((action) => ({ action, resource })))
    .map((permission) => ({ kind: 'grant', holder, permission }))
}

/** What something that is made is, as a resource; a database is several. */
function resourcesOf(thing: MadeThing, name: string): readonly Resource[] {
  switch (thing) {
    case 'user':
    case 'role':
      return [{ type: thing, name: [name] }]
    case 'database':
      return [
        { type: 'db', name: [name] },
        { type: 'metadata', name: [name] },
        { type: 'named-graph', name: [name, everyResource] },
      ]
    case 'remote database':
      return [...resourcesOf('database', name), { type: 'data-source', name: [name] }]
  }
}
