import { describe, expect, it } from 'vitest'
import { defaultNamespaces } from '../rdf/namespaces.ts'
import type { Statistics } from '../sparql/statistics.ts'
import { compile } from './compile.ts'
import { RefusedQuery } from './refused-query.ts'

const statistics: Statistics = { triples: 0, predicate: () => undefined, instances: () => 0 }

function refused(query: string, variables?: Record<string, unknown>, operationName?: string): RefusedQuery {
  try {
    compile(
      { query, ...(variables && { variables }), operationName },
      { namespaces: defaultNamespaces, statistics },
    )
  } catch (error) {
    if (error instanceof RefusedQuery) return error
    throw error
  }
  throw new Error(`"${query}" was not refused`)
}

describe('a query is refused with its code, place and reason', () => {
  it.each<[query: string, code: string, place: string, message: string]>([
    ['', 'GRAPHQL_PARSE_FAILED', '1:1', 'Syntax Error: Unexpected <EOF>.'],
    ['{ Human { name }', 'GRAPHQL_PARSE_FAILED', '1:17', 'Syntax Error: Expected Name, found <EOF>.'],
    [
      '{ Human { "name" } }',
      'GRAPHQL_PARSE_FAILED',
      '1:11',
      'Syntax Error: Expected Name, found String "name".',
    ],
    [
      'type Human { name: String }',
      'GRAPHQL_VALIDATION_FAILED',
      '1:1',
      'A query document holds operations and fragments only.',
    ],
    ['fragment F on Human { name }', 'OPERATION_RESOLUTION_FAILURE', '', 'The document has no operation.'],
    [
      'mutation { Human { name } }',
      'GRAPHQL_VALIDATION_FAILED',
      '1:1',
      'Only queries can be answered; this is a mutation.',
    ],
    [
      'query A { Human { name } } query A { Droid { name } }',
      'GRAPHQL_VALIDATION_FAILED',
      '1:34',
      'There is more than one operation "A".',
    ],
    [
      '{ Human { name } } { Droid { name } }',
      'GRAPHQL_VALIDATION_FAILED',
      '1:1',
      'Of several operations each needs a name.',
    ],
    [
      'query A { Human } query B { Droid }',
      'OPERATION_RESOLUTION_FAILURE',
      '',
      'The document has several operations (A, B): "operationName" has to say which.',
    ],
    [
      '{ Human { rdff_label } }',
      'UNKNOWN_PREFIX',
      '1:11',
      'Unknown prefix "rdff" in "rdff_label". Did you mean "rdf"?',
    ],
    [
      '{ Human(orderBy: rdff_label) { name } }',
      'UNKNOWN_PREFIX',
      '1:18',
      'Unknown prefix "rdff" in "rdff_label". Did you mean "rdf"?',
    ],
    [
      '{ Human { name @optinal } }',
      'GRAPHQL_VALIDATION_FAILED',
      '1:16',
      'Unknown directive "@optinal" on a field. Did you mean "@optional"?',
    ],
    [
      '{ Human { name @optional(if: true) } }',
      'GRAPHQL_VALIDATION_FAILED',
      '1:26',
      '"@optional" takes no arguments; there is "if".',
    ],
    [
      '{ Human @optional { name } }',
      'GRAPHQL_VALIDATION_FAILED',
      '1:9',
      '"@optional" belongs to the fields of an object, not to a top-level field.',
    ],
    ['{ Human { name @skip } }', 'GRAPHQL_VALIDATION_FAILED', '1:16', '"@skip" needs the argument "if".'],
    [
      '{ Human { name @skip(when: true, if: true) } }',
      'GRAPHQL_VALIDATION_FAILED',
      '1:22',
      'Unknown argument "when" of @skip. It takes "if".',
    ],
    [
      '{ Human { name @include(if: 3) } }',
      'BAD_USER_INPUT',
      '1:29',
      '"if" of @include has to be a SPARQL expression in quotes, true or false.',
    ],
    [
      '{ Human { name @prefix(a: "http://a/") } }',
      'GRAPHQL_VALIDATION_FAILED',
      '1:16',
      '"@prefix" belongs to the operation: query @prefix(…) { … }.',
    ],
    [
      'query @prefx(a: "http://a/") { Human }',
      'GRAPHQL_VALIDATION_FAILED',
      '1:7',
      'Unknown directive "@prefx" on an operation. Did you mean "@prefix"? It takes @prefix and @config.',
    ],
    [
      'query @prefix(a: "nowhere") { Human }',
      'BAD_USER_INPUT',
      '1:18',
      '"a" has to be an absolute IRI; "nowhere" is not one.',
    ],
    [
      'query @prefix(a: "http://a/> . ?s ?p ?o") { Human }',
      'BAD_USER_INPUT',
      '1:18',
      '"a" has to be an absolute IRI; "http://a/> . ?s ?p ?o" is not one.',
    ],
    [
      'query @config(alias: "x") { Human }',
      'BAD_USER_INPUT',
      '1:22',
      '"alias" of @config is an object of names and IRIs: {name: "http://…"}.',
    ],
    [
      'query @config(alais: {a: "http://a/"}) { Human }',
      'GRAPHQL_VALIDATION_FAILED',
      '1:15',
      'Unknown argument "alais" of @config. It takes "alias" and "graph".',
    ],
    ['{ Human(first: -1) { name } }', 'BAD_USER_INPUT', '1:16', '"first" cannot be negative; it is -1.'],
    ['{ Human(skip: -3) { name } }', 'BAD_USER_INPUT', '1:15', '"skip" cannot be negative; it is -3.'],
    ['{ Human(first: "3") { name } }', 'BAD_USER_INPUT', '1:16', '"first" has to be a whole number.'],
    [
      '{ Human(orderBy: {field: name, dsc: true}) { name } }',
      'BAD_USER_INPUT',
      '1:18',
      '"orderBy" takes a field name, {field: name, desc: true}, or a list of those.',
    ],
    [
      '{ Human { friends(first: 3) { name } } }',
      'GRAPHQL_VALIDATION_FAILED',
      '1:19',
      '"first" is an argument of top-level fields; a property of that name needs an alias (@config).',
    ],
    [
      '{ Human(name: {eq: "Luke"}) { name } }',
      'BAD_USER_INPUT',
      '1:15',
      '"name" takes a number, string, boolean, name or null, or a list of those.',
    ],
    [
      '{ Human(iri: 5) { name } }',
      'BAD_USER_INPUT',
      '1:14',
      '"iri" takes an IRI in quotes, a name, or a list of those.',
    ],
    [
      '{ Human(iri: "no iri") { name } }',
      'BAD_USER_INPUT',
      '1:9',
      '"no iri" is neither an absolute IRI nor a name.',
    ],
    [
      '{ Human(name: "a", name: "b") { name } }',
      'GRAPHQL_VALIDATION_FAILED',
      '1:20',
      'The argument "name" stands twice.',
    ],
    [
      '{ Human { iri { name } } }',
      'GRAPHQL_VALIDATION_FAILED',
      '1:11',
      '"iri" is built in: it has no fields and takes no arguments.',
    ],
    [
      '{ Human { __name } }',
      'GRAPHQL_VALIDATION_FAILED',
      '1:11',
      'Unknown field "__name": names that begin with "__" belong to GraphQL.',
    ],
    [
      '{ __schema { types { name } } }',
      'INTROSPECTION_DISABLED',
      '1:3',
      'Introspection is off here: the request names no schema. Name one in the path, /{db}/graphql/{schema}, or in "@schema".',
    ],
    [
      '{ Human { a: name a: age } }',
      'GRAPHQL_VALIDATION_FAILED',
      '1:19',
      'Two different fields would both answer as "a". Give one of them an alias.',
    ],
    [
      '{ Human { ...Name } } fragment Nam on Human { name }',
      'GRAPHQL_VALIDATION_FAILED',
      '1:11',
      'Unknown fragment "Name". Did you mean "Nam"?',
    ],
    [
      '{ Human { ...A } } fragment A on Human { ...B } fragment B on Human { ...A }',
      'GRAPHQL_VALIDATION_FAILED',
      '1:71',
      'The fragment "A" spreads itself.',
    ],
    ['{ Human { name @filter } }', 'GRAPHQL_VALIDATION_FAILED', '1:16', '"@filter" needs the argument "if".'],
    [
      '{ Human { name @filter(if: 3) } }',
      'BAD_USER_INPUT',
      '1:28',
      '"if" of @filter has to be a SPARQL expression in quotes.',
    ],
    [
      '{ Human { name @filter(if: "$nam > 3") } }',
      'BAD_USER_INPUT',
      '1:28',
      'Unknown name "$nam" in an expression. There are $name.',
    ],
    [
      '{ Human @filter(if: "true") { name } }',
      'GRAPHQL_VALIDATION_FAILED',
      '1:9',
      '"@filter" belongs to the fields of an object, not to a top-level field.',
    ],
    [
      '{ Human { a @bind(to: "$b") b @bind(to: "$a") } }',
      'GRAPHQL_VALIDATION_FAILED',
      '1:11',
      '"a" is computed by @bind from itself.',
    ],
    [
      '{ Human { a @bind(to: "1") { name } } }',
      'GRAPHQL_VALIDATION_FAILED',
      '1:11',
      '"a" is computed by @bind: it has no fields and takes no arguments.',
    ],
    [
      '{ Human { x: Jedi @type } }',
      'GRAPHQL_VALIDATION_FAILED',
      '1:11',
      '"@type" makes a type of the field: it goes with no alias and no other directive but @skip, @include and @filter.',
    ],
    [
      '{ Human { friends @lang(prefer: "en") { name } } }',
      'GRAPHQL_VALIDATION_FAILED',
      '1:11',
      '"@lang" chooses among texts; "friends" has fields.',
    ],
    [
      '{ Human { name @lang(prefer: "e n") } }',
      'BAD_USER_INPUT',
      '1:30',
      '"prefer" of @lang takes language tags in order of preference: "en,de,*".',
    ],
    [
      '{ Human { name @hide(deep: true) } }',
      'GRAPHQL_VALIDATION_FAILED',
      '1:22',
      '"@hide" takes no arguments; there is "deep".',
    ],
    [
      '{ ... @optional { Human { name } } }',
      'GRAPHQL_VALIDATION_FAILED',
      '1:7',
      '"@optional" belongs to the fields of an object, not to a fragment.',
    ],
    [
      'query @config(graph: 5) { Human { name } }',
      'BAD_USER_INPUT',
      '1:22',
      '"graph" of @config takes names or IRIs of graphs: a name, an IRI in quotes, "default", or a list of those.',
    ],
    [
      'query @config(graph: a) @config(graph: b) { Human { name } }',
      'GRAPHQL_VALIDATION_FAILED',
      '1:33',
      '"graph" of @config stands twice. Several graphs are a list: graph: [a, b].',
    ],
    [
      'query @config(graph: []) { Human { name } }',
      'BAD_USER_INPUT',
      '1:22',
      '"graph" of @config has to name at least one graph.',
    ],
    [
      '{ Human { name iri @skip(if: "BOUND($name)") } }',
      'GRAPHQL_VALIDATION_FAILED',
      '1:16',
      '"iri" is there for every node: @skip and @include take true or false on it.',
    ],
    [
      '{ Human { one @bind(to: "1") @lang(prefer: "en") } }',
      'GRAPHQL_VALIDATION_FAILED',
      '1:11',
      '"@lang" chooses among texts; "one" is no property.',
    ],
    [
      '{ Human(name: $n) { name } }',
      'GRAPHQL_VALIDATION_FAILED',
      '1:15',
      'Variable "$n" is not declared by the operation.',
    ],
  ])('%s', (query, code, place, message) => {
    const [error] = refused(query).errors
    const [location] = error?.locations ?? []
    expect(error?.message).toBe(message)
    expect(error?.extensions['code']).toBe(code)
    expect(location === undefined ? '' : `${location.line}:${location.column}`).toBe(place)
  })

  it.each<[declaration: string, value: unknown, message: string]>([
    ['$n: String', undefined, 'Variable "$n" has no value.'],
    ['$n: String!', null, 'Variable "$n" of type "String!" cannot be null.'],
    ['$n: Int!', 'abc', 'Variable "$n" of type "Int!" cannot be "abc".'],
    ['$n: Int', 1.5, 'Variable "$n" of type "Int" cannot be 1.5.'],
    ['$n: String', 5, 'Variable "$n" of type "String" cannot be 5.'],
    ['$n: Boolean', 'true', 'Variable "$n" of type "Boolean" cannot be "true".'],
    ['$n: [Int!]', [1, null], 'Variable "$n" of type "[Int!]" cannot be [1,null].'],
    ['$n: Float', 'x'.repeat(100), `Variable "$n" of type "Float" cannot be "${'x'.repeat(59)}….`],
  ])('variable %s = %j', (declaration, value, message) => {
    const { errors } = refused(`query(${declaration}) { Human(name: $n) { name } }`, { n: value })
    expect(errors.map((error) => error.message)).toEqual([message])
    expect(errors[0]?.extensions['code']).toBe('BAD_USER_INPUT')
  })

  it('an unknown operation, with the name that was meant', () => {
    const { errors } = refused('query People { Human } query Robots { Droid }', {}, 'Peple')
    expect(errors[0]?.message).toBe('Unknown operation "Peple". Did you mean "People"?')
  })

  it.each([
    'true) . ?s ?p ?o . FILTER(true',
    'EXISTS { ?s ?p ?o }',
    'NOT EXISTS { ?s ?p ?o }',
    'COUNT($name) > 1',
    '(SELECT * { ?s ?p ?o })',
    'true # ',
    'true } UNION { ?s ?p ?o',
    '<http://example.org/f>($name)',
    '',
    '"',
    'true; DROP ALL',
    'SERVICE <http://example.org/> { ?s ?p ?o }',
  ])('an expression that is more than one harmless expression, or is harmless: %s', (text) => {
    const query = `{ Human { name @filter(if: ${JSON.stringify(text)}) } }`
    if (text === 'true # ') {
      expect(() => compile({ query }, { namespaces: defaultNamespaces, statistics })).not.toThrow()
    } else {
      expect(refused(query).errors[0]?.extensions['code']).toBe('BAD_USER_INPUT')
    }
  })

  it('with every error that it has', () => {
    const { errors } = refused('{ Human(first: -1) { name @nope friends(skip: 1) { __x } } }')
    expect(errors).toHaveLength(4)
  })
})
