import type { PropertyStep } from './axiom.ts'

/** A step the other way. */
export function invertedStep({ iri, inverse }: PropertyStep): PropertyStep {
  return { iri, inverse: !inverse }
}
