import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { zipArchive } from '../../test/zip-archive.ts'
import { ServiceError } from '../errors.ts'
import { documentsOf } from './packed-documents.ts'
import { parseRdf } from './parse.ts'
import type { Quad } from './term.ts'
import { decodeContent } from './unpack.ts'
import { freeBytes } from './unpack-ratio.ts'

async function* pieces(bytes: Uint8Array, length: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length)
}

async function parse(bytes: Uint8Array, { fileName = 'x', length = 65_536 } = {}): Promise<readonly Quad[]> {
  const quads: Quad[] = []
  const batches = parseRdf(pieces(bytes, length), { format: 'turtle', fileName })
  for await (const batch of batches) quads.push(...batch)
  return quads
}

async function subjects(bytes: Uint8Array, length?: number): Promise<string[]> {
  const quads = await parse(bytes, length === undefined ? {} : { length })
  return quads.map(({ subject }) => subject.value)
}

async function errorOf(bytes: Uint8Array, fileName = 'x'): Promise<ServiceError> {
  const error: unknown = await parse(bytes, { fileName }).catch((thrown: unknown) => thrown)
  if (error instanceof ServiceError) return error
  throw new Error(`No error of the service: ${String(error)}`)
}

function bytesOf(base64: string): Buffer {
  return Buffer.from(base64, 'base64')
}

/** `<urn:a> <urn:p> "x" .`, packed by bzip2 1.0.8. */
const oneInBzip2 = bytesOf(
  'QlpoOTFBWSZTWZ8dQvAAAATZgAAQUAEAFSABUkAgACEqaaNMNQgGgB44y6URu7rBkIz4u5IpwoSE+OoXgA==',
)
const noneInBzip2 = bytesOf('QlpoORdyRThQkAAAAAA=')
/** 45,000,000 line feeds. */
const lineFeedsInBzip2 = bytesOf('QlpoOTFBWSZTWfJ0h08BWKtAIIAQEAAACCAAMMwFKaZSSFJsVJIUni7kinChIeTpDp4=')
/** `a.nt` and `b.ttl`, packed by Info-ZIP 3.0. */
const twoInZip = bytesOf(
  'UEsDBBQAAAAIANAjdV1Ybw2ZFQAAABYAAAAEABwAYS5udFVUCQADZx4Ba2ceAWt1eAsAAQQAAAAABAAAAACzKS3Ks0q0U7AB0QV2CkoVSgp6XABQSwMEFAAAAAgA0CN1XSzOqPsVAAAAFgAAAAUAHABiLnR0bFVUCQADZx4Ba2ceAWt1eAsAAQQAAAAABAAAAACzKS3Ks0qyU7AB0QV2CvFWFQp6XABQSwECHgMUAAAACADQI3VdWG8NmRUAAAAWAAAABAAYAAAAAAABAAAApIEAAAAAYS5udFVUBQADZx4Ba3V4CwABBAAAAAAEAAAAAFBLAQIeAxQAAAAIANAjdV0szqj7FQAAABYAAAAFABgAAAAAAAEAAACkgVMAAABiLnR0bFVUBQADZx4Ba3V4CwABBAAAAAAEAAAAAFBLBQYAAAAAAgACAJUAAACnAAAAAAA=',
)
/** One file from standard input, packed by Info-ZIP 3.0: sizes of eight bytes behind the data. */
const streamedZip = bytesOf(
  'UEsDBC0ACAAIANAjdV0AAAAA//////////8BABQALQEAEAAAAAAAAAAAAAAAAAAAAAAAsyktyrNKtFOwAdEFdgpKFUoKelwAUEsHCFhvDZkVAAAAAAAAABYAAAAAAAAAUEsBAh4DLQAIAAgA0CN1XVhvDZkVAAAAFgAAAAEAAAAAAAAAAQAAAIARAAAAAC1QSwUGAAAAAAEAAQAvAAAAYAAAAAAA',
)
/** `d/a.nt` with sizes of eight bytes behind the data and the folder `d/`, packed by Python 3.11. */
const folderZip = bytesOf(
  'UEsDBC0ACAAIAAAAIQAAAAAA//////////8GABQAZC9hLm50AQAQAAAAAAAAAAAAAAAAAAAAAACzKS3Ks0q0U7AB0QV2CkoVSgp6XABQSwcIWG8NmRUAAAAAAAAAFgAAAAAAAABQSwMEFAAIAAgA0CN1XQAAAAAAAAAAAAAAAAIAAABkLwMAUEsHCAAAAAACAAAAAAAAAFBLAQItAy0ACAAIAAAAIQBYbw2ZFQAAABYAAAAGAAAAAAAAAAAAAACAAQAAAABkL2EubnRQSwECFAMUAAgACADQI3VdAAAAAAIAAAAAAAAAAgAAAAAAAAAAABAA/UFlAAAAZC9QSwUGAAAAAAIAAgBkAAAAlwAAAAAA',
)
const triple = (name: string) => `<urn:${name}> <urn:p> "${name}" .\n`

