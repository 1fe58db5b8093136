import { ServiceError } from '../errors.ts'

/** A place in a text; line and column count from 1, columns in UTF-16 code units. */
export interface TextPosition {
  readonly line: number
  readonly column: number
}

const excerptLength = 80

/**
 * The error of a document that is not what its syntax allows: `people.ttl, line 3, column 14: <problem>`, and below
 * it, where the text of the line is at hand, an excerpt with a mark under the place.
 */
export function invalidRdf(
  problem: string,
  fileName: string | undefined,
  position?: TextPosition,
  lineText?: string,
): ServiceError {
  const source = fileName ?? 'The data'
  if (position === undefined) return new ServiceError('invalidRdf', `${source}: ${problem}`)
  const place = `${source}, line ${position.line}, column ${position.column}`
  return new ServiceError('invalidRdf', `${place}: ${problem}${excerpt(position, lineText ?? '')}`)
}

function excerpt(position: TextPosition, lineText: string): string {
  if (lineText.trim() === '') return ''
  const start = Math.max(0, position.column - 1 - excerptLength / 2)
  const shown = lineText
    .slice(start, start + excerptLength)
    .replace(/\p{Cc}/gu, ' ')
    .trimEnd()
  return `\n  ${shown}\n  ${' '.repeat(position.column - 1 - start)}^`
}

/** A piece of a document in quotes, cut where it is long. */
export function quoted(piece: string): string {
  return JSON.stringify(piece.length > 60 ? `${piece.slice(0, 60)}…` : piece)
}
