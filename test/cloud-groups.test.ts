import { createPrivateKey, X509Certificate } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import forge from 'node-forge'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createDemo } from '../src/cli/demo.ts'
import { type AccountClient, accountClient } from './account-client.ts'
import { applicationId, type TenantOptions } from './directory/directory-tenant.ts'
import { directoryRefusal, tokenRefusal } from './directory/refusal.ts'
import { type DirectoryServer, startDirectoryServer } from './directory-server.ts'
import { makeCertificate } from './server-certificates.ts'
import { startTokenServer, type TokenServer } from './token-server.ts'

const secret = 'the-secret-of-the-application'
const admin = 'admin:admin'
let directory: DirectoryServer
let server: TokenServer
let client: AccountClient
let stack: AsyncDisposableStack

beforeEach(() => {
  stack = new AsyncDisposableStack()
})
afterEach(() => stack.disposeAsync())

/** What a `jwt.conf` says of the directory, beside what is given. */
function confOf(keys: object, issuer = directory.issuer): string {
  const entry = {
    audience: applicationId,
    autoCreateUsers: true,
    roleMappingSource: 'cloud_groups',
    cloudGraphEndpoint: directory.origin,
    ...keys,
  }
  // JSON is YAML.
  return `issuers:\n  ${JSON.stringify(issuer)}: ${JSON.stringify(entry)}\n`
}

/** A directory, and a server that trusts it: `gardener` reads the sample data, `keeper` writes them. */
async function start(
  groups: Readonly<Record<string, readonly string[]>>,
  keys: object = { clientSecret: secret },
  application: TenantOptions['application'] = { secret },
): Promise<void> {
  directory = stack.use(await startDirectoryServer({ groups, application, pageSize: 2 }))
  server = stack.use(await startTokenServer({ jwtConf: confOf(keys) }))
  client = accountClient(server)
  server.addRole('gardener', ['read db:demo'])
  server.addRole('keeper', ['write db:demo'])
}

const tokenOf = async (...of: Parameters<DirectoryServer['tokenOf']>) => ({
  token: await directory.tokenOf(...of),
})
const reads = (token: { readonly token: string }) => client.holds(token, 'read db:demo')
const writes = (token: { readonly token: string }) => client.holds(token, 'write db:demo')
const failure = (status: number, message: string) => ({ status, body: expect.objectContaining({ message }) })
const names = () => server.accounts.users().map(({ name }) => name)

const down = failure(503, 'The directory of the issuer of the token cannot be asked at present.')

/** Nothing that is secret is in what the server wrote down. */
function expectNothingTold(...secrets: readonly string[]): void {
  const written = server.log() + JSON.stringify(server.audited())
  for (const text of [secret, ...secrets]) expect(written).not.toContain(text)
}

