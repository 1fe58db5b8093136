import type { Directories } from '../directory/directories.ts'
import type { IssuerSettings, SignerSettings, TokenSettings } from '../settings/token-settings.ts'
import { type CheckedBearer, createBearerCheck, type ExternalToken } from '../tokens/check-bearer.ts'
import { trustedIssuers } from '../tokens/trusted-issuers.ts'
import {
  explainAccount,
  explainOwnAccount,
  explainUnknownAccount,
  type KnownAccounts,
} from './explain-account.ts'
import { type ExplainedCheck, explainCheck } from './explain-check.ts'
import { type ExplainedUser, explainUser, type ToldGroups } from './explain-user.ts'
import { rolesNamed } from './roles-text.ts'
import type { ExplainedOutcome, TokenExplanation } from './token-explanation.ts'

/** What tokens are explained by. */
export interface ExplainTokenParts {
  readonly issuers: TokenSettings['issuers']
  /** How the service signs. */
  readonly signer: SignerSettings
  /** A UUID; absent where it is not known, and so no token of the service can be verified. */
  readonly license?: string
  /** Absent where they are not known. */
  readonly accounts?: KnownAccounts
  readonly directories: Directories
  /** Milliseconds since 1970; the clock of the machine unless given. */
  readonly now?: () => number
}

/**
 * Says what a token would come to, and why: each step of its check, the user, the roles and the account. It rests on the same functions as
 * signing in; nothing is changed. Keys of issuers are fetched, and the directory is asked where the token holds.
 */
export async function explainToken(token: string, parts: ExplainTokenParts): Promise<TokenExplanation> {
  const { issuers, signer, license, accounts, now = () => Date.now() } = parts
  const trusted = trustedIssuers({ signer, license: license ?? '', issuers })
  const licensed = license !== undefined
  const check = await explainCheck(token, { trusted, licensed, now: now() / 1000 })
  const { issuer, claims } = check
  if (issuer === undefined || claims === undefined) return { steps: check.steps, verdict: verdictOf(check) }
  if (issuer.own) return explainOwn(check, licensed, accounts)
  const settings = issuers.get(issuer.issuer)
  if (settings === undefined) throw new Error('An issuer is trusted that is not in the settings.')
  const expires = typeof claims['exp'] === 'number' ? claims['exp'] : 0
  const external: ExternalToken = { kind: 'external', issuer: issuer.issuer, claims, expires }
  return explainExternal(token, external, check, settings, parts)
}

function explainOwn(
  check: ExplainedCheck,
  licensed: boolean,
  accounts: KnownAccounts | undefined,
): TokenExplanation {
  const sub = check.claims?.['sub']
  if (typeof sub !== 'string') return { steps: check.steps, verdict: verdictOf(check) }
  const account = explainOwnAccount(sub, accounts)
  const signsIn = `${JSON.stringify(sub)} signs in, with the roles of the account`
  return {
    steps: [...check.steps, account],
    verdict: verdictOf(check, { ...ownOutcome(account.outcome, licensed), signsIn }),
  }
}

function ownOutcome(
  account: ExplainedOutcome,
  licensed: boolean,
): Pick<BearerOutcome, 'outcome' | 'refusal'> {
  if (account === 'fails') return { outcome: 'fails', refusal: 'The token is not valid.' }
  if (licensed) return { outcome: 'holds' }
  return { outcome: 'unknown', refusal: 'The key of the service is not known here.' }
}

