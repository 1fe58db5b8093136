import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type RawAnswer, type RawRequest, rawRequest } from './raw-request.ts'
import { type RealServer, startRealServer } from './real-server.ts'

let server: RealServer
beforeAll(async () => {
  server = await startRealServer(
    { all: { 'query.all.graphs': true } },
    { properties: 'query.limit.rows = 1000\nquery.limit.bytes = 300K\n' },
  )
  const quads = '<http://e.org/x> <http://e.org/p> "named" <http://e.org/g> .'
  for (const database of ['garden', 'all']) await send('POST', `/${database}`, 'application/n-quads', quads)
})
afterAll(() => server[Symbol.asyncDispose]())

async function send(
  method: string,
  path: string,
  type?: string,
  body?: string | Uint8Array,
  headers: Readonly<Record<string, string>> = {},
): Promise<RawAnswer> {
  const request: RawRequest = {
    method,
    headers: { ...(type === undefined ? {} : { 'content-type': type }), ...headers },
    ...(body === undefined ? {} : { body }),
  }
  return rawRequest(server.url, path, request)
}

const prefix = 'PREFIX : <http://api.stardog.com/> '
const encoded = encodeURIComponent
const select = `${prefix}SELECT ?n { ?t a :Tree ; :name ?n } ORDER BY ?n`
const ask = 'ASK {}'
const construct = `${prefix}CONSTRUCT { ?t :is ?n } { ?t a :Tree ; :name ?n }`
const path = (query: string, more = ''): string => `/garden/query?query=${encoded(query)}${more}`
const form = 'application/x-www-form-urlencoded'

/** Rows without end, almost. */
const endless =
  'SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l . ?m ?o ?p . ?q ?r ?s . ?t ?u ?v . ?w ?x ?y }'

describe('the syntax of an answer', () => {
  it.each([
    [select, undefined, 'application/sparql-results+json'],
    [select, '*/*', 'application/sparql-results+json'],
    [select, 'text/csv', 'text/csv; charset=utf-8'],
    [select, 'text/csv;q=0.5, application/sparql-results+xml', 'application/sparql-results+xml'],
    [select, 'text/tab-separated-values, text/csv;q=0.9', 'text/tab-separated-values; charset=utf-8'],
    [select, 'application/json', 'application/json'],
    [select, 'application/sparql-results+json;q=0, application/xml', 'application/xml'],
    [select, 'text/html, application/*;q=0.8', 'application/sparql-results+json'],
    [select, 'text/turtle, application/sparql-results+xml;q=0.1', 'application/sparql-results+xml'],
    [ask, undefined, 'application/sparql-results+json'],
    [ask, 'text/boolean', 'text/boolean'],
    [ask, 'text/plain', 'text/plain; charset=utf-8'],
    [construct, undefined, 'text/turtle; charset=utf-8'],
    [construct, 'application/ld+json', 'application/ld+json'],
    [construct, 'application/sparql-results+json, application/n-triples;q=0.2', 'application/n-triples'],
    [construct, 'application/rdf+xml;q=0.9, text/turtle;q=0.8', 'application/rdf+xml'],
  ])('of %s for Accept %s is %s', async (query, accept, type) => {
    const headers: Readonly<Record<string, string>> = accept === undefined ? {} : { accept }
    const answer = await send('GET', path(query), undefined, undefined, headers)
    expect(answer.status, answer.text).toBe(200)
    expect(answer.headers['content-type']).toBe(type)
    expect(answer.headers.vary).toBe('Accept')
    expect(answer.text).not.toBe('')
  })

  it.each([
    [select, 'csv', 'text/csv; charset=utf-8'],
    [select, 'text/csv', 'text/csv; charset=utf-8'],
    [ask, 'json', 'application/sparql-results+json'],
    [ask, 'tsv', 'text/plain; charset=utf-8'],
    [construct, 'ttl', 'text/turtle; charset=utf-8'],
    [construct, 'json', 'application/ld+json'],
  ])('of %s for ?format=%s is %s, whatever Accept says', async (query, format, type) => {
    const accept = 'application/pdf'
    const answer = await send('GET', path(query, `&format=${encoded(format)}`), undefined, undefined, {
      accept,
    })
    expect(answer.status, answer.text).toBe(200)
    expect(answer.headers['content-type']).toBe(type)
  })

  it.each([
    [select, 'text/turtle', 'application/sparql-results+json'],
    [ask, 'application/pdf', 'text/boolean'],
    [construct, 'text/csv', 'text/turtle'],
  ])('of %s is refused for Accept %s', async (query, accept, offered) => {
    const answer = await send('GET', path(query), undefined, undefined, { accept })
    expect(answer.status).toBe(406)
    expect(answer.text).toContain(offered)
  })

  it('is one that there is', async () => {
    expect((await send('GET', path(select, '&format=pdf'))).status).toBe(400)
    expect((await send('GET', path(select, '&format=turtle'))).status).toBe(406)
  })
})

