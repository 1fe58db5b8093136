import { ServiceError } from '../errors.ts'

/** Line and column of an offset in a text, both from 1; offsets outside of the text are its ends. */
function positionOf(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, Math.max(Math.min(offset, text.length), 0))
  const lines = before.split(/\r\n|\n|\r/)
  return { line: lines.length, column: (lines.at(-1) ?? '').length + 1 }
}

/** An error of the author of a query, with the place where it is. */
export function refusal(text: string, offset: number, message: string): ServiceError {
  const { line, column } = positionOf(text, offset)
  return new ServiceError('invalidQuery', `Line ${line}, column ${column}: ${message}`)
}
