import { ServiceError } from '../errors.ts'
import type { ByteReader } from './byte-reader.ts'
import { invalidRdf } from './invalid-rdf.ts'

/** What a zip archive says of a file before its data (APPNOTE, 4.3.7). */
export interface ZipEntry {
  readonly name: string
  readonly method: 'stored' | 'deflate'
  /** Whether sizes and checksum stand behind the data instead. */
  readonly described: boolean
  /** Bytes of the data; absent where not known yet. */
  readonly packed?: number
  /** Bytes of the file; absent where not known yet. */
  readonly unpacked?: number
  readonly checksum: number
}

const localHeader = 0x04034b50
/** What begins the table of contents, or stands for it: an entry of it, its end, and what can stand before. */
const endings: ReadonlySet<number> = new Set([0x02014b50, 0x06054b50, 0x08064b50, 0x06064b50])

/**
 * What the archive says of its next file; `undefined` where its files end.
 *
 * @throws ServiceError `invalidRdf` where no file and no end stands there, `unsupported` where the file cannot be unpacked
 */
export async function readZipHeader(reader: ByteReader, archive: string): Promise<ZipEntry | undefined> {
  const signature = await reader.take(4)
  if (signature.length < 4) throw invalidRdf('The archive is cut short.', archive)
  if (endings.has(signature.readUInt32LE(0))) return undefined
  if (signature.readUInt32LE(0) !== localHeader) throw invalidRdf('The archive is damaged.', archive)
  const header = await reader.take(26)
  if (header.length < 26) throw invalidRdf('The archive is cut short.', archive)
  const nameLength = header.readUInt16LE(22)
  const names = await reader.take(nameLength + header.readUInt16LE(24))
  if (names.length < nameLength + header.readUInt16LE(24))
    throw invalidRdf('The archive is cut short.', archive)

  const name = names
    .subarray(0, nameLength)
    .toString('utf8')
    .replace(/\p{Cc}/gu, '\ufffd')
  const flags = header.readUInt16LE(2)
  if ((flags & 1) !== 0) {
    throw new ServiceError('unsupported', `${archive}/${name}: archives with a password are not supported.`)
  }
  const method = methodOf(header.readUInt16LE(4), `${archive}/${name}`)
  const described = (flags & 8) !== 0
  const sizes = sizesOf(header, names.subarray(nameLength))
  if (described && method === 'stored' && sizes.packed === 0) {
    throw new ServiceError(
      'unsupported',
      `${archive}/${name}: a file that is stored without saying its size cannot be read from a stream. Pack it anew.`,
    )
  }
  return {
    name,
    method,
    described,
    checksum: header.readUInt32LE(10),
    ...(described && method === 'deflate' ? {} : sizes),
  }
}

function methodOf(code: number, name: string): ZipEntry['method'] {
  if (code === 0) return 'stored'
  if (code === 8) return 'deflate'
  throw new ServiceError(
    'unsupported',
    `${name}: the archive packs this file by method ${code}, which is not supported. Pack it by deflate.`,
  )
}

/** Sizes of four bytes, or where those are full of eight in the extra field (APPNOTE, 4.5.3). */
function sizesOf(header: Buffer, extra: Buffer): { readonly packed: number; readonly unpacked: number } {
  const packed = header.readUInt32LE(14)
  const unpacked = header.readUInt32LE(18)
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1 || at + 20 > extra.length) continue
    if (packed !== 0xffffffff && unpacked !== 0xffffffff) break
    return {
      unpacked: Number(extra.readBigUInt64LE(at + 4)),
      packed: Number(extra.readBigUInt64LE(at + 12)),
    }
  }
  return { packed, unpacked }
}
