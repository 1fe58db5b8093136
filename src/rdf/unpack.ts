import { pipeline, Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib'
import { ServiceError } from '../errors.ts'
import { invalidRdf } from './invalid-rdf.ts'
import { peek } from './peek.ts'
import { unpackBzip2 } from './unpack-bzip2.ts'
import { asBuffer, countPacked, createUnpackRatio } from './unpack-ratio.ts'

/** A way in which one document is packed. */
export type Packing = 'gzip' | 'bzip2' | 'deflate' | 'br'

/** Bytes that are handed on at once. */
const pieceLength = 1 << 16

/**
 * The bytes of a document that is packed, as they come; `name` is what errors call it.
 *
 * @throws ServiceError `invalidRdf` where it is damaged or cut short, `limitExceeded` where it swells like a
 * decompression bomb. Errors of `input` itself pass through.
 */
export function unpack(
  input: AsyncIterable<Uint8Array>,
  packing: Packing,
  name = 'The data',
): AsyncGenerator<Buffer> {
  switch (packing) {
    case 'bzip2':
      return unpackBzip2(input, name)
    case 'gzip':
      return inflated(input, () => createGunzip({ chunkSize: pieceLength }), 'gzip', name)
    case 'br':
      return inflated(input, () => createBrotliDecompress({ chunkSize: pieceLength }), 'Brotli', name)
    case 'deflate':
      return unpackDeflate(input, name)
  }
}

const packingOfEncoding: ReadonlyMap<string, Packing | 'none'> = new Map<string, Packing | 'none'>([
  ['', 'none'],
  ['identity', 'none'],
  // What is in an archive is found where it is read, by the archive's first bytes.
  ['zip', 'none'],
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['bzip2', 'bzip2'],
  ['x-bzip2', 'bzip2'],
  ['deflate', 'deflate'],
  ['br', 'br'],
])

/** Values of `Content-Encoding` that can be read. */
export const contentEncodings: readonly string[] = ['gzip', 'bzip2', 'zip', 'deflate', 'br', 'identity']

/**
 * The bytes that a body of this `Content-Encoding` stands for (RFC 9110, 8.4: several are in the order in which they were
 * applied); `undefined` where one of them is not known. A zip archive is left as it is, since it can hold several documents.
 */
export function decodeContent(
  input: AsyncIterable<Uint8Array>,
  contentEncoding: string,
  name?: string,
): AsyncIterable<Uint8Array> | undefined {
  let bytes = input
  for (const token of contentEncoding.toLowerCase().split(',').toReversed()) {
    const packing = packingOfEncoding.get(token.trim())
    if (packing === undefined) return undefined
    if (packing !== 'none') bytes = unpack(bytes, packing, name)
  }
  return bytes
}

/** What is called deflate is the zlib format (RFC 9110, 8.4.1.2), but some senders leave out what is around the data. */
async function* unpackDeflate(input: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<Buffer> {
  const { start, whole } = await peek(input, 2)
  const [first = 0, second = 0] = start
  const isZlib = (first & 0x0f) === 8 && (first * 256 + second) % 31 === 0
  const create = isZlib ? createInflate : createInflateRaw
  yield* inflated(whole, () => create({ chunkSize: pieceLength }), 'deflate', name)
}

async function* inflated(
  input: AsyncIterable<Uint8Array>,
  create: () => NodeJS.ReadWriteStream & AsyncIterable<unknown>,
  label: string,
  name: string,
): AsyncGenerator<Buffer> {
  const ratio = createUnpackRatio(name)
  let failure: unknown
  const source = Readable.from(countPacked(input, ratio)).once('error', (error) => {
    failure = error
  })
  const stream = create()
  pipeline(source, stream, () => {})
  try {
    for await (const chunk of stream) {
      const piece = asBuffer(chunk)
      ratio.unpacked(piece.length)
      yield piece
    }
  } catch (error) {
    if (failure !== undefined) throw failure
    throw unpackError(error, label, name)
  }
}

/** An error of zlib as ours. */
export function unpackError(error: unknown, label: string, name: string): unknown {
  if (error instanceof ServiceError) return error
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'Z_BUF_ERROR') return invalidRdf(`The ${label} data is cut short.`, name)
  if (typeof code === 'string' && /^(?:Z_|ERR_(?:_ERROR_|BROTLI|PADDING|ZLIB|CL_SPACE))/.test(code)) {
    return invalidRdf(`The ${label} data is damaged.`, name)
  }
  return error
}
