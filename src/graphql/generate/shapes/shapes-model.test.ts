import { describe, expect, it } from 'vitest'
import { definitionOf, fieldOf, shapesText } from '../../../../test/generate-schema-text.ts'

/** A shape of the class A with one property shape. */
function propertyText(constraints: string, more = ''): string {
  return shapesText(`:S sh:targetClass :A ; sh:property [ sh:path :p ; ${constraints} ] . ${more}`)
}

describe('a class is a type', () => {
  it.each([
    ['as a target', ':S a sh:NodeShape ; sh:targetClass :A .'],
    ['as a target of a property shape', ':S sh:targetClass :A ; sh:path :p .'],
    ['that is a shape', ':A a rdfs:Class, sh:NodeShape .'],
    ['of OWL that is a shape', ':A a owl:Class ; sh:property [ sh:path :p ] .'],
  ])('%s', (_, turtle) => {
    expect(definitionOf(shapesText(turtle), 'A')).toMatch(/^type A \{ iri: ID!/)
  })

  it('with what all of its shapes say', () => {
    const text = shapesText(`
      :S sh:targetClass :A, :B ; sh:property [ sh:path :p ; sh:datatype xsd:string ], [ sh:path :q ; sh:minCount 1 ] .
      :T sh:targetClass :A ; sh:property [ sh:path :p ; sh:maxCount 1 ], [ sh:path :q ; sh:datatype xsd:int ], [ sh:path :r ] .
    `)
    expect(definitionOf(text, 'A')).toBe('type A { iri: ID! p: String q: [Int!]! r: [String!] }')
    expect(definitionOf(text, 'B')).toBe('type B { iri: ID! p: [String!] q: [String!]! }')
  })

  it('that inherits from the nearest superclasses with shapes', () => {
    const text = shapesText(`
      :S sh:targetClass :A ; sh:property [ sh:path :p ; sh:minCount 1 ] . :T sh:targetClass :C ; sh:property [ sh:path :p ; sh:maxCount 1 ] .
      :C rdfs:subClassOf :B . :B rdfs:subClassOf :A .
    `)
    expect(definitionOf(text, 'A')).toBe('interface A { iri: ID! p: [String!]! }')
    expect(definitionOf(text, 'C')).toBe('type C implements A { iri: ID! p: [String!]! }')
    expect(definitionOf(text, 'B')).toBeUndefined()
  })

  it('but not where its shape is deactivated, or the shape has other targets', () => {
    const text = shapesText(`
      :S sh:targetClass :A . :T sh:targetClass :B ; sh:deactivated true . :U a sh:NodeShape ; sh:targetSubjectsOf :p .
    `)
    expect(text).toContain(
      '# The shape <http://api.stardog.com/U> is left out: its targets are no classes.\n',
    )
    expect(text.match(/^type /gm)).toHaveLength(2)
  })
})

describe('a path', () => {
  it.each([
    [':q', 'q', ''],
    ['[ sh:inversePath :q ]', 'q_inverse', ' @path(value: "^<http://api.stardog.com/q>")'],
    ['( :q :r )', 'r', ' @path(value: "<http://api.stardog.com/q>/<http://api.stardog.com/r>")'],
    ['( :q )', 'q', ''],
    [
      '( [ sh:inversePath :q ] ( :r :s ) )',
      's',
      ' @path(value: "^<http://api.stardog.com/q>/<http://api.stardog.com/r>/<http://api.stardog.com/s>")',
    ],
    ['[ sh:inversePath [ sh:inversePath :q ] ]', 'q', ''],
    [
      '[ sh:inversePath ( :q [ sh:inversePath :r ] ) ]',
      'q_inverse',
      ' @path(value: "<http://api.stardog.com/r>/^<http://api.stardog.com/q>")',
    ],
  ])('%s is the field %s', (path, name, directive) => {
    const text = shapesText(`:S sh:targetClass :A ; sh:property [ sh:path ${path} ] .`)
    expect(text).toContain(`  ${name}: [String!]${directive}\n}`)
  })

  it.each([
    ['has no sh:path', 'sh:datatype xsd:int'],
    ['has several sh:path', 'sh:path :a, :b'],
    ['has a literal for its sh:path', 'sh:path "a"'],
    ['has a literal in its sh:path', 'sh:path ( :a "b" )'],
    ['has an empty sh:path', 'sh:path ()'],
    ['has a broken list for its sh:path', 'sh:path [ rdf:first :a ]'],
    ['has a broken list for its sh:path', 'sh:path [ rdf:first :a, :b ; rdf:rest () ]'],
    ['has an sh:path that goes in a circle', 'sh:path _:c'],
    ['has an sh:path of more than 20 steps', `sh:path ( ${':a '.repeat(21)})`],
    [
      'has an sh:path that is neither a property, an inverse nor a sequence',
      'sh:path [ sh:oneOrMorePath :a ]',
    ],
    ['has an sh:inversePath that is not one path', 'sh:path [ sh:inversePath :a, :b ]'],
    ['is about rdf:type, which is no field', 'sh:path rdf:type'],
  ])('that %s has no field, and the schema says so', (why, statements) => {
    const text = shapesText(`
      :S sh:targetClass :A ; sh:property :P, [ sh:path :good ] . :P ${statements} . _:c sh:inversePath _:c .
    `)
    expect(text).toContain(
      `\n# The property shape <http://api.stardog.com/P> is left out: it ${why}.\ntype A {`,
    )
    expect(definitionOf(text, 'A')).toBe('type A { iri: ID! good: [String!] }')
  })
})

describe('a property shape', () => {
  it.each([
    ['sh:maxCount 1', 'String'],
    ['sh:maxCount 2', '[String!]'],
    ['sh:minCount 1', '[String!]!'],
    ['sh:minCount 0', '[String!]'],
    ['sh:minCount 1 ; sh:maxCount 1', 'String!'],
    ['sh:datatype xsd:decimal', '[Float!]'],
    ['sh:datatype rdf:langString', '[LangString!]'],
    ['sh:datatype :own', '[String!]'],
    ['sh:class :B', '[B!]'],
    ['sh:class :Unknown', '[ID!]'],
    ['sh:node :BShape', '[B!]'],
    ['sh:node :Fields', '[Fields!]'],
    ['sh:node [ sh:datatype xsd:int ]', '[Int!]'],
    ['sh:node [ sh:node [ sh:class :B ] ]', '[B!]'],
    ['sh:node [ sh:property [ sh:path :q ] ]', '[P!]'],
    ['sh:node [ sh:deactivated true ; sh:class :B ]', '[String!]'],
    ['sh:nodeKind sh:IRI', '[ID!]'],
    ['sh:nodeKind sh:IRIOrLiteral', '[ID!]'],
    ['sh:nodeKind sh:Literal', '[String!]'],
    ['sh:nodeKind sh:Literal ; sh:datatype xsd:date', '[Date!]'],
    ['sh:hasValue true', '[Boolean!]'],
    ['sh:hasValue :x', '[ID!]'],
    ['sh:or ( [ sh:class :B ] [ sh:class :D ] )', '[B_or_D!]'],
    ['sh:xone ( [ sh:node :BShape ] [ sh:or ( [ sh:class :D ] ) ] )', '[B_or_D!]'],
    ['sh:or ( [ sh:datatype xsd:int ] [ sh:datatype xsd:double ] )', '[Float!]'],
    ['sh:or ( [ sh:datatype xsd:int ] [ sh:datatype xsd:date ] )', '[String!]'],
    ['sh:or ( [ sh:datatype xsd:string ] [ sh:nodeKind sh:IRI ] )', '[ID!]'],
    ['sh:or ( [ sh:datatype xsd:string ] [ sh:class :B ] )', '[B!]'],
    ['sh:or ( [ sh:datatype xsd:int ] [ sh:class :B ; sh:deactivated true ] )', '[Int!]'],
    ['sh:and ( [ sh:class :B ] [ sh:minLength 2 ] )', '[B!]'],
    ['sh:nodeKind sh:IRI ; sh:or ( [ sh:class :B ] )', '[B!]'],
    ['sh:in ( 1 2.5 )', '[Float!]'],
    ['sh:in ( true )', '[Boolean!]'],
    ['sh:in ( "a" 1 )', '[P_Value!]'],
    ['sh:in ()', '[String!]'],
    ['sh:in ( [] )', '[ID!]'],
  ])('with %s is a field of type %s', (constraints, type) => {
    const text = propertyText(
      constraints,
      `
      :BShape sh:targetClass :B . :DShape sh:targetClass :D . :P a rdfs:Class, sh:NodeShape .
      :Fields sh:property [ sh:path :q ] .
    `.replace(':P a', constraints.includes('"a"') ? ':P a' : ':O a'),
    )
    expect(fieldOf(text, 'A', 'p')).toBe(type)
  })

  it('that is deactivated, or allows no value, has no field', () => {
    expect(definitionOf(propertyText('sh:deactivated true'), 'A')).toBe('type A { iri: ID! }')
    const text = propertyText('sh:maxCount 0')
    expect(definitionOf(text, 'A')).toBe('type A { iri: ID! }')
    expect(text).toContain('# A property shape is left out: its sh:maxCount is 0.\n')
  })

  it.each([
    ['sh:minCount "x"', 'has a sh:minCount that is no whole number; it is ignored'],
    ['sh:maxCount -1', 'has a sh:maxCount that is no whole number; it is ignored'],
    ['sh:datatype "x"', 'has a sh:datatype that is no IRI; it is ignored'],
    ['sh:class [ ]', 'has a sh:class that is no IRI; it is ignored'],
    ['sh:in "x"', 'has a broken list for its sh:in; it is ignored'],
    ['sh:or [ rdf:first :x ]', 'has a broken list for its sh:or; it is ignored'],
  ])('with %s is a field without it, and the schema says so', (constraints, why) => {
    const text = propertyText(constraints)
    expect(text).toContain(`# A property shape ${why}.\n`)
    expect(fieldOf(text, 'A', 'p')).toBe('[String!]')
  })

  it('says what the field is called, and what it is', () => {
    expect(propertyText('sh:name "given name"@en, "Vorname"@de ; sh:description "First."')).toContain(
      '  "First."\n  givenName: [String!] @iri(value: "http://api.stardog.com/p")\n',
    )
    expect(propertyText('sh:name "p"')).toContain('  p: [String!]\n')
    expect(propertyText('sh:name "größe!" ; sh:description "So groß."')).toContain(
      '  """\n  größe!\n\n  So groß.\n  """\n  p: [String!]\n',
    )
  })

  it('has its name only where no other field of the family has it', () => {
    const text = shapesText(`
      :S sh:targetClass :A ; sh:property [ sh:path :p ; sh:name "name" ], [ sh:path :q ; sh:name "name" ], [ sh:path :r ; sh:name "p" ],
        [ sh:path :s ; sh:name "iri" ] .
      :T sh:targetClass :B ; sh:property [ sh:path :p ; sh:name "name" ] .
    `)
    expect(definitionOf(text, 'A')).toBe(
      'type A { iri: ID! p: [String!] q: [String!] r: [String!] s: [String!] }',
    )
    expect(definitionOf(text, 'B')).toMatch(/^type B \{ iri: ID! name: /)
  })
})

describe('an enum', () => {
  it('has the values of a list: nodes and texts', () => {
    const text = propertyText(
      'sh:in ( :red <http://x/dark blue> <http://x/blue> "light green" "" "true" "1" :red "\\n" )'.replace(
        '<http://x/dark blue> ',
        '',
      ),
    )
    expect(definitionOf(text, 'P')).toBe(
      'enum P { red @iri(value: "http://api.stardog.com/red") blue @iri(value: "http://x/blue") light_green @literal(value: "light green")' +
        ' empty @literal(value: "") true_2 @literal(value: "true") _1 @literal(value: "1") value @literal(value: "\\n") }',
    )
  })

  it('of nodes only says what their names say', () => {
    expect(definitionOf(propertyText('sh:in ( :red so:blue <http://x/red> )'), 'P')).toBe(
      'enum P { red so_blue red_2 @iri(value: "http://x/red") }',
    )
  })

  it('is one for one list of values, and another for another', () => {
    const text = shapesText(`
      :S sh:targetClass :A ; sh:property [ sh:path :p ; sh:in ( :x :y ) ], [ sh:path so:p ; sh:in ( :x :y ) ], [ sh:path sdo:p ; sh:in ( :x ) ] .
    `)
    expect(text.match(/^enum \w+/gm)).toEqual(['enum P', 'enum P_Value'])
    expect(text).toContain('p: [P_Value!]')
  })
})

describe('shapes of shapes', () => {
  it('have what sh:node and sh:and give them, and what some of sh:or and sh:xone give', () => {
    const text = shapesText(`
      :S sh:targetClass :A ; sh:node :N ; sh:and ( [ sh:property [ sh:path :b ; sh:minCount 1 ] ] ) ;
        sh:or ( [ sh:property [ sh:path :c ; sh:minCount 1 ; sh:maxCount 1 ] ] [ sh:property [ sh:path :d ; sh:minCount 1 ] ] ) .
      :N sh:property [ sh:path :a ; sh:minCount 1 ] ; sh:node :S, :Off . :Off sh:deactivated true ; sh:property [ sh:path :e ] .
    `)
    expect(definitionOf(text, 'A')).toBe(
      'type A { iri: ID! a: [String!]! b: [String!]! c: String d: [String!] }',
    )
  })

  it('without targets are types that only fields lead to', () => {
    const text = shapesText(`
      :S sh:targetClass :A ; sh:property [ sh:path :home ; sh:node :Address ], [ sh:path :work ; sh:node [ sh:property [ sh:path :city ] ] ] .
      :Address sh:property [ sh:path :near ; sh:node :Address ] ; rdfs:comment "Where." .
      :Unused a sh:NodeShape ; sh:property [ sh:path :x ] .
    `)
    expect(text).toContain('"Where."\ntype Address {\n  iri: ID!\n  near(iri: [ID!]): [Address!]\n}')
    expect(definitionOf(text, 'Work')).toBe('type Work { iri: ID! city: [String!] }')
    expect(definitionOf(text, 'Query')).toMatch(/^type Query \{ A\(.*\): \[A!\]! \}$/)
    expect(definitionOf(text, 'Unused')).toBeUndefined()
  })
})
