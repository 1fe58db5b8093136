import { describe, expect, it } from 'vitest'
import { ServiceError } from '../errors.ts'
import { blank, iri, languageString, literal, rdf, xsd } from '../rdf/term.ts'
import {
  bgp,
  call,
  type Expression,
  join,
  type Operation,
  type PatternTerm,
  term,
  union,
  variable,
} from './algebra.ts'
import { parseQuery } from './parse.ts'
import { printQuery, usedPrefixes } from './print.ts'
import type { NegatedPropertySet } from './property-path.ts'
import type { Query } from './query-form.ts'

const namespaces = new Map([
  ['', 'http://api.stardog.com/'],
  ['rdf', 'http://www.w3.org/1999/02/22-rdf-syntax-ns#'],
  ['xsd', 'http://www.w3.org/2001/XMLSchema#'],
  ['stardog', 'tag:stardog:api:'],
])

const name = (local: string) => iri(`http://api.stardog.com/${local}`)
const triple = (subject: string, predicate: string, object: PatternTerm) =>
  bgp([{ subject: variable(subject), predicate: name(predicate), object }])
const a = triple('0', 'a', variable('1'))
const b = triple('0', 'b', variable('2'))
const condition = call('=', variable('1'), term(literal('1', xsd.integer)))
const print = (operation: Operation) =>
  printQuery({ kind: 'select', operation }, { namespaces, scope: 'none' })
const body = (operation: Operation) => print(operation).replace(/^SELECT \*\n/, '')
const expression = (value: Expression) => {
  const text = body({ kind: 'filter', operand: bgp([]), condition: value })
  return text.slice('{\nFILTER('.length, -')\n}\n'.length)
}

