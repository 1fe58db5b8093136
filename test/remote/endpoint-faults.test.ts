import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ServiceError } from '../../src/errors.ts'
import { iri, literal, type Quad } from '../../src/rdf/term.ts'
import type { EndpointSettings } from '../../src/store/remote/client/endpoint-settings.ts'
import { createEndpointClient } from '../../src/store/remote/create-endpoint-client.ts'
import type { RemoteEndpoint } from '../../src/store/remote/endpoint.ts'
import type { EndpointClient, ExchangeOptions } from '../../src/store/remote/endpoint-client.ts'
import { collect } from '../collect.ts'
import { type Fault, type FaultyProxy, startFaultyProxy } from './faulty-proxy.ts'
import { type OxigraphEndpoint, startOxigraphEndpoint } from './oxigraph-endpoint.ts'

const quads: readonly Quad[] = Array.from({ length: 100 }, (_, index) => ({
  subject: iri(`urn:s${index}`),
  predicate: iri('urn:p'),
  object: literal(`o${index}`),
  graph: null,
}))
const query = 'SELECT ?s ?o { ?s ?p ?o }'
const password = 'cGFzc3dvcmQ-secret'

let endpoint: OxigraphEndpoint
let proxy: FaultyProxy
let client: EndpointClient
const clients: EndpointClient[] = []

beforeAll(async () => {
  endpoint = await startOxigraphEndpoint(quads)
  proxy = await startFaultyProxy(new URL(endpoint.queryUrl).origin)
})
afterAll(async () => {
  await proxy.close()
  await endpoint.close()
})
beforeEach(() => {
  proxy.harm(undefined)
  client = connect()
})
afterEach(async () => {
  await Promise.all(clients.splice(0).map((each) => each.close()))
})

/** The endpoint behind the proxy. */
function endpointOf(changes: Partial<RemoteEndpoint> = {}): RemoteEndpoint {
  return {
    queryUrl: `${proxy.origin}/query`,
    updateUrl: `${proxy.origin}/update`,
    graphStoreUrl: `${proxy.origin}/store`,
    credentials: { kind: 'basic', user: 'ann', password },
    union: 'default',
    connections: 4,
    answerBytes: 1_000_000,
    ...changes,
  }
}

/** A client of the endpoint, that is not patient. */
function connect(
  settings: Partial<EndpointSettings> = {},
  changes: Partial<RemoteEndpoint> = {},
): EndpointClient {
  const patience = { pauses: [1, 1], silenceTimeout: 1_000, ...settings }
  const made = createEndpointClient('plants', endpointOf(changes), patience)
  clients.push(made)
  return made
}

async function count(asked: EndpointClient = client, options: ExchangeOptions = {}): Promise<number> {
  let rows = 0
  const { batches } = await asked.select(query, ['s', 'o'], options)
  for await (const batch of batches) rows += batch.length
  return rows
}

async function errorOf(asking: Promise<unknown>): Promise<ServiceError> {
  const error: unknown = await asking.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (error instanceof ServiceError) return error
  throw new Error(`No error of the service: ${String(error)}`)
}

const host = () => new URL(proxy.origin).host

