import { requirePermissions } from '../../accounts/holds-permission.ts'
import { everyResource } from '../../accounts/permission.ts'
import { remotePrefix } from '../../config/remote-option-table.ts'
import type { Caller } from '../sign-in/caller.ts'
import { requireMay } from '../sign-in/may.ts'

/**
 * Refuses options of a database that are not set by whoever may change its other options: where it lives, and whether its graphs
 * have permissions of their own, which only those may say who see and change all of them in any case.
 *
 * @throws ServiceError `forbidden`, whether there is such a database or not
 */
export function requireOptions(
  caller: Caller | undefined,
  database: string,
  options: readonly string[],
): void {
  if (options.some((name) => name.startsWith(remotePrefix)))
    requireMay(caller, 'WRITE', 'data-source', database)
  if (caller === undefined || !options.includes('security.named.graphs')) return
  const resource = { type: 'named-graph', name: [database, everyResource] } as const
  requirePermissions(caller.session, [
    { action: 'READ', resource },
    { action: 'WRITE', resource },
  ])
}
