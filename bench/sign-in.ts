import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { startServer } from '../test/command-line.ts'
import type { FloodOrder } from './flood-thread.ts'
import { httpConnection } from './http-connection.ts'
import { socialGraph, someoneIri } from './social-graph.ts'

/** Users who sign in once each, so that none is remembered: for each of the three times that signing in is measured. */
const usersAtATime = 20

/** Wrong passwords a second. */
const floodRate = 200

/** Milliseconds between two who sign in: the flood shall not end before they do. */
const pause = 500

/** Pairs of a wrong password and an unknown user. */
const pairs = 200

/** Persons of the graph that is asked for: 100,000 quads. */
const persons = 6_250

/** Milliseconds for which a question is asked of both servers in turns. */
const askingTime = 20_000

/**
 * Measures signing in by password over HTTP: alone, beside floods of wrong passwords for another user, and how a wrong password
 * differs from an unknown user; then what a query costs with credentials that are remembered, beside one of a server without security.
 */
export async function measureSignIn(): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'espalier-sign-in-'))
  const server = await startServer(home, ['--no-demo'], { security: 'on' })
  try {
    const names = Array.from({ length: 3 * usersAtATime }, (_, number) => `user-${number}`)
    for (const name of ['flooded', ...names]) await addUser(server.url, name)
    const part = (number: number): readonly string[] =>
      names.slice(number * usersAtATime, (number + 1) * usersAtATime)
    console.log(`\nsigning in, ${usersAtATime} users one after the other, each for the first time`)
    console.log(`alone | ${timesText(await signInAll(server.url, part(0)))}`)
    await besideFlood(server.url, part(1), ['127.0.0.2'])
    const many = Array.from({ length: 200 }, (_, number) => `127.0.1.${number + 1}`)
    await besideFlood(server.url, part(2), many)
    await compareRefusals(server.url, names)
    await measureQueries(server.url)
  } finally {
    await server.end('SIGTERM')
    rmSync(home, { recursive: true, force: true })
  }
}

function credentials(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
}

const admin = credentials('admin', 'admin')

async function addUser(url: string, username: string): Promise<void> {
  const headers = { authorization: admin, 'content-type': 'application/json' }
  const body = JSON.stringify({ username, password: `secret of ${username}` })
  const response = await fetch(`${url}/admin/users`, { method: 'POST', headers, body })
  if (response.status !== 201) throw new Error(`${response.status}: ${await response.text()}`)
}

/** Milliseconds of a request that comes to that status. */
async function timeOf(url: string, authorization: string, wanted: number): Promise<number> {
  const start = performance.now()
  const response = await fetch(`${url}/admin/status/whoami`, { headers: { authorization } })
  await response.text()
  const time = performance.now() - start
  if (response.status !== wanted) throw new Error(`${response.status} in place of ${wanted}.`)
  return time
}

async function signInAll(url: string, users: readonly string[]): Promise<readonly number[]> {
  const times: number[] = []
  for (const user of users) {
    await new Promise((resolve) => setTimeout(resolve, pause))
    times.push(await timeOf(url, credentials(user, `secret of ${user}`), 200))
  }
  return times
}

async function besideFlood(
  url: string,
  users: readonly string[],
  addresses: readonly string[],
): Promise<void> {
  const order: FloodOrder = { url, user: 'flooded', rate: floodRate, addresses }
  const worker = new Worker(new URL('./flood-thread.ts', import.meta.url), { workerData: order })
  const times = await signInAll(url, users)
  const answered = once(worker, 'message')
  worker.postMessage('end')
  const [answers]: unknown[] = await answered
  const from = addresses.length === 1 ? 'one address' : `${addresses.length} addresses`
  console.log(
    `beside ${floodRate} wrong passwords a second of another user from ${from} | ${timesText(times)} | the flood's answers by status: ${JSON.stringify(answers)}`,
  )
}

/**
 * Whether a wrong password and an unknown user can be told apart by time: the medians of both, and how far two medians are apart by
 * chance, found by dealing all times out anew, a thousand times.
 */
