import { illegalPermission, shown } from './illegal-permission.ts'
import type { Permission, Resource } from './permission.ts'
import { readAction, readResource, readResourceType } from './read-permission.ts'

/**
 * Reads a permission from its text, such as `read db:garden`, `write named-graph:garden\http://g.example/1` or `all *:*`.
 *
 * @throws ServiceError `illegalArgument`, which says what is possible
 */
export function parsePermission(text: string): Permission {
  const [, action, resource] = /^\s*(\S+)\s+(\S.*)$/su.exec(text) ?? []
  if (action === undefined || resource === undefined) {
    throw illegalPermission(
      `${shown(text)} is no permission: it has to be an action and a resource, such as "read db:garden".`,
    )
  }
  return { action: readAction(action), resource: parseResource(resource) }
}

/**
 * Reads a resource from its text: its type, a colon, and its name.
 *
 * @throws ServiceError `illegalArgument`
 */
export function parseResource(text: string): Resource {
  const colon = text.indexOf(':')
  if (colon < 0) {
    throw illegalPermission(
      `${shown(text)} is no resource: it has to be a type and a name, such as "db:garden".`,
    )
  }
  return readResource(readResourceType(text.slice(0, colon)), [text.slice(colon + 1)])
}
