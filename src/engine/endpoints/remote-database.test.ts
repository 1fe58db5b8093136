import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type OxigraphEndpoint, startOxigraphEndpoint } from '../../../test/remote/oxigraph-endpoint.ts'
import { type StallingEndpoint, startStallingEndpoint } from '../../../test/remote/stalling-endpoint.ts'
import { defaultNamespaces } from '../../rdf/namespaces.ts'
import { blank, iri, literal, type Quad } from '../../rdf/term.ts'
import { createEngine } from '../create-engine.ts'
import type { RemoteDatabase } from '../database.ts'
import type { Engine, Isolation } from '../engine.ts'
import { droppedError } from '../failures.ts'

const e = (name: string) => iri(`http://e.org/${name}`)
const type = iri('http://www.w3.org/1999/02/22-rdf-syntax-ns#type')
const namespaces = new Map([...defaultNamespaces, ['', 'http://e.org/']])

function quad(subject: string, predicate: string, object: Quad['object'], graph?: string): Quad {
  return {
    subject: e(subject),
    predicate: e(predicate),
    object,
    graph: graph === undefined ? null : e(graph),
  }
}

/** One triple is in the default graph and in a named one, one only in the former, others only in the latter. */
const quads: readonly Quad[] = [
  { subject: e('a'), predicate: type, object: e('Thing'), graph: null },
  { subject: e('a'), predicate: type, object: e('Thing'), graph: e('g') },
  quad('a', 'name', literal('A'), 'g'),
  quad('a', 'near', e('b'), 'h'),
  quad('b', 'name', literal('B')),
]

const all = { formats: { solutions: 'csv', boolean: 'csv', graph: 'n-triples' } } as const

async function textOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = []
  for await (const chunk of chunks) parts.push(chunk)
  return Buffer.concat(parts).toString()
}

function remote(queryUrl: string, endpoint: Partial<RemoteDatabase['endpoint']> = {}): RemoteDatabase {
  return {
    kind: 'remote',
    name: 'far',
    endpoint: { queryUrl, union: 'graphs', connections: 16, answerBytes: 2 ** 30, ...endpoint },
    namespaces,
  }
}

