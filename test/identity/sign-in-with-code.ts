import { createHash, randomBytes } from 'node:crypto'
import { type IdentityProvider, queryScope, webClient } from '../identity-provider.ts'
import { openBrowser } from './browser.ts'
import { password } from './pages.ts'

/** What a web application has once somebody signed in. */
export interface SignedIn {
  /** To be sent to the service. */
  readonly accessToken: string
  /** Tells the application who it is; not for the service. */
  readonly idToken: string
}

/** What an application asks for beside what is usual. */
export interface SignInWishes {
  /** Whom the access token is to be for (RFC 8707). */
  readonly resource?: string
}

/**
 * Has somebody sign in at the identity provider by the authorization code flow with PKCE (RFC 6749, section 4.1; RFC 7636): a browser is
 * sent to the provider, fills in its forms, and comes back with a code, for which the application gets the tokens.
 */
export async function signInWithCode(
  { issuer }: Pick<IdentityProvider, 'issuer'>,
  user: string,
  { resource }: SignInWishes = {},
): Promise<SignedIn> {
  const metadata = await json(await fetch(`${issuer.replace(/\/$/u, '')}/.well-known/openid-configuration`))
  const [redirect] = webClient.redirect_uris
  const codeVerifier = randomBytes(32).toString('base64url')
  const state = randomBytes(16).toString('base64url')
  const authorization = new URL(textOf(metadata, 'authorization_endpoint'))
  authorization.search = new URLSearchParams({
    client_id: webClient.client_id,
    redirect_uri: redirect,
    response_type: 'code',
    scope: `openid ${queryScope}`,
    state,
    nonce: randomBytes(16).toString('base64url'),
    code_challenge: createHash('sha256').update(codeVerifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...(resource !== undefined && { resource }),
  }).toString()

  const returned = (await signInByBrowser(authorization, user)).searchParams
  if (returned.get('state') !== state) throw new Error(`Another state came back: ${returned}`)

  const tokens = await json(
    await fetch(textOf(metadata, 'token_endpoint'), {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        client_id: webClient.client_id,
        code: returned.get('code') ?? '',
        redirect_uri: redirect,
        code_verifier: codeVerifier,
      }),
    }),
  )
  return { accessToken: textOf(tokens, 'access_token'), idToken: textOf(tokens, 'id_token') }
}

/** Has somebody sign in at the address that an application sent the browser to; the address by which the browser comes back. */
export async function signInByBrowser(authorization: string | URL, user: string): Promise<URL> {
  const browser = openBrowser(webClient.redirect_uris[0])
  const login = await browser.open(authorization)
  const consent = await browser.submit(login, { user, password })
  const back = await browser.submit(consent)
  if (back.kind !== 'left') throw new Error(`The browser did not come back: ${JSON.stringify(back)}`)
  return back.url
}

async function json(answer: Response): Promise<object> {
  const value: unknown = await answer.json()
  if (!answer.ok || typeof value !== 'object' || value === null)
    throw new Error(`${answer.url} answered ${answer.status}: ${JSON.stringify(value)}`)
  return value
}

function textOf(from: object, name: string): string {
  const value: unknown = Object.entries(from).find(([key]) => key === name)?.[1]
  if (typeof value !== 'string') throw new Error(`There is no ${name} in ${JSON.stringify(from)}.`)
  return value
}
