import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { UsageError } from './command.ts'
import { fileProblem } from './file-problem.ts'

/** Where a query comes from. */
export interface QueryPlace {
  readonly input: Readable
  /** Folder that relative paths start from. */
  readonly directory: string
}

const longestPath = 4096

/**
 * The text of a query that is given as text, as the path of a file (one that exists, or whose name ends as those of queries
 * do: `.graphql`, `.gql`, `.rq`, `.ru`, `.sparql`), or as `-` for the standard input.
 *
 * @throws UsageError where a file cannot be read, is a folder or is not UTF-8
 */
export async function readQueryText(given: string, place: QueryPlace): Promise<string> {
  if (given === '-') return decode(await readAll(place.input), 'The standard input')
  const looksLikePath = /\.(graphql|gql|rq|ru|sparql)$/iu.test(given) && !/[{}<>\n]/u.test(given)
  const mayBePath = looksLikePath || (given !== '' && given.length < longestPath && !/[{}\n\0]/u.test(given))
  if (!mayBePath) return given
  const path = resolve(place.directory, given)
  try {
    return decode(await readFile(path), `The file ${given}`)
  } catch (error) {
    if (error instanceof UsageError || looksLikePath || isFolder(error)) throw unreadable(given, error)
    return given
  }
}

/**
 * The value of `--variables`: a JSON object, or `@` and the path of a file that holds one.
 *
 * @throws UsageError where it is not a JSON object
 */
export async function readVariables(
  given: string,
  directory: string,
): Promise<Readonly<Record<string, unknown>>> {
  const text = given.startsWith('@') ? await readVariablesFile(given.slice(1), directory) : given
  const value = parseJson(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new UsageError('--variables needs a JSON object, such as \'{"name": "Ada"}\', or @FILE with one.')
  }
  return Object.fromEntries(Object.entries(value))
}

async function readVariablesFile(path: string, directory: string): Promise<string> {
  try {
    return decode(await readFile(resolve(directory, path)), `The file ${path}`)
  } catch (error) {
    throw unreadable(path, error)
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new UsageError(
      `--variables is not JSON: ${error instanceof Error ? error.message : String(error)}.`,
    )
  }
}

function unreadable(path: string, error: unknown): UsageError {
  if (error instanceof UsageError) return error
  return new UsageError(`Cannot read the file ${path}: ${fileProblem(error)}.`)
}

function isFolder(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EISDIR'
}

async function readAll(input: Readable): Promise<Uint8Array> {
  const pieces: Buffer[] = []
  for await (const piece of input) pieces.push(Buffer.from(piece))
  return Buffer.concat(pieces)
}

function decode(bytes: Uint8Array, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new UsageError(`${name} is not UTF-8 text.`)
  }
}
