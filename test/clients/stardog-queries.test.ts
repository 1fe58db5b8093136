import { Connection, db, query } from 'stardog'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RealServer, startRealServer } from '../real-server.ts'

let server: RealServer
let connection: Connection
beforeAll(async () => {
  server = await startRealServer({ changed: {}, inferring: {} })
  connection = new Connection({ username: 'admin', password: 'admin', endpoint: server.url })
})
afterAll(() => server[Symbol.asyncDispose]())

const execute = (text: string, accept?: Parameters<typeof query.execute>[3], parameters = {}) =>
  query.execute(connection, 'garden', text, accept, parameters)

const names = 'SELECT ?n { ?p a :Gardener ; :name ?n } ORDER BY ?n'

describe('query.execute of the stardog client 10', () => {
  it('gives solutions', async () => {
    const { ok, status, headers, body } = await execute(names)
    expect({ ok, status }).toEqual({ ok: true, status: 200 })
    expect(headers.get('content-type')).toMatch(/^application\/sparql-results\+json/u)
    expect(body).toEqual({
      head: { vars: ['n'] },
      results: {
        bindings: [{ n: { type: 'literal', value: 'Ada' } }, { n: { type: 'literal', value: 'Bob' } }],
      },
    })
  })

  it('gives solutions in the syntax that is asked for', async () => {
    const xml = await execute(names, 'application/sparql-results+xml')
    expect(xml.headers.get('content-type')).toMatch(/^application\/sparql-results\+xml/u)
    expect(xml.body).toContain('<literal>Ada</literal>')
    const accepted: Promise<{ readonly body: string }> = Reflect.apply(query.execute, undefined, [
      connection,
      'garden',
      names,
      'text/csv',
    ])
    expect((await accepted).body).toBe('n\r\nAda\r\nBob')
  })

  it('gives booleans', async () => {
    const { headers, body } = await execute('ASK { ?s a :Gardener }')
    expect(headers.get('content-type')).toBe('text/boolean')
    expect(body).toBe(true)
    expect((await execute('ASK { ?s a :Volcano }')).body).toBe(false)
  })

  it('gives graphs', async () => {
    const construct = await execute('CONSTRUCT { ?p :called ?n } WHERE { ?p a :Apprentice ; :name ?n }')
    expect(construct.headers.get('content-type')).toMatch(/^text\/turtle/u)
    expect(construct.body).toMatch(/:bob :called "Bob" \.$/u)
    const jsonLd = await execute('DESCRIBE :bob', 'application/ld+json')
    expect(JSON.stringify(jsonLd.body)).toContain('"http://api.stardog.com/bob"')
  })

  it('sends parameters: part of the solutions, terms for variables, graphs, time-outs, a base', async () => {
    const values = async (parameters: object) =>
      (await execute(names, undefined, parameters)).body.results.bindings.map(
        (row: { n: { value: string } }) => row.n.value,
      )
    expect(await values({ limit: 1 })).toEqual(['Ada'])
    expect(await values({ offset: 1 })).toEqual(['Bob'])
    expect(await values({ $n: '"Bob"' })).toEqual(['Bob'])
    expect(await values({ $p: '<http://api.stardog.com/bob>' })).toEqual(['Bob'])
    expect(await values({ 'default-graph-uri': ['http://a.example/', 'http://b.example/'] })).toEqual([])
    expect(await values({ 'default-graph-uri': 'tag:stardog:api:context:local', reasoning: false })).toEqual([
      'Ada',
      'Bob',
    ])
    expect(await execute(names, undefined, { timeout: 'soon' })).toMatchObject({ status: 400 })
    const based = await execute('ASK { <bob> ?p ?o }', undefined, { baseURI: 'http://api.stardog.com/' })
    expect(based.body).toBe(true)
  })

  it('has inferred triples answer with reasoning', async () => {
    const vocabulary = 'PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#> INSERT DATA { '
    const change = (text: string) => query.execute(connection, 'inferring', text)
    await change(`${vocabulary} :Tree rdfs:subClassOf :Plant . :tends rdfs:range :Tended }`)
    const values = async (className: string, reasoning?: boolean) => {
      const text = `SELECT ?n { ?p a :${className} ; :name ?n } ORDER BY ?n`
      const parameters = reasoning === undefined ? {} : { reasoning }
      const { status, body } = await query.execute(connection, 'inferring', text, undefined, parameters)
      return { status, names: body.results.bindings.map((row: { n: { value: string } }) => row.n.value) }
    }
    const names = ['Ash', 'Beech', 'Cedar']
    expect(await values('Plant')).toEqual({ status: 200, names: [] })
    expect(await values('Plant', false)).toEqual({ status: 200, names: [] })
    expect(await values('Plant', true)).toEqual({ status: 200, names })
    expect(await values('Tended', true)).toEqual({ status: 200, names })
    const { body } = await query.execute(connection, 'inferring', 'ASK { ?p a :Plant }', undefined, {
      reasoning: true,
    })
    expect(body).toBe(true)
  })

  it('ends at the time-out', async () => {
    const slow =
      'SELECT (COUNT(*) AS ?c) { ?a ?b ?c1 . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l . ?m ?n ?o . ?q ?r ?s }'
    expect(await execute(slow, undefined, { timeout: 50 })).toMatchObject({
      status: 504,
      body: { code: 'QETIM2' },
    })
  })

  it('tells what is wrong', async () => {
    expect(await execute('SELECT ?x { ?x')).toMatchObject({
      ok: false,
      status: 400,
      body: { code: 'QE0PE2', message: expect.stringMatching(/line 1/iu) },
    })
    expect(await query.execute(connection, 'nowhere', names)).toMatchObject({
      status: 404,
      body: { message: "Database 'nowhere' does not exist.", code: '0D0DU2' },
    })
  })

  it('lets its caller see the response first', async () => {
    let seen: number | undefined
    const onResponseStart = (response: Response) => {
      seen = response.status
      return false
    }
    await query.execute(connection, 'garden', names, undefined, {}, { onResponseStart })
    expect(seen).toBe(200)
  })

  it('carries out updates of every kind', async () => {
    const change = (text: string) => query.execute(connection, 'changed', text)
    const count = async (pattern = '?s ?p ?o') => {
      const { body } = await change(`SELECT (COUNT(*) AS ?c) { ${pattern} }`)
      return Number(body.results.bindings[0].c.value)
    }
    expect(await change('CLEAR ALL')).toMatchObject({ ok: true, status: 200, body: null })
    await change('PREFIX x: <http://x.example/> INSERT DATA { x:a x:b 1 , 2 }')
    expect(await count()).toBe(2)
    await change('DELETE WHERE { ?s ?p 1 }')
    expect(await count()).toBe(1)
    await change('INSERT { GRAPH <http://g.example/> { ?s ?p ?o } } WHERE { ?s ?p ?o }')
    expect(await count('GRAPH <http://g.example/> { ?s ?p ?o }')).toBe(1)
    await change('DROP GRAPH <http://g.example/>')
    expect(await count('GRAPH ?g { ?s ?p ?o }')).toBe(0)
    expect(await change('INSERT DATA { ?x ?y ?z }')).toMatchObject({ status: 400, body: { code: 'QE0PE2' } })
    expect(await count()).toBe(1)
  })

  it('gives the value of a property', async () => {
    const found = await query.property(connection, 'garden', { uri: ':ada', property: ':name' })
    expect(found.body).toBe('Ada')
  })
})

