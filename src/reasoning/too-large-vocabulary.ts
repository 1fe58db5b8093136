import { ServiceError } from '../errors.ts'

/**
 * What a vocabulary is refused with that comes to far more than it has triples.
 *
 * @param parts that it has too many of
 */
export function tooLargeVocabulary(parts: string): ServiceError {
  return new ServiceError(
    'limitExceeded',
    `The vocabulary of the data comes to more ${parts} than reasoning goes by. Name the graphs that the ontology is in by the option reasoning.schema.graphs, or ask without reasoning.`,
  )
}
