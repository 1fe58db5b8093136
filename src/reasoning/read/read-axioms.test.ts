import { describe, expect, it } from 'vitest'
import { parseQuads } from '../../../test/oxigraph.ts'
import { defaultNamespaces } from '../../rdf/namespaces.ts'
import type { Quad } from '../../rdf/term.ts'
import type { Axiom, ClassExpression, Name, PropertyStep, ReadAxioms } from '../axiom.ts'
import { readAxioms } from './read-axioms.ts'

const namespace = 'http://api.stardog.com/'
const prefixes = [...defaultNamespaces].map(([prefix, iri]) => `@prefix ${prefix}: <${iri}> .`).join('\n')

function quadsOf(turtle: string): readonly Quad[] {
  return parseQuads(`${prefixes}\n${turtle}`, 'application/trig')
}

function read(turtle: string, sameAs = false): ReadAxioms {
  return readAxioms(quadsOf(turtle), defaultNamespaces, { sameAs })
}

/** Class and property expressions as descriptions write them: `A`, `^p`, `p some A`. */
function expressionText(expression: ClassExpression): string {
  switch (expression.kind) {
    case 'class':
      return local(expression.iri)
    case 'anything':
      return 'anything'
    case 'intersection':
      return `(${expression.of.map(expressionText).join(' and ')})`
    case 'oneOf':
      return `{${expression.members.map(nameText).join(' ')}}`
    case 'hasValue':
      return `(${stepText(expression.property)} value ${nameText(expression.value)})`
    case 'some':
      return `(${stepText(expression.property)} some ${expressionText(expression.of)})`
  }
}

function nameText(name: Name): string {
  return name.kind === 'iri' ? local(name.value) : JSON.stringify(name.value)
}

function stepText({ iri, inverse }: PropertyStep): string {
  return inverse ? `^${local(iri)}` : local(iri)
}

function local(iri: string): string {
  for (const [prefix, start] of defaultNamespaces)
    if (iri.startsWith(start)) return `${prefix === '' ? '' : `${prefix}:`}${iri.slice(start.length)}`
  return iri
}

function axiomText(axiom: Axiom): string {
  switch (axiom.kind) {
    case 'member':
      return `${expressionText(axiom.sub)} < ${local(axiom.super)}`
    case 'value':
      return `${expressionText(axiom.sub)} < (${stepText(axiom.property)} value ${nameText(axiom.value)})`
    case 'property':
      return `${axiom.chain.map(stepText).join('/')} < ${local(axiom.super)}`
  }
}

/** The axioms of a vocabulary without those that hold of every hierarchy. */
function axiomTexts(turtle: string, sameAs = false): readonly string[] {
  const { axioms, unsupported } = read(turtle, sameAs)
  expect(unsupported).toEqual([])
  return axioms.filter(({ stated }) => !hierarchy.includes(stated)).map(axiomText)
}

const hierarchy = [
  'rdfs:subClassOf a owl:TransitiveProperty',
  'owl:equivalentClass a owl:TransitiveProperty',
  'owl:equivalentClass a owl:SymmetricProperty',
  'owl:equivalentClass rdfs:subPropertyOf rdfs:subClassOf',
  'rdfs:subPropertyOf a owl:TransitiveProperty',
  'owl:equivalentProperty a owl:TransitiveProperty',
  'owl:equivalentProperty a owl:SymmetricProperty',
  'owl:equivalentProperty rdfs:subPropertyOf rdfs:subPropertyOf',
]

