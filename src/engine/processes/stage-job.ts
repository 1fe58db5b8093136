import type { ChangeStep } from '../change/change.ts'
import type { StagedCounts } from '../change/stage-step.ts'
import type { EmbeddedDatabase } from '../database.ts'
import type { LoadOptions } from '../rdf-source.ts'
import { changeJob, orderedStep } from './change-job.ts'
import { isOrderedSteps, isTarget, type OrderedStep, type Target } from './database-orders.ts'
import { isCounts } from './database-results.ts'
import type { Job } from './pool.ts'

/** A step to check and to keep. */
export interface StageOrder extends Target {
  readonly step: OrderedStep
  /** Absolute path of the file that is made of its source. */
  readonly file: string
}

/** The job of keeping a step for later. */
export function stageJob(
  database: EmbeddedDatabase,
  step: ChangeStep,
  file: string,
  options: LoadOptions,
): Omit<Job, 'prepare'> {
  const order: StageOrder = { database, step: orderedStep(step), file }
  return { ...changeJob(database, [step], options), operation: 'stage', argument: order }
}

/** Whether an argument is a step to keep. */
export function isStageOrder(value: unknown): value is StageOrder {
  return (
    isTarget(value) &&
    'step' in value &&
    isOrderedSteps([value.step]) &&
    'file' in value &&
    typeof value.file === 'string'
  )
}

/** Whether a value says what was read of a step. */
export function isStagedCounts(value: unknown): value is StagedCounts {
  return isCounts(value) && 'prefixes' in value && value.prefixes instanceof Map
}
