import type { FastifyRequest } from 'fastify'
import { requirePermissions } from '../../accounts/holds-permission.ts'
import type { Permission } from '../../accounts/permission.ts'
import type { Session } from '../../accounts/session.ts'
import { pathPart } from '../http/request-parameters.ts'
import type { NeededPermission, Needs } from './needs.ts'

/**
 * Refuses a request whose route needs more than a session holds. What the path names need not be there.
 *
 * @throws ServiceError `forbidden`
 */
export function requireNeeds(session: Session, needs: Needs, request: FastifyRequest): void {
  if (session.superuser || needs === 'nobody' || needs === 'anybody') return
  requirePermissions(
    session,
    needs.map((needed) => permissionOf(needed, request)),
  )
}

function permissionOf({ action, type, name }: NeededPermission, request: FastifyRequest): Permission {
  return { action, resource: { type, name: name.map((part) => partOf(part, request)) } }
}

function partOf(part: string, request: FastifyRequest): string {
  return part.startsWith(':') ? pathPart(request, part.slice(1)) : part
}
