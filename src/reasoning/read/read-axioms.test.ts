import { describe, expect, it } from 'vitest'
import { axiomText, axiomTexts, hierarchy, read } from '../../../test/axiom-texts.ts'

const namespace = 'http://api.stardog.com/'

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
