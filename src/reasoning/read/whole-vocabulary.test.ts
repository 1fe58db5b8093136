import { describe, expect, it } from 'vitest'
import { axiomTexts, refusals, vocabularyQuads } from '../../../test/axiom-texts.ts'
import { defaultNamespaces } from '../../rdf/namespaces.ts'
import { readAxioms } from './read-axioms.ts'

describe('a vocabulary', () => {
  it('says the same in several graphs, twice and in any order', () => {
    const turtle = `:A rdfs:subClassOf :B . :B owl:equivalentClass [owl:unionOf (:C :D)] .
      :p rdfs:subPropertyOf :q . :p owl:propertyChainAxiom (:r :s) . :A rdfs:subClassOf [owl:complementOf :Z] .
      [owl:complementOf :Z] rdfs:subClassOf :Y .`
    const quads = vocabularyQuads(turtle)
    const graph = { kind: 'iri', value: 'urn:g' } as const
    const shuffled = [...quads.map((quad) => ({ ...quad, graph })), ...quads].reverse()
    const expected = readAxioms(quads, defaultNamespaces, { sameAs: false })
    const read = readAxioms(shuffled, defaultNamespaces, { sameAs: false })
    expect(read.axioms).toEqual(expected.axioms)
    expect(read.unsupported).toEqual(expected.unsupported)
    expect(new Set(read.classTriples)).toEqual(new Set(expected.classTriples))
    expect(expected.axioms).toHaveLength(13)
    expect(expected.unsupported).toHaveLength(1)
  })

  it('is put together from several graphs', () => {
    expect(
      axiomTexts('GRAPH :g { :A owl:unionOf _:l . _:l rdf:first :B } GRAPH :h { _:l rdf:rest () }'),
    ).toEqual(['B < A'])
  })

  it('can have many classes within each other, and many beside each other', () => {
    const deep = Array.from({ length: 40 }).reduce<string>(
      (inner) => `[owl:onProperty :p; owl:someValuesFrom ${inner}]`,
      ':B',
    )
    expect(axiomTexts(`${deep} rdfs:subClassOf :A .`)).toEqual([
      `${'(p some '.repeat(40)}B${')'.repeat(40)} < A`,
    ])
    const wide = Array.from({ length: 5000 }, (_, at) => `:B${at}`).join(' ')
    expect(axiomTexts(`:A owl:unionOf (${wide}) .`)).toHaveLength(5000)
    const all = Array.from({ length: 5000 }, (_, at) => `:B${at} rdfs:subClassOf :B${at >> 1} .`).join('\n')
    expect(axiomTexts(all)).toHaveLength(4999)
  })

  it.each([
    ['deep', 60, (at: number) => `_:c${at} owl:onProperty :p; owl:someValuesFrom _:c${at + 1} .`],
    ['shared', 40, (at: number) => `_:c${at} owl:intersectionOf (_:c${at + 1} _:c${at + 1}) .`],
    ['shared and united', 40, (at: number) => `_:c${at} owl:unionOf (_:c${at + 1} _:c${at + 1}) .`],
    [
      'full of alternatives',
      30,
      (at: number) => `_:c${at} owl:intersectionOf ([owl:unionOf (:A${at} :B${at})] _:c${at + 1}) .`,
    ],
  ])('whose classes are too %s is said to be', (_name, length, link) => {
    const links = Array.from({ length }, (_, at) => link(at)).join('\n')
    const last = `_:c${length} owl:oneOf (:x) .`
    const [warning, second] = refusals(`${links}\n${last}\n_:c0 rdfs:subClassOf :Top .`)
    expect(warning).toMatch(/More than 50|more than 100,000|more than 10,000/)
    expect(warning?.length).toBeLessThan(5000)
    expect(second).toBeUndefined()
    const above = refusals(`${links}\n${last}\n:Top rdfs:subClassOf _:c0 .`)
    expect(above).toHaveLength(1)
  })
})