describe('query.executeInTransaction of the stardog client 10', () => {
  it('infers from the vocabulary as the transaction has made it', async () => {
    const { transactionId } = await db.transaction.begin(connection, 'garden')
    const axiom = `:Tree <http://www.w3.org/2000/01/rdf-schema#subClassOf> :Plant .`
    const turtle = `@prefix : <http://api.stardog.com/> . ${axiom}`
    await db.add(connection, 'garden', transactionId, turtle, {
      contentType: 'text/turtle',
      encoding: 'identity',
    })
    const asked = { reasoning: true }
    const ask = 'ASK { :ash a :Plant }'
    const within = await query.executeInTransaction(
      connection,
      'garden',
      transactionId,
      ask,
      undefined,
      asked,
    )
    expect(within).toMatchObject({ status: 200, body: true })
    const without = await query.executeInTransaction(connection, 'garden', transactionId, ask)
    expect(without.body).toBe(false)
    expect((await query.execute(connection, 'garden', ask, undefined, asked)).body).toBe(false)
    await db.transaction.rollback(connection, 'garden', transactionId)
  })

  it('sees the changes of the transaction, and makes some', async () => {
    await query.execute(connection, 'changed', 'CLEAR ALL')
    const { transactionId } = await db.transaction.begin(connection, 'changed')
    const within = (text: string, options?: Parameters<typeof query.executeInTransaction>[4]) =>
      query.executeInTransaction(connection, 'changed', transactionId, text, options)
    await db.add(connection, 'changed', transactionId, '<x:a> <x:b> 1 .', {
      contentType: 'text/turtle',
      encoding: 'identity',
    })
    expect(await within('ASK { <x:a> <x:b> 1 }')).toMatchObject({ status: 200, body: true, transactionId })
    expect(await within('INSERT DATA { <x:a> <x:b> 2 }')).toMatchObject({ status: 200, body: null })
    const seen = await within('SELECT ?o { ?s ?p ?o } ORDER BY ?o')
    expect(seen.body.results.bindings.map((row: { o: { value: string } }) => row.o.value)).toEqual(['1', '2'])
    const graph = await within('CONSTRUCT WHERE { ?s ?p 2 }', { accept: 'application/n-triples' })
    expect(graph.body).toBe('<x:a> <x:b> "2"^^<http://www.w3.org/2001/XMLSchema#integer> .')
    expect((await query.execute(connection, 'changed', 'ASK { ?s ?p ?o }')).body).toBe(false)
    await db.transaction.commit(connection, 'changed', transactionId)
    expect((await query.execute(connection, 'changed', 'ASK { <x:a> <x:b> 1, 2 }')).body).toBe(true)
    expect(await within('ASK { }')).toMatchObject({ status: 404, body: { code: '0D0TU2' } })
  })
})

