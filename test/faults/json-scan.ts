const [quote, backslash, openBrace, closeBrace, openBracket, closeBracket] = Buffer.from('"\\{}[]')

/** Looks through JSON text that is too long to be held, in chunks. */
export interface JsonScan {
  readonly bytes: number
  /** Objects seen so far. */
  readonly objects: number
  /** Bytes within strings, their quotes left out. */
  readonly stringBytes: number
  push(chunk: Uint8Array): void
  /** Throws where the text is cut, or its brackets do not match. */
  end(): void
}

/** A scan of which nothing was seen yet. */
export function createJsonScan(): JsonScan {
  const open: number[] = []
  let bytes = 0
  let objects = 0
  let stringBytes = 0
  let inString = false
  let escaped = false

  function close(bracket: number | undefined): void {
    if (open.pop() !== bracket) throw new Error(`A bracket does not match at byte ${bytes}.`)
  }

  return {
    get bytes() {
      return bytes
    },
    get objects() {
      return objects
    },
    get stringBytes() {
      return stringBytes
    },
    push(chunk) {
      for (const byte of chunk) {
        bytes += 1
        if (inString) {
          if (escaped) escaped = false
          else if (byte === backslash) escaped = true
          else if (byte === quote) inString = false
          if (inString) stringBytes += 1
        } else if (byte === quote) inString = true
        else if (byte === openBrace || byte === openBracket) {
          if (open.length === 0 && bytes > 1) throw new Error('There is text behind the end.')
          open.push(byte)
          if (byte === openBrace) objects += 1
        } else if (byte === closeBrace) close(openBrace)
        else if (byte === closeBracket) close(openBracket)
      }
    },
    end() {
      if (bytes === 0 || inString || open.length > 0) throw new Error(`The text is cut at byte ${bytes}.`)
    },
  }
}
