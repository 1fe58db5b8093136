import { everyResource, type Permission, type Resource } from './permission.ts'

/** Whether whoever has one permission has the other one with it; of a wildcard the whole, not some of what it stands for. */
export function covers(held: Permission, wanted: Permission): boolean {
  return (
    (held.action === wanted.action || held.action === 'ALL') && coversResource(held.resource, wanted.resource)
  )
}

function coversResource(held: Resource, wanted: Resource): boolean {
  if (held.type !== wanted.type && held.type !== '*') return false
  if (isEveryName(held.name)) return true
  const name = nameOf(wanted)
  return (
    held.name.length === name.length &&
    held.name.every((part, index) => part === everyResource || part === name[index])
  )
}

function isEveryName(name: readonly string[]): boolean {
  return name.length === 1 && name[0] === everyResource
}

/** Every graph of every database has a name of two parts as the others do, so that it is the same however it is written. */
function nameOf({ type, name }: Resource): readonly string[] {
  return type === 'named-graph' && isEveryName(name) ? [everyResource, everyResource] : name
}
