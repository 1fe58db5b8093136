import { describe, expect, it } from 'vitest'
import { ServiceError } from '../errors.ts'
import { blank, iri, languageString, literal, rdf, xsd } from '../rdf/term.ts'
import { bgp, call, type Expression, type Operation, term, variable } from './algebra.ts'
import { parseExpression, parseQuery } from './parse.ts'
import type { Query } from './query-form.ts'

const namespaces = new Map([
  ['', 'http://e.org/'],
  ['xsd', 'http://www.w3.org/2001/XMLSchema#'],
])
const name = (local: string) => iri(`http://e.org/${local}`)
const one = literal('1', xsd.integer)
const parse = (text: string) => parseQuery(text, { namespaces })
const patternOf = (pattern: string) => parseQuery(`ASK { ${pattern} }`, { namespaces }).operation
const failure = (parsing: () => unknown): { kind: string; message: string } => {
  try {
    parsing()
  } catch (error) {
    if (error instanceof ServiceError) return { kind: error.kind, message: error.message }
    throw error
  }
  throw new Error('No error')
}
const triple = (subject: string, predicate: string, object: string) => ({
  subject: variable(subject),
  predicate: name(predicate),
  object: variable(object),
})

describe('parseQuery', () => {
  it('reads patterns with stored prefixes, `a`, and relative IRIs', () => {
    expect(
      parseQuery('SELECT ?0 { ?0 a :C ; <p> "x"@EN }', { namespaces, baseIri: 'http://b.org/d/' }),
    ).toEqual({
      kind: 'select',
      operation: {
        kind: 'project',
        variables: ['0'],
        operand: bgp([
          { subject: variable('0'), predicate: iri(rdf.type), object: name('C') },
          { subject: variable('0'), predicate: iri('http://b.org/d/p'), object: languageString('x', 'en') },
        ]),
      },
    })
  })

  it('makes variables of blank nodes, and does not select them; `*` selects in the order of the text', () => {
    const { operation } = parse('SELECT * { ?s :p [ :q ?o ] }')
    expect(operation).toMatchObject({ kind: 'project', variables: ['s', 'o'] })
  })

  it('reads the dataset', () => {
    const { dataset } = parse('SELECT * FROM :g FROM NAMED :n { }')
    expect(dataset).toEqual({ default: ['http://e.org/g'], named: ['http://e.org/n'] })
    expect(parse('SELECT * { }').dataset).toBeUndefined()
  })

  it.each<[string, Operation]>([
    [
      '?a :p ?b OPTIONAL { ?a :q ?c FILTER(?c = 1) }',
      {
        kind: 'leftJoin',
        left: bgp([triple('a', 'p', 'b')]),
        right: bgp([triple('a', 'q', 'c')]),
        condition: call('=', variable('c'), term(one)),
      },
    ],
    [
      '?a :p ?b MINUS { ?a :q ?b }',
      {
        kind: 'minus',
        left: bgp([triple('a', 'p', 'b')]),
        right: bgp([triple('a', 'q', 'b')]),
      },
    ],
    [
      '{ ?a :p ?b } UNION { } BIND(URI("x") AS ?u)',
      {
        kind: 'extend',
        operand: { kind: 'union', operands: [bgp([triple('a', 'p', 'b')]), bgp([])] },
        variable: 'u',
        expression: call('IRI', term(literal('x'))),
      },
    ],
    [
      'VALUES (?a ?b) { (1 UNDEF) } GRAPH ?g { ?a :p ?b }',
      {
        kind: 'join',
        operands: [
          { kind: 'values', variables: ['a', 'b'], rows: [[one, null]] },
          { kind: 'graph', name: variable('g'), operand: bgp([triple('a', 'p', 'b')]) },
        ],
      },
    ],
    ['?a :p/^:q ?b', bgp([triple('a', 'p', 'var0'), triple('b', 'q', 'var0')])],
    [
      '?a :p|(^:q/:r) ?b',
      {
        kind: 'union',
        operands: [bgp([triple('a', 'p', 'b')]), bgp([triple('step0', 'q', 'a'), triple('step0', 'r', 'b')])],
      },
    ],
    [
      '?a :p ?b FILTER(NOT EXISTS { ?a :q ?b } && ?a NOT IN (:x))',
      {
        kind: 'filter',
        operand: bgp([triple('a', 'p', 'b')]),
        condition: call(
          '&&',
          { kind: 'exists', negated: true, operand: bgp([triple('a', 'q', 'b')]) },
          call('NOT IN', variable('a'), term(name('x'))),
        ),
      },
    ],
  ])('reads %s', (pattern, operand) => {
    expect(parse(`SELECT ?a { ${pattern} }`).operation).toEqual({
      kind: 'project',
      variables: ['a'],
      operand,
    })
  })

  it('gives aggregates the names of their author', () => {
    expect(
      parse('SELECT ?a (COUNT(*) AS ?n) { ?a :p ?b } GROUP BY ?a ORDER BY DESC(COUNT(*)) LIMIT 1').operation,
    ).toEqual({
      kind: 'slice',
      offset: 0,
      limit: 1,
      operand: {
        kind: 'project',
        variables: ['a', 'n'],
        operand: {
          kind: 'orderBy',
          comparators: [{ expression: variable('n'), descending: true }],
          operand: {
            kind: 'group',
            keys: ['a'],
            aggregates: [{ variable: 'n', function: 'count', distinct: false }],
            operand: bgp([triple('a', 'p', 'b')]),
          },
        },
      },
    })
  })

  it.each([
    ['SELECT * {\n ?s :p ?o\n FILTER(?o IN (1, ) }', 'Line 3, column 19: Unexpected ")".'],
    ['SELECT * { ?s :p ?o', 'Line 1, column 20: Unexpected end.'],
    ['SELECT * { ?s :p " }', 'Line 1, column 18: Unexpected "\\"".'],
    ['SELEC * { }', 'Line 1, column 1: Unexpected "SELEC". Did you mean SELECT?'],
    ['SELECTT * { }', 'Line 1, column 1: Unexpected "SELECTT". Did you mean SELECT?'],
    ['SELECT *\nwher { }', 'Line 2, column 1: Unexpected "wher". Did you mean WHERE?'],
    // The grammar reads IN and DESC at the beginning of these.
    ['describ :s', 'Line 1, column 1: Unexpected "describ". Did you mean DESCRIBE?'],
    ['SELECT * { ?s :p ?o OPTINAL { } }', 'Line 1, column 21: Unexpected "OPTINAL". Did you mean OPTIONAL?'],
    [
      'SELECT * { FILTER(CONTANS(?a, "x")) }',
      'Line 1, column 19: Unexpected "CONTANS". Did you mean CONTAINS?',
    ],
    ['SELECT * { ?s :p banana }', 'Line 1, column 18: Unexpected "banana".'],
    ['SELECT * { ?s :p ünï1 }', 'Line 1, column 18: Unexpected "ünï1".'],
    ['SELECT * { } ASK { }', 'Line 1, column 14: Unexpected "ASK".'],
    ['\\u0053ELEC * { } \\u0041KS', 'Line 1, column 1: Unexpected "S".'],
    [`SELECT * { ${'x'.repeat(500)} }`, `Line 1, column 12: Unexpected "${'x'.repeat(60)}…".`],
    ['SELECT * {\n ?s foaf:p ?o }', 'Line 2, column 5: Unknown prefix "foaf".'],
    [
      'SELECT * { ?s :p ?o BIND(1 AS ?o) }',
      'Line 1, column 31: BIND cannot assign ?o, which is bound before it.',
    ],
    [
      'PREFIX foaf: <http://f/> ASK { ?s foaff:p ?o }',
      'Line 1, column 35: Unknown prefix "foaff". Did you mean "foaf"?',
    ],
    ['SELECT * { ?s :p <x> }', 'Line 1, column 18: The relative IRI <x> has no base.'],
    ['', 'Line 1, column 1: Expected a query.'],
    ['PREFIX x: <http://x/>\n', 'Line 2, column 1: Expected a query.'],
    ['DELETE WHERE { ?s ?p ?o }', 'Line 1, column 1: Expected a query, not an update.'],
  ])('refuses %j with its place', (text, message) => {
    expect(failure(() => parse(text))).toEqual({ kind: 'invalidQuery', message })
  })

  it.each<[string, Query]>([
    [
      'ASK FROM :g { ?s :p ?o } LIMIT 1',
      {
        kind: 'ask',
        dataset: { default: ['http://e.org/g'], named: [] },
        operation: { kind: 'slice', operand: bgp([triple('s', 'p', 'o')]), offset: 0, limit: 1 },
      },
    ],
    [
      'CONSTRUCT { ?s :p _:x . _:x :q [] } WHERE { ?s :p ?o } OFFSET 2',
      {
        kind: 'construct',
        template: [
          { ...triple('s', 'p', 's'), object: blank('b0') },
          { subject: blank('b0'), predicate: name('q'), object: blank('b1') },
        ],
        operation: { kind: 'slice', operand: bgp([triple('s', 'p', 'o')]), offset: 2 },
      },
    ],
    [
      // The short form makes new nodes of its blank nodes, as if the template had been written out (16.2.4).
      'CONSTRUCT WHERE { ?s :p [] }',
      {
        kind: 'construct',
        template: [{ ...triple('s', 'p', 's'), object: blank('b0') }],
        operation: bgp([triple('s', 'p', 'node0')]),
      },
    ],
    ['DESCRIBE :a ?x', { kind: 'describe', terms: [name('a'), variable('x')], operation: bgp([]) }],
    [
      'DESCRIBE * { ?s :p [ :q ?o ] } LIMIT 3',
      {
        kind: 'describe',
        terms: [variable('s'), variable('o')],
        operation: {
          kind: 'slice',
          offset: 0,
          limit: 3,
          operand: bgp([triple('node0', 'q', 'o'), triple('s', 'p', 'node0')]),
        },
      },
    ],
  ])('reads %s', (text, query) => {
    expect(parse(text)).toEqual(query)
  })

  it('reads SERVICE', () => {
    const operation = patternOf('SERVICE SILENT ?e { ?s :p ?o }')
    expect(operation).toEqual({
      kind: 'service',
      endpoint: variable('e'),
      silent: true,
      operand: bgp([triple('s', 'p', 'o')]),
    })
  })

  it.each([
    ['!:p', { kind: 'negated', forward: ['http://e.org/p'] }],
    ['!(:p|:q)', { kind: 'negated', forward: ['http://e.org/p', 'http://e.org/q'] }],
    [
      '(!^:p)+',
      { kind: 'repeated', times: 'oneOrMore', path: { kind: 'negated', inverse: ['http://e.org/p'] } },
    ],
    ['!(:p|^:q)', { kind: 'negated', forward: ['http://e.org/p'], inverse: ['http://e.org/q'] }],
    [
      '(^:p/:q)*',
      {
        kind: 'repeated',
        times: 'zeroOrMore',
        path: {
          kind: 'sequence',
          paths: [
            { kind: 'inverse', path: { kind: 'link', iri: 'http://e.org/p' } },
            { kind: 'link', iri: 'http://e.org/q' },
          ],
        },
      },
    ],
  ])('reads the path %s', (path, expected) => {
    expect(patternOf(`?s ${path} ?o`)).toMatchObject({
      kind: 'path',
      subject: variable('s'),
      path: expected,
      object: variable('o'),
    })
  })

  it('turns a negated set that only goes backwards around', () => {
    const path = { kind: 'negated', forward: ['http://e.org/p'] }
    expect(patternOf('?s !^:p ?o')).toEqual({
      kind: 'path',
      subject: variable('o'),
      path,
      object: variable('s'),
    })
  })

  it('tells BNODE of a string the solution that it is evaluated in, once for all expressions of one SELECT', () => {
    const { operation } = parseQuery('SELECT (BNODE("a") AS ?x) (CONCAT("b", BNODE(?x)) AS ?y) { }', {
      namespaces,
    })
    const named = (value: Expression) => call('BNODE', value, variable('step0'))
    const text = (value: string) => term(literal(value))
    const key: Operation = { kind: 'extend', operand: bgp([]), variable: 'step0', expression: call('BNODE') }
    const first: Operation = { kind: 'extend', operand: key, variable: 'x', expression: named(text('a')) }
    const expression = call('CONCAT', text('b'), named(variable('x')))
    expect(operation).toEqual({
      kind: 'project',
      variables: ['x', 'y'],
      operand: { kind: 'extend', operand: first, variable: 'y', expression },
    })
    const separate = parseQuery(
      'ASK { { BIND(BNODE("a") AS ?x) } { BIND(BNODE("a") AS ?y) } BIND(BNODE("a") AS ?z) }',
      { namespaces },
    )
    expect(JSON.stringify(separate).match(/"variable":"step\d"/g)).toEqual([
      '"variable":"step0"',
      '"variable":"step1"',
    ])
  })

  it('keeps what patterns cannot say of a property path', () => {
    const { operation } = parse('SELECT * { ?s :a/:p+ ?o }')
    expect(JSON.stringify(operation)).toContain('"times":"oneOrMore"')
  })

  it('refuses nesting that it cannot follow', () => {
    const depth = 20000
    expect(failure(() => parse(`SELECT * ${'{'.repeat(depth)}${'}'.repeat(depth)}`)).kind).toBe(
      'invalidQuery',
    )
  })
})

