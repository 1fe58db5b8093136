import { describe, expect, it } from 'vitest'
import {
  alternative,
  ex,
  expectClosed,
  inverse,
  link,
  parsed,
  printed,
  rewritingOf,
  rulesOf,
  some,
  stated,
  triples,
} from '../../../test/rules-by-hand.ts'
import { bgp, type Operation, variable } from '../../sparql/algebra.ts'

const hierarchy = rulesOf({
  properties: { p: { path: alternative(link('p'), link('q')) } },
  classes: { C: [stated('C', 'D')] },
})

describe('a rewriting', () => {
  it.each([
    'SELECT * { ?x :q ?y . ?x a :E . ?y :q 5 }',
    'SELECT * { ?x :q* ?y }',
    'SELECT * { ?x :q ?y FILTER NOT EXISTS { ?y !(:p|rdf:type) ?z } }',
    'SELECT * { SERVICE <http://e.org/s> { ?x :p ?y . ?x a :C } }',
    'SELECT * { VALUES ?x { :b } OPTIONAL { ?x :q ?y } }',
    'ASK { ?x :q ?y }',
  ])('leaves %s as it is, the same object', (text) => {
    const query = parsed(text)
    const rewriting = rewritingOf(hierarchy)
    expect(rewriting.query(query)).toBe(query)
    expect(rewriting.operation(query.operation)).toBe(query.operation)
    expect(rewriting.axioms()).toEqual([])
  })

  it('leaves patterns of what is stated as they are', () => {
    const operation = bgp([
      { subject: variable('x'), predicate: ex('a'), object: variable('c'), stated: true },
    ])
    expect(rewritingOf(hierarchy).operation(operation)).toBe(operation)
  })

  it('keeps the order of patterns, and untouched ones together', () => {
    expect(printed(hierarchy, 'SELECT ?x { ?x :q ?a . ?x :r ?b . ?x a :C . ?x :s ?d }')).toBe(
      `SELECT ?x
{
?x :q ?a .
?x :r ?b .
{
SELECT DISTINCT ?x
{
?x rdf:type ?via0 .
VALUES (?via0) {
(:C)
(:D)
}
}
}
?x :s ?d .
}
`,
    )
  })

  it('asks for nothing twice where solutions do not count', () => {
    expect(printed(hierarchy, 'ASK { ?x a :C }')).toBe(
      'ASK\n{\n?x rdf:type ?via0 .\nVALUES (?via0) {\n(:C)\n(:D)\n}\n}\n',
    )
    for (const text of [
      'SELECT ?x { ?x :q ?y MINUS { ?x a :C } }',
      'SELECT ?x { ?x :q ?y FILTER EXISTS { ?x a :C } }',
    ]) {
      expect(printed(hierarchy, text)).not.toContain('SELECT DISTINCT')
    }
  })

  it('takes names that nothing else has', () => {
    expect(printed(hierarchy, 'SELECT ?via0 { ?via0 a :C FILTER EXISTS { ?via1 a :C } }')).not.toMatch(
      /type \?via[01] /,
    )
  })

  it('rewrites a part of a query to what it is in the query', () => {
    const part = parsed('SELECT ?x { ?x a :C . ?x :p ?y } LIMIT 3').operation
    const whole: Operation = { kind: 'union', operands: [part, bgp([])] }
    const rewriting = rewritingOf(hierarchy)
    const rewritten = rewriting.operation(whole)
    expect(rewritten).not.toBe(whole)
    expect(rewritten).toMatchObject({ kind: 'union' })
    if (rewritten.kind !== 'union') throw new Error('no union')
    expect(rewritten.operands[0]).toBe(rewriting.operation(part))
    expect(rewriting.operation(whole)).toBe(rewritten)
  })

  it('says which axioms it used, in the order of the vocabulary', () => {
    const rewriting = rewritingOf(hierarchy)
    rewriting.query(parsed('ASK { ?x a :C }'))
    expect(rewriting.axioms()).toEqual(['about C'])
    rewriting.query(parsed('ASK { ?x :p ?y . ?x a :C }'))
    expect(rewriting.axioms()).toEqual(['about p', 'about C'])
  })

  it('refuses what would be too many triple patterns', () => {
    const rules = rulesOf({ classes: { C: [stated('C'), some(link('q'), stated('D')), some(inverse('r'))] } })
    const query = parsed('SELECT * { ?x a :C . ?y a :C }')
    expect(() => rewritingOf(rules, { triplePatterns: 7 }).query(query)).toThrow(
      expect.objectContaining({ kind: 'limitExceeded' }),
    )
    const rewriting = rewritingOf(rules, { triplePatterns: 8 })
    // A part that is rewritten again is no more patterns.
    expect(rewriting.query(query)).toEqual(rewriting.query(query))
  })
})

describe('repeated paths', () => {
  const rules = rulesOf({
    properties: {
      p: { path: alternative(link('p'), inverse('q')) },
      v: { values: [{ members: [stated('D')], value: ex('c'), inverse: false }] },
    },
    classes: { C: [stated('C', 'D')] },
  })
  const data = triples('b p c . d q c . d q e . e p 5 . b v e . y a D . C r D')
  const inferred = triples('c p d . e p d . y v c . y a C')

  it.each([
    'SELECT * { ?x :p+ ?y }',
    'SELECT * { ?x :p* ?y }',
    'SELECT * { ?x (^:p)+ ?y }',
    'SELECT * { :b :p+ ?y }',
    'SELECT * { ?x :p+ :d }',
    'SELECT * { ?x (:p|:q)* 5 }',
    'SELECT * { ?x :v? ?y }',
    'SELECT * { ?x a? :C }',
    'SELECT DISTINCT ?x { ?x :p+ ?y FILTER EXISTS { ?y :p* ?z . ?z :q+ ?x } }',
    'SELECT * { ?x (!(:v|rdf:type))+ ?y }',
  ])('%s', async (text) => {
    await expectClosed(rules, text, data, inferred)
  })

  it.each(['SELECT * { ?x :p+ ?y }', 'SELECT * { ?x :p* ?y }', 'SELECT * { ?x (^:p)+ ?y }'])(
    '%s begins at no literal, which an inverse leads from',
    async (text) => {
      await expectClosed(rules, text, triples('f q 7 . g p f . D r C'), [])
    },
  )

  it.each([
    'SELECT * { ?x :p+ ?y }',
    'SELECT (COUNT(*) AS ?n) { ?x :p+ ?y }',
    'SELECT * { ?x :p? ?x }',
    'ASK { :b :p+ :b }',
  ])('%s goes between equals, to each end once', async (text) => {
    const equal = triples('c = b . b = b . c = c')
    const among = triples('b p b . b p c . c p b . c p c')
    await expectClosed(rulesOf({}), text, triples('b = c . b p b'), [...equal, ...among], true)
  })

  it.each(['SELECT * { ?x :v+ ?y }', 'SELECT * { ?x (:p/rdf:type)* ?y }', 'SELECT * { ?x (!:p)+ ?y }'])(
    '%s is refused, as no path says what is inferred',
    (text) => {
      expect(() => rewritingOf(rules).query(parsed(text))).toThrow(
        expect.objectContaining({ kind: 'unsupported', message: expect.stringContaining('repeated path') }),
      )
    },
  )
})
