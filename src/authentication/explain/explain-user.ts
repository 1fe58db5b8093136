import type { RequestedRoles } from '../claims/requested-roles.ts'
import { requestedRoles } from '../claims/requested-roles.ts'
import { rolesOfGroups } from '../claims/roles-of-groups.ts'
import { superuserBy } from '../claims/superuser-by.ts'
import { type TokenUsername, usernameOf } from '../claims/username-of.ts'
import type { Directories } from '../directory/directories.ts'
import type { IssuerSettings } from '../settings/token-settings.ts'
import { rolesText } from './roles-text.ts'
import type { ExplainedStep } from './token-explanation.ts'

/** What the claims of a token of a trusted issuer say of its user. */
export interface ExplainedUser {
  /** Absent where the token names none. */
  readonly username?: string
  /** Absent where those of the account hold, or cannot be told. */
  readonly requested?: RequestedRoles
  readonly superuser: boolean
  readonly steps: readonly ExplainedStep[]
}

/** What the directory of an issuer told of the groups of a user; absent where it was not asked. */
export type ToldGroups = Awaited<ReturnType<Directories['groups']>> | undefined

/** Tells the user name, the roles and whether it is a superuser, by the claims of a token, whether or not it holds. */
export function explainUser(
  { username, roles, superuserGroup }: IssuerSettings,
  claims: Readonly<Record<string, unknown>>,
  told: ToldGroups,
): ExplainedUser {
  const named = usernameOf(username, claims)
  const nameStep = explainName(named)
  const user = named.kind === 'username' ? { username: named.username } : {}
  if (roles.kind === 'account') {
    const text = 'The settings of the issuer say nothing of roles: those of the account count.'
    const steps: readonly ExplainedStep[] = [nameStep, { part: 'roles', outcome: 'holds', text }]
    return { ...user, superuser: false, steps }
  }
  if (roles.kind === 'directory' && told?.kind !== 'groups') {
    const steps = [nameStep, lackOfGroups(told)]
    return { ...user, superuser: false, steps }
  }
  const requested =
    roles.kind === 'directory'
      ? rolesOfGroups(roles.directory, told?.kind === 'groups' ? told.names : [])
      : requestedRoles(roles, claims)
  const steps: readonly ExplainedStep[] = [
    nameStep,
    { part: 'roles', outcome: 'holds', text: rolesText(requested) },
    explainSuperuser(superuserGroup, requested),
  ]
  const superuser = superuserBy(superuserGroup, requested) !== undefined
  return { ...user, requested, superuser, steps }
}

function explainName(named: TokenUsername): ExplainedStep {
  const part = 'user name'
  if (named.kind === 'none') return { part, outcome: 'fails', text: named.reason }
  const { username, by } = named
  const origin =
    by.kind === 'field'
      ? `the claim ${JSON.stringify(by.claim)}`
      : `the template ${JSON.stringify(by.template)}`
  return { part, outcome: 'holds', text: `The user is ${JSON.stringify(username)}, by ${origin}.` }
}

function lackOfGroups(told: Exclude<ToldGroups, { readonly kind: 'groups' }>): ExplainedStep {
  const part = 'roles'
  if (told === undefined) {
    const text =
      'They are the groups in the directory of the issuer, which is asked with a token that holds only.'
    return { part, outcome: 'unknown', text }
  }
  const text = told.reason.includes(told.message) ? told.reason : `${told.message} ${told.reason}`
  return { part, outcome: told.kind === 'refused' ? 'fails' : 'unknown', text }
}

function explainSuperuser(group: string | undefined, requested: RequestedRoles): ExplainedStep {
  const part = 'superuser'
  const outcome = 'holds'
  if (group === undefined) return { part, outcome, text: 'No: the settings name no "superuserGroup".' }
  const by = superuserBy(group, requested)
  const shown = JSON.stringify(group)
  return by === undefined
    ? { part, outcome, text: `No: ${shown} is none of the groups and roles that count.` }
    : { part, outcome, text: `Yes, for as long as the token holds: by the ${by} ${shown}.` }
}
