import { createHmac, randomBytes } from 'node:crypto'
import type { BearerToken } from '../authenticator.ts'
import { createOnBehalfOf } from '../exchange/create-on-behalf-of.ts'
import type { TokenOutcome } from '../exchange/token-outcome.ts'
import type { IssuerSettings } from '../settings/token-settings.ts'
import type { RefusedToken, UnverifiableToken } from '../tokens/token-verifier.ts'
import type { Directories, DirectoryGroups } from './directories.ts'
import { createIssuerRests } from './issuer-rests.ts'
import { type ReadGroups, readGroups } from './read-groups.ts'

/** What is needed to ask directories. */
export interface DirectoriesParts {
  /** By the name of the issuer. */
  readonly issuers: ReadonlyMap<string, Pick<IssuerSettings, 'roles' | 'onBehalfOf'>>
  /** Milliseconds since 1970. */
  readonly now?: () => number
}

type Told = DirectoryGroups | RefusedToken | UnverifiableToken

/** That there was no answer, and why. */
type Failure = Extract<TokenOutcome | ReadGroups, { readonly kind: 'unavailable' }>

/** What was told of a token, and until when nobody needs to ask again, in milliseconds since 1970. */
interface Known {
  readonly told: Told
  readonly until: number
}

/** For how long groups are known, in milliseconds; a token that expires before is not shown any more. */
const groupsKnownFor = 300_000

/** For how long it is known that groups cannot be had for a token, in milliseconds. */
const refusalKnownFor = 10_000

/** Tokens of which something is known at most; those that were asked for first go first. */
const mostKnown = 10_000

/** How long an issuer or directory that does not answer for a user is left alone, in milliseconds: unless it tells, and at most. */
const shortRest = 1_000
const longestRest = 60_000

/** No groups are known. What directories told of a token is known for a while, and what is asked at once is asked once. */
export function createDirectories({ issuers, now = Date.now }: DirectoriesParts): Directories {
  const onBehalfOf = createOnBehalfOf({ issuers, now })
  const key = randomBytes(32)
  /** Oldest first, under digests of tokens. */
  const known = new Map<string, { readonly known: Promise<Known>; readonly until: number }>()
  const rests = createIssuerRests<Told>(now)

  async function ask(token: BearerToken, user: string): Promise<Known> {
    const { issuer } = token
    const settings = issuers.get(issuer)
    if (settings?.roles.kind !== 'directory' || settings.onBehalfOf === undefined) {
      return refusal(unavailable(issuer, 'The settings have no directory, or no credentials for it.'))
    }
    const { graphEndpoint, graphPermission } = settings.onBehalfOf
    const outcome = await onBehalfOf.request(token, `${graphEndpoint}/${graphPermission}`)
    switch (outcome.kind) {
      case 'refused':
        rests.answered(issuer)
        return refusal(refused(issuer, outcome.reason))
      case 'misconfigured':
        rests.answered(issuer)
        return refusal(unavailable(issuer, outcome.reason))
      case 'unavailable':
        return rest(issuer, user, outcome)
      case 'token':
        break
    }
    const { endpoint } = settings.roles.directory
    const read = await readGroups({ endpoint, token: outcome.token, now })
    switch (read.kind) {
      case 'groups':
        rests.answered(issuer)
        return { told: read, until: Math.min(now() + groupsKnownFor, token.expires * 1000) }
      case 'unusable':
        rests.answered(issuer)
        return refusal(unavailable(issuer, read.reason))
      case 'unavailable':
        return rest(issuer, user, read)
    }
  }

  function refusal(told: Told): Known {
    return { told, until: now() + refusalKnownFor }
  }

  /** Who does not answer is not asked again at once by this token, and by others where it is no matter of this user alone. */
  function rest(issuer: string, user: string, failure: Failure): Known {
    const { reason, retryAfter, isForAll = false } = failure
    const pause = retryAfter === undefined ? shortRest : Math.min(retryAfter * 1000, longestRest)
    const rested = { told: unavailable(issuer, reason), until: now() + pause }
    rests.failed(issuer, { ...rested, user, isForAll })
    return rested
  }

  /** A clock that was set back does not make anything known for longer. */
  function isStillKnown(until: number): boolean {
    const left = until - now()
    return left > 0 && (left <= groupsKnownFor || until === Number.POSITIVE_INFINITY)
  }

  function remember(digest: string, what: Promise<Known>, until: number): void {
    known.delete(digest)
    known.set(digest, { known: what, until })
    for (const [oldest, entry] of known) {
      if (entry.until > now() && known.size <= mostKnown) return
      known.delete(oldest)
    }
  }

  return {
    async groups(token, user = token.text) {
      const secrets = JSON.stringify([token.issuer, token.text])
      const digest = createHmac('sha256', key).update(secrets).digest('base64')
      const entry = known.get(digest)
      if (entry !== undefined && isStillKnown(entry.until)) return (await entry.known).told
      const resting = rests.of(token.issuer)
      if (resting !== undefined) return resting
      const asking = ask(token, user)
      // Until there is an answer, as many as come wait for it.
      remember(digest, asking, Number.POSITIVE_INFINITY)
      let until = 0
      try {
        const answer = await asking
        until = answer.until
        return answer.told
      } finally {
        remember(digest, asking, until)
      }
    },
  }
}

function refused(issuer: string, reason: string): RefusedToken {
  return {
    kind: 'refused',
    message: 'The issuer of the token does not let this service ask its directory on behalf of the user.',
    reason: `The directory of ${issuer} cannot be asked on behalf of the user. ${reason}`,
  }
}

function unavailable(issuer: string, reason: string): UnverifiableToken {
  return {
    kind: 'unavailable',
    message: 'The directory of the issuer of the token cannot be asked at present.',
    reason: `The directory of ${issuer} cannot be asked. ${reason}`,
  }
}
