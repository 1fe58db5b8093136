import type { Action, ResourceType } from '../../accounts/permission.ts'

/** A permission that a request needs, as its route states it. */
export interface NeededPermission {
  readonly action: Action
  readonly type: ResourceType
  /** Parts of the name of the resource; `:name` is that parameter of the path. */
  readonly name: readonly string[]
}

/**
 * What a request needs before its route is reached; a route without it cannot be registered. `nobody`: no credentials. `anybody`:
 * those of some user; what more is needed is settled by the services, by the rules of accounts, or they list what the caller may see.
 * Else each of the permissions.
 */
export type Needs = 'nobody' | 'anybody' | readonly NeededPermission[]

/** A permission that a route needs, such as `need('READ', 'db', ':db')`. */
export function need(action: Action, type: ResourceType, ...name: readonly string[]): NeededPermission {
  return { action, type, name }
}

/** To see what is in the database that the path names. */
export const readDatabase: Needs = [need('READ', 'db', ':db')]

/** To change what is in the database that the path names. */
export const writeDatabase: Needs = [need('WRITE', 'db', ':db')]

/** To see how the server is. */
export const readServer: Needs = [need('READ', 'dbms-admin', '*')]
