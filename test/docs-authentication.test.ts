import { createSecretKey, generateKeyPairSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { SignJWT } from 'jose'
import forge from 'node-forge'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { parse } from 'yaml'
import { requestedRoles } from '../src/authentication/claims/requested-roles.ts'
import { superuserBy } from '../src/authentication/claims/superuser-by.ts'
import { usernameOf } from '../src/authentication/claims/username-of.ts'
import { readTokenSettings } from '../src/authentication/settings/read-token-settings.ts'
import type { TokenSettings } from '../src/authentication/settings/token-settings.ts'
import { refusals } from '../src/authentication/tokens/refuse-token.ts'
import { commands } from '../src/cli/commands.ts'
import { createDemo } from '../src/cli/demo.ts'
import { parseArguments } from '../src/cli/parse-arguments.ts'
import { signInByBrowser } from './identity/sign-in-with-code.ts'
import { startIdentityProvider, webClient } from './identity-provider.ts'
import { makeCertificate } from './server-certificates.ts'
import { commandsOf, shellWords } from './shell-commands.ts'
import { startTokenServer, type TokenServer } from './token-server.ts'
import { startTrustingServer } from './trusting-server.ts'

const root = new URL('..', import.meta.url)
const page = readFileSync(new URL('docs/authentication.md', root), 'utf8')

/** A configuration on the page. */
interface ShownSettings {
  /** Heading that it stands under. */
  readonly section: string
  readonly yaml: string
  /** Tokens that stand after it, as their claims, each with what it comes to. */
  readonly tokens: readonly { readonly claims: string; readonly result: string }[]
}

const shown: readonly ShownSettings[] = page.split(/^###? /m).flatMap((part) => {
  const section = part.slice(0, part.indexOf('\n'))
  return part
    .split(/^```yaml\n/m)
    .slice(1)
    .map((after) => ({
      section,
      yaml: after.slice(0, after.indexOf('\n```') + 1),
      tokens: [...after.matchAll(/^```json\n(.*?)^```\n\n```text\n(.*?)^```/gms)].map(
        ([, claims = '', result = '']) => ({ claims, result }),
      ),
    }))
})

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
    const sections = new Set(shown.map(({ section }) => section))
    for (const provider of ['Keycloak', 'Okta', 'Microsoft Entra ID', 'Auth0', 'Google'])
      expect(sections).toContain(provider)
    expect(shown.length).toBeGreaterThanOrEqual(14)
  })

  it.each(shown)('are read without a problem or a warning: $section\n$yaml', ({ yaml }) => {
    settingsOf(yaml)
  })

  it.each(shown.flatMap(({ yaml, tokens }) => tokens.map((token) => ({ yaml, ...token }))))(
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

describe('docs/authentication.md, tokens of its providers', () => {
  /** How tokens begin, beside the algorithm and the name of the key, where that is not "typ": "JWT". */
  const headers: Readonly<Record<string, object>> = {
    Okta: {},
    'Microsoft Entra ID': { typ: 'JWT', x5t: 'H4cS5tSsPPtBmBOVk3Rj2d9mSlQ' },
  }
  const cases = shown.flatMap(({ section, yaml, tokens }) =>
    tokens.flatMap(({ claims, result }) => {
      const parsed: Readonly<Record<string, unknown>> = JSON.parse(claims)
      return parsed['iss'] === 'https://id.garden.example' ? [] : [{ section, yaml, claims: parsed, result }]
    }),
  )
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  let server: TokenServer
  let folder: string

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'espalier-docs-providers-'))
    const path = join(folder, 'key.pub')
    writeFileSync(path, publicKey.export({ type: 'spki', format: 'pem' }))
    // The issuers of the page, but that their keys are here.
    const algorithms = { RS256: { publicKey: path } }
    const issuers = cases.flatMap(({ yaml }) =>
      Object.entries(parse(yaml).issuers).map(([name, issuer]) => [
        name,
        Object.assign({}, issuer, { algorithms }),
      ]),
    )
    server = await startTokenServer({ jwtConf: JSON.stringify({ issuers: Object.fromEntries(issuers) }) })
    for (const role of ['gardener', 'garden-editors']) server.addRole(role, ['read db:demo'])
    const reporter = cases.find(({ claims }) => claims['iss'] === 'https://accounts.google.com')?.claims
    await server.addUser(String(reporter?.['email']), 'its own', { roles: ['gardener'] })
  })
  afterAll(async () => {
    await server[Symbol.asyncDispose]()
    rmSync(folder, { recursive: true, force: true })
  })

  it('are seven', () => expect(cases).toHaveLength(7))

  it.each(cases)('sign in $section: $result', async ({ section, claims, result }) => {
    const now = Math.floor(Date.now() / 1000)
    const token = await new SignJWT({ ...claims, iat: now, nbf: now, exp: now + 300 })
      .setProtectedHeader({ alg: 'RS256', kid: 'a1', ...(headers[section] ?? { typ: 'JWT' }) })
      .sign(privateKey)
    const get = (path: string): Promise<Response> =>
      fetch(`${server.url}${path}`, { headers: { authorization: `Bearer ${token}` } })
    const [, user = ''] = /^user +(.*)$/m.exec(result) ?? []
    expect(await (await get('/admin/status/whoami')).text()).toBe(user)
    const check = await get('/admin/permissions/check?action=read&resource_type=db&resource=demo')
    expect(await check.json()).toEqual({ hasPermission: true })
    const roles = [...(server.accounts.user(user)?.lastMapping?.roles ?? [])]
    expect(roles).toEqual(/^roles +(.*)$/m.exec(result)?.[1]?.split(', ') ?? [])
  })
})

