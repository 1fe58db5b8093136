import type { TextPosition } from './invalid-rdf.ts'

/**
 * The last part of a text that goes by in pieces, so that the line of an error can be shown and columns counted
 * although the whole is never held.
 */
export interface TextWindow {
  /** Appends a piece. No piece may end between the two characters of a CRLF. */
  push(piece: string): void
  /** The text of a line as far as it is known, without its end; `undefined` where it was let go. */
  lineText(line: number): string | undefined
  /** Where the text ends so far. */
  end(): TextPosition
}

interface Piece {
  text: string
  readonly firstLine: number
  lastLine: number
}

/** Smaller pieces are kept together. */
const leastPieceLength = 1 << 15

/** Pieces that are kept: enough for the lines of nearly every error, whatever the text. */
const keptPieces = 16

/** A {@link TextWindow} onto a text of which nothing was seen yet. */
export function createTextWindow(): TextWindow {
  const pieces: Piece[] = []
  let forgetful = false
  let lastLine = 1
  let lastLineLength = 0
  return {
    push(text) {
      const firstLine = lastLine
      lastLine += countLineEnds(text)
      const tail = text.length - endOfLastLineEnd(text)
      lastLineLength = lastLine === firstLine ? lastLineLength + text.length : tail
      const last = pieces.at(-1)
      if (last !== undefined && last.text.length + text.length <= leastPieceLength) {
        last.text += text
        last.lastLine = lastLine
        return
      }
      pieces.push({ text, firstLine, lastLine })
      if (pieces.length > keptPieces) {
        pieces.shift()
        forgetful = true
      }
    },
    lineText(line) {
      const first = pieces[0]
      if (first === undefined || line > lastLine) return undefined
      // What stands before the first piece on its first line may have been let go.
      if (line < first.firstLine || (forgetful && line === first.firstLine)) return undefined
      return pieces
        .filter((piece) => piece.firstLine <= line && piece.lastLine >= line)
        .map((piece) => piece.text.split(/\r\n|\n|\r/)[line - piece.firstLine] ?? '')
        .join('')
    },
    end: () => ({ line: lastLine, column: lastLineLength + 1 }),
  }
}

/** Line ends in a text: LF, CRLF or a CR alone. */
function countLineEnds(text: string): number {
  let count = 0
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1
  for (let at = text.indexOf('\r'); at !== -1; at = text.indexOf('\r', at + 1)) {
    if (text.charCodeAt(at + 1) !== 0x0a) count += 1
  }
  return count
}

function endOfLastLineEnd(text: string): number {
  return Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1
}

/** The position of an offset in a text that is held whole. */
export function positionInText(text: string, offset: number): TextPosition {
  const before = text.slice(0, offset)
  return { line: countLineEnds(before) + 1, column: before.length - endOfLastLineEnd(before) + 1 }
}
