import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    environment: 'node',
    setupFiles: ['test/random-cases.ts'],
    // Tests start query processes and call SQLite: both want real processes around them.
    pool: 'forks',
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
