import { array, assert, asyncProperty, constantFrom, dictionary, oneof, record } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createAuthenticator } from '../src/authentication/create-authenticator.ts'
import { explainToken } from '../src/authentication/explain/explain-token.ts'
import { createPasswordHashes } from '../src/authentication/passwords/create-password-hashes.ts'
import { createTokenVerifier } from '../src/authentication/tokens/create-token-verifier.ts'
import {
  directories,
  explainParts,
  explanationLines,
  issuersSecret,
  license,
  now,
  people,
  rsaToken,
  settings,
  signer,
  token,
} from './explained-tokens.ts'

describe('an explanation', () => {
  const good = token({})
  const cases: readonly (readonly [string, string])[] = [
    ['nothing', ''],
    ['no token', 'abc'],
    ['two parts', good.split('.').slice(0, 2).join('.')],
    ['another alphabet', good.replace(/.$/u, '+')],
    ['a long one', 'x'.repeat(20_000)],
    ['a critical extension', token({}, { crit: ['b64'], b64: false })],
    ['no algorithm', token({}, { alg: 'none' })],
    ['an algorithm that is not listed', token({}, { alg: 'HS512' })],
    ['another type', token({}, { typ: 'id_token' })],
    ['a token in it', token({}, { cty: 'JWT' })],
    ['another key', token({}, {}, 'x'.repeat(32))],
    ['no issuer', token({ iss: undefined })],
    ['an issuer with a slash more', token({ iss: 'https://idp.example/' })],
    ['an issuer that is not trusted', token({ iss: 'https://evil.example' })],
    ['an issuer that is a list', token({ iss: ['https://idp.example'] })],
    ['an issuer that cannot be asked', rsaToken({ iss: 'http://127.0.0.1:9' })],
    ['an issuer that cannot be asked, and expired', rsaToken({ iss: 'http://127.0.0.1:9', exp: 1 })],
    ['another audience', token({ aud: 'others' })],
    ['several audiences', token({ aud: ['others', 'espalier'] })],
    ['no audience', token({ aud: undefined })],
    ['an audience of numbers', token({ aud: [7] })],
    ['no end', token({ exp: undefined })],
    ['an end that is a text', token({ exp: '2027' })],
    ['an end that is long ago', token({ exp: 1 })],
    ['an end within the skew', token({ exp: now / 1000 - 20 })],
    ['a beginning that is to come', token({ nbf: now / 1000 + 60 })],
    ['a birth that is to come', token({ iat: now / 1000 + 60 })],
    ['an identity token', token({ nonce: 'n' })],
    ['an identity token, expired', token({ at_hash: 'n', exp: 1 })],
    ['a subject that is a number', token({ sub: 7 })],
    ['no subject', token({ sub: undefined })],
    ['no claim for the name', token({ iss: 'https://plain.example' })],
    ['a claim for the name', token({ iss: 'https://plain.example', preferred_username: 'ada' })],
    ['nobody, where none are made', token({ iss: 'https://plain.example', preferred_username: 'eve' })],
    ['a superuser by the account', token({ iss: 'https://plain.example', preferred_username: 'admin' })],
    ['nobody, without a role', token({ sub: 'eve' })],
    ['nobody, with a role that there is not', token({ sub: 'eve', roles: ['x'] })],
    ['nobody, with one that there is', token({ sub: 'eve', roles: ['x', 'reader'] })],
    ['a name that nobody can have', token({ sub: 'e:ve', roles: ['reader'] })],
    ['somebody who is disabled', token({ sub: 'dis', roles: ['reader'] })],
    ['somebody made by a token', token({ sub: 'tess', roles: ['reader'] })],
    ['a superuser by a role', token({ roles: ['admins'] })],
    ['a template', token({ iss: 'https://groups.example', sub: 'bob', groups: ['staff'] })],
    ['groups of the directory', token({ iss: 'https://directory.example' })],
    ['a directory that is down', token({ iss: 'https://directory.example', sub: 'down' })],
    [
      'a directory that is down, for who is disabled',
      token({ iss: 'https://directory.example', sub: 'dis' }),
    ],
    ['a directory that refuses', token({ iss: 'https://directory.example', sub: 'consent' })],
  ]

  it.each(cases)('says of %s what the service does', (_, shown) => sameAsService(shown))

  it('says of whatever token what the service does', async () => {
    const name = constantFrom('reader', 'writer', 'admins', 'staff', '', 7)
    const roles = oneof(array(name), dictionary(constantFrom('staff', 'admins', 'x'), array(name)), name)
    const seconds = constantFrom(undefined, 1, now / 1000, now / 1000 + 20, now / 1000 + 3600, '7')
    const any = record(
      {
        iss: constantFrom(...settings.issuers.keys(), 'https://evil.example', 7),
        aud: constantFrom('espalier', 'others', ['others', 'espalier'], [], 7),
        sub: constantFrom('ada', 'bob', 'dis', 'tess', 'eve', 'down', 'consent', 'admin', '', 'a:b', 7),
        upn: constantFrom('bob', '', 7, 7.5, null),
        preferred_username: constantFrom('ada', 'dis', 'eve', '', 7),
        roles,
        realm_access: record({ roles }),
        groups: roles,
        exp: seconds,
        nbf: seconds,
        iat: seconds,
        nonce: constantFrom(undefined, undefined, undefined, 'n'),
      },
      { requiredKeys: [] },
    )
    const header = constantFrom({}, {}, {}, { typ: 'at+jwt' }, { typ: 'x' }, { alg: 'HS384' }, { kid: 'k' })
    await assert(asyncProperty(any, header, (claims, members) => sameAsService(token(claims, members))))
  })
})

