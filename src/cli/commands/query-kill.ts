import type { Command } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { exactOperands } from '../operands.ts'
import { serviceOptions } from '../service-options.ts'
import { openTarget } from '../target.ts'

/** `query kill` */
export const queryKill: Command = {
  name: 'query kill',
  operands: 'ID',
  summary: 'End a query or an update that is being carried out',
  details: [
    'Whoever waits for it is told that it was killed; an update has then changed nothing. "query list" tells the ids.',
  ],
  options: serviceOptions,
  async run(invocation, context) {
    const [id = ''] = exactOperands(invocation, ['ID'])
    await using target = await openTarget(invocation, context)
    await target.administration.kill(id)
    await context.terminal.error.write(`Killed the query ${id}.\n`)
    return exitCodes.ok
  },
}
