import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { makeCertificate } from '../../test/server-certificates.ts'
import { openTo, unusedSchemas } from '../../test/unused-services.ts'
import { ServiceError } from '../errors.ts'
import type { DatabaseService } from './database-service.ts'
import { type RunningServer, serve } from './serve.ts'
import { type HttpLimits, httpLimits } from './server-parts.ts'

let folder: string
let server: RunningServer | undefined
let logged: string[]
let closed: number

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'espalier-serve-'))
  logged = []
  closed = 0
})
afterEach(async () => {
  await server?.stop(0)
  server = undefined
  rmSync(folder, { recursive: true, force: true })
})

const nothing: DatabaseService = {
  databases: async () => [],
  create: async () => ({ quads: 0, bytes: 0, added: 0 }),
  drop: async () => {},
  load: async () => ({ quads: 0, bytes: 0, added: 0 }),
  size: async () => 0,
  execute: async () => ({ kind: 'errors', errors: [] }),
  explain: async () => ({ kind: 'errors', errors: [] }),
  schemas: unusedSchemas,
  close: async () => {
    closed += 1
  },
}

const idleParts = () => ({
  ...openTo({ databases: nothing }),
  spoolFolder: folder,
  version: '1',
  limits: httpLimits,
})

async function start(service: Partial<DatabaseService>, limits: Partial<HttpLimits> = {}): Promise<string> {
  server = await serve(
    {
      ...idleParts(),
      ...openTo({ databases: { ...nothing, ...service } }),
      limits: { ...httpLimits, ...limits },
      log: { level: 'info', stream: { write: (line: string) => logged.push(line) } },
    },
    { host: '127.0.0.1', port: 0 },
  )
  return server.url
}

/** Writes bytes to the server and reads what it says until it hangs up. */
async function exchange(url: string, bytes: string, end = false): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.write(bytes)
  if (end) socket.end()
  return text(socket)
}

it('cuts the connection where an answer fails in its middle, and logs why', async () => {
  const url = await start({
    execute: async () => {
      async function* chunks() {
        yield Buffer.from('{"data":[')
        throw new ServiceError('queryMemory', 'Too much.', { detail: 'process 7' })
      }
      return { kind: 'data', chunks: chunks() }
    },
  })
  const response = await fetch(`${url}/a/graphql?query=x`)
  expect(response.status).toBe(200)
  await expect(response.text()).rejects.toThrow()
  expect(logged.join('')).toContain('Too much.')
})

it('ends a query whose client hangs up before its answer begins', async () => {
  const started = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  const url = await start({
    execute: async (_name, _request, options) => {
      started.resolve()
      const { signal } = options ?? {}
      if (signal === undefined) throw new Error('no signal')
      await once(signal, 'abort')
      ended.resolve()
      throw new ServiceError('queryCancelled', 'Cancelled.')
    },
  })
  const request = httpRequest(`${url}/a/graphql?query=x`)
  request.on('error', () => {})
  request.end()
  await started.promise
  request.destroy()
  await ended.promise
})

it('ends a query whose client hangs up in the middle of its answer', async () => {
  const ended = Promise.withResolvers<void>()
  const url = await start({
    execute: async () => {
      async function* chunks() {
        try {
          while (true) yield Buffer.alloc(65_536, 0x20)
        } finally {
          ended.resolve()
        }
      }
      return { kind: 'data', chunks: chunks() }
    },
  })
  const request = httpRequest(`${url}/a/graphql?query=x`)
  request.on('error', () => {})
  request.end()
  const [response]: IncomingMessage[] = await once(request, 'response')
  response?.on('error', () => {})
  response?.once('data', () => request.destroy())
  await ended.promise
})

it('asks for no more of an answer than a slow client reads', async () => {
  let sent = 0
  const url = await start({
    execute: async () => {
      async function* chunks() {
        for (; sent < 10_000; sent += 1) yield Buffer.alloc(65_536, 0x20)
      }
      return { kind: 'data', chunks: chunks() }
    },
  })
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.write('GET /a/graphql?query=x HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n')
  await once(socket, 'readable')
  // The server goes on until every buffer between the two is full, and then stands still.
  let before = -1
  while (before !== sent) {
    before = sent
    for (let turn = 0; turn < 50; turn += 1) await fetch(`${url}/admin/alive`).then((one) => one.text())
  }
  expect(sent).toBeLessThan(1000)
  socket.destroy()
})