describe('the parameters of a query', () => {
  it.each([
    ['limit=1', ['Ash']],
    ['offset=2', ['Cedar']],
    ['limit=1&offset=1', ['Beech']],
    ['limit=-1&offset=', ['Ash', 'Beech', 'Cedar']],
    ['default-graph-uri=tag:stardog:api:context:local', ['Ash', 'Beech', 'Cedar']],
    ['default-graph-uri=tag:stardog:api:context:all', ['Ash', 'Beech', 'Cedar']],
    ['default-graph-uri=http://e.org/g', []],
    [`$n=${encoded('"Beech"')}`, ['Beech']],
    [`$t=${encoded('<http://api.stardog.com/ash>')}`, ['Ash']],
    ['reasoning=false&useNamespaces=true', ['Ash', 'Beech', 'Cedar']],
    ['timeout=10s', ['Ash', 'Beech', 'Cedar']],
  ])('%s', async (more, names) => {
    const inUrl = await send('GET', path(select, `&${more}&format=csv`))
    expect(inUrl.text.trim().split(/\r?\n/).slice(1)).toEqual(names)
    const inForm = await send('POST', '/garden/query?format=csv', form, `query=${encoded(select)}&${more}`)
    expect(inForm.text).toBe(inUrl.text)
    const direct = await send('POST', `/garden/query?format=csv&${more}`, 'application/sparql-query', select)
    expect(direct.text).toBe(inUrl.text)
  })

  it.each([
    ['limit=a', 400],
    ['limit=1&limit=2', 400],
    ['limit=-2', 400],
    ['offset=1e3', 400],
    ['offset=99999999999999999999', 400],
    ['timeout=soon', 400],
    ['default-graph-uri=relative', 400],
    ['default-graph-uri=', 400],
    ['baseURI=relative', 400],
    ['$=1', 400],
    ['$t=ash', 400],
    ['$t=', 400],
    [`$t=${encoded('<http://a> || true')}`, 400],
    [`$t=${encoded('"a')}`, 400],
    ['$n=1&$n=2', 400],
    ['query=ASK%20%7B%7D', 400],
    ['x=%zz', 400],
    ['x=%FF%FE', 400],
    ['reasoning=1', 400],
  ])('%s is refused with %i', async (more, status) => {
    const answer = await send('GET', path(select, `&${more}`))
    expect(answer.status, answer.text).toBe(status)
    expect(JSON.parse(answer.text)).toEqual({
      message: expect.stringMatching(/./u),
      code: expect.any(String),
    })
  })

  it('names what is missing, and where the other one goes', async () => {
    const missing = await send('GET', '/garden/query')
    expect(missing.status).toBe(400)
    const other = await send('GET', '/garden/query?update=CLEAR+ALL')
    expect(other.text).toContain('/update')
    expect((await send('POST', '/garden/update', form, 'query=ASK%7B%7D')).status).toBe(400)
    expect((await send('POST', '/garden/update', form, 'update=CLEAR+ALL&limit=1')).status).toBe(501)
  })

  it('resolves relative IRIs against baseURI, else the endpoint', async () => {
    const query = 'CONSTRUCT { <s> <p> <o> } {}'
    const own = await send('GET', path(query, '&format=nt&baseURI=http://b.org/c/'))
    expect(own.text).toBe('<http://b.org/c/s> <http://b.org/c/p> <http://b.org/c/o> .\n')
    const endpoint = await send('GET', path(query, '&format=nt'))
    expect(endpoint.text).toContain(`<${server.url}/garden/s>`)
  })

  it('asks the union where the database says so', async () => {
    const count = `/query?format=csv&query=${encoded('SELECT (COUNT(*) AS ?n) { <http://e.org/x> ?p ?o }')}`
    expect((await send('GET', `/garden${count}`)).text).toBe('n\r\n0\r\n')
    expect((await send('GET', `/all${count}`)).text).toBe('n\r\n1\r\n')
  })
})

