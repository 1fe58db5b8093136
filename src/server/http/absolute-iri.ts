import { ServiceError } from '../../errors.ts'
import { isAbsoluteIri } from '../../rdf/iri.ts'

/**
 * The value of a parameter that is an IRI.
 *
 * @throws ServiceError `illegalArgument` for a relative one
 */
export function absoluteIri(name: string, value: string): string {
  if (isAbsoluteIri(value)) return value
  const shown = value.length > 200 ? `${value.slice(0, 200)}…` : value
  throw new ServiceError(
    'illegalArgument',
    `The parameter "${name}" must be an absolute IRI, not ${JSON.stringify(shown)}.`,
  )
}