it('tells the sender of two megabytes the limit and the size', async () => {
  const url = await start({})
  const response = await fetch(`${url}/a/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: 'x'.repeat(2_000_000) }),
  })
  expect(response.status).toBe(413)
  expect(await response.json()).toMatchObject({
    message: 'The body of a request can have 1048576 bytes; this one has 2000012.',
    code: 'QELIM2',
  })
})

it('refuses a body of unknown length as soon as it is far past the limit', async () => {
  const url = await start({}, { queryBytes: 1000 })
  async function* endless() {
    while (true) yield Buffer.alloc(1000)
  }
  const request = httpRequest(`${url}/a/graphql`, { method: 'POST' })
  request.on('error', () => {})
  void (async () => {
    for await (const piece of endless()) {
      if (request.destroyed) return
      if (!request.write(piece)) await once(request, 'drain').catch(() => {})
    }
  })()
  const [response]: IncomingMessage[] = await once(request, 'response')
  expect(response?.statusCode).toBe(413)
  request.destroy()
})

it('refuses headers past the limit, naming it', async () => {
  const url = await start({})
  const filler = `X-Filler: ${'x'.repeat(20_000)}\r\n`
  const answer = await exchange(url, `GET /admin/alive HTTP/1.1\r\nHost: 127.0.0.1\r\n${filler}\r\n`)
  expect(answer).toContain('HTTP/1.1 431 ')
  expect(answer).toContain('16384 bytes')
})

it('refuses headers that do not come to an end', async () => {
  const url = await start({}, { headersMilliseconds: 50 })
  const answer = await exchange(url, 'GET /admin/alive HTTP/1.1\r\nHost: 127.0.0.1\r\n')
  expect(answer).toContain('HTTP/1.1 408 ')
})

it('hangs up on who begins no TLS, or does not come to its end', async () => {
  const parts = { ...idleParts(), certificate: await makeCertificate() }
  const limits = { ...httpLimits, headersMilliseconds: 50 }
  server = await serve({ ...parts, limits }, { host: '127.0.0.1', port: 0 })
  expect(server.url).toMatch(/^https:/u)
  // The first bytes of a handshake, and none.
  for (const bytes of ['\u0016\u0003\u0001', ''])
    expect(await exchange(server.url, bytes)).not.toContain('HTTP')
})

it('refuses a query whose body does not come to an end', async () => {
  const url = await start({}, { requestMilliseconds: 50 })
  const answer = await exchange(
    url,
    'POST /a/graphql HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 10\r\n\r\n{',
  )
  expect(answer).toContain('HTTP/1.1 408 ')
})

it('refuses data that stop coming', async () => {
  const url = await start(
    {
      load: async (_name, source) => {
        for await (const _ of source.bytes);
        return { quads: 0, bytes: 0, added: 0 }
      },
    },
    { requestMilliseconds: 50 },
  )
  const answer = await exchange(
    url,
    'POST /a HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: text/turtle\r\nContent-Length: 10\r\n\r\n<',
  )
  expect(answer).toContain('HTTP/1.1 408 ')
})

it('refuses a form that stops coming', async () => {
  const url = await start({}, { requestMilliseconds: 50 })
  const part = '--b\r\nContent-Disposition: form-data; name="a.ttl"; filename="a.ttl"\r\n\r\n<'
  const answer = await exchange(
    url,
    `POST /admin/databases HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 1000\r\n\r\n${part}`,
  )
  expect(answer).toContain('HTTP/1.1 408 ')
  expect(answer).toContain('nothing came for 50 ms')
})

it('does not call it a failure that it is asked for what it does not offer', async () => {
  const url = await start({
    size: async () => {
      throw new ServiceError('unsupported', 'The endpoint counts nothing.')
    },
  })
  const answer = await fetch(`${url}/a/size`)
  expect(answer.status).toBe(501)
  expect(logged.filter((line) => line.includes('"level":50'))).toEqual([])
})

it('does not call it a failure that a client breaks a form off', async () => {
  const url = await start({})
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  const part = '--b\r\nContent-Disposition: form-data; name="a.ttl"; filename="a.ttl"\r\n\r\n<'
  socket.write(
    `POST /admin/databases HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 1000\r\n\r\n${part}`,
  )
  await vi.waitFor(() => expect(readdirSync(folder)).toHaveLength(1))
  socket.destroy()
  await vi.waitFor(() => expect(logged.join('')).toContain('client went away'))
  await vi.waitFor(() => expect(readdirSync(folder)).toEqual([]))
  expect(logged.filter((line) => line.includes('"level":50'))).toEqual([])
})

it('refuses bytes that are no HTTP', async () => {
  const url = await start({})
  expect(await exchange(url, 'hello\r\n\r\n')).toContain('HTTP/1.1 400 ')
})

it('refuses a request without a host', async () => {
  const url = await start({})
  expect(await exchange(url, 'GET /admin/alive HTTP/1.0\r\n\r\n')).toContain('HTTP/1.1 421 ')
})

it('lets a running query end before it stops, and answers no new one', async () => {
  const started = Promise.withResolvers<void>()
  const finish = Promise.withResolvers<void>()
  const url = await start({
    execute: async () => {
      started.resolve()
      await finish.promise
      return { kind: 'errors', errors: [] }
    },
  })
  const answer = fetch(`${url}/a/graphql?query=x`)
  await started.promise
  const stopped = server?.stop(60_000)
  await expect(fetch(`${url}/admin/alive`)).rejects.toThrow()
  finish.resolve()
  expect((await answer).status).toBe(200)
  await stopped
  expect(closed).toBe(1)
})

it('ends a query that does not end by itself when it stops', async () => {
  const started = Promise.withResolvers<void>()
  const url = await start({
    execute: async (_name, _request, options) => {
      started.resolve()
      if (options?.signal !== undefined) await once(options.signal, 'abort')
      throw new ServiceError('queryCancelled', 'The server stops.')
    },
  })
  const answer = fetch(`${url}/a/graphql?query=x`)
  await started.promise
  await server?.stop(1)
  expect((await answer).status).toBe(503)
  expect(closed).toBe(1)
})

it.each(['0.0.0.0', '::', '10.0.0.1', 'example.org', ''])('is not bound to %j', async (host) => {
  await expect(serve(idleParts(), { host, port: 0 })).rejects.toThrow('it answers on this machine only')
})

it('names the port that is in use', async () => {
  const url = await start({})
  const port = Number(new URL(url).port)
  await expect(serve(idleParts(), { host: '127.0.0.1', port })).rejects.toThrow(
    `Something else listens on 127.0.0.1:${port} already.`,
  )
})

it('logs one line an access, without the query', async () => {
  const url = await start({})
  const response = await fetch(`${url}/a/graphql?query=secret`)
  await response.text()
  await server?.stop(0)
  const lines = logged.filter((line) => line.includes('"answered"'))
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ method: 'GET', path: '/a/graphql', status: 200 })
  expect(logged.join('')).not.toContain('secret')
  expect(response.headers.get('x-request-id')).toBe(JSON.parse(lines[0] ?? '').reqId)
})

it('answers requests on open connections 503 while it stops, on GraphQL paths with errors', async () => {
  const started = Promise.withResolvers<void>()
  const finish = Promise.withResolvers<void>()
  const url = await start({
    size: async () => {
      started.resolve()
      await finish.promise
      return 1
    },
  })
  const { host, port } = new URL(url)
  const socket = connect(Number(port), '127.0.0.1')
  socket.write(`GET /a/size HTTP/1.1\r\nHost: ${host}\r\n\r\n`)
  await started.promise
  const stopped = server?.stop()
  await expect(fetch(url)).rejects.toThrow()
  socket.write(`GET /a/graphql?query=x HTTP/1.1\r\nHost: ${host}\r\n\r\n`)
  const answers = text(socket)
  await vi.waitFor(() => expect(logged.join('')).toContain('The server is stopping.'))
  finish.resolve()
  const [, refused = ''] = (await answers).split('HTTP/1.1 503')
  await stopped
  expect(refused.toLowerCase()).toContain('sd-error-code: 000sb2')
  expect(refused).toContain('{"message":"The server is stopping.","code":"000SB2","errors":[{')
})
