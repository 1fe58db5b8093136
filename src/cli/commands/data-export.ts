import { formatOfFileName, type RdfFormat } from '../../rdf/formats.ts'
import { requireGraph } from '../../server/routes/require-graph.ts'
import { type Command, type CommandContext, optionValue } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { writeFileWhole } from '../file-output.ts'
import { bytesText } from '../load-progress.ts'
import { exactOperands } from '../operands.ts'
import { formatOption, graphOf, rdfFormatOf } from '../rdf-files.ts'
import { serviceOptions } from '../service-options.ts'
import { shownChunks } from '../shown-chunks.ts'
import { openDatabaseTarget } from '../target.ts'

/** `data export` */
export const dataExport: Command = {
  name: 'data export',
  operands: 'DB',
  summary: 'Write the data of a database as RDF',
  details: [
    'Without --format the syntax is that of the name of the file, else TriG, or Turtle for one graph.',
    'Syntaxes without graphs have the triples of all graphs together.',
  ],
  options: [
    { name: 'graph', value: 'IRI', summary: 'Write this named graph only' },
    { ...formatOption, summary: formatOption.summary.replace(', whatever the names of files tell', '') },
    {
      name: 'output',
      short: 'o',
      value: 'FILE',
      summary: 'Write to this file, packed where it ends in .gz; else to the standard output',
    },
    ...serviceOptions,
  ],
  async run(invocation, context) {
    const [given = ''] = exactOperands(invocation, ['DB'])
    const graph = graphOf(optionValue(invocation, 'graph'))
    const output = optionValue(invocation, 'output')
    const format = rdfFormatOf(optionValue(invocation, 'format')) ?? usualFormat(output, graph)
    await using target = await openDatabaseTarget(given, invocation, context)
    if (graph !== undefined) {
      await requireGraph(target.sparql, target.database, graph, { signal: context.signal })
    }
    const bytes = await target.sparql.export(target.database, format, {
      signal: context.signal,
      ...(graph === undefined ? {} : { graph }),
    })
    if (output === undefined || output === '-') await printBytes(bytes, context)
    else {
      const count = await writeFileWhole(output, bytes, context)
      await context.terminal.error.write(`Wrote ${bytesText(count)} to ${output}.\n`)
    }
    return exitCodes.ok
  },
}

function usualFormat(output: string | undefined, graph: string | undefined): RdfFormat {
  const named = output === undefined ? undefined : formatOfFileName(output)
  return named ?? (graph === undefined ? 'trig' : 'turtle')
}

async function printBytes(bytes: AsyncIterable<Uint8Array>, context: CommandContext): Promise<void> {
  for await (const piece of shownChunks(bytes, context.terminal.out)) await context.terminal.out.write(piece)
}
