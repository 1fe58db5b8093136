import { rdf } from '../../rdf/term.ts'
import type { Operation, PatternTerm, TriplePattern } from '../../sparql/algebra.ts'
import { classWays } from './class-ways.ts'
import { amongEquals } from './equal-path.ts'
import { pathWays } from './path-ways.ts'
import { predicateWays } from './predicate-ways.ts'
import { valueWays } from './value-ways.ts'
import { type Making, seen, type Way } from './ways.ts'

/**
 * The ways on which triples that match a pattern come about; together they have its solutions, some of them perhaps several
 * times. `undefined` where those that are stated are all.
 */
export function tripleWays(pattern: TriplePattern, making: Making): readonly Operation[] | undefined {
  const { subject, predicate, object } = pattern
  if (pattern.stated === true || subject.kind === 'literal') return undefined
  const ways =
    predicate.kind === 'variable'
      ? predicateWays(subject, predicate, object, new Set(), making)
      : predicate.value === rdf.type
        ? classWays(subject, object, making)
        : propertyWays(subject, predicate.value, object, making)
  return ways && seen(subject, ways)
}

function propertyWays(
  subject: PatternTerm,
  predicate: string,
  object: PatternTerm,
  making: Making,
): readonly Way[] | undefined {
  const rule = making.rules.property(predicate)
  if (rule === undefined && making.equals === undefined) return undefined
  making.use(rule?.axioms ?? [])
  const path = amongEquals(rule?.path ?? { kind: 'link', iri: predicate }, making.equals)
  const values = rule?.values ?? []
  return [
    ...pathWays(subject, path, object, making),
    ...values.flatMap((one) => valueWays(subject, one, object, making)),
  ]
}
