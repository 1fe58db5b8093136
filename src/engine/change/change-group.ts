import type { Namespaces } from '../../rdf/namespaces.ts'
import type { GraphAccess } from '../../sparql/graph-access.ts'
import { abandonChange, beginChange, commitChange } from '../../store/sqlite/change/change.ts'
import { databaseVersion, inMemory } from '../../store/sqlite/connection.ts'
import { Interner } from '../../store/sqlite/dictionary/interner.ts'
import { storageError } from '../../store/sqlite/storage-error.ts'
import type { EmbeddedStore } from '../open-store.ts'
import { type ErrorRecord, recordError } from '../processes/protocol.ts'
import { createSourceReader, type SourceReader } from '../source-reader.ts'
import { applyStep } from './apply-step.ts'
import type { ChangeStep, CountedReport, StepReport } from './change.ts'

/** One change of a group, each on behalf of whoever asked for it. */
export interface GroupedChange {
  readonly steps: readonly ChangeStep[]
  /** Which graphs they see, and may change; absent: all. */
  readonly access?: GraphAccess | undefined
}

/** What became of one change of a group. */
export type GroupOutcome =
  | { readonly kind: 'done'; readonly report: CountedReport }
  /** It left nothing behind, and took no other with it. */
  | { readonly kind: 'failed'; readonly error: ErrorRecord }

/**
 * Carries out changes one after the other in one commit, for which the disk is waited for once. One that fails is taken back
 * by itself.
 */
export async function changeAll(
  open: EmbeddedStore,
  changes: readonly GroupedChange[],
  namespaces: Namespaces,
): Promise<readonly GroupOutcome[]> {
  const { connection, store } = open
  const whole = beginChange(connection)
  const reader = createSourceReader(() => databaseVersion(connection), namespaces)
  const outcomes: GroupOutcome[] = []
  try {
    for (const change of changes) outcomes.push(await changeOne(open, change, namespaces, reader))
    if (outcomes.some(isChange)) {
      // Its own interner has seen nothing of what the changes made.
      commitChange(whole)
      store.changed()
    } else {
      abandonChange(whole)
      store.rolledBack()
    }
    return outcomes
  } catch (error) {
    abandonChange(whole)
    store.rolledBack()
    throw storageError(error, connection.location() ?? inMemory)
  }
}

/** Carries out one change of a group; numbers of terms that it made are taken back with it. */
async function changeOne(
  open: EmbeddedStore,
  { steps, access }: GroupedChange,
  namespaces: Namespaces,
  reader: SourceReader,
): Promise<GroupOutcome> {
  const { connection, store } = open
  connection.exec('SAVEPOINT one')
  const change = { database: connection, interner: new Interner(connection), signal: undefined, access }
  try {
    const reports: StepReport[] = []
    for (const step of steps) reports.push(await applyStep(open, change, step, reader, namespaces))
    change.interner.finish()
    connection.exec('RELEASE one')
    return { kind: 'done', report: sumOf(reports) }
  } catch (error) {
    // Where the transaction itself is gone, none of the group is left.
    if (!connection.isTransaction) throw error
    connection.exec('ROLLBACK TO one')
    connection.exec('RELEASE one')
    store.rolledBack()
    return { kind: 'failed', error: recordError(storageError(error, connection.location() ?? inMemory)) }
  }
}

function isChange(outcome: GroupOutcome): boolean {
  return outcome.kind === 'done' && outcome.report.added + outcome.report.removed > 0
}

function sumOf(steps: readonly StepReport[]): CountedReport {
  const added = steps.reduce((sum, step) => sum + step.added, 0)
  const removed = steps.reduce((sum, step) => sum + step.removed, 0)
  return { added, removed, quads: 0, bytes: 0, steps, prefixes: new Map() }
}