describe.each<Isolation>(['process', 'none'])('a remote database with isolation %s', (isolation) => {
  let engine: Engine
  let endpoint: OxigraphEndpoint
  let stalling: StallingEndpoint
  let database: RemoteDatabase
  let silent: RemoteDatabase

  beforeAll(async () => {
    engine = createEngine({ isolation, processes: 1, answerLimits: { rows: 50, bytes: 500_000 } })
    endpoint = await startOxigraphEndpoint(quads, { server: 'Test/1.0' })
    stalling = await startStallingEndpoint()
    database = remote(endpoint.queryUrl)
    silent = remote(`${stalling.origin}/sparql`)
  })

  afterAll(async () => {
    await engine.close()
    await endpoint.close()
    await stalling.close()
  })

  async function graphql(query: string): Promise<unknown> {
    const answer = await engine.graphql(database, { query })
    return answer.kind === 'errors' ? answer : JSON.parse(await textOf(answer.chunks))
  }

  async function sparql(query: string, options = {}): Promise<string[]> {
    const answer = await engine.sparql(database, { query, ...options }, all)
    if (answer.kind === 'noFormat') throw new Error('No format')
    return (await textOf(answer.chunks)).trimEnd().split(/\r?\n/)
  }

  async function exported(
    format: 'n-quads' | 'n-triples',
    options = {},
    target = database,
  ): Promise<string[]> {
    const text = await textOf(await engine.exportGraph(target, format, options))
    return text.replaceAll('http://e.org/', '').replaceAll(type.value, 'type').trimEnd().split('\n').sort()
  }

  it('answers GraphQL on the union of all graphs', async () => {
    expect(await graphql('{ Thing { name near { name } } }')).toEqual({
      data: [{ name: 'A', near: { name: 'B' } }],
    })
  })

  it('answers errors of a GraphQL request without asking', async () => {
    const before = endpoint.requests.length
    expect(await graphql('{ Thing { unknown:name(')).toMatchObject({ kind: 'errors' })
    expect(endpoint.requests.length).toBe(before)
  })

  it('answers SPARQL of every form on the dataset that the endpoint has', async () => {
    expect(await sparql('SELECT ?s ?n { ?s :name ?n }')).toEqual(['s,n', 'http://e.org/b,B'])
    expect(await sparql('SELECT ?n { GRAPH :g { ?s :name ?n } }')).toEqual(['n', 'A'])
    expect(await sparql('ASK { GRAPH ?g { ?s :near :b } }')).toEqual(['true'])
    expect(await sparql('CONSTRUCT { ?s :called ?n } { ?s :name ?n }')).toEqual([
      '<http://e.org/b> <http://e.org/called> "B" .',
    ])
    expect(await sparql('SELECT ?n { ?s :name ?n }', { defaultGraphs: ['http://e.org/g'] })).toEqual([
      'n',
      'A',
    ])
  })

  it('explains by the text that it sends, and runs it where that is asked for', async () => {
    const answer = await engine.explain(database, { query: '{ Thing { name } }' }, { profile: true })
    if (answer.kind === 'errors') throw new Error('Errors')
    expect(answer.explanation.plan.plan).toMatchObject({
      label: `Endpoint(${new URL(endpoint.queryUrl).host})`,
      rows: 1,
    })
    const plain = await engine.explainSparql(database, { query: 'SELECT * { ?s :name ?n }' })
    expect(plain.plan.children[0]?.label).toContain('http://e.org/name')
    expect(plain.plan).not.toHaveProperty('rows')
  })

  it('counts the triples of the union', async () => {
    expect(await engine.size(database)).toBe(4)
  })

  it('exports its graphs', async () => {
    expect(await exported('n-quads')).toEqual([
      '<a> <name> "A" <g> .',
      '<a> <near> <b> <h> .',
      '<a> <type> <Thing> .',
      '<a> <type> <Thing> <g> .',
      '<b> <name> "B" .',
    ])
    expect(await exported('n-triples')).toEqual([
      '<a> <name> "A" .',
      '<a> <near> <b> .',
      '<a> <type> <Thing> .',
      '<b> <name> "B" .',
    ])
    expect(await exported('n-quads', { graph: 'http://e.org/g' })).toEqual([
      '<a> <name> "A" <g> .',
      '<a> <type> <Thing> <g> .',
    ])
    const named = { graph: 'tag:stardog:api:context:named' }
    expect(await exported('n-quads', named)).toEqual([
      '<a> <name> "A" <g> .',
      '<a> <near> <b> <h> .',
      '<a> <type> <Thing> <g> .',
    ])
    expect(await exported('n-triples', named)).toEqual([
      '<a> <name> "A" .',
      '<a> <near> <b> .',
      '<a> <type> <Thing> .',
    ])
    expect(await exported('n-quads', { graph: 'tag:stardog:api:context:default' })).toEqual([
      '<a> <type> <Thing> .',
      '<b> <name> "B" .',
    ])
  })

  it('exports the default graph of an endpoint that shows the union there as what no named graph has', async () => {
    const showing = await startOxigraphEndpoint(quads, { union: true })
    const target = remote(showing.queryUrl, { union: 'default' })
    expect(await exported('n-quads', {}, target)).toEqual([
      '<a> <name> "A" <g> .',
      '<a> <near> <b> <h> .',
      '<a> <type> <Thing> <g> .',
      '<b> <name> "B" .',
    ])
    // One that has named graphs only need not look.
    const before = showing.requests.length
    const virtuoso = remote(showing.queryUrl, { union: 'default', engine: 'virtuoso' })
    expect(await exported('n-quads', {}, virtuoso)).toHaveLength(3)
    expect(showing.requests.slice(before).map(({ text }) => text.includes('EXISTS'))).toEqual([false])
    await showing.close()
  })

  it('exports more than the endpoint gives at once, where no blank node would become several', async () => {
    const many = [
      ...quads,
      ...Array.from({ length: 40 }, (_, n) => quad(`n${n}`, 'name', literal(`${n}`), 'g')),
    ]
    const whole = await startOxigraphEndpoint(many)
    const cutting = await startOxigraphEndpoint(many, { mostRows: 7 })
    const limited = remote(cutting.queryUrl, { mostRows: 7 })
    for (const format of ['n-quads', 'n-triples'] as const) {
      const all = await exported(format, {}, remote(whole.queryUrl))
      expect(all.length).toBeGreaterThan(40)
      expect(await exported(format, {}, limited)).toEqual(all)
    }
    await cutting.close()
    await whole.close()

    const few = { subject: blank('x'), predicate: e('p'), object: blank('y'), graph: e('small') }
    const withBlank = await startOxigraphEndpoint([...many, few], { mostRows: 7 })
    const labelled = remote(withBlank.queryUrl, { mostRows: 7 })
    await expect(exported('n-quads', {}, labelled)).rejects.toMatchObject({
      kind: 'limitExceeded',
      message: expect.stringMatching(/^Database "far", endpoint 127\.0\.0\.1:\d+: .*remote\.rows/),
    })
    expect(await exported('n-quads', { graph: 'http://e.org/small' }, labelled)).toEqual([
      expect.stringMatching(/^_:\S+ <p> _:\S+ <small> \.$/),
    ])
    await withBlank.close()
  })

  it('tells what is known of the endpoint', async () => {
    expect(await engine.health(database)).toEqual({
      server: 'Test/1.0',
      latencyMilliseconds: expect.any(Number),
    })
    expect(await engine.inspect(database)).toMatchObject({ server: 'Test/1.0', union: 'graphs' })
  })

  it('refuses what only a database here can do, with the reason', async () => {
    const steps = [{ kind: 'clear', graphs: 'all' }] as const
    const within = { id: '1', steps }
    const label = {
      name: 'far',
      created: '2026-11-21T00:00:00Z',
      version: '1',
      options: new Map(),
      namespaces,
      schemas: [],
    }
    const refusals = [
      engine.stage(database, steps[0], '/nowhere'),
      engine.optimize({ ...database }),
      engine.check(database),
      engine.backup(database, '/nowhere', label),
      engine.sparql(database, { query: 'ASK {}' }, { ...all, within }),
      engine.explainSparql(database, { query: 'ASK {}' }, { within }),
      engine.exportGraph(database, 'turtle', { within }),
    ]
    for (const refusal of refusals) {
      await expect(refusal).rejects.toMatchObject({
        kind: 'unsupported',
        message: expect.stringMatching(/^The database "far" is remote: .*\.$/),
      })
    }
  })

  it('limits rows and bytes of an answer', async () => {
    const values = `VALUES (?n) { ${Array.from({ length: 51 }, (_, n) => `(${n})`).join(' ')} }`
    await expect(sparql(`SELECT ?n { ${values} }`)).rejects.toMatchObject({
      kind: 'limitExceeded',
      message: expect.stringContaining('query.limit.rows'),
    })
  })

  it('closes the connection at the deadline of a query', async () => {
    const answer = engine.graphql(silent, { query: '{ Thing { name } }' }, { timeout: 200 })
    const failure = expect(answer).rejects.toMatchObject({ kind: 'queryTimeout' })
    const { query, hungUp } = await stalling.asked()
    expect(decodeURIComponent(query)).toContain('Thing')
    await failure
    await hungUp
  })

  it('closes the connection when nobody waits for an answer any more', async () => {
    const stop = new AbortController()
    const tries = [
      engine.graphql(silent, { query: '{ Thing { name } }' }, stop),
      engine.explain(silent, { query: '{ Thing { name } }' }, { signal: stop.signal, profile: true }),
      engine.sparql(silent, { query: 'SELECT * { ?s ?p ?o }' }, { ...all, signal: stop.signal }),
      engine.sparql(silent, { query: 'ASK { ?s ?p ?o }' }, { ...all, signal: stop.signal }),
      engine.sparql(silent, { query: 'DESCRIBE :a' }, { ...all, signal: stop.signal }),
      engine.explainSparql(silent, { query: 'ASK {}' }, { signal: stop.signal, profile: true }),
      engine.exportGraph(silent, 'turtle', { signal: stop.signal }),
      engine.health(silent, { signal: stop.signal }),
      engine.inspect(silent, { signal: stop.signal }),
    ]
    const failures = Promise.all(
      tries.map((one) => expect(one).rejects.toMatchObject({ kind: 'queryCancelled' })),
    )
    const asked = []
    for (const _ of tries) asked.push(await stalling.asked())
    stop.abort()
    await failures
    await Promise.all(asked.map(({ hungUp }) => hungUp))
  })

  it('closes the connection in the midst of an answer when its time is over or its reader stops', async () => {
    const endless = await startStallingEndpoint((response) => {
      response.writeHead(200, { 'content-type': 'application/sparql-results+json' })
      response.write('{"head":{"vars":["n"]},"results":{"bindings":[')
      for (let n = 0; n < 40; n++) response.write(`{"n":{"type":"literal","value":"${'x'.repeat(5_000)}"}},`)
    })
    const target = remote(`${endless.origin}/sparql`)
    for (const timeout of [300, 60_000]) {
      const answer = await engine.sparql(target, { query: 'SELECT ?n { ?s ?p ?n }' }, { ...all, timeout })
      if (answer.kind === 'noFormat') throw new Error('No format')
      const { hungUp } = await endless.asked()
      const chunks = answer.chunks[Symbol.asyncIterator]()
      expect((await chunks.next()).value?.length).toBeGreaterThan(60_000)
      if (timeout === 300) {
        const rest = async (): Promise<void> => {
          while ((await chunks.next()).done !== true);
        }
        await expect(rest()).rejects.toMatchObject({ kind: 'queryTimeout' })
      } else {
        await chunks.return?.()
      }
      await hungUp
    }
    await endless.close()
  })

  it('ends what changes a database that is dropped, and what is asked of it and of others goes on', async () => {
    const updateUrl = silent.endpoint.queryUrl
    const changed = { ...silent, endpoint: { ...silent.endpoint, updateUrl, graphStoreUrl: updateUrl } }
    const update = { kind: 'update', update: { text: 'INSERT DATA { :a :p 1 }' } } as const
    const clear = { kind: 'clear', graphs: { iri: 'http://e.org/g' } } as const
    const source = {
      name: 'a',
      format: 'turtle',
      bytes: Readable.from([Buffer.from('<a:a> <a:b> 1 .')]),
    } as const
    const dropped = [
      engine.change(changed, [update]),
      engine.change(changed, [clear]),
      engine.load(changed, [source]),
    ]
    const failures = Promise.all(
      dropped.map((one) => expect(one).rejects.toMatchObject({ kind: 'databaseUnknown' })),
    )
    const ended = [await stalling.asked(), await stalling.asked(), await stalling.asked()]
    const kept = [engine.graphql(changed, { query: '{ Thing { name } }' })]
    const asked = [await stalling.asked()]
    kept.push(engine.graphql({ ...changed, name: 'other' }, { query: '{ Thing { name } }' }))
    asked.push(await stalling.asked())
    await engine.release(changed, droppedError())
    await failures
    await Promise.all(ended.map(({ hungUp }) => hungUp))
    for (const { answer } of asked) answer()
    for (const answer of await Promise.all(kept)) {
      if (answer.kind === 'errors') throw new Error('Errors')
      expect(JSON.parse(await textOf(answer.chunks))).toEqual({ data: [] })
    }
  })

  it('asks by the new credentials as soon as they are changed', async () => {
    const closed = await startOxigraphEndpoint(quads, { authorization: 'Bearer right' })
    const withToken = (token: string): RemoteDatabase =>
      remote(closed.queryUrl, { credentials: { kind: 'bearer', token } })
    const wrong = await engine.size(withToken('wrong')).catch((error: unknown) => error)
    expect(wrong).toMatchObject({ kind: 'remoteFailed', message: expect.stringContaining('far') })
    expect(String(wrong)).not.toContain('wrong')
    expect(await engine.size(withToken('right'))).toBe(4)
    await closed.close()
  })
})

