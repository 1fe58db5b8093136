import type { ResultFormats, SparqlAnswer } from '../../engine/sparql/sparql-request.ts'
import { type RdfFormat, rdfSyntaxes } from '../../rdf/formats.ts'
import { nearestName } from '../../rdf/nearest-name.ts'
import { type SolutionsFormat, solutionsSyntaxes } from '../../sparql/results/formats.ts'
import { changeText } from '../change-text.ts'
import { type Command, type CommandContext, type Invocation, optionValue, UsageError } from '../command.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { queryOperands } from '../query-operands.ts'
import { termShortener } from '../short-term.ts'
import { shownChunks } from '../shown-chunks.ts'
import { readSolutionLines } from '../solutions-lines.ts'
import { solutionsTable } from '../solutions-table.ts'
import {
  openSparqlQuestion,
  type SparqlAsked,
  type SparqlQuestion,
  sparqlDetails,
  sparqlOptions,
  updateOf,
} from '../sparql-command.ts'
import { showingPlace } from '../sparql-failure.ts'
import { type SparqlForm, sparqlForm } from '../sparql-form.ts'
import type { Output } from '../terminal.ts'
import { warningTeller } from '../warning-teller.ts'

/** Solutions that a table on a terminal has at most unless it is asked for more. */
const shownRows = 1000

/** `query execute` */
export const queryExecute: Command = {
  name: 'query execute',
  operands: queryOperands,
  summary: 'Run a SPARQL query, or an update',
  details: [
    ...sparqlDetails,
    'Solutions are printed as a table on a terminal, of at most 1,000 rows, and as JSON elsewhere; graphs as Turtle.',
    'An update is one commit; what it changed is told on the error output.',
  ],
  options: [
    {
      name: 'format',
      value: 'NAME',
      summary: `Syntax of solutions: table, ${names(solutionsSyntaxes)}; of graphs: ${names(rdfSyntaxes)}`,
    },
    ...sparqlOptions,
  ],
  async run(invocation, context) {
    const chosen = formatOf(invocation)
    await using question = await openSparqlQuestion(invocation, context, {
      onWarnings: warningTeller(context.terminal.error),
    })
    const { query } = question.request
    // Awaited, because what is asked must stay open until it is answered.
    return await showingPlace(query, context.terminal.error, () =>
      execute(question, chosen, invocation, context),
    )
  },
}

async function execute(
  { request, asked, options }: SparqlQuestion,
  chosen: Format | undefined,
  invocation: Invocation,
  { terminal: { out, error } }: CommandContext,
): Promise<ExitCode> {
  const form = sparqlForm(request.query)
  if (form === 'update') {
    const report = await asked.update(updateOf(request, invocation))
    await error.write(`${changeText(report)}\n`)
    return exitCodes.ok
  }
  const format = formatFor(form, chosen, out)
  const isCut = out.interactive && chosen === undefined && request.limit === undefined
  // One more than is shown tells whether there are more, and no other is computed.
  const limited = isCut && form === 'select' ? { ...request, limit: shownRows + 1 } : request
  const answer = await asked.query(limited, { ...options, formats: formatsOf(format) })
  if (format === 'table' && answer.kind === 'solutions') await printTable(answer, asked, out, isCut)
  else await printChunks(answer, out)
  return exitCodes.ok
}

type Format = 'table' | SolutionsFormat | RdfFormat

function names(syntaxes: readonly { readonly format: string }[]): string {
  return syntaxes.map(({ format }) => format).join(', ')
}

function formatOf(invocation: Invocation): Format | undefined {
  const given = optionValue(invocation, 'format')?.toLowerCase()
  if (given === undefined) return undefined
  if (given === 'table') return given
  const known = [...solutionsSyntaxes, ...rdfSyntaxes]
  const found = known.find(({ format }) => format === given)?.format
  if (found !== undefined) return found
  const all = ['table', ...known.map(({ format }) => format)]
  const near = nearestName(given, all)
  const hint = near === undefined ? `There are ${all.join(', ')}.` : `Did you mean "${near}"?`
  throw new UsageError(`Unknown --format ${JSON.stringify(given)}. ${hint}`)
}

/** The format of what a query of a form makes; of one that cannot be read any, since it is refused. */
function formatFor(form: SparqlForm | undefined, chosen: Format | undefined, out: Output): Format {
  const makesGraph = form === 'construct' || form === 'describe'
  if (chosen === undefined) return makesGraph ? 'turtle' : out.interactive ? 'table' : 'json'
  const isGraph = rdfSyntaxes.some(({ format }) => format === chosen)
  if (form === undefined || isGraph === makesGraph) return chosen
  throw new UsageError(
    makesGraph
      ? `The query makes a graph, and ${chosen} has no form for one. There are ${names(rdfSyntaxes)}.`
      : `The query makes ${form === 'ask' ? 'a boolean' : 'solutions'}, and ${chosen} has no form for ${form === 'ask' ? 'one' : 'them'}. There are table, ${names(solutionsSyntaxes)}.`,
  )
}

function formatsOf(format: Format): ResultFormats {
  if (format === 'table') return { solutions: 'tsv', boolean: 'tsv' }
  const solutions = solutionsSyntaxes.find((syntax) => syntax.format === format)?.format
  if (solutions !== undefined) return { solutions, boolean: solutions }
  const graph = rdfSyntaxes.find((syntax) => syntax.format === format)?.format
  return graph === undefined ? {} : { graph }
}

type Answered = Exclude<SparqlAnswer, { kind: 'noFormat' }>

async function printTable(answer: Answered, asked: SparqlAsked, out: Output, isCut: boolean): Promise<void> {
  const shorten = termShortener(await asked.namespaces())
  const table = solutionsTable(await readSolutionLines(answer.chunks), {
    shorten,
    colour: out.colour,
    ...(out.interactive ? { width: out.columns } : {}),
    ...(isCut ? { rows: shownRows } : {}),
  })
  for await (const piece of table) await out.write(piece)
}

async function printChunks(answer: SparqlAnswer, out: Output): Promise<void> {
  if (answer.kind === 'noFormat') {
    throw new UsageError(`The query makes ${answer.makes}, which the --format has no form for.`)
  }
  if (answer.kind === 'boolean' && (answer.format === 'csv' || answer.format === 'tsv')) {
    // A word, which has no line ends of CSV.
    let word = ''
    for await (const chunk of answer.chunks) word += Buffer.from(chunk).toString('latin1')
    await out.write(`${word.trim()}\n`)
    return
  }
  let last: number | undefined
  for await (const chunk of shownChunks(answer.chunks, out)) {
    last = chunk.at(-1) ?? last
    await out.write(chunk)
  }
  if (last !== undefined && last !== 0x0a) await out.write('\n')
}
