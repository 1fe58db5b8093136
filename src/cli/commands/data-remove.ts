import { changeText } from '../change-text.ts'
import { type Command, optionValue, UsageError } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { loadProgress } from '../load-progress.ts'
import { leadingOperand } from '../operands.ts'
import { formatOption, graphOf, rdfFormatOf } from '../rdf-files.ts'
import { inputDetail, rdfInputs } from '../rdf-inputs.ts'
import { serviceOptions } from '../service-options.ts'
import { openDatabaseTarget } from '../target.ts'

/** `data remove` */
export const dataRemove: Command = {
  name: 'data remove',
  operands: 'DB FILE…|-',
  summary: 'Remove the triples of files of RDF from a database',
  details: [
    inputDetail,
    'All files are one commit. A blank node stands for the one of the database that an export gives that label.',
  ],
  options: [
    {
      name: 'graph',
      value: 'IRI',
      summary: 'Named graph that triples without one are removed from; else the default graph',
    },
    formatOption,
    ...serviceOptions,
  ],
  async run(invocation, context) {
    const { first, rest } = leadingOperand(invocation, 'DB')
    if (rest.length === 0) throw new UsageError('The operand FILE is missing.')
    const graph = graphOf(optionValue(invocation, 'graph'))
    const format = rdfFormatOf(optionValue(invocation, 'format'))
    const sources = await rdfInputs(rest, context, graph, format)
    await using target = await openDatabaseTarget(first, invocation, context)
    const steps = sources.map((source) => ({ kind: 'remove', source }) as const)
    const progress = loadProgress(rest.join(', '), context.terminal.error)
    const report = await target.sparql
      .change(target.database, steps, {
        signal: context.signal,
        onProgress: (counts) => progress.update(counts),
      })
      .finally(() => progress.end())
    await context.terminal.error.write(`${changeText(report)}\n`)
    return exitCodes.ok
  },
}
