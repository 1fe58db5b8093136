import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import forge from 'node-forge'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { requestedRoles } from '../src/authentication/claims/requested-roles.ts'
import { superuserBy } from '../src/authentication/claims/superuser-by.ts'
import { usernameOf } from '../src/authentication/claims/username-of.ts'
import { freshFor, goodFor, renewalPause } from '../src/authentication/keys/key-set.ts'
import { readTokenSettings } from '../src/authentication/settings/read-token-settings.ts'
import type { TokenSettings } from '../src/authentication/settings/token-settings.ts'
import { clockSkew } from '../src/authentication/tokens/check-claims.ts'
import { commands } from '../src/cli/commands.ts'
import { parseArguments } from '../src/cli/parse-arguments.ts'
import { documentedSettings, page } from './documented-settings.ts'
import { makeCertificate } from './server-certificates.ts'
import { commandsOf, shellWords } from './shell-commands.ts'

describe('docs/authentication.md, its configurations', () => {
  let folder: string

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'espalier-docs-authentication-'))
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const files = {
      'token.pub': publicKey.export({ type: 'spki', format: 'pem' }),
      'token.pem': privateKey.export({ type: 'pkcs8', format: 'pem' }),
      'entra.p12': await certificateFile(),
    }
    for (const [name, content] of Object.entries(files))
      writeFileSync(join(folder, name), content, { mode: 0o600 })
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  /** A configuration, whose files are those of the folder. */
  function settingsOf(yaml: string): TokenSettings {
    const read = readTokenSettings(yaml.replaceAll('/etc/espalier', folder))
    expect(read).toMatchObject({ kind: 'settings', warnings: [] })
    if (read.kind !== 'settings') throw new Error('The configuration has problems.')
    return read.settings
  }

  it('are of all the providers that the page tells of', () => {
    const sections = new Set(documentedSettings.map(({ section }) => section))
    for (const provider of ['Keycloak', 'Okta', 'Microsoft Entra ID', 'Auth0', 'Google'])
      expect(sections).toContain(provider)
    expect(documentedSettings.length).toBeGreaterThanOrEqual(14)
  })

  it.each(documentedSettings)('are read without a problem or a warning: $section\n$yaml', ({ yaml }) => {
    settingsOf(yaml)
  })

  it.each(documentedSettings.flatMap(({ yaml, tokens }) => tokens.map((token) => ({ yaml, ...token }))))(
    'give a token what the page says: $result',
    ({ yaml, claims, result }) => {
      expect(linesOf(mapped(settingsOf(yaml), JSON.parse(claims)))).toBe(result.replace(/ +/g, ' '))
    },
  )
})

/** What a token comes to, as the page writes it. */
function mapped(settings: TokenSettings, claims: Readonly<Record<string, unknown>>): Mapped {
  const issuer = settings.issuers.get(String(claims['iss']))
  if (issuer === undefined) throw new Error('The token is of another issuer.')
  expect([claims['aud']].flat()).toContain(issuer.audience)
  const name = usernameOf(issuer.username, claims)
  if (name.kind === 'none') throw new Error(name.reason)
  const { roles: rule, superuserGroup } = issuer
  if (rule.kind === 'account') return { user: name.username }
  if (rule.kind === 'directory') throw new Error('The token alone does not tell the roles.')
  const requested = requestedRoles(rule, claims)
  const superuser = superuserBy(superuserGroup, requested) !== undefined
  return { user: name.username, roles: requested.roles, superuser }
}

interface Mapped {
  readonly user: string
  readonly roles?: readonly string[]
  readonly superuser?: boolean
}

const linesOf = ({ user, roles, superuser = false }: Mapped): string =>
  [
    `user ${user}\n`,
    roles === undefined ? '' : `roles ${roles.join(', ')}\n`,
    superuser ? 'superuser yes\n' : '',
  ].join('')

/** A client certificate with its key (PKCS #12), under the password that the page has. */
async function certificateFile(): Promise<Buffer> {
  const { key, certificate } = await makeCertificate({ bits: 2048 })
  const [, password = ''] = /^ +clientCertificatePassword: (.*)$/m.exec(page) ?? []
  const made = forge.pkcs12.toPkcs12Asn1(
    forge.pki.privateKeyFromPem(key),
    [forge.pki.certificateFromPem(certificate)],
    password,
  )
  return Buffer.from(forge.asn1.toDer(made).getBytes(), 'binary')
}

describe('docs/authentication.md, its numbers', () => {
  it.each([
    [freshFor, 600_000, 'Published keys are kept for ten minutes.'],
    [renewalPause, 30_000, 'at most every 30 seconds'],
    [goodFor, 86_400_000, 'its known keys go on for 24 hours'],
    [clockSkew, 30, 'give or take 30 seconds'],
  ])('are those of the program: %i', (value, told, sentence) => {
    expect(value).toBe(told)
    expect(page.replace(/\s+/g, ' ')).toContain(sentence)
  })
})

describe('docs/authentication.md, the action of Auth0', () => {
  const [, action = ''] = /^```js\n(exports\..*?)^```/ms.exec(page) ?? []
  const auth0 = documentedSettings.find(({ section }) => section === 'Auth0')

  async function run(
    event: object,
  ): Promise<{ readonly claims: object; readonly denied: readonly string[] }> {
    const claims: Record<string, unknown> = {}
    const denied: string[] = []
    const exported: Record<string, unknown> = {}
    new Function('exports', action)(exported)
    const { onExecutePostLogin } = exported
    if (typeof onExecutePostLogin !== 'function') throw new Error('The action exports no function.')
    await onExecutePostLogin(event, {
      access: { deny: (reason: string) => denied.push(reason) },
      accessToken: {
        setCustomClaim: (name: string, value: unknown) => Object.assign(claims, { [name]: value }),
      },
    })
    return { claims, denied }
  }

  it('puts into tokens what the configuration reads', async () => {
    const user = { email: 'ann@garden.example', email_verified: true }
    const { claims } = await run({ user, authorization: { roles: ['gardener'] } })
    expect(JSON.parse(auth0?.tokens[0]?.claims ?? '')).toMatchObject(claims)
    expect(Object.keys(claims)).toHaveLength(2)
  })

  it('lets nobody in whose address is not known to be theirs', async () => {
    const { claims, denied } = await run({ user: { email: 'ann@garden.example', email_verified: false } })
    expect([claims, denied.length]).toEqual([{}, 1])
  })
})

describe('docs/authentication.md, its commands', () => {
  const lines = [
    ...[...page.matchAll(/^```sh\n(.*?)^```/gms)].flatMap(([, block = '']) => commandsOf(block)),
    ...[...page.matchAll(/`(espalier [^`]+)`/g)].flatMap(([, line]) => line ?? []),
  ].flatMap((line) => /espalier .*/.exec(line)?.[0] ?? [])

  it('are many', () => expect(lines.length).toBeGreaterThan(8))

  it.each(lines)('are commands: %s', (line) => {
    const [, ...words] = shellWords(line)
    expect(parseArguments(words, commands).kind).toBe('command')
  })
})