describe('an axiom', () => {
  it('is plain data in the words of the vocabulary', () => {
    expect(read(':Student rdfs:subClassOf :Person . :p a owl:TransitiveProperty .').axioms.slice(8)).toEqual([
      {
        kind: 'member',
        sub: { kind: 'class', iri: `${namespace}Student` },
        super: `${namespace}Person`,
        stated: ':Student rdfs:subClassOf :Person',
      },
      {
        kind: 'property',
        chain: [
          { iri: `${namespace}p`, inverse: false },
          { iri: `${namespace}p`, inverse: false },
        ],
        super: `${namespace}p`,
        stated: ':p a owl:TransitiveProperty',
      },
    ])
    expect(read(':Boss rdfs:subClassOf [owl:onProperty :rank; owl:hasValue "1"] .').axioms).toEqual([
      {
        kind: 'value',
        sub: { kind: 'class', iri: `${namespace}Boss` },
        property: { iri: `${namespace}rank`, inverse: false },
        value: {
          kind: 'literal',
          value: '1',
          datatype: 'http://www.w3.org/2001/XMLSchema#string',
          language: '',
        },
        stated: ':Boss rdfs:subClassOf [owl:onProperty :rank; owl:hasValue "1"]',
      },
    ])
  })

  it.each<readonly [string, readonly string[]]>([
    ['', []],
    [':A rdfs:subClassOf :B .', ['A < B']],
    [':A owl:equivalentClass :B .', ['A < B', 'B < A']],
    [':A rdfs:subClassOf :A .', []],
    [':A owl:equivalentClass :A .', []],
    ['owl:Thing rdfs:subClassOf owl:Thing .', []],
    [':A rdfs:subClassOf owl:Thing .', ['A < owl:Thing']],
    ['owl:Thing rdfs:subClassOf :A .', ['anything < A']],
    [':p rdfs:domain :A .', ['(p some anything) < A']],
    [':p rdfs:range :A .', ['(^p some anything) < A']],
    [':p rdfs:subPropertyOf :q .', ['p < q']],
    [':p rdfs:subPropertyOf :p .', []],
    [':p owl:equivalentProperty :q .', ['p < q', 'q < p']],
    [':p owl:inverseOf :q .', ['^p < q', '^q < p']],
    [':p owl:inverseOf :p .', ['^p < p']],
    [':p a owl:SymmetricProperty .', ['^p < p']],
    [':p a owl:TransitiveProperty .', ['p/p < p']],
    [':p owl:propertyChainAxiom (:q :r :q) .', ['q/r/q < p']],
    [':p owl:propertyChainAxiom (:q) .', ['q < p']],
    [':p owl:propertyChainAxiom (:p) .', []],
    [':isA rdfs:subPropertyOf rdf:type .', ['isA < rdf:type']],
    ['rdf:type owl:propertyChainAxiom (:kind :narrower) .', ['kind/narrower < rdf:type']],
  ])('%s is read', (turtle, expected) => {
    expect(axiomTexts(turtle)).toEqual(expected)
  })

  it.each<readonly [string, readonly string[]]>([
    ['[owl:inverseOf :p] rdfs:subPropertyOf :q .', ['^p < q']],
    [':p rdfs:subPropertyOf [owl:inverseOf :q] .', ['^p < q']],
    ['[owl:inverseOf :p] rdfs:subPropertyOf [owl:inverseOf :q] .', ['p < q']],
    [':p owl:equivalentProperty [owl:inverseOf :q] .', ['^p < q', '^q < p']],
    [':p owl:inverseOf [owl:inverseOf :q] .', ['p < q', 'q < p']],
    ['[owl:inverseOf :p] a owl:SymmetricProperty .', ['^p < p']],
    ['[owl:inverseOf :p] a owl:TransitiveProperty .', ['p/p < p']],
    [':p owl:propertyChainAxiom (:q [owl:inverseOf :r]) .', ['q/^r < p']],
    ['[owl:inverseOf :p] owl:propertyChainAxiom (:q [owl:inverseOf :r]) .', ['r/^q < p']],
    ['[owl:inverseOf :p] rdfs:domain :A .', ['(^p some anything) < A']],
    ['[owl:inverseOf :p] rdfs:range :A .', ['(p some anything) < A']],
    ['[owl:inverseOf [owl:inverseOf :p]] rdfs:domain :A .', ['(p some anything) < A']],
    ['[owl:inverseOf :kinds] rdfs:subPropertyOf rdf:type .', ['^kinds < rdf:type']],
  ])('%s is read, its inverse meant by no name', (turtle, expected) => {
    expect(axiomTexts(turtle)).toEqual(expected)
  })

  it.each<readonly [string, readonly string[]]>([
    ['[owl:intersectionOf (:B :C)]', ['(B and C) < A']],
    ['[owl:intersectionOf (:B)]', ['B < A']],
    ['[owl:intersectionOf (:B owl:Thing)]', ['B < A']],
    ['[owl:intersectionOf (owl:Thing)]', ['anything < A']],
    ['[owl:intersectionOf (:B [owl:intersectionOf (:C :D)])]', ['(B and C and D) < A']],
    ['[owl:unionOf (:B :C)]', ['B < A', 'C < A']],
    ['[owl:onProperty rdf:type; owl:hasValue :B]', ['B < A']],
    ['[owl:unionOf (:B :A)]', ['B < A']],
    ['[owl:disjointUnionOf (:B :C)]', ['B < A', 'C < A']],
    ['[owl:oneOf (:x :y)]', ['{x y} < A']],
    ['[owl:oneOf ("x" 1)]', ['{"x" "1"} < A']],
    ['[a rdfs:Datatype; owl:oneOf ("x")]', ['{"x"} < A']],
    ['[owl:onProperty :p; owl:hasValue :x]', ['(p value x) < A']],
    ['[owl:onProperty :p; owl:hasValue "x"]', ['(p value "x") < A']],
    ['[owl:onProperty [owl:inverseOf :p]; owl:hasValue :x]', ['(^p value x) < A']],
    ['[a owl:Restriction; owl:onProperty :p; owl:someValuesFrom :B]', ['(p some B) < A']],
    ['[owl:onProperty :p; owl:someValuesFrom owl:Thing]', ['(p some anything) < A']],
    ['[owl:onProperty [owl:inverseOf :p]; owl:someValuesFrom :B]', ['(^p some B) < A']],
    [
      '[owl:onProperty :p; owl:someValuesFrom [owl:onProperty :q; owl:someValuesFrom :B]]',
      ['(p some (q some B)) < A'],
    ],
    ['[owl:onProperty :p; owl:minCardinality 1]', ['(p some anything) < A']],
    ['[owl:onProperty :p; owl:minCardinality "01"^^xsd:nonNegativeInteger]', ['(p some anything) < A']],
    ['[owl:onProperty :p; owl:minQualifiedCardinality 1; owl:onClass :B]', ['(p some B) < A']],
    [
      '[owl:intersectionOf ([owl:unionOf (:B :C)] [owl:unionOf (:D :E)])]',
      ['(B and D) < A', '(B and E) < A', '(C and D) < A', '(C and E) < A'],
    ],
    [
      '[owl:onProperty :p; owl:someValuesFrom [owl:unionOf (:B [owl:oneOf (:x)])]]',
      ['(p some B) < A', '(p some {x}) < A'],
    ],
  ])('%s can be below a class', (turtle, expected) => {
    expect(axiomTexts(`${turtle} rdfs:subClassOf :A .`)).toEqual(expected)
  })

  it.each<readonly [string, readonly string[]]>([
    ['[owl:intersectionOf (:B :C)]', ['A < B', 'A < C']],
    ['[owl:onProperty rdf:type; owl:hasValue :B]', ['A < B']],
    ['[owl:onProperty :p; owl:hasValue :x]', ['A < (p value x)']],
    ['[owl:onProperty [owl:inverseOf :p]; owl:hasValue :x]', ['A < (^p value x)']],
    ['[owl:onProperty :p; owl:allValuesFrom :B]', ['(^p some A) < B']],
    ['[owl:onProperty [owl:inverseOf :p]; owl:allValuesFrom :B]', ['(p some A) < B']],
    [
      '[owl:onProperty :p; owl:allValuesFrom [owl:onProperty :q; owl:allValuesFrom :B]]',
      ['(^q some (^p some A)) < B'],
    ],
    [
      '[owl:onProperty :p; owl:allValuesFrom [owl:intersectionOf (:B [owl:onProperty :q; owl:hasValue 1])]]',
      ['(^p some A) < B', '(^p some A) < (q value "1")'],
    ],
    ['[owl:onProperty :p; owl:allValuesFrom :A]', ['(^p some A) < A']],
    ['[owl:intersectionOf (:B [owl:complementOf :C])]', ['A < B']],
  ])('%s can be above a class', (turtle, expected) => {
    expect(axiomTexts(`:A rdfs:subClassOf ${turtle} .`)).toEqual(expected)
  })

  it('can be of two classes without a name', () => {
    expect(
      axiomTexts('[owl:unionOf (:A :B)] rdfs:subClassOf [owl:onProperty :p; owl:allValuesFrom :C] .'),
    ).toEqual(['(^p some A) < C', '(^p some B) < C'])
    expect(axiomTexts(':p rdfs:domain [owl:intersectionOf (:A :B)] .')).toEqual([
      '(p some anything) < A',
      '(p some anything) < B',
    ])
  })

  it.each<readonly [string, readonly string[]]>([
    [':A owl:equivalentClass [owl:intersectionOf (:B :C)] .', ['A < B', 'A < C', '(B and C) < A']],
    ['[owl:intersectionOf (:B :C)] owl:equivalentClass :A .', ['(B and C) < A', 'A < B', 'A < C']],
    [':A owl:equivalentClass [owl:unionOf (:B :C)] .', ['B < A', 'C < A']],
    [':A owl:equivalentClass [owl:oneOf (:x :y)] .', ['{x y} < A']],
    [':A owl:equivalentClass [owl:onProperty :p; owl:someValuesFrom :B] .', ['(p some B) < A']],
    [':A owl:equivalentClass [owl:onProperty :p; owl:minCardinality 1] .', ['(p some anything) < A']],
    [':A owl:equivalentClass [owl:onProperty :p; owl:hasValue :x] .', ['A < (p value x)', '(p value x) < A']],
    [
      ':A owl:equivalentClass [owl:intersectionOf (:B [owl:onProperty :p; owl:someValuesFrom :C])] .',
      ['A < B', '(B and (p some C)) < A'],
    ],
    [':A owl:equivalentClass owl:Thing .', ['A < owl:Thing', 'anything < A']],
    [':A owl:intersectionOf (:B :C) .', ['A < B', 'A < C', '(B and C) < A']],
    [':A owl:unionOf (:B :C) .', ['B < A', 'C < A']],
    [':A owl:disjointUnionOf (:B :C) .', ['B < A', 'C < A']],
    [':A owl:oneOf (:x :y) .', ['{x y} < A']],
    [':A owl:onProperty :p; owl:hasValue :x .', ['A < (p value x)', '(p value x) < A']],
  ])('%s holds both ways', (turtle, expected) => {
    expect(axiomTexts(turtle)).toEqual(expected)
  })

  it.each([
    ':A owl:disjointWith :B . :p owl:propertyDisjointWith :q . [] a owl:AllDisjointClasses; owl:members (:A :B) .',
    ':A a owl:Class; rdfs:label "A" . :p a owl:ObjectProperty, owl:IrreflexiveProperty, owl:AsymmetricProperty .',
    ':p a owl:FunctionalProperty, owl:InverseFunctionalProperty . :A owl:hasKey (:p) .',
    ':p rdfs:range xsd:string . :q rdfs:range rdfs:Literal . :r rdfs:range [owl:onDatatype xsd:integer] .',
    ':p rdfs:range :Age . :Age a rdfs:Datatype; owl:equivalentClass [a rdfs:Datatype; owl:oneOf (1 2)] .',
    ':p rdfs:range [owl:unionOf (xsd:string xsd:integer)] . :q rdfs:range [a rdfs:Datatype; owl:oneOf ("a")] .',
    ':Age a rdfs:Datatype; owl:oneOf (1 2) .',
    ':A rdfs:subClassOf [owl:onProperty :p; owl:allValuesFrom xsd:string] .',
    ':A rdfs:subClassOf [owl:onProperty :p; owl:maxCardinality 1] .',
    ':A rdfs:subClassOf [owl:onProperty :p; owl:maxQualifiedCardinality 1; owl:onClass :B] .',
    ':A rdfs:subClassOf [owl:onProperty :p; owl:minCardinality 0] .',
    ':A rdfs:subClassOf [owl:onProperty :p; owl:cardinality 0] .',
    ':A rdfs:subClassOf [owl:complementOf :B] .',
    ':x owl:sameAs :y . :x owl:differentFrom :z . :x :p :y; a :A .',
    ':x a [] . _:list rdf:first 1 ; rdf:rest () .',
  ])('%s is none of those that infer', (turtle) => {
    const { axioms, unsupported } = read(turtle)
    expect(unsupported).toEqual([])
    expect(axioms).toEqual([])
  })
})

