import type { Permission, Resource } from './permission.ts'

/** A resource as it is written in messages and on the command line: `db:garden`, `named-graph:garden\http://g.example/1`, `*:*`. */
export function resourceText({ type, name }: Resource): string {
  return `${type}:${name.join('\\')}`
}

/** A permission as it is written in messages and on the command line: `read db:garden`. Equal ones have equal texts. */
export function permissionText({ action, resource }: Permission): string {
  return `${action.toLowerCase()} ${resourceText(resource)}`
}
