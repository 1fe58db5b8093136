import { type Command, optionValue, UsageError } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { countedText, countText, loadProgress, rateText } from '../load-progress.ts'
import { leadingOperand } from '../operands.ts'
import { formatOption, graphOf, graphOption, rdfFormatOf } from '../rdf-files.ts'
import { inputDetail, rdfInputs } from '../rdf-inputs.ts'
import { serviceOptions } from '../service-options.ts'
import { openDatabaseTarget } from '../target.ts'

/** `data add` */
export const dataAdd: Command = {
  name: 'data add',
  operands: 'DB FILE…|-',
  summary: 'Add files of RDF to a database',
  details: [
    inputDetail,
    'Each file is one commit: the first one with an error ends the command, those before it stay.',
  ],
  options: [graphOption, formatOption, ...serviceOptions],
  async run(invocation, context) {
    const { first, rest } = leadingOperand(invocation, 'DB')
    if (rest.length === 0) throw new UsageError('The operand FILE is missing.')
    const graph = graphOf(optionValue(invocation, 'graph'))
    const format = rdfFormatOf(optionValue(invocation, 'format'))
    const files = await rdfInputs(rest, context, graph, format)
    await using target = await openDatabaseTarget(first, invocation, context)
    const { database } = target
    for (const file of files) {
      const progress = loadProgress(file.name, context.terminal.error)
      const started = performance.now()
      const result = await target.service
        .load(database, file, {
          signal: context.signal,
          onProgress: (counts) =>
            progress.update({
              ...counts,
              ...(file.totalBytes === undefined ? {} : { totalBytes: file.totalBytes }),
            }),
        })
        .finally(() => progress.end())
      const rate = rateText(result.quads, (performance.now() - started) / 1000)
      // An endpoint does not tell which of them it had.
      const known = result.added === undefined ? 'sent' : `${countText(result.added)} of them new`
      await context.terminal.error.write(
        `${file.name}: ${countedText(result.quads, 'quad')}, ${known} (${rate}).\n`,
      )
    }
    return exitCodes.ok
  },
}
