import { describe, expect, it } from 'vitest'
import { collect } from '../../../test/collect.ts'
import { embeddedOf } from '../../../test/embedded.ts'
import { iri, literal, type Quad, rdf, type Term, xsd } from '../../rdf/term.ts'
import { termText } from '../../rdf/term-text.ts'
import { owl } from '../../rdf/vocabulary-terms.ts'
import { bgp, type Operation, variable } from '../../sparql/algebra.ts'
import { parseQuery } from '../../sparql/parse.ts'
import { printQuery } from '../../sparql/print.ts'
import type { PropertyPath } from '../../sparql/property-path.ts'
import type { Query } from '../../sparql/query-form.ts'
import { inScope } from '../../sparql/scope.ts'
import type { RewritingOptions } from '../reasoner.ts'
import type { ClassRule, MemberWay, PropertyRule, Rules } from '../rules.ts'
import { createRewriting } from './create-rewriting.ts'

const namespace = 'http://e.org/'
const namespaces = new Map([
  ['', namespace],
  ['rdf', rdf.type.slice(0, -'type'.length)],
  ['owl', owl.sameAs.slice(0, -'sameAs'.length)],
])
const ex = (name: string) => iri(name === 'a' ? rdf.type : name === '=' ? owl.sameAs : `${namespace}${name}`)
const link = (name: string): PropertyPath => ({ kind: 'link', iri: ex(name).value })
const inverse = (name: string): PropertyPath => ({ kind: 'inverse', path: link(name) })
const alternative = (...paths: readonly PropertyPath[]): PropertyPath => ({ kind: 'alternative', paths })
const many = (path: PropertyPath): PropertyPath => ({ kind: 'repeated', path, times: 'oneOrMore' })
const any = (path: PropertyPath): PropertyPath => ({ kind: 'repeated', path, times: 'zeroOrMore' })
const stated = (...classes: readonly string[]): MemberWay => ({
  kind: 'stated',
  classes: classes.map((one) => ex(one).value),
})
const some = (path: PropertyPath, ...ways: readonly MemberWay[]): MemberWay => ({
  kind: 'related',
  path,
  to: ways.length === 0 ? { kind: 'anything' } : { kind: 'member', ways },
})

/** Rules by hand; each is made of one axiom that is stated by the name. */
function rulesOf(given: {
  properties?: Readonly<Record<string, { path?: PropertyPath; values?: PropertyRule['values'] }>>
  classes?: Readonly<Record<string, readonly MemberWay[]>>
  type?: PropertyPath
}): Rules {
  const properties = new Map(
    Object.entries(given.properties ?? {}).map(([name, { path = link(name), values = [] }]) => [
      ex(name).value,
      { path, values, axioms: [`about ${name}`] } satisfies PropertyRule,
    ]),
  )
  const classes = new Map(
    Object.entries(given.classes ?? {}).map(([name, ways]) => [
      ex(name).value,
      { ways, axioms: [`about ${name}`] } satisfies ClassRule,
    ]),
  )
  return {
    property: (name) => properties.get(name),
    members: (name) => classes.get(name),
    properties: [...properties.keys()],
    classes: [...classes.keys()],
    ...(given.type && { type: given.type }),
    subclasses: (name) => new Set([name]),
    superclasses: (name) => new Set([name]),
    unsupported: [],
  }
}

/** Triples of names of one letter or word, and numbers, a full stop behind each. */
function triples(text: string, graph: Quad['graph'] = null): readonly Quad[] {
  const statements = text.split('.').map((one) => one.trim().split(/\s+/))
  return statements
    .filter((one) => one.length === 3)
    .map(([subject = '', predicate = '', object = '']) => ({
      subject: ex(subject),
      predicate: ex(predicate),
      object: /^\d/.test(object) ? literal(object, xsd.integer) : ex(object),
      graph,
    }))
}

function rewritingOf(rules: Rules, options: RewritingOptions & { sameAs?: boolean } = {}) {
  const axioms = [...rules.properties, ...rules.classes].map(
    (name) => `about ${name.slice(namespace.length)}`,
  )
  return createRewriting({ rules, sameAs: options.sameAs === true, axioms, typeAxioms: [] }, options)
}

function parsed(text: string): Query {
  return parseQuery(text, { namespaces })
}

/** A term as text; each blank node as any other. */
function shown(term: Term): string {
  return term.kind === 'blank' ? '_:' : termText(term)
}

function printed(rules: Rules, text: string): string {
  return printQuery(rewritingOf(rules).query(parsed(text)), { namespaces, scope: 'none' })
}

/** Solutions as lines of the variables of one query, or what else a query makes. */
async function answer(
  query: Query,
  quads: readonly Quad[],
  asked: Query = query,
): Promise<readonly string[]> {
  const store = await embeddedOf(quads)
  try {
    if (query.kind === 'ask') return [String(await store.ask(query))]
    if (query.kind !== 'select') {
      const made = await collect(store.graph(query))
      return made
        .map(({ subject, predicate, object }) => [subject, predicate, object].map(shown).join(' '))
        .sort()
    }
    const solutions = store.select(query)
    const rows = await collect(solutions.batches)
    const names = [...inScope(asked.operation)]
    return rows
      .map((row) =>
        names
          .map((name) => {
            const cell = row[solutions.variables.indexOf(name)] ?? null
            return cell === null ? '–' : shown(solutions.term(cell))
          })
          .join(' '),
      )
      .sort()
  } finally {
    store.close()
  }
}

/** That a query, rewritten, has the answer over what is stated that it has over all that is inferred. */
async function expectClosed(
  rules: Rules,
  text: string,
  data: readonly Quad[],
  inferred: readonly Quad[],
  sameAs = false,
): Promise<void> {
  const query = parsed(text)
  const rewritten = rewritingOf(rules, { sameAs }).query(query)
  const expected = await answer(query, [...data, ...inferred])
  expect(await answer(rewritten, data, query), text).toEqual(expected)
  // What is printed means the same: endpoints get it as text.
  const again = parsed(printQuery(rewritten, { namespaces, scope: 'none', prefixes: true }))
  expect(await answer(again, data, query), `${text}, printed`).toEqual(expected)
}

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

const hierarchy = worlds['a subproperty and a subclass'].rules

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
    const { rules } = worlds['a chain, and a class by what its members have']
    const query = parsed('SELECT * { ?x a :C . ?y a :C }')
    expect(() => rewritingOf(rules, { triplePatterns: 7 }).query(query)).toThrow(
      expect.objectContaining({ kind: 'limitExceeded' }),
    )
    const rewriting = rewritingOf(rules, { triplePatterns: 8 })
    // A part that is rewritten again is no more patterns.
    expect(rewriting.query(query)).toEqual(rewriting.query(query))
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
        { kind: 'related', path: any(link('p')), to: { kind: 'oneOf', members: [ex('z'), ex('b')] } },
      ],
      E: [stated('E'), some(any(link('p')), stated('E'), ...members)],
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

  it.each(['SELECT * { ?x :v+ ?y }', 'SELECT * { ?x (:p/rdf:type)* ?y }', 'SELECT * { ?x (!:p)+ ?y }'])(
    '%s is refused, as no path says what is inferred',
    (text) => {
      expect(() => rewritingOf(rules).query(parsed(text))).toThrow(
        expect.objectContaining({ kind: 'unsupported', message: expect.stringContaining('repeated path') }),
      )
    },
  )
})
