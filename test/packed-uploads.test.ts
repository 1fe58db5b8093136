import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type RealServer, startRealServer } from './real-server.ts'
import { zipArchive } from './zip-archive.ts'

let server: RealServer
beforeAll(async () => {
  server = await startRealServer()
})
afterAll(() => server[Symbol.asyncDispose]())

/** Adds a body to a graph of its own. */
function send(graph: string, body: Uint8Array, encoding?: string): Promise<Response> {
  const headers = { 'content-type': 'text/turtle', accept: 'application/json' }
  return fetch(`${server.url}/garden?graph=urn:${graph}`, {
    method: 'POST',
    headers: { ...headers, ...(encoding !== undefined && { 'content-encoding': encoding }) },
    body: new Uint8Array(body),
  })
}

async function triplesOf(graph: string): Promise<string[]> {
  const response = await fetch(`${server.url}/garden?graph=urn:${graph}`, {
    headers: { accept: 'application/n-triples' },
  })
  return (await response.text()).split('\n').filter(Boolean).sort()
}

const turtle = '<urn:a> <urn:p> "x" .'
const line = '<urn:a> <urn:p> "x" .'
const archive = zipArchive([
  { name: 'a.ttl', bytes: turtle },
  { name: 'b.nq', bytes: '<urn:b> <urn:p> "y" .' },
])
/** {@link turtle}, packed by bzip2 1.0.8. */
const inBzip2 = Buffer.from(
  'QlpoOTFBWSZTWZ8dQvAAAATZgAAQUAEAFSABUkAgACEqaaNMNQgGgB44y6URu7rBkIz4u5IpwoSE+OoXgA==',
  'base64',
)

it.each([
  ['gzip', 'gzip', gzipSync(turtle), [line]],
  ['gzip, as its first bytes say', undefined, gzipSync(turtle), [line]],
  ['bzip2', 'bzip2', inBzip2, [line]],
  ['bzip2, as its first bytes say', undefined, inBzip2, [line]],
  ['deflate', 'deflate', deflateSync(turtle), [line]],
  ['br', 'br', brotliCompressSync(turtle), [line]],
  ['zip', 'zip', archive, [line, '<urn:b> <urn:p> "y" .']],
  ['zip in gzip', 'gzip', gzipSync(archive), [line, '<urn:b> <urn:p> "y" .']],
])('adds data that is packed by %s', async (name, encoding, body, lines) => {
  const graph = name.replaceAll(/\W/g, '')
  expect((await send(graph, body, encoding)).status).toBeLessThan(300)
  expect(await triplesOf(graph)).toEqual(lines)
})

it('adds nothing of data that swells, or is damaged', async () => {
  const bomb = gzipSync(Buffer.alloc(260 * 1024 * 1024, '# nothing\n'))
  for (const [body, code] of [
    [bomb, 413],
    [archive.subarray(0, 60), 400],
  ] as const) {
    const response = await send('none', body)
    expect(response.status).toBe(code)
    expect(await response.json()).toHaveProperty('message')
  }
  const response = await send('none', Buffer.from(turtle), 'compress')
  expect(response.status).toBe(415)
  expect(await triplesOf('none')).not.toContain(line)
})
