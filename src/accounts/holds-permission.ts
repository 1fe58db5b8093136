import { ServiceError } from '../errors.ts'
import { covers } from './covers.ts'
import type { Permission } from './permission.ts'
import { permissionText } from './permission-text.ts'
import type { Session } from './session.ts'

/** Whether a session has a permission: one of its own covers it, or it is a superuser's. */
export function holdsPermission(session: Session, wanted: Permission): boolean {
  return session.superuser || session.permissions.some((held) => covers(held, wanted))
}

/**
 * Refuses what needs a permission that a session does not have; the first one missing is named.
 *
 * @throws ServiceError `forbidden`
 */
export function requirePermissions(session: Session, needed: Iterable<Permission>): void {
  for (const permission of needed) {
    if (holdsPermission(session, permission)) continue
    const message = `User '${session.user}' may not do this: it needs the permission ${permissionText(permission)}.`
    throw new ServiceError('forbidden', message)
  }
}

/**
 * Refuses what only superusers may do, whatever permissions somebody has.
 *
 * @throws ServiceError `forbidden`
 */
export function requireSuperuser(session: Session): void {
  if (session.superuser) return
  throw new ServiceError('forbidden', `User '${session.user}' may not do this: only superusers may.`)
}
