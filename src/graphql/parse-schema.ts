import { type DocumentNode, GraphQLError, Lexer, parse, Source, TokenKind } from 'graphql'
import { InvalidSchema } from './invalid-schema.ts'

/** The largest text of one schema, in bytes of UTF-8. */
export const longestSchema = 4 * 1_048_576

/** Brackets of values and types that are open at once; the parser recurses for each. */
const deepestNesting = 64

/**
 * Parses the text of a schema.
 *
 * @throws InvalidSchema for a syntax error, and for a text past the limits
 */
export function parseSchema(text: string): DocumentNode {
  const source = new Source(text, 'schema')
  const bytes = Buffer.byteLength(text)
  if (bytes > longestSchema) {
    const message = `The schema has ${bytes.toLocaleString('en')} bytes; the limit is ${longestSchema.toLocaleString('en')}.`
    throw new InvalidSchema([new GraphQLError(message, { source, positions: [0] })])
  }
  try {
    checkNesting(source)
    return parse(source)
  } catch (error) {
    if (error instanceof GraphQLError) throw new InvalidSchema([error])
    throw error
  }
}

function checkNesting(source: Source): void {
  const lexer = new Lexer(source)
  let open = 0
  for (let token = lexer.advance(); token.kind !== TokenKind.EOF; token = lexer.advance()) {
    if (opening.has(token.kind)) open += 1
    else if (closing.has(token.kind)) open -= 1
    if (open > deepestNesting) {
      const message = `More than ${deepestNesting} brackets are open here.`
      throw new GraphQLError(message, { source, positions: [token.start] })
    }
  }
}

const opening: ReadonlySet<TokenKind> = new Set([TokenKind.BRACE_L, TokenKind.BRACKET_L, TokenKind.PAREN_L])
const closing: ReadonlySet<TokenKind> = new Set([TokenKind.BRACE_R, TokenKind.BRACKET_R, TokenKind.PAREN_R])
