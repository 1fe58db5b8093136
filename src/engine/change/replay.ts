import { abandonChange, beginChange, type Change, commitChange } from '../../store/sqlite/change/change.ts'
import { databaseVersion, inMemory } from '../../store/sqlite/connection.ts'
import { shrinkLog } from '../../store/sqlite/shrink-log.ts'
import { storageError } from '../../store/sqlite/storage-error.ts'
import type { EmbeddedStore } from '../open-store.ts'
import type { LoadOptions } from '../rdf-source.ts'
import { createSourceReader, type SourceReader } from '../source-reader.ts'
import { applyStep } from './apply-step.ts'
import type { ChangeScope, ChangeStep, CountedReport, StepReport } from './change.ts'
import { sameScope } from './same-scope.ts'

/** The state of a database after steps that are carried out and not committed; its connection reads that state. */
export interface Replay {
  readonly open: EmbeddedStore
  readonly change: Change
  readonly reader: SourceReader
  /** In which the steps were carried out. */
  readonly scope: ChangeScope
  /** The steps as text, by which they are known again. */
  readonly keys: readonly string[]
  readonly reports: readonly StepReport[]
}

/** Quads from which on a change has made the write-ahead log so large that emptying it is worth a moment. */
const manyQuads = 100_000

/**
 * Carries out steps within a change that is left open; of `before`, a replay of the first of them, only what is missing.
 * Where a step fails, all of it is taken back.
 *
 * @param before of the same scope
 */
export async function replaySteps(
  open: EmbeddedStore,
  steps: readonly ChangeStep[],
  scope: ChangeScope,
  options: LoadOptions = {},
  before?: Replay,
): Promise<Replay> {
  const { connection, store } = open
  const { signal } = options
  const { namespaces, access } = scope
  const begun = before?.change ?? beginChange(connection)
  const change = { ...begun, signal, access }
  const reader = before?.reader ?? createSourceReader(() => databaseVersion(connection), namespaces, options)
  const keys = [...(before?.keys ?? [])]
  const reports = [...(before?.reports ?? [])]
  try {
    for (const step of steps.slice(keys.length)) {
      signal?.throwIfAborted()
      reports.push(await applyStep(open, change, step, reader, namespaces))
      keys.push(stepKey(step))
    }
    change.interner.finish()
    signal?.throwIfAborted()
    store.changed()
  } catch (error) {
    abandonChange(change)
    store.rolledBack()
    throw storageError(error, connection.location() ?? inMemory)
  }
  return { open, change, reader, scope, keys, reports }
}

/** Whether steps begin with those of a replay, in the same scope, so that it can be carried on to them. */
export function leadsTo(
  { keys, scope: known }: Replay,
  steps: readonly ChangeStep[],
  scope: ChangeScope,
): boolean {
  if (!sameScope(known, scope)) return false
  return keys.every((key, index) => {
    const step = steps[index]
    return step !== undefined && stepKey(step) === key
  })
}

/** Commits a replay; one that changes nothing is taken back. */
export function commitReplay(replay: Replay): CountedReport {
  const { open, change, reader, reports } = replay
  const added = sum(reports.map((report) => report.added))
  const removed = sum(reports.map((report) => report.removed))
  if (added + removed === 0) {
    dropReplay(replay)
  } else {
    try {
      commitChange(change)
      open.store.changed()
    } catch (error) {
      dropReplay(replay)
      throw storageError(error, open.connection.location() ?? inMemory)
    }
    if (added + removed >= manyQuads) shrinkLog(open.connection)
  }
  const { quads, bytes, prefixes } = reader
  return { added, removed, quads, bytes, steps: reports, prefixes }
}

/** Takes a replay back. */
export function dropReplay({ open, change }: Replay): void {
  abandonChange(change)
  open.store.rolledBack()
}

function stepKey(step: ChangeStep): string {
  if (step.kind !== 'add' && step.kind !== 'remove') return JSON.stringify(step)
  const { bytes: _, ...source } = step.source
  return JSON.stringify({ kind: step.kind, source })
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
