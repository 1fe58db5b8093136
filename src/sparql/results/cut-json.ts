import { createBytePieces } from './byte-pieces.ts'

/** Cuts an answer in SPARQL 1.1 Query Results JSON into texts of whole solutions, and what stands around them. */
export interface JsonCutter {
  /**
   * The solutions that are whole with these bytes, one or more in each text, separated by commas. Throws where the answer
   * cannot be JSON; whether the texts are is for their reader to see.
   */
  push(bytes: Uint8Array): readonly Uint8Array[]
  /** The answer without its solutions. */
  surrounding(): Uint8Array
  /** The answer up to the bracket that begins its solutions; absent: they are not begun. */
  head(): Uint8Array | undefined
  /** Bytes that are held of a solution that is not whole, and of what stands around. */
  held(): number
}

const byteOf = (character: string): number => character.charCodeAt(0)
const quote = byteOf('"')
const backslash = byteOf('\\')
const comma = byteOf(',')
const colon = byteOf(':')
const leftBrace = byteOf('{')
const rightBrace = byteOf('}')
const leftBracket = byteOf('[')
const rightBracket = byteOf(']')
const whiteSpace = new Set([0x20, 0x09, 0x0a, 0x0d])
/** The byte order mark, which may be before everything else. */
const byteOrderMark = new Set([0xef, 0xbb, 0xbf])
/** Levels of brackets: answers have four. What is much deeper takes a lot of memory when it is parsed, and is none. */
const deepest = 100
/** Characters of the longest way to write a name that is looked for, each of them escaped. */
const longestKey = 60

/** A cutter for one answer. Commas and brackets outside of strings say where a solution ends; nothing else is looked at. */
export function createJsonCutter(): JsonCutter {
  const surrounding = createBytePieces()
  let pending = createBytePieces()
  let within = false
  let headBytes: number | undefined
  /** Whether the array has ended an element with a comma, so that another one has to follow. */
  let another = false
  // Where the scan stands in the syntax, of the array of solutions or of what is around it.
  let depth = 0
  let inString = false
  let escaped = false
  let token = ''
  let outerKey = ''
  let innerKey = ''

  /** Scans what is around the solutions; the index after the bracket that begins them, or the length. */
  function scanSurrounding(bytes: Uint8Array, from: number): number {
    for (let at = from; at < bytes.length; at++) {
      const byte = bytes[at] ?? 0
      if (inString) {
        if (escaped) escaped = false
        else if (byte === backslash) escaped = true
        else if (byte === quote) inString = false
        if (token.length < longestKey) token += String.fromCharCode(byte)
        continue
      }
      if (depth === 0 && byte !== leftBrace && !whiteSpace.has(byte) && !byteOrderMark.has(byte)) {
        throw new Error('It is no object.')
      }
      switch (byte) {
        case quote:
          inString = true
          token = '"'
          break
        case colon:
          if (depth === 1) outerKey = token
          else if (depth === 2) innerKey = token
          break
        case comma:
          if (depth === 2) innerKey = ''
          break
        case leftBracket:
          if (depth === 2 && isKey(outerKey, 'results') && isKey(innerKey, 'bindings')) {
            if (headBytes !== undefined) throw new Error('It has two lists of solutions.')
            within = true
            headBytes = surrounding.length + at + 1 - from
            depth = 0
            return at + 1
          }
          depth++
          innerKey = ''
          break
        case leftBrace:
          depth++
          innerKey = ''
          break
        case rightBracket:
        case rightBrace:
          depth--
          break
      }
      if (depth > deepest) throw tooDeep()
    }
    return bytes.length
  }

  /**
   * Scans solutions; `cut` is where the last of them ends that is whole, -1 where none does, and `end` the index of the
   * bracket that ends the array, or the length.
   */
  function scanSolutions(bytes: Uint8Array, from: number): { readonly cut: number; readonly end: number } {
    const { length } = bytes
    let cut = -1
    let at = from
    // Variables of this call, since each byte is looked at here.
    let level = depth
    if (inString) at = endOfString(bytes, at)
    while (at < length) {
      const byte = bytes[at]
      if (byte === quote) {
        at = endOfString(bytes, at + 1)
        continue
      }
      if (byte === leftBrace || byte === leftBracket) {
        if (++level > deepest) throw tooDeep()
      } else if (byte === rightBrace || byte === rightBracket) {
        if (level === 0) {
          if (byte === rightBrace) throw new Error('An array ends with another bracket.')
          return { cut, end: at }
        }
        level--
      } else if (byte === comma && level === 0) cut = at
      at++
    }
    depth = level
    return { cut, end: length }
  }

  /** The index after the quote that ends a string whose rest begins at an index, or the length. */
  function endOfString(bytes: Uint8Array, from: number): number {
    const { length } = bytes
    let at = escaped ? from + 1 : from
    escaped = false
    while (at < length) {
      const byte = bytes[at]
      if (byte === quote) {
        inString = false
        return at + 1
      }
      at += byte === backslash ? 2 : 1
    }
    inString = true
    escaped = at > length
    return length
  }

  function taken(): Uint8Array {
    const whole = pending.whole()
    pending = createBytePieces()
    return whole
  }

  /** The texts of solutions that end in a piece of the array. */
  function* cutSolutions(bytes: Uint8Array, from: number, cut: number, end: number): Generator<Uint8Array> {
    let rest = from
    if (cut >= 0) {
      pending.add(bytes.subarray(from, cut))
      yield taken()
      another = true
      rest = cut + 1
    }
    pending.add(bytes.subarray(rest, end))
    if (end === bytes.length) return
    const last = taken()
    if (another || last.some((byte) => !whiteSpace.has(byte))) yield last
    another = false
    within = false
    // The bracket that ends the array is scanned again, as part of what is around it.
    depth = 3
    innerKey = ''
  }

  return {
    push(bytes) {
      const texts: Uint8Array[] = []
      let at = 0
      while (at < bytes.length) {
        if (within) {
          const { cut, end } = scanSolutions(bytes, at)
          texts.push(...cutSolutions(bytes, at, cut, end))
          at = end
        } else {
          const end = scanSurrounding(bytes, at)
          surrounding.add(bytes.subarray(at, end))
          at = end
        }
      }
      return texts
    },
    surrounding: surrounding.whole,
    head: () => (headBytes === undefined ? undefined : surrounding.whole().subarray(0, headBytes)),
    held: () => pending.length + surrounding.length,
  }
}

function tooDeep(): Error {
  return new Error(`It is nested more than ${deepest} levels deep.`)
}

/** Whether a string of JSON, in quotes and perhaps cut short, is a name. */
function isKey(text: string, name: string): boolean {
  if (!text.includes('\\')) return text === `"${name}"`
  try {
    return JSON.parse(text) === name
  } catch {
    return false
  }
}
