import { type ErrorName, ServiceError } from '../../errors.ts'
import type { Caller } from '../sign-in/caller.ts'
import { whoAsks } from '../sign-in/who-asks.ts'
import type { AuditEvent, AuditLog } from './audit.ts'

/** What is done, for the audit: to accounts, schemas, databases or the server. */
export type AuditedWork = Pick<AuditEvent, 'action' | 'target' | 'details'>

/**
 * Failures that are not written here. What is refused is written where requests are; and what makes no sense was not tried: anybody
 * could fill the log with it.
 */
const unwritten: ReadonlySet<string> = new Set<ErrorName>([
  'forbidden',
  'tooManyAttempts',
  'illegalArgument',
  'illegalPassword',
])

/** Carries out work on somebody's behalf and has it written down once it is done, or has failed. */
export async function audited<Result>(
  audit: Pick<AuditLog, 'write'> | undefined,
  caller: Caller | undefined,
  work: AuditedWork,
  carryOut: () => Promise<Result> | Result,
): Promise<Result> {
  const write = (outcome: AuditEvent['outcome'], reason?: string): void =>
    audit?.write({
      ...work,
      ...(reason !== undefined && { details: { ...work.details, reason } }),
      ...(caller && whoAsks(caller)),
      outcome,
    })
  let result: Result
  try {
    result = await carryOut()
  } catch (error) {
    const kind = error instanceof ServiceError ? error.kind : 'internal'
    if (!unwritten.has(kind)) write('failed', kind)
    throw error
  }
  write('done')
  return result
}
