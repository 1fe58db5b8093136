import { type Command, optionValue } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { writeFileWhole } from '../file-output.ts'
import { exactOperands } from '../operands.ts'
import { prefixDeclarations } from '../prefix-declarations.ts'
import { serviceOptions } from '../service-options.ts'
import { openDatabaseTarget } from '../target.ts'

/** `namespace export` */
export const namespaceExport: Command = {
  name: 'namespace export',
  operands: 'DB',
  summary: 'Write the namespaces of a database as declarations of Turtle',
  details: ['They can be read by "namespace import", and be put before a query, as PREFIX or @prefix.'],
  options: [
    { name: 'output', short: 'o', value: 'FILE', summary: 'Write to this file; else to the standard output' },
    ...serviceOptions,
  ],
  async run(invocation, context) {
    const [given = ''] = exactOperands(invocation, ['DB'])
    const output = optionValue(invocation, 'output')
    await using target = await openDatabaseTarget(given, invocation, context)
    const namespaces = await target.administration.namespaces(target.database)
    const text = prefixDeclarations(namespaces)
    if (output === undefined || output === '-') await context.terminal.out.write(text)
    else await writeFileWhole(output, once(Buffer.from(text)), context)
    return exitCodes.ok
  },
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
