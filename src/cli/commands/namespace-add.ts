import { isAbsoluteIri } from '../../rdf/iri.ts'
import { isPrefix } from '../../rdf/names.ts'
import { type Command, UsageError } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { exactOperands } from '../operands.ts'
import { serviceOptions } from '../service-options.ts'
import { openDatabaseTarget } from '../target.ts'

/** `namespace add` */
export const namespaceAdd: Command = {
  name: 'namespace add',
  operands: 'DB PREFIX IRI',
  summary: 'Add a namespace to a database, in place of the one of that prefix',
  details: ["The prefix '' or : is that of the default namespace."],
  options: serviceOptions,
  async run(invocation, context) {
    const [given = '', named = '', iri = ''] = exactOperands(invocation, ['DB', 'PREFIX', 'IRI'])
    const prefix = named.replace(/:$/u, '')
    if (!isPrefix(prefix)) throw new UsageError(`${JSON.stringify(named)} cannot be a prefix.`)
    if (!isAbsoluteIri(iri)) throw new UsageError(`${JSON.stringify(iri)} is no absolute IRI.`)
    await using target = await openDatabaseTarget(given, invocation, context)
    await target.administration.addNamespaces(target.database, new Map([[prefix, iri]]))
    await context.terminal.error.write(`Added the namespace ${prefix}: to ${target.database}.\n`)
    return exitCodes.ok
  },
}
