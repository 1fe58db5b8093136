#!/usr/bin/env node
import process from 'node:process'
import { commands } from './commands.ts'
import { exitCodes } from './exit-codes.ts'
import { programName } from './package-folder.ts'
import { runProgram } from './run-program.ts'
import { openOutput } from './terminal.ts'

const interrupted = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    // Who interrupts twice does not want to wait.
    if (interrupted.signal.aborted && signal === 'SIGINT') process.exit(exitCodes.interrupted)
    interrupted.abort(signal)
  })
}

for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: Error & { readonly code?: string }) => {
    // Whoever read the output has seen enough of it.
    if (error.code === 'EPIPE') process.exit(exitCodes.ok)
    throw error
  })
}

const code = await runProgram(process.argv.slice(2), commands, {
  terminal: {
    input: process.stdin,
    out: openOutput(process.stdout, process.env),
    error: openOutput(process.stderr, process.env),
  },
  environment: process.env,
  directory: process.cwd(),
  signal: interrupted.signal,
  program: programName(process.cwd()),
})
process.exitCode = code
// Else the process waits for what it does not need any more.
process.stdin.destroy()
