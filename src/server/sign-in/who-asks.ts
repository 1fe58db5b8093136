import type { AuditEvent } from '../audit/audit.ts'
import type { Caller } from './caller.ts'

/** Who a caller is, and where from, for the audit. */
export function whoAsks({ session, address, requestId }: Caller): Partial<AuditEvent> {
  const { user, signedIn } = session
  return {
    // Nobody, where a route needs no credentials, has an empty name.
    ...(user !== '' && { user }),
    ...(signedIn !== undefined && { signedInAs: signedIn.user }),
    address,
    requestId,
  }
}
