import { afterEach, describe, expect, it } from 'vitest'
import { readVocabulary } from '../src/engine/schemas/read-vocabulary.ts'
import type { Vocabulary } from '../src/engine/schemas/vocabulary-queries.ts'
import type { Quad, Term } from '../src/rdf/term.ts'
import { termText } from '../src/rdf/term-text.ts'
import type { UnionScope } from '../src/store/remote/endpoint.ts'
import { isomorphic } from './isomorphic.ts'
import { behindEndpoint, embedded, type Opened } from './opened.ts'
import { parse } from './rdf-documents.ts'

const prefixes = `
  @prefix : <http://e.org/> .
  @prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
  @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
  @prefix owl: <http://www.w3.org/2002/07/owl#> .
  @prefix sh: <http://www.w3.org/ns/shacl#> .
  @prefix skos: <http://www.w3.org/2004/02/skos/core#> .
  @prefix schema: <http://schema.org/> .
  @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
`

const ontology = `
  :Plant a owl:Class ; rdfs:label "Plant", "Pflanze"@de ; skos:definition "What grows." .
  :Tree a rdfs:Class ; rdfs:subClassOf :Plant, _:heights .
  _:heights a owl:Restriction ; owl:onProperty :height ; owl:maxCardinality 1 .
  :height a owl:DatatypeProperty, owl:FunctionalProperty ; rdfs:domain :Tree ; rdfs:range xsd:decimal .
  :livesOn rdfs:domain _:living ; rdfs:range :Soil ; rdfs:comment "Untyped." .
  _:living owl:unionOf (:Plant [ a owl:Class ; owl:intersectionOf (:Animal [ owl:complementOf :Fish ]) ] :Moss) .
  :grade rdfs:range _:grades . _:grades a rdfs:Datatype ; owl:oneOf ("low" "middle" "high") .
  :hosts owl:inverseOf :livesOn .
  :name schema:domainIncludes :Plant, :Animal ; schema:rangeIncludes schema:Text .
`

/** What an ontology may stand between: none of it is of the vocabulary. */
const data = `
  :oak a :Tree ; rdfs:label "Oak" ; rdfs:comment "An oak." ; :height 12.5 ; :parts (:leaf [ :of :wood ] :root) .
  :list rdf:first :a ; rdf:rest () .
  :x rdf:type _:unknown . _:unknown rdfs:label "Nothing" .
`

const shapes = `
  :PlantShape a sh:NodeShape ; sh:targetClass :Plant ; rdfs:label "Shape" ;
    sh:property [ sh:path :name ; sh:datatype xsd:string ; sh:minCount 1 ; sh:maxCount 1 ; sh:name "called" ] ,
      [ sh:path ([ sh:inversePath :parent ] :name) ; sh:or ([ sh:datatype xsd:string ] [ sh:class :Name ]) ] ,
      [ sh:path :colour ; sh:in ("red" "green" :blue) ] ,
      [ sh:path :soil ; sh:node [ sh:property [ sh:path :ph ; sh:or ([ sh:in (1 2 3) ] [ sh:datatype xsd:decimal ]) ] ] ] .
  [] a sh:NodeShape ; sh:targetClass :Animal ; sh:property :AnimalName .
  :MossShape a sh:NodeShape ; sh:targetClass :Moss ; sh:property
      [ sh:path :height ; sh:datatype xsd:decimal ; sh:maxCount 1 ] , [ sh:path :soil ; sh:class :Soil ] .
  :AnimalName a sh:PropertyShape ; sh:path :name ; sh:deactivated true .
  :Animal a rdfs:Class ; rdfs:label "Animal" .
  :name rdfs:label "name" .
`

const opened: Opened[] = []
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close()
})

const plant = ':Plant a owl:Class ; rdfs:label "Plant" .'

/** In named graphs and in the default one, some of it in both. */
async function spread(vocabulary: string): Promise<readonly Quad[]> {
  return parse('trig', `${prefixes} ${data} :g { ${vocabulary} } :h { ${plant} } ${plant}`)
}

function expected(vocabulary: string): Promise<readonly Quad[]> {
  return parse('turtle', `${prefixes} ${vocabulary} ${plant}`)
}

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
    const whole = await expected(text)
    expect(shown(quads)).toEqual(shown(whole))
    expect(isomorphic(quads, whole)).toBe(true)
  })

  it.each(unions)('is read from an endpoint by two queries where its union is %j', async (union) => {
    const one = await behindEndpoint(await spread(text), { union })
    opened.push(one)
    const whole = await expected(text)
    const quads = await read(one, vocabulary)
    expect(shown(quads)).toEqual(shown(whole))
    expect(isomorphic(quads, whole)).toBe(true)
    expect(one.requests).toHaveLength(2)
  })

  it.each(unions)('is read from an endpoint that cuts answers where its union is %j', async (union) => {
    const one = await behindEndpoint(await spread(text), { union, mostRows, isKnown: true })
    opened.push(one)
    const whole = await expected(text)
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
    const other = await embedded(await parse('trig', `${prefixes} ${data}`))
    opened.push(none, other)
    expect(await read(none, vocabulary)).toEqual([])
    expect(await read(other, vocabulary)).toEqual([])
  })
})
