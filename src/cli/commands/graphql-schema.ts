import type { SchemaService } from '../../server/schema-service.ts'
import {
  type Command,
  type CommandContext,
  flag,
  type Invocation,
  optionValue,
  optionValues,
  UsageError,
} from '../command.ts'
import { confirmed, yesOption } from '../confirm.ts'
import { dataOption, readDataFiles } from '../data-files.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { writeFileWhole } from '../file-output.ts'
import { exactOperands } from '../operands.ts'
import { timeoutOf } from '../option-values.ts'
import { rdfFiles } from '../rdf-files.ts'
import { readSchemaFile, refusedSchema } from '../schema-file.ts'
import { serviceOptions } from '../service-options.ts'
import { shownChunks } from '../shown-chunks.ts'
import { openDatabaseTarget } from '../target.ts'

/** `graphql schema` */
export const graphqlSchema: Command = {
  name: 'graphql schema',
  operands: '[DB | URL] [FILE|-]',
  summary: 'Add, show, list, infer or remove the GraphQL schemas of a database',
  details: [
    'One option says what is done: --add NAME DB FILE, --remove NAME DB, --show NAME DB, --list DB, --infer DB, --clear DB.',
    'A schema is checked when it is added; its errors are told with their lines, and nothing changes.',
  ],
  options: [
    {
      name: 'add',
      value: 'NAME',
      summary: 'Add the schema in FILE under this name, in place of one that has it; - is standard input',
    },
    { name: 'remove', value: 'NAME', summary: 'Remove the schema of this name' },
    { name: 'show', value: 'NAME', summary: 'Print the schema of this name, as it was added' },
    { name: 'list', summary: 'Print the names of the schemas, one a line' },
    { name: 'infer', summary: 'Print a schema made of the data, ready to be edited and added' },
    { name: 'clear', summary: 'Remove all schemas; asks first on a terminal, elsewhere --yes is needed' },
    {
      ...dataOption,
      summary: 'With --infer: make the schema of this file of RDF, of no database; may be repeated',
    },
    { name: 'timeout', value: 'TIME', summary: 'With --infer: give up after this time: 10s, 2m' },
    {
      name: 'output',
      short: 'o',
      value: 'FILE',
      summary: 'With --show and --infer: write to this file; else to the standard output',
    },
    yesOption,
    ...serviceOptions,
  ],
  async run(invocation, context) {
    const action = actionOf(invocation)
    for (const [option, fitting] of Object.entries(belonging)) {
      if (!invocation.options.has(option) || fitting.includes(action)) continue
      throw new UsageError(
        `--${option} is of ${fitting.map((one) => `--${one}`).join(' and ')}, not of --${action}.`,
      )
    }
    switch (action) {
      case 'add':
        return add(invocation, context)
      case 'remove':
        return remove(invocation, context)
      case 'show':
        return show(invocation, context)
      case 'list':
        return list(invocation, context)
      case 'infer':
        return infer(invocation, context)
      case 'clear':
        return clear(invocation, context)
    }
  },
}

const actions = ['add', 'remove', 'show', 'list', 'infer', 'clear'] as const

type Action = (typeof actions)[number]

/** The actions that an option belongs to. */
const belonging: Readonly<Record<string, readonly Action[]>> = {
  data: ['infer'],
  timeout: ['infer'],
  output: ['show', 'infer'],
  yes: ['clear'],
}

function actionOf(invocation: Invocation): Action {
  const [action, other] = actions.filter((name) => flag(invocation, name))
  if (action === undefined) {
    throw new UsageError(`Say what is to be done: ${actions.map((name) => `--${name}`).join(', ')}.`)
  }
  if (other !== undefined) throw new UsageError(`Give --${action} or --${other}, not both.`)
  return action
}

/** Does work on the schemas of the database that an operand names. */
async function onSchemas<Result>(
  given: string,
  invocation: Invocation,
  context: CommandContext,
  work: (schemas: SchemaService, database: string) => Promise<Result>,
): Promise<Result> {
  await using target = await openDatabaseTarget(given, invocation, context)
  return await work(target.service.schemas, target.database)
}

