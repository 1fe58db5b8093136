import type { FastifyBaseLogger } from 'fastify'
import type { ToldWarnings } from '../engine/engine.ts'

/** Warnings that one line of the log has. */
const most = 100

/** Where those who want to know of warnings listen, and who has some tells them. */
export interface ReasoningWarnings {
  tell(told: ToldWarnings): void
  listen(listener: (told: ToldWarnings) => void): void
}

/** Warnings without listeners yet; what is told before there is one is lost. */
export function createReasoningWarnings(): ReasoningWarnings {
  const listeners: ((told: ToldWarnings) => void)[] = []
  return {
    tell(told) {
      for (const listener of listeners) listener(told)
    },
    listen(listener) {
      listeners.push(listener)
    },
  }
}

/** Writes warnings to the log, those of a database in one line. */
export function logWarnings(log: FastifyBaseLogger, { database, warnings }: ToldWarnings): void {
  log.warn(
    { database, leftOut: warnings.length, warnings: warnings.slice(0, most) },
    'reasoning leaves axioms out',
  )
}
