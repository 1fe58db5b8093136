import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FastifyRequest } from 'fastify'
import { flattenedOptions } from '../../config/database-options.ts'
import type { RdfSource } from '../../engine/rdf-source.ts'
import { ServiceError } from '../../errors.ts'
import { formatOfFileName, formatOfMediaType, type RdfFormat } from '../../rdf/formats.ts'
import type { ServerParts } from '../server-parts.ts'
import { type CreateRoot, readCreateRoot } from './create-root.ts'
import { HttpFailure } from './error-reply.ts'
import { fileBytes } from './file-bytes.ts'
import { jsonObject } from './json-body.ts'
import { readPropertiesFile } from './properties-file.ts'
import { status } from './status.ts'
import { whileComing } from './uploaded-bytes.ts'

/** A form that creates a database; its files are kept on disk until it is disposed of. */
export interface CreateForm extends AsyncDisposable {
  readonly name: string
  readonly options: CreateRoot['options']
  readonly sources: readonly RdfSource[]
}

interface SavedFile {
  readonly filename: string
  readonly mediaType: string
  readonly path: string
}

/**
 * Reads a multipart form: the part `root` with the JSON of the request, first or last, the part `propertiesFile` with further
 * options, and the files. They are written
 * to disk first, because which graph a file goes to may only be known when all of it has come.
 */
export async function readCreateForm(request: FastifyRequest, parts: ServerParts): Promise<CreateForm> {
  const folder = await mkdtemp(join(parts.spoolFolder, 'upload-'))
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true })
  try {
    const { queryBytes, requestMilliseconds } = parts.limits
    const { root, properties, files } = await whileComing(
      request.raw,
      requestMilliseconds,
      saveParts(request, folder, queryBytes),
    )
    request.askAgain()
    return {
      name: root.name,
      // What the request says itself comes first.
      options: { ...properties, ...Object.fromEntries(flattenedOptions(root.options)) },
      sources: sourcesOf(root, files, request.host),
      [Symbol.asyncDispose]: remove,
    }
  } catch (error) {
    await remove()
    throw isBrokenForm(error)
      ? new ServiceError('illegalArgument', `The form is broken: ${error.message}.`)
      : error
  }
}

async function saveParts(
  request: FastifyRequest,
  folder: string,
  rootBytes: number,
): Promise<{
  readonly root: CreateRoot
  readonly properties: Readonly<Record<string, string>>
  readonly files: readonly SavedFile[]
}> {
  const files: SavedFile[] = []
  let properties: Readonly<Record<string, string>> = {}
  let root: CreateRoot | undefined
  for await (const part of request.parts()) {
    if (part.type !== 'file') continue
    if (part.fieldname === 'root') {
      root = readCreateRoot(jsonObject(await textOf(part.file, part.fieldname, rootBytes)))
      continue
    }
    if (part.fieldname === 'propertiesFile') {
      properties = readPropertiesFile(await textOf(part.file, part.fieldname, rootBytes))
      continue
    }
    const path = join(folder, String(files.length))
    await pipeline(part.file, createWriteStream(path))
    const filename = part.filename === undefined || part.filename === '' ? part.fieldname : part.filename
    files.push({ filename, mediaType: part.mimetype, path })
  }
  if (root === undefined) throw new ServiceError('illegalArgument', 'The form has no part "root".')
  return { root, properties, files }
}

/** Whether the parser of forms refuses what it reads: its errors tell by their text alone. */
function isBrokenForm(error: unknown): error is Error {
  return error instanceof Error && /multipart data|part header|boundary/iu.test(error.message)
}

function sourcesOf(root: CreateRoot, files: readonly SavedFile[], host: string): readonly RdfSource[] {
  const missing = root.files.find((entry) => !files.some((file) => file.filename === entry.filename))
  if (missing !== undefined) {
    throw new ServiceError('illegalArgument', `The file ${JSON.stringify(missing.filename)} was not sent.`)
  }
  return files.map((file) => {
    const { graph, base } = root.files.find((entry) => entry.filename === file.filename) ?? {}
    return {
      name: file.filename,
      format: formatOf(file),
      bytes: fileBytes(file.path),
      repeatable: true,
      baseIri: base ?? graph ?? `http://${host}/${encodeURIComponent(root.name)}`,
      ...(graph === undefined ? {} : { graph }),
    }
  })
}

function formatOf(file: SavedFile): RdfFormat {
  // A part without a Content-Type counts as text/plain (RFC 7578, 4.4), which says nothing here.
  const stated = file.mediaType === 'text/plain' ? undefined : formatOfMediaType(file.mediaType)
  const format = formatOfFileName(file.filename) ?? stated
  if (format !== undefined) return format
  throw new ServiceError(
    'illegalArgument',
    `The syntax of ${JSON.stringify(file.filename)} is not known: give the file an extension such as .ttl, .nt or .trig.`,
  )
}

async function textOf(stream: Readable, name: string, limit: number): Promise<string> {
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of stream) {
    const bytes = Buffer.from(piece)
    size += bytes.length
    if (size <= limit) pieces.push(bytes)
  }
  if (size > limit) {
    const message = `The part "${name}" can have ${limit} bytes; this one has ${size}.`
    throw new HttpFailure(status.contentTooLarge, 'limitExceeded', message)
  }
  return Buffer.concat(pieces).toString('utf8')
}
