import type { Fact, Facts, Rule } from './facts.ts'
import { factOfLink, linksOf } from './property-tables.ts'
import { listMembers, owl, rdfs, rdfType } from './vocabulary-keys.ts'

const connectives = [owl.intersectionOf, owl.unionOf, owl.oneOf]

/**
 * Tables 6 and 7, the semantics of classes and of axioms about them, with the domains and ranges of table 5. An anonymous
 * class is no class in the answer: whether a term is a member of it is looked up where an axiom asks, and what follows from
 * being one is stated where an axiom says so.
 *
 * `owl:Thing` is whatever is stated to be there; where a property leads to a term or something else is said of it, it is there.
 *
 * @param stated subjects and objects of what is stated
 */
export function classTables(vocabulary: Facts, stated: ReadonlySet<string>): readonly Rule[] {
  const below = (sub: string, above: string): Rule => {
    if (sub.startsWith('<') && !isAnything(sub))
      return (facts) => facts.subjects(rdfType, sub).flatMap((x) => consequences(facts, x, above))
    return (facts) =>
      individuals(facts).flatMap((x) => {
        if (isMember(facts, x, sub)) return consequences(facts, x, above)
        return isAnything(sub) ? consequencesOfLinks(facts, x, above) : []
      })
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
    ...connectives.flatMap((connective) =>
      vocabulary
        .pairs(connective)
        .filter(([c]) => c.startsWith('<'))
        .flatMap(([c, list]): readonly Rule[] => [
          (facts) =>
            individuals(facts)
              .filter((x) => isConnected(facts, x, connective, list))
              .map((x): Fact => [x, rdfType, c]),
          (facts) =>
            connective === owl.intersectionOf
              ? facts.subjects(rdfType, c).flatMap((x) => consequencesOfAll(facts, x, list))
              : [],
        ]),
    ),
    // scm-uni
    ...vocabulary
      .pairs(owl.disjointUnionOf)
      .flatMap(([c, list]) => listMembers(vocabulary, list).map((one) => below(one, c))),
  ]

  /** All terms, and those that classes are made of whether they are in the data or not. */
  function individuals(facts: Facts): readonly string[] {
    const listed = vocabulary.pairs(owl.oneOf).flatMap(([, list]) => listMembers(vocabulary, list))
    return [...new Set([...facts.nodes(), ...listed])]
  }

  /** Whether a class is `owl:Thing`, in however many words. */
  function isAnything(c: string): boolean {
    if (c.startsWith('<')) return c === owl.Thing
    const [all] = vocabulary.objects(c, owl.intersectionOf)
    if (all !== undefined) return listMembers(vocabulary, all).every(isAnything)
    const [some] = vocabulary.objects(c, owl.unionOf)
    return some !== undefined && listMembers(vocabulary, some).some(isAnything)
  }

  function isMember(facts: Facts, x: string, c: string): boolean {
    if (isAnything(c)) return stated.has(x)
    return c.startsWith('<') ? facts.has(x, rdfType, c) : isDescribed(facts, x, c)
  }

  /** cls-hv2, cls-svf1 and cls-svf2, and those of {@link isConnected}. */
  function isDescribed(facts: Facts, x: string, c: string): boolean {
    const said = (predicate: string): string | undefined => vocabulary.objects(c, predicate)[0]
    for (const connective of connectives) {
      const list = said(connective)
      if (list !== undefined) return isConnected(facts, x, connective, list)
    }
    const property = said(owl.onProperty)
    if (property === undefined) return false
    const values = linksOf(facts, vocabulary, property).flatMap(([from, to]) => (from === x ? [to] : []))
    const value = said(owl.hasValue)
    if (value !== undefined) return values.includes(value)
    // A cardinality of one at least is that there is some, of the class where one is named.
    const atLeast = said(owl.minCardinality) === undefined ? undefined : owl.Thing
    const ofClass = said(owl.minQualifiedCardinality) === undefined ? undefined : said(owl.onClass)
    const filler = said(owl.someValuesFrom) ?? atLeast ?? ofClass
    return filler !== undefined && values.some((y) => isAnything(filler) || isMember(facts, y, filler))
  }

  /** cls-int1, cls-uni and cls-oo. */
  function isConnected(facts: Facts, x: string, connective: string, list: string): boolean {
    const members = listMembers(vocabulary, list)
    if (connective === owl.oneOf) return members.includes(x)
    if (connective === owl.unionOf) return members.some((c) => isMember(facts, x, c))
    const conditions = members.filter((c) => !isAnything(c))
    return conditions.length === 0 ? stated.has(x) : conditions.every((c) => isMember(facts, x, c))
  }

  function consequences(facts: Facts, x: string, c: string): readonly Fact[] {
    if (c.startsWith('<')) return [[x, rdfType, c]]
    const [property] = vocabulary.objects(c, owl.onProperty)
    const [value] = vocabulary.objects(c, owl.hasValue)
    const [list] = vocabulary.objects(c, owl.intersectionOf)
    if (list !== undefined) return consequencesOfAll(facts, x, list)
    // cls-hv1
    if (property !== undefined && value !== undefined) return [factOfLink(vocabulary, property, [x, value])]
    return consequencesOfLinks(facts, x, c)
  }

  /** cls-int2 */
  function consequencesOfAll(facts: Facts, x: string, list: string): readonly Fact[] {
    return listMembers(vocabulary, list).flatMap((c) => consequences(facts, x, c))
  }

  /** cls-avf: what is so of those that a property leads to from a member. */
  function consequencesOfLinks(facts: Facts, x: string, c: string): readonly Fact[] {
    if (c.startsWith('<')) return []
    const [list] = vocabulary.objects(c, owl.intersectionOf)
    if (list !== undefined)
      return listMembers(vocabulary, list).flatMap((one) => consequencesOfLinks(facts, x, one))
    const [property] = vocabulary.objects(c, owl.onProperty)
    const [only] = vocabulary.objects(c, owl.allValuesFrom)
    if (property === undefined || only === undefined) return []
    return linksOf(facts, vocabulary, property).flatMap(([from, to]) =>
      from === x ? consequences(facts, to, only) : [],
    )
  }
}