describe('data packed by bzip2', () => {
  it.each([1, 7, 65_536])('is read in pieces of %i bytes', async (length) => {
    expect(await subjects(oneInBzip2, length)).toEqual(['urn:a'])
    expect(await subjects(noneInBzip2, length)).toEqual([])
    expect(await subjects(Buffer.concat([oneInBzip2, noneInBzip2, oneInBzip2]), length)).toEqual([
      'urn:a',
      'urn:a',
    ])
  })

  it('is refused where it is cut short or damaged', async () => {
    for (let length = 11; length < oneInBzip2.length - 1; length += 5) {
      expect((await errorOf(oneInBzip2.subarray(0, length), 'a.bz2')).message).toMatch(
        /^a\.bz2: The bzip2 data is cut short\./,
      )
    }
    for (const at of [12, 25, 40, oneInBzip2.length - 3]) {
      const damaged = Buffer.from(oneInBzip2)
      damaged[at] = (damaged[at] ?? 0) ^ 0x55
      expect((await errorOf(damaged, 'a.bz2')).message).toMatch(
        /^a\.bz2: The bzip2 data is (?:damaged|cut short)\./,
      )
    }
  })
})

describe('a zip archive', () => {
  it.each([1, 9, 65_536])('of other programs is read in pieces of %i bytes', async (length) => {
    expect(await subjects(twoInZip, length)).toEqual(['urn:a', 'urn:b'])
    expect(await subjects(streamedZip, length)).toEqual(['urn:a'])
    expect(await subjects(folderZip, length)).toEqual(['urn:a'])
  })

  it('without files has no quads', async () => {
    expect(await subjects(zipArchive([]))).toEqual([])
  })

  it('has each file in the syntax of its name, and in that of the archive where it tells none', async () => {
    const bytes = zipArchive([
      { name: 'a.ttl', bytes: '@prefix : <urn:> . :a :p 1 .' },
      { name: 'folder/b.nq', bytes: '<urn:b> <urn:p> <urn:o> <urn:g> .' },
      { name: 'c.jsonld', bytes: '{"@id": "urn:c", "urn:p": 1}', stored: true },
      { name: 'LICENSE', bytes: '<urn:d> <urn:p> <urn:o> .' },
      { name: 'e.nt.gz', bytes: gzipSync(triple('e')), stored: true },
      { name: 'f.nt.bz2', bytes: oneInBzip2 },
    ])
    expect(await subjects(bytes, 10)).toEqual(['urn:a', 'urn:b', 'urn:c', 'urn:d', 'urn:e', 'urn:a'])
  })

  it('has files that share no blank node', async () => {
    const bytes = zipArchive([
      { name: 'a.ttl', bytes: '_:x <urn:p> [] .' },
      { name: 'b.ttl', bytes: '_:x <urn:p> [] .' },
    ])
    const quads = await parse(bytes)
    const labels = new Set(quads.flatMap(({ subject, object }) => [subject.value, object.value]))
    expect(labels.size).toBe(4)
  })

  it('leaves out folders and hidden files', async () => {
    const bytes = zipArchive([
      { name: 'folder/', bytes: '', stored: true },
      { name: '.DS_Store', bytes: 'Bud1' },
      { name: '__MACOSX/._a.ttl', bytes: 'Mac OS X' },
      { name: 'folder/.git/config', bytes: '[core]' },
      { name: 'a.ttl', bytes: triple('a') },
    ])
    expect(await subjects(bytes)).toEqual(['urn:a'])
  })

  it('is named with the file in errors', async () => {
    const bytes = zipArchive([{ name: 'folder/a.ttl', bytes: 'oh no' }])
    expect((await errorOf(bytes, 'all.zip')).message).toMatch(/^all\.zip\/folder\/a\.ttl, line 1, column 1: /)
  })

  it('is refused where it is cut short anywhere', async () => {
    // What follows the files is a table of their names, which is not needed.
    const end = twoInZip.indexOf('PK\u0001\u0002')
    for (let length = 10; length < end; length += 7) {
      expect((await errorOf(twoInZip.subarray(0, length), 'all.zip')).message).toMatch(/cut short/)
    }
  })

  it.each([
    [
      'a size that is too large',
      { unpacked: 1000 },
      /all\.zip\/a\.nt: The file in the archive is damaged: its size/,
    ],
    [
      'a size that is too small',
      { unpacked: 3 },
      /all\.zip\/a\.nt: The file in the archive is damaged: its size/,
    ],
    ['a packed size that is too small', { packed: 3 }, /damaged/],
    ['a wrong checksum', { checksum: 1 }, /its size or checksum/],
    ['a password', { flags: 1 }, /all\.zip\/a\.nt: archives with a password are not supported/],
    ['another way of packing', { method: 14 }, /by method 14, which is not supported/],
    [
      'a stored size that is not known',
      { stored: true, flags: 8, packed: 0 },
      /cannot be read from a stream/,
    ],
    [
      'a stored size that is too large',
      { stored: true, packed: 10_000, unpacked: 10_000 },
      /^all\.zip\/a\.nt.* (?:is cut short|is not UTF-8)/,
    ],
    ['a size of stored data that is too small', { stored: true, packed: 3, unpacked: 3 }, /damaged/],
  ])('is refused with %s', async (_, wrong, message) => {
    const bytes = zipArchive([{ name: 'a.nt', bytes: triple('a'), ...wrong }])
    expect((await errorOf(bytes, 'all.zip')).message).toMatch(message)
  })

  it('is refused with damaged data', async () => {
    const damaged = Buffer.from(twoInZip)
    damaged.fill(0xff, 62, 75)
    expect((await errorOf(damaged, 'all.zip')).message).toMatch(/damaged/)
  })
})