describe('docs/authentication.md, when a token is refused', () => {
  const issuer = 'https://id.garden.example'
  const nowhere = 'http://127.0.0.1:9'
  const secret = randomBytes(32).toString('hex')
  const now = Math.floor(Date.now() / 1000)
  const good = { iss: issuer, aud: 'espalier', sub: 'ann', roles: ['gardener'], exp: now + 300 }
  const stack = new AsyncDisposableStack()
  let server: TokenServer

  beforeAll(async () => {
    // It lets nobody ask for anything on behalf of a user.
    const authority = createServer((_, response) => {
      response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":"invalid_grant"}')
    })
    await once(authority.listen(0, '127.0.0.1'), 'listening')
    stack.defer(() => void authority.close())
    const address = authority.address()
    if (typeof address !== 'object') throw new Error('The authority has no port.')

    const algorithms = { HS256: { secret } }
    const usual = { audience: 'espalier', rolesClaimPath: 'roles', algorithms }
    const directory = {
      audience: 'espalier',
      autoCreateUsers: true,
      roleMappingSource: 'cloud_groups',
      clientSecret: 'damson and sloe',
      algorithms,
    }
    const issuers = {
      [issuer]: { ...usual, autoCreateUsers: true },
      [`${issuer}/users`]: usual,
      [nowhere]: { audience: 'espalier' },
      [`${issuer}/refusing`]: { ...directory, cloudAuthority: `http://127.0.0.1:${address?.port}` },
      [`${issuer}/down`]: { ...directory, cloudAuthority: nowhere },
    }
    server = stack.use(await startTokenServer({ jwtConf: JSON.stringify({ issuers }) }))
    server.addRole('gardener')
    await server.addUser('gus', 'no matter')
    server.accounts.change([{ kind: 'setEnabled', name: 'gus', enabled: false }])
  })
  afterAll(() => stack.disposeAsync())

  /** Tokens, in the order of the table on the page. */
  const tokens: readonly (() => Promise<string> | string)[] = [
    () => signed({ iss: `${issuer}/` }),
    () => signed({ aud: 'others' }),
    () => signed({ nonce: 'n' }),
    () => signed({ exp: now - 300 }),
    () => signed({ nbf: now + 300 }),
    () => 'opaque',
    () => signed({ sub: undefined }),
    () => signed({ iss: `${issuer}/users`, sub: 'bob' }),
    () => signed({ roles: ['stranger'], sub: 'bob' }),
    () => signed({ sub: 'a:b' }),
    () => signed({ sub: 'gus' }),
    () => signed({ iss: `${issuer}/refusing` }),
    () =>
      new SignJWT({ ...good, iss: nowhere })
        .setProtectedHeader({ alg: 'RS256' })
        .sign(generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey),
    () => signed({ iss: `${issuer}/down` }),
  ]

  const signed = (claims: object): Promise<string> =>
    new SignJWT({ ...good, ...claims })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(createSecretKey(secret, 'utf8'))

  it('has every message, and no other', async () => {
    const answers: (readonly unknown[])[] = []
    for (const token of [() => signed({}), ...tokens]) {
      const headers = { authorization: `Bearer ${await token()}` }
      const answer = await fetch(`${server.url}/admin/status/whoami`, { headers })
      const text = await answer.text()
      answers.push([answer.status, answer.ok ? text : JSON.parse(text).message])
    }
    const told = [...page.matchAll(/^\| (\d{3}) \| `(.*?)` \|/gm)]
    const rows = told.map(([, status, message]) => [Number(status), message])
    expect(answers).toEqual([[200, 'ann'], ...rows])
    for (const message of Object.values(refusals)) expect(rows).toContainEqual([401, message])
  })
})