describe('hostile requests', () => {
  it.each([
    ['POST', '/garden/query', 'application/json', '{"query":"ASK {}"}', 415],
    ['POST', '/garden/query', 'text/plain', ask, 415],
    ['POST', '/garden/query', undefined, ask, 415],
    ['POST', '/garden/query', `${form}; charset=latin1`, 'query=ASK%7B%7D', 415],
    ['POST', '/garden/query', 'application/sparql-query', Buffer.from('ASK { ?s ?p "\xe9" }', 'latin1'), 400],
    ['POST', '/garden/query', form, 'query=%E9', 400],
    ['POST', '/garden/query?query=x', 'application/sparql-query', ask, 400],
    ['POST', '/garden/query', 'application/sparql-update', 'CLEAR ALL', 415],
    ['POST', '/garden/update', 'application/sparql-query', ask, 415],
    ['POST', '/garden/update', 'text/plain', 'CLEAR ALL', 415],
    ['GET', '/garden/update?update=CLEAR+ALL', undefined, undefined, 405],
    ['PUT', '/garden/query', 'application/sparql-query', ask, 405],
    ['DELETE', '/garden/explain', undefined, undefined, 405],
    ['POST', '/garden/query', 'application/sparql-query', 'x'.repeat((1 << 20) + 1), 413],
    ['POST', '/garden/query', 'application/sparql-query', `ASK { ${'{'.repeat(100_000)}`, 400],
    ['GET', '/nowhere/query?query=ASK%7B%7D', undefined, undefined, 404],
    ['GET', '/admin/query?query=ASK%7B%7D', undefined, undefined, 404],
    ['GET', '/..%2Fgarden/query?query=ASK%7B%7D', undefined, undefined, 404],
    ['GET', '/garden/../garden/query?query=ASK%7B%7D', undefined, undefined, 404],
    ['GET', '/garden/transaction/query?query=ASK%7B%7D', undefined, undefined, 404],
    ['GET', '/garden/00000000-0000-0000-0000-000000000000/query?query=ASK%7B%7D', undefined, undefined, 404],
    ['POST', '/garden/%2e%2e/add', 'text/turtle', '<a:a> a <a:b> .', 404],
    ['POST', '/garden/__proto__/add', 'text/turtle', '<a:a> a <a:b> .', 404],
    ['PUT', '/garden', 'text/turtle', '<a:a> a <a:b> .', 400],
    ['DELETE', '/garden', undefined, undefined, 400],
    ['PUT', '/garden?graph=relative', 'text/turtle', '<a:a> a <a:b> .', 400],
    ['PUT', '/garden?graph=a:a&graph=a:b', 'text/turtle', '<a:a> a <a:b> .', 400],
    ['PUT', '/garden?graph=a:a&default', 'text/turtle', '<a:a> a <a:b> .', 400],
    ['PUT', '/garden?graph=tag:stardog:api:context:named', 'text/turtle', '<a:a> a <a:b> .', 400],
    ['PUT', '/garden?graph=a:a', 'text/turtle', 'not Turtle', 400],
    ['PUT', '/garden?graph=a:a', 'application/pdf', '<a:a> a <a:b> .', 415],
    ['POST', '/garden?graph=a:a', 'multipart/form-data; boundary=x', '--x\r\nContent', 400],
    ['POST', '/garden?graph=a:a', 'multipart/form-data; boundary=x', '--x--\r\n', 400],
    ['GET', '/garden?graph=a:none', undefined, undefined, 404],
    ['DELETE', '/garden?graph=a:none', undefined, undefined, 404],
    ['GET', '/garden/export?server-side=true', undefined, undefined, 501],
    ['GET', '/garden/export?graph-uri=relative', undefined, undefined, 400],
  ])('%s %s as %s is refused', async (method, url, type, body, status) => {
    const before = await send('GET', '/garden/size')
    const answer = await send(method, url, type, body)
    expect(answer.status, answer.text).toBe(status)
    expect((await send('GET', '/garden/size')).text).toBe(before.text)
  })

  it.each(['/garden/update', '/garden?graph=a:a', '/garden/transaction/begin'])(
    'pages of other origins cannot POST %s',
    async (url) => {
      const headers = { origin: 'http://evil.example' }
      const answer = await send('POST', url, form, 'update=CLEAR+ALL', headers)
      expect(answer.status).toBe(403)
    },
  )
})

