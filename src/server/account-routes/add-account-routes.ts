import type { FastifyInstance } from 'fastify'
import type { ServerParts } from '../server-parts.ts'
import { addPermissionRoutes } from './permission-routes.ts'
import { addRoleRoutes } from './role-routes.ts'
import { addSignInRoutes } from './sign-in-routes.ts'
import { addUserRoutes } from './user-routes.ts'

/**
 * Users, roles and permissions, and who one is. Anybody who signs in comes to these routes: what they may do there the
 * service of accounts settles by its own rules.
 */
export function addAccountRoutes(app: FastifyInstance, parts: ServerParts): void {
  addSignInRoutes(app, parts)
  addUserRoutes(app)
  addRoleRoutes(app)
  addPermissionRoutes(app)
}