describe('printQuery', () => {
  it('prints a query for people', () => {
    const operation = bgp([
      { subject: variable('0'), predicate: iri(rdf.type), object: name('Character') },
      { subject: variable('0'), predicate: name('name'), object: variable('1') },
    ])
    expect(printQuery({ kind: 'select', operation }, { namespaces })).toBe(
      'SELECT *\nFROM <tag:stardog:api:context:local>\n{\n?0 rdf:type :Character .\n?0 :name ?1 .\n}\n',
    )
  })

  it('declares the prefixes that the text uses, and only those', () => {
    expect(printQuery({ kind: 'select', operation: a }, { namespaces, scope: 'none', prefixes: true })).toBe(
      'PREFIX : <http://api.stardog.com/>\nSELECT *\n{\n?0 :a ?1 .\n}\n',
    )
  })

  it('names the graphs of a dataset', () => {
    const dataset = { default: ['http://e.org/g'], named: ['http://e.org/n'] }
    expect(printQuery({ kind: 'select', dataset, operation: a }, { namespaces })).toBe(
      'SELECT *\nFROM <http://e.org/g>\nFROM NAMED <http://e.org/n>\n{\n?0 :a ?1 .\n}\n',
    )
  })

  it.each<[string, Operation, string]>([
    ['nothing', bgp([]), '{\n}\n'],
    ['an empty union', union([]), '{\nVALUES () { }\n}\n'],
    [
      'a union joined to a core',
      join([a, union([b, bgp([])])]),
      '{\n?0 :a ?1 .\n{\n?0 :b ?2 .\n} UNION {\n}\n}\n',
    ],
    [
      'an optional part with its condition',
      { kind: 'leftJoin', left: a, right: b, condition },
      '{\n?0 :a ?1 .\nOPTIONAL {\n?0 :b ?2 .\nFILTER(?1 = 1)\n}\n}\n',
    ],
    [
      'an optional part that is a filter by itself',
      { kind: 'leftJoin', left: a, right: { kind: 'filter', operand: b, condition } },
      '{\n?0 :a ?1 .\nOPTIONAL {\n{\n?0 :b ?2 .\nFILTER(?1 = 1)\n}\n}\n}\n',
    ],
    [
      'a filter under a join',
      join([{ kind: 'filter', operand: a, condition }, b]),
      '{\n{\n?0 :a ?1 .\nFILTER(?1 = 1)\n}\n?0 :b ?2 .\n}\n',
    ],
    [
      'an optional part as the second operand of a join',
      join([b, { kind: 'leftJoin', left: a, right: b }]),
      '{\n?0 :b ?2 .\n{\n?0 :a ?1 .\nOPTIONAL {\n?0 :b ?2 .\n}\n}\n}\n',
    ],
    [
      'what is bound and subtracted, in a graph',
      {
        kind: 'graph',
        name: name('g'),
        operand: {
          kind: 'minus',
          left: { kind: 'extend', operand: a, variable: 'x', expression: variable('1') },
          right: b,
        },
      },
      '{\nGRAPH :g {\n?0 :a ?1 .\nBIND(?1 AS ?x)\nMINUS {\n?0 :b ?2 .\n}\n}\n}\n',
    ],
    [
      'inline data',
      { kind: 'values', variables: ['x', 'y'], rows: [[name('n'), null]] },
      '{\nVALUES (?x ?y) {\n(:n UNDEF)\n}\n}\n',
    ],
    [
      'a page of nodes',
      join([{ kind: 'slice', operand: a, offset: 2, limit: 3 }, b]),
      '{\n{\nSELECT *\n{\n?0 :a ?1 .\n}\nLIMIT 3\nOFFSET 2\n}\n?0 :b ?2 .\n}\n',
    ],
    [
      'a condition that something exists',
      { kind: 'filter', operand: a, condition: { kind: 'exists', negated: false, operand: b } },
      '{\n?0 :a ?1 .\nFILTER(EXISTS {\n?0 :b ?2 .\n})\n}\n',
    ],
  ])('prints %s', (_, operation, text) => {
    expect(body(operation)).toBe(text)
  })

  it('prints all modifiers in one SELECT', () => {
    const group: Operation = {
      kind: 'group',
      operand: a,
      keys: ['0'],
      aggregates: [{ variable: 'n', function: 'count', distinct: true, expression: variable('1') }],
    }
    const ordered: Operation = {
      kind: 'orderBy',
      operand: group,
      comparators: [
        { expression: variable('n'), descending: true },
        { expression: variable('0'), descending: false },
      ],
    }
    const operation: Operation = {
      kind: 'slice',
      operand: { kind: 'distinct', operand: { kind: 'project', operand: ordered, variables: ['0', 'n'] } },
      offset: 0,
      limit: 0,
    }
    expect(print(operation)).toBe(
      'SELECT DISTINCT ?0 (COUNT(DISTINCT ?1) AS ?n)\n{\n?0 :a ?1 .\n}\nGROUP BY ?0\nORDER BY DESC(?n) ?0\nLIMIT 0\n',
    )
  })

  it('prints a projection of nothing', () => {
    expect(print({ kind: 'project', operand: a, variables: [] })).toBe('SELECT ?none0\n{\n?0 :a ?1 .\n}\n')
  })

  it.each([
    'SELECT DISTINCT ?s FROM :g FROM NAMED :h { ?s :p ?o } ORDER BY ?s LIMIT 3',
    'ASK { ?s :p ?o }',
    'ASK FROM :g { ?s :p ?o } ORDER BY ?s OFFSET 2',
    'ASK { { SELECT ?s { ?s :p ?o } } UNION { ?s :q ?o } }',
    'CONSTRUCT { ?s :p _:x . _:x ?p [], "a"@en } FROM :g { ?s :p ?o } ORDER BY DESC(?s) LIMIT 1',
    'CONSTRUCT WHERE { ?s :p ?o }',
    'CONSTRUCT { } { }',
    'CONSTRUCT { ?s :p ?o } { SELECT DISTINCT ?s ?o { ?s :p ?o } } LIMIT 1',
    'DESCRIBE :a ?s { ?s :p ?o } LIMIT 1',
    'DESCRIBE <http://x.org/a>',
    'DESCRIBE * { }',
    'ASK { ?s !(:a|^:b) ?o ; !:a ?p . ?o (:a/^:b|!^:c)* ?s }',
    'ASK { SERVICE SILENT ?e { ?s :p ?o } ?s :p+ ?o }',
    'BASE <http://b.org/> SELECT (IRI("x") AS ?x) (URI(STR(?x)) AS ?y) { }',
    'ASK FROM <tag:espalier:context:none> { }',
  ])('prints %s so that it says the same', (text) => {
    const query = parseQuery(text, { namespaces })
    const printed = printQuery(query, { namespaces, scope: 'none', prefixes: true })
    expect(parseQuery(printed, { namespaces: new Map() })).toEqual(query)
  })

  it('prints the other forms', () => {
    const operation: Operation = { kind: 'slice', operand: a, offset: 0, limit: 1 }
    const template = [{ subject: blank('b0'), predicate: name('a'), object: variable('1') }]
    const print = (query: Query) => printQuery(query, { namespaces })
    const rest = '\nFROM <tag:stardog:api:context:local>\n{\n?0 :a ?1 .\n}\nLIMIT 1\n'
    expect(print({ kind: 'ask', operation })).toBe(`ASK${rest}`)
    expect(print({ kind: 'construct', template, operation })).toBe(`CONSTRUCT {\n_:b0 :a ?1 .\n}${rest}`)
    expect(print({ kind: 'describe', terms: [name('n'), variable('0')], operation })).toBe(
      `DESCRIBE :n ?0${rest}`,
    )
    // `*` would describe what the pattern binds.
    expect(print({ kind: 'describe', terms: [], operation })).toBe(`DESCRIBE ?none0${rest}`)
  })

  it('prints a dataset of no graphs as one', () => {
    const dataset = { default: [], named: [] }
    const text = printQuery({ kind: 'ask', dataset, operation: a }, { namespaces })
    expect(text).toContain('FROM <tag:espalier:context:none>')
    expect(parseQuery(text, { namespaces }).dataset).toEqual(dataset)
  })

  it('prints a group of all solutions without aggregates, of which nothing can be seen', () => {
    const group: Operation = { kind: 'group', operand: a, keys: [], aggregates: [] }
    const counted = 'SELECT (COUNT(*) AS ?none0)\n{\n?0 :a ?1 .\n}\n'
    expect(print(group)).toBe(`SELECT ?none1\n{\n${counted}}\n`)
    expect(body(join([group, b]))).toBe(`{\n{\nSELECT ?none1\n{\n${counted}}\n}\n?0 :b ?2 .\n}\n`)
  })

  it.each<[NegatedPropertySet, string]>([
    [{ kind: 'negated', forward: ['http://api.stardog.com/a'] }, '!(:a)'],
    [{ kind: 'negated', inverse: ['http://api.stardog.com/a'] }, '!(^:a)'],
    [
      { kind: 'negated', forward: ['http://api.stardog.com/a'], inverse: ['http://api.stardog.com/b'] },
      '!(:a|^:b)',
    ],
    [{ kind: 'negated', forward: [] }, '(rdf:type|!(rdf:type))'],
    [{ kind: 'negated', forward: ['http://api.stardog.com/a'], inverse: [] }, '(^rdf:type|!(:a|^rdf:type))'],
    [{ kind: 'negated', forward: [], inverse: [] }, '(rdf:type|^rdf:type|!(rdf:type|^rdf:type))'],
  ])('%# prints a negated set', (path, text) => {
    expect(body({ kind: 'path', subject: variable('s'), path, object: variable('o') })).toBe(
      `{\n?s ${text} ?o .\n}\n`,
    )
  })

  it('knows the prefixes that any form uses', () => {
    const query = parseQuery('DESCRIBE stardog:x { ?s (:p|a)* ?o }', { namespaces })
    expect([...usedPrefixes(query, namespaces).keys()]).toEqual(['', 'stardog'])
    const template = parseQuery('CONSTRUCT { ?s xsd:p _:b } { ?s !(^rdf:x) ?o }', { namespaces })
    expect([...usedPrefixes(template, namespaces).keys()]).toEqual(['rdf', 'xsd'])
  })

  it('refuses to bind a variable again', () => {
    const operation: Operation = { kind: 'extend', operand: a, variable: '1', expression: variable('0') }
    expect(() => print(operation)).toThrow('rebinds')
  })
})

