import type { ChangeReport, UpdateText } from '../engine/change/change.ts'
import type {
  SparqlAnswer,
  SparqlExplainOptions,
  SparqlExplanation,
  SparqlOptions,
  SparqlRequest,
} from '../engine/sparql/sparql-request.ts'
import { ServiceError } from '../errors.ts'
import type { Namespaces } from '../rdf/namespaces.ts'
import type { Term } from '../rdf/term.ts'
import {
  type CommandContext,
  type CommandOption,
  flag,
  type Invocation,
  optionValues,
  UsageError,
} from './command.ts'
import { dataOption, readDataFiles } from './data-files.ts'
import { countOf, irisOf, pairsOf, timeoutOf } from './option-values.ts'
import { queryOf } from './query-operands.ts'
import { readQueryText } from './query-text.ts'
import { type RdfFile, rdfFiles } from './rdf-files.ts'
import { reasoningOption } from './reasoning-option.ts'
import { serviceOptions } from './service-options.ts'
import { openDatabaseTarget, type WarningOptions } from './target.ts'

/** What the help of a command on a SPARQL query says on its operands. */
export const sparqlDetails: readonly string[] = [
  'DB is the name of a database, or its URL http://host:port/db; with --data there is none.',
  'The query is given as text, as a file (one that exists, or ends in .rq, .ru or .sparql), or as - for standard input.',
]

/** The options of every command on a SPARQL query. */
export const sparqlOptions: readonly CommandOption[] = [
  dataOption,
  {
    name: 'graph',
    value: 'IRI',
    multiple: true,
    summary: 'Graph that the query asks, in place of its FROM; may be repeated',
  },
  {
    name: 'named-graph',
    value: 'IRI',
    multiple: true,
    summary: 'Graph that GRAPH in the query asks, in place of its FROM NAMED; may be repeated',
  },
  {
    name: 'bind',
    value: 'NAME=TERM',
    multiple: true,
    summary: 'Term that a variable stands for, as SPARQL writes it; may be repeated',
  },
  { name: 'limit', value: 'NUMBER', summary: 'Most solutions, beside a LIMIT of the query' },
  { name: 'offset', value: 'NUMBER', summary: 'Solutions to leave out at the beginning' },
  { name: 'base', value: 'IRI', summary: 'What relative IRIs of the query are resolved against' },
  { name: 'timeout', value: 'TIME', summary: 'End the query after this time: 500ms, 10s, 2m' },
  reasoningOption,
  ...serviceOptions,
]

/** What can be asked by SPARQL text. */
export interface SparqlAsked {
  query(request: SparqlRequest, options: Omit<SparqlOptions, 'within'>): Promise<SparqlAnswer>
  explain(request: SparqlRequest, options: Omit<SparqlExplainOptions, 'within'>): Promise<SparqlExplanation>
  /** @throws UsageError where there is no database that could be changed */
  update(update: UpdateText): Promise<ChangeReport>
  namespaces(): Promise<Namespaces>
}

/** A SPARQL text, and what it is asked of; closed when it is disposed of. */
export interface SparqlQuestion extends AsyncDisposable {
  readonly request: SparqlRequest
  readonly options: { readonly signal: AbortSignal; readonly timeout?: number }
  readonly asked: SparqlAsked
}

/**
 * Reads the operands and options of a command on a SPARQL text, and opens what it asks.
 *
 * @param telling whom to tell what reasoning leaves out, where no server has it in its log
 */
export async function openSparqlQuestion(
  invocation: Invocation,
  context: CommandContext,
  telling: WarningOptions = {},
): Promise<SparqlQuestion> {
  const timeout = timeoutOf(invocation)
  const options = { signal: context.signal, ...(timeout === undefined ? {} : { timeout }) }
  const { database, query } = queryOf(invocation)
  const files = await rdfFiles(optionValues(invocation, 'data'), context.directory, undefined)
  const request = await readSparqlRequest(query, invocation, context)
  const opened =
    database === undefined
      ? await askedFiles(files, context, telling)
      : await askedDatabase(database, invocation, context, telling)
  try {
    const bindings = await readBindings(invocation, opened.asked)
    return { request: bindings.size === 0 ? request : { ...request, bindings }, options, ...opened }
  } catch (error) {
    await opened[Symbol.asyncDispose]()
    throw error
  }
}

type Opened = Pick<SparqlQuestion, 'asked'> & AsyncDisposable

