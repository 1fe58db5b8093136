import type { Permission } from '../accounts/permission.ts'

/** The name of a resource as a route states it: `:name` is that parameter of the path. */
export interface NeededPermission {
  readonly action: Permission['action']
  readonly type: Permission['resource']['type']
  readonly name: readonly string[]
}

/**
 * What a request needs before its route is reached; a route without it cannot be registered. `nobody`: no credentials. `anybody`:
 * those of some user; what more is needed is settled by the services, by the rules of accounts, or they list what the caller may see.
 * Else each of the permissions.
 */
export type Needs = 'nobody' | 'anybody' | readonly NeededPermission[]
