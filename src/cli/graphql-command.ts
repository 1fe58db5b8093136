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
import { rdfFiles } from './rdf-files.ts'
import { serviceOptions } from './service-options.ts'
import { openDatabaseTarget } from './target.ts'

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
  const timeout = timeoutOf(invocation)
  const options = {
    signal: context.signal,
    ...(timeout === undefined ? {} : { timeout }),
  }
  const { database, query } = queryOf(invocation)
  const files = await rdfFiles(optionValues(invocation, 'data'), context.directory, undefined)
  const request = await readRequest(query, invocation, context)
  if (database !== undefined)
    return { request, options, ...(await askDatabase(database, invocation, context)) }
  const data = await readDataFiles(files, context)
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
  const target = await openDatabaseTarget(given, invocation, context)
  const { database } = target
  return {
    asked: {
      execute: (request, options) => target.service.execute(database, request, options),
      explain: (request, options) => target.service.explain(database, request, options),
    },
    [Symbol.asyncDispose]: () => target[Symbol.asyncDispose](),
  }
}
