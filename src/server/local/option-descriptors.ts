import type { DatabaseEntry } from '../../catalog/catalog.ts'
import { type DatabaseSettings, optionValues } from '../../config/database-options.ts'
import { formatDuration } from '../../config/duration.ts'
import { optionTable } from '../../config/option-table.ts'
import type { OptionDescriptor } from '../administration-service.ts'

const readOnly = { mutable: false, mutableWhenOnline: false, category: 'Database' } as const

/** Options that tell of a database, and cannot be set. */
const stateDescriptors: readonly OptionDescriptor[] = [
  {
    ...readOnly,
    name: 'database.name',
    type: 'String',
    label: 'Name',
    description: 'The name of the database.',
    defaultValue: null,
  },
  {
    ...readOnly,
    name: 'database.online',
    type: 'Boolean',
    label: 'Online',
    description: 'Whether the database can be asked and changed; set by bringing it online or offline.',
    defaultValue: true,
  },
  {
    ...readOnly,
    name: 'database.namespaces',
    type: 'List',
    label: 'Namespaces',
    description: 'Prefixes and their IRIs, "prefix=iri"; set as namespaces.',
    defaultValue: [],
  },
  {
    ...readOnly,
    name: 'database.time.creation',
    type: 'String',
    label: 'Time of creation',
    description: 'When the database was created: ISO 8601, UTC.',
    defaultValue: null,
  },
]

/** What can be known of every option, where the server has these defaults. */
export function optionDescriptors(defaults: DatabaseSettings): readonly OptionDescriptor[] {
  const settable = [...optionTable].map(([name, option]): OptionDescriptor => {
    const { kind, mutable, mutableWhenOnline, category, label, description } = option
    const defaultValue = option.defaultValue ?? serverDefault(name, defaults)
    return {
      name,
      type: kind.type,
      mutable,
      mutableWhenOnline,
      category,
      label,
      description,
      defaultValue,
    }
  })
  return [...stateDescriptors, ...settable]
}

/** The values of all options of a database, as JSON. */
export function valuesOfOptions(
  entry: DatabaseEntry,
  defaults: DatabaseSettings,
): Readonly<Record<string, unknown>> {
  const values = [...optionValues(entry.options)].map(
    ([name, value]) => [name, value ?? serverDefault(name, defaults)] as const,
  )
  return {
    'database.name': entry.name,
    'database.online': entry.online,
    'database.namespaces': [...entry.namespaces].map(([prefix, iri]) => `${prefix}=${iri}`),
    'database.time.creation': entry.created,
    ...Object.fromEntries(values),
  }
}

function serverDefault(name: string, { timeout, defaultLimit }: DatabaseSettings): string | number | null {
  if (name === 'query.timeout' && timeout !== undefined) return formatDuration(timeout)
  if (name === 'graphql.default.limit' && defaultLimit !== undefined) return defaultLimit
  return null
}
