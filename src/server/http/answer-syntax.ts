import type { FastifyRequest } from 'fastify'
import type { ResultFormats, SparqlAnswer } from '../../engine/sparql/sparql-request.ts'
import { ServiceError } from '../../errors.ts'
import { type RdfFormat, rdfSyntaxes } from '../../rdf/formats.ts'
import { type SolutionsFormat, solutionsSyntaxes } from '../../sparql/results/formats.ts'
import { HttpFailure } from './error-reply.ts'
import { status } from './status.ts'

/** What a query can make. */
export type ResultKind = 'solutions' | 'boolean' | 'graph'

/** A syntax of an answer, and the media type under which a client takes it. */
interface AnswerSyntax<Format> {
  readonly format: Format
  readonly mediaType: string
}

/** The syntaxes that a client takes, by what a query turns out to make; absent: none that there is. */
export interface AnswerSyntaxes {
  readonly solutions?: AnswerSyntax<SolutionsFormat> | undefined
  readonly boolean?: AnswerSyntax<SolutionsFormat> | undefined
  readonly graph?: AnswerSyntax<RdfFormat> | undefined
}

const charset = '; charset=utf-8'

const solutionsOffers = offersOf(solutionsSyntaxes)
const graphOffers = offersOf(rdfSyntaxes)

/** CSV and TSV have no form for a boolean; as text it is `true` or `false`, which is what the format `csv` writes. */
const booleanOffers: readonly AnswerSyntax<SolutionsFormat>[] = [
  ...solutionsOffers.filter(({ format }) => format === 'json' || format === 'xml'),
  ...['text/boolean', 'text/plain', 'text/csv', 'text/tab-separated-values'].map(
    (mediaType) => ({ format: 'csv', mediaType }) as const,
  ),
]

function offersOf<Format>(
  syntaxes: readonly { readonly format: Format; readonly mediaTypes: readonly string[] }[],
): readonly AnswerSyntax<Format>[] {
  // First the registered type of each syntax, in their order: that is what a client gets that takes any.
  const first = syntaxes.flatMap(({ format, mediaTypes }) =>
    mediaTypes.slice(0, 1).map((mediaType) => ({ format, mediaType })),
  )
  const others = syntaxes.flatMap(({ format, mediaTypes }) =>
    mediaTypes.slice(1).map((mediaType) => ({ format, mediaType })),
  )
  return [...first, ...others]
}

/**
 * The syntaxes that a request takes: those that `named` names, by a format's name, its usual ending or a media type; else
 * those that its `Accept` prefers (RFC 9110, 12.5.1).
 *
 * @throws ServiceError `illegalArgument` where `named` names no syntax at all
 */
export function answerSyntaxes(request: FastifyRequest, named: string | undefined): AnswerSyntaxes {
  if (named === undefined) {
    return {
      solutions: accepted(request, solutionsOffers),
      boolean: accepted(request, booleanOffers),
      graph: accepted(request, graphOffers),
    }
  }
  const solutions = ofName(named, solutionsOffers, solutionsSyntaxes)
  const graph = namedRdfSyntax(named)
  const boolean =
    solutions === undefined
      ? booleanOffers.find(({ mediaType }) => mediaType === named.trim().toLowerCase())
      : (booleanOffers.find(({ format }) => format === solutions.format) ?? booleanAsText)
  if (solutions !== undefined || boolean !== undefined || graph !== undefined) {
    return { solutions, boolean, graph }
  }
  const known = [...solutionsSyntaxes, ...rdfSyntaxes].map(({ format }) => format).join(', ')
  throw new ServiceError(
    'illegalArgument',
    `Unknown syntax ${JSON.stringify(named.slice(0, 200))}: "format" is one of ${known}, or a media type.`,
  )
}

const booleanAsText = { format: 'csv', mediaType: 'text/plain' } as const

/** The syntax of RDF of a name: a media type, a file extension, or the syntax's own name. */
export function namedRdfSyntax(name: string): AnswerSyntax<RdfFormat> | undefined {
  return ofName(name, graphOffers, rdfSyntaxes)
}

/** The syntax of RDF that a request's `Accept` prefers. */
export function acceptedRdfSyntax(request: FastifyRequest): AnswerSyntax<RdfFormat> | undefined {
  return accepted(request, graphOffers)
}

