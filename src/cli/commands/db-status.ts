import type { DatabaseStatus } from '../../server/administration-service.ts'
import type { Command } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { exactOperands } from '../operands.ts'
import { serviceOptions } from '../service-options.ts'
import { openDatabaseTarget } from '../target.ts'
import { styled } from '../terminal.ts'

/** `db status` */
export const dbStatus: Command = {
  name: 'db status',
  operands: 'DB',
  summary: 'Tell what a database is, and whether it, or its endpoint, answers',
  details: [
    'Prints NAME=VALUE lines. An endpoint is asked: the exit code is 3 where it does not answer, or the database is offline.',
  ],
  options: serviceOptions,
  async run(invocation, context) {
    const [given = ''] = exactOperands(invocation, ['DB'])
    await using target = await openDatabaseTarget(given, invocation, context)
    const status = await target.administration.status(target.database)
    const { out } = context.terminal
    const lines = valuesOf(status).map(([name, value]) => `${styled(name, 'blue', out.colour)}=${value}\n`)
    await out.write(lines.join(''))
    return status.online && status.remote?.reachable !== false ? exitCodes.ok : exitCodes.serviceFailed
  },
}

function valuesOf({
  remote,
  ...status
}: DatabaseStatus): readonly (readonly [name: string, value: string])[] {
  return Object.entries({ ...status, ...remote }).map(([name, value]) => [name, String(value)])
}
