import { describe, expect, it } from 'vitest'
import { parseQuads } from './oxigraph.ts'
import { closeNaively, closeTriples } from './reference/close-naively.ts'
import { termKey } from './reference/graph.ts'

const prefixes = `@prefix : <http://e.org/> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
`
const read = (turtle: string) => parseQuads(prefixes + turtle, 'application/trig')

/** What follows from triples by axioms and is not stated, in short. */
function inferred(axioms: string, triples: string, sameAs = false): readonly string[] {
  const stated = read(triples)
  const known = new Set(stated.map((triple) => JSON.stringify(triple)))
  return closeTriples(stated, { vocabulary: read(axioms), sameAs })
    .filter((triple) => !known.has(JSON.stringify(triple)))
    .map(({ subject, predicate, object }) =>
      [subject, predicate, object]
        .map(termKey)
        .join(' ')
        .replaceAll('<http://e.org/', ':')
        .replaceAll('<http://www.w3.org/1999/02/22-rdf-syntax-ns#type', 'a')
        .replaceAll('<http://www.w3.org/2002/07/owl#', 'owl:')
        .replaceAll('<http://www.w3.org/2000/01/rdf-schema#', 'rdfs:')
        .replaceAll('"http://www.w3.org/2001/XMLSchema#integer  ', ''),
    )
    .sort()
}

