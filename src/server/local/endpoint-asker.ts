import type { TokenExchange } from '../../authentication/exchange/token-exchange.ts'
import type { RemoteSettings } from '../../config/remote-settings.ts'
import type { RemoteDatabase } from '../../engine/database.ts'
import { ServiceError } from '../../errors.ts'
import { anonymous } from '../sign-in/anonymous.ts'
import type { Caller } from '../sign-in/caller.ts'

type EndpointAsker = NonNullable<RemoteDatabase['asker']>

/** What the tokens of callers are exchanged by. */
export interface PassThroughParts {
  /** Absent where no issuer but the service itself is trusted. */
  readonly tokenExchange?: TokenExchange
}

/**
 * On whose behalf the endpoint of a database with pass-through is asked. Who has no token that could be exchanged has an asker all
 * the same, for what needs no endpoint: it is refused as soon as that is asked.
 */
export function endpointAsker(
  caller: Caller | undefined,
  database: string,
  { tokenScope: scope, tokenAudience: audience }: Pick<RemoteSettings, 'tokenScope' | 'tokenAudience'>,
  { tokenExchange }: PassThroughParts,
): EndpointAsker {
  const token = tokenOf(caller)
  if (token === undefined || tokenExchange === undefined) {
    const error = withoutToken(database, caller)
    // Who is refused for another reason is somebody else: the reason tells who acts for whom.
    return { key: `nobody: ${error.message}`, token: () => Promise.reject(error) }
  }
  const target = { ...(scope !== undefined && { scope }), ...(audience !== undefined && { audience }) }
  return {
    key: tokenExchange.keyOf(token, target),
    async token() {
      const { token: text, expires } = await tokenExchange.exchange(token, target)
      return { text, expires }
    },
  }
}

/** What makes the asker of an endpoint by its settings, for who has a token that can be exchanged; nothing for others. */
export function tellingAsker(
  caller: Caller | undefined,
  database: string,
  parts: PassThroughParts,
): { readonly asker?: (settings: RemoteSettings) => EndpointAsker } {
  if (tokenOf(caller) === undefined || parts.tokenExchange === undefined) return {}
  return { asker: (settings) => endpointAsker(caller, database, settings, parts) }
}

/** Who acts for another has no token of theirs. */
function tokenOf(caller: Caller | undefined): Caller['token'] {
  return caller?.session.signedIn === undefined ? caller?.token : undefined
}

function withoutToken(database: string, caller: Caller | undefined): ServiceError {
  const message = `Database '${database}' asks its endpoint as whoever asks it (remote.pass.through), by a token in exchange for theirs. ${whyNone(caller)}`
  return new ServiceError('forbidden', message)
}

function whyNone(caller: Caller | undefined): string {
  if (caller === undefined) {
    return 'The owner of the home folder has none: ask a server, and sign in there by a token of a trusted issuer.'
  }
  const { session } = caller
  if (session === anonymous) return 'Nobody has one here, since this server does not ask who anybody is.'
  if (session.signedIn !== undefined) {
    return `User '${session.signedIn.user}' has none of user '${session.user}', so nobody may act for others here.`
  }
  return 'You signed in without one: by a password, or by a token of this server itself. Sign in by a token of a trusted issuer.'
}
