import { checkDatabaseOptions } from '../../config/database-options.ts'
import { ServiceError } from '../../errors.ts'
import { type Command, optionValue, optionValues, UsageError } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { countText, loadProgress, rateText } from '../load-progress.ts'
import { leadingOperand } from '../operands.ts'
import { graphOf, graphOption, rdfFiles } from '../rdf-files.ts'
import { serviceOptions } from '../service-options.ts'
import { openTarget } from '../target.ts'

/** `db create` */
export const dbCreate: Command = {
  name: 'db create',
  operands: 'NAME [FILE…]',
  summary: 'Create a database, and load files of RDF into it',
  details: [
    'Files are Turtle, TriG, N-Triples, N-Quads, RDF/XML or JSON-LD by their extension, also packed (.gz).',
    'All files are loaded in one commit; where one has an error, no database is left behind.',
  ],
  options: [
    graphOption,
    {
      name: 'option',
      value: 'NAME=VALUE',
      multiple: true,
      summary: 'Option of the database, such as query.timeout=10s; may be repeated',
    },
    ...serviceOptions,
  ],
  async run(invocation, context) {
    const { first: name, rest } = leadingOperand(invocation, 'NAME')
    const files = await rdfFiles(rest, context.directory, graphOf(optionValue(invocation, 'graph')))
    const databaseOptions = readOptions(optionValues(invocation, 'option'))
    await using target = await openTarget(invocation, context, true)
    const totalBytes = files.reduce((sum, file) => sum + file.totalBytes, 0)
    const progress = loadProgress(name, context.terminal.error)
    const started = performance.now()
    const result = await target.service
      .create(name, files, {
        signal: context.signal,
        databaseOptions,
        onProgress: (counts) => progress.update({ ...counts, totalBytes }),
      })
      .finally(() => progress.end())
    const loaded =
      files.length === 0
        ? ''
        : ` with ${countText(result.added)} quads (${rateText(result.quads, (performance.now() - started) / 1000)})`
    await context.terminal.error.write(`Created the database ${name}${loaded} in ${target.place}.\n`)
    return exitCodes.ok
  },
}

/** The options of a database as they are typed, `name=value`, checked before anything is loaded. */
function readOptions(given: readonly string[]): Readonly<Record<string, string>> {
  const pairs = given.map((text) => {
    const end = text.indexOf('=')
    if (end <= 0) {
      throw new UsageError(`--option needs NAME=VALUE, not ${JSON.stringify(text)}.`)
    }
    return [text.slice(0, end).trim(), text.slice(end + 1)] as const
  })
  const repeated = pairs.find(([name], index) => pairs.findIndex(([other]) => other === name) < index)
  if (repeated !== undefined) throw new UsageError(`--option ${repeated[0]} is given more than once.`)
  const options = Object.fromEntries(pairs)
  try {
    checkDatabaseOptions(options)
  } catch (error) {
    throw error instanceof ServiceError ? new UsageError(`--option: ${error.message}`) : error
  }
  return options
}