describe('the limits of an answer', () => {
  const rows = (count: number): string =>
    `SELECT ?i { VALUES ?i { ${Array.from({ length: count }, (_, index) => index).join(' ')} } }`

  it('hold for rows, at the limit and one past it', async () => {
    const most = await send('POST', '/garden/query', 'application/sparql-query', rows(1000))
    expect(JSON.parse(most.text).results.bindings).toHaveLength(1000)
    const more = await send('POST', '/garden/query', 'application/sparql-query', rows(1001))
    expect(more.status).toBe(413)
    expect(JSON.parse(more.text)).toMatchObject({
      code: 'QELIM2',
      message: expect.stringContaining('query.limit.rows'),
    })
  })

  it('cut an answer in its middle with its connection', async () => {
    const values = Array.from({ length: 10 }, (_, index) => `"${index}${'x'.repeat(60_000)}"`).join(' ')
    const query = `SELECT ?t { VALUES ?t { ${values} } }`
    await expect(send('POST', '/garden/query', 'application/sparql-query', query)).rejects.toThrow()
  })

  it.each([
    [1000, 200],
    [1001, 413],
  ])('hold for GraphQL: %i rows are answered %i', async (trees, status) => {
    const name = `forest${trees}`
    const forest = Array.from({ length: trees }, (_, index) => `:t${index} a :Tree .`).join('\n')
    const created = await send(
      'POST',
      '/admin/databases',
      'application/json',
      JSON.stringify({ dbname: name }),
    )
    expect(created.status).toBe(201)
    await send('POST', `/${name}`, 'text/turtle', `@prefix : <http://api.stardog.com/> .\n${forest}`)
    const answer = await send('GET', `/${name}/graphql?query=${encoded('{ Tree { iri } }')}`)
    expect(answer.status, answer.text.slice(0, 500)).toBe(status)
    if (status === 413) expect(answer.text).toContain('1000 rows (query.limit.rows)')
  })

  it('are not those of an export', async () => {
    const long = `<a:s> <a:p> "${'x'.repeat(400_000)}" .`
    expect((await send('PUT', '/garden?graph=a:long', 'text/turtle', long)).status).toBe(201)
    const exported = await send('GET', '/garden/export?graph-uri=a:long&format=nt')
    expect(exported.text).toBe(`${long}\n`)
    expect((await send('DELETE', '/garden?graph=a:long')).status).toBe(200)
  })
})

describe('a query that takes long', () => {
  it('ends at its time limit', async () => {
    const answer = await send('GET', path(endless, '&timeout=300'))
    expect(answer.status).toBe(504)
    expect(JSON.parse(answer.text).code).toBe('QETIM2')
  })

  it('is listed, and tells its client that it was killed', async () => {
    const waiting = send('GET', path(endless))
    const running = await vi.waitFor(async () => {
      const listed: unknown = await (await fetch(`${server.url}/admin/queries`)).json()
      expect(listed).toMatchObject({ queries: [{ kind: 'sparql', database: 'garden', text: endless }] })
      return listed
    }, 20_000)
    const id = /"id":"([^"]+)"/.exec(JSON.stringify(running))?.[1] ?? ''
    expect((await fetch(`${server.url}/admin/queries/${id}`, { method: 'DELETE' })).ok).toBe(true)
    const answer = await waiting
    expect(answer.status).toBe(503)
    expect(JSON.parse(answer.text)).toEqual({
      code: 'QECAN2',
      message: 'The query was killed by an administrator.',
    })
  })
})

