import { ServiceError } from '../errors.ts'
import { nearestName } from '../rdf/nearest-name.ts'
import type { DatabaseSettings, OptionKind, OptionValue } from './option-kinds.ts'
import { type DatabaseOption, optionTable } from './option-table.ts'
import { shownSecret } from './remote-option-kinds.ts'
import { remotePrefix, remoteUrlOption } from './remote-option-table.ts'
import { checkRemoteRules } from './remote-rules.ts'

export type { DatabaseSettings } from './option-kinds.ts'

/** The names of the options of a database that can be set, with their defaults in words. */
export const databaseOptionDefaults: ReadonlyMap<string, string> = new Map(
  [...optionTable].map(([name, { defaultValue, defaultWords }]) => [
    name,
    defaultWords ?? (Array.isArray(defaultValue) ? defaultValue.join(', ') : String(defaultValue)),
  ]),
)

/** Options that tell of a database, and are read only. */
const stateOptions: ReadonlyMap<string, string> = new Map([
  ['database.name', 'A database keeps its name.'],
  ['database.online', 'Bring the database online or offline instead.'],
  ['database.namespaces', 'Set its namespaces instead.'],
  ['database.time.creation', 'It was created when it was.'],
])

/**
 * Checks the options that a new database is given, flat or nested (`{"a": {"b": 1}}` is `a.b`), and returns the text of
 * each. `null` is as if absent.
 *
 * @throws ServiceError `illegalArgument` for an unknown one, with a suggestion, or a value of a wrong kind
 */
export function checkDatabaseOptions(given: Readonly<Record<string, unknown>>): ReadonlyMap<string, string> {
  const checked = new Map<string, string>()
  const present = [...flattenedOptions(given)].filter(([, value]) => value !== null)
  for (const [name, text] of optionTexts(present)) {
    if (text === shownSecret && isSecretOption(name)) {
      const message = `The option "${name}" of a new database is needed itself: "${shownSecret}" only stands for it.`
      throw new ServiceError('illegalArgument', message)
    }
    if (text !== null) checked.set(name, text)
  }
  checkRemoteRules(checked, checked.has(remoteUrlOption))
  return checked
}

/** Whether what is kept of an option is sealed. */
export function isSecretOption(name: string): boolean {
  return optionTable.get(name)?.kind.isSecret === true
}

/** Whether options are those of a remote database. */
export function areRemoteOptions(checked: ReadonlyMap<string, string>): boolean {
  return checked.has(remoteUrlOption)
}

/**
 * Checks options that a database is given after its creation, as {@link checkDatabaseOptions} does; `null` goes back to
 * the default, and a secret that is given as it is shown stays as it is.
 *
 * @throws ServiceError `illegalArgument`, also for an option that is set at the creation only; `invalidDatabaseState`
 * for one that needs the database offline
 */
export function checkOptionChanges(
  given: Readonly<Record<string, unknown>>,
  isOnline: boolean,
): ReadonlyMap<string, string | null> {
  const texts = optionTexts(flattenedOptions(given))
  const changes = new Map([...texts].filter(([name, text]) => text !== shownSecret || !isSecretOption(name)))
  for (const name of changes.keys()) {
    const { mutable, mutableWhenOnline } = optionOf(name)
    if (!mutable) {
      const message = `The option "${name}" of a database is set at its creation, and cannot be changed.`
      throw new ServiceError('illegalArgument', message)
    }
    if (isOnline && !mutableWhenOnline) {
      const message = `The option "${name}" cannot be changed while the database is online. Bring it offline first.`
      throw new ServiceError('invalidDatabaseState', message)
    }
  }
  return changes
}

/** What checked options say. */
export function databaseSettings(checked: ReadonlyMap<string, string>): DatabaseSettings {
  let settings: DatabaseSettings = {}
  for (const [name, text] of checked) {
    const said = optionTable.get(name)?.kind.read(text)?.settings
    const remote = said?.remote === undefined ? {} : { remote: { ...settings.remote, ...said.remote } }
    settings = { ...settings, ...said, ...remote }
  }
  return settings
}

/**
 * The values of all options that can be set, of checked texts and the defaults; those of remote databases have none in
 * others.
 */
export function optionValues(checked: ReadonlyMap<string, string>): ReadonlyMap<string, OptionValue | null> {
  const isRemote = areRemoteOptions(checked)
  return new Map(
    [...optionTable].map(([name, { kind, defaultValue }]) => {
      if (!isRemote && name.startsWith(remotePrefix)) return [name, null]
      const text = checked.get(name)
      return [name, (text === undefined ? undefined : kind.read(text)?.value) ?? defaultValue]
    }),
  )
}

/** Names of options have three or four parts. */
const deepest = 20

/**
 * Members of nested objects by their paths with dots between: `{"a": {"b": 1}}` has `a.b`.
 *
 * @throws ServiceError `illegalArgument` for more than 20 levels
 */
export function* flattenedOptions(
  value: object,
  prefix = '',
  level = 1,
): Generator<readonly [string, unknown]> {
  if (level > deepest) {
    throw new ServiceError('illegalArgument', `Options can be nested ${deepest} levels deep, and no deeper.`)
  }
  for (const [key, member] of Object.entries(value)) {
    const isNested = typeof member === 'object' && member !== null && !Array.isArray(member)
    if (isNested) yield* flattenedOptions(member, `${prefix}${key}.`, level + 1)
    else yield [`${prefix}${key}`, member]
  }
}

function optionTexts(
  given: Iterable<readonly [name: string, value: unknown]>,
): ReadonlyMap<string, string | null> {
  const texts = new Map<string, string | null>()
  for (const [name, value] of given) {
    if (value === undefined) continue
    const { kind } = optionOf(name)
    const text = value === null ? null : textOf(value, kind)
    if (text === undefined || (text !== null && kind.read(text) === undefined)) {
      const shown = kind.isPrivate === true ? '' : `, not ${JSON.stringify(value)}`
      const message = `The option "${name}" of a database is ${kind.expected}${shown}.`
      throw new ServiceError('illegalArgument', message)
    }
    if (texts.has(name)) {
      throw new ServiceError('illegalArgument', `The option "${name}" is given more than once.`)
    }
    texts.set(name, text)
  }
  return texts
}

/** The text of a value, without the spaces around it; a secret is a string as it is, or nothing. */
function textOf(value: unknown, { isSecret }: OptionKind): string | undefined {
  if (typeof value === 'string') return isSecret === true ? value : value.trim()
  return isSecret === true ? undefined : JSON.stringify(value)
}

function optionOf(name: string): DatabaseOption {
  const option = optionTable.get(name)
  if (option !== undefined) return option
  const hint = stateOptions.get(name)
  if (hint !== undefined) {
    throw new ServiceError('illegalArgument', `The option "${name}" of a database cannot be set. ${hint}`)
  }
  const near = nearestName(name, optionTable.keys())
  const help =
    near === undefined ? `There are ${[...optionTable.keys()].join(', ')}.` : `Did you mean "${near}"?`
  const shown = JSON.stringify(name.length > 100 ? `${name.slice(0, 100)}…` : name)
  throw new ServiceError('illegalArgument', `Unknown option ${shown} of a database. ${help}`)
}