async function compareRefusals(url: string, users: readonly string[]): Promise<void> {
  const wrong: number[] = []
  const unknown: number[] = []
  for (let pair = 0; pair < pairs; pair++) {
    // Fewer than ten of each, or they are throttled.
    const number = pair % users.length
    const ask = [
      async () => wrong.push(await timeOf(url, credentials(`user-${number}`, `wrong ${pair}`), 401)),
      async () => unknown.push(await timeOf(url, credentials(`none-${number}`, `wrong ${pair}`), 401)),
    ]
    for (const one of pair % 2 === 0 ? ask : ask.reverse()) await one()
  }
  const difference = Math.abs(median(wrong) - median(unknown))
  const byChance = Array.from({ length: 1000 }, () => {
    const dealt = shuffled([...wrong, ...unknown])
    return Math.abs(median(dealt.slice(0, pairs)) - median(dealt.slice(pairs)))
  }).sort((a, b) => a - b)
  const noise = byChance[949] ?? Number.NaN
  console.log(
    `wrong password | ${timesText(wrong)}\nunknown user | ${timesText(unknown)}\nmedians differ by ${difference.toFixed(2)} ms; by chance alone by up to ${noise.toFixed(2)} ms in 95 of 100 cases: ${difference <= noise ? 'they cannot be told apart' : 'they CAN be told apart'}`,
  )
}

/** One question to a server with security, by password and by token, and to one without, in turns. */
async function measureQueries(secured: string): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'espalier-open-'))
  const open = await startServer(home, ['--no-demo'])
  try {
    for (const url of [secured, open.url]) await createSocial(url)
    const response = await fetch(`${secured}/admin/token`, { headers: { authorization: admin } })
    const { token } = Object(await response.json())
    if (typeof token !== 'string') throw new Error(`${response.status} in place of a token.`)
    const ways = [
      { name: 'without security', url: open.url, authorization: undefined },
      { name: 'by password', url: secured, authorization: admin },
      { name: 'by token', url: secured, authorization: `Bearer ${token}` },
    ].map((way) => ({
      ...way,
      connection: httpConnection(way.url, way.authorization),
      times: [] as number[],
    }))
    const query = `{ Person(iri: "${someoneIri}") { name age email company { name city } } }`
    const path = `/social/graphql?query=${encodeURIComponent(query)}`
    const end = performance.now() + askingTime
    for (let round = -50; performance.now() < end; round++)
      for (const { connection, times } of ways) {
        const start = performance.now()
        await connection.ask({ path })
        if (round >= 0) times.push(performance.now() - start)
      }
    console.log('one person by IRI over one connection')
    for (const { name, times, connection } of ways) {
      console.log(`${name} | ${times.length} answers, median ${median(times).toFixed(3)} ms`)
      connection.close()
    }
  } finally {
    await open.end('SIGTERM')
    rmSync(home, { recursive: true, force: true })
  }
}

async function createSocial(url: string): Promise<void> {
  const body = new FormData()
  body.set('root', new Blob([JSON.stringify({ dbname: 'social' })]), 'root')
  body.set('social.nt', new Blob([...socialGraph(persons)]), 'social.nt')
  const created = await fetch(`${url}/admin/databases`, {
    method: 'POST',
    headers: { authorization: admin },
    body,
  })
  if (!created.ok) throw new Error(await created.text())
}

function median(times: readonly number[]): number {
  const sorted = [...times].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

function shuffled(times: readonly number[]): readonly number[] {
  const rest = [...times]
  for (let last = rest.length - 1; last > 0; last--) {
    const other = Math.floor(Math.random() * (last + 1))
    const time = rest[last] ?? Number.NaN
    rest[last] = rest[other] ?? Number.NaN
    rest[other] = time
  }
  return rest
}

function timesText(times: readonly number[]): string {
  return `median ${median(times).toFixed(1)} ms, longest ${Math.max(...times).toFixed(1)} ms`
}
