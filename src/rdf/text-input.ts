import { isUtf8 } from 'node:buffer'
import { invalidRdf } from './invalid-rdf.ts'
import type { TextWindow } from './text-window.ts'
import { asBuffer } from './unpack-ratio.ts'

/** Characters of text, at most, that are handed on at once: what bounds the memory that a document needs. */
const pieceLength = 1 << 16

/**
 * The text of a stream of bytes in UTF-8, without a byte order mark, in pieces of bounded length that never cut a
 * character or a CRLF; `window` sees every piece before it is handed on.
 *
 * @throws ServiceError `invalidRdf` at the first byte that is not UTF-8
 */
export async function* textOf(
  input: AsyncIterable<Uint8Array>,
  fileName: string | undefined,
  window: TextWindow,
): AsyncGenerator<string> {
  let held = ''
  let rest: Buffer = Buffer.alloc(0)
  let atStart = true
  for await (const bytesRead of input) {
    const chunk = asBuffer(bytesRead)
    for (let start = 0; start < chunk.length; start += pieceLength) {
      const part = chunk.subarray(start, start + pieceLength)
      const bytes = rest.length === 0 ? part : Buffer.concat([rest, part])
      const end = bytes.length - lengthOfCutCharacter(bytes)
      rest = bytes.subarray(end)
      let text = held + decode(bytes.subarray(0, end), held)
      if (atStart && text !== '') {
        if (text.charCodeAt(0) === 0xfeff) text = text.slice(1)
        atStart = false
      }
      held = text.endsWith('\r') ? '\r' : ''
      const piece = held === '' ? text : text.slice(0, -1)
      if (piece === '') continue
      window.push(piece)
      yield piece
    }
  }
  if (rest.length > 0) decode(rest, held)
  if (held !== '') yield held

  function decode(bytes: Buffer, before: string): string {
    const text = bytes.toString('utf8')
    if (isUtf8(bytes)) return text
    window.push(before + text.slice(0, lengthOfValidText(bytes, text)))
    const position = window.end()
    throw invalidRdf(
      'The text is not UTF-8 from here on.',
      fileName,
      position,
      window.lineText(position.line),
    )
  }
}

/** Bytes at the end that begin a character without completing it. */
function lengthOfCutCharacter(bytes: Buffer): number {
  for (let length = 1; length <= 3 && length <= bytes.length; length++) {
    const byte = bytes[bytes.length - length] ?? 0
    if (byte < 0x80) return 0
    if (byte < 0xc0) continue
    const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2
    return needed > length ? length : 0
  }
  return 0
}

/** Length of `text`, decoded from `bytes`, up to the first character that stands for bytes that are not UTF-8. */
function lengthOfValidText(bytes: Buffer, text: string): number {
  let offset = 0
  let counted = 0
  for (let at = text.indexOf('\ufffd'); at !== -1; at = text.indexOf('\ufffd', at + 1)) {
    offset += Buffer.byteLength(text.slice(counted, at))
    counted = at
    // The replacement character itself may stand in the text.
    if (bytes[offset] !== 0xef || bytes[offset + 1] !== 0xbf || bytes[offset + 2] !== 0xbd) return at
  }
  return text.length
}