describe('the naive closure', () => {
  it.each([
    ['nothing', '', ':x a :A ; :p :y .', []],
    ['a subclass', ':A rdfs:subClassOf :B .', ':x a :A . :y a :B .', [':x a :B']],
    ['a circle of subclasses', ':A rdfs:subClassOf :B . :B rdfs:subClassOf :A .', ':x a :A .', [':x a :B']],
    ['equivalent classes', ':A owl:equivalentClass :B .', ':x a :A . :y a :B .', [':x a :B', ':y a :A']],
    ['a domain', ':p rdfs:domain :A .', ':x :p :y .', [':x a :A']],
    ['a range, not of literals', ':p rdfs:range :A .', ':x :p :y , 1 .', [':y a :A']],
    ['a subproperty', ':p rdfs:subPropertyOf :q .', ':x :p 1 .', [':x :q 1']],
    [
      'equivalent properties',
      ':p owl:equivalentProperty :q .',
      ':x :p 1 . :y :q 1 .',
      [':x :q 1', ':y :p 1'],
    ],
    ['an inverse', ':p owl:inverseOf :q .', ':x :p :y , 1 . :z :q :x .', [':x :p :z', ':y :q :x']],
    ['an inverse of itself', ':p owl:inverseOf :p .', ':x :p :y .', [':y :p :x']],
    [
      'values that are literals on the way',
      ':p owl:inverseOf :q . [owl:inverseOf :p] rdfs:subPropertyOf :r . :s owl:propertyChainAxiom (:p :q) .',
      ':x :p 1 . :y :p 1 .',
      [':x :s :x', ':x :s :y', ':y :s :x', ':y :s :y'],
    ],
    ['a symmetric property', ':p a owl:SymmetricProperty .', ':x :p :y .', [':y :p :x']],
    ['a transitive property', ':p a owl:TransitiveProperty .', ':x :p :y . :y :p :z .', [':x :p :z']],
    [
      'a transitive circle',
      ':p a owl:TransitiveProperty .',
      ':x :p :y . :y :p :x .',
      [':x :p :x', ':y :p :y'],
    ],
    [
      'a symmetric and transitive property',
      ':p a owl:TransitiveProperty , owl:SymmetricProperty .',
      ':x :p :y .',
      [':x :p :x', ':y :p :x', ':y :p :y'],
    ],
    ['a chain', ':u owl:propertyChainAxiom (:p :q) .', ':x :p :y . :y :q :z .', [':x :u :z']],
    [
      'a chain with an inverse, and one into itself',
      ':u owl:propertyChainAxiom (:p [owl:inverseOf :p]) . :u owl:propertyChainAxiom (:u :q) .',
      ':x :p :y . :x :q :z .',
      [':x :u :x', ':x :u :z'],
    ],
    [
      'an intersection below',
      '[owl:intersectionOf (:A :B)] rdfs:subClassOf :C .',
      ':x a :A , :B . :y a :A .',
      [':x a :C'],
    ],
    [
      'an intersection above',
      ':A rdfs:subClassOf [owl:intersectionOf (:B :C)] .',
      ':x a :A .',
      [':x a :B', ':x a :C'],
    ],
    [
      'a defined intersection',
      ':C owl:intersectionOf (:A :B) .',
      ':x a :A , :B . :y a :C .',
      [':x a :C', ':y a :A', ':y a :B'],
    ],
    [
      'a union below',
      '[owl:unionOf (:A :B)] rdfs:subClassOf :C .',
      ':x a :A . :y a :B .',
      [':x a :C', ':y a :C'],
    ],
    ['a defined union', ':C owl:unionOf (:A :B) .', ':x a :A . :z a :C .', [':x a :C']],
    ['a disjoint union', ':C owl:disjointUnionOf (:A :B) .', ':x a :A . :z a :C .', [':x a :C']],
    ['those that are listed', ':C owl:oneOf (:x :y) .', '', [':x a :C', ':y a :C']],
    [
      'those that are listed, below',
      '[owl:oneOf (:x :y)] rdfs:subClassOf [owl:onProperty :p ; owl:hasValue 1] .',
      '',
      [':x :p 1', ':y :p 1'],
    ],
    [
      'a value both ways',
      ':A owl:equivalentClass [owl:onProperty :p ; owl:hasValue :v] .',
      ':x :p :v . :y a :A .',
      [':x a :A', ':y :p :v'],
    ],
    [
      'a value of an inverse',
      ':A rdfs:subClassOf [owl:onProperty [owl:inverseOf :p] ; owl:hasValue :v] .',
      ':y a :A .',
      [':v :p :y'],
    ],
    [
      'some value, and that of a class',
      '[owl:onProperty :p ; owl:someValuesFrom owl:Thing] rdfs:subClassOf :S . [owl:onProperty :p ; owl:someValuesFrom :A] rdfs:subClassOf :T .',
      ':x :p 1 . :y :p :z . :z a :A .',
      [':x a :S', ':y a :S', ':y a :T'],
    ],
    [
      'one at least',
      '[owl:onProperty :p ; owl:minCardinality 1] rdfs:subClassOf :S . [owl:onProperty :p ; owl:minQualifiedCardinality 1 ; owl:onClass :A] rdfs:subClassOf :T .',
      ':x :p 1 . :y :p :z . :z a :A .',
      [':x a :S', ':y a :S', ':y a :T'],
    ],
    [
      'nested ones, through a circle',
      ':A owl:equivalentClass [owl:onProperty :p ; owl:someValuesFrom [owl:intersectionOf (:A :B)]] .',
      ':x :p :y . :y :p :z ; a :B . :z a :A , :B .',
      [':x a :A', ':y a :A'],
    ],
    [
      'all values',
      ':A rdfs:subClassOf [owl:onProperty :p ; owl:allValuesFrom :B] .',
      ':x a :A ; :p :y , 1 . :z :p :x .',
      [':y a :B'],
    ],
    [
      'a value that is not to be made up',
      ':A rdfs:subClassOf [owl:onProperty :p ; owl:someValuesFrom :B] .',
      ':x a :A .',
      [],
    ],
    ['whatever is stated to be', 'owl:Thing rdfs:subClassOf :A .', ':x :p :y , 1 .', [':x a :A', ':y a :A']],
    ['a complement', ':A owl:equivalentClass [owl:complementOf :B] .', ':x a :A . :y a :B .', []],
    [
      'a subproperty of a class',
      ':isA rdfs:subPropertyOf rdf:type . :A rdfs:subClassOf :B .',
      ':x :isA :A .',
      [':x a :A', ':x a :B'],
    ],
    ['what the same is, where it is off', '', ':x owl:sameAs :y ; :p 1 .', []],
  ])('infers %s', (_name, axioms, triples, expected) => {
    expect(inferred(axioms, triples)).toEqual(expected)
  })

  it('closes the hierarchy itself', () => {
    const axioms = ':A rdfs:subClassOf :B . :B owl:equivalentClass :C . :p owl:equivalentProperty :q .'
    expect(inferred(axioms, axioms)).toEqual(
      [
        ':A rdfs:subClassOf :C',
        ':B owl:equivalentClass :B',
        ':B rdfs:subClassOf :B',
        ':B rdfs:subClassOf :C',
        ':C owl:equivalentClass :B',
        ':C owl:equivalentClass :C',
        ':C rdfs:subClassOf :B',
        ':C rdfs:subClassOf :C',
        ':p owl:equivalentProperty :p',
        ':p rdfs:subPropertyOf :p',
        ':p rdfs:subPropertyOf :q',
        ':q owl:equivalentProperty :p',
        ':q owl:equivalentProperty :q',
        ':q rdfs:subPropertyOf :p',
        ':q rdfs:subPropertyOf :q',
      ].sort(),
    )
  })

  it('takes individuals that are the same for each other, but no classes', () => {
    const facts = ':x owl:sameAs :y . :y :p :z ; a :A . :z :q :x . :A owl:sameAs :B .'
    expect(inferred('', facts, true)).toEqual(
      [
        ':A owl:sameAs :A',
        ':B owl:sameAs :A',
        ':B owl:sameAs :B',
        ':x :p :z',
        ':x a :A',
        ':x owl:sameAs :x',
        ':y owl:sameAs :x',
        ':y owl:sameAs :y',
        ':z :q :y',
      ].sort(),
    )
  })

  it('closes the union of graphs, and each of them by itself', () => {
    const vocabulary = read(':p a owl:TransitiveProperty . :C owl:oneOf (:c) .')
    const closed = closeNaively(read('GRAPH :g { :x :p :y } GRAPH :h { :y :p :z }'), {
      vocabulary,
      sameAs: false,
    })
    expect(
      closed.map(({ subject, predicate, object, graph }) =>
        [subject, predicate, object, ...(graph === null ? [] : [graph])]
          .map((term) => termKey(term).replace(/.*[/#]/, ''))
          .join(' '),
      ),
    ).toEqual(['x p y', 'y p z', 'x p z', 'c type C', 'x p y g', 'c type C g', 'y p z h', 'c type C h'])
  })
})