/** What is left out of a vocabulary, beside which nothing is inferred. */
function refusals(turtle: string, sameAs = false): readonly string[] {
  const { axioms, unsupported } = read(turtle, sameAs)
  expect(axioms.filter(({ stated }) => !hierarchy.includes(stated))).toEqual([])
  return unsupported.map(({ stated, reason }) => `${stated}: ${reason}`)
}

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

describe('a hierarchy of names', () => {
  it.each([
    ':A rdfs:subClassOf :B .',
    ':A owl:equivalentClass :B .',
    ':p rdfs:subPropertyOf :q .',
    ':p owl:equivalentProperty :q .',
  ])('%s is transitive, and equivalence is both ways', (turtle) => {
    const { axioms } = read(turtle)
    expect(axioms.slice(0, 8).map(({ stated }) => stated)).toEqual(hierarchy)
    expect(axioms.slice(0, 8).map(axiomText)).toEqual([
      'rdfs:subClassOf/rdfs:subClassOf < rdfs:subClassOf',
      'owl:equivalentClass/owl:equivalentClass < owl:equivalentClass',
      '^owl:equivalentClass < owl:equivalentClass',
      'owl:equivalentClass < rdfs:subClassOf',
      'rdfs:subPropertyOf/rdfs:subPropertyOf < rdfs:subPropertyOf',
      'owl:equivalentProperty/owl:equivalentProperty < owl:equivalentProperty',
      '^owl:equivalentProperty < owl:equivalentProperty',
      'owl:equivalentProperty < rdfs:subPropertyOf',
    ])
  })

  it('may be stated to be', () => {
    const { axioms, unsupported } = read(`:A rdfs:subClassOf :B .
      rdfs:subClassOf a owl:TransitiveProperty . owl:equivalentClass rdfs:subPropertyOf rdfs:subClassOf .`)
    expect(unsupported).toEqual([])
    expect(axioms).toHaveLength(9)
  })

  it('is none where classes without a name are below others', () => {
    expect(read('[owl:oneOf (:x)] rdfs:subClassOf :A .').axioms.map(axiomText)).toEqual(['{x} < A'])
  })
})

