import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ServerProcess, startServer } from '../command-line.ts'
import { waitFor } from './process-tree.ts'

let home: string
let server: ServerProcess

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'espalier-uploads-'))
  server = await startServer(home, ['--no-demo'])
})
afterAll(async () => {
  await server.end('SIGKILL')
  rmSync(home, { recursive: true, force: true })
})

const spooled = () => readdirSync(join(home, 'uploads'))

const turtle = '<http://x.example/a> <http://x.example/b> <http://x.example/c> .\n'

it.each([
  ['is created', 'new', { 'a.ttl': turtle }, 201],
  ['exists already', 'new', { 'a.ttl': turtle }, 409],
  ['has a malformed file', 'other', { 'a.ttl': turtle, 'b.ttl': '<' }, 400],
  ['has a file of no known syntax', 'other', { 'a.bin': turtle }, 400],
  ['has a name that is not allowed', 'a/b', { 'a.ttl': turtle }, 400],
])('keeps no uploaded file where the database %s', async (_, dbname, files, status) => {
  const body = new FormData()
  for (const [name, content] of Object.entries(files)) body.set(name, new Blob([content]), name)
  body.set('root', new Blob([JSON.stringify({ dbname })]), 'root')
  const answer = await fetch(`${server.url}/admin/databases`, { method: 'POST', body })
  expect([answer.status, await answer.text()]).toEqual([status, expect.any(String)])
  expect(spooled()).toEqual([])
})

function startUpload() {
  const request = httpRequest(`${server.url}/admin/databases`, {
    method: 'POST',
    agent: false,
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
  })
  request.on('error', () => {})
  request.write('--x\r\nContent-Disposition: form-data; name="a.nt"; filename="a.nt"\r\n\r\n')
  request.write(turtle.repeat(10_000))
  return request
}

const aFile = () => waitFor('an uploaded file', () => (spooled().length > 0 ? true : undefined))

it('keeps no uploaded file where its sender hangs up', async () => {
  const request = startUpload()
  await aFile()
  request.destroy()
  await waitFor('the end of the upload', () => (spooled().length === 0 ? true : undefined))
})

it('keeps no uploaded file where the form ends too early', async () => {
  const request = startUpload()
  await aFile()
  request.end()
  const [answer] = await once(request, 'response')
  expect(answer.statusCode).toBe(400)
  expect(spooled()).toEqual([])
})

/** Comments without triples, more of them than packed data may swell to: packed they are a thousandth of it. */
const swelling = gzipSync(Buffer.from(`#${'x'.repeat(65_534)}\n`.repeat(4_200)))

it.each([
  ['by its Content-Encoding', 'application/n-triples', { 'content-encoding': 'gzip' }],
  ['by its first bytes', 'application/n-triples', {}],
])(
  'ends a decompression bomb that says that it is gzip %s, and takes other data',
  async (_, type, headers) => {
    const created = new FormData()
    created.set('root', new Blob([JSON.stringify({ dbname: 'bombed' })]), 'root')
    await fetch(`${server.url}/admin/databases`, { method: 'POST', body: created })
    const add = (body: Buffer | string, more: Readonly<Record<string, string>> = {}) =>
      fetch(`${server.url}/bombed`, { method: 'POST', headers: { 'content-type': type, ...more }, body })
    const answer = await add(swelling, headers)
    expect([answer.status, await answer.text()]).toEqual([
      413,
      expect.stringContaining('unpacks to more than'),
    ])
    expect(spooled()).toEqual([])
    expect((await add(turtle)).status).toBe(200)
    expect(await (await fetch(`${server.url}/bombed/size`)).text()).toBe('1')
  },
)

it('ends a decompression bomb in a form, and makes no database of it', async () => {
  const body = new FormData()
  body.set('root', new Blob([JSON.stringify({ dbname: 'swollen' })]), 'root')
  body.set('a.nt.gz', new Blob([swelling]), 'a.nt.gz')
  const answer = await fetch(`${server.url}/admin/databases`, { method: 'POST', body })
  expect([answer.status, await answer.text()]).toEqual([413, expect.stringContaining('unpacks to more than')])
  expect(spooled()).toEqual([])
  expect((await fetch(`${server.url}/swollen/size`)).status).toBe(404)
})

it('keeps no uploaded file of a server that was killed', async () => {
  startUpload()
  await aFile()
  await server.end('SIGKILL')
  expect(spooled()).toHaveLength(1)
  server = await startServer(home)
  expect(existsSync(join(home, 'uploads'))).toBe(true)
  expect(spooled()).toEqual([])
})
