import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { iri, literal, type Quad } from '../../src/rdf/term.ts'
import { type CommandResult, runCommand, type ServerProcess, startServer } from '../command-line.ts'
import { type Fault, type FaultyProxy, startFaultyProxy } from '../remote/faulty-proxy.ts'
import { type OxigraphEndpoint, startOxigraphEndpoint } from '../remote/oxigraph-endpoint.ts'
import { selfSignedCertificate } from '../remote/self-signed-certificate.ts'
import { answerOf, ask } from './asking.ts'
import { childrenOf, tellsOfProcesses, waitFor } from './process-tree.ts'

const names = Array.from({ length: 50 }, (_, index) => `n${String(index).padStart(2, '0')}`)
const description = iri('http://api.stardog.com/description')
const plants: readonly Quad[] = names.flatMap((name) => {
  const subject = iri(`http://api.stardog.com/${name}`)
  return [
    {
      subject,
      predicate: iri('http://www.w3.org/1999/02/22-rdf-syntax-ns#type'),
      object: iri('http://api.stardog.com/Plant'),
      graph: null,
    },
    { subject, predicate: iri('http://api.stardog.com/name'), object: literal(name), graph: null },
  ]
})
/** Texts that make an answer longer than what is kept until something goes wrong. */
const descriptions: readonly Quad[] = Array.from({ length: 2_000 }, (_, index) => ({
  subject: iri(`http://api.stardog.com/${names[index % names.length]}`),
  predicate: description,
  object: literal(`${index} ${'long '.repeat(100)}`),
  graph: null,
}))
const quads = [...plants, ...descriptions]
const query = '{ Plant(orderBy: name) { name } }'
const whole = { status: 200, body: JSON.stringify({ data: names.map((name) => ({ name })) }) }

let folder: string
let home: string
let endpoint: OxigraphEndpoint
let proxy: FaultyProxy
let secure: FaultyProxy
let server: ServerProcess

