import { crc32, deflateRawSync } from 'node:zlib'

/** A file for an archive, and what to say of it that is not so. */
export interface ZipInput {
  readonly name: string
  readonly bytes: Uint8Array | string
  readonly stored?: boolean
  readonly method?: number
  readonly flags?: number
  readonly packed?: number
  readonly unpacked?: number
  readonly checksum?: number
}

/** A zip archive of files, each with its sizes before it. */
export function zipArchive(files: readonly ZipInput[]): Buffer {
  const parts: Buffer[] = []
  const contents: Buffer[] = []
  let offset = 0
  for (const file of files) {
    const bytes = Buffer.from(file.bytes)
    const packed = file.stored ? bytes : deflateRawSync(bytes)
    const name = Buffer.from(file.name)
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt16LE(file.flags ?? 0, 2)
    facts.writeUInt16LE(file.method ?? (file.stored ? 0 : 8), 4)
    facts.writeUInt32LE(file.checksum ?? crc32(bytes), 10)
    facts.writeUInt32LE(file.packed ?? packed.length, 14)
    facts.writeUInt32LE(file.unpacked ?? bytes.length, 18)
    facts.writeUInt16LE(name.length, 22)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    const local = Buffer.concat([signature(0x04034b50), facts, name, packed])
    contents.push(signature(0x02014b50), Buffer.from([20, 0]), facts, place, name)
    parts.push(local)
    offset += local.length
  }
  const end = Buffer.alloc(18)
  end.writeUInt16LE(files.length, 4)
  end.writeUInt16LE(files.length, 6)
  const size = contents.reduce((length, part) => length + part.length, 0)
  end.writeUInt32LE(size, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...parts, ...contents, signature(0x06054b50), end])
}

function signature(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
