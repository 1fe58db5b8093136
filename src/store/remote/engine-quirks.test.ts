import { describe, expect, it } from 'vitest'
import { parseQuery } from '../../sparql/parse.ts'
import { printQuery } from '../../sparql/print.ts'
import { engineOf, engines, inWordsOf, quirksOf } from './engine-quirks.ts'

/** A query as Virtuoso is asked it, in one line. */
function onVirtuoso(query: string): string {
  const namespaces = new Map([['', 'http://x.example/']])
  const asked = inWordsOf('virtuoso', parseQuery(query, { namespaces }))
  return printQuery(asked, { namespaces, scope: 'none' }).trim().replace(/\s+/g, ' ')
}

describe('the table of engines', () => {
  it('has a reason for each change of queries', () => {
    for (const { queries } of Object.values(engines)) {
      for (const { reason } of queries) expect(reason.length).toBeGreaterThan(20)
    }
  })

  it('knows engines by what they say of themselves', () => {
    expect(engineOf('Virtuoso/07.20.3229 (Linux) x86_64-pc-linux-gnu  ')).toBe('virtuoso')
    expect(engineOf('Apache Jena Fuseki (4.10.0)')).toBe('fuseki')
    expect(engineOf('nginx')).toBeUndefined()
    expect(engineOf(undefined)).toBeUndefined()
  })

  it('knows nothing of engines that are not in it', () => {
    for (const name of [undefined, '', 'another', 'toString', '__proto__'])
      expect(quirksOf(name)).toEqual({ queries: [] })
  })

  it('leaves queries to other engines as they are', () => {
    const query = parseQuery('SELECT * { ?s ?p ?o BIND(?o = 1 AS ?x) } OFFSET 3', { namespaces: new Map() })
    expect(inWordsOf('fuseki', query)).toEqual(query)
    expect(inWordsOf(undefined, query)).toEqual(query)
  })
})

