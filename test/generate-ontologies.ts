import fc from 'fast-check'
import { iri, type Literal, literal, type NamedNode, xsdNamespace } from '../src/rdf/term.ts'
import { owl, rdfs } from '../src/rdf/vocabulary-terms.ts'
import type { OntologyAxiom, OntologyTerm } from './ontology-triples.ts'

/** What random axioms speak of: few names, so that one axiom meets another. */
export interface OntologyNames {
  readonly classes: readonly NamedNode[]
  readonly properties: readonly NamedNode[]
  readonly individuals: readonly NamedNode[]
  readonly literals: readonly Literal[]
  /** Where axioms stand; `null` is the default graph. */
  readonly graphs: readonly (NamedNode | null)[]
}

const described = (...by: readonly (readonly [string, OntologyTerm])[]): OntologyTerm => ({
  kind: 'described',
  by,
})
const list = (members: readonly OntologyTerm[]): OntologyTerm => ({ kind: 'list', members })
const one = literal('1', `${xsdNamespace}nonNegativeInteger`)

type Part = fc.Arbitrary<OntologyTerm>
type Statement = Omit<OntologyAxiom, 'graph'>

/** Axioms of all kinds that reasoning knows; some of them together are more than it can say. */
export function ontologies(names: OntologyNames): fc.Arbitrary<readonly OntologyAxiom[]> {
  return fc.array(axiomOf(names), { minLength: 1, maxLength: 6, size: 'max' })
}

function axiomOf(names: OntologyNames): fc.Arbitrary<OntologyAxiom> {
  return fc
    .tuple(
      fc.oneof({ weight: 5, arbitrary: classAxiom(names) }, { weight: 5, arbitrary: propertyAxiom(names) }),
      fc.constantFrom(...names.graphs),
    )
    .map(([statement, graph]) => ({ ...statement, graph }))
}

/** What axioms are made of, which others may be about. */
const vocabularyTerm = fc.constantFrom(
  ...[rdfs.type, rdfs.subClassOf, rdfs.subPropertyOf, owl.sameAs, owl.equivalentClass].map(iri),
)

/** `:p`, or `[owl:inverseOf :p]`; hardly ever a property of the vocabulary. */
function steps({ properties }: OntologyNames): Part {
  const name = fc.constantFrom(...properties)
  return fc.oneof(
    { weight: 16, arbitrary: name },
    { weight: 3, arbitrary: name.map((property) => described([owl.inverseOf, property])) },
    { weight: 1, arbitrary: vocabularyTerm },
  )
}

type ClassParts = {
  readonly sub: OntologyTerm
  readonly above: OntologyTerm
}

/** Classes by their members, and classes by what is so of their members. */
function classParts(names: OntologyNames): fc.LetrecValue<ClassParts> {
  const name = fc.constantFrom(...names.classes)
  const step = steps(names)
  const value = fc.constantFrom<OntologyTerm>(...names.individuals, ...names.literals)
  const hasValue = fc
    .tuple(step, value)
    .map(([property, is]) => described([owl.onProperty, property], [owl.hasValue, is]))
  return fc.letrec<ClassParts>((tie) => {
    const several = fc.array(
      fc.oneof({ weight: 9, arbitrary: tie('sub') }, { weight: 1, arbitrary: fc.constant(iri(owl.thing)) }),
      { minLength: 1, maxLength: 3 },
    )
    const filler = fc.oneof(
      { weight: 1, arbitrary: fc.constant(iri(owl.thing)) },
      { weight: 3, arbitrary: tie('sub') },
    )
    const depth = { maxDepth: 2, depthIdentifier: 'class', withCrossShrink: true } as const
    return {
      sub: fc.oneof(
        depth,
        { weight: 6, arbitrary: name },
        { weight: 2, arbitrary: several.map((of) => described([owl.intersectionOf, list(of)])) },
        { weight: 1, arbitrary: several.map((of) => described([owl.unionOf, list(of)])) },
        { weight: 1, arbitrary: oneOf(names).map((members) => described([owl.oneOf, members])) },
        { weight: 2, arbitrary: hasValue },
        {
          weight: 3,
          arbitrary: fc
            .tuple(step, filler)
            .map(([property, of]) => described([owl.onProperty, property], [owl.someValuesFrom, of])),
        },
        {
          weight: 1,
          arbitrary: step.map((property) => described([owl.onProperty, property], [owl.minCardinality, one])),
        },
        {
          weight: 1,
          arbitrary: fc
            .tuple(step, filler)
            .map(([property, of]) =>
              described([owl.onProperty, property], [owl.minQualifiedCardinality, one], [owl.onClass, of]),
            ),
        },
      ),
      above: fc.oneof(
        depth,
        { weight: 12, arbitrary: name },
        {
          weight: 2,
          arbitrary: fc
            .array(tie('above'), { minLength: 1, maxLength: 3 })
            .map((of) => described([owl.intersectionOf, list(of)])),
        },
        { weight: 4, arbitrary: hasValue },
        {
          weight: 4,
          arbitrary: fc
            .tuple(step, tie('above'))
            .map(([property, of]) => described([owl.onProperty, property], [owl.allValuesFrom, of])),
        },
      ),
    }
  })
}

