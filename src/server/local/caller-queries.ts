import { everyResource } from '../../accounts/permission.ts'
import { ServiceError } from '../../errors.ts'
import type { AdministrationService } from '../administration-service.ts'
import { askerOf } from '../sign-in/asker-of.ts'
import type { Caller } from '../sign-in/caller.ts'
import { may, requireMay } from '../sign-in/may.ts'
import type { RunningQueries } from './running-queries.ts'

/**
 * The running queries that a caller may know of, and end: their own, and all of them with a permission to administer the server.
 * Others are as if they did not run.
 */
export function callerQueries(
  running: RunningQueries,
  caller: Caller | undefined,
): Pick<AdministrationService, 'queries' | 'kill'> {
  const asker = askerOf(caller)
  const isOwn = ({ user }: { readonly user?: string }): boolean => asker !== undefined && user === asker
  const mayServer = (action: 'READ' | 'EXECUTE'): boolean => may(caller, action, 'dbms-admin', everyResource)
  return {
    queries: async () => (mayServer('READ') ? running.list() : running.list().filter(isOwn)),

    async kill(id) {
      const query = running.list().find((one) => one.id === id)
      const isSeen = query !== undefined && (isOwn(query) || mayServer('READ') || mayServer('EXECUTE'))
      if (!isSeen) throw new ServiceError('queryUnknown', `Query not found: ${id}`)
      if (!isOwn(query)) requireMay(caller, 'EXECUTE', 'dbms-admin', everyResource)
      running.kill(id)
    },
  }
}
