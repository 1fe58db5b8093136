import { afterEach, describe, expect, it } from 'vitest'
import {
  type LoopbackServer,
  memoryStore,
  solutionsOfText,
  startEndpoint,
  startLoopback,
} from '../../../test/sparql-endpoint.ts'
import { ServiceError } from '../../errors.ts'
import { type BlankNode, blank, iri, literal, type NamedNode, type Quad, type Term } from '../../rdf/term.ts'
import type { OpenStore } from '../open-store.ts'
import { noRemoteAccess, type ServiceAccess } from './remote-access.ts'
import { createServiceClient } from './service-client.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

function quad(subject: string | BlankNode, predicate: string, object: string | Term): Quad {
  const node = (value: string): NamedNode => iri(`urn:${value}`)
  return {
    subject: typeof subject === 'string' ? node(subject) : subject,
    predicate: node(predicate),
    object: typeof object === 'string' ? node(object) : object,
    graph: null,
  }
}

async function store(quads: readonly Quad[], access: Partial<ServiceAccess> = {}): Promise<OpenStore> {
  const services = { ...noRemoteAccess.services, ...access }
  const open = await memoryStore(quads, { ...noRemoteAccess, services })
  closing.push(() => open.store.close())
  return open
}

/** An endpoint over quads, and the queries that it was asked. */
async function endpoint(quads: readonly Quad[], format: 'json' | 'xml' = 'json') {
  const queries: string[] = []
  const server = await startEndpoint(await store(quads), format, { onQuery: (query) => queries.push(query) })
  closing.push(() => server.close())
  return { iri: `${server.origin}/sparql`, queries }
}

async function server(...args: Parameters<typeof startLoopback>): Promise<LoopbackServer> {
  const started = await startLoopback(...args)
  closing.push(() => started.close())
  return started
}

/** Solutions as texts, sorted: values of the variables in their order, `-` where unbound. */
async function ask(open: OpenStore, query: string): Promise<string[]> {
  const solutions = await solutionsOfText(open, query)
  const rows: string[] = []
  for await (const batch of solutions.batches) {
    for (const row of batch) {
      rows.push(
        row.map((cell) => (cell === null ? '-' : solutions.term(cell).value.replace('urn:', ''))).join(' '),
      )
    }
  }
  return rows.sort()
}

async function errorOf(open: OpenStore, query: string): Promise<ServiceError> {
  const error: unknown = await ask(open, query).catch((thrown: unknown) => thrown)
  if (error instanceof ServiceError) return error
  throw new Error(`No error of the service: ${JSON.stringify(error)}`)
}

const names = [
  quad('a', 'name', literal('Ann')),
  quad('b', 'name', literal('Ben')),
  quad('c', 'name', literal('Cid')),
]
const friends = [quad('a', 'knows', 'b'), quad('b', 'knows', 'c'), quad('x', 'knows', 'y')]