describe('a decompression bomb', () => {
  const lineFeeds = Buffer.alloc(freeBytes + 1024 * 1024, '\n')

  it.each([
    ['gzip', () => gzipSync(lineFeeds)],
    ['gzip in gzip', () => gzipSync(gzipSync(lineFeeds))],
    ['bzip2', () => Buffer.concat(Array.from({ length: 8 }, () => lineFeedsInBzip2))],
    ['zip', () => zipArchive([{ name: 'a.nt', bytes: lineFeeds }])],
    [
      'zip whose files are small each',
      () =>
        zipArchive(
          Array.from({ length: 300 }, () => ({ name: 'a.nt', bytes: lineFeeds.subarray(0, 1 << 20) })),
        ),
    ],
  ])('in %s ends early and in little memory', async (_, make) => {
    const bytes = make()
    let most = 0
    const before = process.memoryUsage().rss
    let error: unknown
    try {
      // Without a parser, which would take its time for so many lines.
      for await (const document of documentsOf(pieces(bytes, 65_536), 'x')) {
        for await (const piece of document.bytes) expect(piece.length).toBeLessThanOrEqual(65_536)
      }
    } catch (thrown) {
      error = thrown
      most = process.memoryUsage().rss - before
    }
    expect(error).toMatchObject({ kind: 'limitExceeded' })
    expect(String(error)).toMatch(/unpacks to more than 250 times its size/)
    expect(most).toBeLessThan(256 * 1024 * 1024)
  })

  it('ends the reading of quads too', async () => {
    const bytes = Buffer.concat(Array.from({ length: 8 }, () => lineFeedsInBzip2))
    const error: unknown = await (async () => {
      for await (const _ of parseRdf(pieces(bytes, 100), { format: 'rdf-xml', fileName: 'x' }));
    })().catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ kind: 'limitExceeded' })
  })

  it('of layers is refused at the third', async () => {
    const layered = gzipSync(gzipSync(gzipSync(triple('a'))))
    expect((await errorOf(layered)).message).toBe(
      'x: data can be packed 2 times at most, one within the other.',
    )
    expect(await subjects(gzipSync(gzipSync(triple('a'))))).toEqual(['urn:a'])
    const nested = zipArchive([{ name: 'b.zip', bytes: zipArchive([{ name: 'c.zip', bytes: twoInZip }]) }])
    expect((await errorOf(nested)).kind).toBe('limitExceeded')
  })

  it('of many files is refused at the first that is too many', async () => {
    const files = Array.from({ length: 10_000 }, (_, at) => ({ name: `${at}.nt`, bytes: '' }))
    expect((await errorOf(zipArchive(files))).message).toBe('x: an archive can hold 1000 files at most.')
    expect(await subjects(zipArchive(files.slice(0, 1000)))).toEqual([])
  })
})

