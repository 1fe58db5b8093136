import { type Command, optionValue, UsageError } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { leadingOperand } from '../operands.ts'
import { formatOption, rdfFormatOf } from '../rdf-files.ts'
import { inputDetail, rdfInputs } from '../rdf-inputs.ts'
import { serviceOptions } from '../service-options.ts'
import { openDatabaseTarget } from '../target.ts'

/** `namespace import` */
export const namespaceImport: Command = {
  name: 'namespace import',
  operands: 'DB FILE…|-',
  summary: 'Add the namespaces that files of RDF declare, in place of those of the same prefixes',
  details: [inputDetail, 'The data in the files are not added.'],
  options: [formatOption, ...serviceOptions],
  async run(invocation, context) {
    const { first, rest } = leadingOperand(invocation, 'DB')
    if (rest.length === 0) throw new UsageError('The operand FILE is missing.')
    const format = rdfFormatOf(optionValue(invocation, 'format'))
    // Readers of RDF take long to load, which other commands have no need of.
    const { parseRdf } = await import('../../rdf/parse.ts')
    const namespaces = new Map<string, string>()
    for (const { name, bytes, ...source } of await rdfInputs(rest, context, undefined, format)) {
      const batches = parseRdf(bytes, {
        fileName: name,
        format: source.format,
        namespaces: new Map(),
        blankPrefix: 'b',
        onPrefix: (prefix, iri) => namespaces.set(prefix, iri),
        ...(source.baseIri === undefined ? {} : { baseIri: source.baseIri }),
      })
      // Prefixes may be declared anywhere: each file is read to its end.
      for await (const _ of batches) context.signal.throwIfAborted()
    }
    await using target = await openDatabaseTarget(first, invocation, context)
    if (namespaces.size > 0) await target.administration.addNamespaces(target.database, namespaces)
    const count = namespaces.size === 1 ? '1 namespace' : `${namespaces.size} namespaces`
    await context.terminal.error.write(`Added ${count} to ${target.database}.\n`)
    return exitCodes.ok
  },
}