/** Has a token explained, and signs in by it. */
async function sameAsService(shown: string): Promise<void> {
  const accounts = people()
  const verifier = createTokenVerifier({ signer, license, issuers: settings.issuers, now: () => now })
  const passwords = createPasswordHashes({ memory: 8, passes: 1, parallelism: 1 })
  const { issuers } = settings
  const authenticator = createAuthenticator({ accounts, passwords, tokens: verifier, issuers, directories })
  // Before anybody is made.
  const explained = await explainToken(shown, explainParts({ accounts }))
  const outcome = await authenticator.signIn({ kind: 'token', token: shown }, '192.0.2.1')
  const { verdict } = explained
  switch (outcome.kind) {
    case 'identity': {
      const { user, mapping } = outcome.identity
      expect(verdict.outcome).toBe('holds')
      expect(verdict.text.startsWith(`${JSON.stringify(user)} signs in, with `)).toBe(true)
      expect(verdict.text.endsWith(', as a superuser.')).toBe(mapping?.superuser === true)
      const known = (mapping?.roles ?? []).filter((role) => accounts.role(role) !== undefined)
      for (const role of known) expect(verdict.text).toContain(JSON.stringify(role))
      expect(explained.steps.filter((step) => step.outcome !== 'holds')).toEqual([])
      break
    }
    case 'refused':
      expect(verdict).toMatchObject({ outcome: 'fails', text: expect.stringContaining(outcome.message) })
      // Told in full, though by the message before it in the one or in the other.
      expect(
        `${outcome.message} ${explained.steps.find((step) => step.outcome === 'fails')?.text}`,
      ).toContain(outcome.reason)
      break
    case 'unavailable':
      expect(verdict).toMatchObject({ outcome: 'unknown', text: expect.stringContaining(outcome.message) })
      break
    case 'throttled':
      throw new Error('No token is throttled.')
  }
  // Nothing by which somebody else could sign in.
  const [, , signature = ''] = shown.split('.')
  const text = explanationLines(explained).join('\n')
  expect(text).not.toContain(issuersSecret)
  if (signature !== '') expect(text).not.toContain(signature)
}
