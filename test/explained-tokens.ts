import { createHmac, generateKeyPairSync, sign } from 'node:crypto'
import type { AccountStore } from '../src/accounts/account-store.ts'
import type { Directories } from '../src/authentication/directory/directories.ts'
import type { ExplainTokenParts } from '../src/authentication/explain/explain-token.ts'
import type { TokenExplanation } from '../src/authentication/explain/token-explanation.ts'
import { readTokenSettings } from '../src/authentication/settings/read-token-settings.ts'
import type { TokenSettings } from '../src/authentication/settings/token-settings.ts'
import { homeSigner } from '../src/authentication/tokens/home-signer.ts'
import { accountsInMemory } from './accounts-in-memory.ts'

/** What the issuers sign with that have no other key. */
export const issuersSecret = 'a secret of the tests that is long enough'
/** The license of the service. */
export const license = '0d6cf4a7-5f2c-4f4e-9c0a-5b0e3b0f7a11'
/** How the service signs. */
export const signer = homeSigner(new Uint8Array(32).fill(7))

/** Issuers with one way each to name users and roles; the last one cannot be asked for its keys. */
export const settings = settingsOf(`
issuers:
  https://idp.example:
    audience: espalier
    autoCreateUsers: true
    rolesClaimPath: [realm_access.roles, roles]
    superuserGroup: admins
    algorithms: { HS256: { secret: ${issuersSecret} } }
  https://groups.example:
    usernameTemplates: ['acme_{upn}', 'acme_{sub}']
    autoCreateUsers: true
    rolesField: groups
    allowedGroupIdentifiers: [staff, admins]
    superuserGroup: admins
    algorithms: { HS256: { secret: ${issuersSecret} } }
  https://plain.example:
    audience: espalier
    usernameField: preferred_username
    algorithms: { HS256: { secret: ${issuersSecret} } }
  https://directory.example:
    audience: espalier
    roleMappingSource: cloud_groups
    groupPrefix: graph-
    superuserGroup: graph-admins
    autoCreateUsers: true
    clientSecret: the secret of the client
    clientId: espalier
    cloudAuthority: https://directory.example
    algorithms: { HS256: { secret: ${issuersSecret} } }
  http://127.0.0.1:9:
    audience: espalier
`)

function settingsOf(text: string): TokenSettings {
  const read = readTokenSettings(text)
  if (read.kind === 'problems') throw new Error(JSON.stringify(read.problems))
  return read.settings
}

/** When it is, in milliseconds since 1970. */
export const now = Date.parse('2026-11-22T12:00:00Z')

type Members = Readonly<Record<string, unknown>>

/** Claims of a token that holds for an hour. */
const claims = (others: Members): Members => ({
  iss: 'https://idp.example',
  aud: 'espalier',
  sub: 'ada',
  iat: now / 1000,
  exp: now / 1000 + 3600,
  ...others,
})

const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A token of `https://idp.example` for `ada`, which has nothing of roles, with other claims and members of its header. */
export function token(others: Members, header: Members = {}, key = issuersSecret): string {
  const signed = `${encoded({ alg: 'HS256', typ: 'JWT', ...header })}.${encoded(claims(others))}`
  return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`
}

/** One that a key of nobody signed, by RS256. */
export function rsaToken(others: Members): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const signed = `${encoded({ alg: 'RS256', kid: 'k1' })}.${encoded(claims(others))}`
  return `${signed}.${sign('sha256', Buffer.from(signed), privateKey).toString('base64url')}`
}

/** The superuser `admin`, the users `ada` and `acme_bob`, `dis` who is disabled, `tess` of a token; the roles `reader` and `writer`. */
export function people(): AccountStore {
  const accounts = accountsInMemory()
  const user = (name: string) => ({ kind: 'addUser', name, passwordHash: 'x', superuser: false }) as const
  accounts.change([
    { kind: 'addRole', name: 'writer' },
    user('ada'),
    { kind: 'assignRole', user: 'ada', role: 'writer' },
    user('acme_bob'),
    user('dis'),
    { kind: 'setEnabled', name: 'dis', enabled: false },
    { kind: 'addTokenUser', name: 'tess', issuer: 'https://idp.example' },
  ])
  return accounts
}

/** What the directory tells, by the claim `sub` of the token. */
export const directories: Directories = {
  async groups({ text }) {
    const payload: Members = JSON.parse(Buffer.from(text.split('.')[1] ?? '', 'base64url').toString())
    if (payload['sub'] === 'down')
      return { kind: 'unavailable', message: 'The directory is down.', reason: '502' }
    if (payload['sub'] === 'consent')
      return { kind: 'refused', message: 'The directory knows no such user.', reason: 'invalid_grant' }
    return { kind: 'groups', names: payload['sub'] === 'ada' ? ['graph-reader', 'others'] : ['graph-admins'] }
  },
}

/** What tokens are explained by at such a service. */
export const explainParts = (given: Partial<ExplainTokenParts> = {}): ExplainTokenParts => ({
  issuers: settings.issuers,
  signer,
  license,
  accounts: people(),
  directories,
  now: () => now,
  ...given,
})

/** Each step of an explanation as a line. */
export const explanationLines = ({ steps, verdict }: TokenExplanation): readonly string[] =>
  [...steps, { part: 'token', ...verdict }].map(({ part, outcome, text }) => `${part} ${outcome}: ${text}`)