it('explains a query as text and as JSON', async () => {
  const url = `/garden/explain?query=${encoded(select)}`
  const text = await send('GET', url)
  expect(text.headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(text.text).toContain('SELECT')
  const json = await send('POST', '/garden/explain?profile=true', 'application/sparql-query', select, {
    accept: 'application/json',
  })
  expect(JSON.parse(json.text)).toMatchObject({
    sparql: expect.stringContaining('SELECT'),
    plan: { rows: 3 },
  })
  expect((await send('GET', url, undefined, undefined, { accept: 'text/html' })).status).toBe(406)
})

it('answers HEAD without a body', async () => {
  for (const url of [path(select), '/garden?default', '/garden/export']) {
    const answer = await send('HEAD', url)
    expect(answer.status, url).toBe(200)
    expect(answer.text).toBe('')
  }
})

it('exports quads as a file', async () => {
  const all = await send('GET', '/garden/export')
  expect(all.headers['content-disposition']).toBe('attachment; filename="garden.trig"')
  expect(all.headers['content-type']).toBe('application/trig')
  const quads = await send('GET', '/garden/export?format=n-quads')
  expect(quads.text).toContain('"named" <http://e.org/g> .')
  const graph = await send('GET', `/garden/export?graph-uri=${encoded('http://e.org/g')}&format=nq`)
  expect(graph.text).toBe('<http://e.org/x> <http://e.org/p> "named" <http://e.org/g> .\n')
  const missing = await send('GET', '/garden/export?graph-uri=a:nowhere')
  expect(missing.status).toBe(404)
  expect(JSON.parse(missing.text).message).toBe('There is no graph <a:nowhere>.')
  expect(missing.headers['content-disposition']).toBeUndefined()
  expect((await send('GET', '/garden/export?graph-uri=default')).status).toBe(200)
})

it('reads packed bodies', async () => {
  const { brotliCompressSync, deflateSync, gzipSync } = await import('node:zlib')
  const triple = '<a:s> <a:p> "packed" .'
  for (const [encoding, pack] of [
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ] as const) {
    const headers = { 'content-encoding': encoding }
    const put = await send('PUT', '/garden?graph=a:packed', 'text/turtle', pack(triple), headers)
    expect(put.status, put.text).toBe(201)
    expect((await send('GET', '/garden?graph=a:packed&format=nt')).text).toBe(`${triple}\n`)
    await send('DELETE', '/garden?graph=a:packed')
  }
  const unknown = await send('PUT', '/garden?graph=a:packed', 'text/turtle', triple, {
    'content-encoding': 'rot13',
  })
  expect(unknown.status).toBe(415)
})

it('tells one quad from several', async () => {
  const told = async (method: string, body?: string): Promise<unknown> =>
    JSON.parse((await send(method, '/garden?graph=a:counted', 'text/turtle', body)).text).message
  expect(await told('PUT', '<a:s> <a:p> 1 .')).toBe('Put 1 quad in place of 0.')
  expect(await told('PUT', '<a:s> <a:p> 1, 2 .')).toBe('Put 2 quads in place of 1.')
  expect(await told('POST', '<a:s> <a:p> 2 .')).toBe("Read 1 quad into database 'garden', 0 of them new.")
  await told('PUT', '<a:s> <a:p> 1 .')
  expect(await told('DELETE')).toBe('Removed 1 quad.')
})

it('puts a large graph, and replaces it', async () => {
  const lines = (value: string): string =>
    Array.from({ length: 40_000 }, (_, index) => `<a:s${index}> <a:p> "${value}" .`).join('\n')
  expect((await send('PUT', '/garden?graph=a:large', 'text/turtle', lines('one'))).status).toBe(201)
  const replaced = await send(
    'PUT',
    '/garden?graph=a:large',
    'text/turtle',
    `${lines('two')}\n<a:x> a <a:y> .`,
  )
  expect(replaced.status).toBe(200)
  expect(JSON.parse(replaced.text)).toMatchObject({ added: 40_001, removed: 40_000 })
  expect((await send('PUT', '/garden?graph=a:large', 'text/turtle', '')).status).toBe(200)
  expect((await send('GET', '/garden?graph=a:large')).status).toBe(404)
})
