import { holdsPermission } from '../accounts/holds-permission.ts'
import type { Action, ResourceType } from '../accounts/permission.ts'
import type { Caller } from './caller.ts'

/** Tells whether a caller may do something; the owner of the home folder may do everything. */
export function mayOf(
  caller: Caller | undefined,
): (action: Action, type: ResourceType, ...name: readonly string[]) => boolean {
  return (action, type, ...name) =>
    caller === undefined || holdsPermission(caller.session, { action, resource: { type, name } })
}
