import { requirePermissions } from '../../accounts/holds-permission.ts'
import { everyResource } from '../../accounts/permission.ts'
import { movesTokens } from '../../config/remote-rules.ts'
import type { Caller } from '../sign-in/caller.ts'

/**
 * Refuses that somebody decides where the tokens of those who ask a database are sent, or what these are for, who may not do
 * everything in any case: they could have what others may do elsewhere.
 *
 * @param before the options that the database has
 * @param after what they are to be
 * @throws ServiceError `forbidden`
 */
export function requireTokensStay(
  caller: Caller | undefined,
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): void {
  if (caller === undefined || !movesTokens(before, after)) return
  const everything = { type: '*', name: [everyResource] } as const
  requirePermissions(caller.session, [{ action: 'ALL', resource: everything }])
}