describe('a query whose answer comes to harm', () => {
  it.each<[string, Fault, string, RegExp]>([
    [
      'stalled in the middle',
      { kind: 'stalled' },
      'remoteFailed',
      /it stopped in the middle of its answer\.$/,
    ],
    [
      'cut in the middle',
      { kind: 'cut' },
      'remoteFailed',
      /the connection broke in the middle of its answer\.$/,
    ],
    [
      'cut before it began',
      { kind: 'hung up' },
      'remoteFailed',
      /ended the connection before it answered\.$/,
    ],
    [
      'of a wrong media type',
      { kind: 'typed', type: 'text/html; charset=utf-8' },
      'remoteFailed',
      /with the media type "text\/html; charset=utf-8", where results of SPARQL in JSON or XML were asked for\. Check remote\.query\.url\.$/,
    ],
    ['without a media type', { kind: 'typed', type: '' }, 'remoteFailed', /answered without a media type/],
    ['malformed', { kind: 'malformed' }, 'remoteFailed', /cut short, or is not what SPARQL answers are\.$/],
    [
      'refused for who asks',
      { kind: 'status', status: 401, headers: { 'www-authenticate': 'Basic realm="x"' } },
      'remoteFailed',
      /does not know who asks \(status 401\)\. Check remote\.user and remote\.password, or remote\.token\.$/,
    ],
    [
      'forbidden',
      { kind: 'status', status: 403 },
      'remoteFailed',
      /does not allow the request \(status 403\)/,
    ],
    [
      'not found',
      { kind: 'status', status: 404 },
      'remoteFailed',
      /there is nothing at its URL \(status 404\)\. Check remote\.query\.url\.$/,
    ],
    [
      'of another service',
      {
        kind: 'status',
        status: 405,
        headers: { 'content-type': 'text/plain' },
        body: 'POST only.',
      },
      'remoteFailed',
      /does not take such a request \(status 405\): "POST only\."\. Check remote\.query\.url\.$/,
    ],
    [
      'put off for long',
      { kind: 'status', status: 429, headers: { 'retry-after': '120' } },
      'remoteFailed',
      /takes no more requests at present \(status 429\), and asks to wait for 120 s\.$/,
    ],
    ['a failure', { kind: 'status', status: 500 }, 'remoteFailed', /answered with status 500\.$/],
    [
      'a failure with a reason',
      { kind: 'status', status: 500, body: 'Error SR353: Only 10000 are "allowed"\nSPARQL query:' },
      'remoteFailed',
      /answered with status 500: "Error SR353: Only 10000 are \\"allowed\\""\.$/,
    ],
    [
      'a failure with a reason in JSON',
      {
        kind: 'status',
        status: 500,
        headers: { 'content-type': 'application/json' },
        body: '{"requestId":"1","detailedMessage":"Out of memory."}',
      },
      'remoteFailed',
      /answered with status 500: "Out of memory\."\.$/,
    ],
    [
      'a failure with a page',
      { kind: 'status', status: 500, headers: { 'content-type': 'text/html' }, body: '<h1>Sorry' },
      'remoteFailed',
      /answered with status 500\.$/,
    ],
    ['that it is down', { kind: 'status', status: 503 }, 'remoteFailed', /answered with status 503\.$/],
    ['without end', { kind: 'endless' }, 'limitExceeded', /1000000 bytes at most \(remote\.answer\.bytes\)/],
    [
      'a redirect to another host',
      { kind: 'status', status: 307, headers: { location: 'http://elsewhere.example/query' } },
      'remoteFailed',
      /it redirects to "http:\/\/elsewhere\.example", which is not followed/,
    ],
    [
      'a redirect in a circle',
      { kind: 'status', status: 302, headers: { location: '/query' } },
      'remoteFailed',
      /redirects again and again/,
    ],
    ['a part only', { kind: 'status', status: 206 }, 'remoteFailed', /a part only \(status 206\)/],
    [
      'ended by a time limit that the status tells',
      { kind: 'status', status: 503, body: 'Query timed out' },
      'remoteFailed',
      /its time limit for a query was reached \(status 503\): "Query timed out"\.$/,
    ],
    [
      'ended by a time limit that a header tells',
      { kind: 'status', status: 200, headers: { 'x-sql-state': 'S1TAT' } },
      'remoteFailed',
      /its time limit for a query \(of Virtuoso: MaxQueryExecutionTime\) was reached, and its answer is not whole\.$/,
    ],
  ])('%s has an error that says so, and the next query is answered', async (_, fault, kind, message) => {
    proxy.harm(fault)
    const error = await errorOf(count())
    expect(error.kind).toBe(kind)
    expect(error.message).toMatch(message)
    expect(error.message).toContain(`Database "plants", endpoint ${host()}`)
    expect(JSON.stringify([error.message, error.detail])).not.toContain('secret')
    proxy.harm(undefined)
    expect(await count()).toBe(100)
  })
})

