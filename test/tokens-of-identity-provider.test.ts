import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createDemo } from '../src/cli/demo.ts'
import { basicAuthorization } from './basic-authorization.ts'
import { type SignedIn, signInWithCode } from './identity/sign-in-with-code.ts'
import {
  type IdentityProvider,
  type IdentityProviderOptions,
  startIdentityProvider,
} from './identity-provider.ts'
import type { TokenServer } from './token-server.ts'
import { startTrustingServer } from './trusting-server.ts'

let stack: AsyncDisposableStack
/** Claims of the access tokens of the users of the identity provider; tests change them between sign-ins. */
let users: Record<string, Record<string, unknown>>

beforeEach(() => {
  stack = new AsyncDisposableStack()
  users = {
    ann: { roles: ['gardener', 'offline_access'] },
    bob: { roles: ['stranger'] },
    flora: { roles: ['gardener', 'lead'] },
  }
})
afterEach(() => stack.disposeAsync())

/** An identity provider with those users. */
async function provide(options: Partial<IdentityProviderOptions> = {}): Promise<IdentityProvider> {
  return stack.use(await startIdentityProvider({ users, ...options }))
}

/** A server that trusts it, until the test ends. */
async function serve(provider: { readonly issuer: string }): Promise<TokenServer> {
  return stack.use(await startTrustingServer(provider))
}

const bearer = (token: string): { readonly authorization: string } => ({ authorization: `Bearer ${token}` })

interface Answer {
  readonly status: number
  readonly body: unknown
}

async function answerTo(url: string, token: string, init: RequestInit = {}): Promise<Answer> {
  const answer = await fetch(url, {
    ...init,
    headers: { ...bearer(token), 'content-type': 'application/json' },
  })
  return { status: answer.status, body: await answer.json() }
}

/** Asks whether the user of a token may read the sample data. */
function ask(server: TokenServer, token: string): Promise<Answer> {
  return answerTo(`${server.url}/admin/permissions/check?action=read&resource_type=db&resource=demo`, token)
}

const allowed: Answer = { status: 200, body: { hasPermission: true } }
const forbidden: Answer = { status: 200, body: { hasPermission: false } }

const refused = (message: string, status = 401): Answer => ({
  status,
  body: expect.objectContaining({ message, code: expect.any(String) }),
})

const namesOfUsers = (server: TokenServer): readonly string[] =>
  server.accounts.users().map(({ name }) => name)

