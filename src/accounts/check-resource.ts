import { illegalPermission, shown } from './illegal-permission.ts'
import { everyResource, type Resource } from './permission.ts'
import { resourceText } from './permission-text.ts'

/** Characters of a part of a name at most; IRIs of graphs are the longest ones. */
const longest = 4096

/** What stands in for all graphs, or all named ones, in a query; a right to it would be one to no graph. */
const severalGraphs = /^tag:stardog:api:context:(?:all|local|named)$/u

/** A scheme, and none of the characters that an IRI cannot have (RFC 3987). */
const absoluteIri = /^[A-Za-z][A-Za-z0-9+.-]*:[^\s<>"{}|\\^`\p{Cc}\p{Cs}]*$/u

/**
 * Refuses a resource that nothing could ever be, such as a database with a name of two parts.
 *
 * @throws ServiceError `illegalArgument`, which says what is possible
 */
export function checkResource(resource: Resource): void {
  const { type, name } = resource
  for (const part of name) if (part.length > longest) throw tooLong(part)
  if (type === 'named-graph') {
    checkGraph(resource)
    return
  }
  const [only, ...more] = name
  if (type === '*') {
    if (only === everyResource && more.length === 0) return
    throw illegalPermission('The resource type "*" has no names of its own: its resource is ["*"].')
  }
  if (only === undefined || more.length > 0) {
    throw illegalPermission(
      `The name of a resource of the type ${type} has one part; ${shown(name)} has ${name.length}.`,
    )
  }
  checkPart(resource, only)
}

function checkGraph(resource: Resource): void {
  const { name } = resource
  const [database, graph, ...more] = name
  if (database === everyResource && name.length === 1) return
  if (database === undefined || graph === undefined || more.length > 0) {
    throw illegalPermission(
      `The name of a named graph has two parts, the name of a database and the IRI of a graph, or is ["*"]; ${shown(name)} has ${name.length}.`,
    )
  }
  checkPart(resource, database)
  if (graph === everyResource) return
  if (severalGraphs.test(graph)) {
    throw illegalPermission(`<${graph}> stands for several graphs: name one of them, or "*" for all.`)
  }
  if (!absoluteIri.test(graph)) {
    throw illegalPermission(`${shown(graph)} is no name of a graph: it has to be an absolute IRI, or "*".`)
  }
}

function checkPart(resource: Resource, part: string): void {
  if (part === everyResource) return
  const text = shown(resourceText(resource))
  if (part === '') throw illegalPermission(`The resource ${text} lacks a name; "*" stands for every one.`)
  if (part.includes('*')) throw illegalPermission(`In the resource ${text} a "*" has to be a whole name.`)
  if (/[\p{Cc}\p{Cs}]/u.test(part)) {
    throw illegalPermission(`The name of the resource ${text} has control characters.`)
  }
}

function tooLong(part: string): Error {
  return illegalPermission(`The name of a resource has ${part.length} characters; the limit is ${longest}.`)
}
