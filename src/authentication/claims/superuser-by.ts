import type { RequestedRoles } from './requested-roles.ts'

/**
 * By what the bearer of a token is a superuser: a group that counts, or a role that it asks for, is the one that the settings name
 * (`superuserGroup`; Spec, Authentication, 14). There need not be such a role. `undefined` where the bearer is none.
 */
export function superuserBy(
  superuserGroup: string | undefined,
  { roles, groups }: RequestedRoles,
): 'group' | 'role' | undefined {
  if (superuserGroup === undefined) return undefined
  if (groups.includes(superuserGroup)) return 'group'
  return roles.includes(superuserGroup) ? 'role' : undefined
}
