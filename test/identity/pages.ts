import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type Provider from 'oidc-provider'

/** The password of everybody at the identity provider. */
export const password = 'open sesame'

/** Path of the pages of one sign-in. */
export const pagePath = '/interaction/'

/**
 * The pages on which people sign in and agree that an application learns who they are: a form each.
 *
 * @throws what the provider throws where the browser has no sign-in under way
 */
export async function answerPage(
  provider: Provider,
  users: ReadonlySet<string>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { prompt, params, session, uid } = await provider.interactionDetails(request, response)
  const page = prompt.name === 'login' ? loginPage : consentPage
  if (request.method !== 'POST') {
    sendPage(response, 200, page(uid))
    return
  }
  const form = new URLSearchParams(await text(request))
  if (prompt.name === 'login') {
    const user = form.get('user') ?? ''
    if (form.get('password') === password && users.has(user))
      await provider.interactionFinished(request, response, { login: { accountId: user } })
    else sendPage(response, 401, `<p>The name or the password is wrong.</p>${page(uid)}`)
    return
  }
  const grant = new provider.Grant({
    ...(session && { accountId: session.accountId }),
    clientId: String(params['client_id']),
  })
  const { missingOIDCScope, missingResourceScopes } = prompt.details
  if (Array.isArray(missingOIDCScope)) grant.addOIDCScope(missingOIDCScope.join(' '))
  for (const [resource, scopes] of Object.entries(missingResourceScopes ?? {}))
    if (Array.isArray(scopes)) grant.addResourceScope(resource, scopes.join(' '))
  await provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } })
}

function sendPage(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(body)
}

const loginPage = (uid: string): string =>
  `<form method="post" action="${pagePath}${uid}"><input name="user"><input name="password" type="password"><button>Sign in</button></form>`

const consentPage = (uid: string): string =>
  `<form method="post" action="${pagePath}${uid}"><input type="hidden" name="agreed" value="yes"><button>Agree</button></form>`
