import { ServiceError } from '../../errors.ts'
import { isAbsoluteIri } from '../../rdf/iri.ts'
import { isObject } from './json-body.ts'
import { remoteOptions } from './remote-member.ts'

/** What a request to create a database asks for, beside the contents of files. */
export interface CreateRoot {
  readonly name: string
  /** Options of the database, not yet checked. */
  readonly options: Readonly<Record<string, unknown>>
  readonly files: readonly FileEntry[]
}

/** A file to load: the name it is sent under, and the graph that its triples go to. */
export interface FileEntry {
  readonly filename: string
  readonly graph?: string
  /** What relative IRIs in it are resolved against. */
  readonly base?: string
}

/**
 * Reads the JSON object `{dbname, options, remote, files: [{filename, context, base}]}`.
 *
 * @throws ServiceError that names the member that is wrong
 */
export function readCreateRoot(root: Readonly<Record<string, unknown>>): CreateRoot {
  const { dbname, options, files } = root
  if (typeof dbname !== 'string') {
    throw new ServiceError('illegalArgument', 'The member "dbname" must be the name of the new database.')
  }
  if (options !== undefined && options !== null && !isObject(options)) {
    throw new ServiceError('illegalArgument', 'The member "options" must be an object of names and values.')
  }
  if (files !== undefined && files !== null && !Array.isArray(files)) {
    throw new ServiceError('illegalArgument', 'The member "files" must be a list of {filename, context}.')
  }
  const given = { ...remoteOptions(root['remote']), ...options }
  return { name: dbname, options: given, files: Array.isArray(files) ? files.map(readFileEntry) : [] }
}

function readFileEntry(entry: unknown): FileEntry {
  const { filename, context, base } = isObject(entry) ? entry : {}
  if (typeof filename !== 'string') {
    throw new ServiceError('illegalArgument', 'Each member of "files" must be an object with a "filename".')
  }
  const graph = optionalIri('context', context, filename)
  const baseIri = optionalIri('base', base, filename)
  return {
    filename,
    ...(graph === undefined ? {} : { graph }),
    ...(baseIri === undefined ? {} : { base: baseIri }),
  }
}

function optionalIri(member: string, value: unknown, filename: string): string | undefined {
  if (value === undefined || value === null || value === '') return undefined
  if (typeof value === 'string' && isAbsoluteIri(value)) return value
  throw new ServiceError(
    'illegalArgument',
    `The ${member} of ${JSON.stringify(filename)} must be an absolute IRI.`,
  )
}
