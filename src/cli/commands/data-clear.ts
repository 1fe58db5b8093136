import type { ClearedGraphs } from '../../engine/change/change.ts'
import { changeText } from '../change-text.ts'
import { type Command, flag, type Invocation, optionValue, UsageError } from '../command.ts'
import { confirmed, yesOption } from '../confirm.ts'
import { exitCodes } from '../exit-codes.ts'
import { exactOperands } from '../operands.ts'
import { graphOf } from '../rdf-files.ts'
import { serviceOptions } from '../service-options.ts'
import { openDatabaseTarget } from '../target.ts'

/** `data clear` */
export const dataClear: Command = {
  name: 'data clear',
  operands: 'DB',
  summary: 'Remove all triples of a database, or of one of its graphs',
  details: ['On a terminal it asks first; elsewhere --yes is needed.'],
  options: [
    { name: 'graph', value: 'IRI', summary: 'Clear this named graph only' },
    { name: 'default', summary: 'Clear the default graph only' },
    yesOption,
    ...serviceOptions,
  ],
  async run(invocation, context) {
    const [given = ''] = exactOperands(invocation, ['DB'])
    const graphs = clearedGraphs(invocation)
    const { error } = context.terminal
    const question = `Remove all triples of ${graphsText(graphs)} of ${given}?`
    if (!(await confirmed(question, invocation, context))) {
      await error.write('Nothing changed.\n')
      return exitCodes.ok
    }
    await using target = await openDatabaseTarget(given, invocation, context)
    const steps = [{ kind: 'clear', graphs }] as const
    const report = await target.sparql.change(target.database, steps, { signal: context.signal })
    await error.write(`${changeText(report)}\n`)
    return exitCodes.ok
  },
}

function clearedGraphs(invocation: Invocation): ClearedGraphs {
  const iri = graphOf(optionValue(invocation, 'graph'))
  if (!flag(invocation, 'default')) return iri === undefined ? 'all' : { iri }
  if (iri !== undefined) throw new UsageError('Give --graph or --default, not both.')
  return 'default'
}

function graphsText(graphs: ClearedGraphs): string {
  if (typeof graphs === 'object') return `the graph <${graphs.iri}>`
  return graphs === 'default' ? 'the default graph' : 'all graphs'
}
