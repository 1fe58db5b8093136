import { describe, expect, it } from 'vitest'
import { readVocabulary } from '../src/engine/schemas/read-vocabulary.ts'
import type { Quad, Term } from '../src/rdf/term.ts'
import { termText } from '../src/rdf/term-text.ts'
import { defaultGraph, namedGraphs } from '../src/sparql/algebra.ts'
import type { UnionScope } from '../src/store/remote/endpoint.ts'
import { isomorphic } from './isomorphic.ts'
import { behindEndpoint, embedded, kept, type Opened } from './opened.ts'
import { parse } from './rdf-documents.ts'
import { axioms, dataAround, ontologyPrefixes } from './vocabulary-documents.ts'

const unions: readonly UnionScope[] = ['default', 'graphs', { iri: 'urn:all' }]

/** Axioms in a named graph, some of them in another and in the default one too, with data around. */
const everywhere = `${dataAround}
  :oak1 a :Oak, [ :of :nothing ] .
  :g { ${axioms} }
  :h { :Leaf rdfs:subClassOf :Part . :Tree rdfs:subClassOf :Plant }
  :Moss rdfs:subClassOf :Plant .`

const inGraph: Readonly<Record<'g' | 'h' | 'none', string>> = {
  g: axioms,
  h: ':Leaf rdfs:subClassOf :Part . :Tree rdfs:subClassOf :Plant .',
  none: ':Moss rdfs:subClassOf :Plant .',
}

function shown(quads: readonly Quad[]): readonly string[] {
  const text = (term: Term): string => (term.kind === 'blank' ? '_' : termText(term))
  return quads
    .map(({ subject, predicate, object }) => [subject, predicate, object].map(text).join(' '))
    .toSorted()
}

const read = ({ open, database }: Opened, graphs?: readonly string[]): Promise<readonly Quad[]> =>
  readVocabulary(open, database, 'axioms', { graphs })

async function expectAxioms(quads: readonly Quad[], graphs: readonly (keyof typeof inGraph)[]) {
  const text = `${ontologyPrefixes} ${graphs.map((graph) => inGraph[graph]).join('\n')}`
  const all = await parse('turtle', text)
  const whole = [...new Map(all.map((quad) => [JSON.stringify(quad), quad])).values()]
  expect(shown(quads)).toEqual(shown(whole))
  expect(isomorphic(quads, whole)).toBe(true)
}

const iri = (name: string): string => `http://e.org/${name}`

describe('the triples that axioms are made of', () => {
  it('are read from an embedded database, without the data around them', async () => {
    const one = kept(await embedded(await parse('trig', everywhere)))
    await expectAxioms(await read(one), ['g', 'h', 'none'])
  })

  describe('of nodes that are of a class without a name', () => {
    const ofBlank = `${ontologyPrefixes} _:tall owl:onProperty :height . :elm3 a _:tall . :elm1 a _:tall . :elm2 a _:tall .`
    const nodesOf = async (one: Opened): Promise<readonly string[]> => {
      const typed = (await read(one)).filter(({ object }) => object.kind === 'blank')
      return typed.map(({ subject }) => subject.value).toSorted()
    }

    it('are those of the first of them', async () => {
      const one = kept(await embedded(await parse('trig', ofBlank)))
      expect(await nodesOf(one)).toEqual(['http://e.org/elm1'])
    })

    it.each(unions)('are read from an endpoint whose union is %j', async (union) => {
      const one = kept(await behindEndpoint(await parse('trig', ofBlank), { union }))
      const all = ['http://e.org/elm1', 'http://e.org/elm2', 'http://e.org/elm3']
      expect(await nodesOf(one)).toEqual(union === 'graphs' ? all : all.slice(0, 1))
    })
  })

  it.each([
    [[iri('g')], ['g']],
    [
      [iri('h'), defaultGraph],
      ['h', 'none'],
    ],
    [[namedGraphs], ['g', 'h']],
    [[iri('missing')], []],
  ] as const)('are those of the graphs %j', async (graphs, expected) => {
    const one = kept(await embedded(await parse('trig', everywhere)))
    await expectAxioms(await read(one, graphs), expected)
  })

  it.each(unions)('are read from an endpoint by one query where its union is %j', async (union) => {
    const one = kept(await behindEndpoint(await parse('trig', everywhere), { union }))
    await expectAxioms(await read(one), ['g', 'h', 'none'])
    expect(one.requests).toHaveLength(1)
  })

  it.each(unions)('are read from graphs of an endpoint whose union is %j', async (union) => {
    const one = kept(await behindEndpoint(await parse('trig', everywhere), { union }))
    await expectAxioms(await read(one, [iri('h')]), ['h'])
    await expectAxioms(await read(one, [iri('h'), iri('g')]), ['g', 'h'])
  })

  it('are read from graphs without a name of an endpoint that has none for their union', async () => {
    const one = kept(await behindEndpoint(await parse('trig', everywhere), { union: 'graphs' }))
    await expectAxioms(await read(one, [iri('h'), defaultGraph]), ['h', 'none'])
    await expectAxioms(await read(one, [defaultGraph]), ['none'])
    await expectAxioms(await read(one, [namedGraphs]), ['g', 'h'])
  })

  it('are refused of a default graph that an endpoint has no name for', async () => {
    const one = kept(await behindEndpoint(await parse('trig', everywhere), { union: 'default' }))
    await expect(read(one, [iri('h'), defaultGraph])).rejects.toMatchObject({ kind: 'unsupported' })
  })

  it('are a million at most', async () => {
    const { open, database } = kept(await embedded(await parse('trig', everywhere)))
    const all = await readVocabulary(open, database, 'axioms')
    expect(await readVocabulary(open, database, 'axioms', { most: all.length })).toHaveLength(all.length)
    await expect(readVocabulary(open, database, 'axioms', { most: all.length - 1 })).rejects.toMatchObject({
      kind: 'limitExceeded',
      message: `The vocabulary of the data has more than ${all.length - 1} triples, and reasoning goes by that many at most. Name the graphs that the ontology is in by the option reasoning.schema.graphs, or ask without reasoning.`,
    })
  })

  it.each(unions)('are read from an endpoint that cuts answers where its union is %j', async (union) => {
    const one = kept(
      await behindEndpoint(await parse('trig', everywhere), { union, mostRows: 30, isKnown: true }),
    )
    await expectAxioms(await read(one), ['g', 'h', 'none'])
    expect(one.requests.some((request) => request.text.includes('?root'))).toBe(true)
  })
})
