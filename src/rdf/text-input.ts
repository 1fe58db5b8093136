import { isUtf8 } from 'node:buffer'
import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { invalidRdf } from './invalid-rdf.ts'
import type { TextWindow } from './text-window.ts'

/** Characters of text, at most, that are handed on at once: what bounds the memory that a document needs. */
const pieceLength = 1 << 16

/**
 * The text of a stream of bytes in UTF-8, unpacked where the bytes say that they are gzip, without a byte order mark,
 * in pieces of bounded length that never cut a character or a CRLF; `window` sees every piece before it is handed on.
 *
 * @throws ServiceError `invalidRdf` where the gzip is damaged or cut short, and at the first byte that is not UTF-8.
 */
export async function* textOf(
  input: AsyncIterable<Uint8Array>,
  fileName: string | undefined,
  window: TextWindow,
): AsyncGenerator<string> {
  let held = ''
  let rest: Buffer = Buffer.alloc(0)
  let atStart = true
  for await (const chunk of unpacked(input, fileName)) {
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

async function* unpacked(
  input: AsyncIterable<Uint8Array>,
  fileName: string | undefined,
): AsyncGenerator<Buffer> {
  const chunks = input[Symbol.asyncIterator]()
  let first: Buffer = Buffer.alloc(0)
  let next = await chunks.next()
  while (!next.done && first.length < 2) {
    first = Buffer.concat([first, asBuffer(next.value)])
    next = await chunks.next()
  }
  const whole = replay(first, next, chunks)
  if (first[0] !== 0x1f || first[1] !== 0x8b) {
    yield* whole
    return
  }
  let failure: unknown
  const source = Readable.from(whole).once('error', (error) => {
    failure = error
  })
  const gunzip = createGunzip({ chunkSize: pieceLength })
  pipeline(source, gunzip, () => {})
  try {
    for await (const chunk of gunzip) yield asBuffer(chunk)
  } catch (error) {
    if (failure !== undefined) throw failure
    throw gzipError(error, fileName)
  }
}

async function* replay(
  first: Buffer,
  next: IteratorResult<Uint8Array>,
  chunks: AsyncIterator<Uint8Array>,
): AsyncGenerator<Buffer> {
  let finished = false
  try {
    if (first.length > 0) yield first
    for (let current = next; !current.done; current = await chunks.next()) yield asBuffer(current.value)
    finished = true
  } finally {
    if (!finished) await chunks.return?.()
  }
}

function asBuffer(chunk: unknown): Buffer {
  if (Buffer.isBuffer(chunk)) return chunk
  if (chunk instanceof Uint8Array) return Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
  throw new TypeError('RDF is read from bytes.')
}

function gzipError(error: unknown, fileName: string | undefined): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'Z_BUF_ERROR') return invalidRdf('The gzip data is cut short.', fileName)
  if (typeof code === 'string' && code.startsWith('Z_'))
    return invalidRdf('The gzip data is damaged.', fileName)
  return error
}
