import { describe, expect, it } from 'vitest'
import { collect } from '../../test/collect.ts'
import { embeddedOf } from '../../test/embedded.ts'
import { reasonerOf } from '../../test/reasoner-of.ts'
import { defaultNamespaces } from '../rdf/namespaces.ts'
import { blank, iri, type Quad, rdf } from '../rdf/term.ts'
import { owl, rdfs } from '../rdf/vocabulary-terms.ts'
import { parseQuery } from '../sparql/parse.ts'
import { printQuery } from '../sparql/print.ts'
import type { Query } from '../sparql/query-form.ts'
import type { Reasoner, RewritingOptions } from './reasoner.ts'

const ex = (name: string) =>
  name.startsWith('_:') ? blank(name.slice(2)) : iri(`http://api.stardog.com/${name}`)

function triple(subject: string, predicate: string, object: string): Quad {
  return { subject: ex(subject), predicate: iri(predicate), object: ex(object), graph: null }
}

function rewritten(reasoner: Reasoner, text: string, options: RewritingOptions = {}): Query {
  return reasoner.rewriting(options).query(parseQuery(text, { namespaces: defaultNamespaces }))
}

function printed(reasoner: Reasoner, text: string, options: RewritingOptions = {}): string {
  return printQuery(rewritten(reasoner, text, options), { namespaces: defaultNamespaces, scope: 'none' })
}

async function rows(quads: readonly Quad[], query: Query): Promise<readonly string[]> {
  if (query.kind !== 'select') throw new Error('Not a SELECT')
  const store = await embeddedOf(quads)
  const solutions = store.select(query)
  const found = await collect(solutions.batches)
  const lines = found.map((row) =>
    row.map((cell) => (cell === null ? '' : solutions.term(cell).value.replace(/^.*[/#]/, ''))).join(' '),
  )
  store.close()
  return lines.sort()
}

const small = [
  triple('Student', rdfs.subClassOf, 'Person'),
  triple('leads', rdfs.subPropertyOf, 'knows'),
  triple('Odd', owl.complementOf, 'Person'),
]

describe('a reasoner', () => {
  it('tells what is inferred', () => {
    const reasoner = reasonerOf(small)
    expect([rdf.type, ...['knows', 'leads'].map((name) => ex(name).value)].map(reasoner.isInferred)).toEqual([
      true,
      true,
      false,
    ])
    expect([...reasoner.subclasses(ex('Person').value)].sort()).toEqual(
      ['Person', 'Student'].map((name) => ex(name).value),
    )
    expect(reasonerOf([]).isInferred(rdf.type)).toBe(false)
    expect(reasonerOf([], true).isInferred(ex('leads').value)).toBe(true)
  })

  it('says what is left out, and why', () => {
    expect(reasonerOf(small).warnings).toEqual([
      expect.stringMatching(/^:Odd owl:complementOf :Person: .+\.$/),
    ])
  })

  it('takes more subclasses, as another one', async () => {
    const reasoner = reasonerOf(small)
    const pair = { sub: ex('Person').value, super: ex('Agent').value, stated: 'type Person implements Agent' }
    const more = reasoner.withSubclasses([pair])
    expect(more.id).not.toBe(reasoner.id)
    expect(reasoner.withSubclasses([])).toBe(reasoner)
    expect(more.warnings).toEqual(reasoner.warnings)
    const rewriting = more.rewriting()
    const query = rewriting.query(parseQuery('SELECT ?x { ?x a :Agent }', { namespaces: defaultNamespaces }))
    expect(await rows([triple('a', rdf.type, 'Student')], query)).toEqual(['a'])
    expect(rewriting.axioms()).toEqual([':Student rdfs:subClassOf :Person', 'type Person implements Agent'])
  })
})

describe('a large hierarchy', () => {
  // Names in a tree; one is within another by a class without a name, and one is equivalent to another.
  const names = Array.from({ length: 1_050 }, (_, index) => `C${index}`)
  const vocabulary = [
    ...names.slice(1).map((name, index) => triple(name, rdfs.subClassOf, `C${index >> 1}`)),
    triple('E', owl.equivalentClass, 'C1049'),
    triple('_:union', owl.equivalentClass, 'C1048'),
  ]
  const data = [
    ...[...names, 'E', 'F', '_:union'].map((name) => triple(`of${name}`.replace(':', ''), rdf.type, name)),
    triple('a', ex('p').value, 'ofC77'),
  ]
  const all = [...vocabulary, ...data]
  const reasoner = reasonerOf(vocabulary)
  const questions = [
    'SELECT ?x { ?x a :C0 }',
    'SELECT ?x { ?x a :C1 }',
    'SELECT ?x ?c { ?x a ?c }',
    'SELECT ?c { :ofC1049 a ?c }',
    'SELECT ?x { ?x :p ?y FILTER EXISTS { ?y a :C0 } }',
    'SELECT ?p ?c { :ofE ?p ?c }',
  ]

  it.each(questions)('is walked in the data: %s', async (text) => {
    const walked = rewritten(reasoner, text, { isVocabularyInScope: true })
    const found = await rows(all, walked)
    expect(found).toEqual(await rows(all, rewritten(reasoner, text)))
    expect(found).not.toEqual([])
  })

  it('is listed where it is small, or not in the data that is asked', () => {
    const [all0 = '', few = '', each = ''] = questions
    const walk = 'rdfs:subClassOf|owl:equivalentClass|(^owl:equivalentClass)'
    const inScope = { isVocabularyInScope: true }
    expect(printed(reasoner, all0, inScope)).toContain(walk)
    expect(printed(reasoner, all0, inScope)).not.toContain('VALUES')
    expect(printed(reasoner, each, inScope)).toContain(walk)
    expect(printed(reasoner, few, inScope)).toContain('VALUES')
    expect(printed(reasoner, all0)).not.toContain(walk)
    expect(printed(reasoner, 'SELECT ?x { GRAPH ?g { ?x a :C0 } }', inScope)).not.toContain(walk)
    expect(printed(reasonerOf(vocabulary, false, false), all0, inScope)).not.toContain(walk)
  })

  it('is walked as far as it stands there, and listed beyond', async () => {
    const pairs = [{ sub: ex('C0').value, super: ex('Top').value, stated: 'type C0 implements Top' }]
    const more = reasoner.withSubclasses(pairs)
    for (const text of ['SELECT ?x { ?x a :Top }', 'SELECT ?x ?c { ?x a ?c }']) {
      const query = rewritten(more, text, { isVocabularyInScope: true })
      expect(printed(more, text, { isVocabularyInScope: true })).toContain('rdfs:subClassOf')
      expect(await rows(all, query)).toEqual(await rows(all, rewritten(more, text)))
    }
  })
})
