import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { usernameOf } from '../src/authentication/claims/username-of.ts'
import { scheduleProblem } from '../src/authentication/settings/delete-schedule.ts'
import { issuerKeys } from '../src/authentication/settings/read-issuer.ts'
import { signerKeys } from '../src/authentication/settings/read-signer.ts'
import { expiryOf } from '../src/authentication/settings/token-lifetime.ts'
import type { IssuerSettings } from '../src/authentication/settings/token-settings.ts'
import { readSettings } from './read-settings.ts'
import { makeTokenKeyFiles, type TokenKeyFiles } from './token-key-files.ts'

let files: TokenKeyFiles

beforeAll(() => {
  files = makeTokenKeyFiles()
})
afterAll(() => files[Symbol.dispose]())

const hidden = 'hunter2'
const longSecret = `${hidden} `.repeat(9).trim()

/** Values that are right under some key, and some that are under none. */
const value = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.constantFrom(
      'me',
      'api://me',
      'sub',
      'a.b',
      '',
      'https://a.example',
      'http://localhost:1',
      'http://a.example',
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom('DIR/public.pem', 'DIR/private.pem', 'DIR/none.pem', 'public.pem'),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      'token',
      'cloud_groups',
      'rfc8693',
      'Group.Read.All',
      'P7D',
      'P0D',
      '0 0 3 * * *',
      '1.0',
    ),
  },
  { weight: 1, arbitrary: fc.constantFrom(true, false, null, 5, 1.5, {}, []) },
  { weight: 1, arbitrary: fc.array(fc.constantFrom('a', 'a.b', '{a}_x', 'x_{b}', '{', '', 5)) },
  { weight: 1, arbitrary: fc.string() },
)
const secretValue = fc.constantFrom(longSecret, hidden, [hidden], { [hidden]: 1 }, `\n${hidden}`)

/** A map of some of these keys, the likely value of which is likely. */
function mapOf(
  keys: readonly string[],
  likely: Readonly<Record<string, fc.Arbitrary<unknown>>>,
): fc.Arbitrary<object> {
  const entries = keys.map((key) => [key, likely[key] ?? value] as const)
  return fc.record(Object.fromEntries(entries), { requiredKeys: [] })
}

const mostly = (...values: readonly unknown[]): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...values) }, { weight: 1, arbitrary: value })

const verificationKey = fc.record(
  {
    secret: secretValue,
    keyUrl: mostly('https://a.example/keys'),
    publicKey: mostly('DIR/public.pem'),
    privateKey: mostly('DIR/private.pem'),
  },
  { requiredKeys: [] },
)

const issuer = mapOf(issuerKeys, {
  clientSecret: secretValue,
  clientCertificatePassword: secretValue,
  clientCertificatePath: mostly('DIR/none.p12'),
  usernameTemplates: mostly(['a_{sub}'], ['{a}', 'b_{c}']),
  autoCreateUsers: mostly(true, false),
  roleMappingSource: mostly('token', 'cloud_groups'),
  allowedGroupIdentifiers: mostly(['a', 'b'], []),
  rolesClaimPath: mostly('a', 'a.b', ['a', 'b']),
  cloudGraphPermission: mostly('Group.Read.All'),
  cloudGraphEndpoint: mostly('https://graph.example/'),
  cloudAuthority: mostly('https://login.example/t'),
  type: mostly('rfc8693'),
  tokenEndpoint: mostly('https://a.example/token'),
  algorithms: fc.dictionary(fc.constantFrom('HS256', 'RS256', 'ES256'), fc.oneof(verificationKey, value), {
    maxKeys: 2,
  }),
})
/** With few keys, or hardly any would be right. */
const simpleIssuer = fc.tuple(issuer, fc.nat(), fc.nat()).map(([all, first, count]) => {
  const entries = Object.entries(all)
  return Object.fromEntries(entries.slice(first % (entries.length + 1)).slice(0, 1 + (count % 4)))
})
const settings = fc.record(
  {
    confVersion: mostly(1, '1.0'),
    deploymentName: mostly('Garden'),
    autoDeleteUsersSchedule: mostly('0 0 3 * * *'),
    signer: fc.oneof(
      fc.constant({ algorithm: 'HS256', issuer: 'mine', secret: longSecret }),
      mapOf(signerKeys, {
        algorithm: mostly('HS256', 'RS256'),
        secret: secretValue,
        tokenTTL: mostly('P1M'),
      }),
    ),
    issuers: fc.dictionary(
      fc.constantFrom('https://a.example', 'https://b.example/', 'espalier', 'mine', 'x'),
      fc.oneof(simpleIssuer, simpleIssuer, issuer, value),
      { maxKeys: 3 },
    ),
  },
  { requiredKeys: [] },
)

/** What holds of every issuer that was read without a problem. */
function expectWhole(entry: IssuerSettings): void {
  if (entry.roles.kind === 'directory') expect(entry.onBehalfOf).toBeDefined()
  if (entry.roles.kind === 'paths') expect(entry.roles.paths.length).toBeGreaterThan(0)
  if (entry.keys.kind === 'listed') expect(entry.keys.keys.size).toBeGreaterThan(0)
  else expect(URL.canParse(entry.issuer)).toBe(true)
  if (entry.onBehalfOf !== undefined) {
    expect(entry.onBehalfOf.clientId).not.toMatch(/^api:/)
    expect(entry.onBehalfOf.graphEndpoint).not.toMatch(/\/$/)
  }
  // It throws for templates that cannot be read.
  usernameOf(entry.username, { sub: 'ann', a: 'b', c: 'd' })
}

describe('any settings', () => {
  it('are whole, or have problems with places and without secrets', () => {
    const seen = { right: 0, wrong: 0 }
    fc.assert(
      fc.property(settings, (given) => {
        const text = JSON.stringify(given, undefined, 1)
        const read = readSettings(text, files.folder)
        if (read.settings === undefined) {
          seen.wrong += 1
          expect(read.problems.length).toBeGreaterThan(0)
          for (const problem of read.problems) expect(problem).toMatch(/^[1-9]\d*:[1-9]\d* /)
        } else {
          seen.right += 1
          const { signer, issuers, autoDeleteUsersSchedule } = read.settings
          if (signer !== undefined) expect(expiryOf(signer.lifetime, 0)).toBeGreaterThanOrEqual(1)
          if (autoDeleteUsersSchedule !== undefined)
            expect(scheduleProblem(autoDeleteUsersSchedule)).toBeUndefined()
          expect(issuers.has(signer?.issuer ?? 'espalier')).toBe(false)
          for (const entry of issuers.values()) expectWhole(entry)
        }
        expect([...read.problems, ...read.warnings].join('\n')).not.toContain(hidden)
      }),
      { numRuns: 2000 },
    )
    // Neither side of it is left untried.
    expect(Math.min(seen.right, seen.wrong)).toBeGreaterThan(100)
  })
})