describe('a query that takes too long', () => {
  it.each<[string, Fault]>([
    ['before its answer begins', { kind: 'silent' }],
    ['in the middle of its answer', { kind: 'stalled' }],
    ['without end', { kind: 'endless' }],
  ])('%s is ended at its deadline, and its connection with it', async (_, fault) => {
    const patient = connect({ silenceTimeout: 60_000 }, { answerBytes: Number.MAX_SAFE_INTEGER })
    proxy.harm(fault, 1)
    const signal = AbortSignal.timeout(200)
    await expect(count(patient, { signal })).rejects.toBe(await reasonOf(signal))
    await proxy.ended()
    expect(await count(patient)).toBe(100)
  })

  it('is not sent where its deadline is over', async () => {
    const reason = new Error('Too late.')
    const before = proxy.count()
    await expect(count(client, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
    expect(proxy.count()).toBe(before)
  })

  it('is left at once while it waits for others, which go on', async () => {
    const one = connect({}, { connections: 1 })
    proxy.harm({ kind: 'silent' }, 1)
    const arrival = proxy.arrival()
    const first = new AbortController()
    const busy = count(one, { signal: first.signal })
    await arrival
    const second = new AbortController()
    const waiting = count(one, { signal: second.signal })
    const third = count(one)
    const reason = new Error('Nobody waits.')
    second.abort(reason)
    await expect(waiting).rejects.toBe(reason)
    first.abort(reason)
    await expect(busy).rejects.toBe(reason)
    expect(await third).toBe(100)
  })

  it('is left at once between two tries', async () => {
    const slow = connect({ pauses: [600_000], longestPause: 1_000_000 })
    proxy.harm({ kind: 'status', status: 503 }, 1)
    const controller = new AbortController()
    const arrival = proxy.arrival()
    const asking = count(slow, { signal: controller.signal })
    await arrival
    const reason = new Error('Nobody waits.')
    controller.abort(reason)
    await expect(asking).rejects.toBe(reason)
    expect(await count(slow)).toBe(100)
  })
})

/** Settles when a signal is aborted, with its reason. */
async function reasonOf(signal: AbortSignal): Promise<unknown> {
  if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve))
  return signal.reason
}

describe('an answer that nobody reads to its end', () => {
  it('is ended where its reader stops, or never begins', async () => {
    const open = connect({}, { connections: 1, answerBytes: Number.MAX_SAFE_INTEGER })
    proxy.harm({ kind: 'endless' }, 2)
    for await (const batch of (await open.select(query, ['s', 'o'])).batches) {
      expect(batch.length).toBeGreaterThan(0)
      break
    }
    const { batches } = await open.select(query, ['s', 'o'])
    await batches[Symbol.asyncIterator]().return?.()
    await proxy.ended()
    expect(await count(open)).toBe(100)
  })

  it('is not read ahead of a slow reader', async () => {
    const open = connect({}, { answerBytes: Number.MAX_SAFE_INTEGER })
    proxy.harm({ kind: 'endless' }, 1)
    const before = proxy.written()
    const reading = (await open.select(query, ['s', 'o'])).batches[Symbol.asyncIterator]()
    await reading.next()
    const { batches } = await client.select(query, ['s', 'o'])
    for await (const _ of batches);
    // Other queries are answered meanwhile; what is held of this answer is what sockets and streams hold.
    let written = -1
    while (written !== proxy.written()) {
      written = proxy.written()
      for (let turn = 0; turn < 20; turn += 1) await count()
    }
    expect(written - before).toBeLessThan(16 * 1024 * 1024)
    await reading.return?.()
    await proxy.ended()
  })
})

describe('a request is repeated', () => {
  it.each<[string, Fault]>([
    ['that finds the endpoint busy', { kind: 'status', status: 503 }],
    ['that is put off for a moment', { kind: 'status', status: 429, headers: { 'retry-after': '0' } }],
    ['that a gateway could not pass on', { kind: 'status', status: 502 }],
    ['whose connection ends before the answer begins', { kind: 'hung up' }],
  ])('%s, where it only reads', async (_, fault) => {
    proxy.harm(fault, 2)
    const before = proxy.count()
    expect(await count()).toBe(100)
    expect(proxy.count() - before).toBe(3)
    proxy.harm(fault)
    await errorOf(client.update('INSERT DATA { <urn:never> <urn:p> 1 }'))
    expect(proxy.count() - before).toBe(4)
    proxy.harm(undefined)
    expect(await client.ask('ASK { <urn:never> ?p ?o }')).toBe(false)
  })

  it.each<[string, Fault]>([
    ['its answer has begun', { kind: 'cut' }],
    ['it fails by itself', { kind: 'status', status: 500 }],
    ['it takes too long for the endpoint', { kind: 'status', status: 503, body: 'Query timed out' }],
    ['it is put off for long', { kind: 'status', status: 503, headers: { 'retry-after': '60' } }],
    ['it is refused', { kind: 'status', status: 401, headers: { 'www-authenticate': 'Basic realm="x"' } }],
  ])('but not where %s', async (_, fault) => {
    proxy.harm(fault)
    const before = proxy.count()
    await errorOf(count())
    expect(proxy.count() - before).toBe(1)
  })

  it('after the time that the endpoint asks for', async () => {
    proxy.harm({ kind: 'status', status: 429, headers: { 'retry-after': '1' } }, 1)
    const start = performance.now()
    expect(await count()).toBe(100)
    expect(performance.now() - start).toBeGreaterThan(990)
  })

  it('within the endpoint, where it redirects there', async () => {
    const headers = { location: `${proxy.origin}/query?query=${encodeURIComponent(query)}` }
    proxy.harm({ kind: 'status', status: 307, headers }, 1)
    expect(await count()).toBe(100)
  })
})

