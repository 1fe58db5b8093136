import { covers } from './covers.ts'
import { everyResource, type Permission, type ResourceType } from './permission.ts'
import type { Session } from './session.ts'

/**
 * Tells which things of a type somebody may read, for lists of many.
 *
 * @param type one whose names have one part
 */
export function seenNames(
  session: Session,
  type: Exclude<ResourceType, 'named-graph' | '*'>,
): (name: string) => boolean {
  const reading = (name: string): Permission => ({ action: 'READ', resource: { type, name: [name] } })
  const { superuser, permissions } = session
  if (superuser || permissions.some((held) => covers(held, reading(everyResource)))) return () => true
  const names = new Set(
    permissions.flatMap((held) => {
      const [name] = held.resource.name
      return name !== undefined && covers(held, reading(name)) ? [name] : []
    }),
  )
  return (name) => names.has(name)
}
