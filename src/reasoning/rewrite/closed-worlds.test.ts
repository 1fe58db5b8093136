import { describe, it } from 'vitest'
import {
  alternative,
  anyTimes,
  ex,
  expectClosed,
  inverse,
  link,
  many,
  rulesOf,
  some,
  stated,
  triples,
} from '../../../test/rules-by-hand.ts'
import { literal, xsd } from '../../rdf/term.ts'
import type { MemberWay } from '../rules.ts'

const questions = [
  'SELECT * { ?x :p ?y }',
  'SELECT * { ?x :p ?x }',
  'SELECT ?x { ?x :p ?y }',
  'SELECT DISTINCT ?x { ?x :p ?y }',
  'SELECT (COUNT(*) AS ?n) { ?x :p ?y }',
  'SELECT ?x (COUNT(DISTINCT ?y) AS ?n) { ?x :p ?y } GROUP BY ?x',
  'SELECT * { :b :p ?y }',
  'SELECT * { ?x :p :c }',
  'SELECT * { ?x :p 5 }',
  'SELECT (1 AS ?one) { :b :p :c }',
  'ASK { :b :p :c }',
  'ASK { :c :p :b }',
  'SELECT * { ?x a :C }',
  'SELECT * { :b a :C }',
  'SELECT * { ?x a ?c }',
  'SELECT * { :b a ?c }',
  'SELECT * { ?x a ?x }',
  'SELECT * { ?s ?p ?o }',
  'SELECT * { :b ?p ?o }',
  'SELECT * { ?s ?p :C }',
  'SELECT * { ?s ?p ?s }',
  'SELECT * { ?p ?p ?o }',
  'SELECT (COUNT(*) AS ?n) { ?s ?p ?o }',
  'SELECT * { ?x :p ?y OPTIONAL { ?y a :C . ?y :p ?z } }',
  'SELECT * { ?x a :C OPTIONAL { ?x :p ?y FILTER(?y != :c) } }',
  'SELECT * { ?x :q ?y FILTER EXISTS { ?y :p ?z . ?z a :C } }',
  'SELECT * { ?x :q ?y FILTER NOT EXISTS { ?x :p ?y } }',
  'SELECT * { ?x :q ?y FILTER EXISTS { { SELECT DISTINCT ?y { ?y :p ?z } LIMIT 9 } } }',
  'SELECT * { ?x ?q ?y MINUS { ?x :p ?y } }',
  'SELECT * { ?x ?q ?y MINUS { ?x a :C } }',
  'SELECT * { GRAPH ?g { ?x :p ?y } }',
  'SELECT * { GRAPH ?g { ?x a ?c } }',
  'SELECT * { GRAPH :g { :b :p :c } }',
  'SELECT * { GRAPH ?g { ?x ?p ?y } }',
  'SELECT * { ?x !:q ?y }',
  'SELECT * { ?x !(:q|^:q) ?y }',
  'SELECT * { ?x !^:q 5 }',
  'SELECT ?x { ?x :p/:q ?y }',
  'CONSTRUCT { ?x :made ?y } WHERE { ?x :p ?y . ?x a :C }',
  'CONSTRUCT { ?x :made [] } WHERE { ?x :p ?y }',
  'SELECT * { { ?x :p ?y } UNION { ?x a :C } }',
  'SELECT ?x ?n { ?x :p ?y BIND(EXISTS { ?y a :C } AS ?n) }',
  'SELECT ?x { ?x :q ?y } ORDER BY EXISTS { ?x :p ?y } ?x LIMIT 3',
]

