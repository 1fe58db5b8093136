import type { ServiceError } from '../../errors.ts'
import type { ChangeReport, ChangeStep } from '../change/change.ts'
import type { GroupedChange, GroupOutcome } from '../change/change-group.ts'
import { sameNamespaces } from '../change/same-namespaces.ts'
import type { FileDatabase } from '../database.ts'
import { busyError, cancelledError } from '../failures.ts'
import { isObject } from '../is-object.ts'
import { isOrderedSteps, isTarget, type OrderedStep, type Target } from './database-orders.ts'
import { isChangeReport } from './database-results.ts'
import type { Job } from './pool.ts'
import { restoreError } from './protocol.ts'
import type { Call } from './running-call.ts'

/** One change of a group, as it is told to another process. */
export interface OrderedChange extends Omit<GroupedChange, 'steps'> {
  readonly steps: readonly OrderedStep[]
}

/** Changes to be carried out in one commit, each on behalf of whoever asked for it. */
export interface GroupOrder extends Target {
  readonly changes: readonly OrderedChange[]
}

/** Small changes that wait for the writing process, to be given to it together. */
export interface ChangeGroups {
  /** Carries out a change that {@link isSmallChange}; it cannot be ended once it has begun. */
  change(
    database: FileDatabase,
    steps: readonly OrderedStep[],
    signal: AbortSignal | undefined,
  ): Promise<ChangeReport>
  /** Refuses what waits for a database. */
  release(database: FileDatabase, reason: ServiceError): void
}

/** UTF-16 code units of an update that is small. */
const smallText = 16_384

/** Changes of one commit, at most. */
const groupLimit = 64

/** Words of updates that may take long, wherever they stand in the text; a word may be written with code point escapes. */
const longWords = /where|load|add|copy|move|clear|drop|\\u/i

interface Waiting {
  readonly database: FileDatabase
  readonly steps: readonly OrderedStep[]
  readonly signal: AbortSignal | undefined
  settle(report: ChangeReport): void
  refuse(error: unknown): void
}

/** Whether a change takes little time whatever the database holds: short `INSERT DATA` and `DELETE DATA`. */
export function isSmallChange(steps: readonly ChangeStep[]): boolean {
  return steps.every(
    (step) =>
      step.kind === 'update' && step.update.text.length <= smallText && !longWords.test(step.update.text),
  )
}

/**
 * Groups of changes: those that come while others are written are written together, so that the disk is waited for once for
 * all of them. Each is answered when they are on disk.
 */
export function createChangeGroups(
  run: (database: FileDatabase, job: Omit<Job, 'prepare'>) => Promise<Call>,
  waitingLimit: number,
): ChangeGroups {
  const queues = new Map<string, Waiting[]>()

  async function write(path: string, queue: Waiting[]): Promise<void> {
    for (let group = nextGroup(queue); group.length > 0; group = nextGroup(queue)) {
      const wanted = group.filter(({ signal, refuse }) => {
        if (signal?.aborted) refuse(cancelledError())
        return signal?.aborted !== true
      })
      await writeGroup(wanted)
    }
    if (queues.get(path) === queue) queues.delete(path)
  }

  async function writeGroup(group: readonly Waiting[]): Promise<void> {
    const [first] = group
    if (first === undefined) return
    const { database } = first
    try {
      const changes = group.map((one) => ({ steps: one.steps, access: one.database.access }))
      const argument: GroupOrder = { database, changes }
      const call = await run(database, { operation: 'changeAll', argument })
      const outcomes = await call.result
      if (!isOutcomes(outcomes, group.length))
        throw new Error('A database process did not say what became of changes.')
      for (const [index, { settle, refuse }] of group.entries()) {
        const outcome = outcomes[index]
        if (outcome?.kind === 'done') settle(outcome.report)
        else if (outcome !== undefined) refuse(restoreError(outcome.error))
      }
    } catch (error) {
      for (const { refuse } of group) refuse(error)
    }
  }

  return {
    change(database, steps, signal) {
      const { promise, resolve, reject } = Promise.withResolvers<ChangeReport>()
      const waiting = { database, steps, signal, settle: resolve, refuse: reject }
      const queue = queues.get(database.path)
      if (queue !== undefined) {
        if (queue.length >= waitingLimit) return Promise.reject(busyError(waitingLimit))
        queue.push(waiting)
        return promise
      }
      const fresh = [waiting]
      queues.set(database.path, fresh)
      void write(database.path, fresh)
      return promise
    },
    release(database, reason) {
      for (const { refuse } of queues.get(database.path)?.splice(0) ?? []) refuse(reason)
    },
  }
}

/** Takes the changes from the beginning of a queue that have the same prefixes. */
function nextGroup(queue: Waiting[]): readonly Waiting[] {
  const namespaces = queue[0]?.database.namespaces
  const end = queue.findIndex(({ database }) => !sameNamespaces(database.namespaces, namespaces))
  return queue.splice(0, Math.min(end < 0 ? queue.length : end, groupLimit))
}

/** Whether an argument is changes to be carried out in one commit. */
export function isGroupOrder(value: unknown): value is GroupOrder {
  return (
    isTarget(value) &&
    'changes' in value &&
    Array.isArray(value.changes) &&
    value.changes.every((change) => isObject(change) && 'steps' in change && isOrderedSteps(change.steps))
  )
}

function isOutcomes(value: unknown, length: number): value is readonly GroupOutcome[] {
  return Array.isArray(value) && value.length === length && value.every(isOutcome)
}

function isOutcome(value: unknown): value is GroupOutcome {
  if (typeof value !== 'object' || value === null || !('kind' in value)) return false
  return value.kind === 'done' ? 'report' in value && isChangeReport(value.report) : 'error' in value
}
