import { ServiceError } from '../src/errors.ts'
import type { Term } from '../src/rdf/term.ts'
import { readRows } from '../src/sparql/results/read-rows.ts'
import type { Row } from '../src/sparql/results/row.ts'
import { writeSolutions } from '../src/sparql/results/write-solutions.ts'
import { solutionsOf } from './solutions.ts'

type Format = 'json' | 'xml'

/** Cuts bytes into pieces of the lengths of a list, which is gone through again and again. */
export async function* cut(bytes: Uint8Array, lengths: readonly number[]): AsyncGenerator<Uint8Array> {
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const length = lengths[turn % lengths.length] ?? 1
    yield bytes.subarray(at, at + length)
    at += length
  }
}

/** The rows of an answer that comes in pieces of some lengths. */
export async function rowsOf(
  answer: string | Uint8Array,
  variables: readonly string[],
  { format = 'json', lengths = [1000] }: { format?: Format; lengths?: readonly number[] } = {},
): Promise<readonly Row[]> {
  const rows: Row[] = []
  for await (const some of readRows(format, cut(Buffer.from(answer), lengths), { variables, name: 'x' }))
    rows.push(...some)
  return rows
}

/** The error that reading ends with. */
export async function errorOf(reading: Promise<unknown>): Promise<ServiceError> {
  const error: unknown = await reading.catch((thrown: unknown) => thrown)
  if (error instanceof ServiceError) return error
  throw new Error(`No error of the service: ${JSON.stringify(error)}`)
}

/** An answer as this project writes it. */
export async function written(
  format: Format,
  names: readonly string[],
  rows: readonly (readonly (Term | null)[])[],
): Promise<string> {
  let text = ''
  for await (const piece of writeSolutions(format, solutionsOf(names, rows))) text += piece
  return text
}
