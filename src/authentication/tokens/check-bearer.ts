import type { AccountStore } from '../../accounts/account-store.ts'
import { checkAccountName } from '../../accounts/check-account-name.ts'
import type { RoleMapping } from '../../accounts/role-mapping.ts'
import { ServiceError } from '../../errors.ts'
import type { BearerToken, Identity, SignIn } from '../authenticator.ts'
import { requestedRoles } from '../claims/requested-roles.ts'
import { roleMappingOf } from '../claims/role-mapping-of.ts'
import { rolesOfGroups } from '../claims/roles-of-groups.ts'
import { usernameOf } from '../claims/username-of.ts'
import type { Directories } from '../directory/directories.ts'
import { namesText } from '../names-text.ts'
import type { IssuerSettings, TokenSettings } from '../settings/token-settings.ts'
import type { RefusedToken, UnverifiableToken, VerifiedToken } from './token-verifier.ts'

/** What it rests on whom a token of a trusted issuer is of. */
export interface BearerParts {
  readonly accounts: Pick<AccountStore, 'user' | 'role' | 'change'>
  /** The trusted issuers. */
  readonly issuers: TokenSettings['issuers']
  readonly directories: Directories
}

/** A token of a trusted issuer, and what it says. */
export type ExternalToken = Extract<VerifiedToken, { readonly kind: 'external' }>

/** Whom a token of a trusted issuer is of, or why of nobody. */
export type CheckedBearer =
  /** `created`: there was no such user before. */
  | { readonly kind: 'identity'; readonly identity: Identity; readonly created: boolean }
  | Extract<SignIn, { readonly kind: 'refused' | 'unavailable' }>

/** Tells whom a token is of that holds, and makes the user where the issuer's settings have it so. */
export type BearerCheck = (text: string, token: ExternalToken) => Promise<CheckedBearer>

/**
 * Checks tokens of trusted issuers: who they name is a user, or becomes one, with the roles that they say. Whoever shows one is vouched for,
 * and so a refusal may say what is wrong.
 */
export function createBearerCheck({ accounts, issuers, directories }: BearerParts): BearerCheck {
  /** Why nobody signs in under a name, whatever the roles. */
  function whyNot(user: string, issuer: IssuerSettings): CheckedBearer | undefined {
    const account = accounts.user(user)
    if (account?.enabled === true) return undefined
    if (account !== undefined) return refused('The user of the token is disabled.', undefined, user)
    if (!makesUsers(issuer))
      return refused('There is no user for this token.', 'Its issuer makes none.', user)
    const problem = nameProblem(user)
    return problem === undefined ? undefined : refused('There can be no user for this token.', problem)
  }

  /** What a token says of roles; nothing where those of the account hold. */
  async function mappingOf(
    { roles, superuserGroup }: IssuerSettings,
    token: BearerToken,
    claims: ExternalToken['claims'],
    user: string,
  ): Promise<
    { readonly kind: 'mapping'; readonly mapping?: RoleMapping } | RefusedToken | UnverifiableToken
  > {
    switch (roles.kind) {
      case 'account':
        return { kind: 'mapping' }
      case 'groups':
      case 'paths':
        return { kind: 'mapping', mapping: roleMappingOf(requestedRoles(roles, claims), superuserGroup) }
      case 'directory': {
        const told = await directories.groups(token, user)
        if (told.kind !== 'groups') return told
        const requested = rolesOfGroups(roles.directory, told.names)
        return { kind: 'mapping', mapping: roleMappingOf(requested, superuserGroup) }
      }
    }
  }

  return async (text, { issuer: name, claims, expires }) => {
    const issuer = issuers.get(name)
    if (issuer === undefined) throw new Error('A token was found good whose issuer is not trusted.')
    const named = usernameOf(issuer.username, claims)
    if (named.kind === 'none') return refused('The token does not say who its user is.', named.reason)
    const { username: user } = named
    // Before a directory is asked on behalf of somebody who cannot sign in.
    const early = whyNot(user, issuer)
    if (early !== undefined) return early
    const token: BearerToken = { issuer: name, text, expires }
    const mapped = await mappingOf(issuer, token, claims, user)
    if (mapped.kind !== 'mapping') return { ...mapped, ...(mapped.kind === 'refused' && { user }) }
    const { mapping } = mapped
    // As accounts are now: from here on nothing is waited for.
    const late = whyNot(user, issuer)
    if (late !== undefined) return late
    const identity: Identity = { user, ...(mapping !== undefined && { mapping }), token }
    if (accounts.user(user) !== undefined) return { kind: 'identity', identity, created: false }
    if (mapping?.roles.some((role) => accounts.role(role) !== undefined) !== true) {
      const message = 'There is no user for this token, and it has no role that exists.'
      const asked = mapping?.roles ?? []
      return refused(message, `It asks for ${asked.length === 0 ? 'no role' : namesText(asked)}.`, user)
    }
    accounts.change([
      { kind: 'addTokenUser', name: user, issuer: name },
      { kind: 'setMapping', name: user, mapping },
    ])
    return { kind: 'identity', identity, created: true }
  }
}

/** Whether users are made of the tokens of an issuer: one that says nothing of roles names none that there is. */
function makesUsers({ autoCreateUsers, roles }: IssuerSettings): boolean {
  return autoCreateUsers && roles.kind !== 'account'
}

/** What is wrong with the name of a user to be made. */
function nameProblem(name: string): string | undefined {
  try {
    checkAccountName('user', name)
    return undefined
  } catch (error) {
    if (error instanceof ServiceError) return error.message
    throw error
  }
}

/** @param user whom the token names, where there is such a user or could be one */
function refused(
  message: string,
  reason = message,
  user?: string,
): Extract<CheckedBearer, { readonly kind: 'refused' }> {
  const full = reason === message ? message : `${message} ${reason}`
  return { kind: 'refused', message, reason: full, ...(user !== undefined && { user }) }
}
