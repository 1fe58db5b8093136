import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { iri, literal, type Quad } from '../src/rdf/term.ts'
import { runCommand, type ServerProcess, startServer } from './command-line.ts'
import { parseQuads } from './oxigraph.ts'
import { type ProgramContext, type ProgramResult, runInProcess } from './program-in-process.ts'
import { type OxigraphEndpoint, startOxigraphEndpoint } from './remote/oxigraph-endpoint.ts'
import { hasVirtuoso, startVirtuoso, type Virtuoso } from './remote/virtuoso.ts'
import { startLoopback } from './sparql-endpoint.ts'

const data = `@prefix : <http://api.stardog.com/> .
:ada a :Gardener ; :name "Ada" ; :born 1980 ; :tends :ash , :beech .
:ash a :Tree ; :name "Ash" . :beech a :Tree ; :name "Beech" .
:g { :bob a :Gardener ; :name "Bob" ; :born 1990 ; :tends :cedar . :cedar a :Tree ; :name "Cedar" . :ada :name "Ada" . }
`
const gardeners = '{ Gardener(orderBy: born) { name tends { name } } }'
const answered = [
  { name: 'Ada', tends: [{ name: 'Ash' }, { name: 'Beech' }] },
  { name: 'Bob', tends: { name: 'Cedar' } },
]
const rdf = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#'
const token = 'a-token.that-nobody~sees'
const password = 'a password that nobody sees'

let home: string
let server: ServerProcess
let endpoint: OxigraphEndpoint
let guarded: OxigraphEndpoint

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'espalier-remote-'))
  const quads = parseQuads(data, 'application/trig')
  endpoint = await startOxigraphEndpoint(quads, { server: 'Oxigraph/0.5' })
  guarded = await startOxigraphEndpoint(quads, { union: true, authorization: `Bearer ${token}` })
  server = await startServer(home, ['--no-demo'])
})
afterAll(async () => {
  await server.end('SIGTERM')
  await endpoint.close()
  await guarded.close()
  rmSync(home, { recursive: true, force: true })
})

/** Runs a command on the server of the home folder. */
function espalier(
  words: readonly string[],
  { environment, ...context }: Partial<ProgramContext> = {},
): Promise<ProgramResult> {
  return runInProcess(words, { ...context, environment: { ESPALIER_HOME: home, ...environment } })
}

/** The outcome of a command that has to succeed. */
async function done(...words: readonly string[]): Promise<string> {
  const { code, out, error } = await espalier(words)
  expect({ code, error: code === 0 ? '' : error }).toEqual({ code: 0, error: '' })
  return out
}

const hostOf = ({ queryUrl }: OxigraphEndpoint): string => new URL(queryUrl).host

