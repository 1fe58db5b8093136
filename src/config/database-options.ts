import { ServiceError } from '../errors.ts'
import { nearestName } from '../rdf/nearest-name.ts'
import { parseDuration } from './duration.ts'

/** Options of one database; what is absent is as the service says. */
export interface DatabaseSettings {
  /** `graphql.response.shape`; absent for `auto`: as the request prefers. */
  readonly form?: 'nodes' | 'graphql'
  /** `graphql.default.limit`: most objects of a top-level field without `first`. */
  readonly defaultLimit?: number
  /** `query.timeout`: milliseconds. */
  readonly timeout?: number
}

/** An option as it is written: its default in words, how its text is read, and what to say of one that cannot be. */
interface DatabaseOption {
  readonly default: string
  readonly read: (text: string) => DatabaseSettings | undefined
  readonly expected: string
}

const options: ReadonlyMap<string, DatabaseOption> = new Map<string, DatabaseOption>([
  ['graphql.response.shape', { default: 'auto', read: readShape, expected: '"auto", "nodes" or "graphql"' }],
  [
    'graphql.default.limit',
    {
      default: 'the property graphql.default.limit',
      read: (text) => (/^[1-9]\d{0,8}$/u.test(text) ? { defaultLimit: Number(text) } : undefined),
      expected: 'a whole number from 1 to 999999999',
    },
  ],
  [
    'query.timeout',
    {
      default: 'the property query.timeout',
      read: readTimeout,
      expected: 'milliseconds, or a number and a unit, such as 500ms, 10s or 5m',
    },
  ],
])

/** The names of the options of a database, with their defaults in words. */
export const databaseOptionDefaults: ReadonlyMap<string, string> = new Map(
  [...options].map(([name, option]) => [name, option.default]),
)

/**
 * Checks the options that a new database is given, flat or nested (`{"a": {"b": 1}}` is `a.b`), and returns the text of
 * each. `null` is as if absent.
 *
 * @throws ServiceError `illegalArgument` for an unknown one, with a suggestion, or a value of a wrong kind
 */
export function checkDatabaseOptions(given: Readonly<Record<string, unknown>>): ReadonlyMap<string, string> {
  const checked = new Map<string, string>()
  for (const [name, value] of flattened(given, '')) {
    if (value === undefined || value === null) continue
    const option = options.get(name)
    if (option === undefined) throw unknownOption(name)
    const text = typeof value === 'string' ? value.trim() : JSON.stringify(value)
    if (option.read(text) === undefined) {
      const message = `The option "${name}" of a database is ${option.expected}, not ${JSON.stringify(value)}.`
      throw new ServiceError('illegalArgument', message)
    }
    if (checked.has(name)) {
      throw new ServiceError('illegalArgument', `The option "${name}" is given more than once.`)
    }
    checked.set(name, text)
  }
  return checked
}

/** What checked options say. */
export function databaseSettings(checked: ReadonlyMap<string, string>): DatabaseSettings {
  let settings: DatabaseSettings = {}
  for (const [name, text] of checked) settings = { ...settings, ...options.get(name)?.read(text) }
  return settings
}

function* flattened(value: object, prefix: string): Generator<readonly [string, unknown]> {
  for (const [key, member] of Object.entries(value)) {
    const isNested = typeof member === 'object' && member !== null && !Array.isArray(member)
    if (isNested) yield* flattened(member, `${prefix}${key}.`)
    else yield [`${prefix}${key}`, member]
  }
}

function unknownOption(name: string): ServiceError {
  const near = nearestName(name, options.keys())
  const hint = near === undefined ? `There are ${[...options.keys()].join(', ')}.` : `Did you mean "${near}"?`
  const shown = JSON.stringify(name.length > 100 ? `${name.slice(0, 100)}…` : name)
  return new ServiceError('illegalArgument', `Unknown option ${shown} of a database. ${hint}`)
}

function readShape(text: string): DatabaseSettings | undefined {
  if (text === 'auto') return {}
  return text === 'nodes' || text === 'graphql' ? { form: text } : undefined
}

function readTimeout(text: string): DatabaseSettings | undefined {
  const timeout = parseDuration(text)
  return timeout === undefined ? undefined : { timeout }
}
