import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LoopbackServer, startLoopback } from '../../../test/sparql-endpoint.ts'
import { ServiceError } from '../../errors.ts'
import { createEngine } from '../create-engine.ts'
import type { Database } from '../database.ts'
import type { Engine, Isolation } from '../engine.ts'
import { fetchDocument } from './document-client.ts'
import { type DocumentAccess, noRemoteAccess } from './remote-access.ts'

const turtle = '@prefix : <http://e/> . :a :knows <b>, [] .'

/** What stands at a path of the server: headers and a body, or what the listener does. */
const pages: Readonly<
  Record<string, readonly [Readonly<Record<string, string>>, string | Buffer] | RequestListener>
> = {
  '/a.ttl': [{ 'content-type': 'text/turtle; charset=utf-8' }, turtle],
  '/a.txt': [{ 'content-type': 'text/plain' }, '<urn:a> <urn:p> <urn:b> .'],
  '/plain/a.ttl': [{ 'content-type': 'text/plain' }, turtle],
  '/none/a.ttl': [{}, turtle],
  '/a.ttl.gz': [{ 'content-type': 'application/octet-stream' }, gzipSync(turtle)],
  '/encoded': [{ 'content-type': 'text/turtle', 'content-encoding': 'gzip' }, gzipSync(turtle)],
  '/a.json': [
    { 'content-type': 'application/ld+json' },
    '{"@id":"http://e/a","http://e/knows":{"@id":"http://e/b"}}',
  ],
  '/page': [{ 'content-type': 'text/html' }, '<html>'],
  '/broken.ttl': [{ 'content-type': 'text/turtle' }, `${turtle} oh no`],
  '/large.ttl': [{ 'content-type': 'text/turtle' }, `${turtle}${' '.repeat(100_000)}`],
  '/moved': (_, response) => response.writeHead(303, { location: '/plain/a.ttl' }).end(),
  '/away': (_, response) => response.writeHead(302, { location: 'http://localhost:9/a.ttl' }).end(),
  '/hanging.ttl': (_, response) => {
    response.writeHead(200, { 'content-type': 'text/turtle' }).write(turtle)
  },
  '/cut.ttl': (_, response) => {
    response
      .writeHead(200, { 'content-type': 'text/turtle', 'content-length': '1000' })
      .write(turtle, () => response.destroy())
  },
}

let server: LoopbackServer
let accepted = ''
beforeAll(async () => {
  server = await startLoopback((request, response) => {
    accepted = request.headers.accept ?? ''
    const page = pages[request.url ?? '']
    if (page === undefined) response.writeHead(404).end('There is nothing here.')
    else if (typeof page === 'function') page(request, response)
    else response.writeHead(200, page[0]).end(page[1])
  })
})
afterAll(() => server.close())

function access(changes: Partial<DocumentAccess> = {}): DocumentAccess {
  return { ...noRemoteAccess.documents, allowed: [server.origin], ...changes }
}

async function errorOf(path: string, changes: Partial<DocumentAccess> = {}): Promise<ServiceError> {
  const error: unknown = await (async () => {
    const { bytes } = await fetchDocument(path.startsWith('/') ? server.origin + path : path, access(changes))
    for await (const _ of bytes);
  })().catch((thrown: unknown) => thrown)
  if (error instanceof ServiceError) return error
  throw new Error(`No error of the service: ${String(error)}`)
}

describe('a document', () => {
  it.each([
    ['/a.ttl', 'turtle', '/a.ttl'],
    ['/a.txt', 'n-triples', '/a.txt'],
    ['/plain/a.ttl', 'turtle', '/plain/a.ttl'],
    ['/none/a.ttl', 'turtle', '/none/a.ttl'],
    ['/a.ttl.gz', 'turtle', '/a.ttl.gz'],
    ['/a.json', 'json-ld', '/a.json'],
    ['/moved', 'turtle', '/plain/a.ttl'],
    ['/a.ttl#part', 'turtle', '/a.ttl'],
  ])('at %s is in %s', async (path, format, base) => {
    const source = await fetchDocument(server.origin + path, access())
    expect(source).toMatchObject({ format, baseIri: server.origin + base })
    for await (const _ of source.bytes);
  })

  it('is asked for in the syntaxes that are read', async () => {
    for await (const _ of (await fetchDocument(`${server.origin}/a.ttl`, access())).bytes);
    expect(accepted).toContain('text/turtle')
    expect(accepted).toContain('application/rdf+xml')
  })

  it.each([
    ['/missing', 'remoteFailed', /status 404/],
    ['/page', 'remoteFailed', /"text\/html" nor its name is of a syntax of RDF/],
    ['/away', 'remoteFailed', /redirects to where it is not allowed/],
    ['/cut.ttl', 'remoteFailed', /ended the connection/],
  ])('at %s is not read: %s', async (path, kind, message) => {
    const error = await errorOf(path)
    expect(error.kind).toBe(kind)
    expect(error.message).toMatch(message)
    expect(error.message).toContain(`LOAD <${server.origin}${path}>`)
  })

  it('is not read for ever, and no more than is allowed', async () => {
    expect((await errorOf('/hanging.ttl', { timeout: 100 })).message).toContain('within 100 ms')
    expect(await errorOf('/large.ttl', { bytes: 50_000 })).toMatchObject({ kind: 'limitExceeded' })
  })

  it.each([
    ['anything unless told', [], '/a.ttl'],
    ['another folder', ['/public/'], '/a.ttl'],
    ['a way out of the folder', ['/public/'], '/public/../a.ttl'],
    ['an encoded way out of the folder', ['/public/'], '/public/%2e%2e/a.ttl'],
  ])('is not allowed to be %s', async (_, folders, path) => {
    const error = await errorOf(path, { allowed: folders.map((folder) => server.origin + folder) })
    expect(error.kind).toBe('unsupported')
    expect(error.message).toContain('sparql.load.allowed')
  })

  it.each([
    'http://allowed.example.evil.example/a.ttl',
    'http://allowed.example@evil.example/a.ttl',
    'http://user:secret@allowed.example/a.ttl',
    'http://allowed.example:81/a.ttl',
    'file:///etc/passwd',
    'data:text/turtle,',
    'not an IRI',
  ])('is not allowed at %s where http://allowed.example is', async (iri) => {
    expect((await errorOf(iri, { allowed: ['http://allowed.example', 'file:///', 'data:'] })).kind).toBe(
      'unsupported',
    )
  })
})

