import { checkDatabaseOptions } from '../../config/database-options.ts'
import { remoteUrlOption } from '../../config/remote-option-table.ts'
import { ServiceError } from '../../errors.ts'
import { type Command, type CommandContext, type Invocation, optionValue, UsageError } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { countedText, loadProgress, rateText } from '../load-progress.ts'
import { leadingOperand } from '../operands.ts'
import { pairsOf } from '../option-values.ts'
import { graphOf, graphOption, rdfFiles } from '../rdf-files.ts'
import { refuseTypedSecret, remoteOperands, remoteOptions, remoteSecrets } from '../remote-operands.ts'
import { serviceOptions } from '../service-options.ts'
import { openTarget, type Target } from '../target.ts'

/** `db create` */
export const dbCreate: Command = {
  name: 'db create',
  operands: 'NAME [FILE…]',
  summary: 'Create a database, and load files of RDF into it; or a name for a SPARQL endpoint',
  details: [
    'Files are Turtle, TriG, N-Triples, N-Quads, RDF/XML or JSON-LD by their extension, also packed (.gz).',
    'All files are loaded in one commit; where one has an error, no database is left behind.',
    'With --remote the database stands for an endpoint, which is asked at once; files are added afterwards.',
  ],
  options: [
    graphOption,
    {
      name: 'option',
      value: 'NAME=VALUE',
      multiple: true,
      summary: 'Option of the database, such as query.timeout=10s; may be repeated',
    },
    ...remoteOptions,
    ...serviceOptions,
  ],
  async run(invocation, context) {
    const { first: name, rest } = leadingOperand(invocation, 'NAME')
    const files = await rdfFiles(rest, context.directory, graphOf(optionValue(invocation, 'graph')))
    const databaseOptions = await readOptions(invocation, context)
    const isRemote = remoteUrlOption in databaseOptions
    if (isRemote && files.length > 0) {
      throw new UsageError(`Files are added when the database is there: espalier data add ${name} FILE…`)
    }
    if (isRemote && optionValue(invocation, 'graph') !== undefined) {
      throw new UsageError('--graph is about files, which are added when the database is there.')
    }
    await using target = await openTarget(invocation, context, { makesHome: true })
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
    if (isRemote) {
      await context.terminal.error.write(await remoteText(name, target))
      return exitCodes.ok
    }
    const loaded =
      result.added === undefined || files.length === 0
        ? ''
        : ` with ${countedText(result.added, 'quad')} (${rateText(result.quads, (performance.now() - started) / 1000)})`
    await context.terminal.error.write(`Created the database ${name}${loaded} in ${target.place}.\n`)
    return exitCodes.ok
  },
}

/** The options of a database as they are typed, `name=value` and those of an endpoint, checked before anything is done. */
async function readOptions(
  invocation: Invocation,
  context: CommandContext,
): Promise<Readonly<Record<string, string>>> {
  const pairs = pairsOf(invocation, 'option')
  for (const [name] of pairs) refuseTypedSecret(name, 'option', '--remote-user or --token-from')
  const ofEndpoint = remoteOperands(invocation)
  const twice = pairs.find(([name]) => name in ofEndpoint)
  if (twice !== undefined) throw new UsageError(`--option ${twice[0]} is given by an option of its own too.`)
  const secrets = await remoteSecrets(invocation, context)
  const options = { ...Object.fromEntries(pairs), ...ofEndpoint, ...secrets }
  try {
    checkDatabaseOptions(options)
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    throw new UsageError(remoteUrlOption in ofEndpoint ? error.message : `--option: ${error.message}`)
  }
  return options
}

/** What was found out of the endpoint of a new database. */
async function remoteText(name: string, { administration, place }: Target): Promise<string> {
  const { remote } = await administration.status(name)
  const options = await administration.options(name)
  const found = ['remote.union', 'remote.rows', 'remote.engine'].flatMap((option) => {
    const value = options[option]
    return value === null || value === undefined ? [] : [`${option}=${String(value)}`]
  })
  const server = remote?.server === undefined ? '' : ` (${remote.server})`
  return `Created the database ${name} for ${remote?.endpoint ?? 'its endpoint'}${server} in ${place}: ${found.join(', ')}.\n`
}
