import { describe, expect, it } from 'vitest'
import { readVocabulary } from '../src/engine/schemas/read-vocabulary.ts'
import type { Vocabulary } from '../src/engine/schemas/vocabulary-queries.ts'
import { blank, iri, literal, type Quad, rdf, rdfNamespace, type Term } from '../src/rdf/term.ts'
import { termText } from '../src/rdf/term-text.ts'
import type { UnionScope } from '../src/store/remote/endpoint.ts'
import type { PlanNode, PreparedQuery, Store } from '../src/store/store.ts'
import { isomorphic } from './isomorphic.ts'
import { behindEndpoint, embedded, kept, type Opened } from './opened.ts'
import { parse } from './rdf-documents.ts'
import { dataAround, ontology, shapes, spread, wholeOf } from './vocabulary-documents.ts'

/** The triples as text, without the labels of blank nodes: what a difference is seen by. */
function shown(quads: readonly Quad[]): readonly string[] {
  const text = (term: Term): string => (term.kind === 'blank' ? '_' : termText(term))
  const lines = new Map(quads.map((quad) => [JSON.stringify(quad), quad]))
  return [...lines.values()]
    .map(({ subject, predicate, object }) => [subject, predicate, object].map(text).join(' '))
    .toSorted()
}

async function read({ open, database }: Opened, vocabulary: Vocabulary): Promise<readonly Quad[]> {
  return readVocabulary(open, database, vocabulary)
}

const unions: readonly UnionScope[] = ['default', 'graphs', { iri: 'urn:all' }]

/** Labels, classes and lists of what is no vocabulary. */
function manyData(count: number): readonly Quad[] {
  const rdfs = 'http://www.w3.org/2000/01/rdf-schema#'
  return Array.from({ length: count }, (_, at) => {
    const of = (predicate: string, object: Term): Quad => ({
      subject: iri(`http://e.org/thing${at}`),
      predicate: iri(predicate),
      object,
      graph: null,
    })
    return [
      of(rdf.type, iri('http://e.org/Tree')),
      of(`${rdfs}label`, literal(`Thing ${at}`)),
      of(`${rdfs}comment`, literal(`It is thing ${at}.`)),
      of(`${rdfNamespace}first`, iri(`http://e.org/thing${at + 1}`)),
      of(`${rdfNamespace}rest`, iri(`http://e.org/thing${at + 1}`)),
    ]
  }).flat()
}

/** Rows of all steps of the plans by which a vocabulary is read. */
async function rowsLookedAt({ open, database }: Opened, vocabulary: Vocabulary): Promise<number> {
  const prepared: PreparedQuery[] = []
  const store: Store = {
    ...open.store,
    prepare(query, options) {
      const one = open.store.prepare(query, { ...options, profile: true })
      prepared.push(one)
      return one
    },
  }
  await readVocabulary({ ...open, store }, database, vocabulary)
  const rowsOf = ({ rows = 0, children }: PlanNode): number =>
    children.reduce((sum, child) => sum + rowsOf(child), rows)
  return prepared.reduce((sum, { plan }) => sum + rowsOf(plan), 0)
}

describe.each([
  ['owl', ontology, 30],
  ['shacl', shapes, 60],
] as const)('the vocabulary %s', (vocabulary, text, mostRows) => {
  it('is read from an embedded database, without the data around it', async () => {
    const one = kept(await embedded(await spread(text)))
    const quads = await read(one, vocabulary)
    const whole = await wholeOf(text)
    expect(shown(quads)).toEqual(shown(whole))
    expect(isomorphic(quads, whole)).toBe(true)
  })

  it.each(unions)('is read from an endpoint by two queries where its union is %j', async (union) => {
    const one = kept(await behindEndpoint(await spread(text), { union }))
    const whole = await wholeOf(text)
    const quads = await read(one, vocabulary)
    expect(shown(quads)).toEqual(shown(whole))
    expect(isomorphic(quads, whole)).toBe(true)
    expect(one.requests).toHaveLength(2)
  })

  it.each(unions)('is read from an endpoint that cuts answers where its union is %j', async (union) => {
    const one = kept(await behindEndpoint(await spread(text), { union, mostRows, isKnown: true }))
    const whole = await wholeOf(text)
    const quads = await read(one, vocabulary)
    expect(shown(quads)).toEqual(shown(whole))
    expect(isomorphic(quads, whole)).toBe(true)
    expect(one.requests.some((request) => request.text.includes('?root'))).toBe(true)
  })

  it('is refused where an answer cannot hold the blank nodes of one IRI', async () => {
    const one = kept(
      await behindEndpoint(await spread(text), { union: 'default', mostRows: 5, isKnown: true }),
    )
    await expect(read(one, vocabulary)).rejects.toMatchObject({
      kind: 'limitExceeded',
      message: expect.stringContaining('leads to more blank nodes than one answer of the endpoint holds'),
    })
  })

  it('is found without a look at the data', async () => {
    const around = manyData(5_000)
    const plain = kept(await embedded(await spread(text)))
    const large = kept(await embedded([...(await spread(text)), ...around]))
    expect(shown(await read(large, vocabulary))).toEqual(shown(await wholeOf(text)))
    expect(await rowsLookedAt(large, vocabulary)).toBeLessThan(2 * (await rowsLookedAt(plain, vocabulary)))
  })

  it('is nothing where there is none', async () => {
    const none = kept(await embedded([]))
    const other = kept(await embedded(await parse('trig', dataAround)))
    expect(await read(none, vocabulary)).toEqual([])
    expect(await read(other, vocabulary)).toEqual([])
  })
})

it('reads a list of thousands of members, and one that goes in a circle', async () => {
  const owl = 'http://www.w3.org/2002/07/owl#'
  const members = 3_000
  const of = (subject: string, predicate: string, object: Term): Quad => ({
    subject: blank(subject),
    predicate: iri(predicate),
    object,
    graph: null,
  })
  const list = Array.from({ length: members }, (_, at) => [
    of(`l${at}`, `${rdfNamespace}first`, literal(`value ${at}`)),
    of(`l${at}`, `${rdfNamespace}rest`, at + 1 < members ? blank(`l${at + 1}`) : iri(`${rdfNamespace}nil`)),
  ]).flat()
  const circle = [
    of('c0', `${rdfNamespace}first`, literal('a')),
    of('c0', `${rdfNamespace}rest`, blank('c1')),
    of('c1', `${rdfNamespace}first`, literal('b')),
    of('c1', `${rdfNamespace}rest`, blank('c0')),
  ]
  const quads = [
    of('long', `${owl}oneOf`, blank('l0')),
    of('round', `${owl}unionOf`, blank('c0')),
    ...list,
    ...circle,
  ]
  const here = kept(await embedded(quads))
  const afar = kept(await behindEndpoint(quads, { union: 'default' }))
  for (const one of [here, afar]) expect(shown(await read(one, 'owl'))).toEqual(shown(quads))
})
