import { Parser } from '@traqula/parser-sparql-1-1'
import { AstFactory } from '@traqula/rules-sparql-1-1'
import { ServiceError } from '../errors.ts'
import type { Namespaces } from '../rdf/namespaces.ts'
import { checkEscapes, originalOffset } from './codepoint-escapes.ts'
import { refusal } from './parse-error.ts'
import { offsetOf, type SyntaxTree } from './syntax-tree.ts'
import { unexpectedWord } from './unexpected-word.ts'

/** What SPARQL text is read against. */
export interface ParseOptions {
  /** Prefixes that the text may use undeclared. */
  readonly namespaces: Namespaces
  /** What relative IRIs are resolved against; without it they are errors. Absolute. */
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

/** Makes the nodes of a syntax tree, and remembers where the last one stands: the parser's own errors do not say it. */
class LocatingFactory extends AstFactory {
  last = 0

  override sourceLocation(...elements: Parameters<AstFactory['sourceLocation']>) {
    const loc = super.sourceLocation(...elements)
    if (loc.sourceLocationType === 'source') this.last = offsetOf({ loc })
    return loc
  }
}

/** Parses a query or an update, as far as the grammar goes; to be run by {@link parsing}. */
export function parseText(text: string): SyntaxTree {
  const astFactory = new LocatingFactory()
  try {
    // What the parser would check beyond the grammar it cannot place, and some of it is wrong; we check it ourselves.
    return theParser().parse(text, { astFactory, skipValidation: true })
  } catch (error) {
    const message = messageOf(error)
    throw message === undefined ? error : new SyntaxFailure(message, astFactory.last)
  }
}

/** What an error of the parser's says that has no place; `undefined` for others. */
function messageOf(error: unknown): string | undefined {
  if (error instanceof SyntaxFailure || error instanceof RangeError || !(error instanceof Error))
    return undefined
  // It looks up the variable of each value of a row of VALUES.
  if (error instanceof TypeError) return 'A row of VALUES has more values than there are variables.'
  return error.message.startsWith('unexpected character') ? undefined : error.message
}

/**
 * Runs the parser, whose errors become ours; `shift` is the length of what stands before the text in what it reads.
 *
 * @throws ServiceError `invalidQuery` with line and column.
 */
export function parsing<Result>(text: string, shift: number, parse: () => Result): Result {
  checkEscapes(text)
  try {
    return parse()
  } catch (error) {
    if (error instanceof ServiceError || !(error instanceof Error)) throw error
    // The parser's own stack: it also puts all triples of a block on it, beyond a hundred thousand too many.
    if (error instanceof RangeError) {
      throw new ServiceError(
        'invalidQuery',
        'The text is nested too deeply, or has too many triples in one block.',
      )
    }
    const { message, offset } = placed(error)
    // Empty brackets are one token, which begins before the text.
    if (offset < shift) throw refusal(text, 0, 'Expected an expression.')
    const original = originalOffset(text, offset - shift)
    const word = /^Unexpected "[\p{L}\p{N}_]+"\.$/u.test(message) ? unexpectedWord(text, original) : undefined
    if (word !== undefined) throw refusal(text, word.offset, word.message)
    throw refusal(text, original, original < text.length ? message : 'Unexpected end.')
  }
}

function placed(error: Error): { readonly message: string; readonly offset: number } {
  if (error instanceof SyntaxFailure) return error
  const [, character, offset] = /unexpected character: ->(.*?)<- at offset: (\d+)/s.exec(error.message) ?? []
  if (offset === undefined) throw error
  return { message: `Unexpected ${JSON.stringify(character)}.`, offset: Number(offset) }
}
