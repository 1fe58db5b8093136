import { describe, expect, it } from 'vitest'
import { definitionOf, fieldOf, ontologyText } from '../../../../test/generate-schema-text.ts'
import { parseQuads } from '../../../../test/oxigraph.ts'
import { ontologyModel } from './ontology-model.ts'

describe('a class', () => {
  it.each([
    ['stated in OWL', ':C a owl:Class .'],
    ['stated in RDF Schema', ':C a rdfs:Class .'],
    ['that has a subclass', ':D rdfs:subClassOf :C .'],
    ['that is a subclass', ':C rdfs:subClassOf owl:Thing .'],
    ['that is a domain', ':p rdfs:domain :C .'],
    ['that is a range', ':D a owl:Class . :p rdfs:range :C .'],
    ['in a union of domains', ':p rdfs:domain [ owl:unionOf ( :C :D ) ] .'],
    ['that is a domain of schema.org', ':p so:domainIncludes :C .'],
    ['that is the same as another', ':D a owl:Class ; owl:equivalentClass :C .'],
  ])('%s is a type and a top-level field', (_, turtle) => {
    const text = ontologyText(turtle)
    expect(definitionOf(text, 'C')).toMatch(/^(type|interface) C \{ iri: ID!/)
    expect(text).toMatch(/^ {2}C\(/m)
  })

  it.each([
    [
      'a restriction',
      ':C rdfs:subClassOf [ a owl:Restriction, owl:Class ; owl:onProperty :p ; owl:maxCardinality 1 ] .',
      1,
    ],
    ['the class of everything', ':C rdfs:subClassOf owl:Thing, rdfs:Resource .', 1],
    [
      'a term of the languages',
      ':C a owl:Class . rdf:value rdfs:range rdfs:Literal . :p rdfs:range rdf:List .',
      1,
    ],
    ['the class of everything, stated', ':C a owl:Class . owl:Thing a owl:Class .', 2],
    ['a datatype', ':C a owl:Class . :D a rdfs:Datatype . :p rdfs:range xsd:int, :D .', 1],
    [
      'a datatype of schema.org',
      ':C a owl:Class . so:Text a so:DataType, rdfs:Class . so:URL a rdfs:Class ; rdfs:subClassOf so:Text .',
      1,
    ],
    ['a range of literals', ':C a owl:Class . :p a owl:DatatypeProperty ; rdfs:range :Strange .', 1],
  ])('is not made of %s', (_, turtle, count) => {
    expect(ontologyModel(parseQuads(prefixed(turtle), 'text/turtle')).classes).toHaveLength(count)
  })

  it('says what it is by its label and its comment, in English or without a language', () => {
    const text = ontologyText(`
      :A a owl:Class ; rdfs:label "Ein A"@de, "An A"@en ; rdfs:comment "ohne", "mit"@de .
      :B a owl:Class ; rdfs:label "b" ; rdfs:comment "Deutsch"@de, "Français"@fr .
      :C a owl:Class ; rdfs:label " " ; owl:deprecated true .
      :D a owl:Class ; rdfs:comment "British"@en-gb, "Deutsch"@de .
    `)
    expect(text).toContain('"""\nAn A\n\nohne\n"""\ntype A {')
    expect(text).toContain('"Deutsch"\ntype B {')
    expect(text).toContain('"Deprecated by its vocabulary."\ntype C {')
    expect(text).toContain('"British"\ntype D {')
    expect(text).toContain('): [C!]! @deprecated(reason: "Deprecated by its vocabulary.")')
  })
})

function prefixed(turtle: string): string {
  return `@prefix : <http://api.stardog.com/> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
    @prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
    @prefix xsd: <http://www.w3.org/2001/XMLSchema#> . @prefix so: <https://schema.org/> . ${turtle}`
}

describe('subclasses', () => {
  it.each([
    ['stated', ':B rdfs:subClassOf :A .'],
    [
      'by an intersection',
      ':B owl:equivalentClass [ owl:intersectionOf ( :A [ a owl:Restriction ; owl:onProperty :q ] ) ] .',
    ],
    ['by an intersection of its own', ':B owl:intersectionOf ( :A :Other ) .'],
    [
      'by a nested intersection',
      ':B rdfs:subClassOf [ owl:intersectionOf ( [ owl:intersectionOf ( :A ) ] ) ] .',
    ],
    ['by a union of its own', ':A owl:unionOf ( :B :Other ) .'],
    ['by an equal union', ':A owl:equivalentClass [ owl:unionOf ( :B :Other ) ] .'],
    ['by a disjoint union', ':A owl:disjointUnionOf ( :B :Other ) .'],
  ])('%s implement their superclass and inherit its fields', (_, turtle) => {
    const text = ontologyText(`:p rdfs:domain :A . ${turtle}`)
    expect(definitionOf(text, 'A')).toMatch(/^interface A \{/)
    expect(definitionOf(text, 'B')).toMatch(/^type B implements (\w+ & )*A\b/)
    expect(fieldOf(text, 'B', 'p')).toBe('[String!]')
  })

  it('implement all of their superclasses', () => {
    const text = ontologyText(':C rdfs:subClassOf :B . :B rdfs:subClassOf :A . :C rdfs:subClassOf :Z .')
    expect(definitionOf(text, 'C')).toBe('type C implements A & B & Z { iri: ID! }')
  })

  it('in a circle share their fields, and none is an interface of another', () => {
    const text = ontologyText(
      ':A rdfs:subClassOf :B . :B rdfs:subClassOf :A . :p rdfs:domain :A . :q rdfs:domain :B .',
    )
    expect(definitionOf(text, 'A')).toBe('type A { iri: ID! p: [String!] q: [String!] }')
    expect(definitionOf(text, 'B')).toBe('type B { iri: ID! p: [String!] q: [String!] }')
  })

  it('of more superclasses than a type may implement have their fields', () => {
    const chain = Array.from({ length: 300 }, (_, at) => `:C${at} rdfs:subClassOf :C${at + 1} .`).join('\n')
    const text = ontologyText(`${chain} :p rdfs:domain :C300 .`)
    expect(fieldOf(text, 'C0', 'p')).toBe('[String!]')
    expect(definitionOf(text, 'C299')).toMatch(/^interface C299 implements C300 /)
  })
})

describe('a property stands', () => {
  const classes = ':A a owl:Class . :B a owl:Class . :C a owl:Class .'
  it.each([
    ['on its domain', ':p rdfs:domain :A .', ['A']],
    ['on each of several domains', ':p rdfs:domain :A, :B .', ['A', 'B']],
    [
      'on each class of a union',
      ':p rdfs:domain [ owl:unionOf ( :A [ owl:unionOf ( :B ) ] ) ] .',
      ['A', 'B'],
    ],
    [
      'on the domains of schema.org, under both names',
      ':p so:domainIncludes :A ; sdo:domainIncludes :B .',
      ['A', 'B'],
    ],
    ['nowhere without a domain', ':p a owl:DatatypeProperty ; rdfs:range xsd:string .', []],
    ['nowhere by a broken list', ':p rdfs:domain [ owl:unionOf [ rdf:first :A ] ] .', []],
    [
      'nowhere by an endless list',
      ':p rdfs:domain [ owl:unionOf _:l ] . _:l rdf:first :A ; rdf:rest _:l .',
      [],
    ],
    ['everywhere by the class of everything', ':p rdfs:domain owl:Thing .', ['A', 'B', 'C']],
    ['everywhere by the class of resources', ':p rdfs:domain rdfs:Resource .', ['A', 'B', 'C']],
    [
      'where what it is a part of stands',
      ':p rdfs:subPropertyOf :q . :q rdfs:subPropertyOf :r . :r rdfs:domain :A .',
      ['A'],
    ],
    ['where an equal property stands', ':q owl:equivalentProperty :p ; rdfs:domain :A .', ['A']],
    [
      'on its own domain rather than on that of the whole',
      ':p rdfs:subPropertyOf :q ; rdfs:domain :B . :q rdfs:domain :A .',
      ['B'],
    ],
    ['where its inverse leads to', ':p owl:inverseOf :q . :q rdfs:range :A .', ['A']],
    ['where that leads to whose inverse it is', ':q owl:inverseOf :p ; rdfs:range :A .', ['A']],
    [
      'where the nameless inverse of a property leads to',
      ':p rdfs:subPropertyOf [ owl:inverseOf :q ] . :q rdfs:range :A .',
      ['A'],
    ],
    [
      'on the classes that restrict it, without a domain',
      ':A rdfs:subClassOf [ owl:onProperty :p ; owl:someValuesFrom xsd:int ] .',
      ['A'],
    ],
    [
      'not on classes that restrict it, with a domain',
      ':p rdfs:domain :B . :A rdfs:subClassOf [ owl:onProperty :p ] .',
      ['B'],
    ],
    ['nowhere in a circle of parts', ':p rdfs:subPropertyOf :q . :q rdfs:subPropertyOf :p .', []],
  ])('%s', (_, turtle, expected) => {
    const text = ontologyText(classes + turtle)
    expect(['A', 'B', 'C'].filter((name) => fieldOf(text, name, 'p') !== undefined)).toEqual(expected)
  })

  it('never as the type of a node', () => {
    expect(
      fieldOf(ontologyText(`${classes} rdf:type rdfs:domain rdfs:Resource .`), 'A', 'rdf_type'),
    ).toBeUndefined()
  })
})

describe('the values of a property are', () => {
  it.each([
    ['integer', 'Int'],
    ['int', 'Int'],
    ['nonNegativeInteger', 'Int'],
    ['long', 'Long'],
    ['unsignedLong', 'Long'],
    ['decimal', 'Float'],
    ['double', 'Float'],
    ['float', 'Float'],
    ['boolean', 'Boolean'],
    ['dateTime', 'DateTime'],
    ['dateTimeStamp', 'DateTime'],
    ['date', 'Date'],
    ['time', 'String'],
    ['duration', 'String'],
    ['gYear', 'String'],
    ['anyURI', 'String'],
    ['hexBinary', 'String'],
    ['string', 'String'],
    ['NMTOKEN', 'String'],
  ])('of xsd:%s %s', (datatype, scalar) => {
    expect(fieldOf(ontologyText(`:p rdfs:domain :A ; rdfs:range xsd:${datatype} .`), 'A', 'p')).toBe(
      `[${scalar}!]`,
    )
  })

  it.each([
    ['text of rdfs:Literal', 'rdfs:range rdfs:Literal', 'String'],
    ['text with a language', 'rdfs:range rdf:langString', 'LangString'],
    ['JSON', 'rdfs:range rdf:JSON', 'JSON'],
    ['real numbers', 'rdfs:range owl:real', 'Float'],
    ['text where nothing is said', 'a rdf:Property', 'String'],
    ['text of a datatype property', 'a owl:DatatypeProperty', 'String'],
    ['identifiers of an object property', 'a owl:ObjectProperty', 'ID'],
    ['identifiers of anything', 'rdfs:range owl:Thing', 'ID'],
    ['identifiers of nameless individuals', 'rdfs:range [ owl:oneOf ( :x :y ) ]', 'ID'],
    ['the narrower of a literal and a datatype', 'rdfs:range rdfs:Literal, xsd:date', 'Date'],
    ['the wider of two numbers', 'rdfs:range xsd:int, xsd:decimal', 'Float'],
    [
      'the wider of three numbers',
      'rdfs:range [ a rdfs:Datatype ; owl:unionOf ( xsd:int xsd:long xsd:double ) ]',
      'Float',
    ],
    ['text of a date and a number', 'rdfs:range xsd:int, xsd:date', 'String'],
    ['of a restricted datatype', 'rdfs:range [ a rdfs:Datatype ; owl:onDatatype xsd:int ]', 'Int'],
    ['of a listed datatype', 'rdfs:range [ a rdfs:Datatype ; owl:oneOf ( 1 2 ) ]', 'Int'],
    ['of a class', 'rdfs:range :B', 'B'],
    ['of the classes of schema.org rather than its text', 'so:rangeIncludes :B, so:Text', 'B'],
    ['of a datatype of schema.org', 'sdo:rangeIncludes sdo:Date', 'Date'],
    ['of a superclass rather than its subclass', 'rdfs:range :Super, :Sub', 'Super'],
    ['of a union', 'rdfs:range [ owl:unionOf ( :B :D ) ]', 'B_or_D'],
    ['of several classes', 'rdfs:range :D, :B', 'B_or_D'],
    ['of the nearest superclass of interfaces', 'rdfs:range :Sub, :Side', 'Super'],
    [
      'of what implements an interface, where there is no superclass',
      'rdfs:range :Super, :B',
      'B_or_Leaf_or_Other',
    ],
    ['of what the whole has', 'rdfs:subPropertyOf :whole', 'B'],
    ['of the domain of the inverse', 'owl:inverseOf :inverse', 'D'],
    ['of the own domain, both ways', 'a owl:SymmetricProperty', 'A'],
  ])('%s', (_, statement, type) => {
    const text = ontologyText(`
      :A a owl:Class . :B a owl:Class . :D a owl:Class .
      :Sub rdfs:subClassOf :Super . :Side rdfs:subClassOf :Super . :Leaf rdfs:subClassOf :Sub . :Other rdfs:subClassOf :Side .
      :whole rdfs:range :B . :inverse rdfs:domain :D .
      :p rdfs:domain :A ; ${statement} .
    `)
    expect(fieldOf(text, 'A', 'p')).toBe(`[${type}!]`)
  })

  it('of a datatype that the ontology derives from another', () => {
    const text = ontologyText(`
      :Age a rdfs:Datatype ; owl:equivalentClass [ a rdfs:Datatype ; owl:onDatatype xsd:int ] .
      :Short rdfs:subClassOf :Age . :Loop a rdfs:Datatype ; rdfs:subClassOf :Loop .
      :p rdfs:domain :A ; rdfs:range :Age . :q rdfs:domain :A ; rdfs:range :Short . :r rdfs:domain :A ; rdfs:range :Loop .
    `)
    expect(definitionOf(text, 'A')).toBe('type A { iri: ID! p: [Int!] q: [Int!] r: [String!] }')
    expect(definitionOf(text, 'Age')).toBeUndefined()
  })
})

describe('a property is single', () => {
  const restriction = (turtle: string): string =>
    `:A rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :p ; ${turtle} ] .`
  it.each([
    ['where it is functional', ':p a owl:FunctionalProperty .', true],
    ['where it is not', ':p a owl:InverseFunctionalProperty .', false],
    [
      'where a property that it is a part of is functional',
      ':p rdfs:subPropertyOf :q . :q a owl:FunctionalProperty .',
      true,
    ],
    ['where a part of it is functional: not', ':q rdfs:subPropertyOf :p ; a owl:FunctionalProperty .', false],
    [
      'where its inverse is inverse functional',
      ':p owl:inverseOf :q . :q a owl:InverseFunctionalProperty .',
      true,
    ],
    ['where its inverse is functional: not', ':p owl:inverseOf :q . :q a owl:FunctionalProperty .', false],
    [
      'where the class allows one at most',
      restriction('owl:maxCardinality "1"^^xsd:nonNegativeInteger'),
      true,
    ],
    ['where the class asks for one', restriction('owl:cardinality 1'), true],
    ['where the class allows two', restriction('owl:maxCardinality 2'), false],
    ['where the class asks for one at least', restriction('owl:minCardinality 1'), false],
    [
      'where the class allows one of all that there are',
      restriction('owl:maxQualifiedCardinality 1 ; owl:onClass :B'),
      true,
    ],
    [
      'where the class allows one of its superclass',
      restriction('owl:qualifiedCardinality 1 ; owl:onClass :Super'),
      true,
    ],
    [
      'where the class allows one of some: not',
      restriction('owl:maxQualifiedCardinality 1 ; owl:onClass :Sub'),
      false,
    ],
  ])('%s', (_, turtle, isSingle) => {
    const text = ontologyText(
      `:p rdfs:domain :A ; rdfs:range :B . :Sub rdfs:subClassOf :B . :B rdfs:subClassOf :Super . ${turtle}`,
    )
    expect(fieldOf(text, 'A', 'p')).toBe(isSingle ? 'B' : '[B!]')
  })

  it('nowhere among classes of which one inherits it from one that does not say so', () => {
    const text = ontologyText(`
      :p rdfs:domain :A ; rdfs:range xsd:string . :C rdfs:subClassOf :A, [ a owl:Restriction ; owl:onProperty :p ; owl:maxCardinality 1 ] .
    `)
    expect(fieldOf(text, 'C', 'p')).toBe('[String!]')
  })

  it('takes its range from restrictions where nothing else says it', () => {
    const text = ontologyText(`
      :B a owl:Class . :p rdfs:domain :A . :q rdfs:domain :A .
      :A rdfs:subClassOf [ owl:onProperty :p ; owl:allValuesFrom :B ], [ owl:onProperty :q ; owl:someValuesFrom xsd:int ] .
    `)
    expect(definitionOf(text, 'A')).toBe('type A { iri: ID! p(iri: [ID!]): [B!] q: [Int!] }')
  })
})

describe('a property tells', () => {
  it('what it is, and that it is deprecated', () => {
    const text = ontologyText(
      `
      :givenName rdfs:domain :A ; rdfs:label "Given name" ; rdfs:comment "  As on\n    the passport. "@en .
      :old rdfs:domain :A ; a owl:DeprecatedProperty . :older so:domainIncludes :A ; so:supersededBy :givenName .
    `.replace('\n    the', '\\n    the'),
    )
    expect(text).toContain('  """\n  As on\n  the passport.\n  """\n  givenName: [String!]')
    expect(text).toContain('  old: [String!] @deprecated(reason: "Deprecated by its vocabulary.")')
    expect(text).toContain(
      '  older: [String!] @deprecated(reason: "Superseded by <http://api.stardog.com/givenName>.")',
    )
  })
})
