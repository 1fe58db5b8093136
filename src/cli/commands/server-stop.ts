import { setTimeout as pause } from 'node:timers/promises'
import { runningServer } from '../../config/running-server.ts'
import { ServiceError } from '../../errors.ts'
import type { Command } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { exactOperands } from '../operands.ts'
import { serverOfHome } from '../running-home.ts'
import { homeOption } from '../service-options.ts'

/** How long a server may take to stop: its running queries get ten seconds, in milliseconds. */
const patience = 20_000

/** `server stop` */
export const serverStop: Command = {
  name: 'server stop',
  operands: '',
  summary: 'Stop the server that runs on the home folder, and wait until it has ended',
  details: ['Its running queries get ten seconds to end.'],
  options: [homeOption],
  async run(invocation, context) {
    exactOperands(invocation, [])
    const { folder, running } = serverOfHome(invocation, context)
    process.kill(running.pid, 'SIGTERM')
    const deadline = performance.now() + patience
    while (runningServer(folder)?.pid === running.pid) {
      if (performance.now() > deadline) {
        throw new ServiceError('serverBusy', `The server (process ${running.pid}) has not stopped yet.`)
      }
      await pause(20, undefined, { signal: context.signal })
    }
    await context.terminal.out.write(`Stopped the server on ${folder}.\n`)
    return exitCodes.ok
  },
}
