import { availableParallelism } from 'node:os'
import type { Engine, EngineOptions } from './engine.ts'
import { createLocalEngine } from './local-engine.ts'
import { createProcessEngine } from './process-engine.ts'

/** The limits of an engine that is given none. */
const engineDefaults = {
  memoryLimit: 2 ** 30,
  timeout: 300_000,
  waitingLimit: 256,
} as const

/** An engine; its processes start when they are needed. */
export function createEngine(options: EngineOptions = {}): Engine {
  const timeout = options.timeout ?? engineDefaults.timeout
  if (options.isolation === 'none') return createLocalEngine(timeout, options.limits)
  return createProcessEngine({
    processes: options.processes ?? availableParallelism(),
    memoryLimit: options.memoryLimit ?? engineDefaults.memoryLimit,
    waitingLimit: options.waitingLimit ?? engineDefaults.waitingLimit,
    timeout,
    limits: options.limits ?? {},
  })
}