describe('parseExpression', () => {
  it.each<[string, Expression]>([
    ['?x + 1', call('+', variable('x'), term(one))],
    ['-?x', call('UMINUS', variable('x'))],
    ['isURI(?x) # why', call('isIRI', variable('x'))],
    ['strlen(")")', call('STRLEN', term(literal(')')))],
    ['"EXISTS COUNT("', term(literal('EXISTS COUNT('))],
    ['?count', variable('count')],
    ['xsd:integer(?x)', { kind: 'function', iri: xsd.integer, arguments: [variable('x')] }],
    [':exists', term(name('exists'))],
  ])('reads %s', (text, expression) => {
    expect(parseExpression(text, { namespaces })).toEqual(expression)
  })

  it.each([
    'true) . ?s ?p ?o . FILTER(true',
    'true) FILTER(true',
    'true) { } FILTER(true',
    'true) } VALUES (?x) { (1',
    'true) } GROUP BY (?x',
    'true) } HAVING (?x',
    'true) BIND(1 AS ?x',
    'true) #',
    '?x ?y',
    '',
    '   ',
    ')',
    '(',
    'SELECT',
    '?x; DROP ALL',
    'true) . ?s ?p "\\u0022) . FILTER(true',
  ])('refuses %j', (text) => {
    expect(failure(() => parseExpression(text, { namespaces })).kind).toBe('invalidQuery')
  })

  it.each([
    ['true &&\n EXISTS { ?s ?p ?o }', 'Line 2, column 2: EXISTS cannot be used in an expression here.'],
    ['1 < count(?x)', 'Line 1, column 5: COUNT cannot be used in an expression here.'],
    ['?x = 1 +', 'Line 1, column 9: Unexpected end.'],
    ['?x &&& 1', 'Line 1, column 6: Unexpected "&".'],
  ])('refuses %j with its place', (text, message) => {
    expect(failure(() => parseExpression(text, { namespaces })).message).toBe(message)
  })
})
