import { readFileSync } from 'node:fs'
import { ServiceError } from '../errors.ts'
import {
  type AccountProperties,
  accountProperties,
  contradictionOf,
  defaultAccountProperties,
} from './account-properties.ts'
import { parseBytes } from './byte-size.ts'
import { parseDuration } from './duration.ts'
import { type Property as PropertyOf, wholeNumber } from './property.ts'

/** The properties of a server, with their defaults filled in. */
export interface ServerProperties extends AccountProperties {
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
  /** `query.limit.rows`: solutions of one query, or triples of the graph that it makes. */
  readonly queryRows: number
  /** `query.limit.bytes`: bytes of the answer of one query. */
  readonly queryBytes: number
  /** `cors.origins`: origins whose pages may call the server; none unless given. */
  readonly corsOrigins: readonly string[]
  readonly remote: RemoteProperties
  /** `graphql.default.limit`: most objects of a top-level field without `first`; absent: all. */
  readonly defaultLimit?: number
  /** `graphql.limit.…`: the limits of a GraphQL request that are set; the others have their defaults. */
  readonly documentLimits: Readonly<Partial<Record<DocumentLimitName, number>>>
}

/** What queries and updates may fetch from elsewhere: the properties `sparql.service.…` and `sparql.load.…`. */
export interface RemoteProperties {
  readonly services: RemoteLimits & { readonly rows: number }
  readonly documents: RemoteLimits & { readonly bytes: number }
}

/** Whom something may be fetched from, and within how many milliseconds. */
export interface RemoteLimits {
  /** IRIs, or what they begin with; none where nothing is allowed. */
  readonly allowed: readonly string[]
  readonly timeout: number
}

/** The limits of a GraphQL request, by the names of their properties behind `graphql.limit.`. */
export const documentLimitNames = {
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
  ...defaultAccountProperties,
  port: 5820,
  bind: '127.0.0.1',
  queryTimeout: 300_000,
  queryMemory: 2 ** 30,
  queryWaiting: 256,
  queryRows: 10_000_000,
  queryBytes: 256 * 2 ** 20,
  corsOrigins: [],
  remote: {
    services: { allowed: [], timeout: 30_000, rows: 100_000 },
    documents: { allowed: [], timeout: 300_000, bytes: 2 ** 30 },
  },
  documentLimits: {},
}

/** What a limit can be set to at most. */
function mostOf(limit: DocumentLimitName): number {
  // Documents are parsed by recursion: at far more levels the stack would end first.
  return limit === 'depth' ? 300 : 999_999_999
}

type Property = PropertyOf<ServerProperties>

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
      read: (value) => withNumber(parseBytes(value, leastMemory), (queryMemory) => ({ queryMemory })),
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
    'query.limit.rows',
    {
      read: wholeNumber(1, 999_999_999, (queryRows) => ({ queryRows })),
      expected: 'a whole number from 1 to 999999999',
    },
  ],
  [
    'query.limit.bytes',
    {
      read: (value) => withNumber(parseBytes(value, 1), (queryBytes) => ({ queryBytes })),
      expected: 'bytes, or a number and a unit, such as 512K, 64M or 2G',
    },
  ],
  [
    'cors.origins',
    {
      read: readOrigins,
      expected: 'origins such as https://app.example:8443, with commas between them',
    },
  ],
  ...accountProperties,
  ['sparql.service.allowed', iris((allowed) => services({ allowed }))],
  ['sparql.service.timeout', duration((timeout) => services({ timeout }))],
  [
    'sparql.service.rows',
    {
      read: (value, before) => wholeNumber(1, 10_000_000, (rows) => services({ rows })(before))(value),
      expected: 'a whole number from 1 to 10000000',
    },
  ],
  ['sparql.load.allowed', iris((allowed) => documents({ allowed }))],
  ['sparql.load.timeout', duration((timeout) => documents({ timeout }))],
  [
    'sparql.load.bytes',
    {
      read: (value, before) => withNumber(parseBytes(value, 1), (bytes) => documents({ bytes })(before)),
      expected: 'bytes, or a number and a unit, such as 512K, 64M or 2G',
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
    const match = /^([^=:\s]+)\s*[=:]\s*(.*)$/su.exec(trimmed)
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
  const contradiction = contradictionOf(result)
  if (contradiction !== undefined) throw new ServiceError('invalidConfiguration', `${path}: ${contradiction}`)
  return Object.freeze(result)
}

function readOrigins(text: string): Partial<ServerProperties> | undefined {
  const corsOrigins = text
    .split(',')
    .map((origin) => origin.trim().toLowerCase())
    .filter((origin) => origin !== '')
  // What a browser sends is the origin alone: without a path, and without the usual port of its scheme.
  const all = corsOrigins.every((origin) => /^https?:/u.test(origin) && URL.parse(origin)?.origin === origin)
  return all ? { corsOrigins } : undefined
}

type Change = (before: ServerProperties) => Partial<ServerProperties>

function services(change: Partial<RemoteProperties['services']>): Change {
  return ({ remote }) => ({ remote: { ...remote, services: { ...remote.services, ...change } } })
}

function documents(change: Partial<RemoteProperties['documents']>): Change {
  return ({ remote }) => ({ remote: { ...remote, documents: { ...remote.documents, ...change } } })
}

/** IRIs of the Web with commas between them; an empty value is none. */
function iris(result: (iris: readonly string[]) => Change): Property {
  return {
    read(value, before) {
      const all = value
        .split(',')
        .map((iri) => iri.trim())
        .filter((iri) => iri !== '')
      if (!all.every((iri) => /^https?:\/\/[^\s<>"{}|\\^`]+$/iu.test(iri) && URL.canParse(iri)))
        return undefined
      return result(all)(before)
    },
    expected: 'IRIs that begin with http:// or https://, with commas between them',
  }
}

function duration(result: (milliseconds: number) => Change): Property {
  return {
    read: (value, before) => withNumber(parseDuration(value), (time) => result(time)(before)),
    expected: 'milliseconds, or a number and a unit, such as 500ms, 10s or 5m',
  }
}

function withNumber(
  value: number | undefined,
  result: (value: number) => Partial<ServerProperties>,
): Partial<ServerProperties> | undefined {
  return value === undefined ? undefined : result(value)
}

const leastMemory = 64 * 2 ** 20
