import type { Role } from '../../accounts/account.ts'
import type { Permission } from '../../accounts/permission.ts'
import type { HeldPermission, UserFacts } from '../account-service.ts'

/** A permission as JSON: `{action, resource_type, resource}`. */
export interface PermissionJson {
  readonly action: string
  readonly resource_type: string
  readonly resource: readonly string[]
}

/** A permission as clients know it. */
export function permissionJson({ action, resource }: Permission): PermissionJson {
  return { action, resource_type: resource.type, resource: resource.name }
}

/** A user without the name: `{enabled, superuser, roles, permissions: [{…, explicit}]}`. */
export function userJson(user: UserFacts): Readonly<Record<string, unknown>> {
  const { enabled, superuser, roles } = user
  return { enabled, superuser, roles, permissions: user.permissions.map(heldPermissionJson) }
}

/** A role: `{rolename, permissions}`. */
export function roleJson({ name, permissions }: Role): Readonly<Record<string, unknown>> {
  return { rolename: name, permissions: permissions.map(permissionJson) }
}

function heldPermissionJson(permission: HeldPermission): PermissionJson & { readonly explicit: boolean } {
  return { ...permissionJson(permission), explicit: permission.explicit }
}
