import type { ExplainOptions, ExplanationAnswer } from '../engine/engine.ts'
import type { Answer, GraphQLRequest } from '../engine/graphql/answer.ts'
import {
  type CommandContext,
  type CommandOption,
  flag,
  type Invocation,
  optionValue,
  optionValues,
  UsageError,
} from './command.ts'
import { dataOption, readDataFiles } from './data-files.ts'
import { timeoutOf } from './option-values.ts'
import { queryOf } from './query-operands.ts'
import { readQueryText, readVariables } from './query-text.ts'
import { type RdfFile, rdfFiles } from './rdf-files.ts'
import { reasoningOption } from './reasoning-option.ts'
import { readSchemaFile, refusedSchema } from './schema-file.ts'
import { serviceOptions } from './service-options.ts'
import { openDatabaseTarget, type WarningOptions } from './target.ts'

/** What the help of a command on a GraphQL query says on its operands. */
export const graphqlDetails: readonly string[] = [
  'DB is the name of a database, or its URL http://host:port/db; with --data there is none.',
  'The query is given as text, as a file (one that exists, or ends in .graphql or .gql), or as - for standard input.',
]

/** The options of every command on a GraphQL query. */
export const graphqlOptions: readonly CommandOption[] = [
  dataOption,
  { name: 'variables', value: 'JSON|@FILE', summary: 'Values of the variables of the query' },
  { name: 'operation', value: 'NAME', summary: 'Which operation of the document to run' },
  { name: 'schema', value: 'NAME', summary: 'Registered schema that the query is validated and answered by' },
  {
    name: 'schema-file',
    value: 'FILE',
    summary: 'With --data: the schema in this file in place of a registered one',
  },
  { name: 'timeout', value: 'TIME', summary: 'End the query after this time: 500ms, 10s, 2m' },
  reasoningOption,
  ...serviceOptions,
]

/** How a command asks: its schema is named by the request, or is what is asked's own. */
type AskingOptions = Omit<ExplainOptions, 'schema'>

/** What can be asked about a request. */
export interface Questioned {
  execute(request: GraphQLRequest, options: AskingOptions): Promise<Answer>
  explain(request: GraphQLRequest, options: AskingOptions): Promise<ExplanationAnswer>
}

/** A query, and what it is asked of; closed when it is disposed of. */
export interface Question extends AsyncDisposable {
  readonly request: GraphQLRequest
  readonly options: AskingOptions
  readonly asked: Questioned
}

/**
 * Reads the operands and options of a command on one query, and opens what it asks.
 *
 * @param telling whom to tell what reasoning leaves out, where no server has it in its log
 */
export async function openQuestion(
  invocation: Invocation,
  context: CommandContext,
  telling: WarningOptions = {},
): Promise<Question> {
  const timeout = timeoutOf(invocation)
  const options = {
    signal: context.signal,
    ...(timeout === undefined ? {} : { timeout }),
  }
  const { database, query } = queryOf(invocation)
  refuseMisplacedSchema(database, invocation)
  if (query === '-' && optionValue(invocation, 'schema-file') === '-') {
    throw new UsageError('The standard input can be read once only.')
  }
  const files = await rdfFiles(optionValues(invocation, 'data'), context.directory, undefined)
  const request = await readRequest(query, invocation, context)
  if (database !== undefined)
    return { request, options, ...(await askDatabase(database, invocation, context, telling)) }
  return { request, options, ...(await askFiles(files, invocation, context, telling)) }
}

/** Files have no registered schemas, and a schema is added to a database before queries are answered by it. */
function refuseMisplacedSchema(database: string | undefined, invocation: Invocation): void {
  const isData = database === undefined
  if (isData && optionValue(invocation, 'schema') !== undefined) {
    throw new UsageError('With --data no schema is registered: give the file of one, --schema-file FILE.')
  }
  if (!isData && optionValue(invocation, 'schema-file') !== undefined) {
    throw new UsageError(
      `--schema-file is for --data. Add the schema to the database: espalier graphql schema --add NAME ${database} FILE`,
    )
  }
}

async function readRequest(
  query: string,
  invocation: Invocation,
  context: CommandContext,
): Promise<GraphQLRequest> {
  const variables = optionValue(invocation, 'variables')
  const operationName = optionValue(invocation, 'operation')
  const schema = optionValue(invocation, 'schema')
  const values = variables === undefined ? {} : await readVariables(variables, context.directory)
  const special = {
    ...(schema === undefined ? {} : { '@schema': schema }),
    ...(flag(invocation, 'reasoning') ? { '@reasoning': true } : {}),
  }
  return {
    query: await readQueryText(query, { input: context.terminal.input, directory: context.directory }),
    variables: { ...values, ...special },
    ...(operationName === undefined ? {} : { operationName }),
  }
}

async function askDatabase(
  given: string,
  invocation: Invocation,
  context: CommandContext,
  telling: WarningOptions,
): Promise<Pick<Question, 'asked'> & AsyncDisposable> {
  const target = await openDatabaseTarget(given, invocation, context, telling)
  const { database } = target
  return {
    asked: {
      execute: (request, options) => target.service.execute(database, request, options),
      explain: (request, options) => target.service.explain(database, request, options),
    },
    [Symbol.asyncDispose]: () => target[Symbol.asyncDispose](),
  }
}

async function askFiles(
  files: readonly RdfFile[],
  invocation: Invocation,
  context: CommandContext,
  { onWarnings }: WarningOptions,
): Promise<Pick<Question, 'asked'> & AsyncDisposable> {
  const schemaPath = optionValue(invocation, 'schema-file')
  const file = schemaPath === undefined ? undefined : await readSchemaFile(schemaPath, context)
  const { engine, database, ...closing } = await readDataFiles(files, context, onWarnings)
  try {
    const { signal, terminal } = context
    const errors = file === undefined ? [] : await engine.checkSchema(database, file.text, { signal })
    if (file !== undefined && errors.length > 0) throw refusedSchema(file, errors, terminal.error)
    const by = file === undefined ? {} : { schema: { ...file, id: 'file' } }
    return {
      asked: {
        execute: (request, options) => engine.graphql(database, request, { ...options, ...by }),
        explain: (request, options) => engine.explain(database, request, { ...options, ...by }),
      },
      ...closing,
    }
  } catch (error) {
    await closing[Symbol.asyncDispose]()
    throw error
  }
}
