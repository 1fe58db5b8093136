import { afterEach, describe, expect, it } from 'vitest'
import { readVocabulary } from '../src/engine/schemas/read-vocabulary.ts'
import type { Vocabulary } from '../src/engine/schemas/vocabulary-queries.ts'
import type { Quad, Term } from '../src/rdf/term.ts'
import { termText } from '../src/rdf/term-text.ts'
import type { UnionScope } from '../src/store/remote/endpoint.ts'
import { isomorphic } from './isomorphic.ts'
import { behindEndpoint, embedded, type Opened } from './opened.ts'
import { parse } from './rdf-documents.ts'
import { dataAround, ontology, shapes, spread, wholeOf } from './vocabulary-documents.ts'

const opened: Opened[] = []
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close()
})

/** The triples as text, without the labels of blank nodes: what a difference is seen by. */
function shown(quads: readonly Quad[]): readonly string[] {
  const text = (term: Term): string => (term.kind === 'blank' ? '_' : termText(term))
  const lines = new Map(quads.map((quad) => [JSON.stringify(quad), quad]))
  return [...lines.values()]
    .map(({ subject, predicate, object }) => [subject, predicate, object].map(text).join(' '))
    .toSorted()
}

async function read({ open, database }: Opened, vocabulary: Vocabulary): Promise<readonly Quad[]> {
  return readVocabulary(open, database, vocabulary, undefined)
}

const unions: readonly UnionScope[] = ['default', 'graphs', { iri: 'urn:all' }]

describe.each([
  ['owl', ontology, 30],
  ['shacl', shapes, 60],
] as const)('the vocabulary %s', (vocabulary, text, mostRows) => {
  it('is read from an embedded database, without the data around it', async () => {
    const one = await embedded(await spread(text))
    opened.push(one)
    const quads = await read(one, vocabulary)
    const whole = await wholeOf(text)
    expect(shown(quads)).toEqual(shown(whole))
    expect(isomorphic(quads, whole)).toBe(true)
  })

  it.each(unions)('is read from an endpoint by two queries where its union is %j', async (union) => {
    const one = await behindEndpoint(await spread(text), { union })
    opened.push(one)
    const whole = await wholeOf(text)
    const quads = await read(one, vocabulary)
    expect(shown(quads)).toEqual(shown(whole))
    expect(isomorphic(quads, whole)).toBe(true)
    expect(one.requests).toHaveLength(2)
  })

  it.each(unions)('is read from an endpoint that cuts answers where its union is %j', async (union) => {
    const one = await behindEndpoint(await spread(text), { union, mostRows, isKnown: true })
    opened.push(one)
    const whole = await wholeOf(text)
    const quads = await read(one, vocabulary)
    expect(shown(quads)).toEqual(shown(whole))
    expect(isomorphic(quads, whole)).toBe(true)
    expect(one.requests.some((request) => request.text.includes('?root'))).toBe(true)
  })

  it('is refused where an answer cannot hold the blank nodes of one IRI', async () => {
    const one = await behindEndpoint(await spread(text), { union: 'default', mostRows: 5, isKnown: true })
    opened.push(one)
    await expect(read(one, vocabulary)).rejects.toMatchObject({
      kind: 'limitExceeded',
      message: expect.stringContaining('leads to more blank nodes than one answer of the endpoint holds'),
    })
  })

  it('is nothing where there is none', async () => {
    const none = await embedded([])
    const other = await embedded(await parse('trig', dataAround))
    opened.push(none, other)
    expect(await read(none, vocabulary)).toEqual([])
    expect(await read(other, vocabulary)).toEqual([])
  })
})