describe('the text of an axiom', () => {
  const namespaces = new Map([
    ...defaultNamespaces,
    ['a', 'http://a.example/'],
    ['ab', 'http://a.example/b/'],
  ])

  function statedTexts(turtle: string): readonly string[] {
    return readAxioms(quadsOf(turtle), namespaces, { sameAs: false }).axioms.map(({ stated }) => stated)
  }

  it.each([
    [
      '<http://a.example/b/C> owl:oneOf (<http://a.example/x> <http://a.example/y/z> 1 "a\\nb"@de) .',
      'ab:C owl:oneOf (a:x <http://a.example/y/z> 1 "a\\nb"@de)',
    ],
    [
      '[] rdfs:subClassOf :A; owl:someValuesFrom [owl:oneOf ("1"^^xsd:byte)]; owl:onProperty [owl:inverseOf :p] .',
      '[owl:onProperty [owl:inverseOf :p]; owl:someValuesFrom [owl:oneOf ("1"^^xsd:byte)]] rdfs:subClassOf :A',
    ],
    [':A owl:hasValue 1.5; owl:onProperty :p .', ':A owl:onProperty :p; owl:hasValue 1.5'],
    [
      ':A rdfs:subClassOf [owl:onProperty :p; owl:allValuesFrom [owl:intersectionOf (:B :C)]] .',
      ':A rdfs:subClassOf [owl:onProperty :p; owl:allValuesFrom [owl:intersectionOf (:B :C)]]',
    ],
  ])('of %s has prefixes where it can', (turtle, stated) => {
    expect(new Set(statedTexts(turtle))).toEqual(new Set([stated]))
  })

  it('is cut where it is long', () => {
    const names = Array.from({ length: 1000 }, (_, at) => `:x${at}`)
    expect(statedTexts(`:A owl:oneOf (${names.join(' ')}) .`)).toEqual([
      `:A owl:oneOf (${names.slice(0, 20).join(' ')} … 980 more)`,
    ])
  })

  it('names IRIs and languages as they are that no syntax can write', () => {
    const [quad] = quadsOf(':A rdfs:subClassOf :B .')
    if (quad === undefined) throw new Error('No quad')
    const odd = { ...quad, object: { kind: 'iri', value: 'urn:a b' } } as const
    expect(readAxioms([odd], namespaces, { sameAs: false }).axioms.at(-1)?.stated).toBe(
      ':A rdfs:subClassOf <urn:a b>',
    )
  })
})

