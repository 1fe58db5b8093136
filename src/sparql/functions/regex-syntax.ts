import { unicodeBlock } from './unicode-blocks.ts'

/**
 * Translates a regular expression of XPath (functions and operators, 5.6.1) into one of JavaScript with the flag `v`.
 *
 * `undefined` where the pattern is none of XPath's: look-around, named groups and JavaScript's own escapes are not;
 * `\b` and `\B` are let through.
 */
export function translatePattern(pattern: string): string | undefined {
  const parts: string[] = []
  let at = 0
  while (at < pattern.length) {
    const character = pattern.charAt(at)
    if (character === '\\') {
      const item = readEscape(pattern, at, false)
      if (item === undefined) return undefined
      parts.push(item.text)
      at = item.end
    } else if (character === '[') {
      const set = readClass(pattern, at)
      if (set === undefined) return undefined
      parts.push(set.text)
      at = set.end
    } else if (character === '(' && pattern.charAt(at + 1) === '?') {
      if (pattern.charAt(at + 2) !== ':') return undefined
      parts.push('(?:')
      at += 3
    } else {
      // JavaScript's `.` also leaves out U+2028 and U+2029.
      parts.push(character === '.' ? '(?:.|[\\u2028\\u2029])' : character)
      at++
    }
  }
  return parts.join('')
}

/** The text of a pattern or class item in JavaScript, and where it ends in the original. */
interface Item {
  readonly text: string
  readonly end: number
}

const classEscapes: ReadonlyMap<string, string> = new Map([
  ['d', '\\p{Nd}'],
  ['D', '\\P{Nd}'],
  ['s', '[ \\t\\n\\r]'],
  ['S', '[^ \\t\\n\\r]'],
  ['w', '[^\\p{P}\\p{Z}\\p{C}]'],
  ['W', '[\\p{P}\\p{Z}\\p{C}]'],
  ['i', '[\\p{L}\\p{Nl}_:]'],
  ['I', '[^\\p{L}\\p{Nl}_:]'],
  ['c', '[\\p{L}\\p{Nl}\\p{Nd}\\p{M}_:.\\-\\u00B7]'],
  ['C', '[^\\p{L}\\p{Nl}\\p{Nd}\\p{M}_:.\\-\\u00B7]'],
])

function readEscape(pattern: string, at: number, inClass: boolean): Item | undefined {
  const escaped = pattern.charAt(at + 1)
  const end = at + 2
  const known = classEscapes.get(escaped)
  if (known !== undefined) return { text: known, end }
  if (escaped !== '' && 'nrt\\|.^?*+{}()[]$'.includes(escaped)) return { text: `\\${escaped}`, end }
  if (escaped === '-') return { text: inClass ? '\\-' : '-', end }
  if (escaped === 'p' || escaped === 'P') return readProperty(pattern, at)
  if (inClass) return undefined
  if (escaped === 'b' || escaped === 'B') return { text: `\\${escaped}`, end }
  return /[1-9]/.test(escaped) ? { text: `\\${escaped}`, end } : undefined
}

/** Reads `\p{…}`: a general category, or a block by `Is` and its name (XML Schema 1.1, part 2, G.4.2). */
function readProperty(pattern: string, at: number): Item | undefined {
  const [written = '', kind = '', category, block = ''] =
    /^\\([pP])\{(?:([A-Z][a-z]?)|Is([A-Za-z0-9-]+))\}/.exec(pattern.slice(at)) ?? []
  const end = at + written.length
  if (category !== undefined) return { text: written, end }
  const range = unicodeBlock(block)
  if (range === undefined) return undefined
  const [first, last] = range.map((codePoint) => `\\u{${codePoint.toString(16)}}`)
  return { text: `[${kind === 'P' ? '^' : ''}${first}-${last}]`, end }
}

/** Reads `[…]`, also with a class to subtract at its end, `[a-z-[aeiou]]`. */
function readClass(pattern: string, start: number): Item | undefined {
  const negated = pattern.charAt(start + 1) === '^'
  const parts: string[] = []
  let at = start + (negated ? 2 : 1)
  while (at < pattern.length) {
    const character = pattern.charAt(at)
    if (character === ']' && parts.length > 0) {
      return { text: `[${negated ? '^' : ''}${parts.join('')}]`, end: at + 1 }
    }
    if (character === '-' && pattern.charAt(at + 1) === '[' && parts.length > 0) {
      const subtracted = readClass(pattern, at + 1)
      if (subtracted === undefined || pattern.charAt(subtracted.end) !== ']') return undefined
      const kept = `[${negated ? '^' : ''}${parts.join('')}]`
      return { text: `[${kept}--${subtracted.text}]`, end: subtracted.end + 1 }
    }
    if (character === '[' || character === ']') return undefined
    if (character === '\\') {
      const item = readEscape(pattern, at, true)
      if (item === undefined) return undefined
      parts.push(item.text)
      at = item.end
    } else if (character === '-') {
      const between = parts.length > 0 && pattern.charAt(at + 1) !== ']'
      parts.push(between ? '-' : '\\-')
      at++
    } else {
      // Under the flag `v` punctuation means more in classes than it does in XPath.
      parts.push(/[!-/:-@^`{-~]/.test(character) && !'"\''.includes(character) ? `\\${character}` : character)
      at++
    }
  }
  return undefined
}

/** Takes white space out of a pattern, as the flag `x` wants, except within classes. */
export function withoutWhiteSpace(pattern: string): string {
  let depth = 0
  let result = ''
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern.charAt(at)
    if (character === '\\') {
      result += pattern.slice(at, at + 2)
      at++
      continue
    }
    if (character === '[') depth++
    if (character === ']' && depth > 0) depth--
    if (depth > 0 || !/[ \t\n\r]/.test(character)) result += character
  }
  return result
}
