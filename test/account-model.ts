import type { Action, Permission, ResourceType } from '../src/accounts/permission.ts'
import type { ErrorName } from '../src/errors.ts'

/**
 * Who may do what with accounts, as a reader of the documentation would work it out with pencil and paper: a permission is the set of all
 * single things that it allows in a small world, and one covers another where its set has all of the other's.
 */

/** Every name that something can have in that world; the last one is never spoken of otherwise. */
const names = [
  'admin',
  'ann',
  'bob',
  'cy',
  'dee',
  'reader',
  'red',
  'blue',
  'green',
  'garden',
  'shed',
  'elsewhere',
]
const databases = ['garden', 'shed', 'elsewhere']
/** The graphs of its databases. */
export const graphs = [
  'tag:stardog:api:context:default',
  'http://g.example/1',
  'http://g.example/2',
  'urn:elsewhere',
]

const singleActions = ['READ', 'WRITE', 'CREATE', 'DELETE', 'GRANT', 'REVOKE', 'EXECUTE']
const singleTypes = ['db', 'metadata', 'user', 'role', 'virtual-graph', 'data-source', 'dbms-admin', 'admin']

const world: readonly string[] = singleActions.flatMap((action) => [
  ...singleTypes.flatMap((type) => names.map((name) => `${action} ${type} ${name}`)),
  ...databases.flatMap((database) => graphs.map((graph) => `${action} named-graph ${database} ${graph}`)),
])

const known = new Map<string, bigint>()

/** The things that a permission allows, a bit each. */
function allowed({ action, resource: { type, name } }: Permission): bigint {
  const parts = name.map((part) =>
    part === '*' ? (name.length === 1 ? '.+' : '\\S+') : part.replaceAll('.', '\\.'),
  )
  const pattern = [action === 'ALL' ? '\\S+' : action, type === '*' ? '\\S+' : type, ...parts].join(' ')
  const found = known.get(pattern)
  if (found !== undefined) return found
  const form = new RegExp(`^${pattern}$`, 'u')
  const bits = BigInt(`0b${world.map((thing) => (form.test(thing) ? '1' : '0')).join('')}`)
  known.set(pattern, bits)
  return bits
}

/** An account of the model. */
export interface ModelUser {
  enabled: boolean
  superuser: boolean
  password: string
  roles: string[]
  permissions: Permission[]
}

/** All accounts. */
export interface Model {
  readonly users: Map<string, ModelUser>
  readonly roles: Map<string, Permission[]>
}

/** Something that is asked of the accounts. */
export type Request =
  | { kind: 'users' | 'roles' }
  | {
      kind: 'user' | 'isEnabled' | 'isSuperuser' | 'rolesOf' | 'effectivePermissions' | 'removeUser'
      user: string
    }
  | { kind: 'addUser'; user: string; password: string; superuser: boolean }
  | { kind: 'setPassword'; user: string; password: string; current: 'none' | 'right' | 'wrong' }
  | { kind: 'setEnabled'; user: string; enabled: boolean }
  | { kind: 'setRoles'; user: string; roles: string[] }
  | { kind: 'assignRole' | 'unassignRole'; user: string; role: string }
  | { kind: 'addRole' | 'usersOf'; role: string }
  | { kind: 'removeRole'; role: string; force: boolean }
  | { kind: 'permissionsOf'; of: 'user' | 'role'; name: string }
  | { kind: 'grant' | 'revoke'; of: 'user' | 'role'; name: string; permission: Permission }
  | { kind: 'holds'; permission: Permission }
  | { kind: 'graphs'; database: string }

/** What comes of it. */
export type Outcome = { readonly value: unknown } | { readonly error: ErrorName }

/** Whether a user may do something: a superuser may, and who has a permission with all of it, alone or by a role. */
export function may(model: Model, name: string | undefined, permission: Permission): boolean {
  if (name === undefined) return true
  const user = model.users.get(name)
  if (user === undefined || !user.enabled) return false
  if (user.superuser) return true
  const held = [...user.permissions, ...user.roles.flatMap((role) => model.roles.get(role) ?? [])]
  return held.some((one) => (allowed(permission) & ~allowed(one)) === 0n)
}

const done: Outcome = { value: undefined }

