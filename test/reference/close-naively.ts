import type { Quad, Term } from '../../src/rdf/term.ts'
import { classTables } from './class-tables.ts'
import { type Fact, type Facts, factsOf, type Rule } from './facts.ts'
import { termKey } from './graph.ts'
import { propertyTables } from './property-tables.ts'

/** What triples are closed by. */
export interface ClosingOptions {
  /** Where the axioms stand; the graphs of these quads do not matter. */
  readonly vocabulary: readonly Quad[]
  /** Whether `owl:sameAs` says that two terms are the same individual. */
  readonly sameAs: boolean
}

/** The graphs of a query by name, `null` for the default graph: those that its default graph is merged of, and the named ones. */
export interface ClosingScope {
  readonly merged: (graph: string | null) => boolean
  readonly named: (graph: string) => boolean
}

/** All graphs: the default graph is the union. */
const everything: ClosingScope = { merged: () => true, named: () => true }

/**
 * A dataset with all that follows: its default graph is the closure of the graphs that are merged, and each named graph is
 * closed by itself. What was stated comes first, in its order.
 */
export function closeNaively(
  quads: readonly Quad[],
  options: ClosingOptions,
  { merged, named }: ClosingScope = everything,
): readonly Quad[] {
  const graphs = new Map(quads.flatMap(({ graph }) => (graph === null ? [] : [[termKey(graph), graph]])))
  const closed = (graph: Quad['graph'], isPart: (quad: Quad) => boolean): readonly Quad[] =>
    closeTriples(quads.filter(isPart), options).map((triple) => ({ ...triple, graph }))
  return [
    ...closed(null, ({ graph }) => merged(graph === null ? null : graph.value)),
    ...[...graphs.values()]
      .filter((graph) => named(graph.value))
      .flatMap((graph) =>
        closed(graph, (quad) => quad.graph !== null && termKey(quad.graph) === termKey(graph)),
      ),
  ]
}

/**
 * The closure of triples by forward chaining: the rule tables of OWL 2 RL/RDF (OWL 2 Profiles, 4.3), one rule after the other
 * until nothing is new. Literals may be subjects on the way and are left out at the end. Members of anonymous classes are not
 * stated to be such. The graphs of the triples do not matter: those of the answer are the default graph's.
 */
export function closeTriples(quads: readonly Quad[], options: ClosingOptions): readonly Quad[] {
  const { facts, terms } = chained(quads, options)
  return facts.all().flatMap(([subject, predicate, object]) => tripleOf(terms, subject, predicate, object))
}

/** The properties that literals have on the way: by what is left out at the end. */
export function propertiesOfLiterals(quads: readonly Quad[], options: ClosingOptions): ReadonlySet<string> {
  const ofLiterals = chained(quads, options)
    .facts.all()
    .filter(([subject]) => subject.startsWith('"'))
  return new Set(ofLiterals.map(([, predicate]) => predicate.slice(1)))
}

interface Chained {
  readonly facts: Facts
  readonly terms: ReadonlyMap<string, Term>
}

function chained(quads: readonly Quad[], options: ClosingOptions): Chained {
  const terms = new Map<string, Term>()
  const factOf = ({ subject, predicate, object }: Quad): Fact => {
    for (const term of [subject, predicate, object]) terms.set(termKey(term), term)
    return [termKey(subject), termKey(predicate), termKey(object)]
  }
  const vocabulary = factsOf(options.vocabulary.map(factOf))
  const facts = factsOf(quads.map(factOf))
  const nodes = new Set(facts.nodes())
  const rules = [...propertyTables(vocabulary), ...classTables(vocabulary, nodes), ...equalityTable(options)]
  for (let isNew = true; isNew; ) {
    isNew = false
    for (const rule of rules) for (const fact of rule(facts)) isNew = facts.add(...fact) || isNew
  }
  return { facts, terms }
}

/** Triples of RDF 1.1 alone. The rules name some properties that no term was seen for. */
function tripleOf(terms: ReadonlyMap<string, Term>, ...keys: Fact): readonly Quad[] {
  const [subject, predicate, object] = keys.map(
    (key): Term | undefined =>
      terms.get(key) ?? (key.startsWith('<') ? { kind: 'iri', value: key.slice(1) } : undefined),
  )
  if (subject === undefined || predicate === undefined || object === undefined)
    throw new Error(`A term came from nowhere: ${keys.join(' ')}`)
  return subject.kind === 'literal' || predicate.kind !== 'iri'
    ? []
    : [{ subject, predicate, object, graph: null }]
}

/** Table 4, the semantics of equality, of individuals: classes and predicates are not replaced by what is the same. */
function equalityTable({ sameAs }: ClosingOptions): readonly Rule[] {
  if (!sameAs) return []
  const same = '<http://www.w3.org/2002/07/owl#sameAs'
  const type = '<http://www.w3.org/1999/02/22-rdf-syntax-ns#type'
  return [
    // eq-sym
    (facts) => facts.pairs(same).map(([x, y]): Fact => [y, same, x]),
    // eq-trans
    (facts) => facts.pairs(same).flatMap(([x, y]) => facts.objects(y, same).map((z): Fact => [x, same, z])),
    // eq-rep-s
    (facts) => facts.all().flatMap(([s, p, o]) => facts.objects(s, same).map((other): Fact => [other, p, o])),
    // eq-rep-o
    (facts) =>
      facts
        .all()
        .filter(([, p]) => p !== type)
        .flatMap(([s, p, o]) => facts.objects(o, same).map((other): Fact => [s, p, other])),
  ]
}