function ofName<Format>(
  name: string,
  offers: readonly AnswerSyntax<Format>[],
  syntaxes: readonly {
    readonly format: Format
    readonly label: string
    readonly extension?: string
    readonly extensions?: readonly string[]
  }[],
): AnswerSyntax<Format> | undefined {
  const wanted = name.trim().toLowerCase()
  const byType = offers.find(({ mediaType }) => mediaType === wanted)
  if (byType !== undefined) return byType
  const syntax = syntaxes.find(
    ({ format, label, extension, extensions = [] }) =>
      format === wanted ||
      label.toLowerCase() === wanted ||
      extension === wanted ||
      extensions.includes(wanted),
  )
  return offers.find(({ format }) => format === syntax?.format)
}

function accepted<Format>(
  request: FastifyRequest,
  offers: readonly AnswerSyntax<Format>[],
): AnswerSyntax<Format> | undefined {
  // Clients may ask for the charset that every answer has; and for a profile of JSON-LD, which may be left aside (JSON-LD 1.1, C).
  const asked = parametersOfAccept(request.headers.accept ?? '')
  const names = offers.flatMap(({ mediaType }) => [
    mediaType,
    `${mediaType}${charset}`,
    ...asked.filter((type) => type.startsWith(`${mediaType};`)),
  ])
  const type = request.type(names)
  if (typeof type !== 'string') return undefined
  return offers.find(({ mediaType }) => type === mediaType || type.startsWith(`${mediaType};`))
}

/** The media types of an `Accept` that have a profile, as they stand there, without their weight. */
function parametersOfAccept(accept: string): readonly string[] {
  return partsOutsideQuotes(accept, ',').flatMap((range) => {
    const [type = '', ...parameters] = partsOutsideQuotes(range, ';').map((part) => part.trim())
    const kept = parameters.filter((parameter) => !/^q\s*=/iu.test(parameter))
    const isProfile = kept.length > 0 && kept.every((parameter) => /^profile\s*=/iu.test(parameter))
    return isProfile ? [[type.toLowerCase(), ...kept].join(';')] : []
  })
}

/** The parts of a text between separators that do not stand in quotation marks. */
function partsOutsideQuotes(text: string, separator: string): readonly string[] {
  const parts: string[] = []
  let start = 0
  let isQuoted = false
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '"') isQuoted = !isQuoted
    if (isQuoted || text[at] !== separator) continue
    parts.push(text.slice(start, at))
    start = at + 1
  }
  return [...parts, text.slice(start)]
}

/** The formats of syntaxes. */
export function formatsOf({ solutions, boolean, graph }: AnswerSyntaxes): ResultFormats {
  return {
    ...(solutions === undefined ? {} : { solutions: solutions.format }),
    ...(boolean === undefined ? {} : { boolean: boolean.format }),
    ...(graph === undefined ? {} : { graph: graph.format }),
  }
}

/**
 * The value of `Content-Type` for what a query made.
 *
 * @throws HttpFailure 406 where the client takes no syntax of it
 */
export function contentTypeOfAnswer(answer: SparqlAnswer, syntaxes: AnswerSyntaxes): string {
  const makes = answer.kind === 'noFormat' ? answer.makes : answer.kind
  const syntax = answer.kind === 'noFormat' ? undefined : syntaxes[makes]
  if (syntax === undefined) throw notAcceptable(makes)
  return contentTypeOfSyntax(syntax.mediaType)
}

/** The value of `Content-Type` for a media type: text in UTF-8 says so; clients compare `text/boolean` as it is. */
export function contentTypeOfSyntax(mediaType: string): string {
  return mediaType.startsWith('text/') && mediaType !== 'text/boolean' ? `${mediaType}${charset}` : mediaType
}

/** The refusal of a client that takes no syntax of what there is to answer with (406). */
export function notAcceptable(makes: ResultKind): HttpFailure {
  const offers = { solutions: solutionsOffers, boolean: booleanOffers, graph: graphOffers }[makes]
  const known = offers.map(({ mediaType }) => mediaType).join(', ')
  return new HttpFailure(
    status.notAcceptable,
    'illegalArgument',
    `The answer is ${makes === 'solutions' ? 'solutions' : `a ${makes}`}, and can be had as ${known}. Take one of them by Accept, or by "format".`,
  )
}
