import {
  type Claims,
  checkAudience,
  checkKind,
  checkLicense,
  checkSubject,
  checkTimes,
  timesOf,
} from '../tokens/check-claims.ts'
import { checkHeader } from '../tokens/check-header.ts'
import { checkSignature } from '../tokens/check-signature.ts'
import { issuerOf } from '../tokens/issuer-of.ts'
import { readToken } from '../tokens/read-token.ts'
import { quoted, refuseToken } from '../tokens/refuse-token.ts'
import type { RefusedToken, UnverifiableToken } from '../tokens/token-verifier.ts'
import type { TrustedIssuer } from '../tokens/trusted-issuers.ts'
import type { ExplainedPart, ExplainedStep } from './token-explanation.ts'

/** What a check of tokens is explained by. */
export interface CheckParts {
  /** The issuers, by their names; see `trustedIssuers`. */
  readonly trusted: ReadonlyMap<string, TrustedIssuer>
  /** Whether the license is known, and so whether tokens of the service itself can be verified. */
  readonly licensed: boolean
  /** Seconds since 1970. */
  readonly now: number
}

/** What a check of a token comes to. */
export interface ExplainedCheck {
  readonly steps: readonly ExplainedStep[]
  /** As the service would have it: by the first step that does not hold; absent where the token holds, or that cannot be told. */
  readonly refusal?: RefusedToken | UnverifiableToken
  /** Whose token it says that it is, where that issuer is trusted. */
  readonly issuer?: TrustedIssuer
  /** What it says, whether or not it holds; absent where it cannot be read, or is of an issuer that is not trusted. */
  readonly claims?: Claims
}

/** One step of the check of a token: `undefined` where it holds. */
type Outcome = RefusedToken | UnverifiableToken | undefined

/**
 * Checks a token as `createTokenVerifier` does, by the same rules in the same order, and says of each step what came of it. It goes on after a
 * step that fails, as far as there is something to look at.
 */
export async function explainCheck(
  token: string,
  { trusted, licensed, now }: CheckParts,
): Promise<ExplainedCheck> {
  const steps: ExplainedStep[] = []
  let refusal: RefusedToken | UnverifiableToken | undefined

  /** @param holding what is told where the step holds; absent: nothing */
  function tell(part: ExplainedPart, outcome: Outcome, holding?: string): void {
    refusal ??= outcome
    if (outcome === undefined) {
      if (holding !== undefined) steps.push({ part, outcome: 'holds', text: holding })
      return
    }
    steps.push({ part, outcome: outcome.kind === 'refused' ? 'fails' : 'unknown', text: outcome.reason })
  }

  /** What was found, in the end. */
  const told = (): Pick<ExplainedCheck, 'steps' | 'refusal'> => ({ steps, ...(refusal && { refusal }) })

  const read = readToken(token)
  if (typeof read === 'string') {
    tell('form', refuseToken('invalid', read))
    return told()
  }
  tell('form', undefined, 'It is a JSON Web Token.')
  const { header, payload: claims } = read
  const found = issuerOf(trusted, claims)
  if (found.kind === 'refused') {
    tell('issuer', found)
    return told()
  }
  const { issuer } = found
  const name = quoted(issuer.issuer)
  tell('issuer', undefined, issuer.own ? `It is the service itself, ${name}.` : `${name} is trusted.`)

  const wanted = checkHeader(header, issuer)
  if (wanted.kind === 'refused') {
    tell('header', wanted)
    steps.push({ part: 'signature', outcome: 'unknown', text: 'It is not looked at, because of the header.' })
  } else {
    const { algorithm, kid } = wanted.key
    const named = kid === undefined ? '' : `, and names the key ${quoted(kid)}`
    tell('header', undefined, `It says ${algorithm}, which the issuer signs with${named}.`)
    if (issuer.own && !licensed) {
      const text = 'The key is not known here: the license of a home is a part of it.'
      steps.push({ part: 'signature', outcome: 'unknown', text })
    } else {
      const signature = await checkSignature(token, wanted.key, issuer)
      tell('signature', signature.kind === 'signed' ? undefined : signature, `It is signed by ${name}.`)
    }
  }

  const times = timesOf(claims, issuer)
  if (times.kind === 'refused') tell('times', times)
  if (!issuer.own) tell('kind', checkKind(claims, issuer), 'Nothing shows it to be an identity token.')
  tell('audience', checkAudience(claims, issuer), audienceText(issuer))
  if (times.kind === 'times') {
    const until = new Date(times.times.expires * 1000)
    const shown = Number.isNaN(until.getTime()) ? String(times.times.expires) : until.toISOString()
    tell('times', checkTimes(times.times, now), `It holds until ${shown}.`)
  }
  if (!issuer.own || licensed) tell('license', checkLicense(claims, issuer))
  tell('subject', checkSubject(claims, issuer))
  return { ...told(), issuer, claims }
}

function audienceText({ audience }: TrustedIssuer): string {
  return audience === undefined
    ? 'The settings name none for this issuer: tokens for others are taken too.'
    : `It is for ${quoted(audience)}.`
}