describe('a remote database on the command line', { timeout: 120_000 }, () => {
  it('is created of an endpoint, and tells what was found out of it', async () => {
    const words = ['db', 'create', 'afar', '--remote', endpoint.queryUrl]
    const urls = ['--update-url', endpoint.updateUrl, '--graph-store-url', endpoint.graphStoreUrl]
    // One command in a process of its own; the others are told to the same server without.
    const { code, error } = await runCommand([...words, ...urls], home)
    expect(error).toContain(`Created the database afar for ${hostOf(endpoint)} (Oxigraph/0.5)`)
    expect(error).toContain('remote.union=graphs')
    expect(code).toBe(0)
    const status = await done('db', 'status', 'afar')
    expect(status).toContain('kind=remote\n')
    expect(status).toContain('reachable=true\n')
    expect(status).toMatch(/^latencyMilliseconds=\d/m)
    expect(await done('db', 'list')).toBe('afar\n')
  })

  it('answers GraphQL of all graphs', async () => {
    const { data } = JSON.parse(await done('graphql', 'execute', 'afar', gardeners))
    expect(data).toMatchObject([{ name: 'Ada' }, { name: 'Bob', tends: { name: 'Cedar' } }])
    expect(data[0].tends.map((tree: { name: string }) => tree.name).sort()).toEqual(['Ash', 'Beech'])
    expect(await done('graphql', 'execute', 'afar', '{ Gardener(iri: "nobody") { name } }')).toBe(
      '{"data":[]}\n',
    )
  })

  it('shows what is sent, and where to, but no path', async () => {
    const explained = await done('graphql', 'explain', 'afar', '{ Tree { name } }')
    expect(explained).toContain(`Endpoint(${hostOf(endpoint)})`)
    expect(explained).toContain('GRAPH')
    expect(explained).not.toContain(endpoint.queryUrl)
  })

  it('answers SPARQL of the dataset that the endpoint has by itself', async () => {
    const names = 'SELECT ?name { ?gardener a :Gardener ; :name ?name }'
    expect(await done('query', 'execute', 'afar', names, '--format', 'csv')).toBe('name\r\nAda\r\n')
    const count = 'SELECT (COUNT(*) AS ?n) { GRAPH ?g { ?s ?p ?o } }'
    expect(await done('query', 'execute', 'afar', count, '--format', 'csv')).toBe('n\r\n7\r\n')
    expect(await done('query', 'execute', 'afar', 'ASK { ?s :name "Bob" }')).toContain('false')
    const turtle = await done(
      ...['query', 'execute', 'afar', 'CONSTRUCT { ?t :tendedBy ?g } { ?g :tends ?t }'],
      ...['--format', 'n-triples'],
    )
    expect(turtle.trim().split('\n')).toHaveLength(2)
    await done('db', 'options', 'afar', '--set', 'query.all.graphs=true')
    expect(await done('query', 'execute', 'afar', `${names} ORDER BY ?name`, '--format', 'csv')).toBe(
      'name\r\nAda\r\nBob\r\n',
    )
    await done('db', 'options', 'afar', '--reset', 'query.all.graphs')
  })

  it('says where a query is wrong without asking the endpoint', async () => {
    const before = endpoint.requests.length
    const graphql = await espalier(['graphql', 'execute', 'afar', '{ Gardener { '])
    expect(graphql.code).toBe(1)
    const sparql = await espalier(['query', 'execute', 'afar', 'SELECT ?x { ?x foaff:name 1 }'])
    expect(sparql).toMatchObject({ code: 1 })
    expect(sparql.error).toContain('foaff')
    expect(endpoint.requests).toHaveLength(before)
  })

  it('has namespaces of its own', async () => {
    await done('namespace', 'add', 'afar', 'g', 'http://api.stardog.com/')
    expect(await done('graphql', 'execute', 'afar', '{ g_Tree(g_name: "Cedar") { g_name } }')).toBe(
      '{"data":[{"g_name":"Cedar"}]}\n',
    )
  })

  it('takes files and updates, exports them and is cleared', async () => {
    const file = join(home, 'more.ttl')
    writeFileSync(file, '<urn:oak> a <http://api.stardog.com/Tree> ; <http://api.stardog.com/name> "Oak" .')
    await done('data', 'add', 'afar', file, '--graph', 'urn:new')
    expect(endpoint.quads().filter((quad) => quad.graph?.value === 'urn:new')).toHaveLength(2)
    await done('query', 'execute', 'afar', 'INSERT DATA { GRAPH <urn:new> { <urn:oak> :height 30 } }')
    expect(await done('graphql', 'execute', 'afar', '{ Tree(name: "Oak") { name height } }')).toBe(
      '{"data":[{"name":"Oak","height":30}]}\n',
    )
    const exported = await done('data', 'export', 'afar', '--graph', 'urn:new', '--format', 'n-triples')
    expect(exported.trim().split('\n')).toHaveLength(3)
    await done('data', 'clear', 'afar', '--graph', 'urn:new', '--yes')
    expect(endpoint.quads().some((quad) => quad.graph?.value === 'urn:new')).toBe(false)
    expect(await done('data', 'size', 'afar')).toMatch(/^\d+\n$/)
  })

  it.each([
    ['db', 'optimize'],
    ['db', 'check'],
    ['db', 'backup'],
  ])('has no part in %s %s, and says so', async (...words) => {
    const { code, error } = await espalier([...words, 'afar'])
    expect(code).not.toBe(0)
    expect(error).toContain('afar')
    expect(error).toContain('remote')
  })

  it('is offline, online and dropped without a change of the endpoint', async () => {
    const quads = endpoint.quads().length
    await done('db', 'offline', 'afar')
    expect((await espalier(['graphql', 'execute', 'afar', gardeners])).code).toBe(3)
    expect((await espalier(['db', 'status', 'afar'])).code).toBe(3)
    await done('db', 'online', 'afar')
    await done('graphql', 'execute', 'afar', gardeners)
    await done('db', 'drop', 'afar')
    expect(endpoint.quads()).toHaveLength(quads)
    const gone = await espalier(['graphql', 'execute', 'afar', gardeners])
    expect(gone).toMatchObject({ code: 1 })
  })
})

