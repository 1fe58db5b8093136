import { describe, expect, it } from 'vitest'
import { vocabularyQuads } from '../../../test/axiom-texts.ts'
import { defaultNamespaces } from '../../rdf/namespaces.ts'
import { rdfs } from '../../rdf/vocabulary-terms.ts'
import { readAxioms } from './read-axioms.ts'

describe('the text of an axiom', () => {
  const namespaces = new Map([
    ...defaultNamespaces,
    ['a', 'http://a.example/'],
    ['ab', 'http://a.example/b/'],
  ])

  function statedTexts(turtle: string): readonly string[] {
    return readAxioms(vocabularyQuads(turtle), namespaces, { sameAs: false }).axioms.map(
      ({ stated }) => stated,
    )
  }

  it.each([
    [
      '<http://a.example/b/C> owl:oneOf (<http://a.example/x> <http://a.example/y/z> 1 "a\\nb"@de) .',
      'ab:C owl:oneOf (a:x <http://a.example/y/z> 1 "a\\nb"@de)',
    ],
    [
      '[] rdfs:subClassOf :A; owl:someValuesFrom [owl:oneOf ("1"^^xsd:byte)]; owl:onProperty [owl:inverseOf :p] .',
      '[owl:onProperty [owl:inverseOf :p]; owl:someValuesFrom [owl:oneOf ("1"^^xsd:byte)]] rdfs:subClassOf :A',
    ],
    [':A owl:hasValue 1.5; owl:onProperty :p .', ':A owl:onProperty :p; owl:hasValue 1.5'],
    [
      ':A rdfs:subClassOf [owl:onProperty :p; owl:allValuesFrom [owl:intersectionOf (:B :C)]] .',
      ':A rdfs:subClassOf [owl:onProperty :p; owl:allValuesFrom [owl:intersectionOf (:B :C)]]',
    ],
  ])('of %s has prefixes where it can', (turtle, stated) => {
    expect(new Set(statedTexts(turtle))).toEqual(new Set([stated]))
  })

  it('has no sign that a line or a terminal goes by, whatever an endpoint calls an IRI', () => {
    const subject = { kind: 'iri', value: 'urn:a\u001B[31m> .\n<urn:b' } as const
    const object = { kind: 'iri', value: 'http://a.example/C' } as const
    const predicate = { kind: 'iri', value: rdfs.subClassOf } as const
    const { axioms } = readAxioms([{ subject, predicate, object, graph: null }], namespaces, {
      sameAs: false,
    })
    expect(axioms.map(({ stated }) => stated)).toContain(
      '<urn:a\\u001B[31m\\u003E .\\u000A\\u003Curn:b> rdfs:subClassOf a:C',
    )
  })

  it('is cut where it is long', () => {
    const names = Array.from({ length: 1000 }, (_, at) => `:x${at}`)
    expect(statedTexts(`:A owl:oneOf (${names.join(' ')}) .`)).toEqual([
      `:A owl:oneOf (${names.slice(0, 20).join(' ')} … 980 more)`,
    ])
  })

  it('names IRIs and languages as they are that no syntax can write', () => {
    const [quad] = vocabularyQuads(':A rdfs:subClassOf :B .')
    if (quad === undefined) throw new Error('No quad')
    const odd = { ...quad, object: { kind: 'iri', value: 'urn:a b' } } as const
    expect(readAxioms([odd], namespaces, { sameAs: false }).axioms.at(-1)?.stated).toBe(
      ':A rdfs:subClassOf <urn:a b>',
    )
  })
})
