import { checkResource } from './check-resource.ts'
import { illegalPermission, shown } from './illegal-permission.ts'
import {
  type Action,
  actions,
  type Permission,
  type Resource,
  type ResourceType,
  resourceTypes,
} from './permission.ts'

/** A permission as clients write it; nothing of it is checked yet. */
export interface WrittenPermission {
  /** One of `actions`, in any case. */
  readonly action?: unknown
  /** One of `resourceTypes`, in any case. */
  readonly resource_type?: unknown
  /** The parts of the name. */
  readonly resource?: unknown
}

/**
 * Reads a permission from JSON.
 *
 * @throws ServiceError `illegalArgument`, which says what is possible
 */
export function readPermission(written: WrittenPermission): Permission {
  const action = readAction(written.action)
  const type = readResourceType(written.resource_type)
  return { action, resource: readResource(type, readParts(written.resource)) }
}

/**
 * Reads an action in any case.
 *
 * @throws ServiceError `illegalArgument`
 */
export function readAction(text: unknown): Action {
  const upper = typeof text === 'string' ? text.toUpperCase() : undefined
  const action = actions.find((one) => one === upper)
  if (action !== undefined) return action
  const names = actions.map((one) => one.toLowerCase())
  throw illegalPermission(`${shown(text)} is no action. The actions are ${listed(names)}.`)
}

/**
 * Reads a type of resources in any case.
 *
 * @throws ServiceError `illegalArgument`
 */
export function readResourceType(text: unknown): ResourceType {
  const lower = typeof text === 'string' ? text.toLowerCase() : undefined
  const type = resourceTypes.find((one) => one === lower)
  if (type !== undefined) return type
  throw illegalPermission(`${shown(text)} is no type of resources. The types are ${listed(resourceTypes)}.`)
}

/**
 * Makes a resource of its type and the parts of its name; those of a named graph may be one text, with a backslash between.
 *
 * @throws ServiceError `illegalArgument`
 */
export function readResource(type: ResourceType, parts: readonly string[]): Resource {
  const resource = { type, name: type === 'named-graph' ? partsOfGraph(parts) : parts }
  checkResource(resource)
  return resource
}

function partsOfGraph(parts: readonly string[]): readonly string[] {
  const [only, ...more] = parts
  if (only === undefined || more.length > 0) return parts
  // Neither a name of a database nor an IRI has one.
  const backslash = only.indexOf('\\')
  return backslash < 0 ? parts : [only.slice(0, backslash), only.slice(backslash + 1)]
}

function readParts(name: unknown): readonly string[] {
  if (Array.isArray(name) && name.every((part): part is string => typeof part === 'string')) return name
  throw illegalPermission(
    `A resource is an array of texts, such as ["garden"] or ["*"], and not ${shown(name)}.`,
  )
}

function listed(names: readonly string[]): string {
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
