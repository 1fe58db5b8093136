import { type DocumentNode, GraphQLError, Lexer, parse, type Source, type Token, TokenKind } from 'graphql'
import { InvalidSchema } from './invalid-schema.ts'
import { schemaError } from './schema-error.ts'

/** The largest text of one schema, in bytes of UTF-8: that of schema.org with all of its classes has 9 million. */
export const longestSchema = 10 * 1_048_576

/** Tokens of one schema; with their places they take some 300 bytes each. */
const mostTokens = 2_000_000

/** Types, extensions and directives of one schema. */
const mostDefinitions = 20_000

/** Brackets that are open at once; the parser recurses for each. */
const deepestNesting = 64

/** Characters of one name; messages repeat names. */
const longestName = 1_000

/**
 * Parses the text of a schema. Its nodes do not know where in the text they stand: only errors need that, and noting it takes as
 * long as all the rest, and three times the memory.
 *
 * @throws InvalidSchema for a syntax error, and for a text past the limits
 */
export function parseSchema(source: Source): DocumentNode {
  const bytes = Buffer.byteLength(source.body)
  if (bytes > longestSchema) {
    const message = `The schema has ${bytes.toLocaleString('en')} bytes; the limit is ${longestSchema.toLocaleString('en')}.`
    throw new InvalidSchema([schemaError('LIMIT_EXCEEDED', message, source, [0])])
  }
  try {
    checkTokens(source)
    const document = parse(source, { noLocation: true })
    const { length } = document.definitions
    if (length <= mostDefinitions) return document
    const message = `The schema has ${length.toLocaleString('en')} definitions; the limit is ${mostDefinitions.toLocaleString('en')}.`
    throw new InvalidSchema([schemaError('LIMIT_EXCEEDED', message, source, [0])])
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error
    throw new InvalidSchema([
      schemaError('GRAPHQL_PARSE_FAILED', error.message, source, error.positions ?? [0]),
    ])
  }
}

/** Counts open brackets, before the parser, which recurses, sees them. */
function checkTokens(source: Source): void {
  const lexer = new Lexer(source)
  let open = 0
  let tokens = 0
  for (let token = lexer.advance(); token.kind !== TokenKind.EOF; token = lexer.advance()) {
    if (++tokens > mostTokens) throw pastLimit(source, token, 'tokens', mostTokens)
    switch (token.kind) {
      case TokenKind.BRACE_L:
      case TokenKind.BRACKET_L:
      case TokenKind.PAREN_L:
        if (++open > deepestNesting) throw pastLimit(source, token, 'levels of brackets', deepestNesting)
        break
      case TokenKind.BRACE_R:
      case TokenKind.BRACKET_R:
      case TokenKind.PAREN_R:
        open -= 1
        break
      case TokenKind.NAME:
        if (token.end - token.start > longestName) {
          throw pastLimit(source, token, 'characters in one name', longestName)
        }
        break
      default:
        break
    }
  }
}

function pastLimit(source: Source, token: Token, what: string, limit: number): InvalidSchema {
  const message = `The schema has more ${what}; the limit is ${limit.toLocaleString('en')}.`
  return new InvalidSchema([schemaError('LIMIT_EXCEEDED', message, source, [token.start])])
}
