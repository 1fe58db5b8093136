import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ServerProcess, startServer } from '../command-line.ts'
import { ask } from './asking.ts'
import { createJsonScan } from './json-scan.ts'
import { memoryOfTree, tellsOfProcesses, untilIdle } from './process-tree.ts'

const documents = 2_500
const textLength = 8_000
/** Each document names so many others, so that the answer is larger than the data. */
const others = 10

const query = '{ Document { number related { number text } } }'
const megabyte = 1_000_000

let folder: string
let server: ServerProcess

async function* library(): AsyncGenerator<Uint8Array> {
  const name = (local: string) => `<http://api.stardog.com/${local}>`
  const type = '<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>'
  for (let document = 0; document < documents; document += 1) {
    const node = name(`d${document}`)
    const text = `${document} `.repeat(textLength).slice(0, textLength)
    yield Buffer.from(`${node} ${type} ${name('Document')} .\n${node} ${name('number')} "${document}" .\n`)
    yield Buffer.from(`${node} ${name('text')} "${text}" .\n`)
    for (let other = 1; other <= others; other += 1) {
      const related = name(`d${(document + other * 97) % documents}`)
      yield Buffer.from(`${node} ${name('related')} ${related} .\n`)
    }
  }
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'espalier-large-'))
  server = await startServer(join(folder, 'home'), ['--no-demo'])
  const created = await fetch(`${server.url}/admin/databases`, {
    method: 'POST',
    body: '{"dbname":"library"}',
  })
  expect(created.status).toBe(201)
  const loaded = await fetch(`${server.url}/library`, {
    method: 'POST',
    headers: { 'content-type': 'application/n-triples' },
    body: ReadableStream.from(library()),
    duplex: 'half',
  })
  expect(loaded.status).toBe(200)
  // The answer is to be measured, not what the load has left.
  expect(await server.end('SIGTERM')).toBe(0)
  server = await startServer(join(folder, 'home'))
})
afterAll(async () => {
  await server.end('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

describe.skipIf(!tellsOfProcesses)('an answer of 200 megabytes', () => {
  it('streams to a slow reader, whole, with less than 300 megabytes of memory', async () => {
    const pid = server.process.pid ?? 0
    const { answer } = ask(server.url, 'library', query)
    const response = await answer
    expect(response.statusCode).toBe(200)
    // As long as nobody reads, the server stands still.
    await untilIdle(pid)
    const scan = createJsonScan()
    let most = memoryOfTree(pid)
    let pauseAt = 20 * megabyte
    let measureAt = 0
    for await (const piece of response) {
      scan.push(Buffer.from(piece))
      if (scan.bytes >= measureAt) {
        most = Math.max(most, memoryOfTree(pid))
        measureAt = scan.bytes + megabyte
      }
      if (scan.bytes >= pauseAt) {
        await untilIdle(pid)
        pauseAt = scan.bytes + 60 * megabyte
      }
    }
    scan.end()
    expect(scan.bytes).toBeGreaterThan(200 * megabyte)
    expect(scan.objects).toBe(1 + documents + documents * others)
    expect(scan.stringBytes).toBeGreaterThan(documents * others * textLength)
    expect(most).toBeLessThan(300 * megabyte)
  })
})
