import type { Holder } from './account.ts'
import { everything } from './effective-permissions.ts'
import { holdsPermission, requirePermissions, requireSuperuser } from './holds-permission.ts'
import { everyResource, type Permission, type Resource } from './permission.ts'
import type { Session } from './session.ts'

/** Something that somebody wants to do with accounts, with what the rule of it depends on. */
export type AccountDeed =
  | { readonly kind: 'addUser'; readonly superuser: boolean }
  | { readonly kind: 'addRole' }
  | { readonly kind: 'see' | 'remove'; readonly account: Holder }
  | { readonly kind: 'removeSuperuser' }
  /** Another user's than the own one. */
  | { readonly kind: 'setPassword' | 'setEnabled' }
  /** The first password of a user that a token made, by the user too: with it one signs in past the issuer. */
  | { readonly kind: 'setFirstPassword' }
  /** `permissions` are those that the role has. */
  | { readonly kind: 'assignRole'; readonly role: string; readonly permissions: readonly Permission[] }
  | { readonly kind: 'unassignRole'; readonly role: string }
  | { readonly kind: 'grant' | 'revoke'; readonly permission: Permission }

/** What a deed needs: certain permissions, or a superuser. */
type DeedNeeds =
  | { readonly kind: 'superuser' }
  | { readonly kind: 'permissions'; readonly all: readonly Permission[] }

/** What somebody needs to do something with accounts, whether what it is about exists or not. */
function deedNeeds(deed: AccountDeed): DeedNeeds {
  switch (deed.kind) {
    case 'addUser':
      return deed.superuser ? { kind: 'superuser' } : permissions(on('CREATE', 'user', everyResource))
    case 'addRole':
      return permissions(on('CREATE', 'role', everyResource))
    case 'see':
      return permissions(on('READ', deed.account.kind, deed.account.name))
    case 'remove':
      return permissions(on('DELETE', deed.account.kind, deed.account.name))
    case 'removeSuperuser':
    case 'setPassword':
    case 'setEnabled':
      return { kind: 'superuser' }
    case 'setFirstPassword':
      return permissions(everything)
    case 'assignRole':
      // Nobody can give away more than they have, by way of a role either.
      return permissions(on('GRANT', 'role', deed.role), ...deed.permissions)
    case 'unassignRole':
      return permissions(on('REVOKE', 'role', deed.role))
    case 'grant':
      return permissions({ action: 'GRANT', resource: deed.permission.resource }, deed.permission)
    case 'revoke':
      return permissions({ action: 'REVOKE', resource: deed.permission.resource })
  }
}

/** Whether somebody may do something with accounts. */
export function mayDo(session: Session, deed: AccountDeed): boolean {
  const needs = deedNeeds(deed)
  return needs.kind === 'superuser'
    ? session.superuser
    : needs.all.every((permission) => holdsPermission(session, permission))
}

/**
 * Refuses what somebody may not do.
 *
 * @throws ServiceError `forbidden`
 */
export function requireDeed(session: Session, deed: AccountDeed): void {
  const needs = deedNeeds(deed)
  if (needs.kind === 'superuser') requireSuperuser(session)
  else requirePermissions(session, needs.all)
}

function permissions(...all: readonly Permission[]): DeedNeeds {
  return { kind: 'permissions', all }
}

function on(action: Permission['action'], type: Resource['type'], name: string): Permission {
  return { action, resource: { type, name: [name] } }
}
