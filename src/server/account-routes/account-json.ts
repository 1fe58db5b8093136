import type { Role } from '../../accounts/account.ts'
import { type PermissionJson, permissionJson } from '../../accounts/permission-json.ts'
import type { HeldPermission, UserFacts } from '../account-service.ts'

/**
 * A user without the name: `{enabled, superuser, roles, permissions: [{…, explicit}], issuer, last_mapping: {roles, superuser}}`; the
 * issuer of one that a token made, and the mapping of one who signed in by a token that maps roles.
 */
export function userJson(user: UserFacts): Readonly<Record<string, unknown>> {
  const { enabled, superuser, roles, issuer, lastMapping } = user
  return {
    enabled,
    superuser,
    roles,
    permissions: user.permissions.map(heldPermissionJson),
    ...(issuer !== undefined && { issuer }),
    ...(lastMapping && { last_mapping: { roles: lastMapping.roles, superuser: lastMapping.superuser } }),
  }
}

/** A role: `{rolename, permissions}`. */
export function roleJson({ name, permissions }: Role): Readonly<Record<string, unknown>> {
  return { rolename: name, permissions: permissions.map(permissionJson) }
}

function heldPermissionJson(permission: HeldPermission): PermissionJson & { readonly explicit: boolean } {
  return { ...permissionJson(permission), explicit: permission.explicit }
}
