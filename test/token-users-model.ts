/**
 * Users of passwords and of tokens, as a reader of the documentation keeps them on paper: who there is, what each request is answered,
 * and what it changes.
 */

/** Names that tokens have. */
export type Subject = 'ann' | 'bob'

/** Roles that tokens ask for; of `boss` there is none, and who has it is a superuser. */
export type RoleName = 'gardener' | 'keeper' | 'boss'

/** Who asks: with a password, with a token for some roles, or with a token that was given for a password. */
export type Asker =
  | { readonly by: 'password'; readonly user: string; readonly password: string }
  | { readonly by: 'token'; readonly user: Subject; readonly roles: readonly RoleName[] }
  | { readonly by: 'own token'; readonly user: Subject }

/** What is asked. */
export type Deed =
  | { readonly kind: 'whoami' | 'take token' }
  | {
      readonly kind: 'set password'
      readonly user: string
      readonly password: string
      readonly current: 'none' | 'right' | 'wrong'
    }
  | { readonly kind: 'add user' | 'remove user'; readonly user: Subject }
  | { readonly kind: 'set enabled'; readonly user: Subject; readonly enabled: boolean }
  | { readonly kind: 'set roles'; readonly user: Subject; readonly roles: readonly RoleName[] }
  | { readonly kind: 'assign' | 'unassign'; readonly user: Subject; readonly role: RoleName }
  | { readonly kind: 'grant' | 'revoke'; readonly user: Subject }
  | { readonly kind: 'add role' | 'remove role'; readonly role: RoleName }

/** How the server was started last. */
export interface Mode {
  /** `jwt.autocreated.password.reset` */
  readonly reset: boolean
  /** `autoCreateUsers` */
  readonly makes: boolean
  /** Whether the issuer maps roles. */
  readonly maps: boolean
}

/** A user of the model. */
export interface ModelUser {
  /** Made by a token. */
  made: boolean
  enabled: boolean
  superuser: boolean
  password?: string
  /** Another one with each password. */
  generation: number
  roles: Set<string>
  granted: Set<string>
  last?: { readonly roles: readonly string[]; readonly superuser: boolean }
}

/** Everything. */
export interface Model {
  mode: Mode
  readonly users: Map<string, ModelUser>
  readonly roles: Set<string>
  /** The generation of the password that each token of the service's own was given for. */
  readonly ownTokens: Map<string, number>
  generation: number
}

/** The permission that a role has. */
export const permissionOf: Readonly<Record<string, string>> = {
  gardener: 'READ db garden',
  keeper: 'WRITE db garden',
}

/** What is granted to users themselves. */
export const granted = 'READ db shed'
const everything = 'ALL * *'

/** The accounts at the beginning: three administrators of different rights, and the roles but for `boss`. */
export function firstModel(): Model {
  const user = (password: string, superuser: boolean, permissions: readonly string[]): ModelUser => ({
    made: false,
    enabled: true,
    superuser,
    password,
    generation: 0,
    roles: new Set(),
    granted: new Set(permissions),
  })
  return {
    mode: { reset: false, makes: true, maps: true },
    users: new Map([
      ['admin', user('admin', true, [])],
      ['warden', user('secret', false, [everything])],
      ['helper', user('secret', false, ['WRITE user *', 'READ user *'])],
    ]),
    roles: new Set(['reader', 'gardener', 'keeper']),
    ownTokens: new Map(),
    generation: 0,
  }
}

/** What somebody who signed in may do. */
export interface ModelSession {
  readonly user: string
  readonly superuser: boolean
  readonly permissions: ReadonlySet<string>
}

/** Signs somebody in, who may be made by it; `undefined` for who is refused. */
export function signIn(model: Model, asker: Asker): ModelSession | undefined {
  const user = model.users.get(asker.user)
  switch (asker.by) {
    case 'password':
      if (user?.password !== asker.password) return undefined
      return sessionOf(model, asker.user)
    case 'own token':
      if (user === undefined || user.made || model.ownTokens.get(asker.user) !== user.generation)
        return undefined
      return sessionOf(model, asker.user)
    case 'token':
      return signInByToken(model, asker)
  }
}

function signInByToken(model: Model, { user: name, roles }: Asker & { readonly by: 'token' }) {
  const { mode, users } = model
  const exists = roles.some((role) => model.roles.has(role))
  if (!users.has(name)) {
    if (!mode.makes || !mode.maps || !exists) return undefined
    model.generation += 1
    users.set(name, {
      made: true,
      enabled: true,
      superuser: false,
      generation: model.generation,
      roles: new Set(),
      granted: new Set(),
    })
  }
  const user = users.get(name)
  if (user === undefined || !user.enabled) return undefined
  if (!mode.maps) return sessionOf(model, name)
  user.last = { roles: [...roles].sort(), superuser: roles.includes('boss') }
  return sessionOf(model, name, user.last)
}

function sessionOf(model: Model, name: string, mapping?: ModelUser['last']): ModelSession | undefined {
  const user = model.users.get(name)
  if (user?.enabled !== true) return undefined
  const roles = [...(mapping?.roles ?? user.roles)].filter((role) => model.roles.has(role))
  const permissions = [...user.granted, ...roles.flatMap((role) => permissionOf[role] ?? [])]
  return { user: name, superuser: mapping?.superuser ?? user.superuser, permissions: new Set(permissions) }
}

