import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBrowser, pageOf } from './identity/browser.ts'
import { signInWithCode } from './identity/sign-in-with-code.ts'
import { type IdentityProvider, startIdentityProvider, webClient } from './identity-provider.ts'

describe.each([
  { path: '', jwks: '/.well-known/jwks.json' },
  { path: '/', jwks: '/.well-known/jwks.json' },
  { path: '/realms/garden', jwks: '/keys' },
])('the identity provider of the tests at $path with its keys at $jwks', ({ path, jwks }) => {
  let provider: IdentityProvider

  beforeAll(async () => {
    provider = await startIdentityProvider({ users: { ann: { serviceRoles: ['gardeners'] } }, path, jwks })
  })
  afterAll(() => provider[Symbol.asyncDispose]())

  const keys = (): ReturnType<typeof createRemoteJWKSet> =>
    createRemoteJWKSet(new URL(`${provider.issuer.replace(/\/$/u, '')}${jwks}`))

  it('gives an access token for the service and an identity token for the application', async () => {
    const { accessToken, idToken } = await signInWithCode(provider, 'ann')
    const { issuer, audience } = provider
    const access = await jwtVerify(accessToken, keys(), { issuer, audience, typ: 'at+jwt' })
    expect(access.payload).toMatchObject({ sub: 'ann', serviceRoles: ['gardeners'], scope: 'query' })
    const identity = await jwtVerify(idToken, keys(), { issuer, audience: webClient.client_id })
    expect(identity.payload).toMatchObject({ sub: 'ann', nonce: expect.any(String) })
  })

  it('signs by another key after a rotation', async () => {
    const before = await signInWithCode(provider, 'ann')
    await provider.rotate()
    const after = await signInWithCode(provider, 'ann')
    const kid = ({ accessToken }: { accessToken: string }): unknown => decodeProtectedHeader(accessToken).kid
    expect(kid(after)).not.toBe(kid(before))
    await expect(jwtVerify(before.accessToken, keys())).rejects.toThrow('no applicable key')
    await jwtVerify(after.accessToken, keys())
  })

  it('is gone when it is stopped, and back at the same place when it is started', async () => {
    const { accessToken } = await signInWithCode(provider, 'ann')
    await provider.stop()
    await expect(fetch(provider.tokenEndpoint)).rejects.toThrow('fetch failed')
    await provider.start()
    await jwtVerify(accessToken, keys())
  })
})

describe('signing in at the identity provider of the tests', () => {
  it('takes the right password, and PKCE', async () => {
    await using provider = await startIdentityProvider({ users: { ann: {} } })
    const [redirect] = webClient.redirect_uris
    const browser = openBrowser(redirect)
    const query = new URLSearchParams({
      client_id: webClient.client_id,
      redirect_uri: redirect,
      response_type: 'code',
      scope: 'openid',
    })
    const unprotected = await browser.open(`${provider.issuer}/auth?${query}`)
    expect(unprotected).toMatchObject({ kind: 'left' })
    expect(unprotected.kind === 'left' && unprotected.url.searchParams.get('error')).toBe('invalid_request')
    query.set('code_challenge', 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM')
    query.set('code_challenge_method', 'S256')
    const login = await browser.open(`${provider.issuer}/auth?${query}`)
    expect(pageOf(await browser.submit(login, { user: 'ann', password: 'wrong' })).status).toBe(401)
  })
})
