import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ServiceError } from '../../src/errors.ts'
import { iri, literal, type Quad } from '../../src/rdf/term.ts'
import { createEndpointClient } from '../../src/store/remote/create-endpoint-client.ts'
import type { RemoteEndpoint } from '../../src/store/remote/endpoint.ts'
import type { EndpointClient } from '../../src/store/remote/endpoint-client.ts'
import { collect } from '../collect.ts'
import { hasVirtuoso, startVirtuoso, type Virtuoso } from './virtuoso.ts'

const graph = 'urn:client:graph'
const quads: readonly Quad[] = Array.from({ length: 300 }, (_, index) => ({
  subject: iri(`urn:s${index}`),
  predicate: iri('urn:p'),
  object: literal(`"o" \\ ${index}`),
  graph: iri(graph),
}))

describe.skipIf(!hasVirtuoso)('a client of Virtuoso', () => {
  let virtuoso: Virtuoso
  const clients: EndpointClient[] = []
  beforeAll(async () => {
    virtuoso = await startVirtuoso({ mostRows: 100 })
    await virtuoso.load(quads)
  }, 60_000)
  afterEach(async () => {
    await Promise.all(clients.splice(0).map((client) => client.close()))
  })
  afterAll(() => virtuoso.close())

  function connect(changes: Partial<RemoteEndpoint> = {}): EndpointClient {
    const client = createEndpointClient('plants', {
      queryUrl: virtuoso.queryUrl,
      union: 'default',
      engine: 'virtuoso',
      connections: 4,
      answerBytes: 10_000_000,
      ...changes,
    })
    clients.push(client)
    return client
  }

  async function errorOf(asking: Promise<unknown>): Promise<ServiceError> {
    const error: unknown = await asking.then(
      () => undefined,
      (thrown: unknown) => thrown,
    )
    if (error instanceof ServiceError) return error
    throw new Error(`No error of the service: ${String(error)}`)
  }

  it('asks it in every form', async () => {
    const client = connect()
    const { server } = await client.health()
    expect(server).toMatch(/^Virtuoso\//)
    expect(await client.ask('ASK { ?s ?p ?o }')).toBe(true)
    expect(await client.ask('ASK { ?s <urn:none> ?o }')).toBe(false)
    const { batches } = await client.select('SELECT ?s ?o { ?s ?p ?o } ORDER BY ?s LIMIT 2', ['o', 's'])
    expect(await collect(batches)).toEqual([
      ['""o" \\ 0', '<urn:s0'],
      ['""o" \\ 1', '<urn:s1'],
    ])
    const one = await collect(client.graph('CONSTRUCT { ?s <urn:q> ?o } WHERE { ?s ?p ?o } LIMIT 1'))
    expect(one).toMatchObject([{ predicate: { value: 'urn:q' }, object: { kind: 'literal' } }])
  })

  it('is told of its limit of rows', async () => {
    const { announcedLimit, batches } = await connect().select('SELECT ?s { ?s ?p ?o }', ['s'])
    expect(announcedLimit).toBe(100)
    expect(await collect(batches)).toHaveLength(100)
    expect((await connect().select('SELECT ?s { ?s ?p ?o } LIMIT 99', ['s'])).announcedLimit).toBeUndefined()
  })

  const slow = 'SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l }'

  it('is told where it cuts an answer at a time limit', async () => {
    const queryUrl = `${virtuoso.queryUrl}?timeout=300`
    const cut = await errorOf(connect({ queryUrl }).select(slow, ['n']))
    // Now and then it ends the query before it has begun to answer, and tells so.
    expect(cut.message).toMatch(
      /MaxQueryExecutionTime\) was reached, and its answer is not whole\.$|HY008 Error SR203: Async statement killed/,
    )
  })

  it('is told where it fails at a time limit', async () => {
    const limited = await startVirtuoso({ mostSeconds: 1 })
    try {
      await limited.load(quads)
      const failed = await errorOf(connect({ queryUrl: limited.queryUrl }).select(slow, ['n']))
      expect(failed.kind).toBe('remoteFailed')
      // Now and then it calls the same "4000X Error SR177: Misc Transaction Error".
      expect(failed.message).toMatch(
        /time limit for a query was reached \(status 500\): "Virtuoso S1T00 |SR177/,
      )
    } finally {
      await limited.close()
    }
  }, 60_000)

  it('repeats the reason that it gives', async () => {
    const sorted = 'SELECT ?s { ?s ?p ?o } ORDER BY ?s OFFSET 20000 LIMIT 10'
    expect((await errorOf(connect().select(sorted, ['s']))).message).toMatch(
      /with status 500: "Virtuoso 22023 Error SR353: /,
    )
  })

  it('says who asks by digest', async () => {
    const credentials = { kind: 'basic', user: 'dba', password: 'dba' } as const
    const urls = {
      queryUrl: virtuoso.authenticatedUrl,
      updateUrl: virtuoso.authenticatedUrl,
      graphStoreUrl: `${virtuoso.graphStoreUrl}-auth`,
    }
    const client = connect({ ...urls, credentials })
    await client.update('INSERT DATA { GRAPH <urn:new> { <urn:a> <urn:p> 1 } }')
    expect(await client.ask('ASK { GRAPH <urn:new> { <urn:a> <urn:p> 1 } }')).toBe(true)
    async function* lines() {
      yield Buffer.from('<urn:b> <urn:p> "2" .\n')
      yield Buffer.from('<urn:c> <urn:p> "3" .\n')
    }
    await client.graphStore('PUT', 'urn:new', lines(), { length: 44 })
    const { batches } = await client.select('SELECT ?s { GRAPH <urn:new> { ?s ?p ?o } } ORDER BY ?s', ['s'])
    expect(await collect(batches)).toEqual([['<urn:b'], ['<urn:c']])
    await client.graphStore('DELETE', 'urn:new')
    expect(await client.ask('ASK { GRAPH <urn:new> { ?s ?p ?o } }')).toBe(false)

    const stranger = connect({ ...urls, credentials: { ...credentials, password: 'abd' } })
    expect((await errorOf(stranger.ask('ASK {}'))).message).toMatch(/does not know who asks \(status 401\)/)
    expect((await errorOf(connect(urls).ask('ASK {}'))).message).toMatch(/does not know who asks/)
  })
})
