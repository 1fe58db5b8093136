import { ServiceError } from '../errors.ts'
import { peek } from './peek.ts'
import { readZip } from './read-zip.ts'
import { unpack } from './unpack.ts'

/** A document in data that may be packed; its bytes must be read before the next is asked for. */
export interface PackedDocument {
  /** What errors call it: the name of the data, and behind it that of the file in an archive. */
  readonly name: string | undefined
  /** The name of the file in an archive. */
  readonly file?: string
  readonly bytes: AsyncIterable<Uint8Array>
}

/** How often data can be packed: an archive of files that are packed themselves. */
const mostLayers = 2

/** First bytes of packed data in hexadecimal digits, as many as tell each way of packing. */
const gzipMagic = /^1f8b/
const bzip2Magic = /^425a683[1-9](?:314159265359|177245385090)/
const zipMagic = /^504b(?:0304|0506)/

/**
 * The documents in data as its bytes come: itself where it is not packed, else what gzip or bzip2 packs, or each file of
 * a zip archive. Data says by its first bytes how it is packed.
 *
 * @throws ServiceError `invalidRdf` where packed data is damaged or cut short, `limitExceeded` where it is packed several
 * times or swells like a decompression bomb
 */
export async function* documentsOf(
  input: AsyncIterable<Uint8Array>,
  name: string | undefined,
  layer = 0,
): AsyncGenerator<PackedDocument> {
  const { start, whole } = await peek(input, 10)
  const magic = start.toString('hex')
  const packing = gzipMagic.test(magic) ? 'gzip' : bzip2Magic.test(magic) ? 'bzip2' : undefined
  if (packing === undefined && !zipMagic.test(magic)) {
    yield { name, bytes: whole }
    return
  }
  if (layer === mostLayers) {
    await whole.return(undefined)
    throw new ServiceError(
      'limitExceeded',
      `${name ?? 'The data'}: data can be packed ${mostLayers} times at most, one within the other.`,
    )
  }
  if (packing !== undefined) {
    yield* documentsOf(unpack(whole, packing, name), name, layer + 1)
    return
  }
  const archive = name ?? 'The data'
  for await (const file of readZip(whole, archive)) {
    for await (const document of documentsOf(file.bytes, `${archive}/${file.name}`, layer + 1)) {
      yield { ...document, file: document.file ?? file.name }
    }
  }
}