describe('expressions', () => {
  it.each<[Expression, string]>([
    [call('+', variable('x'), term(literal('-5', xsd.integer))), '?x + -5'],
    [call('UMINUS', term(literal('5', xsd.integer))), '-(5)'],
    [call('!', call('&&', variable('x'), call('||', variable('y'), variable('z')))), '!(?x && (?y || ?z))'],
    [call('NOT IN', call('+', variable('x'), variable('y')), variable('z')), '(?x + ?y) NOT IN (?z)'],
    [call('IN', variable('x')), '?x IN ()'],
    [call('COALESCE'), 'COALESCE()'],
    [call('=', call('STRLEN', variable('x')), variable('y')), 'STRLEN(?x) = ?y'],
    [{ kind: 'function', iri: xsd.integer, arguments: [variable('x')] }, 'xsd:integer(?x)'],
  ])('%# prints as expected', (value, text) => {
    expect(expression(value)).toBe(text)
  })
})

describe('terms', () => {
  it.each([
    [literal('a'), '"a"'],
    [literal('" } \n\\'), '"\\" } \\n\\\\"'],
    [literal('\\u0022'), '"\\\\\\u00750022"'],
    [languageString('a', 'de-CH'), '"a"@de-ch'],
    [literal('1', xsd.integer), '1'],
    [literal('1 ', xsd.integer), '"1 "^^xsd:integer'],
    [literal('1.', xsd.decimal), '"1."^^xsd:decimal'],
    [literal('1.e5', xsd.double), '1.e5'],
    [literal('1', xsd.boolean), '"1"^^xsd:boolean'],
    [literal('x', 'http://e.org/t'), '"x"^^<http://e.org/t>'],
    [name('a.b-c'), ':a.b-c'],
    [name('a.'), '<http://api.stardog.com/a.>'],
    [name('a/b'), '<http://api.stardog.com/a/b>'],
    [name(''), '<http://api.stardog.com/>'],
    [iri('tag:stardog:api:context:local'), '<tag:stardog:api:context:local>'],
    [name('größe'), ':größe'],
  ])('%# prints as expected', (value, text) => {
    expect(expression(term(value))).toBe(text)
  })

  it.each(['http://e.org/> . ?s ?p ?o', 'http://e.org/a b', 'http://e.org/\\u003E', 'http://e.org/\n', '<'])(
    'refuses %j as an IRI',
    (value) => {
      expect(() => expression(term(iri(value)))).toThrow(ServiceError)
    },
  )

  it.each(['', 'en . ?s ?p ?o', '1', 'en-'])('refuses %j as a language', (value) => {
    expect(() => expression(term(languageString('a', value)))).toThrow(ServiceError)
  })

  it.each(['', 'x y', 'x)'])('refuses %j as a variable', (value) => {
    expect(() => expression(variable(value))).toThrow('variable')
  })
})
