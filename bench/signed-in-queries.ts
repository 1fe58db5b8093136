import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer } from '../test/command-line.ts'
import { httpConnection } from './http-connection.ts'
import { socialGraph, someoneIri } from './social-graph.ts'

/** A way to sign in at a server. */
export interface SignInWay {
  readonly name: string
  /** The header `Authorization`. */
  readonly authorization: string
}

/** Persons of the graph that is asked for: 100,000 quads. */
const persons = 6_250

/** Milliseconds for which a question is asked of both servers in turns. */
const askingTime = 20_000

/** Asks a server with security, in several ways, and one without the same question, in turns. @param admin signs in to make the database */
export async function compareSignedIn(
  secured: string,
  admin: string,
  ways: readonly SignInWay[],
): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'espalier-open-'))
  const open = await startServer(home, ['--no-demo'])
  try {
    for (const url of [secured, open.url]) await createSocial(url, admin)
    const [without, ...signedIn] = [{ name: 'without security', authorization: undefined }, ...ways].map(
      ({ name, authorization }, index) => {
        const url = index === 0 ? open.url : secured
        return { name, connection: httpConnection(url, authorization), times: [] as number[] }
      },
    )
    if (without === undefined) return
    const query = `{ Person(iri: "${someoneIri}") { name age email company { name city } } }`
    const path = `/social/graphql?query=${encodeURIComponent(query)}`
    // The servers take turns: one that is asked twice as often would answer faster.
    const pairs = signedIn.map((way) => [without, way])
    const end = performance.now() + askingTime
    for (let round = -50; performance.now() < end; round++)
      for (const { connection, times } of (round % 2 === 0 ? pairs : pairs.toReversed()).flat()) {
        const start = performance.now()
        await connection.ask({ path })
        if (round >= 0) times.push(performance.now() - start)
      }
    console.log('one person by IRI over one connection')
    for (const { name, times, connection } of [without, ...signedIn]) {
      const more = median(times) - median(without.times)
      const compared = times === without.times ? '' : `, ${more.toFixed(3)} ms more than without security`
      console.log(`${name} | ${times.length} answers, median ${median(times).toFixed(3)} ms${compared}`)
      connection.close()
    }
  } finally {
    await open.end('SIGTERM')
    rmSync(home, { recursive: true, force: true })
  }
}

async function createSocial(url: string, authorization: string): Promise<void> {
  const body = new FormData()
  body.set('root', new Blob([JSON.stringify({ dbname: 'social' })]), 'root')
  body.set('social.nt', new Blob([...socialGraph(persons)]), 'social.nt')
  const created = await fetch(`${url}/admin/databases`, { method: 'POST', headers: { authorization }, body })
  if (!created.ok) throw new Error(await created.text())
}

/** The middle of some numbers. */
export function median(times: readonly number[]): number {
  const sorted = [...times].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
