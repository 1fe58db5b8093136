import { quoted, type TextPosition } from './invalid-rdf.ts'
import { refusals } from './n3-lexer.ts'
import type { N3Error } from './n3-parser.ts'
import { nearestName } from './nearest-name.ts'
import type { TextWindow } from './text-window.ts'

/** Where an error of n3 is, in a document before which `preludeLines` lines were put. */
export function positionOfN3Error(
  error: N3Error,
  window: TextWindow,
  preludeLines: number,
): TextPosition | undefined {
  const context = error.context
  if (context === undefined) return undefined
  const line = context.line - preludeLines
  if (context.token !== undefined) return { line, column: context.token.start + 1 }
  // The lexer does not say where in the line it stopped: it is after the token before.
  const { previousToken } = context
  const previousLine = previousToken && (previousToken.endLine ?? previousToken.line) - preludeLines
  const from = previousToken !== undefined && previousLine === line ? previousToken.end : 0
  const text = window.lineText(line) ?? ''
  const issue = issueOf(error)
  const found = issue === '' ? -1 : text.indexOf(issue, from)
  const start = found === -1 ? from + (/^\s*/.exec(text.slice(from))?.[0].length ?? 0) : found
  return { line, column: start + 1 }
}

/** What is wrong, in a sentence about the document. */
export function describeN3Error(
  error: N3Error,
  prefixes: Iterable<string>,
  statementIsLine: boolean,
): string {
  const token = error.context?.token
  const message = error.message.replace(/ on line \d+\.$/, '')
  if (message === refusals.newerSyntax) return 'This is syntax of RDF 1.2, which is not supported.'
  if (message === refusals.lineBreak) return 'A statement must stand on one line.'
  if (message === refusals.sameLine) return 'A statement must begin on a line of its own.'
  if (token === undefined) return describeLexerError(issueOf(error), message)
  if (message.startsWith('Undefined prefix')) {
    const suggestion = nearestName(token.prefix, prefixes)
    const hint = suggestion === undefined ? '' : ` Did you mean "${suggestion}:"?`
    return `The prefix "${token.prefix}:" is not declared.${hint}`
  }
  if (message.startsWith('Invalid IRI')) {
    const reason = statementIsLine ? 'relative' : 'relative, and no base IRI is given'
    return `The IRI <${token.value.slice(0, 60)}> is ${reason}.`
  }
  if (token.type === 'eof') return 'The text ends in the middle of a statement.'
  return `${message}.`
}

function describeLexerError(issue: string, message: string): string {
  if (message.startsWith('Token too long')) return 'This is too long to be read.'
  if (issue === '') return 'The text ends in the middle of a statement.'
  if (issue.startsWith('"') || issue.startsWith("'")) {
    return `The string that begins with ${quoted(issue)} is not closed, or has an escape sequence that does not exist.`
  }
  if (issue.startsWith('<'))
    return `The IRI that begins with ${quoted(issue)} has a character that IRIs cannot have.`
  if (issue.startsWith('@')) return `Unexpected ${quoted(issue)}: neither a language tag nor a directive.`
  return `Unexpected ${quoted(issue)}.`
}

/** The piece of text that the lexer could not read. */
function issueOf(error: N3Error): string {
  return /^Unexpected "(.*)" on line \d+\.$/s.exec(error.message)?.[1] ?? ''
}
