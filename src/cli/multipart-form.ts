import { randomUUID } from 'node:crypto'
import type { RdfSource } from '../engine/rdf-source.ts'
import { mediaTypeOfFormat } from './rdf-files.ts'

/** A multipart form (RFC 7578) to be sent as it is read. */
export interface MultipartForm {
  readonly contentType: string
  readonly bytes: AsyncIterable<Uint8Array>
}

/** The form that creates a database: the part `root` with the request, then the files. */
export function createForm(
  name: string,
  sources: readonly RdfSource[],
  options: Readonly<Record<string, unknown>> = {},
): MultipartForm {
  const boundary = `espalier-${randomUUID()}`
  const files = sources.map((source, index) => {
    const isUnique = sources.filter((other) => other.name === source.name).length === 1
    return { filename: escaped(isUnique ? source.name : `${index + 1}-${source.name}`), source }
  })
  const root = {
    dbname: name,
    options,
    files: files.map(({ filename, source }) => ({
      filename,
      ...(source.graph === undefined ? {} : { context: source.graph }),
      ...(source.baseIri === undefined ? {} : { base: source.baseIri }),
    })),
  }
  async function* bytes(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(
      `${partHead(boundary, 'root')}Content-Type: application/json\r\n\r\n${JSON.stringify(root)}\r\n`,
    )
    for (const { filename, source } of files) {
      const type = `Content-Type: ${mediaTypeOfFormat(source.format)}\r\n\r\n`
      yield Buffer.from(`${partHead(boundary, filename, filename)}${type}`)
      yield* source.bytes
      yield Buffer.from('\r\n')
    }
    yield Buffer.from(`--${boundary}--\r\n`)
  }
  return { contentType: `multipart/form-data; boundary=${boundary}`, bytes: bytes() }
}

function partHead(boundary: string, name: string, filename?: string): string {
  const file = filename === undefined ? '' : `; filename="${filename}"`
  return `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n`
}

/** A name within quotes, as browsers escape it (HTML, "multipart form data"). */
function escaped(name: string): string {
  return name.replace(/\r/gu, '%0D').replace(/\n/gu, '%0A').replace(/"/gu, '%22')
}
