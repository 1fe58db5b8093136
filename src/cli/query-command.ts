import type { Answer, GraphQLRequest } from '../engine/answer.ts'
import type { ExplainOptions, ExplanationAnswer } from '../engine/engine.ts'
import { readTimeout } from '../server/read-timeout.ts'
import {
  type CommandContext,
  type CommandOption,
  flag,
  type Invocation,
  optionValue,
  optionValues,
  UsageError,
} from './command.ts'
import { loadProgress } from './load-progress.ts'
import { readQueryText, readVariables } from './query-text.ts'
import { rdfFiles } from './rdf-files.ts'
import { serviceOptions } from './service-options.ts'
import { databaseOperand, openTarget, serverTarget } from './target.ts'

/** The operands of a command on one query. */
export const queryOperands = '[DB | URL] QUERY|FILE|-'

/** What the help of such a command says on its operands. */
export const queryDetails: readonly string[] = [
  'DB is the name of a database, or its URL http://host:port/db; with --data there is none.',
  'The query is given as text, as a file (one that exists, or ends in .graphql or .gql), or as - for standard input.',
]

/** The options of every command on one query. */
export const queryOptions: readonly CommandOption[] = [
  {
    name: 'data',
    value: 'FILE',
    multiple: true,
    summary: 'Ask this file of RDF, kept in memory; may be repeated',
  },
  { name: 'variables', value: 'JSON|@FILE', summary: 'Values of the variables of the query' },
  { name: 'operation', value: 'NAME', summary: 'Which operation of the document to run' },
  { name: 'timeout', value: 'TIME', summary: 'End the query after this time: 500ms, 10s, 2m' },
  { name: 'reasoning', summary: 'Use inferred data too; not supported yet' },
  ...serviceOptions,
]

/** What can be asked about a request. */
export interface Questioned {
  execute(request: GraphQLRequest, options: ExplainOptions): Promise<Answer>
  explain(request: GraphQLRequest, options: ExplainOptions): Promise<ExplanationAnswer>
}

/** A query, and what it is asked of; closed when it is disposed of. */
export interface Question extends AsyncDisposable {
  readonly request: GraphQLRequest
  readonly options: ExplainOptions
  readonly asked: Questioned
}

/** Reads the operands and options of a command on one query, and opens what it asks. */
export async function openQuestion(invocation: Invocation, context: CommandContext): Promise<Question> {
  if (flag(invocation, 'reasoning')) {
    throw new UsageError('--reasoning is not supported yet: queries use explicit nodes and edges only.')
  }
  const timeout = optionValue(invocation, 'timeout')
  const options = {
    signal: context.signal,
    ...(timeout === undefined ? {} : { timeout: timeoutOf(timeout) }),
  }
  const { database, query } = operandsOf(invocation)
  const files = await rdfFiles(optionValues(invocation, 'data'), context.directory, undefined)
  const request = await readRequest(query, invocation, context)
  if (database !== undefined)
    return { request, options, ...(await askDatabase(database, invocation, context)) }
  const { readIntoMemory } = await import('./memory-service.ts')
  const totalBytes = files.reduce((sum, file) => sum + file.totalBytes, 0)
  const progress = loadProgress(files.map((file) => file.name).join(', '), context.terminal.error)
  const data = await readIntoMemory(files, {
    signal: context.signal,
    onProgress: (counts) => progress.update({ ...counts, totalBytes }),
  }).finally(() => progress.end())
  return {
    request,
    options,
    asked: {
      execute: (asked, how) => data.engine.graphql(data.database, asked, how),
      explain: (asked, how) => data.engine.explain(data.database, asked, how),
    },
    [Symbol.asyncDispose]: () => data[Symbol.asyncDispose](),
  }
}

function operandsOf(invocation: Invocation): { readonly database?: string; readonly query: string } {
  const [first, second, extra] = invocation.operands
  const hasData = optionValues(invocation, 'data').length > 0
  if (first === undefined) throw new UsageError('The query is missing.')
  if (hasData) {
    if (second !== undefined)
      throw new UsageError('With --data, give the query only: there is no database to name.')
    return { query: first }
  }
  if (second === undefined) {
    throw new UsageError('Give a database and a query, or a query and --data FILE.')
  }
  if (extra !== undefined) {
    throw new UsageError(`Unexpected operand ${JSON.stringify(extra)}. Put the query in quotes.`)
  }
  return { database: first, query: second }
}

async function readRequest(
  query: string,
  invocation: Invocation,
  context: CommandContext,
): Promise<GraphQLRequest> {
  const variables = optionValue(invocation, 'variables')
  const operationName = optionValue(invocation, 'operation')
  return {
    query: await readQueryText(query, { input: context.terminal.input, directory: context.directory }),
    ...(variables === undefined ? {} : { variables: await readVariables(variables, context.directory) }),
    ...(operationName === undefined ? {} : { operationName }),
  }
}

async function askDatabase(
  given: string,
  invocation: Invocation,
  context: CommandContext,
): Promise<Pick<Question, 'asked'> & AsyncDisposable> {
  const { server, database } = databaseOperand(given)
  const target = server === undefined ? await openTarget(invocation, context) : serverTarget(server)
  return {
    asked: {
      execute: (request, options) => target.service.execute(database, request, options),
      explain: (request, options) => target.service.explain(database, request, options),
    },
    [Symbol.asyncDispose]: () => target[Symbol.asyncDispose](),
  }
}

function timeoutOf(text: string): number {
  try {
    return readTimeout(text)
  } catch (error) {
    throw new UsageError(`--timeout: ${error instanceof Error ? error.message : String(error)}`)
  }
}