describe.each<[Isolation, 'file' | 'memory']>([
  ['process', 'file'],
  ['process', 'memory'],
  ['none', 'file'],
  ['none', 'memory'],
])('LOAD and SERVICE in updates with isolation %s of a %s database', (isolation, kind) => {
  let engine: Engine
  let folder: string
  let spoolFolder: string
  let count = 0
  let endpoint: LoopbackServer
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'espalier-documents-'))
    spoolFolder = join(folder, 'spool')
    mkdirSync(spoolFolder)
    endpoint = await startLoopback((_, response) => {
      response.writeHead(200, { 'content-type': 'application/sparql-results+json' })
      response.end(
        '{"head":{"vars":["x"]},"results":{"bindings":[{"x":{"type":"bnode","value":"b0"}},{"x":{"type":"literal","value":"1"}}]}}',
      )
    })
    const remote = { services: { allowed: [endpoint.origin] }, documents: { allowed: [server.origin] } }
    engine = createEngine({ isolation, processes: 1, remote, spoolFolder })
  })
  afterAll(async () => {
    await engine.close()
    await endpoint.close()
    rmSync(folder, { recursive: true, force: true })
  })

  async function run(text: string) {
    count += 1
    const database: Database =
      kind === 'file'
        ? { kind, path: join(folder, `${count}.db`), namespaces: new Map() }
        : { kind, name: `memory${count}`, namespaces: new Map() }
    const report = await engine.change(database, [{ kind: 'update', update: { text } }])
    const chunks: Uint8Array[] = []
    for await (const chunk of await engine.exportGraph(database, 'n-quads')) chunks.push(chunk)
    return { report, lines: Buffer.concat(chunks).toString().split('\n').filter(Boolean).sort() }
  }

  it('add the quads of a document to a graph', async () => {
    const { report, lines } = await run(`LOAD <${server.origin}/a.ttl> INTO GRAPH <urn:g>`)
    expect(report).toMatchObject({ added: 2, removed: 0 })
    expect(lines[0]).toBe(`<http://e/a> <http://e/knows> <${server.origin}/b> <urn:g> .`)
  })

  it('read a document that is sent packed', async () => {
    expect((await run(`LOAD <${server.origin}/encoded>`)).report.added).toBe(2)
  })

  it('fail whole where a document does, and with SILENT leave it out whole', async () => {
    const insert = 'INSERT DATA { <urn:a> <urn:p> <urn:o> } ;'
    for (const path of ['/broken.ttl', '/missing', '/cut.ttl', '/page']) {
      await expect(run(`${insert} LOAD <${server.origin}${path}>`)).rejects.toThrow(ServiceError)
      const { report, lines } = await run(`${insert} LOAD SILENT <${server.origin}${path}>`)
      expect(report.added).toBe(1)
      expect(lines).toEqual(['<urn:a> <urn:p> <urn:o> .'])
    }
    await expect(run('LOAD <http://elsewhere.example/a.ttl>')).rejects.toMatchObject({ kind: 'unsupported' })
    expect((await run(`LOAD SILENT <${server.origin}/a.ttl>`)).report.added).toBe(2)
    expect(readdirSync(spoolFolder)).toEqual([])
  })

  if (isolation === 'process' && kind === 'file') {
    it('keep nobody from writing while a document does not come', async () => {
      const database: Database = { kind, path: join(folder, 'waiting.db'), namespaces: new Map() }
      const gone = new AbortController()
      const text = `LOAD <${server.origin}/hanging.ttl>`
      const waiting = engine.change(database, [{ kind: 'update', update: { text } }], { signal: gone.signal })
      const ended = expect(waiting).rejects.toMatchObject({ kind: 'queryCancelled' })
      const insert = 'INSERT { <urn:a> <urn:p> ?o } WHERE { BIND(1 AS ?o) }'
      const report = await engine.change(database, [{ kind: 'update', update: { text: insert } }])
      expect(report.added).toBe(1)
      expect(readdirSync(spoolFolder)).toEqual([expect.stringMatching(/^espalier-load-/)])
      gone.abort()
      await ended
      expect(await engine.size(database)).toBe(1)
      expect(readdirSync(spoolFolder)).toEqual([])
    })
  }

  it('insert what an endpoint answers, its blank nodes as new ones', async () => {
    const { lines } = await run(
      `INSERT DATA { <urn:k> <urn:p> 1 } ;
       INSERT { ?k <urn:has> ?x . ?x <urn:of> ?k } WHERE { ?k <urn:p> 1 SERVICE <${endpoint.origin}> { ?x <urn:p> ?k } }`,
    )
    expect(lines).toHaveLength(4)
    expect(lines.filter((line) => line.includes('<urn:of>'))).toEqual([
      expect.stringMatching(/^_:\S+ <urn:of> <urn:k> \.$/),
    ])
    expect(lines).toContain('<urn:k> <urn:has> "1" .')
  })
})
