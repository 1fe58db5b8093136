import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { ServiceError } from '../../errors.ts'
import { literal, iri as named, rdf } from '../../rdf/term.ts'
import { termKey } from '../../rdf/term-key.ts'
import type { PropertyPath } from '../../sparql/property-path.ts'
import type { Axiom, ClassExpression, Name, PropertyStep } from '../axiom.ts'
import type { MemberWay, RelatedEnd, Rules } from '../rules.ts'
import { rulesOf } from './rules-of.ts'

/**
 * Rules are held to what forward chaining finds, which is done here as simply as can be: terms are their keys, and every axiom
 * is applied to all terms until nothing is new.
 */

type Pairs = Map<string, Set<string>>
/** Pairs of subject and object, by predicate. */
type Triples = Map<string, Pairs>
/** A term and all that are the same individual. */
type Equals = (term: string) => readonly string[]

const classes = ['A', 'B', 'C', 'D']
const properties = ['p', 'q', 'r']
const individuals: readonly Name[] = [named('a'), named('b'), named('c'), literal('l')]

function addTriple(triples: Triples, subject: string, predicate: string, object: string): boolean {
  const pairs = triples.get(predicate) ?? new Map<string, Set<string>>()
  triples.set(predicate, pairs)
  const objects = pairs.get(subject) ?? new Set<string>()
  pairs.set(subject, objects)
  if (objects.has(object)) return false
  objects.add(object)
  return true
}

function has(triples: Triples, subject: string, predicate: string, object: string): boolean {
  return triples.get(predicate)?.get(subject)?.has(object) === true
}

function termsOf(triples: Triples): Set<string> {
  return new Set([...triples.values()].flatMap((pairs) => [...pairs].flatMap(([s, os]) => [s, ...os])))
}

/** Adds a triple with all equals of its ends; of a type the subject's only. */
function addEqual(triples: Triples, equals: Equals, [s, p, o]: readonly [string, string, string]): boolean {
  const added = equals(s).flatMap((x) =>
    (p === rdf.type ? [o] : equals(o)).map((y) => addTriple(triples, x, p, y)),
  )
  return added.includes(true)
}

function close(
  stated: Triples,
  axioms: readonly Axiom[],
  universe: readonly string[],
  equals: Equals,
): Triples {
  const closed: Triples = new Map()
  for (const [p, pairs] of stated) for (const [s, os] of pairs) for (const o of os) addTriple(closed, s, p, o)
  const there = termsOf(stated)
  const holds = (x: string, { iri, inverse }: PropertyStep, y: string) =>
    inverse ? has(closed, y, iri, x) : has(closed, x, iri, y)
  const isIn = (x: string, e: ClassExpression): boolean => {
    switch (e.kind) {
      case 'class':
        return has(closed, x, rdf.type, `<${e.iri}`)
      case 'anything':
        return true
      case 'oneOf':
        return e.members.some((member) => equals(termKey(member)).includes(x))
      case 'intersection':
        return e.of.every((each) => isIn(x, each))
      case 'hasValue':
        return holds(x, e.property, termKey(e.value))
      case 'some':
        return universe.some((y) => holds(x, e.property, y) && isIn(y, e.of))
    }
  }
  const isUnbounded = (e: ClassExpression): boolean =>
    e.kind === 'anything' || (e.kind === 'intersection' && e.of.every(isUnbounded))
  const membersOf = (e: ClassExpression) =>
    universe.filter((x) => (isUnbounded(e) ? there.has(x) : isIn(x, e)))
  const ends = (x: string, chain: readonly PropertyStep[]): readonly string[] => {
    let from = [x]
    for (const each of chain) from = universe.filter((y) => from.some((z) => holds(z, each, y)))
    return from
  }
  for (let isNew = true; isNew; ) {
    isNew = false
    const add = (s: string, p: string, o: string) => {
      if (addEqual(closed, equals, [s, p, o])) isNew = true
    }
    for (const axiom of axioms) {
      switch (axiom.kind) {
        case 'member':
          for (const x of membersOf(axiom.sub)) add(x, rdf.type, `<${axiom.super}`)
          break
        case 'value': {
          const { iri, inverse } = axiom.property
          const value = termKey(axiom.value)
          for (const x of membersOf(axiom.sub)) inverse ? add(value, iri, x) : add(x, iri, value)
          break
        }
        case 'property':
          for (const x of universe) for (const y of ends(x, axiom.chain)) add(x, axiom.super, y)
      }
    }
  }
  return closed
}

