import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    environment: 'node',
    setupFiles: ['test/random-cases.ts'],
    // Tests start query processes and call SQLite: both want real processes around them.
    pool: 'forks',
    // Much of the time a test waits for processes that it started: two at once take less of it on two cores as well.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // They end what hangs: a test that starts several processes takes long on a machine that has much else to do.
    testTimeout: 240_000,
    hookTimeout: 240_000,
  },
})
