import { crc32 } from 'node:zlib'
import { ServiceError } from '../errors.ts'
import { type ByteReader, createByteReader } from './byte-reader.ts'
import { inflateEntry } from './inflate-entry.ts'
import { invalidRdf } from './invalid-rdf.ts'
import { countPacked, createUnpackRatio, type UnpackRatio } from './unpack-ratio.ts'
import { readZipHeader, type ZipEntry } from './zip-header.ts'

/** Files that an archive can hold at most. */
export const mostZipFiles = 1000

/** A file of an archive; its bytes must be read before the next file is asked for, or are passed over then. */
export interface ZipFile {
  /** With its folders, as the archive has it. */
  readonly name: string
  readonly bytes: AsyncIterable<Buffer>
}

/**
 * The files of a zip archive in their order, as its bytes come: nothing is held, and the table of contents at its end is
 * not needed. Folders and hidden files are left out. Libraries that check what they unpack need the end first.
 *
 * @throws ServiceError `invalidRdf` where it is damaged, cut short, or not what it says; `unsupported` for ways of packing
 * other than deflate, and passwords; `limitExceeded` where it swells like a bomb or holds too many files
 */
export async function* readZip(input: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<ZipFile> {
  const ratio = createUnpackRatio(name)
  const reader = createByteReader(countPacked(input, ratio))
  let files = 0
  try {
    for (;;) {
      const entry = await readZipHeader(reader, name)
      if (entry === undefined) break
      files += 1
      if (files > mostZipFiles) {
        throw new ServiceError('limitExceeded', `${name}: an archive can hold ${mostZipFiles} files at most.`)
      }
      const bytes = readEntry(reader, entry, ratio, name)
      if (!isLeftOut(entry.name)) yield { name: entry.name, bytes }
      for await (const _ of bytes);
    }
    // What follows is the table of contents: a sender is let finish.
    while ((await reader.piece(Number.MAX_SAFE_INTEGER)) !== undefined);
  } finally {
    await reader.close()
  }
}

/** Folders, and what operating systems put beside the files. */
function isLeftOut(name: string): boolean {
  return name.endsWith('/') || /(?:^|\/)(?:\.|__MACOSX\/)[^/]*/.test(name)
}

async function* readEntry(
  reader: ByteReader,
  entry: ZipEntry,
  ratio: UnpackRatio,
  archive: string,
): AsyncGenerator<Buffer> {
  const name = `${archive}/${entry.name}`
  const count = { packed: 0, unpacked: 0 }
  let checksum = 0
  const pieces = entry.method === 'deflate' ? inflateEntry(reader, count, name) : stored(reader, entry, name)
  for await (const piece of pieces) {
    count.unpacked += piece.length
    ratio.unpacked(piece.length)
    if (entry.unpacked !== undefined && count.unpacked > entry.unpacked) throw notAsItSays(name)
    checksum = crc32(piece, checksum)
    yield piece
  }
  if (entry.method === 'stored') count.packed = count.unpacked
  const told = entry.described ? await readDescriptor(reader, count, checksum) : entry
  if (told?.packed !== count.packed || told.unpacked !== count.unpacked || told.checksum !== checksum) {
    throw notAsItSays(name)
  }
}

function notAsItSays(name: string): ServiceError {
  return invalidRdf(
    'The file in the archive is damaged: its size or checksum is not what the archive says.',
    name,
  )
}

async function* stored(reader: ByteReader, entry: ZipEntry, name: string): AsyncGenerator<Buffer> {
  for (let missing = entry.packed ?? 0; missing > 0; ) {
    const piece = await reader.piece(missing)
    if (piece === undefined) throw invalidRdf('The archive is cut short.', name)
    missing -= piece.length
    yield piece
  }
}

/**
 * What stands behind the data of a file whose sizes were not known before it (APPNOTE, 4.3.9). It may begin with a
 * signature, and have sizes of four or eight bytes, which only the sizes themselves can tell.
 */
async function readDescriptor(
  reader: ByteReader,
  count: { readonly packed: number; readonly unpacked: number },
  checksum: number,
): Promise<{ readonly packed: number; readonly unpacked: number; readonly checksum: number } | undefined> {
  const bytes = await reader.take(24)
  for (const start of [4, 0]) {
    if (start === 4 && (bytes.length < 4 || bytes.readUInt32LE(0) !== 0x08074b50)) continue
    for (const size of [4, 8]) {
      const end = start + 4 + 2 * size
      if (bytes.length < end || bytes.readUInt32LE(start) !== checksum) continue
      const packed = numberAt(bytes, start + 4, size)
      const unpacked = numberAt(bytes, start + 4 + size, size)
      if (packed !== count.packed || unpacked !== count.unpacked) continue
      reader.unread(bytes.subarray(end))
      return { packed, unpacked, checksum }
    }
  }
  return undefined
}

function numberAt(bytes: Buffer, at: number, size: number): number {
  return size === 4 ? bytes.readUInt32LE(at) : Number(bytes.readBigUInt64LE(at))
}
