import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { startServer } from '../test/command-line.ts'
import { httpConnection } from './http-connection.ts'
import type { ReaderOrder } from './reader-thread.ts'
import { socialGraph, someoneIri } from './social-graph.ts'

/** Connections that write, and connections that read beside them. */
const writers = 8
const readers = 2

/** Persons of the graph that is there before: 100,000 quads. */
const persons = 6_250

/**
 * Sends single-quad updates to a server over HTTP, first alone, then with readers beside them; prints how many a second
 * there were, how long readers waited, and ends with an error where an update is lost.
 */
export async function measureUpdates(count: number): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'espalier-updates-'))
  const server = await startServer(home, ['--no-demo'])
  try {
    const body = new FormData()
    body.set('root', new Blob([JSON.stringify({ dbname: 'social' })]), 'root')
    body.set('social.nt', new Blob([...socialGraph(persons)]), 'social.nt')
    const created = await fetch(`${server.url}/admin/databases`, { method: 'POST', body })
    if (!created.ok) throw new Error(await created.text())
    console.log(
      `\n${count.toLocaleString('en')} updates of one quad over ${writers} connections, ${persons * 16} quads before`,
    )
    const quiet = await withReaders(server.url, () => new Promise((resolve) => setTimeout(resolve, 5_000)))
    console.log(`readers alone | ${latencyText(quiet.latencies)}`)
    const alone = await send(server.url, count, 'alone')
    console.log(`updates alone | ${rateText(count, alone)}`)
    const { result, latencies } = await withReaders(server.url, () => send(server.url, count, 'beside'))
    console.log(
      `updates and ${readers} readers | ${rateText(count, result)} | readers: ${latencyText(latencies)}`,
    )
  } finally {
    await server.end('SIGTERM')
    rmSync(home, { recursive: true, force: true })
  }
}

/** Sends updates over all connections; returns the seconds that they took. */
async function send(url: string, count: number, name: string): Promise<number> {
  const before = await sizeOf(url)
  const start = performance.now()
  let next = 0
  await Promise.all(
    Array.from({ length: writers }, async () => {
      const connection = httpConnection(url)
      while (next < count) {
        const quad = `<http://social.example/${name}/${next++}> <http://api.stardog.com/nick> "${name}"`
        await connection.ask({
          path: '/social/update',
          type: 'application/sparql-update',
          body: `INSERT DATA { ${quad} }`,
        })
      }
      connection.close()
    }),
  )
  const seconds = (performance.now() - start) / 1000
  const lost = before + count - (await sizeOf(url))
  if (lost !== 0) throw new Error(`${lost} updates of ${count} are lost.`)
  return seconds
}

async function sizeOf(url: string): Promise<number> {
  const connection = httpConnection(url)
  const size = Number(await connection.ask({ path: '/social/size' }))
  connection.close()
  return size
}

async function withReaders<Result>(
  url: string,
  work: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly latencies: Float64Array }> {
  const order: ReaderOrder = {
    url,
    connections: readers,
    paths: [
      `{ Person(iri: "${someoneIri}") { name age email company { name city } } }`,
      '{ Person(first: 10, offset: 100) { name knows { name } } }',
    ].map((query) => `/social/graphql?query=${encodeURIComponent(query)}`),
  }
  const worker = new Worker(new URL('./reader-thread.ts', import.meta.url), { workerData: order })
  const answered = once(worker, 'message')
  const result = await work()
  worker.postMessage('end')
  const [latencies]: unknown[] = await answered
  if (!(latencies instanceof Float64Array)) throw new Error('The readers did not say how long they waited.')
  return { result, latencies: latencies.sort() }
}

function rateText(count: number, seconds: number): string {
  return `${Math.round(count / seconds).toLocaleString('en')}/s in ${seconds.toFixed(1)} s, none lost`
}

/** Percentiles of sorted milliseconds. */
function latencyText(latencies: Float64Array): string {
  const at = (part: number): string =>
    `${latencies[Math.min(latencies.length - 1, Math.floor(part * latencies.length))]?.toFixed(1)} ms`
  return `${latencies.length.toLocaleString('en')} answers, median ${at(0.5)}, 99 % ${at(0.99)}, 99.9 % ${at(0.999)}, longest ${at(1)}`
}
