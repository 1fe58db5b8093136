import type { DatabaseSync } from 'node:sqlite'
import type { AccountChange } from '../accounts/account-store.ts'
import { ServiceError } from '../errors.ts'
import { mappingText } from './account-rows.ts'

/**
 * Carries out a part of a change of accounts within the transaction of the caller.
 *
 * @throws ServiceError `accountExists`, `accountUnknown`; failures of SQLite as they are
 */
export type ChangeAccounts = (change: AccountChange) => void

/** How the accounts in an open catalog file are changed. */
export function changeAccounts(sql: DatabaseSync): ChangeAccounts {
  const addUser = sql.prepare(
    'INSERT OR IGNORE INTO user (name, enabled, superuser, password, password_set) VALUES (?, 1, ?, ?, ?)',
  )
  const addTokenUser = sql.prepare(
    'INSERT OR IGNORE INTO user (name, enabled, superuser, issuer) VALUES (?, 1, 0, ?)',
  )
  const setMapping = sql.prepare('UPDATE user SET mapping = ? WHERE name = ?')
  const removeUser = sql.prepare('DELETE FROM user WHERE name = ?')
  // Whom a token made is a user like others from then on.
  const setPassword = sql.prepare(
    `UPDATE user SET password = ?, password_set = ?, mapping = iif(issuer IS NULL, mapping, NULL), issuer = NULL WHERE name = ?`,
  )
  const renewHash = sql.prepare('UPDATE user SET password = ? WHERE name = ? AND password = ?')
  const setEnabled = sql.prepare('UPDATE user SET enabled = ? WHERE name = ?')
  const addRole = sql.prepare('INSERT OR IGNORE INTO role VALUES (?)')
  const removeRole = sql.prepare('DELETE FROM role WHERE name = ?')
  const assign = sql.prepare('INSERT OR IGNORE INTO user_role VALUES (?, ?)')
  const unassign = sql.prepare('DELETE FROM user_role WHERE user = ? AND role = ?')
  const known = {
    user: sql.prepare('SELECT 1 FROM user WHERE name = ?'),
    role: sql.prepare('SELECT 1 FROM role WHERE name = ?'),
  }
  const grant = {
    user: sql.prepare('INSERT OR IGNORE INTO permission (user, action, type, name) VALUES (?, ?, ?, ?)'),
    role: sql.prepare('INSERT OR IGNORE INTO permission (role, action, type, name) VALUES (?, ?, ?, ?)'),
  }
  const revoke = {
    user: sql.prepare('DELETE FROM permission WHERE user = ? AND action = ? AND type = ? AND name = ?'),
    role: sql.prepare('DELETE FROM permission WHERE role = ? AND action = ? AND type = ? AND name = ?'),
  }
  const forget = sql.prepare(`DELETE FROM permission WHERE json_extract(name, '$[0]') = ? AND type = ?`)

  function requireKnown(kind: 'user' | 'role', name: string): void {
    if (known[kind].get(name) === undefined) throw unknown(kind, name)
  }

  return (change) => {
    switch (change.kind) {
      case 'addUser': {
        const { name, superuser, passwordHash } = change
        if (addUser.run(name, Number(superuser), passwordHash, now()).changes === 0) throw taken('user', name)
        return
      }
      case 'addTokenUser':
        if (addTokenUser.run(change.name, change.issuer).changes === 0) throw taken('user', change.name)
        return
      case 'setMapping':
        if (setMapping.run(mappingText(change.mapping), change.name).changes === 0) {
          throw unknown('user', change.name)
        }
        return
      case 'removeUser':
        if (removeUser.run(change.name).changes === 0) throw unknown('user', change.name)
        return
      case 'setPassword':
        if (setPassword.run(change.passwordHash, now(), change.name).changes === 0) {
          throw unknown('user', change.name)
        }
        return
      case 'renewHash':
        renewHash.run(change.passwordHash, change.name, change.former)
        return
      case 'setEnabled':
        if (setEnabled.run(Number(change.enabled), change.name).changes === 0) {
          throw unknown('user', change.name)
        }
        return
      case 'addRole':
        if (addRole.run(change.name).changes === 0) throw taken('role', change.name)
        return
      case 'removeRole':
        if (removeRole.run(change.name).changes === 0) throw unknown('role', change.name)
        return
      case 'assignRole':
      case 'unassignRole':
        requireKnown('user', change.user)
        requireKnown('role', change.role)
        if (change.kind === 'assignRole') assign.run(change.user, change.role)
        else unassign.run(change.user, change.role)
        return
      case 'grant':
      case 'revoke': {
        const { holder, permission } = change
        const { type, name } = permission.resource
        requireKnown(holder.kind, holder.name)
        const statement = change.kind === 'grant' ? grant[holder.kind] : revoke[holder.kind]
        statement.run(holder.name, permission.action, type, JSON.stringify(name))
        return
      }
      case 'forget':
        for (const type of change.types) forget.run(change.name, type)
        return
    }
  }
}

function now(): string {
  return new Date().toISOString()
}

const words = { user: 'User', role: 'Role' } as const

function taken(kind: 'user' | 'role', name: string): ServiceError {
  return new ServiceError('accountExists', `${words[kind]} '${name}' already exists.`)
}

function unknown(kind: 'user' | 'role', name: string): ServiceError {
  return new ServiceError('accountUnknown', `${words[kind]} '${name}' does not exist.`)
}
