import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import type { Quad } from '../src/rdf/term.ts'
import { parseQuads } from './oxigraph.ts'
import type { ReferenceRequest } from './reference/operation-facts.ts'

/** The folder under which every folder with a `query.graphql` is a case. */
export const goldenRoot = join(import.meta.dirname, 'golden')

/** A folder of real files: a question, the data it is asked of, and what has to come out. */
export interface GoldenCase {
  /** Path below the golden folder. */
  readonly name: string
  readonly folder: string
  readonly request: ReferenceRequest
  /** File with the data: the nearest one, going up. */
  readonly dataFile: string
  /** Text of the schema that it is asked by: of the nearest one, going up, if there is any. */
  readonly schema?: string
  /** Where it is asked with reasoning, by the variable `@reasoning`: how the vocabulary in the data is taken. */
  readonly reasoning?: GoldenReasoning
}

/** What a case with reasoning depends on beside its data. */
export interface GoldenReasoning {
  /** By the nearest `options.json`, which holds options of the database. */
  readonly sameAs: boolean
  /** Where some axioms of the data are left out: the others, from the nearest `supported.ttl`. */
  readonly vocabulary?: readonly Quad[]
}

/** Every golden case, by name. */
export function goldenCases(): readonly GoldenCase[] {
  return readdirSync(goldenRoot, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.name === 'query.graphql')
    .map((entry) => readCase(entry.parentPath))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

function readCase(folder: string): GoldenCase {
  const variables = readIfThere(join(folder, 'variables.json'))
  const operationName = readIfThere(join(folder, 'operation.txt'))?.trim()
  const schemaFile = nearest(folder, ['schema.graphql'])
  const given = variables === undefined ? undefined : readObject(variables)
  const isReasoning = given?.['@reasoning'] === true
  const own = Object.entries(given ?? {}).filter(([name]) => name !== '@reasoning')
  return {
    name: relative(goldenRoot, folder),
    folder,
    request: {
      query: readFileSync(join(folder, 'query.graphql'), 'utf8'),
      ...(own.length > 0 && { variables: Object.fromEntries(own) }),
      ...(operationName !== undefined && { operationName }),
    },
    dataFile: nearestData(folder),
    ...(schemaFile !== undefined && { schema: readFileSync(schemaFile, 'utf8') }),
    ...(isReasoning && { reasoning: readReasoning(folder) }),
  }
}

function readReasoning(folder: string): GoldenReasoning {
  const supported = nearest(folder, ['supported.ttl'])
  return {
    sameAs: optionsOf(folder)['reasoning.sameas'] === 'on',
    ...(supported !== undefined && { vocabulary: parseFile(supported) }),
  }
}

function optionsOf(folder: string): Readonly<Record<string, unknown>> {
  const file = nearest(folder, ['options.json'])
  return file === undefined ? {} : readObject(readFileSync(file, 'utf8'))
}

function readObject(text: string): Readonly<Record<string, unknown>> {
  const value: unknown = JSON.parse(text)
  if (typeof value !== 'object' || value === null) throw new Error('Not an object.')
  return Object.fromEntries(Object.entries(value))
}

/** Whether a case asks what a schema says, to which there is an answer without data. */
export function isIntrospection({ request }: GoldenCase): boolean {
  return /\b__(schema|type)\b/.test(request.query)
}

/** The text of a file, where there is one. */
export function readIfThere(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}

function nearestData(folder: string): string {
  const path = nearest(folder, ['data.ttl', 'data.trig'])
  if (path === undefined) throw new Error('A golden case has no data.')
  return path
}

/** A file of one of these names in the folder, else in the one above, up to that of all golden cases. */
function nearest(folder: string, names: readonly string[]): string | undefined {
  const path = names.map((name) => join(folder, name)).find((one) => existsSync(one))
  if (path !== undefined || folder === goldenRoot) return path
  return nearest(dirname(folder), names)
}

/** The quads of a case's data, the same for all of one file. */
export function quadsOf({ dataFile }: GoldenCase): readonly Quad[] {
  const quads = parsed.get(dataFile) ?? parseFile(dataFile)
  parsed.set(dataFile, quads)
  return quads
}

const parsed = new Map<string, readonly Quad[]>()

function parseFile(path: string): readonly Quad[] {
  return parseQuads(readFileSync(path, 'utf8'), path.endsWith('.ttl') ? 'text/turtle' : 'application/trig')
}
