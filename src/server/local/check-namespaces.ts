import { ServiceError } from '../../errors.ts'
import { isAbsoluteIri } from '../../rdf/iri.ts'
import { isPrefix } from '../../rdf/names.ts'
import type { Namespaces } from '../../rdf/namespaces.ts'

/**
 * Checks that prefixes can be written in SPARQL and Turtle, and stand for absolute IRIs.
 *
 * @throws ServiceError `illegalArgument` that names the first that does not
 */
export function checkNamespaces(namespaces: Namespaces): void {
  for (const [prefix, iri] of namespaces) {
    if (!isPrefix(prefix)) {
      throw new ServiceError('illegalArgument', `${shown(prefix)} cannot be a prefix.`)
    }
    if (!isAbsoluteIri(iri)) {
      const message = `The prefix ${shown(prefix)} has to stand for an absolute IRI, not ${shown(iri)}.`
      throw new ServiceError('illegalArgument', message)
    }
  }
}

function shown(text: string): string {
  return JSON.stringify(text.length > 200 ? `${text.slice(0, 200)}…` : text)
}
