import type { Rule } from './close-naively.ts'
import type { Fact, Facts } from './facts.ts'
import { factOfLink, linksOf } from './property-tables.ts'
import { listMembers, owl, rdfs, rdfType } from './vocabulary-keys.ts'

/**
 * Tables 6 and 7, the semantics of classes and of axioms about them, with the domains and ranges of table 5. An anonymous
 * class is no class in the answer: whether a term is a member of it is looked up where an axiom asks, and what follows from
 * being one is stated where an axiom says so.
 */
export function classTables(vocabulary: Facts): readonly Rule[] {
  const below = (sub: string, above: string): Rule => {
    return (facts) =>
      individuals(facts).flatMap((x) => (isMember(facts, x, sub) ? consequences(facts, x, above) : []))
  }
  return [
    // cax-sco
    ...vocabulary.pairs(rdfs.subClassOf).map(([sub, above]) => below(sub, above)),
    // cax-eqc1, cax-eqc2
    ...vocabulary.pairs(owl.equivalentClass).flatMap(([c, d]) => [below(c, d), below(d, c)]),
    // prp-dom
    ...vocabulary.pairs(rdfs.domain).map(([p, c]): Rule => {
      return (facts) => linksOf(facts, vocabulary, p).flatMap(([x]) => consequences(facts, x, c))
    }),
    // prp-rng
    ...vocabulary.pairs(rdfs.range).map(([p, c]): Rule => {
      return (facts) => linksOf(facts, vocabulary, p).flatMap(([, y]) => consequences(facts, y, c))
    }),
    // cls-int1, cls-int2, cls-uni and cls-oo of classes with names.
    ...[owl.intersectionOf, owl.unionOf, owl.oneOf]
      .flatMap((predicate) => vocabulary.pairs(predicate))
      .filter(([c]) => c.startsWith('<'))
      .map(([c]): Rule => {
        return (facts) =>
          individuals(facts).flatMap((x) => [
            ...(isDescribed(facts, x, c) ? [[x, rdfType, c] as const] : []),
            ...(facts.has(x, rdfType, c) ? described(facts, x, c) : []),
          ])
      }),
    // scm-uni
    ...vocabulary
      .pairs(owl.disjointUnionOf)
      .flatMap(([c, list]) => listMembers(vocabulary, list).map((one) => below(one, c))),
  ]

  /** Whatever there is, and what classes are made of whether there is anything or not. */
  function individuals(facts: Facts): readonly string[] {
    const listed = vocabulary.pairs(owl.oneOf).flatMap(([, list]) => listMembers(vocabulary, list))
    return [...new Set([...facts.nodes(), ...listed])]
  }

  function isMember(facts: Facts, x: string, c: string): boolean {
    if (c === owl.Thing) return true
    return c.startsWith('<') ? facts.has(x, rdfType, c) : isDescribed(facts, x, c)
  }

  /** cls-int1, cls-uni, cls-oo, cls-hv2, cls-svf1 and cls-svf2: whether what is said of a class makes a term a member. */
  function isDescribed(facts: Facts, x: string, c: string): boolean {
    const said = (predicate: string): string | undefined => vocabulary.objects(c, predicate)[0]
    const [all, some, one] = [said(owl.intersectionOf), said(owl.unionOf), said(owl.oneOf)]
    const isMemberOf = (other: string): boolean => isMember(facts, x, other)
    if (all !== undefined) return listMembers(vocabulary, all).every(isMemberOf)
    if (some !== undefined) return listMembers(vocabulary, some).some(isMemberOf)
    if (one !== undefined) return listMembers(vocabulary, one).includes(x)
    const property = said(owl.onProperty)
    if (property === undefined) return false
    const values = linksOf(facts, vocabulary, property).flatMap(([from, to]) => (from === x ? [to] : []))
    const value = said(owl.hasValue)
    if (value !== undefined) return values.includes(value)
    // A cardinality of one at least is that there is some, of the class where one is named.
    const atLeast = said(owl.minCardinality) === undefined ? undefined : owl.Thing
    const ofClass = said(owl.minQualifiedCardinality) === undefined ? undefined : said(owl.onClass)
    const filler = said(owl.someValuesFrom) ?? atLeast ?? ofClass
    return filler !== undefined && values.some((y) => isMember(facts, y, filler))
  }

  function consequences(facts: Facts, x: string, c: string): readonly Fact[] {
    return c.startsWith('<') ? [[x, rdfType, c]] : described(facts, x, c)
  }

  /** cls-int2, cls-hv1 and cls-avf: what is so of a member of a class. */
  function described(facts: Facts, x: string, c: string): readonly Fact[] {
    const [list] = vocabulary.objects(c, owl.intersectionOf)
    if (list !== undefined) return listMembers(vocabulary, list).flatMap((one) => consequences(facts, x, one))
    const [property] = vocabulary.objects(c, owl.onProperty)
    if (property === undefined) return []
    const [value] = vocabulary.objects(c, owl.hasValue)
    if (value !== undefined) return [factOfLink(vocabulary, property, [x, value])]
    const [only] = vocabulary.objects(c, owl.allValuesFrom)
    if (only === undefined) return []
    return linksOf(facts, vocabulary, property)
      .filter(([from]) => from === x)
      .flatMap(([, y]) => consequences(facts, y, only))
  }
}
