import { execFile } from 'node:child_process'
import { createSecretKey, generateKeyPairSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { decodeJwt, decodeProtectedHeader, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { parse } from 'yaml'
import { refusals } from '../src/authentication/tokens/refuse-token.ts'
import { createDemo } from '../src/cli/demo.ts'
import { basicAuthorization } from './basic-authorization.ts'
import { documentedSettings, page } from './documented-settings.ts'
import { signInByBrowser } from './identity/sign-in-with-code.ts'
import { startIdentityProvider, webClient } from './identity-provider.ts'
import { hasPrograms } from './programs.ts'
import { startTokenServer, type TokenServer, type TokenServerOptions } from './token-server.ts'
import { startTrustingServer } from './trusting-server.ts'

const run = promisify(execFile)

describe('docs/authentication.md, tokens of its providers', () => {
  /** How tokens begin, beside the algorithm and the name of the key, where that is not "typ": "JWT". */
  const headers: Readonly<Record<string, object>> = {
    Okta: {},
    'Microsoft Entra ID': { typ: 'JWT', x5t: 'H4cS5tSsPPtBmBOVk3Rj2d9mSlQ' },
  }
  const cases = documentedSettings.flatMap(({ section, yaml, tokens }) =>
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

describe('docs/authentication.md, tokens of the server', () => {
  const section = page.split(/^## /m).find((part) => part.startsWith('Tokens of the server\n')) ?? ''
  const [, yaml = ''] = /^```yaml\n(.*?)^```/ms.exec(section) ?? []
  const commands = [...section.matchAll(/`(openssl [^`]*)`/g)].map(([, command = '']) => command)
  const folder = mkdtempSync(join(tmpdir(), 'espalier-docs-signer-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it.skipIf(!hasPrograms('openssl'))('are signed by keys that OpenSSL makes as the page says', async () => {
    expect(commands).toHaveLength(2)
    for (const command of commands) await run('sh', ['-c', command], { cwd: folder })
    const license = 'c0ffee00-0000-4000-8000-000000000001'
    const settings = (uuid: string): TokenServerOptions => ({
      jwtConf: yaml.replaceAll('/etc/espalier', folder),
      properties: `license = ${uuid}`,
    })
    await using one = await startTokenServer(settings(license))
    await using same = await startTokenServer(settings(license))
    await using other = await startTokenServer(settings(license.replace(/1$/, '2')))
    const headers = { authorization: basicAuthorization('admin', 'admin') }
    const issued: { token?: unknown } = Object(
      await (await fetch(`${one.url}/admin/token`, { headers })).json(),
    )
    const token = String(issued.token)
    expect(decodeProtectedHeader(token)).toMatchObject({ alg: 'RS256' })
    const { iss, aud, sub, iat = 0, exp = 0 } = decodeJwt(token)
    const issuer = 'https://espalier.garden.example'
    expect({ iss, aud, sub, hours: (exp - iat) / 3600 }).toEqual({
      iss: issuer,
      aud: 'garden',
      sub: 'admin',
      hours: expect.closeTo(12, 3),
    })
    const statuses = [one, same, other].map(async ({ url }) => {
      const answer = await fetch(`${url}/admin/status/whoami`, {
        headers: { authorization: `Bearer ${token}` },
      })
      return answer.status
    })
    expect(await Promise.all(statuses)).toEqual([200, 200, 401])
  })
})
