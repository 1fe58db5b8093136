import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runCommand, type ServerProcess, startServer } from './command-line.ts'
import { childrenOf, tellsOfProcesses } from './faults/process-tree.ts'
import { rawRequest } from './raw-request.ts'
import { type LoopbackServer, startLoopback } from './sparql-endpoint.ts'

const password = 'correct horse battery staple'
const basic = Buffer.from(`ada:${password}`).toString('base64')
const token = 'zYx.987-token'

/** Everything that must be nowhere: as it is, and in the forms in which it is sent or kept for sending. */
const secrets = [
  password,
  basic,
  token,
  encodeURIComponent(password),
  Buffer.from(password).toString('base64'),
]

const empty = '{"head":{"vars":["s"]},"results":{"bindings":[]}}'

/** What an endpoint does that tells everybody who asked it. */
const indiscretions: Readonly<Record<string, (told: string, response: ServerResponse) => void>> = {
  'a page that fails': (told, response) => response.writeHead(500, { 'content-type': 'text/html' }).end(told),
  'a line that fails': (told, response) =>
    response.writeHead(400, { 'content-type': 'text/plain' }).end(told),
  'JSON that fails': (told, response) =>
    response.writeHead(500, { 'content-type': 'application/json' }).end(JSON.stringify({ message: told })),
  'a refusal': (told, response) => response.writeHead(401, { 'www-authenticate': `Basic ${told}` }).end(told),
  'a redirect': (told, response) =>
    response.writeHead(307, { location: `http://elsewhere.example/?${encodeURIComponent(told)}` }).end(told),
  'another media type': (told, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end(told),
  'malformed results': (told, response) =>
    response.writeHead(200, { 'content-type': 'application/sparql-results+json' }).end(`{"head": ${told}`),
  'its header Server': (told, response) =>
    response
      .writeHead(200, { 'content-type': 'application/sparql-results+json', server: told })
      .end('{"head":{},"boolean":true}'),
}

let home: string
let server: ServerProcess
let endpoint: LoopbackServer
let indiscretion: string | undefined
let asked: string[] = []

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  await text(request)
  const told = request.headers.authorization ?? ''
  asked.push(told)
  const work = indiscretions[indiscretion ?? '']
  // The secret as it is known to who reads the header.
  const known = told.startsWith('Basic ') ? Buffer.from(told.slice(6), 'base64').toString() : told
  if (work !== undefined) return void work(`${told} ${known}`, response)
  response.setHeader('content-type', 'application/sparql-results+json')
  response.end(decodeURIComponent(request.url ?? '').includes('ASK') ? '{"head":{},"boolean":false}' : empty)
}

const databases = ['basic', 'bearer']

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'espalier-secrets-'))
  endpoint = await startLoopback((request, response) => void answer(request, response))
  server = await startServer(home, ['--no-demo'])
  const queryUrl = `${endpoint.origin}/sparql`
  const union = 'default'
  for (const [dbname, remote] of [
    ['basic', { queryUrl, updateUrl: queryUrl, union, user: 'ada', password }],
    ['bearer', { queryUrl, updateUrl: queryUrl, union, token }],
  ] as const) {
    const made = await rawRequest(server.url, '/admin/databases', {
      method: 'POST',
      body: JSON.stringify({ dbname, remote }),
    })
    expect(made).toMatchObject({ status: 201 })
  }
})
afterAll(async () => {
  await server.end('SIGTERM')
  await endpoint.close()
  rmSync(home, { recursive: true, force: true })
})

function expectNone(what: string): void {
  for (const secret of secrets) expect(what).not.toContain(secret)
}