async function askedFiles(
  files: readonly RdfFile[],
  context: CommandContext,
  { onWarnings }: WarningOptions,
): Promise<Opened> {
  const data = await readDataFiles(files, context, onWarnings)
  return {
    asked: {
      query: (asked, how) => data.engine.sparql(data.database, asked, how),
      explain: (asked, how) => data.engine.explainSparql(data.database, asked, how),
      update: () => {
        throw new UsageError('An update needs a database: files that are read by --data are not changed.')
      },
      namespaces: async () => data.database.namespaces,
    },
    [Symbol.asyncDispose]: () => data[Symbol.asyncDispose](),
  }
}

async function askedDatabase(
  given: string,
  invocation: Invocation,
  context: CommandContext,
  telling: WarningOptions,
): Promise<Opened> {
  const target = await openDatabaseTarget(given, invocation, context, telling)
  const { database, sparql, administration } = target
  return {
    asked: {
      query: (request, options) => sparql.query(database, request, options),
      explain: (request, options) => sparql.explainQuery(database, request, options),
      update: (update) => sparql.update(database, update, { signal: context.signal }),
      namespaces: () => administration.namespaces(database),
    },
    [Symbol.asyncDispose]: () => target[Symbol.asyncDispose](),
  }
}

async function readSparqlRequest(
  query: string,
  invocation: Invocation,
  context: CommandContext,
): Promise<SparqlRequest> {
  const text = await readQueryText(query, { input: context.terminal.input, directory: context.directory })
  const defaultGraphs = irisOf(invocation, 'graph')
  const namedGraphs = irisOf(invocation, 'named-graph')
  const limit = countOf(invocation, 'limit')
  const offset = countOf(invocation, 'offset')
  const baseIri = irisOf(invocation, 'base')[0]
  return {
    query: text,
    ...(defaultGraphs.length === 0 ? {} : { defaultGraphs }),
    ...(namedGraphs.length === 0 ? {} : { namedGraphs }),
    ...(limit === undefined ? {} : { limit }),
    ...(offset === undefined ? {} : { offset }),
    ...(baseIri === undefined ? {} : { baseIri }),
    ...(flag(invocation, 'reasoning') ? { reasoning: true } : {}),
  }
}

async function readBindings(invocation: Invocation, asked: SparqlAsked): Promise<ReadonlyMap<string, Term>> {
  const pairs = pairsOf(invocation, 'bind')
  if (pairs.length === 0) return new Map()
  // Loaded where it is needed only: the parser takes longer to load than most commands to run.
  const { parseExpression } = await import('../sparql/parse.ts')
  const namespaces = await asked.namespaces()
  return new Map(
    pairs.map(([name, text]) => {
      const variable = name.replace(/^[?$]/u, '')
      const term = readTerm(name, text, (given) => parseExpression(given, { namespaces }))
      if (term !== undefined) return [variable, term]
      throw new UsageError(
        `--bind ${name} needs a term as SPARQL writes it, such as '<http://example.org/>', '"text"' or 1, not ${JSON.stringify(text)}.`,
      )
    }),
  )
}

function readTerm(
  name: string,
  text: string,
  parse: (text: string) => { readonly kind: string } | { readonly kind: 'term'; readonly term: Term },
): Term | undefined {
  try {
    const expression = parse(text)
    return expression.kind === 'term' && 'term' in expression ? expression.term : undefined
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    const unknownPrefix = /Unknown prefix .*$/su.exec(error.message)?.[0]
    if (unknownPrefix === undefined) return undefined
    throw new UsageError(`--bind ${name}: ${unknownPrefix}`)
  }
}

/**
 * The update of a request that turned out to be one.
 *
 * @throws UsageError where an option was given that an update cannot have
 */
export function updateOf(request: SparqlRequest, invocation: Invocation): UpdateText {
  const refused = ['bind', 'limit', 'offset', 'format', 'timeout', 'reasoning'].find((name) =>
    flag(invocation, name),
  )
  if (refused !== undefined) throw new UsageError(`--${refused} is for queries; this is an update.`)
  const { query: text, baseIri, defaultGraphs, namedGraphs } = request
  return {
    text,
    ...(baseIri === undefined ? {} : { baseIri }),
    ...(defaultGraphs === undefined ? {} : { usingGraphs: defaultGraphs }),
    ...(namedGraphs === undefined ? {} : { usingNamedGraphs: namedGraphs }),
  }
}
