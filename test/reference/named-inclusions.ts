import type { Quad } from '../../src/rdf/term.ts'
import { type Facts, factsOf } from './facts.ts'
import { termKey } from './graph.ts'
import { listMembers, owl, rdfs } from './vocabulary-keys.ts'

/** The IRIs of a class and of one above it. */
export type Inclusion = readonly [sub: string, above: string]

/** Which classes with a name are directly below which, by axioms that speak of no properties: intersections and unions of names too. */
export function namedInclusions(vocabulary: readonly Quad[]): readonly Inclusion[] {
  const facts = factsOf(
    vocabulary.map(
      ({ subject, predicate, object }) => [termKey(subject), termKey(predicate), termKey(object)] as const,
    ),
  )
  const pairs: (readonly [sub: readonly string[], above: readonly string[]])[] = []
  const include = (sub: string, above: string): void => {
    pairs.push([namesWithin(facts, sub), namesAround(facts, above)])
  }
  for (const [sub, above] of facts.pairs(rdfs.subClassOf)) include(sub, above)
  for (const [one, other] of facts.pairs(owl.equivalentClass)) {
    include(one, other)
    include(other, one)
  }
  for (const [name, list] of facts.pairs(owl.intersectionOf)) {
    if (!isName(name)) continue
    pairs.push([[name], listMembers(facts, list).flatMap((one) => namesAround(facts, one))])
    pairs.push([alone(conjunctions(facts, listMembers(facts, list))), [name]])
  }
  for (const connective of [owl.unionOf, owl.disjointUnionOf]) {
    for (const [name, list] of facts.pairs(connective)) {
      if (isName(name)) for (const one of listMembers(facts, list)) include(one, name)
    }
  }
  return pairs.flatMap(([subs, aboves]) =>
    subs.flatMap((sub) => aboves.map((above): Inclusion => [sub.slice(1), above.slice(1)])),
  )
}

function isName(key: string): boolean {
  return key.startsWith('<')
}

/** Names that are each below an expression. */
function namesWithin(facts: Facts, expression: string): readonly string[] {
  return alone(alternatives(facts, expression))
}

function alone(all: readonly (readonly string[])[]): readonly string[] {
  return all.flatMap((one) => (new Set(one).size === 1 && one.every(isName) ? one.slice(0, 1) : []))
}

/** An expression as a union of intersections; `owl:Thing` is none of any. */
function alternatives(facts: Facts, expression: string): readonly (readonly string[])[] {
  if (expression === owl.Thing) return [[]]
  if (isName(expression)) return [[expression]]
  const [all] = facts.objects(expression, owl.intersectionOf)
  if (all !== undefined) return conjunctions(facts, listMembers(facts, all))
  const [some] = [owl.unionOf, owl.disjointUnionOf].flatMap((one) => facts.objects(expression, one))
  return some === undefined
    ? [[expression]]
    : listMembers(facts, some).flatMap((one) => alternatives(facts, one))
}

function conjunctions(facts: Facts, operands: readonly string[]): readonly (readonly string[])[] {
  return operands.reduce<readonly (readonly string[])[]>(
    (made, operand) => made.flatMap((one) => alternatives(facts, operand).map((other) => [...one, ...other])),
    [[]],
  )
}

/** Names that an expression is below each of. */
function namesAround(facts: Facts, expression: string): readonly string[] {
  if (isName(expression)) return [expression]
  return facts
    .objects(expression, owl.intersectionOf)
    .flatMap((list) => listMembers(facts, list).flatMap((one) => namesAround(facts, one)))
}
