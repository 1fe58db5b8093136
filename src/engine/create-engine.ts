import { availableParallelism, tmpdir } from 'node:os'
import { resolve } from 'node:path'
import type { Engine, EngineOptions } from './engine.ts'
import { remoteAccess } from './federation/remote-access.ts'
import { createLocalEngine } from './local/local-engine.ts'
import { createProcessEndpoints } from './processes/process-endpoints.ts'
import { createProcessEngine, type ProcessLimits } from './processes/process-engine.ts'
import { eachOnce } from './reasoning/told-warnings.ts'
import { routeEngine } from './route-engine.ts'

/** The limits of an engine that is given none. */
const engineDefaults = {
  memoryLimit: 2 ** 30,
  timeout: 300_000,
  waitingLimit: 256,
} as const

/** An engine; its processes start when they are needed. */
export function createEngine(options: EngineOptions = {}): Engine {
  const timeout = options.timeout ?? engineDefaults.timeout
  const folder = resolve(options.spoolFolder ?? tmpdir())
  const told = options.onWarnings && { onWarnings: eachOnce(options.onWarnings) }
  const remote = { ...options.remote, documents: { ...options.remote?.documents, folder } }
  if (options.isolation === 'none') {
    return routeEngine(createLocalEngine(timeout, { ...options, ...told, remote }), async () => {
      const { createLocalEndpoints } = await import('./local/local-endpoints.ts')
      return createLocalEndpoints(timeout, { ...options, ...told, remote })
    })
  }
  const limits: ProcessLimits = {
    processes: options.processes ?? availableParallelism(),
    memoryLimit: options.memoryLimit ?? engineDefaults.memoryLimit,
    waitingLimit: options.waitingLimit ?? engineDefaults.waitingLimit,
    timeout,
    limits: options.limits ?? {},
    answerLimits: options.answerLimits ?? {},
    remote: remoteAccess(remote),
    spoolFolder: folder,
    ...told,
  }
  return routeEngine(createProcessEngine(limits), async () => createProcessEndpoints(limits))
}
