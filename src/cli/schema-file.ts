import { resolve } from 'node:path'
import type { SchemaProblems } from '../engine/schemas/schema-source.ts'
import { ServiceError } from '../errors.ts'
import { type CommandContext, UsageError } from './command.ts'
import { errorTable } from './error-table.ts'
import { readableFile } from './readable-file.ts'
import type { Output } from './terminal.ts'

/** The text of a schema, with what messages call its place. */
export interface SchemaFile {
  readonly name: string
  /** With all its characters, a byte order mark too. */
  readonly text: string
}

const standardInput = 'the standard input'

/**
 * Reads the schema of a file, or of the standard input where `-` is named.
 *
 * @throws UsageError where it cannot be read or is not UTF-8
 */
export async function readSchemaFile(
  given: string,
  { terminal, directory }: CommandContext,
): Promise<SchemaFile> {
  const isInput = given === '-'
  const name = isInput ? standardInput : given
  const pieces: Buffer[] = []
  for await (const piece of isInput ? terminal.input : readableFile(given, resolve(directory, given))) {
    pieces.push(Buffer.from(piece))
  }
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.concat(pieces))
    return { name, text }
  } catch {
    throw new UsageError(`The schema in ${name} is not UTF-8 text.`)
  }
}

/** What is told of a schema with errors: each with its place in the file, and the line there. */
export function refusedSchema({ name, text }: SchemaFile, errors: SchemaProblems, output: Output): Error {
  const shown = errors.map(({ message, locations = [], extensions }) => ({
    message,
    code: extensions.code,
    locations,
  }))
  const isFile = name !== standardInput
  const file = isFile && name.includes(' ') ? JSON.stringify(name) : name
  const detail = errorTable(shown, text, output.colour, file).trimEnd()
  return new ServiceError('invalidSchema', `The schema in ${name} cannot be used.`, { detail })
}
