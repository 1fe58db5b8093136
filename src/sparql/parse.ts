import { toAlgebra } from '@traqula/algebra-sparql-1-1'
import { Types } from '@traqula/algebra-transformations-1-1'
import { Parser } from '@traqula/parser-sparql-1-1'
import { ServiceError } from '../errors.ts'
import type { Namespaces } from '../rdf/namespaces.ts'
import type { Expression, SelectQuery } from './algebra.ts'
import { convertExpression, convertSelect } from './convert.ts'
import { existsOf } from './evaluate.ts'
import { locatedError, refusal } from './parse-error.ts'

/** What SPARQL text is read against. */
export interface ParseOptions {
  /** Prefixes that the text may use undeclared. */
  readonly namespaces: Namespaces
  /** What relative IRIs are resolved against; without it they are errors. */
  readonly baseIri?: string
}

/** Errors of the text, with the offset where the parser stopped. */
class SyntaxFailure extends Error {
  readonly offset: number

  constructor(message: string, offset: number) {
    super(message)
    this.offset = offset
  }
}

/**
 * Parses a SELECT query. Blank nodes of its patterns become variables that `SELECT *` does not select.
 *
 * @throws ServiceError `invalidQuery` with line and column where the text is no SPARQL, `unsupported` where it is
 * SPARQL that Espalier does not answer: other query forms, updates, SERVICE, and property paths of any length.
 */
export function parseQuery(text: string, options: ParseOptions): SelectQuery {
  return parsing(text, 0, () => {
    const tree = parseText(text, options)
    if (tree.type === 'update') {
      const empty = tree.updates.every((update) => update.operation === undefined)
      if (empty) throw refusal(text, text.length, 'Expected a SELECT query.')
      throw new ServiceError('unsupported', 'Updates are not supported here: expected a SELECT query.')
    }
    return convertSelect(toAlgebra(tree, algebraOptions(options)), text)
  })
}

const opening = 'ASK { FILTER('
const closing = '\n) }'

/**
 * Parses exactly one SPARQL expression, and nothing beside it, whatever brackets the text closes and opens.
 *
 * @throws ServiceError `invalidQuery` with line and column where the text is anything else, and where it has EXISTS or
 * an aggregate, which have no meaning for one solution by itself.
 */
export function parseExpression(text: string, options: ParseOptions): Expression {
  const keyword = refusedKeyword(text)
  if (keyword !== undefined) {
    throw refusal(text, keyword.offset, `${keyword.name} cannot be used in an expression here.`)
  }
  const query = opening + text + closing
  return parsing(text, opening.length, () => {
    const tree = parseText(query, options)
    const algebra = toAlgebra(tree, algebraOptions(options))
    if (
      tree.type !== 'query' ||
      tree.subType !== 'ask' ||
      tree.context.length > 0 ||
      tree.where.patterns.length !== 1 ||
      algebra.type !== Types.ASK ||
      algebra.input.type !== Types.FILTER ||
      algebra.input.input.type !== Types.BGP ||
      algebra.input.input.patterns.length > 0
    ) {
      throw refusal(text, 0, 'Expected one SPARQL expression and nothing else.')
    }
    const expression = convertExpression(algebra.input.expression, query)
    // Spelled with escapes, a keyword shows only in the tree.
    if (existsOf(expression).length > 0)
      throw refusal(text, 0, 'EXISTS cannot be used in an expression here.')
    return expression
  })
}

/** Of the parser's account of a syntax error, what we read. */
interface RecognitionError {
  readonly token: { readonly image: string; readonly startOffset: number }
}

// The parser takes this handler, though its declared options leave it out; it knows offsets, the default one does not.
const parserOptions = {
  lexerConfig: {},
  errorHandler([error]: readonly RecognitionError[]) {
    if (error === undefined) throw new Error('A syntax error without a description')
    const { image, startOffset } = error.token
    const offset = Number.isInteger(startOffset) ? startOffset : Number.POSITIVE_INFINITY
    throw new SyntaxFailure(`Unexpected ${JSON.stringify(image)}.`, offset)
  },
}
let parser: Parser | undefined

/** The parser, made at first use: its grammar takes longer to put together than most processes need to start. */
function theParser(): Parser {
  parser ??= new Parser(parserOptions)
  return parser
}

function parseText(text: string, { namespaces, baseIri }: ParseOptions) {
  const prefixes = Object.fromEntries(namespaces)
  return theParser().parse(text, baseIri === undefined ? { prefixes } : { prefixes, baseIRI: baseIri })
}

function algebraOptions({ namespaces, baseIri }: ParseOptions) {
  const prefixes = Object.fromEntries(namespaces)
  return { prefixes, blankToVariable: true, ...(baseIri === undefined ? {} : { baseIRI: baseIri }) }
}

/** Runs the parser, whose errors become ours; `shift` is the length of what stands before the text in what it reads. */
function parsing<Result>(text: string, shift: number, parse: () => Result): Result {
  try {
    return parse()
  } catch (error) {
    if (error instanceof ServiceError) throw error
    if (error instanceof SyntaxFailure) {
      const offset = error.offset - shift
      // Empty brackets are one token, which begins before the text.
      if (offset < 0) throw refusal(text, 0, 'Expected an expression.')
      throw refusal(text, offset, offset < text.length ? error.message : 'Unexpected end.')
    }
    if (error instanceof RangeError) throw new ServiceError('invalidQuery', 'The query is nested too deeply.')
    if (error instanceof Error) throw locatedError(text, shift, error)
    throw error
  }
}

const aggregateNames = 'COUNT|SUM|MIN|MAX|AVG|SAMPLE|GROUP_CONCAT'
const tokens = new RegExp(
  [
    /"""(?:[^\\]|\\.)*?"""|'''(?:[^\\]|\\.)*?'''/,
    /"(?:[^"\\\n\r]|\\.)*"|'(?:[^'\\\n\r]|\\.)*'/,
    /<[^<>"{}|^`\\\s]*>|#[^\n\r]*|[?$@][\w-]+|[\w.-]*:[\w.-]*/,
    new RegExp(`\\b(EXISTS|(?:${aggregateNames})(?=\\s*\\())`),
    /\w+/,
  ]
    .map((part) => part.source)
    .join('|'),
  'gis',
)

/** The first keyword of an expression that needs more than one solution or a pattern, and where it stands. */
function refusedKeyword(text: string): { readonly name: string; readonly offset: number } | undefined {
  for (const match of text.matchAll(tokens)) {
    const [, name] = match
    if (name !== undefined) return { name: name.toUpperCase(), offset: match.index }
  }
  return undefined
}
