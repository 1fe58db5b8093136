import type { AccountChange } from './account-store.ts'
import type { Action, Permission, ResourceType } from './permission.ts'
import type { Session } from './session.ts'

/** What a new user may do, in this order: change and see the own account. */
export function permissionsOfNewUser(name: string): readonly Permission[] {
  return permissionsOn('user', name, ['WRITE', 'READ'])
}

/** What is made, and may have permissions about it. */
export type MadeThing = 'user' | 'role' | 'database' | 'remote database'

/** The types of resources that something is the first part of the name of, for which who made it gets permissions. */
const madeTypes: Readonly<Record<MadeThing, readonly ResourceType[]>> = {
  user: ['user'],
  role: ['role'],
  database: ['db', 'metadata'],
  'remote database': ['db', 'metadata', 'data-source'],
}

/** The grants by which somebody may do everything with what they have made. A superuser needs none, nor does the owner of a home. */
export function grantsToMaker(session: Session | undefined, thing: MadeThing, name: string): AccountChange[] {
  if (session === undefined || session.superuser) return []
  const holder = { kind: 'user', name: session.user } as const
  return madeTypes[thing]
    .flatMap((type) => permissionsOn(type, name, ['DELETE', 'WRITE', 'READ', 'GRANT', 'REVOKE']))
    .map((permission) => ({ kind: 'grant', holder, permission }))
}

/** Revokes all permissions about something that is gone, so that a later one of its name is not open to those who had them. */
export function forgetting(thing: 'user' | 'role' | 'database', name: string): AccountChange {
  const types: readonly ResourceType[] =
    thing === 'database'
      ? ['db', 'metadata', 'named-graph', 'admin', 'data-source', 'virtual-graph']
      : [thing]
  return { kind: 'forget', types, name }
}

function permissionsOn(type: ResourceType, name: string, actions: readonly Action[]): readonly Permission[] {
  return actions.map((action) => ({ action, resource: { type, name: [name] } }))
}
