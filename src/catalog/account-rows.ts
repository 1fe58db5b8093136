import type { DatabaseSync } from 'node:sqlite'
import type { Holder, Role, User } from '../accounts/account.ts'
import {
  type Action,
  actions,
  type Permission,
  type ResourceType,
  resourceTypes,
} from '../accounts/permission.ts'
import type { RoleMapping } from '../accounts/role-mapping.ts'

/** What is kept of a user's password. */
export interface PasswordRow {
  readonly hash: string | undefined
  /** ISO 8601, UTC. */
  readonly set: string | undefined
}

/** The tables of users, roles and permissions, as they are read; failures of SQLite are thrown as they are. */
export interface AccountRows {
  users(): readonly User[]
  user(name: string): User | undefined
  password(user: string): PasswordRow | undefined
  roles(): readonly Role[]
  role(name: string): Role | undefined
  usersOf(role: string): readonly string[]
  /** What of the permissions this version does not know, if anything. */
  strangePermission(): string | undefined
}

type Row = Readonly<Record<string, unknown>>

/** The accounts in an open catalog file. */
export function accountRows(sql: DatabaseSync): AccountRows {
  const userColumns = 'SELECT name, enabled, superuser, issuer, mapping FROM user'
  const allUsers = sql.prepare(`${userColumns} ORDER BY name`)
  const oneUser = sql.prepare(`${userColumns} WHERE name = ?`)
  const password = sql.prepare('SELECT password, password_set FROM user WHERE name = ?')
  const allAssignments = sql.prepare('SELECT user, role FROM user_role ORDER BY user, role')
  const rolesOf = sql.prepare('SELECT role FROM user_role WHERE user = ? ORDER BY role')
  const usersOf = sql.prepare('SELECT user FROM user_role WHERE role = ? ORDER BY user')
  const allRoles = sql.prepare('SELECT name FROM role ORDER BY name')
  const oneRole = sql.prepare('SELECT name FROM role WHERE name = ?')
  const allPermissions = sql.prepare('SELECT user, role, action, type, name FROM permission ORDER BY number')
  const permissionsOf = {
    user: sql.prepare('SELECT action, type, name FROM permission WHERE user = ? ORDER BY number'),
    role: sql.prepare('SELECT action, type, name FROM permission WHERE role = ? ORDER BY number'),
  }

  const permissions = ({ kind, name }: Holder): readonly Permission[] =>
    permissionsOf[kind].all(name).map(permissionOf)

  /** Those of all holders of a kind, by their names. */
  function permissionsBy(kind: Holder['kind']): ReadonlyMap<string, readonly Permission[]> {
    const rows = allPermissions.all().filter((row) => row[kind] !== null)
    return grouped(rows, (row) => text(row[kind]), permissionOf)
  }

  return {
    users() {
      const rolesBy = grouped(
        allAssignments.all(),
        ({ user }) => text(user),
        ({ role }) => text(role),
      )
      const granted = permissionsBy('user')
      return allUsers.all().map((row) => {
        const name = text(row['name'])
        return userOf(row, rolesBy.get(name) ?? [], granted.get(name) ?? [])
      })
    },
    user(name) {
      const row = oneUser.get(name)
      if (row === undefined) return undefined
      const roles = rolesOf.all(name).map(({ role }) => text(role))
      return userOf(row, roles, permissions({ kind: 'user', name }))
    },
    password(user) {
      const row = password.get(user)
      if (row === undefined) return undefined
      return { hash: optionalText(row['password']), set: optionalText(row['password_set']) }
    },
    roles() {
      const granted = permissionsBy('role')
      return allRoles.all().map((row) => {
        const name = text(row['name'])
        return { name, permissions: granted.get(name) ?? [] }
      })
    },
    role: (name) =>
      oneRole.get(name) === undefined
        ? undefined
        : { name, permissions: permissions({ kind: 'role', name }) },
    usersOf: (role) => usersOf.all(role).map(({ user }) => text(user)),
    strangePermission() {
      const kinds = sql.prepare('SELECT DISTINCT action, type FROM permission').all()
      const strange = kinds.find(({ action, type }) => !isAction(action) || !isResourceType(type))
      return strange === undefined ? undefined : `${strange['action']} ${strange['type']}`
    },
  }
}

function userOf(row: Row, roles: readonly string[], permissions: readonly Permission[]): User {
  const issuer = optionalText(row['issuer'])
  const mapping = optionalText(row['mapping'])
  return {
    name: text(row['name']),
    enabled: row['enabled'] === 1,
    superuser: row['superuser'] === 1,
    roles,
    permissions,
    ...(issuer !== undefined && { issuer }),
    ...(mapping !== undefined && { lastMapping: mappingOf(mapping) }),
  }
}

/** A mapping, as it is kept. */
export function mappingText({ roles, superuser }: RoleMapping): string {
  return JSON.stringify({ roles, superuser })
}

function mappingOf(json: string): RoleMapping {
  const { roles, superuser }: { readonly roles?: unknown; readonly superuser?: unknown } = JSON.parse(json)
  const isList = Array.isArray(roles) && roles.every((role) => typeof role === 'string')
  if (!isList || typeof superuser !== 'boolean') throw new Error('A mapping of the catalog is none.')
  return { roles, superuser }
}

function permissionOf({ action, type, name }: Row): Permission {
  const parts: unknown = JSON.parse(text(name))
  const isName = Array.isArray(parts) && parts.every((part) => typeof part === 'string')
  if (!isAction(action) || !isResourceType(type) || !isName) {
    throw new Error('A permission of the catalog is none that this version knows.')
  }
  return { action, resource: { type, name: parts } }
}

function isAction(value: unknown): value is Action {
  return actions.some((action) => action === value)
}

function isResourceType(value: unknown): value is ResourceType {
  return resourceTypes.some((type) => type === value)
}

function grouped<Item>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  itemOf: (row: Row) => Item,
): ReadonlyMap<string, readonly Item[]> {
  const groups = new Map<string, Item[]>()
  for (const row of rows) {
    const key = keyOf(row)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [itemOf(row)])
    else group.push(itemOf(row))
  }
  return groups
}

function text(value: unknown): string {
  if (typeof value !== 'string') throw new Error('A column of the accounts is no text.')
  return value
}

function optionalText(value: unknown): string | undefined {
  return value === null ? undefined : text(value)
}
