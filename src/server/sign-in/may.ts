import { holdsPermission, requirePermissions } from '../../accounts/holds-permission.ts'
import type { Action, ResourceType } from '../../accounts/permission.ts'
import { seenNames } from '../../accounts/seen-names.ts'
import type { Caller } from './caller.ts'

/** Whether a caller has a permission; the owner of the home folder has each. */
export function may(caller: Caller | undefined, action: Action, type: ResourceType, name: string): boolean {
  return caller === undefined || holdsPermission(caller.session, { action, resource: { type, name: [name] } })
}

/**
 * Refuses what needs a permission that a caller does not have.
 *
 * @throws ServiceError `forbidden`
 */
export function requireMay(
  caller: Caller | undefined,
  action: Action,
  type: ResourceType,
  name: string,
): void {
  if (caller === undefined) return
  requirePermissions(caller.session, [{ action, resource: { type, name: [name] } }])
}

/** Tells which things of a type a caller may read, for lists of many. */
export function seenBy(caller: Caller | undefined, type: 'db' | 'metadata'): (name: string) => boolean {
  return caller === undefined ? () => true : seenNames(caller.session, type)
}
