import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { type Command, flag, optionValue, UsageError } from '../command.ts'
import { countedBytes } from '../counted-bytes.ts'
import { exitCodes } from '../exit-codes.ts'
import { countedText, loadProgress } from '../load-progress.ts'
import { exactOperands } from '../operands.ts'
import { readableFile } from '../readable-file.ts'
import { serviceOptions } from '../service-options.ts'
import { openTarget } from '../target.ts'

/** `db restore` */
export const dbRestore: Command = {
  name: 'db restore',
  operands: 'FILE',
  summary: 'Make a database of a backup',
  details: ['It has the name that it had when the copy was made, unless --name gives it another.'],
  options: [
    { name: 'name', value: 'NAME', summary: 'Name of the database' },
    { name: 'overwrite', summary: 'Put it in the place of a database of that name' },
    ...serviceOptions,
  ],
  async run(invocation, context) {
    const [file = ''] = exactOperands(invocation, ['FILE'])
    const path = resolve(context.directory, file)
    const found = await stat(path).catch(() => undefined)
    if (found === undefined) throw new UsageError(`There is no file ${file}.`)
    if (!found.isFile()) throw new UsageError(`${file} is a folder, or a device, not a file.`)
    const name = optionValue(invocation, 'name')
    const progress = loadProgress(file, context.terminal.error)
    const bytes = countedBytes(readableFile(file, path), 0, (counts) =>
      progress.update({ ...counts, totalBytes: found.size }),
    )
    await using target = await openTarget(invocation, context, { makesHome: true })
    const restored = await target.administration
      .restore(bytes, {
        overwrite: flag(invocation, 'overwrite'),
        signal: context.signal,
        ...(name === undefined ? {} : { name }),
      })
      .finally(() => progress.end())
    await context.terminal.error.write(
      `Restored the database ${restored.name} with ${countedText(restored.triples, 'triple')} in ${target.place}.\n`,
    )
    return exitCodes.ok
  },
}
