import { crc32, deflateRawSync } from 'node:zlib'

/** A zip archive of one file (PKWARE, APPNOTE 6.3.10): the form in which clients of this interface expect a log. */
export function zipFile(name: string, content: Uint8Array, modified: Date): Buffer {
  const fileName = Buffer.from(name)
  const packed = deflateRawSync(content)
  const shared = Buffer.alloc(26)
  shared.writeUInt16LE(20, 0) // Version 2.0 is needed to unpack it.
  shared.writeUInt16LE(0x08_00, 2) // The name is UTF-8.
  shared.writeUInt16LE(8, 4) // Deflated.
  shared.writeUInt16LE(dosTime(modified), 6)
  shared.writeUInt16LE(dosDate(modified), 8)
  shared.writeUInt32LE(crc32(content), 10)
  shared.writeUInt32LE(packed.length, 14)
  shared.writeUInt32LE(content.length, 18)
  shared.writeUInt16LE(fileName.length, 22)
  const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), shared, fileName, packed])
  // By whom it was made, and after what both have in common: comment, disk, attributes, and where the file begins.
  const central = Buffer.concat([
    Buffer.from('PK\u0001\u0002'),
    Buffer.from([20, 0]),
    shared,
    Buffer.alloc(14),
    fileName,
  ])
  const end = Buffer.alloc(18)
  end.writeUInt16LE(1, 4)
  end.writeUInt16LE(1, 6)
  end.writeUInt32LE(central.length, 8)
  end.writeUInt32LE(local.length, 12)
  return Buffer.concat([local, central, Buffer.from('PK\u0005\u0006'), end])
}

function dosTime(date: Date): number {
  return (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1)
}

function dosDate(date: Date): number {
  return ((date.getUTCFullYear() - 1980) << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate()
}
