import type { Fact, Facts, Rule } from './facts.ts'
import { listMembers, owl, rdfs, rdfType } from './vocabulary-keys.ts'

type Link = readonly [string, string]

/** The subjects and objects of a property, or of the inverse of one: `[owl:inverseOf :p]`. */
export function linksOf(facts: Facts, vocabulary: Facts, property: string): readonly Link[] {
  const of = invertedProperty(vocabulary, property)
  return of === undefined ? facts.pairs(property) : facts.pairs(of).map(([x, y]): Link => [y, x])
}

/** States that one term leads to the other by a property, or by the inverse of one. */
export function factOfLink(vocabulary: Facts, property: string, [x, y]: Link): Fact {
  const of = invertedProperty(vocabulary, property)
  return of === undefined ? [x, property, y] : [y, of, x]
}

function invertedProperty(vocabulary: Facts, property: string): string | undefined {
  return property.startsWith('_') ? vocabulary.objects(property, owl.inverseOf)[0] : undefined
}

/** Table 5, the semantics of axioms about properties, and the part of table 9 that says what its own properties are like. */
export function propertyTables(vocabulary: Facts): readonly Rule[] {
  const below = (sub: string, above: string): Rule => {
    return (facts) => linksOf(facts, vocabulary, sub).map((link) => factOfLink(vocabulary, above, link))
  }
  const inverse = (one: string, other: string): Rule => {
    return (facts) => linksOf(facts, vocabulary, one).map(([x, y]) => factOfLink(vocabulary, other, [y, x]))
  }
  const chain = (properties: readonly string[], above: string): Rule => {
    return (facts) => {
      const [first = [], ...rest] = properties.map((property) => linksOf(facts, vocabulary, property))
      return rest
        .reduce((before, next) => composed(before, next), first)
        .map((link) => factOfLink(vocabulary, above, link))
    }
  }
  const typed = (type: string): readonly string[] => vocabulary.subjects(rdfType, type)
  return [
    // prp-spo1
    ...vocabulary.pairs(rdfs.subPropertyOf).map(([sub, above]) => below(sub, above)),
    // prp-eqp1, prp-eqp2
    ...vocabulary.pairs(owl.equivalentProperty).flatMap(([p, q]) => [below(p, q), below(q, p)]),
    // prp-inv1, prp-inv2; that of a blank node names an inverse and says nothing.
    ...vocabulary
      .pairs(owl.inverseOf)
      .filter(([p]) => !p.startsWith('_'))
      .flatMap(([p, q]) => [inverse(p, q), inverse(q, p)]),
    // prp-symp
    ...typed(owl.SymmetricProperty).map((p) => inverse(p, p)),
    // prp-trp
    ...typed(owl.TransitiveProperty).map((p) => chain([p, p], p)),
    // prp-spo2
    ...vocabulary.pairs(owl.propertyChainAxiom).map(([p, list]) => chain(listMembers(vocabulary, list), p)),
    ...(hasHierarchy(vocabulary) ? hierarchyRules(below, inverse, chain) : []),
  ]
}

function composed(before: readonly Link[], next: readonly Link[]): readonly Link[] {
  const byFrom = Map.groupBy(next, ([from]) => from)
  return before.flatMap(([x, y]) => (byFrom.get(y) ?? []).map(([, z]): Link => [x, z]))
}

/** Whether names of classes or properties stand in a hierarchy. */
function hasHierarchy(vocabulary: Facts): boolean {
  return [rdfs.subClassOf, rdfs.subPropertyOf, owl.equivalentClass, owl.equivalentProperty].some(
    (predicate) => vocabulary.pairs(predicate).some((names) => names.every((name) => name.startsWith('<'))),
  )
}

/** scm-sco, scm-eqc1, scm-spo, scm-eqp1, and that equivalence goes both ways and on. */
function hierarchyRules(
  below: (sub: string, above: string) => Rule,
  inverse: (one: string, other: string) => Rule,
  chain: (properties: readonly string[], above: string) => Rule,
): readonly Rule[] {
  return [
    [rdfs.subClassOf, owl.equivalentClass] as const,
    [rdfs.subPropertyOf, owl.equivalentProperty] as const,
  ].flatMap(([sub, equivalent]) => [
    chain([sub, sub], sub),
    chain([equivalent, equivalent], equivalent),
    inverse(equivalent, equivalent),
    below(equivalent, sub),
  ])
}
