import { expect, it } from 'vitest'
import { defaultNamespaces } from '../rdf/namespaces.ts'
import { blank, iri, type Quad } from '../rdf/term.ts'
import { owl, rdfs } from '../rdf/vocabulary-terms.ts'
import { parseQuery } from '../sparql/parse.ts'
import { createReasoner } from './create-reasoner.ts'
import { readAxioms } from './read/read-axioms.ts'
import type { Reasoner } from './reasoner.ts'

const ex = (name: string) =>
  name.startsWith('_:')
    ? blank(name.slice(2))
    : iri(name.includes(':') ? name : `http://api.stardog.com/${name}`)

function triple(subject: string, predicate: string, object: string): Quad {
  return { subject: ex(subject), predicate: iri(predicate), object: ex(object), graph: null }
}

function reasonerOf(vocabulary: readonly Quad[]): Reasoner {
  const read = readAxioms(vocabulary, defaultNamespaces, { sameAs: false })
  return createReasoner(read, { id: 'one', sameAs: false, isWholeVocabulary: true })
}

/** The axioms that a query is rewritten by. */
function axiomsOf(reasoner: Reasoner, text: string): readonly string[] {
  const rewriting = reasoner.rewriting({ triplePatterns: 1_000 })
  rewriting.query(parseQuery(text, { namespaces: defaultNamespaces }))
  return rewriting.axioms()
}

const numbers = (count: number) => Array.from({ length: count }, (_, number) => number)

// Each of them took tens of seconds, or all memory, where its size counted more than once.

it('asks for one class of a large circle, and refuses to ask for each', () => {
  const count = 10_000
  const reasoner = reasonerOf(
    numbers(count).map((number) => triple(`C${number}`, rdfs.subClassOf, `C${(number + 1) % count}`)),
  )
  expect(axiomsOf(reasoner, 'SELECT ?x { ?x a :C7 }')).toHaveLength(count)
  for (const text of ['SELECT ?x ?c { ?x a ?c }', 'SELECT ?p ?o { :a ?p ?o }', 'SELECT ?o { :a !:p ?o }']) {
    expect(() => axiomsOf(reasoner, text)).toThrow(
      expect.objectContaining({ kind: 'limitExceeded', message: expect.stringMatching(/pairs of classes/) }),
    )
  }
})

it('tells which of very many axioms were used', () => {
  const reasoner = reasonerOf(numbers(60_000).map((number) => triple(`C${number}`, rdfs.subClassOf, 'Top')))
  expect(axiomsOf(reasoner, 'SELECT ?x { ?x a :Top }')).toHaveLength(60_000)
})

it('asks for one property of a large circle, and refuses to ask for each', () => {
  const count = 10_000
  const reasoner = reasonerOf(
    numbers(count).map((number) => triple(`p${number}`, rdfs.subPropertyOf, `p${(number + 1) % count}`)),
  )
  expect(axiomsOf(reasoner, 'SELECT ?x { ?x :p7 ?y }')).toHaveLength(count)
  expect(() => axiomsOf(reasoner, 'SELECT ?p ?o { :a ?p ?o }')).toThrow(
    expect.objectContaining({ kind: 'limitExceeded', message: expect.stringMatching(/pairs of properties/) }),
  )
})

it('refuses a vocabulary in which very many classes share a long list', () => {
  const cells = numbers(10_000).flatMap((number) => [
    triple(`_:cell${number}`, rdfs.first, `D${number}`),
    triple(`_:cell${number}`, rdfs.rest, number === 0 ? rdfs.nil : `_:cell${number - 1}`),
  ])
  const unions = numbers(2_000).map((number) => triple(`C${number}`, owl.unionOf, '_:cell9999'))
  expect(() => reasonerOf([...cells, ...unions])).toThrow(
    expect.objectContaining({
      kind: 'limitExceeded',
      message: expect.stringMatching(/ask without reasoning/),
    }),
  )
})

it('refuses a vocabulary in which very many classes ask for what very many others have', () => {
  const vocabulary = numbers(2_000).flatMap((number) => [
    triple(`C${number}`, rdfs.subClassOf, `_:has${number}`),
    triple(`_:has${number}`, owl.onProperty, 'p'),
    triple(`_:has${number}`, owl.hasValue, `value${number}`),
    triple(`_:some${number}`, rdfs.subClassOf, `E${number}`),
    triple(`_:some${number}`, owl.onProperty, 'p'),
    triple(`_:some${number}`, owl.someValuesFrom, `D${number}`),
  ])
  expect(() => reasonerOf(vocabulary)).toThrow(
    expect.objectContaining({
      kind: 'limitExceeded',
      message: expect.stringMatching(/ask without reasoning/),
    }),
  )
})

it('refuses classes that are defined by each other very deeply', () => {
  const reasoner = reasonerOf(
    numbers(3_000).flatMap((number) => [
      triple(`C${number}`, owl.equivalentClass, `_:both${number}`),
      triple(`_:both${number}`, owl.intersectionOf, `_:first${number}`),
      triple(`_:first${number}`, rdfs.first, `C${number + 1}`),
      triple(`_:first${number}`, rdfs.rest, `_:second${number}`),
      triple(`_:second${number}`, rdfs.first, `D${number}`),
      triple(`_:second${number}`, rdfs.rest, rdfs.nil),
    ]),
  )
  expect(() => axiomsOf(reasoner, 'SELECT ?x { ?x a :C0 }')).toThrow(
    expect.objectContaining({ kind: 'limitExceeded' }),
  )
})