describe('a body of a content encoding', () => {
  const text = triple('a')

  async function decoded(bytes: Uint8Array, encoding: string): Promise<string | undefined> {
    const content = decodeContent(pieces(bytes, 5), encoding)
    if (content === undefined) return undefined
    const parts: Uint8Array[] = []
    for await (const piece of content) parts.push(piece)
    return Buffer.concat(parts).toString()
  }

  it.each([
    ['identity', Buffer.from(text)],
    ['gzip', gzipSync(text)],
    ['X-GZip', gzipSync(text)],
    ['deflate', deflateSync(text)],
    ['deflate', deflateRawSync(text)],
    ['br', brotliCompressSync(text)],
    ['bzip2', oneInBzip2],
    ['deflate, gzip , br', brotliCompressSync(gzipSync(deflateSync(text)))],
  ])('%s is decoded', async (encoding, bytes) => {
    expect(await decoded(bytes, encoding)).toBe(encoding === 'bzip2' ? '<urn:a> <urn:p> "x" .\n' : text)
  })

  it('is left as it is where it is a zip archive', async () => {
    expect(await decoded(Buffer.from('PK'), 'zip')).toBe('PK')
  })

  it('is not known where a name is not', async () => {
    expect(await decoded(Buffer.from('x'), 'gzip, compress')).toBeUndefined()
  })

  it.each(['gzip', 'deflate', 'br', 'bzip2'])('%s is refused where it is none', async (encoding) => {
    const broken = decoded(Buffer.from('this is not packed at all, not at all'), encoding)
    await expect(broken).rejects.toThrow(/^The data: The (?:gzip|deflate|Brotli|bzip2) data is damaged\./)
  })

  it('passes on why its bytes ended', async () => {
    const reason = new Error('the sender hung up')
    async function* ending(): AsyncGenerator<Uint8Array> {
      yield gzipSync(text).subarray(0, 8)
      throw reason
    }
    const content = decodeContent(ending(), 'gzip')
    const reading = (async () => {
      for await (const _ of content ?? []);
    })()
    await expect(reading).rejects.toBe(reason)
  })
})
