import { afterEach, describe, expect, it } from 'vitest'
import { type OxigraphEndpoint, startOxigraphEndpoint } from '../../test/remote/oxigraph-endpoint.ts'
import { type Isolation, openRemoteDatabase, type Quad } from '../index.ts'
import { iri, literal } from '../rdf/term.ts'

const tree = (name: string, graph: string | null): readonly Quad[] => {
  const subject = iri(`http://g.example/${name}`)
  const type = iri('http://www.w3.org/1999/02/22-rdf-syntax-ns#type')
  const named = graph === null ? null : iri(graph)
  return [
    { subject, predicate: type, object: iri('http://g.example/Tree'), graph: named },
    { subject, predicate: iri('http://g.example/name'), object: literal(name), graph: named },
  ]
}

const quads = [...tree('ash', null), ...tree('elm', 'http://g.example/old')]
const namespaces = { g: 'http://g.example/' }
const query = '{ g_Tree(orderBy: g_name) { g_name } }'
const all = { data: [{ g_name: 'ash' }, { g_name: 'elm' }] }

let endpoint: OxigraphEndpoint | undefined
afterEach(async () => {
  await endpoint?.close()
  endpoint = undefined
})

describe.each<Isolation>(['none', 'process'])('an endpoint as a database, isolation %s', (isolation) => {
  it.each([
    ['is the default graph', true],
    ['has no name', false],
  ])('finds out that the union of all graphs %s', async (_, union) => {
    endpoint = await startOxigraphEndpoint(quads, { union })
    const db = await openRemoteDatabase(endpoint.queryUrl, { isolation, namespaces })
    expect(await db.graphql(query)).toEqual(all)
    expect(await db.size()).toBe(4)
    await db.close()
  })

  it('takes what it is told, and changes what is there', async () => {
    const union = { iri: 'http://g.example/everything' }
    endpoint = await startOxigraphEndpoint(quads, { union, authorization: 'Bearer t0ken' })
    const { queryUrl, updateUrl, graphStoreUrl } = endpoint
    const db = await openRemoteDatabase(queryUrl, {
      isolation,
      namespaces,
      updateUrl,
      graphStoreUrl,
      union,
      credentials: { kind: 'bearer', token: 't0ken' },
    })
    expect(await db.graphql(query)).toEqual(all)
    await db.update('INSERT DATA { g:yew a g:Tree ; g:name "yew" }')
    expect(await db.graphql(query)).toEqual({ data: [...all.data, { g_name: 'yew' }] })
    await db.close()
  })

  it('refuses who is not known, and tells nobody who asked', async () => {
    endpoint = await startOxigraphEndpoint(quads, { authorization: 'Bearer other' })
    const opened = openRemoteDatabase(endpoint.queryUrl, {
      isolation,
      name: 'museum',
      credentials: { kind: 'basic', user: 'ada', password: 's3cret' },
    })
    const error = await opened.catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ kind: 'remoteFailed', message: expect.stringContaining('"museum"') })
    const told = JSON.stringify([String(error), error, error instanceof Error ? error.stack : ''])
    expect(told).not.toMatch(/s3cret|YWRhOnMzY3JldA/)
  })

  it('refuses an endpoint that is not there', async () => {
    const opened = openRemoteDatabase('http://127.0.0.1:9/sparql', { isolation })
    await expect(opened).rejects.toMatchObject({
      kind: 'remoteUnavailable',
      message: expect.stringContaining('127.0.0.1:9'),
    })
  })
})

it.each([
  '',
  'data.example/sparql',
  'ftp://data.example/',
  'http://ada:s3cret@data.example/',
  'http://a.example/#b',
])('refuses the URL %j, and does not repeat it', async (url) => {
  const error = await openRemoteDatabase(url).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ kind: 'illegalArgument' })
  expect(String(error)).not.toContain('s3cret')
  endpoint = await startOxigraphEndpoint([])
  const options = { updateUrl: url }
  await expect(openRemoteDatabase(endpoint.queryUrl, options)).rejects.toMatchObject({
    kind: 'illegalArgument',
  })
})

it.each([
  [{ connections: 0 }, '"connections" is a whole number from 1 on, not 0'],
  [{ answerBytes: 1.5 }, '"answerBytes"'],
  [{ rows: -1 }, '"rows"'],
  [{ rows: Number.NaN }, '"rows"'],
  [{ union: { iri: 'all> {} #' } }, 'is an absolute IRI'],
  // As a program without types would have it.
  [JSON.parse('{"union": "urn:all"}'), 'The option "union" is "default", "graphs" or { iri }, not "urn:all"'],
  [{ engine: 'virtuso' }, 'Did you mean "virtuoso"?'],
])('refuses the options %j before anybody is asked', async (options, message) => {
  const opened = openRemoteDatabase('http://127.0.0.1:9/sparql', options)
  await expect(opened).rejects.toMatchObject({
    kind: 'illegalArgument',
    message: expect.stringContaining(message),
  })
})
