import { ServiceError } from '../../../errors.ts'
import { formatOfMediaType } from '../../../rdf/formats.ts'
import { parseRdf } from '../../../rdf/parse.ts'
import type { Quad } from '../../../rdf/term.ts'
import { solutionsFormatOfMediaType } from '../../../sparql/results/formats.ts'
import { readResults } from '../../../sparql/results/read-results.ts'
import { readRows } from '../../../sparql/results/read-rows.ts'
import type { ReadSolution } from '../../../sparql/results/result-reader.ts'
import { type AnswerBytes, type AnswerOptions, answerBytes } from './answer-bytes.ts'
import type { HttpAnswer } from './connections.ts'
import { failed } from './endpoint-failure.ts'
import { headerOf, tellsOfTimeLimit } from './endpoint-limits.ts'

/** Syntaxes of solutions and booleans that are read, as `Accept` says it, one of them first. */
export function solutionTypes(first: 'json' | 'xml'): string {
  const second = first === 'json' ? 'xml' : 'json'
  return `application/sparql-results+${first}, application/sparql-results+${second};q=0.5`
}

/** Syntaxes of triples that are read, as `Accept` says it. */
export const graphTypes = 'application/n-triples, text/turtle;q=0.7, application/rdf+xml;q=0.3'

/** The rows of an answer; see `EndpointClient.select`. @throws ServiceError `remoteFailed` where it is of another media type */
export function rowsOfAnswer(
  answer: HttpAnswer,
  variables: readonly string[],
  options: AnswerOptions,
): AsyncIterable<readonly (readonly (string | null)[])[]> {
  const { label } = options
  const format = resultsFormat(answer, label)
  const bytes = answerBytes(answer, options)
  return explained(readRows(format, bytes, { variables, name: label }), bytes, options)
}

/** The boolean that an answer is. @throws ServiceError `remoteFailed` where it is none */
export async function booleanOfAnswer(answer: HttpAnswer, options: AnswerOptions): Promise<boolean> {
  const { label } = options
  const format = resultsFormat(answer, label)
  const bytes = answerBytes(answer, options)
  let told: boolean | undefined
  // To its end, so that its connection is kept.
  for await (const parts of explained(readResults(format, bytes, label), bytes, options)) {
    for (const part of parts) {
      if (part.kind === 'boolean') told = part.value
      if (part.kind === 'variables' && part.names.includes(virtuosoBoolean)) told = false
      if (part.kind === 'solutions') told = booleanOfSolutions(part.solutions)
    }
  }
  if (told === undefined) throw failed(label, 'it answered with solutions, where a boolean was asked for')
  return told
}

/** Virtuoso answers ASK with a solution in which this variable is 1 or 0, or with none, whatever syntax is asked for. */
const virtuosoBoolean = '__ASK_RETVAL'

function booleanOfSolutions(solutions: readonly ReadSolution[]): boolean | undefined {
  const term = solutions[0]?.get(virtuosoBoolean)
  return solutions.length === 1 && term?.kind === 'literal' ? term.value === '1' : undefined
}

/** The triples of an answer; `baseIri` is that of relative IRIs. @throws ServiceError `remoteFailed` */
export function triplesOfAnswer(
  answer: HttpAnswer,
  baseIri: string,
  options: AnswerOptions,
): AsyncIterable<readonly Quad[]> {
  const { label } = options
  const format = formatOfMediaType(headerOf(answer.headers, 'content-type'))
  // JSON-LD is not asked for: it would have to be read as a whole.
  if (format === undefined || format === 'json-ld') throw wrongType(answer, label, 'RDF was')
  if (format !== 'rdf-xml' && !isDelimited(answer)) {
    answer.body.destroy()
    throw failed(label, 'it does not say where its answer ends, which could be cut short unseen')
  }
  const bytes = answerBytes(answer, options)
  return explained(parseRdf(bytes, { format, fileName: label, baseIri }), bytes, options)
}

/**
 * Whether an answer tells of its end (RFC 9112, 6.3; packed data has an end of its own). Otherwise the end of the connection
 * is that of the answer, and a document of lines could have been cut after any of them.
 */
function isDelimited({ headers }: HttpAnswer): boolean {
  if (headerOf(headers, 'content-length') !== '' || headerOf(headers, 'transfer-encoding') !== '') return true
  return !['', 'identity'].includes(headerOf(headers, 'content-encoding').trim().toLowerCase())
}

/** What is read of an answer, its errors in the words of the endpoint; to stop before the first piece ends it too. */
function explained<Item>(
  items: AsyncIterable<Item>,
  bytes: AnswerBytes,
  options: AnswerOptions,
): AsyncIterable<Item> {
  const reading = items[Symbol.asyncIterator]()
  return {
    [Symbol.asyncIterator]: () => ({
      async next() {
        try {
          return await reading.next()
        } catch (error) {
          throw bytes.isBroken() ? error : explanation(error, bytes.tail(), options)
        }
      },
      async return() {
        bytes.end()
        await reading.return?.()
        return { done: true, value: undefined }
      },
    }),
  }
}

function explanation(error: unknown, tail: string, { label, redact }: AnswerOptions): unknown {
  if (!(error instanceof ServiceError)) return error
  if (error.kind !== 'invalidRdf' && error.kind !== 'remoteFailed') return error
  const detail = redact(`${error.detail ?? error.message} At the end of what was read: ${tail}`)
  if (tellsOfTimeLimit(tail)) {
    return failed(label, 'its time limit for a query was reached in the middle of its answer', error, detail)
  }
  if (error.kind === 'remoteFailed')
    return new ServiceError('remoteFailed', error.message, { detail, cause: error })
  return failed(label, 'the answer is cut short, or is not RDF', error, detail)
}

function resultsFormat(answer: HttpAnswer, label: string): 'json' | 'xml' {
  const format = solutionsFormatOfMediaType(headerOf(answer.headers, 'content-type'))
  if (format === 'json' || format === 'xml') return format
  throw wrongType(answer, label, 'results of SPARQL in JSON or XML were')
}

function wrongType(answer: HttpAnswer, label: string, wanted: string): ServiceError {
  answer.body.destroy()
  const given = headerOf(answer.headers, 'content-type')
  const said =
    given === '' ? 'without a media type' : `with the media type ${JSON.stringify(given.slice(0, 100))}`
  return failed(label, `it answered ${said}, where ${wanted} asked for. Check remote.query.url`)
}
