import type { Role } from '../accounts/account.ts'
import type { Permission } from '../accounts/permission.ts'
import { readPermission } from '../accounts/read-permission.ts'
import type { RoleMapping } from '../accounts/role-mapping.ts'
import { ServiceError } from '../errors.ts'
import type { HeldPermission, UserFacts } from '../server/account-service.ts'
import { isObject } from '../server/http/json-body.ts'
import { unlikeOurs } from './remote-calls.ts'

type Json = Readonly<Record<string, unknown>>

/** Reads what a server answers about users, roles and permissions; what is of another form is an `UnreachableServer`. */
export interface AccountAnswers {
  /** The names in a member of an answer. */
  namesOf(answer: Json, member: string): readonly string[]
  flagOf(answer: Json, member: string): boolean
  userOf(name: string, answer: Json): UserFacts
  usersOf(answer: Json): readonly UserFacts[]
  rolesOf(answer: Json): readonly Role[]
  permissionsOf(answer: Json): readonly Permission[]
}

/** The reader of the answers of a server. */
export function accountAnswers(server: URL): AccountAnswers {
  function listOf(value: unknown): readonly unknown[] {
    if (Array.isArray(value)) return value
    throw unlikeOurs(server)
  }

  function objectOf(value: unknown): Json {
    if (isObject(value)) return value
    throw unlikeOurs(server)
  }

  function textOf(value: unknown): string {
    if (typeof value === 'string') return value
    throw unlikeOurs(server)
  }

  function flagOf(answer: Json, member: string): boolean {
    const value = answer[member]
    if (typeof value === 'boolean') return value
    throw unlikeOurs(server)
  }

  function permissionOf(value: unknown): Permission {
    try {
      return readPermission(objectOf(value))
    } catch (error) {
      throw error instanceof ServiceError ? unlikeOurs(server) : error
    }
  }

  function heldOf(value: unknown): HeldPermission {
    return { ...permissionOf(value), explicit: flagOf(objectOf(value), 'explicit') }
  }

  function namesOf(answer: Json, member: string): readonly string[] {
    return listOf(answer[member]).map(textOf)
  }

  /** What a token said of a user's roles. */
  function mappingOf(answer: Json): RoleMapping {
    return { roles: namesOf(answer, 'roles'), superuser: flagOf(answer, 'superuser') }
  }

  function userOf(name: string, answer: Json): UserFacts {
    const { issuer, last_mapping: lastMapping } = answer
    return {
      name,
      enabled: flagOf(answer, 'enabled'),
      superuser: flagOf(answer, 'superuser'),
      roles: namesOf(answer, 'roles'),
      permissions: listOf(answer['permissions']).map(heldOf),
      ...(issuer !== undefined && { issuer: textOf(issuer) }),
      ...(lastMapping !== undefined && { lastMapping: mappingOf(objectOf(lastMapping)) }),
    }
  }

  function permissionsOf(answer: Json): readonly Permission[] {
    return listOf(answer['permissions']).map(permissionOf)
  }

  return {
    namesOf,
    flagOf,
    userOf,
    usersOf: (answer) =>
      listOf(answer['users'])
        .map(objectOf)
        .map((user) => userOf(textOf(user['username']), user)),
    rolesOf: (answer) =>
      listOf(answer['roles'])
        .map(objectOf)
        .map((role) => ({ name: textOf(role['rolename']), permissions: permissionsOf(role) })),
    permissionsOf,
  }
}
