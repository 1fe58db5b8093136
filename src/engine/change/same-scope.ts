import { isDeepStrictEqual } from 'node:util'
import type { ChangeScope } from './change.ts'
import { sameNamespaces } from './same-namespaces.ts'

/** Whether steps mean the same in two scopes. */
export function sameScope(some: ChangeScope, other: ChangeScope): boolean {
  return sameNamespaces(some.namespaces, other.namespaces) && isDeepStrictEqual(some.access, other.access)
}