describe('SERVICE', () => {
  it('is off unless the endpoint is allowed', async () => {
    const { iri: there, queries } = await endpoint(names)
    const error = await errorOf(await store([]), `SELECT * { SERVICE <${there}> { ?s ?p ?o } }`)
    expect(error.kind).toBe('unsupported')
    expect(error.message).toContain(`SERVICE <${there}>`)
    expect(error.message).toContain('sparql.service.allowed')
    const similar = await errorOf(
      await store([], { allowed: [there] }),
      `SELECT * { SERVICE <${there}/x> { ?s ?p ?o } }`,
    )
    expect(similar.kind).toBe('unsupported')
    expect(queries).toEqual([])
  })

  it.each(['json', 'xml'] as const)('joins the solutions of another endpoint in %s', async (format) => {
    const { iri: there } = await endpoint(names, format)
    const open = await store(friends, { allowed: [there] })
    expect(
      await ask(open, `SELECT ?s ?n { ?s <urn:knows> ?o SERVICE <${there}> { ?o <urn:name> ?n } }`),
    ).toEqual(['a Ben', 'b Cid'])
  })

  it('sends along what the patterns beside it bind', async () => {
    const { iri: there, queries } = await endpoint(names)
    const open = await store(friends, { allowed: [there] })
    await ask(open, `SELECT ?s ?n { ?s <urn:knows> ?o SERVICE <${there}> { ?o <urn:name> ?n } }`)
    expect(queries).toHaveLength(1)
    expect(queries[0]).toMatch(/VALUES/)
    expect(queries[0]).toMatch(/<urn:b>/)
    expect(queries[0]).not.toMatch(/<urn:a>/)
  })

  it('asks for nothing where the patterns beside it have no solution', async () => {
    const { iri: there, queries } = await endpoint(names)
    const open = await store(friends, { allowed: [there] })
    expect(await ask(open, `SELECT * { ?s <urn:hates> ?o SERVICE <${there}> { ?o <urn:name> ?n } }`)).toEqual(
      [],
    )
    expect(queries).toEqual([])
  })

  it('asks for many bindings in parts, each solution once', async () => {
    const many = Array.from({ length: 1200 }, (_, at) => at)
    const { iri: there, queries } = await endpoint(
      many.map((at) => quad(`o${at}`, 'name', literal(`n${at}`))),
    )
    const open = await store(
      many.map((at) => quad(`s${at}`, 'knows', `o${at}`)),
      { allowed: [there] },
    )
    const found = await ask(
      open,
      `SELECT ?s ?n { ?s <urn:knows> ?o SERVICE <${there}> { ?o <urn:name> ?n } }`,
    )
    expect(found).toHaveLength(1200)
    expect(new Set(found).size).toBe(1200)
    expect(queries).toHaveLength(3)
  })

  it('asks for everything where there is too much to send along', async () => {
    const { iri: there, queries } = await endpoint([quad('o7', 'name', literal('n7'))])
    const many = Array.from({ length: 10_001 }, (_, at) => quad(`s${at}`, 'knows', `o${at}`))
    const open = await store(many, { allowed: [there] })
    expect(
      await ask(open, `SELECT ?s ?n { ?s <urn:knows> ?o SERVICE <${there}> { ?o <urn:name> ?n } }`),
    ).toEqual(['s7 n7'])
    expect(queries).toHaveLength(1)
    expect(queries[0]).not.toMatch(/VALUES/)
  })

  it('keeps repeated solutions', async () => {
    const { iri: there } = await endpoint(names)
    const open = await store([], { allowed: [there] })
    expect(
      await ask(open, `SELECT ?x { SERVICE <${there}> { SELECT ?x { ?s <urn:name> ?n BIND(1 AS ?x) } } }`),
    ).toEqual(['1', '1', '1'])
    expect(
      await ask(open, `SELECT ?y { VALUES ?y { 1 } SERVICE <${there}> { <urn:a> <urn:name> "Ann" } }`),
    ).toEqual(['1'])
    expect(
      await ask(open, `SELECT ?y { VALUES ?y { 1 } SERVICE <${there}> { <urn:a> <urn:name> "X" } }`),
    ).toEqual([])
  })

  it('stands in OPTIONAL, UNION, MINUS, FILTER EXISTS, GRAPH and subselects', async () => {
    const { iri: there } = await endpoint([quad('b', 'name', literal('Ben'))])
    const open = await store(friends, { allowed: [there] })
    const named = `SERVICE <${there}> { ?o <urn:name> ?n }`
    expect(await ask(open, `SELECT ?o ?n { ?s <urn:knows> ?o OPTIONAL { ${named} } }`)).toEqual([
      'b Ben',
      'c -',
      'y -',
    ])
    expect(await ask(open, `SELECT ?o ?n { { ?s <urn:knows> ?o } UNION { ${named} } }`)).toEqual([
      'b -',
      'b Ben',
      'c -',
      'y -',
    ])
    expect(await ask(open, `SELECT ?o { ?s <urn:knows> ?o MINUS { ${named} } }`)).toEqual(['c', 'y'])
    expect(await ask(open, `SELECT ?o { ?s <urn:knows> ?o FILTER EXISTS { ${named} } }`)).toEqual(['b'])
    expect(await ask(open, `SELECT ?o { ?s <urn:knows> ?o FILTER NOT EXISTS { ${named} } }`)).toEqual([
      'c',
      'y',
    ])
    expect(await ask(open, `SELECT ?o ?n { ?s <urn:knows> ?o { SELECT ?o ?n { ${named} } } }`)).toEqual([
      'b Ben',
    ])
    expect(await ask(open, `SELECT (COUNT(*) AS ?count) { ${named} }`)).toEqual(['1'])
  })

  it('does not let what is joined after an OPTIONAL decide what is in it', async () => {
    const { iri: there } = await endpoint([quad('b', 'name', literal('Ben'))])
    const open = await store(friends, { allowed: [there] })
    expect(
      await ask(
        open,
        `SELECT ?o ?n { ?s <urn:knows> ?o OPTIONAL { SERVICE <${there}> { ?o <urn:name> ?n } } VALUES ?n { "X" } }`,
      ),
    ).toEqual(['c X', 'y X'])
  })

  it('has blank nodes that are none of ours', async () => {
    const { iri: there } = await endpoint([
      quad(blank('b0_x'), 'name', literal('Ann')),
      quad(blank('b0_x'), 'knows', blank('b0_y')),
    ])
    const open = await store([quad(blank('b0_x'), 'age', literal('1'))], { allowed: [there] })
    expect(
      await ask(open, `SELECT ?s ?n { ?s <urn:age> ?a SERVICE <${there}> { ?s <urn:name> ?n } }`),
    ).toEqual([])
    expect(
      await ask(
        open,
        `SELECT (isBlank(?s) AS ?b) (?s = ?t AS ?same) { SERVICE <${there}> { ?s <urn:name> ?n . ?t <urn:knows> ?u } }`,
      ),
    ).toEqual(['true true'])
  })

  it('asks each endpoint that a variable is bound to', async () => {
    const one = await endpoint([quad('a', 'name', literal('Ann'))])
    const two = await endpoint([quad('b', 'name', literal('Ben'))], 'xml')
    const data = [quad('k', 'at', iri(one.iri)), quad('l', 'at', iri(two.iri))]
    const open = await store(data, { allowed: [one.iri, two.iri] })
    expect(await ask(open, 'SELECT ?k ?n { SERVICE ?e { ?s <urn:name> ?n } ?k <urn:at> ?e }')).toEqual([
      'k Ann',
      'l Ben',
    ])
    expect(await ask(open, `SELECT ?n { BIND(<${one.iri}> AS ?e) SERVICE ?e { ?s <urn:name> ?n } }`)).toEqual(
      ['Ann'],
    )
    expect(
      await ask(open, 'SELECT ?k ?n { ?k <urn:at> ?e OPTIONAL { SERVICE ?e { <urn:a> <urn:name> ?n } } }'),
    ).toEqual(['k Ann', 'l -'])
  })

  it('cannot be at an endpoint that nothing tells', async () => {
    const open = await store(names)
    expect((await errorOf(open, 'SELECT * { SERVICE ?e { ?s ?p ?o } }')).message).toContain('SERVICE ?e')
    expect((await errorOf(open, 'SELECT * { ?s <urn:name> ?e SERVICE ?e { ?s ?p ?o } }')).message).toMatch(
      /"Ann" is not the IRI/,
    )
    expect(await ask(open, 'SELECT ?e ?o { ?s <urn:name> ?e SERVICE SILENT ?e { ?s <urn:p> ?o } }')).toEqual([
      'Ann -',
      'Ben -',
      'Cid -',
    ])
  })

  it('passes over failures with SILENT', async () => {
    const gone = await startLoopback(() => {})
    await gone.close()
    const open = await store(friends, { allowed: [gone.origin] })
    const query = (silent: string) =>
      `SELECT ?s ?n { ?s <urn:knows> <urn:b> SERVICE ${silent} <${gone.origin}> { ?s <urn:name> ?n } }`
    expect(await errorOf(open, query(''))).toMatchObject({ kind: 'remoteFailed' })
    expect(await ask(open, query('SILENT'))).toEqual(['a -'])
    expect(
      await ask(open, 'SELECT ?s { ?s <urn:knows> <urn:b> SERVICE SILENT <urn:unknown> { ?s ?p ?o } }'),
    ).toEqual(['a'])
  })

  it('is passed on within SERVICE, as the other endpoint has to carry it out', async () => {
    const inner = await endpoint([quad('b', 'name', literal('Ben'))])
    const middle = await startEndpoint(await store(friends, { allowed: [inner.iri] }), 'json')
    closing.push(() => middle.close())
    const open = await store([], { allowed: [middle.origin] })
    expect(
      await ask(
        open,
        `SELECT ?s ?n { SERVICE <${middle.origin}> { ?s <urn:knows> ?o SERVICE <${inner.iri}> { ?o <urn:name> ?n } } }`,
      ),
    ).toEqual(['a Ben'])
  })
})

