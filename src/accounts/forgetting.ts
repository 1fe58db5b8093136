import type { AccountChange } from './account-store.ts'
import type { ResourceType } from './permission.ts'

/** Revokes all permissions about something that is gone, so that a later one of its name is not open to those who had them. */
export function forgetting(thing: 'user' | 'role' | 'database', name: string): AccountChange {
  const types: readonly ResourceType[] =
    thing === 'database'
      ? ['db', 'metadata', 'named-graph', 'admin', 'data-source', 'virtual-graph']
      : [thing]
  return { kind: 'forget', types, name }
}