describe('the process of remote databases', () => {
  it('answers a hundred queries that wait beside each other, from one process', async () => {
    const stalling = await startStallingEndpoint()
    const engine = createEngine({ processes: 1 })
    const database = remote(`${stalling.origin}/sparql`, { connections: 100 })
    const count = 100
    const answers = Array.from({ length: count }, () =>
      engine.graphql(database, { query: '{ Thing { name } }' }),
    )
    const asked = []
    for (let index = 0; index < count; index++) asked.push(await stalling.asked())
    for (const { answer } of asked) answer()
    for (const answer of await Promise.all(answers)) {
      if (answer.kind === 'errors') throw new Error('Errors')
      expect(await textOf(answer.chunks)).toBe('{"data":[]}')
    }
    await engine.close()
    await stalling.close()
  })

  it('takes no more than its limit for one database, and others are not kept waiting', async () => {
    const stalling = await startStallingEndpoint()
    const engine = createEngine({ processes: 1, waitingLimit: 3 })
    const database = remote(`${stalling.origin}/sparql`)
    const ask = (name: string) => engine.graphql({ ...database, name }, { query: '{ Thing { name } }' })
    const waiting = [ask('far'), ask('far'), ask('far')].map((one) => one.catch(() => {}))
    await expect(ask('far')).rejects.toMatchObject({ kind: 'serverBusy' })
    for (const _ of waiting) await stalling.asked()
    const other = ask('other')
    const { answer } = await stalling.asked()
    answer()
    await expect(other).resolves.toMatchObject({ kind: 'data' })
    await engine.close()
    await Promise.all(waiting)
    await stalling.close()
  })
})
