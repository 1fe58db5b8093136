import { access, constants, stat } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { RdfSource } from '../engine/rdf-source.ts'
import { formatOfFileName, type RdfFormat, rdfSyntaxes, suggestExtension } from '../rdf/formats.ts'
import { isAbsoluteIri } from '../rdf/iri.ts'
import { nearestName } from '../rdf/nearest-name.ts'
import { type CommandOption, UsageError } from './command.ts'
import { fileProblem } from './file-problem.ts'
import { readableFile } from './readable-file.ts'

/** A file of RDF, ready to be read. */
export interface RdfFile extends RdfSource {
  readonly totalBytes: number
  /** Absolute. */
  readonly path: string
}

/**
 * The files of RDF that were named, each opened when its bytes are asked for.
 *
 * @param format the syntax of all of them, whatever their names tell
 * @throws UsageError where one is missing or its name tells no syntax of RDF, before any is read
 */
export async function rdfFiles(
  names: readonly string[],
  directory: string,
  graph: string | undefined,
  format?: RdfFormat,
): Promise<readonly RdfFile[]> {
  return Promise.all(
    names.map(async (given) => {
      const path = resolve(directory, given)
      const totalBytes = await sizeOf(given, path)
      return {
        name: basename(path),
        path,
        totalBytes,
        format: format ?? formatOf(given),
        bytes: readableFile(given, path),
        repeatable: true,
        baseIri: pathToFileURL(path).href,
        ...(graph === undefined ? {} : { graph }),
      }
    }),
  )
}

/** The registered media type of a syntax. */
export function mediaTypeOfFormat(format: RdfFormat): string {
  const type = rdfSyntaxes.find((syntax) => syntax.format === format)?.mediaTypes[0]
  if (type === undefined) throw new Error(`The syntax ${format} has no media type.`)
  return type
}

async function sizeOf(given: string, path: string): Promise<number> {
  const found = await stat(path).catch(() => undefined)
  if (found === undefined) throw new UsageError(`There is no file ${given}.`)
  if (found.isDirectory()) throw new UsageError(`${given} is a folder, not a file.`)
  // Asked here, because other processes may open the file, and tell of it as of a disk of the service.
  await access(path, constants.R_OK).catch((error: unknown) => {
    throw new UsageError(`Cannot read the file ${given}: ${fileProblem(error)}.`)
  })
  return found.size
}

function formatOf(given: string): RdfFormat {
  const format = formatOfFileName(given)
  if (format !== undefined) return format
  const nearest = suggestExtension(given)
  const known = rdfSyntaxes.map((syntax) => `.${syntax.extensions[0]}`).join(', ')
  const hint = nearest === undefined ? '' : ` Did you mean .${nearest}?`
  throw new UsageError(
    `The name of ${given} does not tell its syntax; known are ${known}, also with .gz or .bz2, and .zip.${hint}`,
  )
}

/** The option that says which syntax of RDF files have. */
export const formatOption: CommandOption = {
  name: 'format',
  value: 'NAME',
  summary: `Syntax, whatever the names of files tell: ${rdfSyntaxes.map(({ format }) => format).join(', ')}`,
}

/**
 * The syntax of RDF that `--format` names, by its name, its usual extension or its media type.
 *
 * @throws UsageError that lists those there are, or says which may have been meant
 */
export function rdfFormatOf(given: string | undefined): RdfFormat | undefined {
  if (given === undefined) return undefined
  const wanted = given.trim().toLowerCase()
  const found = rdfSyntaxes.find(
    ({ format, label, extensions, mediaTypes }) =>
      [format, label.toLowerCase()].includes(wanted) ||
      extensions.includes(wanted) ||
      mediaTypes.includes(wanted),
  )
  if (found !== undefined) return found.format
  const names = rdfSyntaxes.map(({ format }) => format)
  const near = nearestName(wanted, names)
  const hint = near === undefined ? `There are ${names.join(', ')}.` : `Did you mean "${near}"?`
  throw new UsageError(`Unknown --format ${JSON.stringify(given)}. ${hint}`)
}

/** The option that says which graph triples go to. */
export const graphOption: CommandOption = {
  name: 'graph',
  value: 'IRI',
  summary: 'Named graph for triples that have none; else the default graph',
}

/**
 * The graph that the option names.
 *
 * @throws UsageError where it is no absolute IRI
 */
export function graphOf(given: string | undefined): string | undefined {
  if (given === undefined || isAbsoluteIri(given)) return given
  throw new UsageError(`--graph needs an absolute IRI, not ${JSON.stringify(given)}.`)
}
