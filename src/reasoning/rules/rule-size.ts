import { ServiceError } from '../../errors.ts'

/** Ways and links that one rule may have; a rule of more could not be asked in any reasonable time. */
const mostParts = 2_000

/** How deeply conditions may stand within each other while a rule is made. */
const mostDepth = 400

/**
 * Refuses a rule that is too large.
 *
 * @throws ServiceError `limitExceeded`
 */
export function checkParts(parts: number): void {
  if (parts > mostParts) throw tooLarge()
}

/**
 * Refuses a rule whose making would not end soon.
 *
 * @throws ServiceError `limitExceeded`
 */
export function checkDepth(depth: number): void {
  if (depth > mostDepth) throw tooLarge()
}

/** What is made, or undefined where it is too large. */
export function unlessTooLarge<T>(make: () => T): T | undefined {
  try {
    return make()
  } catch (error) {
    if (error instanceof ServiceError && error.kind === 'limitExceeded') return undefined
    throw error
  }
}

function tooLarge(): ServiceError {
  return new ServiceError(
    'limitExceeded',
    `The vocabulary has axioms that build upon each other so much that what they infer would take more than ${mostParts.toLocaleString('en')} patterns to ask for.`,
  )
}
