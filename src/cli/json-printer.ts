import { type Style, styled } from './terminal.ts'

/** Prints JSON that comes in pieces for people: indented, coloured, in memory bounded by the longest single token. */
export interface JsonPrinter {
  /** The printed form of a further piece. */
  push(text: string): string
  /** What is left at the end. */
  end(): string
}

const closing = new Set(['}', ']'])
const punctuation = new Set(['{', '}', '[', ']', ',', ':'])
const space = new Set([' ', '\n', '\r', '\t'])

/** A printer for one JSON text (RFC 8259). Text that is not JSON comes out with its characters in order. */
export function jsonPrinter(colour: boolean): JsonPrinter {
  let depth = 0
  let token = ''
  let inString = false
  let escaped = false
  /** An opening bracket, or a string that may be a key, waits for what follows it. */
  let opened = false
  let heldString: string | undefined

  function newLine(): string {
    return `\n${'  '.repeat(depth)}`
  }

  function scalar(text: string, style: Style): string {
    const before = opened ? newLine() : ''
    opened = false
    return before + styled(text, style, colour)
  }

  function flush(isKey: boolean): string {
    let printed = ''
    if (heldString !== undefined) printed = scalar(heldString, isKey ? 'blue' : 'green')
    else if (token !== '') printed = scalar(token, /^[-\d]/u.test(token) ? 'cyan' : 'magenta')
    heldString = undefined
    token = ''
    return printed
  }

  function punctuate(character: string): string {
    const before = flush(character === ':')
    if (character === '{' || character === '[') {
      const indent = opened ? newLine() : ''
      depth += 1
      opened = true
      return before + indent + character
    }
    if (closing.has(character)) {
      depth = Math.max(0, depth - 1)
      const indent = opened ? '' : newLine()
      opened = false
      return before + indent + character
    }
    return character === ',' ? before + character + newLine() : `${before}: `
  }

  function stringCharacter(character: string): void {
    token += character
    if (escaped) escaped = false
    else if (character === '\\') escaped = true
    else if (character === '"') {
      inString = false
      heldString = token
      token = ''
    }
  }

  return {
    push(text) {
      let printed = ''
      for (const character of text) {
        if (inString) stringCharacter(character)
        else if (character === '"') {
          printed += flush(false)
          inString = true
          token = character
        } else if (punctuation.has(character)) printed += punctuate(character)
        else if (!space.has(character)) token += character
      }
      return printed
    },
    end() {
      return `${flush(false)}\n`
    },
  }
}
