import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, it } from 'vitest'
import { closeHomes, openAdministeredHome, refused } from '../../../test/administered-home.ts'
import { type OxigraphEndpoint, startOxigraphEndpoint } from '../../../test/remote/oxigraph-endpoint.ts'
import type { Isolation } from '../../engine/engine.ts'
import { openRemoteDatabase, type Quad } from '../../index.ts'
import { iri, literal } from '../../rdf/term.ts'
import type { DatabaseService, ExecuteOptions } from '../database-service.ts'

const ns = 'http://g.example/'
const rdfs = 'http://www.w3.org/2000/01/rdf-schema#'
const triple = (subject: string, predicate: string, object: Quad['object'], graph: string | null): Quad => ({
  subject: iri(`${ns}${subject}`),
  predicate: iri(predicate),
  object,
  graph: graph === null ? null : iri(graph),
})
const type = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type'
const owl = 'http://www.w3.org/2002/07/owl#'

/** The ontology stands in a graph of its own. */
const quads = [
  triple('ash', type, iri(`${ns}Tree`), null),
  triple('ash', `${ns}name`, literal('Ash'), null),
  triple('ash', `${ns}height`, literal('20', 'http://www.w3.org/2001/XMLSchema#integer'), null),
  triple('Tree', type, iri(`${owl}Class`), `${ns}ontology`),
  triple('height', type, iri(`${owl}FunctionalProperty`), `${ns}ontology`),
  triple('height', `${rdfs}domain`, iri(`${ns}Tree`), `${ns}ontology`),
  triple('height', `${rdfs}range`, iri('http://www.w3.org/2001/XMLSchema#integer'), `${ns}ontology`),
]
const names = `schema { query: Q } type Q { trees: [Tree] @iri(value: "${ns}Tree") }
type Tree { name: String @iri(prefix: "g") }`
const ash = { data: [{ name: 'Ash' }] }
const query = { query: '{ trees { name } }' }

const endpoints: OxigraphEndpoint[] = []
afterEach(async () => {
  await closeHomes()
  await Promise.all(endpoints.splice(0).map((endpoint) => endpoint.close()))
})

async function start(): Promise<OxigraphEndpoint> {
  const endpoint = await startOxigraphEndpoint(quads)
  endpoints.push(endpoint)
  return endpoint
}

async function answer(service: DatabaseService, request = query, options: ExecuteOptions = {}) {
  const answered = await service.execute('museum', request, options)
  return answered.kind === 'errors' ? answered.errors : JSON.parse(await text(answered.chunks))
}

describe.each<Isolation>(['none', 'process'])(
  'the schemas of a remote database, isolation %s',
  (isolation) => {
    async function open(options: Readonly<Record<string, unknown>> = {}) {
      const endpoint = await start()
      const home = openAdministeredHome(isolation)
      const databaseOptions = { 'remote.query.url': endpoint.queryUrl, ...options }
      await home.service.create('museum', [], { databaseOptions })
      const namespaces = new Map([
        ['', ns],
        ['g', ns],
      ])
      await home.administration.addNamespaces('museum', namespaces)
      return { ...home, endpoint }
    }

    it('are checked, kept, and answer', async () => {
      const { service, administration } = await open()
      const { schemas } = service
      const wrong = await schemas.add('museum', 'names', names.replace('"g"', '"h"'))
      expect(wrong).toMatchObject({ kind: 'errors', errors: [{ locations: [{ line: 2 }] }] })
      expect(await schemas.add('museum', 'names', names)).toEqual({ kind: 'added' })
      const all = [1, 2, 3, 4].map((n) => answer(service, query, n % 2 === 0 ? { schema: 'names' } : {}))
      const [without, by] = await Promise.all(all)
      expect(by).toEqual(ash)
      expect(without).toEqual({ data: [] })
      const wrongField = { query: '{ trees { height } }' }
      expect(await answer(service, wrongField, { schema: 'names' })).toMatchObject([
        { locations: [{ line: 1, column: 11 }], extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } },
      ])
      expect(await service.explain('museum', query, { schema: 'names' })).toMatchObject({
        kind: 'explanation',
      })
      await administration.removeNamespace('museum', 'g')
      expect(await answer(service, query, { schema: 'names' })).toMatchObject([
        { message: expect.stringMatching(/^The schema "names" cannot be used, line 2, column \d+: .*"g"/) },
      ])
    })

    it('are inferred from what the endpoint has', async () => {
      const { service } = await open()
      const inferred = await service.schemas.infer('museum')
      expect(await service.schemas.add('museum', 'inferred', inferred)).toEqual({ kind: 'added' })
      const asked = { query: '{ Tree { name height } }' }
      expect(await answer(service, asked, { schema: 'inferred' })).toEqual({
        data: [{ name: 'Ash', height: 20 }],
      })
    })

    it('are generated of its ontology; where it cannot be asked, the next one who needs it asks again', async () => {
      const { service, endpoint, catalog } = await open({ 'graphql.auto.schema': true })
      const askAt = (url: string) =>
        catalog.change('museum', { options: new Map([['remote.query.url', url]]) })
      const asked = { query: '{ Tree { height } }' }
      askAt(`${new URL(endpoint.queryUrl).origin}/no`)
      const failed = refused(
        'remoteFailed',
        /^The default schema could not be generated \(graphql\.auto\.schema\): /,
      )
      await expect(service.execute('museum', asked)).rejects.toMatchObject(failed)
      askAt(endpoint.queryUrl)
      expect(await Promise.all([answer(service, asked), answer(service, asked)])).toEqual([
        { data: [{ height: 20 }] },
        { data: [{ height: 20 }] },
      ])
      expect(await service.schemas.list('museum')).toEqual(['default'])
      expect(await answer(service, { query: '{ Tree { name } }' })).toMatchObject([{}])
    })

    it('are there in programs too', async () => {
      const { queryUrl } = await start()
      const options = { isolation, namespaces: { '': ns, g: ns }, autoSchema: true }
      await using database = await openRemoteDatabase(queryUrl, options)
      expect(await database.graphql('{ Tree { height } }')).toEqual({ data: [{ height: 20 }] })
      expect(await database.schemas.add('names', names)).toBe('added')
      expect(await database.graphql(query.query, { schema: 'names' })).toEqual(ash)
      expect(await database.schemas.list()).toEqual(['default', 'names'])
    })
  },
)

it('of a database that is asked as whoever asks: hides what was generated, and keeps what was added', async () => {
  const { service, catalog, administration } = openAdministeredHome('none')
  const { queryUrl } = await start()
  const databaseOptions = { 'remote.query.url': queryUrl }
  await service.create('museum', [], { databaseOptions })
  await administration.addNamespaces('museum', new Map([['g', ns]]))
  catalog.schemas.put('museum', { name: 'default', text: names, generated: true })
  catalog.schemas.put('museum', { name: 'names', text: names, generated: false })
  expect(await service.schemas.list('museum')).toEqual(['default', 'names'])
  await administration.setOptions('museum', { 'remote.pass.through': true })
  expect(await service.schemas.list('museum')).toEqual(['names'])
  await expect(service.schemas.show('museum', 'default')).rejects.toThrow('Unknown schema "default"')
  expect(await service.schemas.show('museum', 'names')).toBe(names)
  // What needs no endpoint goes on without a token.
  expect(await service.schemas.add('museum', 'more', names)).toEqual({ kind: 'added' })
  await expect(service.schemas.infer('museum')).rejects.toThrow(/by a token in exchange for theirs/)
})
