import { createReadStream } from 'node:fs'
import type { ChangeStep } from '../change/change.ts'
import type { Database } from '../database.ts'
import type { LoadOptions, RdfSource } from '../rdf-source.ts'
import type { ChangeOrder, OrderedStep } from './database-orders.ts'
import { isCounts } from './database-results.ts'
import type { Job } from './pool.ts'

/** The job of changing a database. */
export function changeJob(
  database: Database,
  steps: readonly ChangeStep[],
  { signal, onProgress }: LoadOptions,
): Omit<Job, 'prepare'> {
  const order: ChangeOrder & { readonly database: Database } = { database, steps: orderedSteps(steps) }
  return {
    operation: 'change',
    argument: order,
    inputs: sourcesOf(steps).flatMap(({ path, bytes }) =>
      path === undefined ? [bytes[Symbol.asyncIterator]()] : [],
    ),
    signal,
    isDoneWhenDone: true,
    ...(onProgress && {
      onProgress: (value: unknown) => {
        if (isCounts(value)) onProgress(value)
      },
    }),
  }
}

/** Steps as they are told to another process. */
export function orderedSteps(steps: readonly ChangeStep[]): readonly OrderedStep[] {
  return steps.map(orderedStep)
}

/** A step as it is told to another process. */
export function orderedStep(step: ChangeStep): OrderedStep {
  if (step.kind !== 'add' && step.kind !== 'remove') return step
  const { bytes: _, ...source } = step.source
  return { kind: step.kind, source }
}

/** Steps as another process told them, with their bytes: those of files, or the inputs by number. */
export function stepsOfOrder(
  steps: readonly OrderedStep[],
  input: (number: number) => AsyncIterable<Uint8Array>,
): readonly ChangeStep[] {
  let inputs = 0
  return steps.map((step) => stepOfOrder(step, () => input(inputs++)))
}

/** A step as another process told it, with its bytes: those of a file, or an input. */
export function stepOfOrder(step: OrderedStep, input: () => AsyncIterable<Uint8Array>): ChangeStep {
  if (step.kind !== 'add' && step.kind !== 'remove') return step
  const { path } = step.source
  return { kind: step.kind, source: { ...step.source, bytes: path === undefined ? input() : bytesOf(path) } }
}

/** The bytes of a file, which is opened when they are first read. */
function bytesOf(path: string): AsyncIterable<Uint8Array> {
  return { [Symbol.asyncIterator]: () => createReadStream(path)[Symbol.asyncIterator]() }
}

/** The sources of steps, in order. */
export function sourcesOf(steps: readonly ChangeStep[]): readonly RdfSource[] {
  return steps.flatMap((step) => (step.kind === 'add' || step.kind === 'remove' ? [step.source] : []))
}
