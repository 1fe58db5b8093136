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

/**
 * An error of the parser's that carries no place, as one of ours. Where its message tells of a character, a prefix or
 * a variable the place is the first where that stands.
 */
export function locatedError(text: string, shift: number, error: Error): ServiceError {
  const character = /unexpected character: ->(.*?)<- at offset: (\d+)/s.exec(error.message)
  if (character !== null) {
    const [, found, offset] = character
    return refusal(text, Number(offset) - shift, `Unexpected ${JSON.stringify(found)}.`)
  }
  const prefix = /^Unknown prefix: (.*)$/s.exec(error.message)?.[1]
  if (prefix !== undefined) {
    return refusal(text, Math.max(text.indexOf(`${prefix}:`), 0), `Unknown prefix ${JSON.stringify(prefix)}.`)
  }
  const variable = /\?[^\s)"']+/.exec(error.message)?.[0]
  const offset = variable === undefined ? -1 : text.lastIndexOf(variable)
  const message = `${error.message.replace(/\s+/g, ' ').trim()}.`
  return offset < 0 ? new ServiceError('invalidQuery', message) : refusal(text, offset, message)
}
