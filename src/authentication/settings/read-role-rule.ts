import { readClaimPath } from '../claims/claim-path.ts'
import { keyPath } from './key-path.ts'
import { problemOf, readChoice, readText, readTexts, type Section, warningOf } from './section.ts'
import type { RoleRule } from './token-settings.ts'

/** `rolesField`, where it is not set. */
export const defaultRolesField = 'serviceRoles'

/**
 * Reads what of a token are roles: the directory first, then paths, then a claim with groups.
 *
 * @param endpoint - base of the directory API
 */
export function readRoleRule(section: Section, endpoint: string): RoleRule | undefined {
  const source = readChoice(section, 'roleMappingSource', ['token', 'cloud_groups'])
  if (source === undefined && section.values.has('roleMappingSource')) return undefined
  const [prefix, allowed] = [readPrefix(section), readAllowed(section)]
  const [claim, paths] = [readText(section, 'rolesField'), readPaths(section)]
  if (source === 'cloud_groups') {
    for (const name of ['rolesField', 'rolesClaimPath'])
      ignored(section, name, 'The roles come from the directory ("roleMappingSource: cloud_groups")')
    return readDirectoryRule(section, endpoint, prefix, allowed)
  }
  ignored(section, 'groupPrefix', 'The groups come from the token ("roleMappingSource" is not cloud_groups)')
  if (section.values.has('rolesClaimPath')) {
    for (const name of ['allowedGroupIdentifiers', 'rolesField'])
      ignored(section, name, 'The roles come from "rolesClaimPath"')
    return paths && { kind: 'paths', paths }
  }
  if (section.values.has('allowedGroupIdentifiers')) {
    if (allowed?.size === 0)
      warningOf(section, 'allowedGroupIdentifiers', 'No group counts: tokens of this issuer give no roles.')
    if (claim === undefined && section.values.has('rolesField')) return undefined
    return allowed && { kind: 'groups', claim: claim ?? defaultRolesField, allowed }
  }
  ignored(section, 'rolesField', 'There are no "allowedGroupIdentifiers"')
  return { kind: 'account' }
}

function ignored(section: Section, name: string, reason: string): void {
  if (section.values.has(name)) warningOf(section, name, `${reason}: this key has no effect.`)
}

function readDirectoryRule(
  section: Section,
  endpoint: string,
  prefix: string | undefined,
  allowed: ReadonlySet<string> | undefined,
): RoleRule | undefined {
  if (allowed === undefined && section.values.has('allowedGroupIdentifiers')) return undefined
  if (prefix === undefined) return undefined
  if (allowed?.size === 0)
    warningOf(section, 'allowedGroupIdentifiers', 'No group counts: tokens of this issuer give no roles.')
  return {
    kind: 'directory',
    directory: { prefix, ...(allowed && { allowed }), endpoint },
  }
}

/** No prefix may also be written as one: `groupPrefix: ""`. */
function readPrefix(section: Section): string | undefined {
  const node = section.values.get('groupPrefix')
  if (node === undefined || (node.kind === 'text' && node.text === '')) return ''
  return readText(section, 'groupPrefix')
}

function readAllowed(section: Section): ReadonlySet<string> | undefined {
  const texts = readTexts(section, 'allowedGroupIdentifiers')
  return texts && new Set(texts.map(({ text }) => text))
}

/** One path, or a list of them. */
function readPaths(section: Section): readonly (readonly string[])[] | undefined {
  const node = section.values.get('rolesClaimPath')
  if (node === undefined) return undefined
  const key = keyPath(section.path, 'rolesClaimPath')
  const single = node.kind === 'list' ? undefined : readText(section, 'rolesClaimPath')
  if (node.kind !== 'list' && single === undefined) return undefined
  const texts =
    single === undefined
      ? readTexts(section, 'rolesClaimPath')
      : [{ text: single, line: node.line, column: node.column }]
  if (texts?.length === 0)
    return problemOf(section, 'rolesClaimPath', 'Expected at least one path, such as "realm_access.roles".')
  return texts?.flatMap(({ text, ...place }, index) => {
    const path = readClaimPath(text)
    if (typeof path !== 'string') return [path]
    section.report.problem(place, single === undefined ? `${key}[${index}]` : key, path)
    return []
  })
}
