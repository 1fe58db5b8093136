/** What a token of a trusted issuer says that its user may do: in place of the roles of the account, and of being a superuser by it. */
export interface RoleMapping {
  /** Names of the roles that are asked for, in the order of the alphabet; those that there are not give nothing. */
  readonly roles: readonly string[]
  /** Whether the session is a superuser's; the account does not become one. */
  readonly superuser: boolean
}