describe('a vocabulary', () => {
  it('says the same in several graphs, twice and in any order', () => {
    const turtle = `:A rdfs:subClassOf :B . :B owl:equivalentClass [owl:unionOf (:C :D)] .
      :p rdfs:subPropertyOf :q . :p owl:propertyChainAxiom (:r :s) . :A rdfs:subClassOf [owl:complementOf :Z] .
      [owl:complementOf :Z] rdfs:subClassOf :Y .`
    const quads = quadsOf(turtle)
    const graph = { kind: 'iri', value: 'urn:g' } as const
    const shuffled = [...quads.map((quad) => ({ ...quad, graph })), ...quads].reverse()
    const expected = readAxioms(quads, defaultNamespaces, { sameAs: false })
    expect(readAxioms(shuffled, defaultNamespaces, { sameAs: false })).toEqual(expected)
    expect(expected.axioms).toHaveLength(13)
    expect(expected.unsupported).toHaveLength(1)
  })

  it('is put together from several graphs', () => {
    expect(
      axiomTexts('GRAPH :g { :A owl:unionOf _:l . _:l rdf:first :B } GRAPH :h { _:l rdf:rest () }'),
    ).toEqual(['B < A'])
  })

  it('can have many classes within each other, and many beside each other', () => {
    const deep = Array.from({ length: 40 }).reduce<string>(
      (inner) => `[owl:onProperty :p; owl:someValuesFrom ${inner}]`,
      ':B',
    )
    expect(axiomTexts(`${deep} rdfs:subClassOf :A .`)).toEqual([
      `${'(p some '.repeat(40)}B${')'.repeat(40)} < A`,
    ])
    const wide = Array.from({ length: 5000 }, (_, at) => `:B${at}`).join(' ')
    expect(axiomTexts(`:A owl:unionOf (${wide}) .`)).toHaveLength(5000)
    const all = Array.from({ length: 5000 }, (_, at) => `:B${at} rdfs:subClassOf :B${at >> 1} .`).join('\n')
    expect(axiomTexts(all)).toHaveLength(4999)
  })

  it.each([
    ['deep', 60, (at: number) => `_:c${at} owl:onProperty :p; owl:someValuesFrom _:c${at + 1} .`],
    ['shared', 40, (at: number) => `_:c${at} owl:intersectionOf (_:c${at + 1} _:c${at + 1}) .`],
    ['shared and united', 40, (at: number) => `_:c${at} owl:unionOf (_:c${at + 1} _:c${at + 1}) .`],
    [
      'full of alternatives',
      30,
      (at: number) => `_:c${at} owl:intersectionOf ([owl:unionOf (:A${at} :B${at})] _:c${at + 1}) .`,
    ],
  ])('whose classes are too %s is said to be', (_name, length, link) => {
    const links = Array.from({ length }, (_, at) => link(at)).join('\n')
    const last = `_:c${length} owl:oneOf (:x) .`
    const [warning, second] = refusals(`${links}\n${last}\n_:c0 rdfs:subClassOf :Top .`)
    expect(warning).toMatch(/More than 50|more than 100,000|more than 10,000/)
    expect(warning?.length).toBeLessThan(5000)
    expect(second).toBeUndefined()
    const above = refusals(`${links}\n${last}\n:Top rdfs:subClassOf _:c0 .`)
    expect(above).toHaveLength(1)
  })
})
