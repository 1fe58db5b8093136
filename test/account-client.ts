import { parsePermission } from '../src/accounts/parse-permission.ts'
import { basicAuthorization } from './basic-authorization.ts'

/** What somebody shows to sign in: `name:password`, or a token. */
export type Credentials = string | { readonly token: string }

/** An answer, as a client looks at it. */
export interface AccountAnswer {
  readonly status: number
  readonly headers: Headers
  /** What the JSON says; the text where it is none. */
  readonly body: unknown
}

/** Somebody who asks a server about accounts over HTTP. */
export interface AccountClient {
  /** @param request a method and a path */
  ask(request: string, who: Credentials, body?: unknown): Promise<AccountAnswer>
  /** Whether somebody has a permission, by its text. */
  holds(who: Credentials, permission: string): Promise<boolean>
  /** Who somebody is to the server; the status where it is not 200. */
  whoami(who: Credentials): Promise<string | number>
}

/** @param server whose URL is asked anew each time */
export function accountClient(server: { readonly url: string }): AccountClient {
  async function ask(request: string, who: Credentials, body?: unknown): Promise<AccountAnswer> {
    const [method = '', path = ''] = request.split(' ')
    const answer = await fetch(`${server.url}${path}`, {
      method,
      headers: { authorization: authorizationOf(who) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    const isJson = answer.headers.get('content-type')?.startsWith('application/json') === true
    return { status: answer.status, headers: answer.headers, body: isJson ? JSON.parse(text) : text }
  }

  return {
    ask,
    async holds(who, permission) {
      const { action, resource } = parsePermission(permission)
      const parameters = new URLSearchParams({ action, resource_type: resource.type })
      for (const part of resource.name) parameters.append('resource', part)
      const { status, body } = await ask(`GET /admin/permissions/check?${parameters}`, who)
      if (status === 200 && typeof body === 'object' && body !== null && 'hasPermission' in body) {
        return body.hasPermission === true
      }
      throw new Error(`${status}: ${JSON.stringify(body)}`)
    },
    async whoami(who) {
      const { status, body } = await ask('GET /admin/status/whoami', who)
      return status === 200 ? String(body) : status
    },
  }
}

function authorizationOf(who: Credentials): string {
  if (typeof who !== 'string') return `bearer ${who.token}`
  const colon = who.indexOf(':')
  return basicAuthorization(who.slice(0, colon), who.slice(colon + 1))
}