function oneOf({ individuals, literals }: OntologyNames): Part {
  return fc
    .oneof(
      {
        weight: 4,
        arbitrary: fc.uniqueArray(fc.constantFrom<OntologyTerm>(...individuals), {
          minLength: 1,
          maxLength: 3,
        }),
      },
      { weight: 1, arbitrary: fc.constantFrom<OntologyTerm>(...literals).map((value) => [value]) },
    )
    .map(list)
}

function classAxiom(names: OntologyNames): fc.Arbitrary<Statement> {
  const name = fc.constantFrom(...names.classes)
  const { sub, above } = classParts(names)
  const several = fc.array(sub, { minLength: 1, maxLength: 3 }).map(list)
  return fc.oneof(
    { weight: 4, arbitrary: statement(name, rdfs.subClassOf, name) },
    { weight: 1, arbitrary: statement(name, rdfs.subClassOf, fc.constant(iri(owl.thing))) },
    { weight: 1, arbitrary: statement(fc.constant(iri(owl.thing)), rdfs.subClassOf, above) },
    { weight: 4, arbitrary: statement(sub, rdfs.subClassOf, name) },
    { weight: 3, arbitrary: statement(name, rdfs.subClassOf, above) },
    { weight: 2, arbitrary: statement(sub, rdfs.subClassOf, above) },
    { weight: 2, arbitrary: statement(name, owl.equivalentClass, name) },
    { weight: 1, arbitrary: statement(fc.constant(iri(owl.thing)), owl.equivalentClass, name) },
    { weight: 4, arbitrary: statement(name, owl.equivalentClass, fc.oneof(sub, above)) },
    { weight: 2, arbitrary: statement(name, owl.intersectionOf, several) },
    { weight: 1, arbitrary: statement(name, owl.unionOf, several) },
    { weight: 1, arbitrary: statement(name, owl.oneOf, oneOf(names)) },
    { weight: 1, arbitrary: statement(name, owl.disjointUnionOf, several) },
  )
}

function propertyAxiom(names: OntologyNames): fc.Arbitrary<Statement> {
  const name = fc.constantFrom(...names.properties)
  const step = steps(names)
  const { above } = classParts(names)
  const type = fc.constant(iri(rdfs.type))
  const chain = fc.array(step, { minLength: 1, maxLength: 3 }).map(list)
  const typed = (kind: string) => statement(name, rdfs.type, fc.constant(iri(kind)))
  return fc.oneof(
    { weight: 3, arbitrary: statement(name, rdfs.domain, above) },
    { weight: 3, arbitrary: statement(name, rdfs.range, above) },
    { weight: 4, arbitrary: statement(name, rdfs.subPropertyOf, name) },
    { weight: 1, arbitrary: statement(step, rdfs.subPropertyOf, step) },
    { weight: 1, arbitrary: statement(name, rdfs.subPropertyOf, type) },
    { weight: 1, arbitrary: statement(vocabularyTerm, rdfs.subPropertyOf, name) },
    { weight: 1, arbitrary: statement(vocabularyTerm, rdfs.range, above) },
    { weight: 2, arbitrary: statement(name, owl.equivalentProperty, name) },
    { weight: 3, arbitrary: statement(name, owl.inverseOf, name) },
    { weight: 2, arbitrary: typed(owl.symmetricProperty) },
    { weight: 3, arbitrary: typed(owl.transitiveProperty) },
    { weight: 2, arbitrary: statement(name, owl.propertyChainAxiom, chain) },
    // Left and right linear, and transitive in other words.
    {
      weight: 2,
      arbitrary: fc
        .tuple(name, step, fc.constantFrom('before', 'after', 'both'))
        .map(([property, other, side]) => ({
          subject: property,
          predicate: owl.propertyChainAxiom,
          object: list(
            { before: [other, property], after: [property, other], both: [property, property] }[side] ?? [],
          ),
        })),
    },
    { weight: 1, arbitrary: statement(type, owl.propertyChainAxiom, chain) },
  )
}

function statement(subject: Part, predicate: string, object: Part): fc.Arbitrary<Statement> {
  return fc.record({ subject, predicate: fc.constant(predicate), object })
}
