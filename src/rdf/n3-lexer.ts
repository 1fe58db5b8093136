import type { N3Error, N3Lexer, N3Token } from './n3-parser.ts'

/** Tokens that only RDF 1.2 has. */
const newerTokens: ReadonlySet<string> = new Set([
  '<<',
  '>>',
  '<<(',
  ')>>',
  '{|',
  '|}',
  '~',
  'dircode',
  'VERSION',
  '@version',
])

/** What {@link guardedLexer} refuses, as the message of the error. */
export const refusals = {
  newerSyntax: 'RDF 1.2 syntax',
  lineBreak: 'line break within a statement',
  sameLine: 'two statements on a line',
} as const

/**
 * A lexer that refuses what n3 reads beyond RDF 1.1: the syntax of RDF 1.2 and, where a statement is a line, statements
 * of several lines and lines of several statements.
 */
export function guardedLexer(lexer: N3Lexer, statementIsLine: boolean): N3Lexer {
  return {
    get previousToken() {
      return lexer.previousToken
    },
    get _input() {
      return lexer._input
    },
    comments: false,
    tokenize(text, callback) {
      let previous: N3Token | undefined
      let refused = false
      lexer.tokenize(text, (error, token) => {
        if (refused) return
        const refusal = token === undefined ? undefined : refusalOf(token, previous, statementIsLine)
        if (token === undefined || refusal === undefined) {
          previous = token
          callback(error, token)
        } else {
          refused = true
          const refusalError: N3Error = Object.assign(new Error(refusal), {
            context: { line: token.line, token },
          })
          callback(refusalError)
        }
      })
    },
  }
}

function refusalOf(
  token: N3Token,
  previous: N3Token | undefined,
  statementIsLine: boolean,
): string | undefined {
  if (newerTokens.has(token.type)) return refusals.newerSyntax
  if (!statementIsLine || previous === undefined || token.type === 'eof') return undefined
  if (previous.type === '.') return previous.line === token.line ? refusals.sameLine : undefined
  return previous.line === token.line ? undefined : refusals.lineBreak
}
