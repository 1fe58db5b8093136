import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { startServer } from '../test/command-line.ts'
import type { FloodOrder } from './flood-thread.ts'
import { compareSignedIn, median } from './signed-in-queries.ts'

/** Users who sign in once each, so that none is remembered: for each of the three times that signing in is measured. */
const usersAtATime = 20

/** Wrong passwords a second. */
const floodRate = 200

/** Milliseconds between two who sign in: the flood shall not end before they do. */
const pause = 500

/** Pairs of a wrong password and an unknown user. */
const pairs = 200

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
  const response = await fetch(`${secured}/admin/token`, { headers: { authorization: admin } })
  const { token } = Object(await response.json())
  if (typeof token !== 'string') throw new Error(`${response.status} in place of a token.`)
  await compareSignedIn(secured, admin, [
    { name: 'by password', authorization: admin },
    { name: 'by token', authorization: `Bearer ${token}` },
  ])
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