describe('an access token of an identity provider', () => {
  it('is good for a query', async () => {
    const provider = await provide()
    const server = await serve(provider)
    await createDemo(server.service, new AbortController().signal)
    const { accessToken } = await signInWithCode(provider, 'ann')
    const body = JSON.stringify({ query: '{ Tree(first: 1, orderBy: planted) { name } }' })
    const answer = await answerTo(`${server.url}/demo/graphql`, accessToken, { method: 'POST', body })
    expect(answer).toEqual({ status: 200, body: { data: [{ name: 'Old Gertrude' }] } })
  })

  it.each<[string, Partial<IdentityProviderOptions>]>([
    ['with its keys at the well-known place', {}],
    ['with keys where its metadata say', { jwks: '/keys' }],
    ['with a slash at the end of its name', { path: '/' }],
    ['with a slash at the end of its name, and keys where its metadata say', { path: '/', jwks: '/keys' }],
    ['with a path in its name, as realms have', { path: '/realms/garden', jwks: '/protocol/certs' }],
    ['that signs by RS384', { algorithm: 'RS384' }],
    ['that signs by RS512', { algorithm: 'RS512' }],
  ])('signs its user in where it is of one %s', async (_, options) => {
    const provider = await provide(options)
    const server = await serve(provider)
    const { accessToken } = await signInWithCode(provider, 'ann')
    const who = await fetch(`${server.url}/admin/status/whoami`, { headers: bearer(accessToken) })
    expect(await who.text()).toBe('ann')
    expect(await ask(server, accessToken)).toEqual(allowed)
  })

  it('is asked about once: the keys are known from then on', async () => {
    const provider = await provide()
    const server = await serve(provider)
    const tokens = await Promise.all(['ann', 'flora'].map((user) => signInWithCode(provider, user)))
    const before = provider.requests.length
    const answers = Array.from({ length: 8 }, (_, at) => tokens[at % 2]?.accessToken ?? '')
    for (const answer of await Promise.all(answers.map((token) => ask(server, token))))
      expect(answer).toEqual(allowed)
    expect(provider.requests.slice(before)).toEqual(['GET /.well-known/jwks.json'])
  })

  it('is refused where it is an identity token', async () => {
    const provider = await provide()
    const server = await serve(provider)
    const { idToken } = await signInWithCode(provider, 'ann')
    expect(await ask(server, idToken)).toEqual(refused(expect.stringMatching(/identity token.*access token/)))
    expect(namesOfUsers(server)).toEqual(['admin'])
  })

  it('is refused in the way that libraries of clients look for', async () => {
    const provider = await provide()
    const server = await serve(provider)
    const { accessToken } = await signInWithCode(provider, 'ann', { resource: 'https://elsewhere.example' })
    const answer = await fetch(`${server.url}/admin/status/whoami`, { headers: bearer(accessToken) })
    const sentence = 'The token is not meant for this service.'
    expect(answer.headers.get('www-authenticate')).toContain(
      `Bearer realm="Espalier", error="invalid_token", error_description="${sentence}"`,
    )
    const without = await fetch(`${server.url}/admin/status/whoami`)
    expect(without.headers.get('www-authenticate')).not.toContain('error')
  })

  it('is refused where it is for another service', async () => {
    const provider = await provide()
    const server = await serve(provider)
    const { accessToken } = await signInWithCode(provider, 'ann', { resource: 'https://elsewhere.example' })
    expect((await ask(server, accessToken)).status).toBe(401)
  })

  it('is refused where it is signed by an algorithm that is not listed', async () => {
    const provider = await provide({ algorithm: 'PS256' })
    const server = await serve(provider)
    const { accessToken } = await signInWithCode(provider, 'ann')
    expect((await ask(server, accessToken)).status).toBe(401)
  })

  it('is refused where the issuer is another by a slash', async () => {
    const provider = await provide({ path: '/' })
    const server = await serve({ issuer: provider.issuer.slice(0, -1) })
    const { accessToken } = await signInWithCode(provider, 'ann')
    const untrusted = 'The token is of an issuer that this service does not trust.'
    expect(await ask(server, accessToken)).toEqual(refused(untrusted))
  })

  it('leaves no trace of itself in the log, the audit log and the answers', async () => {
    const provider = await provide()
    const server = await serve(provider)
    const signedIn = [await signInWithCode(provider, 'ann'), await signInWithCode(provider, 'bob')]
    const answers = await Promise.all(signedIn.map(({ accessToken }) => ask(server, accessToken)))
    expect(answers.map(({ status }) => status)).toEqual([200, 401])
    const told = [
      server.log(),
      readFileSync(join(server.folder, 'audit.log'), 'utf8'),
      JSON.stringify(answers),
    ]
    expect(told[0]).toContain('stranger')
    for (const text of told)
      for (const part of signedIn.flatMap(partsOf)) expect(text.includes(part)).toBe(false)
  })
})

/** The parts of a token that are nobody else's. */
const partsOf = ({ accessToken }: SignedIn): readonly string[] => accessToken.split('.').slice(1)

describe('keys of an identity provider', () => {
  it('may change while the server runs', async () => {
    const provider = await provide()
    const server = await serve(provider)
    const before = await signInWithCode(provider, 'ann')
    expect(await ask(server, before.accessToken)).toEqual(allowed)
    await provider.rotate({ keepFormer: true })
    const after = await signInWithCode(provider, 'ann')
    expect(await ask(server, after.accessToken)).toEqual(allowed)
    expect(await ask(server, before.accessToken)).toEqual(allowed)
  })

  it('hold no more once they are taken back, and the new ones were fetched', async () => {
    const provider = await provide()
    const server = await serve(provider)
    const before = await signInWithCode(provider, 'ann')
    expect(await ask(server, before.accessToken)).toEqual(allowed)
    await provider.rotate()
    const after = await signInWithCode(provider, 'ann')
    expect(await ask(server, after.accessToken)).toEqual(allowed)
    expect((await ask(server, before.accessToken)).status).toBe(401)
  })

  it('go on while the provider is down, and new ones are had when it is back', async () => {
    const provider = await provide()
    const server = await serve(provider)
    const [ann, flora] = [await signInWithCode(provider, 'ann'), await signInWithCode(provider, 'flora')]
    expect(await ask(server, ann.accessToken)).toEqual(allowed)
    await provider.stop()
    expect(await ask(server, ann.accessToken)).toEqual(allowed)
    // This one was never seen before.
    expect(await ask(server, flora.accessToken)).toEqual(allowed)
    await provider.start()
    await provider.rotate()
    const { accessToken } = await signInWithCode(provider, 'ann')
    expect(await ask(server, accessToken)).toEqual(allowed)
  })

  it('that were never had make it 503, until the provider is there', async () => {
    const provider = await provide()
    const server = await serve(provider)
    const { accessToken } = await signInWithCode(provider, 'ann')
    await provider.stop()
    const { status, body } = await ask(server, accessToken)
    expect([status, body]).toEqual([503, expect.objectContaining({ message: expect.any(String) })])
    expect(namesOfUsers(server)).toEqual(['admin'])
    await provider.start()
    const wait = { timeout: 30_000, interval: 200 }
    await vi.waitFor(async () => expect(await ask(server, accessToken)).toEqual(allowed), wait)
  })
})

