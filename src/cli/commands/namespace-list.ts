import type { Command } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { fitText, textWidth } from '../fit-text.ts'
import { exactOperands } from '../operands.ts'
import { serviceOptions } from '../service-options.ts'
import { openDatabaseTarget } from '../target.ts'

/** `namespace list` */
export const namespaceList: Command = {
  name: 'namespace list',
  operands: 'DB',
  summary: 'Print the namespaces of a database',
  details: [
    'Prints PREFIX and IRI, a tab between them where the output is no terminal. The default namespace has an empty prefix.',
  ],
  options: serviceOptions,
  async run(invocation, context) {
    const [given = ''] = exactOperands(invocation, ['DB'])
    await using target = await openDatabaseTarget(given, invocation, context)
    const namespaces = [...(await target.administration.namespaces(target.database))]
    const { out } = context.terminal
    const width = Math.max(0, ...namespaces.map(([prefix]) => textWidth(prefix) + 1))
    const lines = namespaces.map(([prefix, iri]) =>
      out.interactive ? `${fitText(`${prefix}:`, width)}  ${iri}\n` : `${prefix}\t${iri}\n`,
    )
    await out.write(lines.join(''))
    return exitCodes.ok
  },
}