/** Carries a request out as `caller`, who can sign in, or as the owner of the home. */
export function askModel(model: Model, caller: string | undefined, request: Request): Outcome {
  const { users, roles } = model
  const can = (action: Action, type: ResourceType, ...name: string[]): boolean =>
    may(model, caller, { action, resource: { type, name } })
  const isSuperuser = caller === undefined || users.get(caller)?.superuser === true
  const everything: Permission = { action: 'ALL', resource: { type: '*', name: ['*'] } }
  const isEverything = ({ action, resource }: Permission): boolean =>
    action === 'ALL' && resource.type === '*'
  const own = (user: ModelUser): Permission[] =>
    user.superuser ? [...user.permissions.filter((one) => !isEverything(one)), everything] : user.permissions
  const effective = (user: ModelUser): Permission[] =>
    once([...own(user), ...user.roles.flatMap((role) => roles.get(role) ?? [])])
  const isLast = (name: string): boolean =>
    [...users].every(([other, user]) => (other === name) === (user.superuser && user.enabled))
  const makerGets = (type: ResourceType, name: string): void => {
    const maker = caller === undefined ? undefined : users.get(caller)
    if (maker === undefined || maker.superuser) return
    for (const action of ['DELETE', 'WRITE', 'READ', 'GRANT', 'REVOKE'] as const)
      add(maker.permissions, { action, resource: { type, name: [name] } })
  }
  const forget = (type: ResourceType, name: string): void => {
    for (const list of [...[...users.values()].map((user) => user.permissions), ...roles.values()]) {
      const left = list.filter(({ resource }) => resource.type !== type || resource.name[0] !== name)
      list.splice(0, list.length, ...left)
    }
  }
  const canAssign = (role: string): boolean =>
    can('GRANT', 'role', role) && (roles.get(role) ?? []).every((one) => may(model, caller, one))

  switch (request.kind) {
    case 'users':
      return { value: [...users.keys()].filter((name) => can('READ', 'user', name)).sort() }
    case 'roles':
      return { value: [...roles.keys()].filter((name) => can('READ', 'role', name)).sort() }
    case 'isEnabled':
    case 'isSuperuser': {
      if (!can('READ', 'user', request.user)) return { error: 'forbidden' }
      const user = users.get(request.user)
      return { value: (request.kind === 'isEnabled' ? user?.enabled : user?.superuser) ?? false }
    }
    case 'user':
    case 'rolesOf':
    case 'effectivePermissions': {
      if (!can('READ', 'user', request.user)) return { error: 'forbidden' }
      const user = users.get(request.user)
      if (user === undefined) return { error: 'accountUnknown' }
      if (request.kind === 'rolesOf') return { value: [...user.roles].sort() }
      if (request.kind === 'effectivePermissions') return { value: effective(user) }
      const { enabled, superuser } = user
      const permissions = effective(user).map((one) => ({
        ...one,
        explicit: own(user).some((other) => same(one, other)),
      }))
      return { value: { name: request.user, enabled, superuser, roles: [...user.roles].sort(), permissions } }
    }
    case 'removeUser':
      if (!can('DELETE', 'user', request.user)) return { error: 'forbidden' }
      if (!users.has(request.user)) return { error: 'accountUnknown' }
      if (users.get(request.user)?.superuser === true && !isSuperuser) return { error: 'forbidden' }
      if (isLast(request.user)) return { error: 'resourceInUse' }
      users.delete(request.user)
      forget('user', request.user)
      return done
    case 'addUser': {
      const { user, password, superuser } = request
      if (superuser ? !isSuperuser : !can('CREATE', 'user', '*')) return { error: 'forbidden' }
      if (password.length < 4) return { error: 'illegalPassword' }
      if (users.has(user)) return { error: 'accountExists' }
      const itself = (['WRITE', 'READ'] as const).map(
        (action): Permission => ({ action, resource: { type: 'user', name: [user] } }),
      )
      users.set(user, { enabled: true, superuser, password, roles: [], permissions: itself })
      makerGets('user', user)
      return done
    }
    case 'setPassword': {
      const { user: name, password, current } = request
      if (name !== caller && !isSuperuser) return { error: 'forbidden' }
      const user = users.get(name)
      if (user === undefined) return { error: 'accountUnknown' }
      if (password.length < 4) return { error: 'illegalPassword' }
      if (name === caller && current === 'none') return { error: 'illegalArgument' }
      if (name === caller && current === 'wrong') return { error: 'forbidden' }
      user.password = password
      return done
    }
    case 'setEnabled': {
      if (!isSuperuser) return { error: 'forbidden' }
      const user = users.get(request.user)
      if (user === undefined) return { error: 'accountUnknown' }
      if (!request.enabled && isLast(request.user)) return { error: 'resourceInUse' }
      user.enabled = request.enabled
      return done
    }
    case 'setRoles': {
      if (!can('READ', 'user', request.user)) return { error: 'forbidden' }
      const user = users.get(request.user)
      const had = user?.roles ?? []
      const { roles: wanted } = request
      if (!wanted.every((role) => had.includes(role) || canAssign(role))) return { error: 'forbidden' }
      if (!had.every((role) => wanted.includes(role) || can('REVOKE', 'role', role)))
        return { error: 'forbidden' }
      if (user === undefined || !wanted.every((role) => roles.has(role))) return { error: 'accountUnknown' }
      user.roles = [...new Set(wanted)].sort()
      return done
    }
    case 'assignRole':
    case 'unassignRole': {
      const { kind, role } = request
      if (kind === 'assignRole' ? !canAssign(role) : !can('REVOKE', 'role', role))
        return { error: 'forbidden' }
      const user = users.get(request.user)
      if (user === undefined || !roles.has(role)) return { error: 'accountUnknown' }
      const others = user.roles.filter((one) => one !== role)
      user.roles = (kind === 'assignRole' ? [...others, role] : others).sort()
      return done
    }
    case 'addRole':
      if (!can('CREATE', 'role', '*')) return { error: 'forbidden' }
      if (roles.has(request.role)) return { error: 'accountExists' }
      roles.set(request.role, [])
      makerGets('role', request.role)
      return done
    case 'removeRole': {
      const { role, force } = request
      if (!can('DELETE', 'role', role)) return { error: 'forbidden' }
      if (!roles.has(role)) return { error: 'accountUnknown' }
      const having = [...users.values()].filter((user) => user.roles.includes(role))
      if (having.length > 0 && !force) return { error: 'resourceInUse' }
      for (const user of having) user.roles = user.roles.filter((one) => one !== role)
      roles.delete(role)
      forget('role', role)
      return done
    }
    case 'usersOf': {
      if (!can('READ', 'role', request.role)) return { error: 'forbidden' }
      if (!roles.has(request.role)) return { error: 'accountUnknown' }
      const having = [...users].filter(([, user]) => user.roles.includes(request.role)).map(([name]) => name)
      return { value: having.filter((name) => can('READ', 'user', name)).sort() }
    }
    case 'permissionsOf': {
      const { of, name } = request
      if (!can('READ', of, name)) return { error: 'forbidden' }
      const user = users.get(name)
      const list = of === 'role' ? roles.get(name) : user && own(user)
      return list === undefined ? { error: 'accountUnknown' } : { value: [...list] }
    }
    case 'grant':
    case 'revoke': {
      const { kind, of, name, permission } = request
      const { type, name: resource } = permission.resource
      const mayThat =
        kind === 'grant'
          ? can('GRANT', type, ...resource) && may(model, caller, permission)
          : can('REVOKE', type, ...resource)
      if (!mayThat) return { error: 'forbidden' }
      const user = of === 'user' ? users.get(name) : undefined
      const list = of === 'role' ? roles.get(name) : user?.permissions
      if (list === undefined) return { error: 'accountUnknown' }
      if (user?.superuser === true && isEverything(permission))
        return kind === 'grant' ? done : { error: 'illegalArgument' }
      if (kind === 'grant') add(list, permission)
      else list.splice(0, list.length, ...list.filter((one) => !same(one, permission)))
      return done
    }
    case 'holds':
      return { value: may(model, caller, request.permission) }
    case 'graphs': {
      const seen = graphs.filter((graph) => can('READ', 'named-graph', request.database, graph))
      const changed = seen.filter((graph) => can('WRITE', 'named-graph', request.database, graph))
      return { value: { seen, changed } }
    }
  }
}

function same(left: Permission, right: Permission): boolean {
  return (
    JSON.stringify([left.action, left.resource.type, left.resource.name]) ===
    JSON.stringify([right.action, right.resource.type, right.resource.name])
  )
}

function add(list: Permission[], permission: Permission): void {
  if (!list.some((one) => same(one, permission))) list.push(permission)
}

function once(permissions: readonly Permission[]): Permission[] {
  const list: Permission[] = []
  for (const permission of permissions) add(list, permission)
  return list
}