describe('docs/authentication.md, the action of Auth0', () => {
  const [, action = ''] = /^```js\n(exports\..*?)^```/ms.exec(page) ?? []
  const auth0 = shown.find(({ section }) => section === 'Auth0')

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

describe('docs/authentication.md, its web application', () => {
  const [, code = ''] = /^```js\n(const issuer = .*?)^```/ms.exec(page) ?? []

  it('signs somebody in by a code and PKCE, and asks the service', async () => {
    await using stack = new AsyncDisposableStack()
    const provider = stack.use(await startIdentityProvider({ users: { ann: { roles: ['gardener'] } } }))
    const server = stack.use(await startTrustingServer(provider))
    await createDemo(server.service, new AbortController().signal)
    const folder = mkdtempSync(join(tmpdir(), 'espalier-docs-application-'))
    stack.defer(() => rmSync(folder, { recursive: true, force: true }))
    const [redirect] = webClient.redirect_uris
    const program = code
      .replace('https://id.garden.example', provider.issuer)
      .replace('https://app.garden.example/signed-in', redirect)
      .replace('https://espalier.garden.example', server.url)
    const path = join(folder, 'application.mjs')
    writeFileSync(path, program)

    const kept = new Map<string, string>()
    const location = { href: 'https://app.garden.example/', assign: vi.fn() }
    stack.defer(() => void vi.unstubAllGlobals())
    vi.stubGlobal('location', location)
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    })
    const { signIn, signedIn, ask } = await import(pathToFileURL(path).href)

    await signIn()
    expect(location.assign).toHaveBeenCalledOnce()
    const back = await signInByBrowser(String(location.assign.mock.lastCall?.[0]), 'ann')
    location.href = back.href
    const token = await signedIn()
    const query = '{ Tree(first: 1, orderBy: planted) { name } }'
    expect(await ask(query, token)).toEqual([{ name: 'Old Gertrude' }])

    // The code is used up, and the browser has forgotten what it began.
    await expect(signedIn()).rejects.toThrow('This sign-in was not begun here.')
    await expect(ask(query, `${token}x`)).rejects.toThrow(/token/)
    await signIn()
    const [state] = kept.keys()
    location.href = `${redirect}?state=${state}&error=access_denied&error_description=No.`
    await expect(signedIn()).rejects.toThrow('No.')
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
