import { expect, it } from 'vitest'
import { parseQuery } from './parse.ts'
import { parseUpdate } from './parse-update.ts'

const options = { namespaces: new Map([['', 'http://e.org/']]) }

it.each([
  // SPARQL 1.1, 19.8, note 10
  ['SELECT * { VALUES (?a ?b) { (1 2) (1) } }', 'column 36: A row of VALUES has fewer values than'],
  ['SELECT * { VALUES (?a ?b) { () } }', 'column 29: Unexpected "()".'],
  ['SELECT * { VALUES (?a ?b) { (1 2 3) } }', 'column 34: A row of VALUES has more values than'],
  ['SELECT * { VALUES (?a ?a) { (1 2) } }', 'column 23: VALUES has ?a twice.'],
  // note 11, 18.2.4.4
  ['SELECT ?a (1 AS ?a) { }', 'column 17: AS cannot assign ?a, which is bound already.'],
  ['SELECT (1 AS ?a) { ?a :p ?b }', 'column 14: AS cannot assign ?a'],
  ['SELECT (1 AS ?a) { { SELECT ?a { } } }', 'column 14: AS cannot assign ?a'],
  ['ASK { { SELECT (1 AS ?a) { ?a :p ?b } } }', 'column 22: AS cannot assign ?a'],
  ['SELECT (1 AS ?a) { } VALUES ?a { 1 }', 'column 14: AS cannot assign ?a'],
  // note 12, 18.2.1
  ['ASK { ?a :p ?b { } BIND(1 AS ?a) }', 'column 30: BIND cannot assign ?a'],
  ['ASK { OPTIONAL { GRAPH ?g { } BIND(1 AS ?g) } }', 'column 41: BIND cannot assign ?g'],
  ['ASK { FILTER EXISTS { ?a :p ?b BIND(1 AS ?a) } }', 'column 42: BIND cannot assign ?a'],
  // note 13
  ['ASK { FILTER(COUNT(?a) > 1) }', 'Aggregates are only allowed in SELECT, HAVING, and ORDER BY clauses.'],
  ['SELECT (SUM(COUNT(?a)) AS ?b) { }', 'An aggregate function is not allowed within an aggregate function.'],
  // 11.4
  ['SELECT * { ?a :p ?b } GROUP BY ?a', 'column 8: SELECT * is not possible with GROUP BY'],
  ['SELECT ?b { ?a :p ?b } GROUP BY ?a', 'column 8: ?b is neither grouped by nor aggregated.'],
  ['SELECT ?a (COUNT(*) AS ?n) { ?a :p ?b }', 'column 8: ?a is neither grouped by nor aggregated.'],
  ['SELECT (?a + SUM(?b) AS ?n) { ?a :p ?b }', 'column 9: ?a is neither grouped by nor aggregated.'],
  ['SELECT ?a { ?a :p ?b } HAVING (SUM(?b) > 1)', 'column 8: ?a is neither'],
  ['ASK { { SELECT ?b { ?a :p ?b } GROUP BY ?a } }', 'column 16: ?b is neither'],
  // 19.6
  [
    'ASK { _:a :p ?x OPTIONAL { _:a :q ?x } }',
    'column 28: The blank node _:a is used in two basic graph patterns.',
  ],
  ['ASK { _:a :p ?x BIND(1 AS ?y) _:a :q ?x }', 'column 31: The blank node _:a'],
  ['ASK { _:a :p ?x FILTER EXISTS { _:a :q ?x } }', 'column 33: The blank node _:a'],
  ['ASK { { _:a :p ?x } UNION { _:a :q ?x } }', 'column 29: The blank node _:a'],
  ['ASK { _:a :p ?x { SELECT ?x { _:a :q ?x } } }', 'column 31: The blank node _:a'],
  // 19.2
  ["ASK { ?s ?p '\\uD800' }", 'column 14: \\uD800 is not a character.'],
  ['ASK { ?s ?p "\\U00110000" }', 'column 14: \\U00110000 is not a character.'],
  ['ASK { ?s ?p "\ud800" }', 'column 14: Half of a surrogate pair is not a character.'],
  ['ASK { ?s ?p "\\u0041\\U0001F600" . x:a ?p 1 }', 'column 34: Unknown prefix "x".'],
  ['ASK { ?s ?p "\\u0041\\u0042" } }', 'column 30: Unexpected "}".'],
  ['ASK { ?s ?p 1', 'column 14: Unexpected end.'],
])('refuses %s', (text, message) => {
  expect(() => parseQuery(text, options)).toThrow(message)
  expect(() => parseQuery(text, options)).toThrow(/^Line 1, column \d+: /)
})

it.each([
  'SELECT ?a ?a { }',
  'SELECT (1 AS ?a) (?a + 1 AS ?b) { }',
  'SELECT (COUNT(?a) AS ?n) (?n * 2 AS ?m) ?c { ?a :p ?b } GROUP BY ?b',
  'SELECT ?a (STR(?b) AS ?c) { ?a :p ?b } GROUP BY ?a ?b',
  'SELECT ?k { ?a :p ?b } GROUP BY (STR(?a) AS ?k)',
  'SELECT ?a { ?a :p ?b { SELECT (SUM(?c) AS ?d) { ?a :p ?c } } }',
  'SELECT ?a { ?a :p ?b FILTER EXISTS { SELECT (SUM(?c) AS ?d) { ?a :p ?c } } }',
  'ASK { { ?a :p ?b } { BIND(1 AS ?a) } }',
  'ASK { MINUS { ?a :p ?b } BIND(1 AS ?a) }',
  'ASK { FILTER(?a = 1) BIND(1 AS ?a) }',
  'ASK { _:a :p ?x FILTER(?x = 1) _:a :q ?x }',
  'CONSTRUCT { _:a :p ?x } { _:a :p ?x }',
  'ASK { VALUES () { () } }',
  'SELECT * { VALUES (?a ?b) { (1 UNDEF) } }',
])('reads %s', (text) => {
  expect(() => parseQuery(text, options)).not.toThrow()
})

it.each([
  ['INSERT DATA { _:a :p 1 }; INSERT DATA { :b :p _:a }', 'column 47: The blank node _:a'],
  ['INSERT { } WHERE { _:a :p ?x }; INSERT { } WHERE { _:a :p ?x }', 'column 52: The blank node _:a'],
  ['INSERT { } WHERE { ?a :p ?b BIND(1 AS ?a) }', 'column 39: BIND cannot assign ?a'],
])('refuses the update %s', (text, message) => {
  expect(() => parseUpdate(text, options)).toThrow(message)
})

it('reads a label in several templates', () => {
  const text = 'INSERT { ?x :p _:a } WHERE { _:a :p ?x }; INSERT { ?x :p _:a } WHERE { ?x :p 1 }'
  expect(() => parseUpdate(text, options)).not.toThrow()
})
