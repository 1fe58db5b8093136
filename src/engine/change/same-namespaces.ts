import type { Namespaces } from '../../rdf/namespaces.ts'

/** Whether two sets of prefixes stand for the same namespaces. */
export function sameNamespaces(some: Namespaces, others: Namespaces | undefined): boolean {
  if (some === others) return true
  return some.size === others?.size && [...some].every(([prefix, iri]) => others.get(prefix) === iri)
}
