import type { DirectorySettings } from '../settings/token-settings.ts'
import type { RequestedRoles } from './requested-roles.ts'

/**
 * The roles that the groups of a user in the directory of an issuer ask for (Spec, Authentication, 12): of the groups whose names have the
 * prefix, and are allowed where the settings say which are, the names without it.
 *
 * @param names of the groups of the user, as the directory has them
 */
export function rolesOfGroups(directory: DirectorySettings, names: Iterable<string>): RequestedRoles {
  const { prefix, allowed } = directory
  const counts = (name: string): boolean =>
    // What is nothing but the prefix names no role.
    name.startsWith(prefix) && name.length > prefix.length && (allowed?.has(name) ?? true)
  const all = [...new Set(names)].sort()
  const groups = all.filter(counts)
  return {
    // All of them begin alike: what is left is in order, and different.
    roles: groups.map((name) => name.slice(prefix.length)),
    groups,
    ignored: all.filter((name) => !counts(name)),
    by: { kind: 'directory', prefix },
  }
}