/** The status that a deed of somebody is answered with; what it does is done to the model. */
export function carryOut(model: Model, asker: Asker, deed: Deed): number {
  const session = signIn(model, asker)
  if (session === undefined) return 401
  const { users, roles } = model
  const holdsAll = session.superuser || session.permissions.has(everything)
  const target = 'user' in deed ? users.get(deed.user) : undefined

  switch (deed.kind) {
    case 'whoami':
      return 200
    case 'take token': {
      if (asker.by !== 'password') return 403
      const user = users.get(session.user)
      if (user !== undefined) model.ownTokens.set(session.user, user.generation)
      return 200
    }
    case 'set password':
      return setPassword(model, session, deed)
    case 'add user':
      if (!holdsAll) return 403
      if (target !== undefined) return 409
      model.generation += 1
      users.set(deed.user, {
        made: false,
        enabled: true,
        superuser: false,
        password: 'first',
        generation: model.generation,
        roles: new Set(),
        granted: new Set([`WRITE user ${deed.user}`, `READ user ${deed.user}`]),
      })
      grantToMaker(model, session, 'user', deed.user)
      return 201
    case 'remove user':
      if (!holdsAll) return 403
      if (!users.delete(deed.user)) return 404
      forget(model, 'user', deed.user)
      return 204
    case 'set enabled':
      if (!session.superuser) return 403
      if (target === undefined) return 404
      target.enabled = deed.enabled
      return 200
    case 'assign':
    case 'unassign':
      if (!holdsAll) return 403
      if (target === undefined || !roles.has(deed.role)) return 404
      if (target.made) return 403
      if (deed.kind === 'assign') target.roles.add(deed.role)
      else target.roles.delete(deed.role)
      return 204
    case 'set roles': {
      if (!holdsAll && !sees(session, deed.user)) return 403
      const had = target?.roles ?? new Set()
      const isSame = had.size === deed.roles.length && deed.roles.every((role) => had.has(role))
      if (!isSame && !holdsAll) return 403
      if (target === undefined || !deed.roles.every((role) => had.has(role) || roles.has(role))) return 404
      if (target.made) return 403
      target.roles = new Set(deed.roles)
      return 200
    }
    case 'grant':
    case 'revoke':
      if (!holdsAll) return 403
      if (target === undefined) return 404
      if (deed.kind === 'grant') target.granted.add(granted)
      else target.granted.delete(granted)
      return 201
    case 'add role':
      if (!holdsAll) return 403
      if (roles.has(deed.role)) return 409
      roles.add(deed.role)
      grantToMaker(model, session, 'role', deed.role)
      return 201
    case 'remove role':
      if (!holdsAll) return 403
      if (!roles.delete(deed.role)) return 404
      for (const user of users.values()) user.roles.delete(deed.role)
      forget(model, 'role', deed.role)
      return 204
  }
}

/** Whether somebody may see a user. */
export function sees({ superuser, permissions }: ModelSession, user: string): boolean {
  return superuser || [everything, 'READ user *', `READ user ${user}`].some((one) => permissions.has(one))
}

function grantToMaker({ users }: Model, { user, superuser }: ModelSession, type: string, name: string): void {
  if (superuser) return
  for (const action of ['DELETE', 'WRITE', 'READ', 'GRANT', 'REVOKE'])
    users.get(user)?.granted.add(`${action} ${type} ${name}`)
}

function forget({ users }: Model, type: string, name: string): void {
  for (const { granted } of users.values())
    for (const one of granted) if (one.endsWith(` ${type} ${name}`)) granted.delete(one)
}

function setPassword(
  model: Model,
  { user, superuser, permissions }: ModelSession,
  deed: Deed & { readonly kind: 'set password' },
): number {
  const target = model.users.get(deed.user)
  const own = user === deed.user
  if (target?.made === true) {
    if (!model.mode.reset || !(superuser || permissions.has(everything))) return 403
    target.made = false
    delete target.last
    target.granted.add(`WRITE user ${deed.user}`).add(`READ user ${deed.user}`)
  } else if (own) {
    if (deed.current !== 'right') return deed.current === 'none' ? 400 : 403
  } else {
    if (!superuser) return 403
    if (target === undefined) return 404
  }
  if (target === undefined) throw new Error('Nobody is who asks.')
  model.generation += 1
  target.password = deed.password
  target.generation = model.generation
  return 200
}

/** What the schedule does; returns the names of who is removed, in order. */
export function runSchedule(model: Model): readonly string[] {
  const made = [...model.users].filter(([, user]) => user.made).map(([name]) => name)
  for (const name of made) {
    model.users.delete(name)
    forget(model, 'user', name)
  }
  return made.sort()
}

/** What the list of users tells of each, but for the order of permissions. */
export function listOf({ users, roles }: Model): Readonly<Record<string, unknown>> {
  const told = [...users].map(([name, user]) => {
    const shown = (user.made ? (user.last?.roles ?? []) : [...user.roles].sort()).filter((role) =>
      roles.has(role),
    )
    const own = new Set([...user.granted, ...(user.superuser ? [everything] : [])])
    const byRole = shown.flatMap((role) => permissionOf[role] ?? []).filter((one) => !own.has(one))
    const facts = {
      enabled: user.enabled,
      superuser: user.superuser,
      roles: shown,
      permissions: [...[...own].map((one) => `${one} explicit`), ...byRole].sort(),
      made: user.made,
      last: user.last,
    }
    return [name, facts]
  })
  return Object.fromEntries(told)
}
