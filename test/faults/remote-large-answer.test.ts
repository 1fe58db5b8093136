import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ServerProcess, startServer } from '../command-line.ts'
import { createJsonScan, type JsonScan } from './json-scan.ts'
import { memoryOfTree, tellsOfProcesses, untilIdle } from './process-tree.ts'

/** Each document names them all, itself too: the answers have the third power of their number. */
const documents = 100
const rows = documents ** 3
const megabyte = 1_000_000

let folder: string
let far: ServerProcess
let near: ServerProcess

function library(): string {
  const name = (local: string) => `<http://api.stardog.com/${local}>`
  const numbers = Array.from({ length: documents }, (_, number) => number)
  return numbers
    .map((document) => {
      const related = numbers.map((other) => name(`d${other}`)).join(', ')
      return `${name(`d${document}`)} a ${name('Document')} ; ${name('number')} "${document}" ; ${name('related')} ${related} .\n`
    })
    .join('')
}

async function post(url: string, body: string, type: string): Promise<void> {
  const answer = await fetch(url, { method: 'POST', headers: { 'content-type': type }, body })
  if (!answer.ok) throw new Error(await answer.text())
}

/** The head of an answer, of which nothing is read yet. */
function head(url: string, parameters: Readonly<Record<string, string>>): Promise<IncomingMessage> {
  const headers = { accept: 'application/sparql-results+json, application/json;q=0.5' }
  return new Promise((resolve, reject) => {
    get(`${url}?${new URLSearchParams(parameters)}`, { agent: false, headers }, resolve).on('error', reject)
  })
}

/** Reads an answer slowly; the most memory that the server took meanwhile. */
async function readSlowly(answer: IncomingMessage, scan: JsonScan): Promise<number> {
  const pid = near.process.pid ?? 0
  // As long as nobody reads, the server stands still, and so does the endpoint.
  await untilIdle(pid)
  await untilIdle(far.process.pid ?? 0)
  let most = memoryOfTree(pid)
  let pauseAt = 5 * megabyte
  let measureAt = 0
  for await (const piece of answer) {
    scan.push(Buffer.from(piece))
    if (scan.bytes >= measureAt) {
      most = Math.max(most, memoryOfTree(pid))
      measureAt = scan.bytes + megabyte / 2
    }
    if (scan.bytes >= pauseAt) {
      await untilIdle(pid)
      pauseAt = scan.bytes + 50 * megabyte
    }
  }
  scan.end()
  return most
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'espalier-remote-large-'))
  far = await startServer(join(folder, 'far'), ['--no-demo'])
  // Query processes are idle here, but each takes 40 megabytes: as many as on the smallest machine that is tested on.
  mkdirSync(join(folder, 'near'))
  writeFileSync(join(folder, 'near', 'espalier.properties'), 'query.processes = 2\n')
  near = await startServer(join(folder, 'near'), ['--no-demo'])
  await post(`${far.url}/admin/databases`, '{"dbname":"library"}', 'application/json')
  await post(`${far.url}/library`, library(), 'text/turtle')
  const remote = { queryUrl: `${far.url}/library/query` }
  await post(`${near.url}/admin/databases`, JSON.stringify({ dbname: 'library', remote }), 'application/json')
})
afterAll(async () => {
  await Promise.all([far.end('SIGKILL'), near.end('SIGKILL')])
  rmSync(folder, { recursive: true, force: true })
})

describe.skipIf(!tellsOfProcesses)('a million rows of an endpoint', () => {
  it('stream to a slow reader as GraphQL, whole, with less than 300 megabytes of memory', async () => {
    const query = '{ Document { related { related { number } } } }'
    const answer = await head(`${near.url}/library/graphql`, { query })
    expect(answer.statusCode).toBe(200)
    const scan = createJsonScan()
    const most = await readSlowly(answer, scan)
    expect(scan.objects).toBe(1 + documents + documents ** 2 + rows)
    expect(most).toBeLessThan(300 * megabyte)
  }, 180_000)

  it('stream to a slow reader as results of SPARQL, whole, with less than 300 megabytes of memory', async () => {
    const query = 'SELECT ?a ?b ?n { ?a :related ?b . ?b :related/:number ?n }'
    const answer = await head(`${near.url}/library/query`, { query })
    expect(answer.statusCode).toBe(200)
    const scan = createJsonScan()
    const most = await readSlowly(answer, scan)
    // Each row is an object of three, within those of the head, the results and the answer.
    expect(scan.objects).toBe(3 + rows * 4)
    expect(most).toBeLessThan(300 * megabyte)
  }, 180_000)
})