describe('an endpoint that answers badly', () => {
  const query = (there: string) => `SELECT * { SERVICE <${there}> { ?s ?p ?o } }`

  it.each([
    ['status 500', 500, 'text/plain', 'no', /status 500/],
    ['a page', 200, 'text/html', '<html>', /neither JSON nor XML of SPARQL/],
    ['no media type', 200, '', '{}', /neither JSON nor XML of SPARQL/],
    ['half an answer', 200, 'application/sparql-results+json', '{"head":', /cut short/],
    ['a boolean', 200, 'application/sparql-results+json', '{"head":{},"boolean":true}', /a boolean/],
  ])('with %s is an error that says so', async (_, code, type, body, message) => {
    const { origin } = await server((_request, response) => {
      response.writeHead(code, type === '' ? {} : { 'content-type': type }).end(body)
    })
    const error = await errorOf(await store([], { allowed: [origin] }), query(origin))
    expect(error.kind).toBe('remoteFailed')
    expect(error.message).toMatch(message)
    expect(error.message).toContain(`SERVICE <${origin}>`)
  })

  it('with more solutions than allowed is ended', async () => {
    const { iri: there } = await endpoint(names)
    expect(await ask(await store([], { allowed: [there], rows: 3 }), query(there))).toHaveLength(3)
    const error = await errorOf(await store([], { allowed: [there], rows: 2 }), query(there))
    expect(error).toMatchObject({ kind: 'limitExceeded' })
    expect(error.message).toContain('sparql.service.rows')
  })

  it('too late is ended, and its connection with it', async () => {
    let ended: Promise<unknown> | undefined
    const { origin } = await server((request, response) => {
      ended = new Promise((closed) => request.socket.once('close', closed))
      response.writeHead(200, { 'content-type': 'application/sparql-results+json' })
      response.write('{"head":{"vars":["s"]},')
    })
    const error = await errorOf(await store([], { allowed: [origin], timeout: 100 }), query(origin))
    expect(error).toMatchObject({ kind: 'remoteFailed' })
    expect(error.message).toContain('within 100 ms')
    await ended
  })

  it('when nobody waits for it any more is left', async () => {
    const controller = new AbortController()
    const reason = new Error('Nobody waits.')
    let ended: Promise<unknown> | undefined
    const { origin } = await server((request) => {
      ended = new Promise((closed) => request.socket.once('close', closed))
      controller.abort(reason)
    })
    const client = createServiceClient(
      { ...noRemoteAccess.services, allowed: [origin] },
      { signal: controller.signal },
    )
    await expect(client.ask(origin, 'SELECT * {}')).rejects.toBe(reason)
    await ended
  })

  it('by a redirect is followed on its own host only', async () => {
    const { iri: other } = await endpoint(names)
    const { origin } = await server((request, response) => {
      const location = request.url === '/away' ? other : '/there'
      if (request.url === '/there') {
        response.writeHead(200, { 'content-type': 'application/sparql-results+json' })
        response.end('{"head":{"vars":[]},"results":{"bindings":[{}]}}')
      } else response.writeHead(request.url === '/303' ? 303 : 307, { location }).end()
    })
    const allowed = ['/away', '/303', '/here'].map((path) => origin + path)
    const open = await store([], { allowed })
    expect(await ask(open, query(`${origin}/here`))).toHaveLength(1)
    expect((await errorOf(open, query(`${origin}/away`))).message).toMatch(
      /redirects to where it is not allowed/,
    )
    expect((await errorOf(open, query(`${origin}/303`))).message).toMatch(/redirect 303/)
  })

  it('by redirects without end is left', async () => {
    const { origin } = await server((_, response) => response.writeHead(307, { location: '/again' }).end())
    expect((await errorOf(await store([], { allowed: [origin] }), query(origin))).message).toMatch(
      /5 redirects/,
    )
  })
})
