import type { RoleMapping } from '../../accounts/role-mapping.ts'
import type { RequestedRoles } from './requested-roles.ts'
import { superuserBy } from './superuser-by.ts'

/** What a token says that its user may do, by the roles that it asks for. */
export function roleMappingOf(requested: RequestedRoles, superuserGroup: string | undefined): RoleMapping {
  return { roles: requested.roles, superuser: superuserBy(superuserGroup, requested) !== undefined }
}
