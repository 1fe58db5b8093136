import { afterEach, describe, expect, it } from 'vitest'
import {
  type EndpointDatabase,
  type Isolation,
  openRemoteDatabase,
  type SparqlResult,
  type ToldWarnings,
} from '../../src/index.ts'
import { parse } from '../rdf-documents.ts'
import { type OxigraphEndpoint, startOxigraphEndpoint } from './oxigraph-endpoint.ts'

const data = `
  @prefix : <http://api.stardog.com/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
  @prefix owl: <http://www.w3.org/2002/07/owl#> .
  :Oak rdfs:subClassOf :Tree . :oak1 a :Oak . :elm1 a :Elm .
  :Elm rdfs:subClassOf [ owl:onProperty :p ; owl:hasSelf true ] .
`

const query = 'SELECT ?tree { ?tree a :Tree } ORDER BY ?tree'

let endpoint: OxigraphEndpoint
let database: EndpointDatabase | undefined
const warned: ToldWarnings[] = []
afterEach(async () => {
  warned.length = 0
  await database?.close()
  database = undefined
  await endpoint.close()
})

async function open(isolation: Isolation): Promise<EndpointDatabase> {
  endpoint = await startOxigraphEndpoint(await parse('turtle', data), { union: true })
  const { queryUrl, updateUrl, graphStoreUrl } = endpoint
  database = await openRemoteDatabase(queryUrl, {
    isolation,
    updateUrl,
    graphStoreUrl,
    name: 'trees',
    union: 'default',
    onWarnings: (told) => warned.push(told),
  })
  return database
}

async function valuesOf(result: SparqlResult): Promise<readonly string[]> {
  if (result.kind !== 'solutions') throw new Error('Only SELECT is asked here.')
  const values: string[] = []
  for await (const row of result.rows) values.push(row['tree']?.value.replace(/^.*\//u, '') ?? '')
  return values
}

/** Queries that the endpoint was asked to read the vocabulary. */
const readings = (): number =>
  endpoint.requests.filter(({ text }) => text.includes('propertyChainAxiom')).length

describe.each<Isolation>(['none', 'process'])(
  'the vocabulary behind an endpoint, isolation %s',
  (isolation) => {
    it('is read once, and anew after a change', async () => {
      const db = await open(isolation)
      const ask = async () => valuesOf(await db.sparql(query, { reasoning: true }))
      expect(await ask()).toEqual(['oak1'])
      expect(await db.graphql('{ Tree { iri } }', { reasoning: true })).toEqual({
        data: [{ iri: 'http://api.stardog.com/oak1' }],
      })
      expect(readings()).toBe(1)
      await db.update('INSERT DATA { :Elm rdfs:subClassOf :Tree }')
      expect(await ask()).toEqual(['elm1', 'oak1'])
      expect(readings()).toBe(2)
      await db.load({
        name: 'more.ttl',
        format: 'turtle',
        graph: 'http://g.example/more',
        bytes: bytesOf('<http://api.stardog.com/ash1> a <http://api.stardog.com/Oak> .'),
      })
      expect(await ask()).toEqual(['ash1', 'elm1', 'oak1'])
      expect(await ask()).toEqual(['ash1', 'elm1', 'oak1'])
      expect(readings()).toBe(3)
    })

    it('is read anew also where a change failed', async () => {
      const db = await open(isolation)
      await db.sparql(query, { reasoning: true })
      await expect(db.update('LOAD <http://127.0.0.1:1/none>')).rejects.toThrow()
      await db.sparql(query, { reasoning: true })
      expect(readings()).toBe(2)
    })

    it('is read once for all who ask at the same time', async () => {
      const db = await open(isolation)
      const all = await Promise.all(
        Array.from({ length: 6 }, async () => valuesOf(await db.sparql(query, { reasoning: true }))),
      )
      expect(all).toEqual(Array.from({ length: 6 }, () => ['oak1']))
      expect(readings()).toBe(1)
    })

    it('is not read for queries without reasoning', async () => {
      const db = await open(isolation)
      expect(await valuesOf(await db.sparql(query))).toEqual([])
      expect(readings()).toBe(0)
    })

    it('is warned of once', async () => {
      const db = await open(isolation)
      await db.sparql(query, { reasoning: true })
      await db.update('INSERT DATA { :Elm rdfs:subClassOf :Tree }')
      await db.sparql(query, { reasoning: true })
      expect(warned).toEqual([{ database: 'trees', warnings: [expect.stringContaining('owl:hasSelf')] }])
      const explained = await db.explainSparql(query, { reasoning: true })
      expect(explained.reasoning).toEqual({
        axioms: [':Elm rdfs:subClassOf :Tree', ':Oak rdfs:subClassOf :Tree'],
        warnings: warned[0]?.warnings,
      })
    })
  },
)

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}
