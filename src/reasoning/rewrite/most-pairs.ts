import { ServiceError } from '../../errors.ts'

/**
 * Pairs of names of which one is within the other that are looked through for a variable: hierarchies of tens of thousands of
 * classes have some 100,000.
 */
export const mostPairs = 250_000

/** What a query is refused with whose variable stands for too many of them. */
export function tooManyPairs(names: 'classes' | 'properties'): ServiceError {
  return new ServiceError(
    'limitExceeded',
    `The vocabulary has more than ${mostPairs.toLocaleString('en')} pairs of ${names} of which one is within the other, and a query with reasoning whose class or predicate is a variable takes that many at most. Name the class or the predicate.`,
  )
}