describe('credentials of a remote database', { timeout: 120_000 }, () => {
  it('are needed, and what was refused leaves nothing behind', async () => {
    const { code, error } = await espalier(['db', 'create', 'guarded', '--remote', guarded.queryUrl])
    expect(code).toBe(3)
    expect(error).toContain('guarded')
    expect(error).toContain(hostOf(guarded))
    expect(error).toContain('401')
    expect(await done('db', 'list')).not.toContain('guarded')
  })

  it('come from the environment, reach the endpoint, and are seen nowhere else', async () => {
    const created = await espalier(
      ['db', 'create', 'guarded', '--remote', guarded.queryUrl, '--token-from', 'GARDEN_TOKEN'],
      { environment: { GARDEN_TOKEN: token } },
    )
    expect(created).toMatchObject({ code: 0 })
    expect(created.error).toContain('remote.union=default')
    expect(guarded.requests.at(-1)?.headers.authorization).toBe(`Bearer ${token}`)
    const answer = await done('graphql', 'execute', 'guarded', '{ Tree(orderBy: name) { name } }')
    expect(JSON.parse(answer).data).toHaveLength(3)
    const shown = [
      created.out + created.error,
      answer,
      await done('db', 'options', 'guarded'),
      await done('db', 'status', 'guarded'),
      await (await fetch(`${server.url}/admin/databases/guarded/options`)).text(),
      await (await fetch(`${server.url}/admin/databases/options`)).text(),
      server.log,
    ].join('\n')
    expect(shown).toContain('remote.token=***')
    expect(shown).not.toContain(token)
    expect(filesWith(home, token)).toEqual([])
  })

  it('are changed together with what they are for, and wrong ones are an error that does not tell them', async () => {
    const options = { input: `${password}\n`, environment: { ESPALIER_REMOTE_PASSWORD: '' } }
    const basic = await espalier(
      ['db', 'create', 'basic', '--remote', guarded.queryUrl, '--remote-user', 'ada'],
      options,
    )
    expect(basic).toMatchObject({ code: 3 })
    expect(basic.error).toContain('401')
    expect(basic.out + basic.error).not.toContain(password)
    const authorization = `Basic ${Buffer.from(`ada:${password}`).toString('base64')}`
    expect(guarded.requests.at(-1)?.headers.authorization).toBe(authorization)
    expect(basic.error + server.log).not.toContain(authorization.slice(6))
    expect(filesWith(home, password)).toEqual([])
  })
})

/** The files of a folder, and of its folders, that hold a text. */
function filesWith(folder: string, text: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) => {
    const path = join(entry.parentPath, entry.name)
    return entry.isFile() && readFileSync(path).includes(text) ? [path] : []
  })
}