async function explainExternal(
  token: string,
  external: ExternalToken,
  check: ExplainedCheck,
  settings: IssuerSettings,
  { accounts, issuers, directories }: ExplainTokenParts,
): Promise<TokenExplanation> {
  const { issuer, expires, claims } = external
  const asks = settings.roles.kind === 'directory' && check.refusal === undefined
  const told = asks ? await directories.groups({ issuer, text: token, expires }) : undefined
  const user = explainUser(settings, claims, told)
  const steps = [...check.steps, ...user.steps]
  const { username, requested } = user
  if (username === undefined) {
    const refusal = 'The token does not say who its user is.'
    return { steps, verdict: verdictOf(check, { outcome: 'fails', refusal, signsIn: '' }) }
  }
  const signsIn = signInText(username, user, accounts)
  const groups = settings.roles.kind === 'directory' ? groupsOutcome(told) : ({ outcome: 'holds' } as const)
  if (accounts === undefined) {
    const { step, condition } = explainUnknownAccount(username, settings, requested?.roles)
    const verdict = verdictOf(check, { ...groups, signsIn: `${signsIn}, ${condition}` })
    return { steps: [...steps, step], verdict }
  }
  const checkBearer = createBearerCheck({
    accounts: { ...accounts, change() {} },
    issuers,
    directories: { groups: async () => (told?.kind === 'groups' ? told : unasked) },
  })
  const checked = await checkBearer(token, external)
  const account = explainAccount(username, checked, requested?.roles, accounts)
  const outcome = checked.kind === 'unavailable' ? groups : bearerOutcome(checked)
  return { steps: [...steps, account], verdict: verdictOf(check, { ...outcome, signsIn }) }
}

/** In place of groups that are not known; why is told before. */
const unasked = { kind: 'unavailable', message: '', reason: '' } as const

/** What comes of the user of a token, were the token to hold. */
interface BearerOutcome {
  readonly outcome: ExplainedOutcome
  /** What the client is told, where it is not good. */
  readonly refusal?: string
  /** Who signs in and with what, otherwise; a sentence without its end. */
  readonly signsIn: string
}

function bearerOutcome(
  checked: Exclude<CheckedBearer, { readonly kind: 'unavailable' }>,
): Pick<BearerOutcome, 'outcome' | 'refusal'> {
  return checked.kind === 'identity' ? { outcome: 'holds' } : { outcome: 'fails', refusal: checked.message }
}

function groupsOutcome(told: ToldGroups): Pick<BearerOutcome, 'outcome' | 'refusal'> {
  if (told === undefined) return { outcome: 'unknown', refusal: 'The directory is not asked.' }
  if (told.kind === 'groups') return { outcome: 'holds' }
  return { outcome: told.kind === 'refused' ? 'fails' : 'unknown', refusal: told.message }
}

function signInText(username: string, user: ExplainedUser, accounts: KnownAccounts | undefined): string {
  const { requested, superuser } = user
  const as = superuser ? ', as a superuser' : ''
  const shown = JSON.stringify(username)
  if (requested === undefined) return `${shown} signs in, with the roles of the account`
  const roles = requested.roles.filter((role) => accounts === undefined || accounts.role(role) !== undefined)
  return `${shown} signs in, with ${roles.length === 0 ? 'no roles' : rolesNamed(roles)}${as}`
}

/** @param bearer absent where nothing can be told of the user */
function verdictOf({ refusal }: ExplainedCheck, bearer?: BearerOutcome): TokenExplanation['verdict'] {
  const otherwise = (condition: string): string =>
    bearer?.outcome === 'holds' ? ` ${condition} ${bearer.signsIn}.` : ''
  if (refusal?.kind === 'refused')
    return { outcome: 'fails', text: `It is refused: ${refusal.message}${otherwise('Otherwise')}` }
  if (refusal?.kind === 'unavailable')
    return { outcome: 'unknown', text: `It cannot be told: ${refusal.message}${otherwise('If it holds,')}` }
  if (bearer === undefined) throw new Error('A token that nobody can be told of is refused.')
  switch (bearer.outcome) {
    case 'holds':
      return { outcome: 'holds', text: `${bearer.signsIn}.` }
    case 'fails':
      return { outcome: 'fails', text: `It is refused: ${bearer.refusal ?? ''}` }
    case 'unknown':
      return { outcome: 'unknown', text: `It cannot be told: ${bearer.refusal ?? ''}` }
  }
}
