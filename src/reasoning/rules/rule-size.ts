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
    if (isTooLarge(error)) return undefined
    throw error
  }
}

/**
 * Makes the rule of a class or property; where it is too large, the error names the one that was asked for.
 *
 * @throws ServiceError `limitExceeded`
 */
export function sizedRule<T>(iri: string, make: () => T): T {
  try {
    return make()
  } catch (error) {
    throw isTooLarge(error) ? tooLarge(`<${iri}>`) : error
  }
}

function isTooLarge(error: unknown): boolean {
  return error instanceof ServiceError && error.kind === 'limitExceeded'
}

function tooLarge(what = 'something'): ServiceError {
  return new ServiceError(
    'limitExceeded',
    `What the vocabulary infers of ${what} takes more than ${mostParts.toLocaleString('en')} patterns to ask for, and no option allows more. Ask for a narrower class or property, or keep the axioms of this one out of "reasoning.schema.graphs".`,
  )
}
