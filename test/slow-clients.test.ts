import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openHomeService } from '../src/cli/home-service.ts'
import { type RunningServer, serve } from '../src/server/serve.ts'
import { httpLimits } from '../src/server/server-parts.ts'
import { type RawAnswer, rawRequest } from './raw-request.ts'

let home: ReturnType<typeof openHomeService>
let server: RunningServer
let folder: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'espalier-slow-'))
  home = openHomeService(folder)
  const { services, spoolFolder } = home
  await services.for().databases.create('garden', [])
  const security = { kind: 'off' } as const
  const parts = { services, security, spoolFolder, version: '0.0.0', limits: httpLimits }
  server = await serve(parts, { host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await server.stop(0)
  rmSync(folder, { recursive: true, force: true })
})

const turtle = { 'content-type': 'text/turtle' }

function update(text: string): Promise<RawAnswer> {
  const headers = { 'content-type': 'application/sparql-update' }
  return rawRequest(server.url, '/garden/update', { method: 'POST', headers, body: text })
}

async function isTrue(pattern: string): Promise<boolean> {
  const query = encodeURIComponent(`ASK { ${pattern} }`)
  return (await rawRequest(server.url, `/garden/query?format=text/boolean&query=${query}`)).text.startsWith(
    'true',
  )
}

/** Begins a request whose body is sent by and by. */
function begin(method: string, path: string, headers: Readonly<Record<string, string>>): ClientRequest {
  const request = httpRequest(`${server.url}${path}`, { method, headers })
  request.on('error', () => {})
  return request
}

const spooled = (): readonly string[] => readdirSync(home.spoolFolder)

it.each([
  ['PUT', '/garden?graph=a:slow'],
  ['POST', '/garden?graph=a:slow'],
] as const)('a slow sender of %s keeps nobody from writing', async (method, path) => {
  const request = begin(method, path, turtle)
  const answered = new Promise<IncomingMessage>((resolve) => request.once('response', resolve))
  request.write(`<a:s> <a:p> "${'x'.repeat(2 << 20)}" .\n`)
  await vi.waitFor(() => expect(spooled()).toHaveLength(1), 10_000)
  const subject = `<a:${method}>`
  expect((await update(`INSERT DATA { ${subject} <a:p> 1 }`)).status).toBe(200)
  expect(await isTrue(`${subject} <a:p> 1`)).toBe(true)
  expect(await isTrue('GRAPH <a:slow> { ?s ?p ?o }')).toBe(method === 'POST')
  request.end('<a:s> <a:p> 2 .')
  const response = await answered
  response.resume()
  expect(response.statusCode).toBe(method === 'PUT' ? 201 : 200)
  expect(await isTrue('GRAPH <a:slow> { <a:s> <a:p> 2 }')).toBe(true)
  expect(spooled()).toEqual([])
})

it('a slow sender within a transaction keeps nobody from writing', async () => {
  const begun = await rawRequest(server.url, '/garden/transaction/begin', { method: 'POST' })
  const request = begin('POST', `/garden/${begun.text}/add`, turtle)
  const answered = new Promise<IncomingMessage>((resolve) => request.once('response', resolve))
  request.write(`<a:t> <a:p> "${'x'.repeat(2 << 20)}" .\n`)
  await vi.waitFor(() => expect(spooled()).toHaveLength(1), 10_000)
  expect((await update('INSERT DATA { <a:during> <a:p> 1 }')).status).toBe(200)
  request.end()
  const response = await answered
  response.resume()
  expect(response.statusCode).toBe(200)
  expect(await isTrue('<a:t> ?p ?o')).toBe(false)
  const path = `/garden/transaction/commit/${begun.text}`
  expect((await rawRequest(server.url, path, { method: 'POST' })).text).toBe('{"added":1,"removed":0}')
  expect(await isTrue('<a:t> ?p ?o')).toBe(true)
})

it.each([
  ['PUT', '/garden?graph=a:gone', turtle, `<a:s> <a:p> "${'x'.repeat(2 << 20)}" .`],
  [
    'POST',
    '/garden?graph=a:gone',
    { 'content-type': 'multipart/form-data; boundary=x' },
    `--x\r\nContent-Disposition: form-data; name="a"; filename="a.ttl"\r\n\r\n<a:s> <a:p> "${'x'.repeat(2 << 20)}" .\r\n--x`,
  ],
] as const)('a sender of %s who goes away leaves nothing', async (method, path, headers, body) => {
  const request = begin(method, path, headers)
  request.write(body)
  await vi.waitFor(() => expect(spooled()).toHaveLength(1), 10_000)
  request.destroy()
  await vi.waitFor(() => expect(spooled()).toEqual([]), 10_000)
  expect(await isTrue('GRAPH <a:gone> { ?s ?p ?o }')).toBe(false)
})

it('the query of a reader who goes away in the middle of its answer ends', async () => {
  const values = Array.from({ length: 400 }, (_, index) => index).join(' ')
  const query = `SELECT * { VALUES ?a { ${values} } VALUES ?b { ${values} } VALUES ?c { ${values} } }`
  const { hostname, port } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  socket.write(`GET /garden/query?query=${encodeURIComponent(query)} HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`)
  await new Promise((resolve) => socket.once('data', resolve))
  socket.pause()
  const { administration } = home.services.for()
  expect(await administration.queries()).toMatchObject([{ kind: 'sparql', text: query }])
  socket.destroy()
  await vi.waitFor(async () => expect(await administration.queries()).toEqual([]), 20_000)
})