describe('the user of a token', () => {
  it('is made by one with a role that there is, and has no password', async () => {
    const provider = await provide()
    const server = await serve(provider)
    const [ann, bob] = [await signInWithCode(provider, 'ann'), await signInWithCode(provider, 'bob')]
    const sentence = 'There is no user for this token, and it has no role that exists.'
    expect(await ask(server, bob.accessToken)).toEqual(refused(sentence))
    expect(namesOfUsers(server)).toEqual(['admin'])
    expect(await ask(server, ann.accessToken)).toEqual(allowed)
    expect(namesOfUsers(server)).toEqual(['admin', 'ann'])
    for (const word of ['', 'ann', 'admin']) {
      const headers = { authorization: basicAuthorization('ann', word) }
      expect((await fetch(`${server.url}/admin/status/whoami`, { headers })).status).toBe(401)
    }
    server.addRole('stranger', ['read db:demo'])
    expect(await ask(server, bob.accessToken)).toEqual(allowed)
  })

  it('has the roles of each token while it is shown', async () => {
    const provider = await provide()
    const server = await serve(provider)
    const before = await signInWithCode(provider, 'ann')
    expect(await ask(server, before.accessToken)).toEqual(allowed)
    users['ann'] = { roles: ['offline_access'] }
    const after = await signInWithCode(provider, 'ann')
    expect(await ask(server, after.accessToken)).toEqual(forbidden)
    expect(await ask(server, before.accessToken)).toEqual(allowed)
  })

  it('is a superuser while the token says so, and nobody is by the account', async () => {
    users['admin'] = { roles: ['gardener'] }
    const provider = await provide()
    const server = await serve(provider)
    const mayMakeRole = async (user: string): Promise<number> => {
      const { accessToken } = await signInWithCode(provider, user)
      expect(await ask(server, accessToken)).toEqual(allowed)
      const headers = { ...bearer(accessToken), 'content-type': 'application/json' }
      const body = JSON.stringify({ rolename: `role of ${user}` })
      return (await fetch(`${server.url}/admin/roles`, { method: 'POST', headers, body })).status
    }
    expect(await mayMakeRole('flora')).toBe(201)
    expect(await mayMakeRole('ann')).toBe(403)
    expect(await mayMakeRole('admin')).toBe(403)
    users['flora'] = { roles: ['gardener'] }
    expect(await mayMakeRole('flora')).toBe(403)
  })

  it('is looked up with each request: who is disabled or removed is out', async () => {
    const provider = await provide()
    const server = await serve(provider)
    const { accessToken } = await signInWithCode(provider, 'ann')
    expect(await ask(server, accessToken)).toEqual(allowed)
    server.accounts.change([{ kind: 'setEnabled', name: 'ann', enabled: false }])
    expect((await ask(server, accessToken)).status).toBe(401)
    server.accounts.change([{ kind: 'setEnabled', name: 'ann', enabled: true }])
    expect(await ask(server, accessToken)).toEqual(allowed)
    server.accounts.change([{ kind: 'removeRole', name: 'gardener' }])
    expect(await ask(server, accessToken)).toEqual(forbidden)
    server.accounts.change([{ kind: 'removeUser', name: 'ann' }])
    expect((await ask(server, accessToken)).status).toBe(401)
    expect(namesOfUsers(server)).toEqual(['admin'])
  })
})
