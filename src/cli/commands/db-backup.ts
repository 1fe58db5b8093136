import { type Command, optionValue } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { writeFileWhole } from '../file-output.ts'
import { bytesText, countedText } from '../load-progress.ts'
import { exactOperands } from '../operands.ts'
import { serviceOptions } from '../service-options.ts'
import { openDatabaseTarget } from '../target.ts'

/** `db backup` */
export const dbBackup: Command = {
  name: 'db backup',
  operands: 'DB',
  summary: 'Copy a database with its options, namespaces and schemas into one file',
  details: ['The copy is of one moment; the database stays in use. Prints the name of the file.'],
  options: [
    {
      name: 'to',
      value: 'FILE',
      summary: 'Write the copy to this file; else into the folder backups of the home',
    },
    ...serviceOptions,
  ],
  async run(invocation, context) {
    const [given = ''] = exactOperands(invocation, ['DB'])
    const to = optionValue(invocation, 'to')
    const { out, error } = context.terminal
    await using target = await openDatabaseTarget(given, invocation, context)
    const { administration, database } = target
    if (to === undefined) {
      const { file, bytes, triples } = await administration.backup(database)
      await out.write(`${file}\n`)
      await error.write(
        `Backed up ${database} of ${target.place}: ${countedText(triples, 'triple')}, ${bytesText(bytes)}.\n`,
      )
      return exitCodes.ok
    }
    const bytes = await writeFileWhole(
      to,
      await administration.streamBackup(database, context.signal),
      context,
    )
    await out.write(`${to}\n`)
    await error.write(`Backed up ${database} of ${target.place}: ${bytesText(bytes)}.\n`)
    return exitCodes.ok
  },
}