describe('query.explain of the stardog client 10', () => {
  it('gives the plan as text, and as JSON', async () => {
    const text = await query.explain(connection, 'garden', names)
    expect(text.headers.get('content-type')).toMatch(/^text\/plain/u)
    expect(text.body).toMatch(/\[#\d+\]/u)
    const json = await query.explain(connection, 'garden', names, 'application/json')
    expect(json.body).toMatchObject({
      sparql: expect.stringContaining('SELECT'),
      plan: { children: expect.anything() },
    })
    expect(await query.explain(connection, 'garden', 'SELECT')).toMatchObject({ status: 400 })
  })
})

describe('query.list, get and kill of the stardog client 10', () => {
  it('lists running queries, tells of one, and kills it', async () => {
    expect((await query.list(connection)).body).toEqual({ queries: [] })
    const slow =
      'SELECT (COUNT(*) AS ?c) { ?a ?b ?c1 . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l . ?m ?n ?o . ?q ?r ?s }'
    const answer = execute(slow)
    let running: readonly { readonly id: string }[] = []
    while (running.length === 0) running = (await query.list(connection)).body.queries
    expect(running).toMatchObject([{ kind: 'sparql', database: 'garden', text: slow }])
    const id = running[0]?.id ?? ''
    expect((await query.get(connection, id)).body).toMatchObject({ id, text: slow })
    expect(await query.kill(connection, id)).toMatchObject({ ok: true, status: 200 })
    expect(await answer).toMatchObject({ ok: false, status: 503, body: { code: 'QECAN2' } })
    expect((await query.list(connection)).body).toEqual({ queries: [] })
    for (const unknown of [await query.get(connection, id), await query.kill(connection, id)]) {
      expect(unknown).toMatchObject({
        status: 404,
        body: { message: `Query not found: ${id}`, code: 'QEQNF2' },
      })
    }
  })
})
