import { describe, expect, it } from 'vitest'
import { defaultNamespaces } from '../rdf/namespaces.ts'
import { printQuery } from '../sparql/print.ts'
import type { Statistics } from '../sparql/statistics.ts'
import { compile } from './compile.ts'
import { explain } from './explain.ts'

const base = 'http://api.stardog.com/'

/** Statistics in which only the given properties have several values. */
function multiValued(...names: string[]): Statistics {
  const many = new Set(names.map((name) => base + name))
  return {
    triples: 100,
    predicate: (iri) => ({ triples: many.has(iri) ? 20 : 10, subjects: 10, objects: 10 }),
    instances: () => 10,
  }
}

function sparql(query: string, statistics?: Statistics): string {
  const { plan } = compile({ query }, { namespaces: defaultNamespaces, statistics })
  return printQuery(plan.query, { namespaces: defaultNamespaces, scope: 'none' })
}

describe('the query of a GraphQL query', () => {
  it('is one basic graph pattern where properties have one value', () => {
    expect(sparql('{ Human { name home { name } } }', multiValued())).toBe(
      'SELECT *\n{\n?0 rdf:type :Human .\n?0 :name ?1 .\n?0 :home ?2 .\n?2 :name ?3 .\n}\n',
    )
  })

  it('is one basic graph pattern where only one property has several', () => {
    expect(sparql('{ Human { name friends { name } } }', multiValued('friends'))).toBe(
      'SELECT *\n{\n?0 rdf:type :Human .\n?0 :name ?1 .\n?0 :friends ?2 .\n?2 :name ?3 .\n}\n',
    )
  })

  it('gives each of several multi-valued properties a branch, and requires all of them of the node', () => {
    const text = sparql('{ Human { friends email } }', multiValued('friends', 'email'))
    expect(text.match(/UNION/g)).toHaveLength(1)
    expect(text.match(/EXISTS/g)).toHaveLength(2)
  })

  it('keeps a node whose branches are all optional', () => {
    const text = sparql('{ Human { friends @optional email @optional } }', multiValued('friends', 'email'))
    expect(text.match(/UNION/g)).toHaveLength(2)
    expect(text).not.toContain('EXISTS')
  })

  it('takes every property for multi-valued where the store does not count', () => {
    expect(sparql('{ Human { name age } }').match(/UNION/g)).toHaveLength(1)
  })

  it('pages nodes in a subselect, before their values multiply', () => {
    expect(sparql('{ Human(first: 2, skip: 1) { friends } }', multiValued('friends'))).toContain('LIMIT 2')
  })

  it('sorts a node of several values by the smallest, or descending by the largest', () => {
    const statistics = multiValued('name')
    expect(sparql('{ Human(orderBy: name) { age } }', statistics)).toContain('(MIN(')
    expect(sparql('{ Human(orderBy: {field: name, desc: true}) { age } }', statistics)).toContain('(MAX(')
    expect(sparql('{ Human(orderBy: age) { age } }', statistics)).not.toContain('GROUP BY')
  })

  it('numbers variables in the order of the selection set', () => {
    const query = '{ Human { a b { c __typename d } e } Droid { f } }'
    const compiled = compile({ query }, { namespaces: defaultNamespaces, statistics: multiValued('b') })
    const { fields } = explain(compiled, { label: '', cardinality: 1, children: [] })
    expect(fields).toEqual({
      '0': { '1': 'a', '2': 'b', '6': 'e' },
      '2': { '3': 'c', '4': '__typename', '5': 'd' },
      '7': { '8': 'f' },
    })
  })

  it('reads an alias before a prefix, and the longest prefix first', () => {
    const names = '@prefix(a: "http://a/", a_b: "http://ab/") @config(alias: {a_b_d: "http://alias/"})'
    const text = sparql(`query ${names} { a_x { a_b_c a_b_d a_c } }`, multiValued())
    for (const iri of ['<http://a/x>', '<http://ab/c>', '<http://alias/>', '<http://a/c>']) {
      expect(text).toContain(iri)
    }
  })

  it('joins the fields that an expression needs together, and those only', () => {
    const statistics = multiValued('email', 'phone', 'friends')
    const text = sparql('{ Human { email phone @filter(if: "$email = $phone") friends } }', statistics)
    expect(text.match(/UNION/g)).toHaveLength(1)
    expect(text).toContain('?0 :email ?1 .\n?0 :phone ?2 .\nFILTER(?1 = ?2)')
  })

  it('binds the node in a group in which all is optional', () => {
    const statistics = multiValued('email')
    const text = sparql('{ Human { email @optional @filter(if: "!BOUND($email)") } }', statistics)
    expect(text).toContain('{\n?0 rdf:type :Human .\nOPTIONAL {\n?0 :email ?1 .\n}\nFILTER(!(BOUND(?1)))\n}')
    const nested = '{ Human { home { email @optional has @bind(to: "BOUND($email)") } } }'
    expect(sparql(nested, statistics)).toContain('{\n?0 :home ?1 .\nOPTIONAL {\n?1 :email ?2 .\n}')
  })

  it('takes a field that stands with a condition and without one for one without', () => {
    const plain = sparql('{ Human { email age } }', multiValued())
    const condition = '@include(if: "$age > 3")'
    expect(sparql(`{ Human { email ${condition} email age } }`, multiValued())).toBe(plain)
    expect(sparql(`{ Human { email email ${condition} age } }`, multiValued())).toBe(plain)
    expect(() => sparql(`{ Human { email ${condition} email @skip(if: "$age > 3") age } }`)).toThrow(
      'Two different fields would both answer as "email"',
    )
  })

  it('filters by single-valued fields in the node itself, before it is paged', () => {
    const text = sparql('{ Human(first: 1) { age @filter(if: "$age > 3") } }', multiValued())
    expect(text.indexOf('FILTER(?1 > 3)')).toBeGreaterThan(0)
    expect(text.indexOf('FILTER(?1 > 3)')).toBeLessThan(text.indexOf('LIMIT 1'))
  })

  it('computes a field after those that it is computed from', () => {
    const text = sparql('{ Human { c @bind(to: "$b * 2") b @bind(to: "$age + 1") age } }', multiValued())
    expect(text).toContain('BIND(?3 + 1 AS ?2)\nBIND(?2 * 2 AS ?1)')
  })

  it('asks only whether there is a hidden value', () => {
    const text = sparql('{ Human { name email @hide } }', multiValued('email'))
    expect(text).not.toContain('UNION')
    expect(text).toContain('EXISTS')
  })

  it('limits itself to the graphs that it names', () => {
    const config = '@prefix(g: "http://g/") @config(graph: [g_one, "http://g/two", default])'
    expect(sparql(`query ${config} { Human { name } }`, multiValued())).toContain(
      'FROM <http://g/one>\nFROM <http://g/two>\nFROM <tag:stardog:api:context:default>',
    )
  })
})

describe('an explanation', () => {
  it('has the prefixes of the names and datatypes that its text uses, and no others', () => {
    const query = 'query @prefix(a: "http://a/", b: "http://b/") { so_Person(age: 1e3) { a_name rdf_value } }'
    const compiled = compile({ query }, { namespaces: defaultNamespaces })
    const { prefixes } = explain(compiled, { label: '', cardinality: 1, children: [] }).plan
    expect(Object.keys(prefixes).sort()).toEqual(['', 'a', 'rdf', 'so'])
  })
})