describe('an endpoint that is not there', { timeout: 120_000 }, () => {
  it('is an error when a database is made of it, and none is made', async () => {
    const nobody = await startLoopback(() => {})
    await nobody.close()
    const url = `${nobody.origin}/sparql`
    const { code, error } = await espalier(['db', 'create', 'nowhere', '--remote', url])
    expect(code).toBe(3)
    expect(error).toContain('nowhere')
    expect(error).toContain(new URL(url).host)
    expect(await done('db', 'list')).not.toContain('nowhere')
  })

  it('is an error of queries that names database and host, and of no other database', async () => {
    const passing = await startOxigraphEndpoint(parseQuads(data, 'application/trig'), { union: true })
    await done('db', 'create', 'passing', '--remote', passing.queryUrl)
    await passing.close()
    const asked = await espalier(['graphql', 'execute', 'passing', gardeners])
    expect(asked.code).toBe(3)
    expect(asked.out + asked.error).toContain('passing')
    expect(asked.out + asked.error).toContain(hostOf(passing))
    const status = await espalier(['db', 'status', 'passing'])
    expect(status.code).toBe(3)
    expect(status.out).toContain('reachable=false')
    const { status: http } = await fetch(`${server.url}/passing/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: gardeners }),
    })
    expect([502, 503]).toContain(http)
    await done('graphql', 'execute', 'guarded', gardeners)
    await done('db', 'drop', 'passing')
  })
})

describe('a remote database over HTTP', { timeout: 120_000 }, () => {
  it('is created, asked in every protocol, and dropped', async () => {
    const { queryUrl, updateUrl, graphStoreUrl } = endpoint
    const remote = { queryUrl, updateUrl, graphStoreUrl, union: 'graphs' }
    const form = new FormData()
    form.set('root', JSON.stringify({ dbname: 'far', remote }))
    const created = await fetch(`${server.url}/admin/databases`, { method: 'POST', body: form })
    expect(created.status).toBe(201)
    const status = await (await fetch(`${server.url}/admin/databases/far/status`)).json()
    expect(status).toMatchObject({ name: 'far', kind: 'remote', online: true, remote: { reachable: true } })
    const asked = await fetch(`${server.url}/far/graphql?query=${encodeURIComponent('{ Tree { name } }')}`)
    expect(asked.status).toBe(200)
    expect(await asked.json()).toMatchObject({ data: [{}, {}, {}] })
    const sparql = await fetch(`${server.url}/far/query?query=${encodeURIComponent('ASK { ?s ?p ?o }')}`)
    expect(await sparql.text()).toContain('true')
    const graph = `${server.url}/far?graph=${encodeURIComponent('urn:put')}`
    const headers = { 'content-type': 'text/turtle' }
    const put = await fetch(graph, { method: 'PUT', headers, body: '<urn:a> <urn:b> 1 , 2 .' })
    expect(put.status).toBeLessThan(300)
    expect(await (await fetch(graph, { headers: { accept: 'application/n-triples' } })).text()).toContain(
      '<urn:a> <urn:b>',
    )
    const update = new URLSearchParams({ update: 'DELETE WHERE { GRAPH <urn:put> { ?s ?p 1 } }' })
    expect((await fetch(`${server.url}/far/update`, { method: 'POST', body: update })).status).toBe(200)
    expect(endpoint.quads().filter((quad) => quad.graph?.value === 'urn:put')).toHaveLength(1)
    expect((await fetch(graph, { method: 'DELETE' })).status).toBe(200)
    const begun = await fetch(`${server.url}/far/transaction/begin`, { method: 'POST' })
    expect(begun.status).toBeGreaterThanOrEqual(400)
    expect(await begun.text()).toContain('far')
    expect((await fetch(`${server.url}/admin/databases/far`, { method: 'DELETE' })).status).toBe(200)
  })

  it("stands for a database of this server's own, whose union has a name", async () => {
    const file = join(home, 'data.trig')
    writeFileSync(file, data)
    await done('db', 'create', 'near', file)
    await done(
      ...['db', 'create', 'mirror', '--remote', `${server.url}/near/query`],
      ...['--update-url', `${server.url}/near/update`, '--graph-store-url', `${server.url}/near`],
    )
    expect(await done('db', 'options', 'mirror', 'remote.union')).toBe('tag:stardog:api:context:local\n')
    const { data: trees } = JSON.parse(await done('graphql', 'execute', 'mirror', gardeners))
    expect(trees).toEqual(answered)
    await done('query', 'execute', 'mirror', 'DELETE WHERE { ?s :born ?year }')
    expect(await done('query', 'execute', 'near', 'ASK { ?s :born 1980 }')).toContain('false')
  })
})

describe.skipIf(!hasVirtuoso)('Virtuoso on the command line', { timeout: 240_000 }, () => {
  let virtuoso: Virtuoso
  const count = 10_050
  const tree = (at: number): readonly Quad[] => {
    const subject = iri(`http://api.stardog.com/t${at}`)
    const graph = iri(`urn:g${at % 3}`)
    return [
      { subject, predicate: iri(`${rdf}type`), object: iri('http://api.stardog.com/Tree'), graph },
      { subject, predicate: iri('http://api.stardog.com/name'), object: literal(`tree ${at}`), graph },
    ]
  }

  beforeAll(async () => {
    virtuoso = await startVirtuoso()
    await virtuoso.load(Array.from({ length: count }, (_, at) => tree(at)).flat())
  })
  afterAll(() => virtuoso.close())

  it('is known by what it says, and its limit is found', async () => {
    const { code, error } = await espalier(['db', 'create', 'trees', '--remote', virtuoso.queryUrl])
    expect(error).toContain('remote.union=default, remote.rows=10000, remote.engine=virtuoso')
    expect(code).toBe(0)
  })

  it('gives whole answers to GraphQL beyond its limit, and an error to SPARQL', async () => {
    const { data } = JSON.parse(await done('graphql', 'execute', 'trees', '{ Tree { name } }'))
    expect(new Set(data.map((one: { name: string }) => one.name)).size).toBe(count)
    const { code, error } = await espalier([
      'query',
      'execute',
      'trees',
      'SELECT ?name { ?tree :name ?name }',
    ])
    // Its first rows were sent by then: the answer breaks off, and the log says why.
    expect({ code, error }).toMatchObject({ code: 3, error: expect.stringContaining('broke off') })
    expect(server.log).toContain('cuts an answer after 10000 rows')
  })

  it('is told a name and a password by digest, and changed', async () => {
    const { authenticatedUrl: url, graphStoreUrl } = virtuoso
    const environment = { ESPALIER_REMOTE_PASSWORD: 'dba' }
    const words = [
      '--remote',
      url,
      '--update-url',
      url,
      '--graph-store-url',
      graphStoreUrl,
      '--remote-user',
      'dba',
    ]
    expect(await espalier(['db', 'create', 'known', ...words], { environment })).toMatchObject({ code: 0 })
    const file = join(home, 'oak.ttl')
    writeFileSync(
      file,
      '@prefix : <http://api.stardog.com/> . :oak a :Oak ; :name "Oak" ; :near [ :name "Ash" ] .',
    )
    await done('data', 'add', 'known', file, '--graph', 'urn:oaks')
    await done('query', 'execute', 'known', 'INSERT DATA { GRAPH <urn:oaks> { :oak :height 30 } }')
    expect(await done('graphql', 'execute', 'known', '{ Oak { name height near { name } } }')).toBe(
      '{"data":[{"name":"Oak","height":30,"near":{"name":"Ash"}}]}\n',
    )
    await done('data', 'clear', 'known', '--graph', 'urn:oaks', '--yes')
    expect(await done('graphql', 'execute', 'known', '{ Oak { name } }')).toBe('{"data":[]}\n')
  })
})