describe('groups of a directory', () => {
  it('are the roles of whoever shows a token, for a query too', async () => {
    await start({ ann: ['Staff', 'All', 'gardener', 'unheard of', 'More'], ben: ['keeper'] })
    await createDemo(server.service, new AbortController().signal)
    const ann = await tokenOf('ann')
    const answer = await fetch(`${server.url}/demo/graphql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ann.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query: '{ Tree(first: 1, orderBy: planted) { name } }' }),
    })
    expect(await answer.json()).toEqual({ data: [{ name: 'Old Gertrude' }] })
    expect([await reads(ann), await writes(ann)]).toEqual([true, false])
    const ben = await tokenOf('ben')
    expect([await reads(ben), await writes(ben)]).toEqual([false, true])
    expect(names()).toEqual(['admin', 'ann', 'ben'])
    expect(server.accounts.user('ann')).toMatchObject({
      issuer: directory.issuer,
      lastMapping: { roles: ['All', 'More', 'Staff', 'gardener', 'unheard of'], superuser: false },
    })
    expectNothingTold(ann.token, ben.token)
  })

  it('are asked for once in a while, and anew with another token', async () => {
    await start({ ann: ['gardener', 'a', 'b'] })
    const ann = await tokenOf('ann')
    for (let count = 0; count < 5; count += 1) expect(await reads(ann)).toBe(true)
    expect([directory.count('token'), directory.count('groups')]).toEqual([1, 2])
    directory.tenant.groups.set('ann', ['keeper'])
    expect([await reads(ann), await writes(ann)]).toEqual([true, false])
    const later = await tokenOf('ann', { claims: { uti: 'later' } })
    expect([await reads(later), await writes(later)]).toEqual([false, true])
    expect(directory.count('token')).toBe(2)
  })

  it('lose a prefix, and count only with it', async () => {
    const keys = { clientSecret: secret, groupPrefix: 'Espalier ', superuserGroup: 'Espalier lead' }
    await start(
      {
        ann: ['Espalier gardener', 'keeper', 'lead'],
        flora: ['Espalier gardener', 'Espalier lead'],
        ben: ['gardener'],
      },
      keys,
    )
    const ann = await tokenOf('ann')
    expect([await reads(ann), await writes(ann)]).toEqual([true, false])
    expect(await client.holds(ann, 'write db:other')).toBe(false)
    const flora = await tokenOf('flora')
    expect([await reads(flora), await writes(flora)]).toEqual([true, true])
    expect(await client.holds(flora, 'write db:other')).toBe(true)
    expect(server.accounts.user('flora')).toMatchObject({ superuser: false })
    const refused = failure(401, 'There is no user for this token, and it has no role that exists.')
    expect(await client.ask('GET /admin/users', await tokenOf('ben'))).toMatchObject(refused)
    expect(names()).toEqual(['admin', 'ann', 'flora'])
  })

  it('count where they are allowed, by their whole names', async () => {
    const keys = {
      clientSecret: secret,
      groupPrefix: 'E-',
      allowedGroupIdentifiers: ['E-gardener', 'keeper'],
    }
    await start({ ann: ['E-gardener', 'E-keeper', 'keeper'] }, keys)
    const ann = await tokenOf('ann')
    expect([await reads(ann), await writes(ann)]).toEqual([true, false])
  })

  it('take the place of the roles of a user who was there before', async () => {
    await start({ ann: ['keeper'] })
    await server.addUser('ann', 'a password', { roles: ['gardener'], permissions: ['read db:other'] })
    const ann = await tokenOf('ann')
    expect([await reads(ann), await writes(ann), await client.holds(ann, 'read db:other')]).toEqual([
      false,
      true,
      true,
    ])
    expect(await client.holds('ann:a password', 'read db:demo')).toBe(true)
  })

  it('are not asked for where the user is disabled, or the token is not good', async () => {
    await start({ ann: ['gardener'] })
    await server.addUser('ann', 'a password')
    await client.ask('PUT /admin/users/ann/enabled', admin, { enabled: false })
    expect(await client.ask('GET /admin/users', await tokenOf('ann'))).toMatchObject({ status: 401 })
    for (const options of [{ lifetime: -60 }, { audience: 'another' }, { claims: { nonce: 'x' } }]) {
      expect(await client.ask('GET /admin/users', await tokenOf('ann', options))).toMatchObject({
        status: 401,
      })
    }
    expect([directory.count('token'), directory.count('groups')]).toEqual([0, 0])
  })

  it('are had by tokens of the first version as well', async () => {
    await start({ ann: ['gardener'] })
    const audience = `api://${applicationId}`
    await server.restart({ jwtConf: confOf({ clientSecret: secret, audience }, directory.firstIssuer) })
    expect(await reads(await tokenOf('ann', { version: 1 }))).toBe(true)
    expect(directory.requests.filter(({ method }) => method === 'POST')).toMatchObject([
      { url: { pathname: `/${directory.tenant.name}/oauth2/v2.0/token` } },
    ])
  })

  it('are had in a cloud of its own', async () => {
    await start({ ann: ['gardener'] })
    const cloudAuthority = `${directory.origin}/${directory.tenant.name}`
    const keyUrl = `${cloudAuthority}/discovery/keys`
    const keys = { clientSecret: secret, cloudAuthority, algorithms: { RS256: { keyUrl } } }
    await server.restart({ jwtConf: confOf(keys) })
    expect(await reads(await tokenOf('ann'))).toBe(true)
    expect(directory.count('metadata')).toBe(0)
  })

  it('are had by the permission that is set', async () => {
    const keys = { clientSecret: secret, cloudGraphPermission: 'GroupMember.Read.All' }
    await start({ ann: ['gardener'] }, keys, { secret, permissions: ['GroupMember.Read.All'] })
    expect(await reads(await tokenOf('ann'))).toBe(true)
  })
})

describe('a certificate of the application', () => {
  it.each<[string, (made: { certificate: string; key: string }, password: string) => string | Buffer]>([
    [
      'in PEM',
      ({ certificate, key }, passphrase) => {
        const options = { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase } as const
        return certificate + createPrivateKey(key).export(options).toString()
      },
    ],
    [
      'in PKCS #12',
      ({ certificate, key }, password) => {
        const pem = createPrivateKey(key).export({ type: 'pkcs1', format: 'pem' }).toString()
        const { pki, pkcs12, asn1 } = forge
        const parts = [pki.privateKeyFromPem(pem), pki.certificateFromPem(certificate), password] as const
        const packed = pkcs12.toPkcs12Asn1(...parts, { algorithm: 'aes256' })
        return Buffer.from(asn1.toDer(packed).getBytes(), 'latin1')
      },
    ],
  ])('%s is shown in place of a secret', async (_, pack) => {
    const folder = mkdtempSync(join(tmpdir(), 'espalier-application-'))
    stack.defer(() => rmSync(folder, { recursive: true }))
    const made = await makeCertificate({ bits: 2048 })
    const password = 'sesame-and-clover'
    const path = join(folder, 'application')
    writeFileSync(path, pack(made, password), { mode: 0o600 })
    const keys = { clientCertificatePath: path, clientCertificatePassword: password }
    await start({ ann: ['gardener'] }, keys, { certificate: new X509Certificate(made.certificate) })
    expect(await reads(await tokenOf('ann'))).toBe(true)
    const sent = directory.requests.find(({ method }) => method === 'POST')?.body ?? ''
    expect(sent).toContain('client_assertion=')
    expect(sent).not.toContain('client_secret')
    expectNothingTold(password)
  })
})

describe('a directory that does not tell', () => {
  it('is an answer 503, and never one with fewer roles; it goes on when it is there again', async () => {
    await start({ ann: ['gardener', 'keeper', 'more'] })
    const known = await tokenOf('ann')
    expect(await reads(known)).toBe(true)
    // Keys are known by now.
    await directory.stop()
    const ann = await tokenOf('ann', { claims: { uti: 'new' } })
    const ask = () =>
      client.ask('GET /admin/permissions/check?action=read&resource_type=db&resource=demo', ann)
    expect(await ask()).toMatchObject(down)
    // Who was told of goes on.
    expect([await reads(known), await writes(known)]).toEqual([true, true])
    await directory.start()
    await vi.waitUntil(async () => (await ask()).status === 200, { timeout: 20_000, interval: 100 })
    expect([await reads(ann), await writes(ann)]).toEqual([true, true])
    // The second page is missing.
    directory.answer('groups', ({ url }) =>
      url.searchParams.has('$skiptoken') ? directoryRefusal(503, 'serviceNotAvailable', 'Later.') : undefined,
    )
    expect(
      await client.ask('GET /admin/users', await tokenOf('ann', { claims: { uti: 'newer' } })),
    ).toMatchObject(down)
    expect(server.log()).toContain('The directory answers with status 503, serviceNotAvailable.')
    expectNothingTold(ann.token, known.token)
  })

  it.each<[string, Parameters<DirectoryServer['answer']>]>([
    [
      'is busy',
      ['groups', { ...directoryRefusal(429, 'TooManyRequests', 'Slow.'), headers: { 'retry-after': '9' } }],
    ],
    [
      'has another secret for the service',
      ['token', tokenRefusal(401, 'invalid_client', 7000215, 'Invalid client secret provided.')],
    ],
    [
      'does not let the service ask',
      ['token', tokenRefusal(400, 'unauthorized_client', 700016, 'Not found in the directory.')],
    ],
    [
      'does not let it see groups',
      ['groups', directoryRefusal(403, 'Authorization_RequestDenied', 'Insufficient privileges.')],
    ],
    ['shows no names', ['groups', { status: 200, body: { value: [{ displayName: null }] } }]],
  ])('makes nobody a user when it %s', async (_, answer) => {
    await start({ ann: ['gardener'] })
    directory.answer(...answer)
    const ann = await tokenOf('ann')
    expect(await client.ask('GET /admin/users', ann)).toMatchObject(down)
    expect(names()).toEqual(['admin'])
    expect(server.audited().filter(({ outcome }) => outcome === 'failed')).toHaveLength(1)
    expect(server.log()).toContain(`The directory of ${directory.issuer} cannot be asked. The `)
    expectNothingTold(ann.token)
  })
})

describe('a user on whose behalf nothing is given', () => {
  it.each<[string, Parameters<typeof tokenRefusal>]>([
    [
      'has to show more',
      [400, 'interaction_required', 50079, 'You must enroll in multifactor authentication.'],
    ],
    [
      'has a token that is not taken',
      [400, 'invalid_grant', 50013, 'Assertion failed signature validation.'],
    ],
  ])('is refused, as the user %s', async (_, refusal) => {
    await start({ ann: ['gardener'] })
    directory.answer('token', tokenRefusal(...refusal))
    const ann = await tokenOf('ann')
    const answer = await client.ask('GET /admin/users', ann)
    const message =
      'The issuer of the token does not let this service ask its directory on behalf of the user.'
    expect(answer).toMatchObject(failure(401, message))
    expect(answer.headers.get('www-authenticate')).toContain('Bearer')
    expect(server.log()).toContain(`AADSTS${refusal[2]}`)
    expect(names()).toEqual(['admin'])
    expect(directory.count('groups')).toBe(0)
    expectNothingTold(ann.token)
  })
})