describe('an endpoint that repeats who asked it', { timeout: 120_000 }, () => {
  it.each(Object.keys(indiscretions))('in %s is not repeated', async (name) => {
    indiscretion = name
    asked = []
    const answers: string[] = []
    for (const database of databases) {
      const call = async (path: string, method = 'GET', body?: string, type = 'application/json') => {
        const headers = { 'content-type': type }
        const { text: body_, headers: head } = await rawRequest(server.url, path, {
          method,
          headers,
          ...(body === undefined ? {} : { body }),
        })
        answers.push(JSON.stringify(head), body_)
      }
      const query = encodeURIComponent('SELECT ?s { ?s ?p ?o }')
      await call(`/${database}/graphql`, 'POST', JSON.stringify({ query: '{ Tree { name } }' }))
      await call(`/${database}/query?query=${query}`)
      await call(`/${database}/query?query=${encodeURIComponent('CONSTRUCT WHERE { ?s ?p ?o }')}`)
      await call(`/${database}/explain?query=${query}`)
      await call(
        `/${database}/update`,
        'POST',
        'INSERT DATA { <urn:a> <urn:b> 1 }',
        'application/sparql-update',
      )
      await call(`/${database}/size`)
      await call(`/${database}/export`)
      await call(`/admin/databases/${database}/status`)
      await call(`/admin/databases/${database}/options`)
      await call(`/admin/databases/${database}/options`, 'POST', '{"remote.union": null}')
    }
    const status = await runCommand(['db', 'status', 'basic'], home)
    answers.push(status.out, status.error)
    indiscretion = undefined
    expect(asked).toContain(`Basic ${basic}`)
    expect(asked).toContain(`Bearer ${token}`)
    expectNone(answers.join('\n'))
    expectNone(server.log)
  })

  it('leaves none in the files of the home', () => {
    const files = readdirSync(home, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    )
    expect(files.map(({ name }) => name)).toContain('secrets.key')
    for (const { parentPath, name } of files) expectNone(readFileSync(join(parentPath, name), 'latin1'))
  })

  it.runIf(tellsOfProcesses)('leaves none among the arguments and variables of processes', async () => {
    await rawRequest(server.url, '/basic/size')
    const processes = [server.process.pid ?? 0].flatMap((pid) => [pid, ...childrenOf(pid)])
    expect(processes.length).toBeGreaterThan(1)
    for (const pid of processes) {
      expectNone(readFileSync(`/proc/${pid}/cmdline`, 'latin1'))
      expectNone(readFileSync(`/proc/${pid}/environ`, 'latin1'))
    }
  })
})

it('has no bad request repeat a secret, in the answer or in the log', async () => {
  const queryUrl = `${endpoint.origin}/sparql`
  const wrong = [
    { dbname: 'new', remote: { queryUrl, user: 'ada', password: [password] } },
    { dbname: 'new', remote: { queryUrl, user: `a:${token}`, password } },
    { dbname: 'new', remote: { queryUrl, token: `${token} ${password}` } },
    { dbname: 'new', remote: { queryUrl: `http://ada:${encodeURIComponent(password)}@127.0.0.1/` } },
    { dbname: 'new', remote: { queryUrl, updateUrl: `http://${token}@127.0.0.1/` } },
    { dbname: 'new', remote: { queryUrl, password } },
    { dbname: 'new', options: { 'remote.password': password } },
    { dbname: 'no/name', remote: { queryUrl, user: 'ada', password } },
    { dbname: 'basic', remote: { queryUrl, user: 'ada', password } },
    { dbname: 'new', remote: { queryUrl: 'http://127.0.0.1:9/', user: 'ada', password } },
    { dbname: 'new', remote: { queryUrl, user: 'ada', password, rows: -1 } },
  ]
  for (const body of wrong) {
    const refused = await rawRequest(server.url, '/admin/databases', {
      method: 'POST',
      body: JSON.stringify(body),
    })
    expect([400, 409, 503]).toContain(refused.status)
    // A name is no secret: whoever has a colon in one is told.
    if (!JSON.stringify(body).includes('"a:')) expectNone(refused.text)
  }
  expectNone(server.log)
})
