import { isJsonObject } from '../is-json-object.ts'
import type { RoleRule } from '../settings/token-settings.ts'
import { claimPathText } from './claim-path.ts'

/** The roles that a token asks for, whether or not there are such roles, and how it came by them. */
export interface RequestedRoles {
  /** Names, each once, in the order of the alphabet. */
  readonly roles: readonly string[]
  /** Groups that the roles came by, under their whole names, in the order of the alphabet; none where roles are named themselves. */
  readonly groups: readonly string[]
  /** Groups of the user that give nothing, since the settings do not count them; in the order of the alphabet. */
  readonly ignored: readonly string[]
  readonly by: RoleOrigin
}

/** Where the roles of a token were looked for, and what was there. */
export type RoleOrigin =
  /** A claim with groups; `other` is what is neither a list nor a map. */
  | {
      readonly kind: 'groups'
      readonly claim: string
      readonly form: 'list' | 'map' | 'absent' | 'other'
    }
  /** The path that has roles; absent where none has. */
  | { readonly kind: 'path'; readonly path?: string }
  | { readonly kind: 'directory'; readonly prefix: string }

/** How a token alone says which roles it asks for. */
export type ClaimRoleRule = Extract<RoleRule, { readonly kind: 'groups' | 'paths' }>

/**
 * The roles that the claims of a token ask for (Spec, Authentication, 10 and 11). What is no text in a list is left out.
 *
 * - `groups`: of a list, the names that are allowed; of a map, the lists of the names that are allowed.
 * - `paths`: the list at the first path that has a name in it.
 */
export function requestedRoles(
  rule: ClaimRoleRule,
  claims: Readonly<Record<string, unknown>>,
): RequestedRoles {
  switch (rule.kind) {
    case 'groups':
      return byGroups(rule.claim, rule.allowed, claims)
    case 'paths':
      return byPaths(rule.paths, claims)
  }
}

function byGroups(
  claim: string,
  allowed: ReadonlySet<string>,
  claims: Readonly<Record<string, unknown>>,
): RequestedRoles {
  const value = Object.hasOwn(claims, claim) ? claims[claim] : undefined
  const rolesOf = groupsIn(value)
  const names = inOrder(rolesOf.keys())
  const groups = names.filter((name) => allowed.has(name))
  return {
    roles: inOrder(groups.flatMap((group) => rolesOf.get(group) ?? [])),
    groups,
    ignored: names.filter((name) => !allowed.has(name)),
    by: { kind: 'groups', claim, form: formOf(value) },
  }
}

/** The roles of each group in a claim. */
function groupsIn(value: unknown): ReadonlyMap<string, readonly string[]> {
  if (Array.isArray(value)) return new Map(textsOf(value).map((name) => [name, [name]]))
  if (!isJsonObject(value)) return new Map()
  return new Map(Object.entries(value).map(([name, roles]) => [name, textsOf(roles)]))
}

function formOf(value: unknown): Extract<RoleOrigin, { readonly kind: 'groups' }>['form'] {
  if (value === undefined) return 'absent'
  if (Array.isArray(value)) return 'list'
  return isJsonObject(value) ? 'map' : 'other'
}

function byPaths(
  paths: readonly (readonly string[])[],
  claims: Readonly<Record<string, unknown>>,
): RequestedRoles {
  for (const path of paths) {
    const roles = textsOf(valueAt(path, claims))
    if (roles.length > 0) {
      const by: RoleOrigin = { kind: 'path', path: claimPathText(path) }
      return { roles: inOrder(roles), groups: [], ignored: [], by }
    }
  }
  return { roles: [], groups: [], ignored: [], by: { kind: 'path' } }
}

function valueAt(path: readonly string[], claims: Readonly<Record<string, unknown>>): unknown {
  let value: unknown = claims
  for (const name of path) {
    if (!isJsonObject(value) || !Object.hasOwn(value, name)) return undefined
    value = value[name]
  }
  return value
}

/** The texts in a list; none has no characters, since no role and no group has. */
function textsOf(value: unknown): readonly string[] {
  if (!Array.isArray(value)) return []
  return value.filter((member): member is string => typeof member === 'string' && member !== '')
}

function inOrder(names: Iterable<string>): readonly string[] {
  return [...new Set(names)].sort()
}