describe('a change', () => {
  it('whose connection ends is not known to be carried out', async () => {
    proxy.harm({ kind: 'hung up' })
    const error = await errorOf(client.update('INSERT DATA { <urn:never> <urn:p> 1 }'))
    expect(error.kind).toBe('remoteFailed')
    expect(error.message).toMatch(
      /before it answered\. Whether it has carried out the change is not known\.$/,
    )
  })

  it('is carried out once, and told of by success', async () => {
    await client.update('INSERT DATA { GRAPH <urn:new> { <urn:a> <urn:p> 1 } }')
    expect(await client.ask('ASK { GRAPH <urn:new> { ?s ?p 1 } }')).toBe(true)
    await client.graphStore('PUT', 'urn:new', lines('<urn:b> <urn:p> "2" .\n', '<urn:c> <urn:p> "3" .\n'))
    const { batches } = await client.select('SELECT ?s { GRAPH <urn:new> { ?s ?p ?o } } ORDER BY ?s', ['s'])
    expect(await collect(batches)).toEqual([['<urn:b'], ['<urn:c']])
    await client.graphStore('DELETE', 'urn:new')
    expect(await client.ask('ASK { GRAPH <urn:new> { ?s ?p ?o } }')).toBe(false)
  })

  it('whose data cannot be read is not sent as if it were whole', async () => {
    const failure = new Error('The disk is gone.')
    async function* failing() {
      yield Buffer.from('<urn:a> <urn:p> "1" .\n')
      throw failure
    }
    await expect(client.graphStore('PUT', 'urn:half', failing())).rejects.toBe(failure)
    expect(await client.ask('ASK { GRAPH <urn:half> { ?s ?p ?o } }')).toBe(false)
  })

  it('tells which of the URLs nothing is at', async () => {
    const origin = new URL(endpointOf().queryUrl).origin
    const elsewhere = { updateUrl: `${origin}/updates`, graphStoreUrl: `${origin}/stores` }
    const lost = createEndpointClient('plants', { ...endpointOf(), ...elsewhere })
    clients.push(lost)
    const update = await errorOf(lost.update('CLEAR ALL'))
    expect(update.message).toMatch(/nothing at its URL \(status 404\).* Check remote\.update\.url\.$/)
    const replaced = await errorOf(lost.graphStore('PUT', 'urn:new', lines('<urn:b> <urn:p> "2" .\n')))
    expect(replaced.message).toMatch(/nothing at its URL \(status 404\).* Check remote\.graph\.store\.url\.$/)
  })

  it('is refused where there is no URL for it', async () => {
    const { updateUrl: _, graphStoreUrl: __, ...plain } = endpointOf()
    const reader = createEndpointClient('plants', plain)
    clients.push(reader)
    const update = await errorOf(reader.update('CLEAR ALL'))
    expect([update.kind, update.message]).toEqual([
      'unsupported',
      'Database "plants" takes no updates: its option remote.update.url has no URL to send them to.',
    ])
    expect((await errorOf(reader.graphStore('DELETE', null))).message).toContain('remote.graph.store.url')
  })
})

async function* lines(...texts: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text)
}