async function add(invocation: Invocation, context: CommandContext): Promise<ExitCode> {
  const [given = '', path = ''] = exactOperands(invocation, ['DB', 'FILE'])
  const name = nameOf(invocation, 'add')
  const file = await readSchemaFile(path, context)
  const { error } = context.terminal
  return onSchemas(given, invocation, context, async (schemas, database) => {
    const stored = await schemas.add(database, name, file.text, { replace: true, signal: context.signal })
    if (stored.kind === 'errors') throw refusedSchema(file, stored.errors, error)
    const done = stored.kind === 'added' ? `Added the schema ${name} to` : `Replaced the schema ${name} of`
    await error.write(`${done} ${database}.\n`)
    return exitCodes.ok
  })
}

async function remove(invocation: Invocation, context: CommandContext): Promise<ExitCode> {
  const [given = ''] = exactOperands(invocation, ['DB'])
  const name = nameOf(invocation, 'remove')
  return onSchemas(given, invocation, context, async (schemas, database) => {
    await schemas.remove(database, name)
    await context.terminal.error.write(`Removed the schema ${name} of ${database}.\n`)
    return exitCodes.ok
  })
}

async function show(invocation: Invocation, context: CommandContext): Promise<ExitCode> {
  const [given = ''] = exactOperands(invocation, ['DB'])
  const name = nameOf(invocation, 'show')
  const text = await onSchemas(given, invocation, context, (schemas, database) =>
    schemas.show(database, name),
  )
  return write(text, invocation, context)
}

async function list(invocation: Invocation, context: CommandContext): Promise<ExitCode> {
  const [given = ''] = exactOperands(invocation, ['DB'])
  const names = await onSchemas(given, invocation, context, (schemas, database) => schemas.list(database))
  await context.terminal.out.write(names.map((name) => `${name}\n`).join(''))
  return exitCodes.ok
}

async function infer(invocation: Invocation, context: CommandContext): Promise<ExitCode> {
  const data = optionValues(invocation, 'data')
  const [given = ''] = exactOperands(invocation, data.length > 0 ? [] : ['DB'])
  const timeout = timeoutOf(invocation)
  const options = { signal: context.signal, ...(timeout === undefined ? {} : { timeout }) }
  if (data.length === 0) {
    const text = await onSchemas(given, invocation, context, (schemas, database) =>
      schemas.infer(database, options),
    )
    return write(text, invocation, context)
  }
  const files = await rdfFiles(data, context.directory, undefined)
  await using memory = await readDataFiles(files, context)
  return await write(
    await memory.engine.generateSchema(memory.database, 'data', options),
    invocation,
    context,
  )
}

async function clear(invocation: Invocation, context: CommandContext): Promise<ExitCode> {
  const [given = ''] = exactOperands(invocation, ['DB'])
  const { error } = context.terminal
  if (!(await confirmed(`Remove all schemas of ${given}?`, invocation, context))) {
    await error.write('Nothing changed.\n')
    return exitCodes.ok
  }
  return onSchemas(given, invocation, context, async (schemas, database) => {
    const count = await schemas.clear(database)
    await error.write(`Removed ${count === 1 ? '1 schema' : `${count} schemas`} of ${database}.\n`)
    return exitCodes.ok
  })
}

/** Prints a schema as it is, or writes it to the file that was asked for. */
async function write(text: string, invocation: Invocation, context: CommandContext): Promise<ExitCode> {
  const output = optionValue(invocation, 'output')
  const bytes = onePiece(Buffer.from(text))
  const { out } = context.terminal
  if (output !== undefined && output !== '-') await writeFileWhole(output, bytes, context)
  else for await (const piece of shownChunks(bytes, out)) await out.write(piece)
  return exitCodes.ok
}

async function* onePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

function nameOf(invocation: Invocation, option: Action): string {
  return optionValue(invocation, option) ?? ''
}
