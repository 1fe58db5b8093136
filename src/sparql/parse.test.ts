import { describe, expect, it } from 'vitest'
import { ServiceError } from '../errors.ts'
import { iri, languageString, literal, rdf, xsd } from '../rdf/term.ts'
import { bgp, call, type Expression, type Operation, term, variable } from './algebra.ts'
import { parseExpression, parseQuery } from './parse.ts'

const namespaces = new Map([
  ['', 'http://e.org/'],
  ['xsd', 'http://www.w3.org/2001/XMLSchema#'],
])
const name = (local: string) => iri(`http://e.org/${local}`)
const one = literal('1', xsd.integer)
const parse = (text: string) => parseQuery(text, { namespaces })
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

  it('makes variables of blank nodes, and does not select them', () => {
    const { operation } = parse('SELECT * { ?s :p [ :q ?o ] }')
    expect(operation).toMatchObject({ kind: 'project', variables: ['o', 's'] })
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
    ['SELECT * {\n ?s foaf:p ?o }', 'Line 2, column 5: Unknown prefix "foaf".'],
    [
      'SELECT * { ?s :p ?o BIND(1 AS ?o) }',
      'Line 1, column 31: Variable used to bind is already bound (?o).',
    ],
    ['', 'Line 1, column 1: Expected a SELECT query.'],
  ])('refuses %j with its place', (text, message) => {
    expect(failure(() => parse(text))).toEqual({ kind: 'invalidQuery', message })
  })

  it.each([
    'ASK { }',
    'CONSTRUCT WHERE { ?s ?p ?o }',
    'DESCRIBE <http://e.org/a>',
    'DELETE WHERE { ?s ?p ?o }',
    'SELECT * { SERVICE :s { } }',
    'SELECT * { ?s :p+ ?o }',
    'SELECT * { ?s :p* ?o }',
    'SELECT * { ?s :p? ?o }',
    'SELECT * { ?s !:p ?o }',
  ])('says that it does not support %s', (text) => {
    expect(failure(() => parse(text)).kind).toBe('unsupported')
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
