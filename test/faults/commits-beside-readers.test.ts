import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ServerProcess, startServer } from '../command-line.ts'
import { answerOf, createDatabase } from './asking.ts'

let home: string
let server: ServerProcess

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'espalier-commits-'))
  server = await startServer(home, ['--no-demo'])
  await createDatabase(server.url, 'kept', turtle)
})
afterAll(async () => {
  await server.end('SIGKILL')
  rmSync(home, { recursive: true, force: true })
})

const commits = 100
const turtle = '@prefix : <http://api.stardog.com/> . :x a :Thing ; :number 0 ; :name "x" .'

/** What readers were answered, by status; the bodies of those that are neither an answer nor "unknown". */
interface Readings {
  readonly statuses: Set<number | undefined>
  readonly surprises: string[]
}

async function readUntil(isOver: () => boolean, database: string, expected: RegExp): Promise<Readings> {
  const readings: Readings = { statuses: new Set(), surprises: [] }
  for (let round = 0; !isOver(); round++) {
    // Now and then a query that was not planned before.
    const query = `{ Thing(first: ${(round % 50) + 1}) { name number } }`
    const { status, body } = await answerOf(server.url, database, query)
    readings.statuses.add(status)
    if (status === 404 ? !body.includes('does not exist') : !expected.test(body))
      readings.surprises.push(body)
  }
  return readings
}

it('answers every reader from one state, whatever is committed meanwhile', async () => {
  let over = false
  const readers = Array.from({ length: 4 }, () =>
    readUntil(() => over, 'kept', /^\{"data":\[\{"name":"x","number":(?:0|\[0(?:,\d+)*\])\}\]\}$/u),
  )
  const writers = Array.from({ length: 4 }, async (_, writer) => {
    for (let number = writer; number < commits; number += 4) {
      const answer = await fetch(`${server.url}/kept`, {
        method: 'POST',
        headers: { 'content-type': 'text/turtle' },
        body: `@prefix : <http://api.stardog.com/> . :x :number ${number + 1} .`,
      })
      expect([answer.status, await answer.text()]).toEqual([200, expect.any(String)])
    }
  })
  await Promise.all(writers).finally(() => {
    over = true
  })
  for (const { statuses, surprises } of await Promise.all(readers)) {
    expect(surprises).toEqual([])
    expect([...statuses]).toEqual([200])
  }
  expect(await (await fetch(`${server.url}/kept/size`)).text()).toBe(String(3 + commits))
})

it('answers readers of a database that is dropped and made again, or tells them that it is not there', async () => {
  let over = false
  const readers = Array.from({ length: 4 }, () =>
    readUntil(() => over, 'gone', /^\{"data":\[\{"name":"x","number":\d+\}\]\}$/u),
  )
  async function changing(): Promise<void> {
    for (let round = 0; round < 4; round++) {
      await createDatabase(server.url, 'gone', turtle)
      for (let commit = 0; commit < 3; commit++) {
        const answer = await fetch(`${server.url}/gone`, {
          method: 'POST',
          headers: { 'content-type': 'text/turtle' },
          body: `@prefix : <http://api.stardog.com/> . :y${commit} :name "y" .`,
        })
        expect([answer.status, await answer.text()]).toEqual([200, expect.any(String)])
      }
      const dropped = await fetch(`${server.url}/admin/databases/gone`, { method: 'DELETE' })
      expect([dropped.status, await dropped.text()]).toEqual([200, expect.any(String)])
    }
  }
  await changing().finally(() => {
    over = true
  })
  for (const { statuses, surprises } of await Promise.all(readers)) {
    expect(surprises).toEqual([])
    expect([...statuses].filter((status) => status !== 200 && status !== 404)).toEqual([])
  }
})