describe('an endpoint that is down', () => {
  it('is found to be, is left alone for a while, and is asked again', async () => {
    const gone = await startFaultyProxy(new URL(endpoint.queryUrl).origin)
    await gone.close()
    const queryUrl = `${gone.origin}/query`
    const restless = connect({ failures: 3, rest: 50, longestRest: 100 }, { queryUrl })
    const reason = `Database "plants", endpoint ${new URL(queryUrl).host} cannot be reached: it refuses connections.`
    for (let time = 0; time < 3; time += 1) {
      expect(await errorOf(count(restless))).toMatchObject({ kind: 'remoteUnavailable', message: reason })
    }
    const error = await errorOf(count(restless))
    expect(error.kind).toBe('remoteUnavailable')
    expect(error.message.startsWith(`${reason} It was so a moment ago, and is tried again `)).toBe(true)
    expect(await errorOf(restless.health())).toMatchObject({ kind: 'remoteUnavailable', message: reason })
  })

  it('is known to be up again as soon as anything is answered', async () => {
    const restless = connect({ failures: 1, rest: 600_000, longestRest: 600_000, pauses: [] })
    proxy.harm({ kind: 'status', status: 503 }, 1)
    expect((await errorOf(count(restless))).kind).toBe('remoteFailed')
    const before = proxy.count()
    const error = await errorOf(count(restless))
    expect(error.kind).toBe('remoteUnavailable')
    expect(error.message).toMatch(
      /answered with status 503\. It was so a moment ago, and is tried again in 600 s\.$/,
    )
    expect(proxy.count()).toBe(before)
    expect((await restless.health()).latencyMilliseconds).toBeGreaterThan(0)
    expect(await count(restless)).toBe(100)
  })
})

describe('connections', () => {
  it('are kept, and no more than allowed', async () => {
    const few = connect({}, { connections: 2 })
    const before = proxy.connections()
    const answers = Promise.all(Array.from({ length: 20 }, () => count(few)))
    expect(await answers).toEqual(Array.from({ length: 20 }, () => 100))
    expect(proxy.connections() - before).toBeLessThanOrEqual(2)
  })

  it('are not lost, whatever goes wrong and whoever leaves', async () => {
    const faults: readonly (Fault | undefined)[] = [
      undefined,
      { kind: 'silent' },
      { kind: 'stalled' },
      { kind: 'cut' },
      { kind: 'hung up' },
      { kind: 'typed', type: 'text/html' },
      { kind: 'malformed' },
      { kind: 'status', status: 500 },
      { kind: 'status', status: 503 },
      { kind: 'status', status: 206 },
      { kind: 'status', status: 302, headers: { location: '/query' } },
      { kind: 'endless' },
    ]
    const leave = ['reads on', 'stops early', 'never reads', 'cancels'] as const
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom(...faults), fc.constantFrom(...leave)), {
          minLength: 3,
          maxLength: 8,
        }),
        async (visits) => {
          const two = connect({ failures: 1_000 }, { connections: 2 })
          await Promise.all(
            visits.map(async ([fault, how]) => {
              proxy.harm(fault, 1)
              const signal = AbortSignal.timeout(how === 'cancels' ? 5 : 100)
              try {
                const { batches } = await two.select(query, ['s', 'o'], { signal })
                const reading = batches[Symbol.asyncIterator]()
                if (how === 'never reads') await reading.return?.()
                else {
                  while ((await reading.next()).done !== true) {
                    if (how === 'stops early') await reading.return?.()
                  }
                }
              } catch (error) {
                if (error !== signal.reason && !(error instanceof ServiceError)) throw error
              }
            }),
          )
          proxy.harm(undefined)
          expect(await Promise.all([count(two), count(two), count(two)])).toEqual([100, 100, 100])
          await two.close()
        },
      ),
      { numRuns: 30 },
    )
  }, 60_000)

  it('are there for those who ask how things are, where all are taken', async () => {
    const one = connect({}, { connections: 1 })
    proxy.harm({ kind: 'silent' }, 1)
    const arrival = proxy.arrival()
    const controller = new AbortController()
    const busy = count(one, { signal: controller.signal })
    await arrival
    expect((await one.health()).latencyMilliseconds).toBeGreaterThan(0)
    const reason = new Error('Nobody waits.')
    controller.abort(reason)
    await expect(busy).rejects.toBe(reason)
  })

  it('end with the client, and what goes on over them', async () => {
    proxy.harm({ kind: 'silent' }, 1)
    const arrival = proxy.arrival()
    const asking = errorOf(count())
    await arrival
    await client.close()
    await asking
    await proxy.ended()
  })
})