function pairsOf(stated: Triples, path: PropertyPath, universe: readonly string[]): Pairs {
  const table = (next: (x: string) => Iterable<string>): Pairs =>
    new Map(universe.map((x) => [x, new Set(next(x))]))
  switch (path.kind) {
    case 'link':
      return table((x) => stated.get(path.iri)?.get(x) ?? [])
    case 'inverse': {
      const forward = pairsOf(stated, path.path, universe)
      return table((x) => universe.filter((y) => forward.get(y)?.has(x)))
    }
    case 'sequence': {
      const tables = path.paths.map((each) => pairsOf(stated, each, universe))
      return table((x) => {
        let from = new Set([x])
        for (const each of tables) from = new Set([...from].flatMap((y) => [...(each.get(y) ?? [])]))
        return from
      })
    }
    case 'alternative': {
      const tables = path.paths.map((each) => pairsOf(stated, each, universe))
      return table((x) => tables.flatMap((each) => [...(each.get(x) ?? [])]))
    }
    case 'repeated': {
      const once = pairsOf(stated, path.path, universe)
      const from = (x: string) => once.get(x) ?? new Set<string>()
      if (path.times === 'zeroOrOne') return table((x) => [x, ...from(x)])
      return table((x) => {
        const reached = new Set(path.times === 'zeroOrMore' ? [x] : from(x))
        for (const y of reached) for (const z of from(y)) reached.add(z)
        return reached
      })
    }
    case 'negated': {
      const all = [...stated.keys()]
      const forward = path.forward === undefined ? [] : all.filter((p) => !path.forward?.includes(p))
      const inverse = path.inverse === undefined ? [] : all.filter((p) => !path.inverse?.includes(p))
      return table((x) => [
        ...forward.flatMap((p) => [...(stated.get(p)?.get(x) ?? [])]),
        ...inverse.flatMap((p) => universe.filter((y) => has(stated, y, p, x))),
      ])
    }
  }
}

function onWays(
  stated: Triples,
  rules: Rules,
  ways: readonly MemberWay[],
  universe: readonly string[],
  equals: Equals,
): Set<string> {
  const members = (of: readonly MemberWay[]) => new Set(of.flatMap((way) => [...onWay(way)]))
  const onWay = (way: MemberWay): Iterable<string> => {
    switch (way.kind) {
      case 'stated': {
        const pairs = pairsOf(stated, rules.type ?? { kind: 'link', iri: rdf.type }, universe)
        return universe.filter((x) => way.classes.some((each) => pairs.get(x)?.has(`<${each}`)))
      }
      case 'oneOf':
        return way.members.flatMap((member) => equals(termKey(member)))
      case 'related': {
        const pairs = pairsOf(stated, way.path, universe)
        const ends = endsOf(way.to)
        return universe.filter((x) => [...(pairs.get(x) ?? [])].some((y) => ends.has(y)))
      }
      case 'all': {
        const sets = way.of.map(members)
        return universe.filter((x) => sets.every((set) => set.has(x)))
      }
      case 'where':
        return members(way.of).size > 0 ? universe : []
    }
  }
  const endsOf = (to: RelatedEnd): ReadonlySet<string> => {
    switch (to.kind) {
      case 'anything':
        return new Set(universe)
      case 'oneOf':
        return members([to])
      case 'member':
        return members(to.ways)
    }
  }
  return members(ways)
}

const step: fc.Arbitrary<PropertyStep> = fc.record({
  iri: fc.constantFrom(...properties),
  inverse: fc.boolean(),
})
const className = fc.constantFrom(...classes)
const value = fc.constantFrom(...individuals)
const { expression } = fc.letrec<{ expression: ClassExpression }>((tie) => ({
  expression: fc.oneof(
    { depthSize: 'small', maxDepth: 3, withCrossShrink: true },
    { weight: 5, arbitrary: fc.record({ kind: fc.constant('class' as const), iri: className }) },
    { weight: 1, arbitrary: fc.constant({ kind: 'anything' as const }) },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('oneOf' as const),
        members: fc.uniqueArray(value, { maxLength: 2, selector: termKey }),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constant('hasValue' as const), property: step, value }),
    },
    {
      weight: 3,
      arbitrary: fc.record({ kind: fc.constant('some' as const), property: step, of: tie('expression') }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('intersection' as const),
        of: fc.array(tie('expression'), { maxLength: 3 }),
      }),
    },
  ),
}))
const memberAxiom: fc.Arbitrary<Axiom> = fc
  .record({ sub: expression, super: className })
  .map((each) => ({ kind: 'member', ...each, stated: `member ${JSON.stringify(each)}` }))
const valueAxiom: fc.Arbitrary<Axiom> = fc
  .record({ sub: expression, property: step, value })
  .map((each) => ({ kind: 'value', ...each, stated: `value ${JSON.stringify(each)}` }))