describe('queries to Virtuoso', () => {
  it.each([
    ['a plain query', 'SELECT ?s { ?s :p ?o . FILTER(BOUND(?o)) }', '?s :p ?o . FILTER(BOUND(?o))'],
    [
      'a condition on a computed variable',
      'SELECT ?s { ?s :p ?o BIND(STR(?o) AS ?x) FILTER(BOUND(?x) && ?s != :a) }',
      'FILTER(IF(BOUND(?x), true, false) && (?s != :a))',
    ],
    [
      'a path of one step or more',
      'SELECT * { ?s :p+ ?o }',
      '{ SELECT DISTINCT ?s ?o { ?s :p ?step0 . ?step0 (:p*) ?o . } }',
    ],
    [
      'a path of several links, either way, within EXISTS',
      'SELECT * { ?step0 :q ?s FILTER(EXISTS { ?s (:p|^:r)+ ?o . }) }',
      'FILTER(EXISTS { { ?s :p ?step1 . ?step1 ((:p|(^:r))*) ?o . } UNION { ?step2 :r ?s . ?step2 ((:p|(^:r))*) ?o . } })',
    ],
    [
      'a path of any length from what a triple says',
      'SELECT * { ?s :q ?o . ?s (:p|^:p)* ?t }',
      '?s :q ?o . { SELECT DISTINCT ?s ?t { ?s :q ?o . ?s ((:p|(^:p))*) ?t . } }',
    ],
    [
      'a path of any length from a name, within EXISTS',
      'SELECT * { ?s :q ?o FILTER(EXISTS { ?s :r ?t . ?t :p* :a }) }',
      '{ SELECT DISTINCT ?t { { BIND(:a AS ?t) } UNION { ?t :p ?step0 . ?step0 (:p*) :a . } } }',
    ],
    [
      'a path of several links and any length from a name',
      'SELECT * { ?s :r ?t . ?t (:p|^:p)* :a }',
      '?s :r ?t . { SELECT DISTINCT ?t { ?t ((:p|(^:p))*) :a . } }',
    ],
    [
      'a path of any length of which nothing says where to start',
      'SELECT * { ?s :p* ?o . ?s ?o ?x . OPTIONAL { ?o :p* ?y } }',
      'OPTIONAL { ?o (:p*) ?y . }',
    ],
    ['a path of chains', 'SELECT ?s { ?s (:p/:q)+ :o }', '?s ((:p/:q)+) :o .'],
    ['a path between names', 'SELECT ?s { ?s :p ?o . :a :p+ :b }', ':a (:p+) :b .'],
    [
      'a condition with EXISTS on a union',
      'SELECT ?s { { ?s :p 1 } UNION { ?s :p 2 } FILTER EXISTS { ?s :q ?o } }',
      '{ ?s :p 1 . FILTER(EXISTS { ?s :q ?o . }) } UNION { ?s :p 2 . FILTER(EXISTS { ?s :q ?o . }) }',
    ],
    [
      'a sum',
      'SELECT ?x { ?s :p ?o BIND(?o * (?o + 1) AS ?x) }',
      'BIND(IF(isNumeric(?o), ?o * (?o + 1), COALESCE()) AS ?x)',
    ],
    [
      'a comparison with a number',
      'SELECT ?s { ?s :p ?o FILTER(?o > 2 && (?o < 5 || ?s = :a)) }',
      'FILTER((isNumeric(?o) && (?o > 2)) && (IF(isNumeric(?o), ?o < 5, COALESCE()) || (?s = :a)))',
    ],
    [
      'a comparison of what may be unbound',
      'SELECT ?s { ?s :p ?o OPTIONAL { ?s :q ?x } FILTER(?x != :a && !(?x = ?o)) }',
      'FILTER((BOUND(?x) && (?x != :a)) && (!(IF(BOUND(?x), ?x = ?o, COALESCE()))))',
    ],
    ['a comparison of texts', 'SELECT ?s { ?s :p ?o FILTER(?o > "a") }', 'FILTER(?o > "a")'],
    [
      'a computed boolean',
      'SELECT ?x { ?s :p ?o BIND(IF(?s = :a, ?o = 1, "none") AS ?x) }',
      'BIND(IF(?s = :a, STRDT(STR(?o = 1), <http://www.w3.org/2001/XMLSchema#boolean>), "none") AS ?x)',
    ],
    ['an offset without a limit', 'SELECT ?s { ?s :p ?o } OFFSET 5', 'LIMIT 2000000000 OFFSET 5'],
    [
      'a page of a subselect with EXISTS',
      'SELECT * { { SELECT DISTINCT ?s { ?s :p ?o FILTER EXISTS { ?s :q ?x } } LIMIT 5 } ?s :r ?n }',
      '} ORDER BY ?s LIMIT 5 }',
    ],
    [
      'a page of groups',
      'SELECT * { { SELECT ?s (COUNT(*) AS ?n) { ?s :p ?o } GROUP BY ?s LIMIT 5 } { ?s :q ?x } UNION { ?s :r ?y } }',
      'GROUP BY ?s ORDER BY ?s LIMIT 5',
    ],
    [
      'a page of a subselect without EXISTS',
      'SELECT * { { SELECT ?s { ?s :p ?o } LIMIT 5 } ?s :r ?n }',
      '{ { SELECT ?s { ?s :p ?o . } LIMIT 5 } ?s :r ?n . }',
    ],
    [
      'a slice that reaches far into an order',
      'SELECT ?s { ?s :p ?o } ORDER BY ?o LIMIT 10 OFFSET 9991',
      'SELECT ?s { SELECT ?s { ?s :p ?o . } ORDER BY ?o } LIMIT 10 OFFSET 9991',
    ],
    [
      'a slice that does not',
      'SELECT ?s { ?s :p ?o } ORDER BY ?o LIMIT 10 OFFSET 9990',
      'SELECT ?s { ?s :p ?o . } ORDER BY ?o LIMIT 10 OFFSET 9990',
    ],
    [
      'what EXISTS computes for nobody',
      'SELECT ?s { ?s :p ?o FILTER EXISTS { ?s :q ?x BIND(?x AS ?y) FILTER EXISTS { ?s :r ?z } } }',
      'EXISTS { ?s :q ?x . FILTER(EXISTS { ?s :r ?z . }) }',
    ],
    [
      'what EXISTS computes for its filter, or compares with what is outside',
      'SELECT ?s { ?s :p ?o FILTER EXISTS { ?s :q ?x BIND(?x AS ?y) BIND(?x AS ?o) FILTER(?y != :a) } }',
      'BIND(?x AS ?y) BIND(?x AS ?o) FILTER(?y != :a)',
    ],
    [
      'inline data in a union',
      'SELECT * { { VALUES ?s { :a } } UNION { VALUES ?o { 1 } } UNION { ?s :p ?o } }',
      '{ VALUES (?s ?o) { (UNDEF 1) (:a UNDEF) } FILTER(true) } UNION',
    ],
    [
      'inline data of several kinds',
      'SELECT * { VALUES ?o { :a "b" UNDEF :c 1 } ?s :p ?o }',
      '{ "b" UNDEF 1 :a :c }',
    ],
  ])('say %s so that it is understood', (_what, query, text) => {
    const said = onVirtuoso(query).replace(
      /VALUES \(\?o\) \{([^}]*)\}/,
      (_, rows: string) => `{${rows.replace(/[()]/g, '')}}`,
    )
    expect(said).toContain(text)
  })
})
