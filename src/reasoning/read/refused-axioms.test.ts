import { describe, expect, it } from 'vitest'
import { axiomText, read, refusals } from '../../../test/axiom-texts.ts'

const restriction = (facet: string) => `[owl:onProperty :p; ${facet}]`
const valueUnnamed = 'That there is some value does not say which.'
const valuesUnnamed = 'That there are some values does not say which.'
const oneAtLeast = 'Of cardinalities, only one of 1 at least is inferred from.'
const otherValues =
  'Whether a node has other values besides is not known, so that nothing is inferred of owl:allValuesFrom.'
const complement = 'What is not of a class is not known, so that nothing is inferred of a complement.'
const noSelf = 'owl:hasSelf is not supported.'
const noBlank = 'It names a blank node, which a query cannot.'
const noType =
  'What rdf:type leads to is read from class axioms only, so nothing can be inferred from its triples.'
const noAxioms = 'It would infer axioms themselves, which are taken as they are stated.'
const stableSame = 'That nodes are the same is only taken as it is stated, by owl:sameAs.'

describe('left out whole is', () => {
  it.each([
    ['[owl:complementOf :B]', complement],
    [restriction('owl:allValuesFrom :B'), otherValues],
    [restriction('owl:hasSelf true'), noSelf],
    [restriction('owl:minCardinality 2'), oneAtLeast],
    [restriction('owl:minCardinality 0'), oneAtLeast],
    [restriction('owl:maxCardinality 1'), oneAtLeast],
    [restriction('owl:cardinality 1'), oneAtLeast],
    [restriction('owl:qualifiedCardinality 1; owl:onClass :B'), oneAtLeast],
    [restriction('owl:someValuesFrom xsd:string'), 'Which literals are of a datatype is not inferred from.'],
    ['[owl:onDatatype xsd:integer]', 'Which literals are of a datatype is not inferred from.'],
    ['[owl:intersectionOf (:B [owl:complementOf :C])]', complement],
    ['[owl:unionOf (:B [owl:complementOf :C])]', complement],
  ])('%s below a class, and as an equal one', (turtle, reason) => {
    expect(refusals(`${turtle} rdfs:subClassOf :A .`)).toEqual([`${turtle} rdfs:subClassOf :A: ${reason}`])
    expect(refusals(`:A owl:equivalentClass ${turtle} .`)).toEqual([
      `:A owl:equivalentClass ${turtle}: ${reason}`,
    ])
  })

  it.each([
    ['[owl:unionOf (:B :C)]', 'Of which class of a union a node is does not follow.'],
    ['[owl:oneOf (:x :y)]', 'Which of some nodes a node is does not follow.'],
    [restriction('owl:someValuesFrom :B'), valueUnnamed],
    [restriction('owl:minCardinality 1'), valuesUnnamed],
    [restriction('owl:minCardinality 2'), valuesUnnamed],
    [restriction('owl:cardinality 1'), valuesUnnamed],
    [restriction('owl:minQualifiedCardinality 1; owl:onClass :B'), valuesUnnamed],
    [restriction('owl:hasSelf true'), noSelf],
    [
      '[owl:intersectionOf (:B [owl:unionOf (:C :D)])]',
      'Of which class of a union a node is does not follow.',
    ],
    [
      restriction('owl:allValuesFrom [owl:unionOf (:B :C)]'),
      'Of which class of a union a node is does not follow.',
    ],
  ])('%s above a class, and as a range', (turtle, reason) => {
    expect(refusals(`:A rdfs:subClassOf ${turtle} .`)).toEqual([`:A rdfs:subClassOf ${turtle}: ${reason}`])
    expect(refusals(`:q rdfs:range ${turtle} .`)).toEqual([`:q rdfs:range ${turtle}: ${reason}`])
  })

  it.each([
    [':A rdfs:subClassOf [owl:onProperty :p; owl:hasValue []]', noBlank],
    [':A owl:oneOf (:x [])', noBlank],
    [':A owl:complementOf :B', complement],
    [
      ':p a owl:ReflexiveProperty',
      'Reflexive properties are not supported: every node there is would be its own value.',
    ],
    ['rdf:type rdfs:subPropertyOf :p', noType],
    ['rdf:type owl:equivalentProperty :p', noType],
    [':kinds owl:inverseOf rdf:type', noType],
    ['rdf:type a owl:SymmetricProperty', noType],
    ['rdf:type rdfs:range :A', noType],
    [':p owl:propertyChainAxiom (:q rdf:type)', noType],
    ['[owl:onProperty rdf:type; owl:hasValue "B"] rdfs:subClassOf :A', noType],
    ['[owl:onProperty rdf:type; owl:someValuesFrom :B] rdfs:subClassOf :A', noType],
    [':A rdfs:subClassOf [owl:onProperty [owl:inverseOf rdf:type]; owl:hasValue :x]', noType],
    [':within rdfs:subPropertyOf rdfs:subClassOf', noAxioms],
    [':same rdfs:subPropertyOf owl:sameAs', noAxioms],
    [':p owl:equivalentProperty owl:onProperty', noAxioms],
    ['owl:sameAs a owl:SymmetricProperty', noAxioms],
    [':A rdfs:subClassOf [owl:onProperty rdfs:domain; owl:hasValue :B]', noAxioms],
    [
      ':x a [owl:onProperty :p; owl:hasValue :y]',
      'What is of a class without a name is not inferred from: state it of a class with a name.',
    ],
    [
      '[owl:onProperties (:p :q); owl:someValuesFrom :B] rdfs:subClassOf :A',
      'Restrictions of several properties together are not supported.',
    ],
  ])('%s', (turtle, reason) => {
    expect(refusals(`${turtle} .`)).toEqual([`${turtle}: ${reason}`])
  })

  it.each([
    [':A rdfs:subClassOf "B"', 'A literal stands for a class.'],
    [':A rdfs:subClassOf []', 'A blank node stands for a class, and no description of it can be read.'],
    [':p rdfs:subPropertyOf "q"', 'A literal stands for a property.'],
    [':p rdfs:subPropertyOf []', 'A blank node stands for a property.'],
    [
      ':p rdfs:subPropertyOf [owl:inverseOf :q; owl:inverseOf :r]',
      'A property without a name is the inverse of two.',
    ],
    [':p owl:propertyChainAxiom ()', 'Its list is empty.'],
    [':A owl:unionOf ()', 'Its list is empty.'],
    [`:p owl:propertyChainAxiom "q"`, 'A literal stands in the place of its list.'],
    ['[owl:onProperty :p] rdfs:subClassOf :A', 'A restriction says nothing of its property.'],
    [
      '[owl:onProperty :p; owl:someValuesFrom :B; owl:hasValue :x] rdfs:subClassOf :A',
      'A restriction says two things of its property.',
    ],
    [
      '[owl:onProperty :p; owl:onProperty :q; owl:hasValue :x] rdfs:subClassOf :A',
      'A restriction is on two properties.',
    ],
    [
      '[owl:onProperty :p; owl:minCardinality "one"] rdfs:subClassOf :A',
      'Its cardinality is not a number of values.',
    ],
    [
      '[owl:onProperty :p; owl:minQualifiedCardinality 1] rdfs:subClassOf :A',
      'A qualified cardinality does not say of which class.',
    ],
    [
      '[owl:unionOf (:B); owl:oneOf (:x)] rdfs:subClassOf :A',
      'A class without a name is described in two ways.',
    ],
    ['[owl:onProperty "p"; owl:hasValue :x] rdfs:subClassOf :A', 'A literal stands for a property.'],
  ])('what is malformed: %s', (turtle, reason) => {
    expect(refusals(`${turtle} .`)).toEqual([`${turtle}: ${reason}`])
  })

  it.each([
    ['rdf:first :q', ':p owl:propertyChainAxiom (:q …)', 'Its list has no end: an rdf:rest is not stated.'],
    ['rdf:rest ()', ':p owl:propertyChainAxiom (…)', 'Its list misses a member: an rdf:first is not stated.'],
    ['rdf:first :q; rdf:rest _:l', ':p owl:propertyChainAxiom (:q …)', 'Its list never ends.'],
    [
      'rdf:first :q, :r; rdf:rest ()',
      ':p owl:propertyChainAxiom (…)',
      'Its list has two members in one place.',
    ],
    ['rdf:first :q; rdf:rest (), (:r)', ':p owl:propertyChainAxiom (:q …)', 'Its list goes on in two ways.'],
  ])('a chain whose list is broken: %s', (list, stated, reason) => {
    expect(refusals(`:p owl:propertyChainAxiom _:l . _:l ${list} .`)).toEqual([`${stated}: ${reason}`])
  })

  it('what stands within itself', () => {
    expect(refusals('_:c owl:unionOf (:B _:c); rdfs:subClassOf :A .')).toEqual([
      expect.stringContaining(': A class without a name is described by itself.'),
    ])
    expect(refusals('_:p owl:inverseOf _:p; rdfs:subPropertyOf :q .')).toEqual([
      expect.stringContaining(': It names a property that is the inverse of itself only.'),
    ])
  })

  it('what says which nodes are the same, where that is taken', () => {
    const turtle = ':p a owl:FunctionalProperty . :q a owl:InverseFunctionalProperty . :A owl:hasKey (:p) .'
    expect(refusals(turtle, true)).toEqual([
      `:A owl:hasKey (:p): ${stableSame}`,
      `:p a owl:FunctionalProperty: ${stableSame}`,
      `:q a owl:InverseFunctionalProperty: ${stableSame}`,
    ])
    const single = ':A rdfs:subClassOf [owl:onProperty :p; owl:maxCardinality 1]'
    expect(refusals(`${single} .`, true)).toEqual([`${single}: ${stableSame}`])
  })

  it('once, however many nodes are of a class without a name', () => {
    expect(refusals('_:c owl:oneOf (:x) . :x a _:c . :y a _:c . :z a _:c .')).toHaveLength(1)
  })

  it('only that axiom', () => {
    const { axioms, unsupported } = read(':A rdfs:subClassOf :B, [owl:unionOf (:C :D)], :E .')
    expect(axioms.slice(8).map(axiomText)).toEqual(['A < B', 'A < E'])
    expect(unsupported).toHaveLength(1)
  })
})
