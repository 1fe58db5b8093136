import type { Permission } from './permission.ts'

/** A permission as JSON, as `readPermission` reads it. */
export interface PermissionJson {
  readonly action: string
  readonly resource_type: string
  /** The parts of the name. */
  readonly resource: readonly string[]
}

/** A permission as servers and clients send it to each other. */
export function permissionJson({ action, resource }: Permission): PermissionJson {
  return { action, resource_type: resource.type, resource: resource.name }
}