const certificate = selfSignedCertificate('localhost')
const token = 'sesame-opens'

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'espalier-remote-faults-'))
  home = join(folder, 'home')
  endpoint = await startOxigraphEndpoint(quads, { authorization: `Bearer ${token}` })
  const target = new URL(endpoint.queryUrl).origin
  proxy = await startFaultyProxy(target)
  secure = await startFaultyProxy(target, certificate)
  const trusted = join(folder, 'trusted.pem')
  writeFileSync(trusted, certificate.cert)
  server = await startServer(home, ['--no-demo'], { environment: { NODE_EXTRA_CA_CERTS: trusted } })
  for (const [name, { origin }] of [
    ['plants', proxy],
    ['guarded', secure],
  ] as const) {
    const { code } = await create(name, origin)
    expect(code).toBe(0)
    expect(await answerOf(server.url, name, query)).toEqual(whole)
  }
})
afterAll(async () => {
  await server.end('SIGKILL')
  await Promise.all([proxy.close(), secure.close(), endpoint.close()])
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(() => proxy.harm(undefined))

function create(name: string, origin: string): Promise<CommandResult> {
  const words = ['db', 'create', name, '--remote', `${origin}/query`, '--token-from', 'TOKEN']
  const others = ['--option', 'remote.answer.bytes=2m', '--server', server.url]
  return runCommand([...words, ...others], folder, { environment: { TOKEN: token } })
}

/** What an error of a database begins with. */
function labelOf(name: string, { origin }: FaultyProxy): string {
  return `Database "${name}", endpoint ${new URL(origin).host}`
}

/** The message of a failure, and its code, as every client of the service is told them. */
function failureOf({ body }: { readonly body: string }): { readonly message: string; readonly code: string } {
  const value: unknown = JSON.parse(body)
  const member = (name: string): string =>
    String(Object.getOwnPropertyDescriptor(Object(value), name)?.value ?? '')
  return { message: member('message'), code: member('code') }
}

function processes(): readonly number[] {
  return tellsOfProcesses ? childrenOf(server.process.pid ?? 0) : []
}

describe('an answer of the endpoint of a remote database', () => {
  it.each<[string, Fault, number, string, string]>([
    ['is late', { kind: 'silent' }, 504, 'QETIM2', ': the query did not end within its time limit of 1 s.'],
    [
      'stands still in the middle',
      { kind: 'stalled' },
      504,
      'QETIM2',
      ': the query did not end within its time limit of 1 s.',
    ],
    [
      'is cut in the middle',
      { kind: 'cut' },
      502,
      'QERMT2',
      ': the connection broke in the middle of its answer.',
    ],
    [
      'is cut before it begins',
      { kind: 'hung up' },
      502,
      'QERMT2',
      ': it ended the connection before it answered.',
    ],
    [
      'is of a wrong media type',
      { kind: 'typed', type: 'text/html' },
      502,
      'QERMT2',
      ': it answered with the media type "text/html", where results of SPARQL in JSON or XML were asked for. Check remote.query.url.',
    ],
    [
      'is malformed',
      { kind: 'malformed' },
      502,
      'QERMT2',
      ': the answer is cut short, or is not what SPARQL answers are.',
    ],
    [
      'is that it does not know who asks',
      { kind: 'status', status: 401 },
      502,
      'QERMT2',
      ': it does not know who asks (status 401). Check remote.user and remote.password, or remote.token.',
    ],
    [
      'is that it takes no more for a while',
      { kind: 'status', status: 429, headers: { 'retry-after': '60' } },
      502,
      'QERMT2',
      ': it takes no more requests at present (status 429), and asks to wait for 60 s.',
    ],
    [
      'is a failure',
      { kind: 'status', status: 500, body: `Out of ideas, ${token}.` },
      502,
      'QERMT2',
      ': it answered with status 500: "Out of ideas, ***.".',
    ],
    ['is that it is down', { kind: 'status', status: 503 }, 502, 'QERMT2', ': it answered with status 503.'],
    [
      'is without end',
      { kind: 'endless' },
      413,
      'QELIM2',
      ': an answer can have 2097152 bytes at most (remote.answer.bytes), and this one has more.',
    ],
    [
      'is a redirect to another host',
      { kind: 'status', status: 307, headers: { location: 'http://elsewhere.example/' } },
      502,
      'QERMT2',
      ': it redirects to "http://elsewhere.example", which is not followed. Change its URL if that is meant.',
    ],
  ])('that %s is told of, and the next one is as it was', async (_, fault, status, code, problem) => {
    const before = processes()
    proxy.harm(fault)
    const answer = await answerOf(server.url, 'plants', query, '1s')
    expect(answer.status).toBe(status)
    expect(failureOf(answer)).toEqual({ code, message: labelOf('plants', proxy) + problem })
    proxy.harm(undefined)
    expect(await answerOf(server.url, 'plants', query)).toEqual(whole)
    expect(processes()).toEqual(before)
    expect(server.log.includes(token)).toBe(false)
  })

  it('that is cut when its first part was passed on is cut for who reads it', async () => {
    const long = '{ Plant(orderBy: name) { name description @optional } }'
    const { answer: complete } = ask(server.url, 'plants', long)
    expect((await text(await complete)).length).toBeGreaterThan(1_000_000)
    const told = () => server.log.split('the connection broke in the middle of its answer.').length
    const before = told()
    proxy.harm({ kind: 'cut' })
    const response = await ask(server.url, 'plants', long).answer
    expect(response.statusCode).toBe(200)
    await expect(text(response)).rejects.toThrow('aborted')
    await waitFor('the log', () => (told() > before ? true : undefined))
    proxy.harm(undefined)
    expect(await answerOf(server.url, 'plants', query)).toEqual(whole)
  })

  it('that nobody waits for is ended with its connection, and the next one is as it was', async () => {
    const before = processes()
    proxy.harm({ kind: 'silent' }, 1)
    const arrival = proxy.arrival()
    const { request } = ask(server.url, 'plants', query)
    await arrival
    request.destroy()
    await proxy.ended()
    expect(await answerOf(server.url, 'plants', query)).toEqual(whole)
    expect(processes()).toEqual(before)
  })

  it('that is harmed keeps no other from being answered', async () => {
    proxy.harm({ kind: 'stalled' }, 3)
    const late = Array.from({ length: 3 }, () => answerOf(server.url, 'plants', query, '2s'))
    for (let time = 0; time < 5; time += 1) {
      expect(await answerOf(server.url, 'guarded', query)).toEqual(whole)
    }
    for (const { status } of await Promise.all(late)) expect(status).toBe(504)
    expect(await answerOf(server.url, 'plants', query)).toEqual(whole)
  })

  it('is told of by a command that asks by itself, which ends', async () => {
    const alone = join(folder, 'alone')
    const words = ['--remote', `${proxy.origin}/query`, '--token-from', 'TOKEN']
    const environment = { TOKEN: token }
    expect(await runCommand(['db', 'create', 'plants', ...words], alone, { environment })).toMatchObject({
      code: 0,
    })
    const execute = (...options: readonly string[]) =>
      runCommand(['graphql', 'execute', 'plants', query, ...options], alone)
    expect(await execute()).toMatchObject({ code: 0 })
    proxy.harm({ kind: 'cut' })
    const cut = await execute()
    expect(cut.code).toBe(3)
    expect(cut.error).toContain(
      `${labelOf('plants', proxy)}: the connection broke in the middle of its answer.`,
    )
    proxy.harm({ kind: 'silent' })
    const late = await execute('--timeout', '500ms')
    expect(late.code).toBe(4)
    expect(late.error).toContain(
      `${labelOf('plants', proxy)}: the query did not end within its time limit of 500 ms.`,
    )
    await proxy.ended()
  })
})

describe('an endpoint that shows a certificate', () => {
  it('which nobody vouches for is not asked, until it shows a good one', async () => {
    secure.show(selfSignedCertificate('localhost'))
    const answer = await answerOf(server.url, 'guarded', query)
    expect(answer.status).toBe(502)
    expect(failureOf(answer)).toEqual({
      code: 'QERMT2',
      message:
        `${labelOf('guarded', secure)}: no secure connection comes about (DEPTH_ZERO_SELF_SIGNED_CERT). ` +
        'Check its certificate and the URL.',
    })
    secure.show(certificate)
    expect(await answerOf(server.url, 'guarded', query)).toEqual(whole)
  })

  it('which nobody vouches for is no database', async () => {
    secure.show(selfSignedCertificate('localhost'))
    const { code, error } = await create('unknown', secure.origin)
    expect(code).toBe(3)
    expect(error).toContain('no secure connection comes about')
    expect((await answerOf(server.url, 'unknown', query)).status).toBe(404)
    secure.show(certificate)
  })
})

describe('an endpoint that is down', () => {
  it('is told of at once after three tries, and asked again when its status is', async () => {
    const target = new URL(endpoint.queryUrl).origin
    const gone = await startFaultyProxy(target)
    const { port } = new URL(gone.origin)
    expect(await create('gone', gone.origin)).toMatchObject({ code: 0 })
    await gone.close()
    const refused = `${labelOf('gone', gone)} cannot be reached: it refuses connections.`
    for (let time = 0; time < 3; time += 1) {
      const answer = await answerOf(server.url, 'gone', query)
      expect(answer.status).toBe(503)
      expect(failureOf(answer)).toEqual({ code: 'QERUN2', message: refused })
    }
    const { message } = failureOf(await answerOf(server.url, 'gone', query))
    expect(message.startsWith(`${refused} It was so a moment ago, and is tried again in `)).toBe(true)
    const command = ['graphql', 'execute', '--server', server.url, 'gone', query]
    expect(await runCommand(command, folder)).toMatchObject({ code: 3 })

    const back = await startFaultyProxy(target, undefined, Number(port))
    try {
      expect((await runCommand(['db', 'status', '--server', server.url, 'gone'], folder)).code).toBe(0)
      expect(await answerOf(server.url, 'gone', query)).toEqual(whole)
    } finally {
      await back.close()
    }
  })
})
