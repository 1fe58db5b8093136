import type { Command } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { exactOperands } from '../operands.ts'
import { serviceOptions } from '../service-options.ts'
import { openDatabaseTarget } from '../target.ts'

/** `data size` */
export const dataSize: Command = {
  name: 'data size',
  operands: 'DB',
  summary: 'Print how many triples a database has',
  details: ['A triple that stands in several graphs counts once.'],
  options: [
    { name: 'exact', summary: 'Changes nothing: every size is exact; for scripts that ask for it' },
    ...serviceOptions,
  ],
  async run(invocation, context) {
    const [given = ''] = exactOperands(invocation, ['DB'])
    await using target = await openDatabaseTarget(given, invocation, context)
    await context.terminal.out.write(`${await target.service.size(target.database)}\n`)
    return exitCodes.ok
  },
}
