import { readFileSync } from 'node:fs'
import { ServiceError } from '../errors.ts'
import { parseDuration } from './duration.ts'

/** The properties of a server, with their defaults filled in. */
export interface ServerProperties {
  /** `port`: 0 for any free one. */
  readonly port: number
  /** `bind`: host name or address. */
  readonly bind: string
  /** `query.timeout`: milliseconds. */
  readonly queryTimeout: number
  /** `query.memory`: bytes of one query process. */
  readonly queryMemory: number
  /** `query.processes`: queries that run at once; absent: as many as there are cores. */
  readonly queryProcesses?: number
  /** `query.waiting`: queries that may wait for a process. */
  readonly queryWaiting: number
  /** `graphql.default.limit`: most objects of a top-level field without `first`; absent: all. */
  readonly defaultLimit?: number
  /** `graphql.limit.…`: the limits of a GraphQL request that are set; the others have their defaults. */
  readonly documentLimits: Readonly<Partial<Record<DocumentLimitName, number>>>
}

/** The limits of a GraphQL request, by the names of their properties behind `graphql.limit.`. */
const documentLimitNames = {
  length: 'length',
  tokens: 'tokens',
  depth: 'depth',
  aliases: 'aliases',
  'field.directives': 'fieldDirectives',
  directives: 'directives',
  'root.fields': 'rootFields',
  selections: 'selections',
  first: 'first',
  'triple.patterns': 'triplePatterns',
} as const

/** Name of a limit of a GraphQL request. */
export type DocumentLimitName = (typeof documentLimitNames)[keyof typeof documentLimitNames]

/** The properties where no file says anything else. */
export const defaultProperties: ServerProperties = {
  port: 5820,
  bind: '127.0.0.1',
  queryTimeout: 300_000,
  queryMemory: 2 ** 30,
  queryWaiting: 256,
  documentLimits: {},
}

/** What a limit can be set to at most. */
function mostOf(limit: DocumentLimitName): number {
  // Documents are parsed by recursion: at far more levels the stack would end first.
  return limit === 'depth' ? 300 : 999_999_999
}

/** A property as it is written: how its value is read, and what to say of one that cannot be. */
interface Property {
  readonly read: (value: string, before: ServerProperties) => Partial<ServerProperties> | undefined
  readonly expected: string
}

const properties: ReadonlyMap<string, Property> = new Map<string, Property>([
  [
    'port',
    { read: wholeNumber(0, 65_535, (port) => ({ port })), expected: 'a whole number from 0 to 65535' },
  ],
  [
    'bind',
    { read: (bind) => (/^\S+$/u.test(bind) ? { bind } : undefined), expected: 'a host name or address' },
  ],
  [
    'query.timeout',
    {
      read: (value) => withNumber(parseDuration(value), (queryTimeout) => ({ queryTimeout })),
      expected: 'milliseconds, or a number and a unit, such as 500ms, 10s or 5m',
    },
  ],
  [
    'query.memory',
    {
      read: (value) => withNumber(parseBytes(value), (queryMemory) => ({ queryMemory })),
      expected: 'bytes, or a number and a unit, such as 512M or 2G, and at least 64M',
    },
  ],
  [
    'query.processes',
    {
      read: wholeNumber(1, 1024, (queryProcesses) => ({ queryProcesses })),
      expected: 'a whole number from 1 to 1024',
    },
  ],
  [
    'query.waiting',
    {
      read: wholeNumber(0, 100_000, (queryWaiting) => ({ queryWaiting })),
      expected: 'a whole number from 0 to 100000',
    },
  ],
  [
    'graphql.default.limit',
    {
      read: wholeNumber(1, 999_999_999, (defaultLimit) => ({ defaultLimit })),
      expected: 'a whole number from 1 to 999999999',
    },
  ],
  ...Object.entries(documentLimitNames).map(([name, limit]): [string, Property] => [
    `graphql.limit.${name}`,
    {
      read: (value, { documentLimits }) =>
        wholeNumber(1, mostOf(limit), (most) => ({ documentLimits: { ...documentLimits, [limit]: most } }))(
          value,
        ),
      expected: `a whole number from 1 to ${mostOf(limit)}`,
    },
  ]),
])

/** The names of all properties. */
export const propertyNames: readonly string[] = [...properties.keys()]

/**
 * Reads `espalier.properties`: lines `key = value`, comments after `#` or `!` at a line's start. A file that does not
 * exist says nothing.
 *
 * @throws ServiceError `invalidConfiguration` with file, line and key
 */
export function readProperties(path: string): ServerProperties {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return defaultProperties
    const message = `The file "${path}" cannot be read.`
    throw new ServiceError('invalidConfiguration', message, { detail: String(error), cause: error })
  }
  return parseProperties(text, path)
}

/** Reads the text of a file of properties; see {@link readProperties}. */
export function parseProperties(text: string, path: string): ServerProperties {
  const seen = new Map<string, number>()
  let result = defaultProperties
  for (const [index, line] of text
    .replace(/^\uFEFF/u, '')
    .split(/\r\n|\n|\r/u)
    .entries()) {
    const fail = (problem: string): ServiceError =>
      new ServiceError('invalidConfiguration', `${path}, line ${index + 1}: ${problem}`)
    const trimmed = line.trim()
    if (trimmed === '' || trimmed.startsWith('#') || trimmed.startsWith('!')) continue
    const match = /^([^=:\s]+)\s*[=:]\s*(.*)$/u.exec(trimmed)
    if (match === null) throw fail(`A property is written "key = value", not ${JSON.stringify(trimmed)}.`)
    const [, key = '', value = ''] = match
    const property = properties.get(key)
    if (property === undefined) {
      throw fail(`Unknown property "${key}". There are ${propertyNames.join(', ')}.`)
    }
    const before = seen.get(key)
    if (before !== undefined) throw fail(`"${key}" is set on line ${before} already.`)
    seen.set(key, index + 1)
    const read = property.read(value, result)
    if (read === undefined) throw fail(`"${key}" is ${property.expected}, not ${JSON.stringify(value)}.`)
    result = { ...result, ...read }
  }
  return Object.freeze(result)
}

function wholeNumber(
  least: number,
  most: number,
  result: (value: number) => Partial<ServerProperties>,
): (text: string) => Partial<ServerProperties> | undefined {
  return (text) => {
    const value = /^\d{1,9}$/u.test(text) ? Number(text) : -1
    return value >= least && value <= most ? result(value) : undefined
  }
}

function withNumber(
  value: number | undefined,
  result: (value: number) => Partial<ServerProperties>,
): Partial<ServerProperties> | undefined {
  return value === undefined ? undefined : result(value)
}

const bytesOfUnit: ReadonlyMap<string, number> = new Map([
  ['', 1],
  ['K', 2 ** 10],
  ['M', 2 ** 20],
  ['G', 2 ** 30],
])

const leastMemory = 64 * 2 ** 20

function parseBytes(text: string): number | undefined {
  const match = /^(\d{1,15})\s*([KMG]?)(?:i?B)?$/iu.exec(text)
  const bytes = Number(match?.[1]) * (bytesOfUnit.get(match?.[2]?.toUpperCase() ?? '') ?? Number.NaN)
  return bytes >= leastMemory && Number.isSafeInteger(bytes) ? bytes : undefined
}