/** Rules, data, and what follows from it. Everything stands in a named graph, that GRAPH asks for. */
const worlds = {
  'a subproperty and a subclass': {
    rules: rulesOf({
      properties: { p: { path: alternative(link('p'), link('q')) } },
      classes: { C: [stated('C', 'D')] },
    }),
    data: 'b q c . b p c . c q d . d q 5 . b a D . b a C . c a D . d a E . p q d . q q q',
    inferred: 'c p d . d p 5 . c a C . p p d . q p q',
  },
  'an inverse, of numbers too': {
    rules: rulesOf({ properties: { p: { path: alternative(link('p'), inverse('q')) } } }),
    data: 'b q c . c p b . b q 5 . d q d . c p b . d a C',
    inferred: 'd p d',
  },
  'a transitive property': {
    rules: rulesOf({ properties: { p: { path: many(link('p')) } } }),
    data: 'b p c . c p d . d p b . d p 5 . b q c . d q b . c a C',
    inferred: 'b p d . b p b . c p b . c p c . d p c . d p d . b p 5 . c p 5',
  },
  'a chain, and a class by what its members have': {
    rules: rulesOf({
      properties: {
        p: { path: alternative(link('p'), { kind: 'sequence', paths: [link('q'), link('r')] }) },
      },
      classes: { C: [stated('C', 'D'), some(link('q'), stated('D')), some(inverse('r'))] },
    }),
    data: 'b q x . b q y . x r c . y r c . y r 7 . x a D . b a E . d p b',
    inferred: 'b p c . b p 7 . x a C . b a C . c a C',
  },
  'members that have a value, and a class of names': {
    rules: rulesOf({
      properties: {
        p: { values: [{ members: [stated('D')], value: ex('c'), inverse: false }] },
        q: {
          path: alternative(link('q'), link('r')),
          values: [{ members: [stated('D')], value: ex('c'), inverse: true }],
        },
      },
      classes: {
        C: [
          stated('C'),
          { kind: 'oneOf', members: [ex('b'), literal('5', xsd.integer)] },
          { kind: 'all', of: [[stated('D')], [some(link('q'))]] },
        ],
      },
    }),
    data: 'x a D . y a D . y p c . y q b . z q 5 . c a E . b r x',
    inferred: 'x p c . c q x . c q y . b a C . y a C . b q x',
  },
  'properties that state classes': {
    rules: rulesOf({
      type: alternative(link('a'), link('isA')),
      classes: { C: [stated('C', 'D')], D: [stated('D')] },
    }),
    data: 'b isA D . c isA C . c a C . d a D . e isA E . b p c . b q c',
    inferred: 'b a D . b a C . d a C . e a E',
  },
  'something that is somewhere': {
    rules: rulesOf({
      classes: {
        C: [stated('C'), { kind: 'all', of: [[stated('D')], [{ kind: 'where', of: [some(link('q'))] }]] }],
      },
    }),
    data: 'b a D . c q d . d a C . b p c',
    inferred: 'b a C',
  },
  'equal nodes': {
    sameAs: true,
    rules: rulesOf({
      properties: { p: { path: alternative(link('p'), link('q')) } },
      classes: { C: [stated('C', 'D'), { kind: 'oneOf', members: [ex('c')] }] },
    }),
    data: 'b = x . c = y . b q c . b a D . z p 5',
    inferred:
      'x = b . b = b . x = x . y = c . c = c . y = y . x q c . b q y . x q y . b p c . b p y . x p c . x p y . ' +
      'x a D . b a C . x a C . c a C . y a C',
  },
}

describe.each(Object.entries(worlds))('with %s', (_, world) => {
  const { rules, data, inferred } = world
  const sameAs = 'sameAs' in world
  const graph = ex('g')
  it.each(questions)('%s', async (text) => {
    await expectClosed(rules, text, triples(data, graph), triples(inferred, graph), sameAs)
  })
})

describe('names that are nowhere in the data', () => {
  const members: readonly MemberWay[] = [{ kind: 'oneOf', members: [ex('b'), ex('z')] }]
  const rules = rulesOf({
    properties: { v: { values: [{ members, value: ex('y'), inverse: false }] } },
    classes: {
      C: [stated('C'), ...members],
      D: [
        stated('D'),
        { kind: 'related', path: anyTimes(link('p')), to: { kind: 'oneOf', members: [ex('z'), ex('b')] } },
      ],
      E: [stated('E'), some(anyTimes(link('p')), stated('E'), ...members)],
    },
  })
  const inferred = 'b v y . z v y . c a D . b a D . z a D . b a C . z a C . c a E . b a E . z a E'

  it.each([
    'SELECT * { ?x a :C }',
    'SELECT * { ?x a :D }',
    'SELECT * { ?x a ?c }',
    'SELECT * { ?x :v ?y }',
    'ASK { :z a :E }',
  ])('%s: they are members all the same', async (text) => {
    await expectClosed(rules, text, triples('c p b'), triples(inferred))
    await expectClosed(rules, text, triples('c p b'), triples(inferred), true)
  })
})

describe('many touched patterns', () => {
  it('do not multiply', async () => {
    const text = `ASK { ${['b', 'c', 'd', 'e', 'f', 'g'].map((name) => `?x a :C . ?x :p ?${name} . ?${name} :p ?x . ?x !:q ?${name}`).join(' . ')} }`
    const { rules, data, inferred } = worlds['members that have a value, and a class of names']
    await expectClosed(rules, text, triples(data), triples(inferred))
  })
})