const propertyAxiom: fc.Arbitrary<Axiom> = fc
  .record({
    chain: fc.oneof(
      { weight: 3, arbitrary: fc.array(step, { minLength: 1, maxLength: 1 }) },
      { weight: 1, arbitrary: fc.array(step, { minLength: 2, maxLength: 3 }) },
    ),
    super: fc.constantFrom(...properties, ...properties, rdf.type),
  })
  .map((each) => ({ kind: 'property', ...each, stated: `property ${JSON.stringify(each)}` }))
const axiom = fc.oneof(
  { weight: 4, arbitrary: memberAxiom },
  { weight: 2, arbitrary: valueAxiom },
  { weight: 3, arbitrary: propertyAxiom },
)
const triple = fc.oneof(
  fc.tuple(
    fc.constantFrom('<a', '<b', '<c'),
    fc.constantFrom(...properties),
    fc.constantFrom('<a', '<b', '<c', '"l', '<A', '<B'),
  ),
  fc.tuple(
    fc.constantFrom('<a', '<b', '<c'),
    fc.constant(rdf.type),
    fc.constantFrom(...classes).map((each) => `<${each}`),
  ),
)

const tooLarge = Symbol('too large')
let refused = 0

function unlessTooLarge<T>(make: () => T): T | typeof tooLarge {
  try {
    return make()
  } catch (error) {
    if (!(error instanceof ServiceError) || error.kind !== 'limitExceeded') throw error
    refused++
    return tooLarge
  }
}

function checkRules(
  axioms: readonly Axiom[],
  data: readonly (readonly [string, string, string])[],
  same: readonly (readonly string[])[],
): void {
  const stated: Triples = new Map()
  const equals = (term: string) => same.find((set) => set.includes(term)) ?? [term]
  for (const each of data) addEqual(stated, equals, each)
  const rules = rulesOf(axioms, { sameAs: same.length > 0 })
  const left = new Set(rules.unsupported.map((each) => each.stated))
  const taken = axioms.filter((each) => !left.has(each.stated))
  const universe = [
    ...new Set([...individuals.map(termKey), ...classes.map((each) => `<${each}`), ...termsOf(stated)]),
  ]
  const closed = close(stated, taken, universe, equals)
  for (const iri of classes) {
    const rule = unlessTooLarge(() => rules.members(iri))
    if (rule === tooLarge) continue
    const ways = rule?.ways ?? [{ kind: 'stated' as const, classes: [iri] }]
    const found = onWays(stated, rules, ways, universe, equals)
    const expected = universe.filter((x) => has(closed, x, rdf.type, `<${iri}`))
    expect([...found].sort(), `members of ${iri}: ${JSON.stringify(rule)}`).toEqual(expected.sort())
  }
  for (const iri of properties) {
    const rule = unlessTooLarge(() => rules.property(iri))
    if (rule === tooLarge) continue
    const pairs = pairsOf(stated, rule?.path ?? { kind: 'link', iri }, universe)
    for (const { members, value: of, inverse } of rule?.values ?? []) {
      for (const x of onWays(stated, rules, members, universe, equals)) {
        for (const y of equals(termKey(of))) {
          if (inverse) pairs.get(y)?.add(x)
          else pairs.get(x)?.add(y)
        }
      }
    }
    const written = (all: Pairs | undefined) =>
      [...(all ?? [])].flatMap(([s, os]) => [...os].map((o) => `${s} ${o}`)).sort()
    expect(written(pairs), `triples of ${iri}: ${JSON.stringify(rule)}`).toEqual(written(closed.get(iri)))
  }
}

const runs = Number(process.env['NUM_RUNS'] ?? 500)
const axioms = fc.array(axiom, { maxLength: 7 })
const triples = fc.array(triple, { maxLength: 8 })

it('gives exactly what forward chaining finds', () => {
  fc.assert(fc.property(axioms, triples, fc.constant([]), checkRules), { numRuns: runs })
})

it.each([
  ['properties', propertyAxiom],
  ['classes', memberAxiom],
])('gives exactly what forward chaining finds by axioms of %s alone', (_, each) => {
  const alone = fc.array(each, { minLength: 2, maxLength: 6 })
  const many = fc.array(triple, { minLength: 3, maxLength: 14 })
  fc.assert(fc.property(alone, many, fc.constant([]), checkRules), { numRuns: runs })
})

it('gives exactly what forward chaining finds where individuals have several names', () => {
  const same = fc.constantFrom([['<a', '<b']], [['<a', '<b', '<c']], [['<b', '<c']])
  fc.assert(fc.property(axioms, triples, same, checkRules), { numRuns: runs })
})

it('refuses few rules of few axioms', () => {
  let cases = 0
  const check = (axioms: readonly Axiom[], data: readonly (readonly [string, string, string])[]) => {
    refused = 0
    checkRules(axioms, data, [])
    if (refused > 0) cases++
  }
  fc.assert(fc.property(axioms, triples, check), { numRuns: 500 })
  expect(cases).toBeLessThan(10)
})
