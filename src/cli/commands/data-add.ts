import { type Command, optionValue, UsageError } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { countText, loadProgress, rateText } from '../load-progress.ts'
import { leadingOperand } from '../operands.ts'
import { graphOf, graphOption, rdfFiles } from '../rdf-files.ts'
import { serviceOptions } from '../service-options.ts'
import { databaseOperand, openTarget, serverTarget } from '../target.ts'

/** `data add` */
export const dataAdd: Command = {
  name: 'data add',
  operands: 'DB FILE…',
  summary: 'Add files of RDF to a database',
  details: ['Each file is one commit: the first one with an error ends the command, those before it stay.'],
  options: [graphOption, ...serviceOptions],
  async run(invocation, context) {
    const { first, rest } = leadingOperand(invocation, 'DB')
    if (rest.length === 0) throw new UsageError('The operand FILE is missing.')
    const files = await rdfFiles(rest, context.directory, graphOf(optionValue(invocation, 'graph')))
    const { server, database } = databaseOperand(first)
    await using target = server === undefined ? await openTarget(invocation, context) : serverTarget(server)
    for (const file of files) {
      const progress = loadProgress(file.name, context.terminal.error)
      const started = performance.now()
      const result = await target.service
        .load(database, file, {
          signal: context.signal,
          onProgress: (counts) => progress.update({ ...counts, totalBytes: file.totalBytes }),
        })
        .finally(() => progress.end())
      const rate = rateText(result.quads, (performance.now() - started) / 1000)
      await context.terminal.error.write(
        `${file.name}: ${countText(result.quads)} quads, ${countText(result.added)} of them new (${rate}).\n`,
      )
    }
    return exitCodes.ok
  },
}
