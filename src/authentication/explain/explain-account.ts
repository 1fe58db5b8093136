import type { AccountStore } from '../../accounts/account-store.ts'
import { namesText } from '../names-text.ts'
import type { IssuerSettings } from '../settings/token-settings.ts'
import type { CheckedBearer } from '../tokens/check-bearer.ts'
import { rolesNamed } from './roles-text.ts'
import type { ExplainedStep } from './token-explanation.ts'

/** Users and roles as they are, of which nothing is changed. */
export type KnownAccounts = Pick<AccountStore, 'user' | 'role'>

/** What became of a user whom a token of a trusted issuer names: what the service itself would have made of it. */
export function explainAccount(
  username: string,
  checked: CheckedBearer,
  roles: readonly string[] | undefined,
  accounts: KnownAccounts,
): ExplainedStep {
  const part = 'account'
  switch (checked.kind) {
    case 'refused':
      return { part, outcome: 'fails', text: checked.reason }
    case 'unavailable':
      return { part, outcome: 'unknown', text: 'It cannot be told without the roles.' }
    case 'identity': {
      const shown = JSON.stringify(username)
      const there = checked.created
        ? `There is no user ${shown} yet: the token makes it.`
        : `There is the user ${shown}${roles === undefined ? ownRoles(username, accounts) : ''}.`
      return { part, outcome: 'holds', text: `${there}${missingRoles(roles ?? [], accounts)}` }
    }
  }
}

/** What can be told of it without looking at users and roles; `condition` is what it takes, as a part of a sentence. */
export function explainUnknownAccount(
  username: string,
  { autoCreateUsers, roles: rule }: IssuerSettings,
  roles: readonly string[] | undefined,
): { readonly step: ExplainedStep; readonly condition: string } {
  const needed = `There has to be a user ${JSON.stringify(username)}`
  const step = (text: string): ExplainedStep => ({ part: 'account', outcome: 'unknown', text })
  const condition = 'if there is the user'
  if (!autoCreateUsers || rule.kind === 'account') {
    return { step: step(`${needed}: its issuer makes none.`), condition }
  }
  if (roles?.length === 0) {
    return { step: step(`${needed}: who asks for no role is not made one.`), condition }
  }
  return {
    step: step(`${needed}, or one of the roles, by which it is made.`),
    condition: `${condition}, or one of the roles`,
  }
}

/** What can be told of the user of a token of the service itself. When the password was set is not among it. */
export function explainOwnAccount(username: string, accounts: KnownAccounts | undefined): ExplainedStep {
  const part = 'account'
  const shown = JSON.stringify(username)
  if (accounts === undefined) return { part, outcome: 'unknown', text: `There has to be a user ${shown}.` }
  const account = accounts.user(username)
  if (account === undefined) return { part, outcome: 'fails', text: `There is no user ${shown}.` }
  if (!account.enabled) return { part, outcome: 'fails', text: `The user ${shown} is disabled.` }
  if (account.issuer !== undefined) {
    return {
      part,
      outcome: 'fails',
      text: `The user ${shown} has no password, and so no tokens of the service.`,
    }
  }
  const text = `There is the user ${shown}${ownRoles(username, accounts)}. A password that was set after the token was issued ends it.`
  return { part, outcome: 'holds', text }
}

function ownRoles(username: string, accounts: KnownAccounts): string {
  const account = accounts.user(username)
  if (account?.superuser === true) return ', who is a superuser'
  const roles = account?.roles ?? []
  return roles.length === 0 ? ', who has no roles' : `, who has ${rolesNamed(roles)}`
}

function missingRoles(roles: readonly string[], accounts: KnownAccounts): string {
  const missing = roles.filter((role) => accounts.role(role) === undefined)
  if (missing.length === 0) return ''
  return missing.length === 1
    ? ` There is no role ${namesText(missing)}: it gives nothing.`
    : ` There are no roles ${namesText(missing)}: they give nothing.`
}
