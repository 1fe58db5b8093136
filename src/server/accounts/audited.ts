import { ServiceError } from '../../errors.ts'
import type { AuditEvent, AuditLog } from '../audit.ts'
import type { Caller } from '../caller.ts'

/** What is done with accounts, for the audit. */
export type AccountWork = Pick<AuditEvent, 'action' | 'target' | 'details'>

/**
 * Carries out work on somebody's behalf and has it written down once it is done, or has failed. What is refused as forbidden is
 * written where requests are refused.
 */
export async function audited<Result>(
  audit: Pick<AuditLog, 'write'> | undefined,
  caller: Caller | undefined,
  work: AccountWork,
  carryOut: () => Promise<Result> | Result,
): Promise<Result> {
  const write = (outcome: AuditEvent['outcome'], reason?: string): void =>
    audit?.write({
      ...work,
      ...(reason !== undefined && { details: { ...work.details, reason } }),
      ...whoAsks(caller),
      outcome,
    })
  let result: Result
  try {
    result = await carryOut()
  } catch (error) {
    const kind = error instanceof ServiceError ? error.kind : 'internal'
    if (kind !== 'forbidden' && kind !== 'tooManyAttempts') write('failed', kind)
    throw error
  }
  write('done')
  return result
}

function whoAsks(caller: Caller | undefined): Partial<AuditEvent> {
  if (caller === undefined) return {}
  const { session, address, requestId } = caller
  const { user, signedInAs } = session
  return { user, ...(signedInAs !== undefined && { signedInAs }), address, requestId }
}
