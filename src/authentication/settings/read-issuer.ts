import { readClient } from './read-client.ts'
import { readIssuerKeys } from './read-issuer-keys.ts'
import { readRoleRule } from './read-role-rule.ts'
import { readUsernameRule } from './read-username-rule.ts'
import { openSection, readBaseUrl, readBoolean, readText, type Section, warningOf } from './section.ts'
import type { SettingsNode } from './settings-node.ts'
import type { SettingsReport } from './settings-report.ts'
import type { IssuerSettings, RoleRule } from './token-settings.ts'

/** Base of the directory API, where `cloudGraphEndpoint` does not say. */
const defaultGraphEndpoint = 'https://graph.microsoft.com'

/** The keys of an issuer. */
export const issuerKeys: readonly string[] = [
  'audience',
  'usernameField',
  'usernameTemplates',
  'autoCreateUsers',
  'roleMappingSource',
  'groupPrefix',
  'allowedGroupIdentifiers',
  'rolesField',
  'rolesClaimPath',
  'superuserGroup',
  'cloudGraphPermission',
  'cloudGraphEndpoint',
  'cloudAuthority',
  'clientSecret',
  'clientCertificatePath',
  'clientCertificatePassword',
  'type',
  'clientId',
  'tokenEndpoint',
  'algorithms',
]

/** Reads the entry of an issuer elsewhere; nothing where it has problems, which are reported. */
export function readIssuer(
  issuer: string,
  node: SettingsNode,
  path: string,
  report: SettingsReport,
): IssuerSettings | undefined {
  const section = openSection(node, path, issuerKeys, report)
  if (section === undefined) return undefined
  const audience = readText(section, 'audience')
  if (!section.values.has('audience'))
    warningOf(
      section,
      'audience',
      'Without "audience" every token of the issuer is trusted, also one that was made out to another application.',
    )
  const keys = readIssuerKeys(section, issuer)
  const username = readUsernameRule(section)
  const autoCreateUsers = readBoolean(section, 'autoCreateUsers') ?? false
  const endpoint = readBaseUrl(section, 'cloudGraphEndpoint') ?? defaultGraphEndpoint
  const roles = readRoleRule(section, endpoint)
  const superuserGroup = readText(section, 'superuserGroup')
  const client = readClient(section, {
    issuer,
    audience,
    endpoint,
    hasDirectory: roles?.kind === 'directory',
  })
  warnWithoutRoles(section, roles, autoCreateUsers)
  if (keys === undefined || username === undefined || roles === undefined) return undefined
  return {
    issuer,
    ...(audience !== undefined && { audience }),
    keys,
    username,
    autoCreateUsers,
    roles,
    ...(superuserGroup !== undefined && { superuserGroup }),
    ...client,
  }
}

/** What has no effect where tokens of the issuer have no roles. */
function warnWithoutRoles(section: Section, roles: RoleRule | undefined, autoCreateUsers: boolean): void {
  if (roles?.kind !== 'account') return
  const reason = 'Nothing maps roles ("allowedGroupIdentifiers", "rolesClaimPath" or cloud_groups)'
  if (section.values.has('superuserGroup'))
    warningOf(section, 'superuserGroup', `${reason}: this key has no effect.`)
  if (autoCreateUsers) warningOf(section, 'autoCreateUsers', `${reason}: no user is created.`)
}
