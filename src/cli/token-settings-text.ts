import { claimPathText } from '../authentication/claims/claim-path.ts'
import { nextDeletion } from '../authentication/settings/delete-schedule.ts'
import { defaultAudience, defaultIssuer, defaultLifetime } from '../authentication/settings/read-signer.ts'
import type {
  ClientProof,
  IssuerKeys,
  IssuerSettings,
  RoleRule,
  TokenSettings,
  UsernameRule,
  VerificationKey,
} from '../authentication/settings/token-settings.ts'
import { harmless } from './one-line.ts'

type Facts = readonly (readonly [label: string, value: string])[]

/** What settings say of tokens, for people: what is issued, and for each issuer what its tokens are made of. No secret is in it. */
export function tokenSettingsText(settings: TokenSettings, now: Date): string {
  const issuers = [...settings.issuers.values()].map((issuer) => block(issuer.issuer, issuerFacts(issuer)))
  const none = 'No tokens of other issuers are trusted.\n'
  return [
    block('This server', serviceFacts(settings, now)),
    ...(issuers.length === 0 ? [none] : issuers),
  ].join('\n')
}

function block(title: string, facts: Facts): string {
  const width = Math.max(...facts.map(([label]) => label.length))
  const lines = facts.map(([label, value]) => `  ${label.padEnd(width)}  ${harmless(value)}\n`)
  return `${harmless(title)}\n${lines.join('')}`
}

function serviceFacts({ signer, deploymentName, autoDeleteUsersSchedule }: TokenSettings, now: Date): Facts {
  const next = autoDeleteUsersSchedule && nextDeletion(autoDeleteUsersSchedule, now)
  return [
    ['issuer', signer?.issuer ?? defaultIssuer],
    ['audience', signer?.audience ?? defaultAudience],
    ['lifetime', signer?.lifetime ?? defaultLifetime],
    ['signs with', signer === undefined ? 'HS256, a secret of the home folder' : signingWords(signer.key)],
    ...optional('deployment', deploymentName),
    ...optional('removes created users', next && `${autoDeleteUsersSchedule}, next at ${next.toISOString()}`),
  ]
}

function signingWords(key: NonNullable<TokenSettings['signer']>['key']): string {
  return key.kind === 'hmac' ? `${key.algorithm}, a secret` : `${key.algorithm}, ${rsaWords(key.publicKey)}`
}

function rsaWords({
  asymmetricKeyDetails,
}: {
  readonly asymmetricKeyDetails?: { modulusLength?: number }
}): string {
  return `an RSA key of ${asymmetricKeyDetails?.modulusLength ?? 0} bits`
}

function issuerFacts(issuer: IssuerSettings): Facts {
  const { onBehalfOf, tokenExchange } = issuer
  const mapsRoles = issuer.roles.kind !== 'account'
  const creates = mapsRoles && issuer.autoCreateUsers
  const superuserGroup = mapsRoles ? issuer.superuserGroup : undefined
  return [
    ['audience', issuer.audience ?? 'any'],
    ['keys', keysWords(issuer.keys, issuer.issuer)],
    ['user name', usernameWords(issuer.username)],
    ['unknown users', creates ? 'are created, with a role that exists' : 'are refused'],
    ['roles', roleWords(issuer.roles)],
    ...optional('superuser', superuserGroup && `by the group or role ${superuserGroup}`),
    ...optional(
      'on behalf of users',
      onBehalfOf &&
        `as ${onBehalfOf.clientId}, by ${proofWords(onBehalfOf.proof)}; ${onBehalfOf.graphPermission}`,
    ),
    ...optional(
      'token exchange',
      tokenExchange && `as ${tokenExchange.clientId}, at ${tokenExchange.tokenEndpoint}`,
    ),
  ]
}

function optional(label: string, value: string | undefined): Facts {
  return value === undefined ? [] : [[label, value]]
}

function keysWords(keys: IssuerKeys, issuer: string): string {
  if (keys.kind === 'discovered')
    return `RS256, RS384, RS512 by ${issuer.replace(/\/+$/u, '')}/.well-known/jwks.json, or where its metadata say`
  return [...keys.keys].map(([algorithm, key]) => `${algorithm} by ${keyWords(key)}`).join('; ')
}

function keyWords(key: VerificationKey): string {
  switch (key.kind) {
    case 'secret':
      return 'a secret'
    case 'publicKey':
      return rsaWords(key.key)
    case 'jwks':
      return key.url
  }
}

function usernameWords(rule: UsernameRule): string {
  return rule.kind === 'field' ? `claim ${rule.claim}` : firstOf(rule.templates)
}

function roleWords(rule: RoleRule): string {
  switch (rule.kind) {
    case 'account':
      return 'those of the account'
    case 'groups':
      return `claim ${rule.claim}, of which count: ${names(rule.allowed)}`
    case 'paths':
      return pathWords(rule.paths.map(claimPathText))
    case 'directory': {
      const { endpoint, prefix, allowed } = rule.directory
      const cut = prefix === '' ? '' : `, that begin with ${prefix}, without that`
      return `groups of the directory at ${endpoint}${cut}${allowed ? `, of which count: ${names(allowed)}` : ''}`
    }
  }
}

function pathWords(paths: readonly string[]): string {
  return `${paths.length === 1 ? 'path' : 'the first path that there is of'} ${paths.join(', ')}`
}

function firstOf(texts: readonly string[]): string {
  return texts.length === 1 ? texts.join() : `the first that there is of ${texts.join(', ')}`
}

function names(allowed: ReadonlySet<string>): string {
  return allowed.size === 0 ? 'none' : [...allowed].join(', ')
}

function proofWords({ kind }: ClientProof): string {
  return kind === 'secret' ? 'its secret' : 'its certificate'
}
