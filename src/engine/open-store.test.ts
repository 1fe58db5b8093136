import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createEngine } from './create-engine.ts'
import type { Database as DatabaseReference } from './database.ts'
import { type Database, openDatabase } from './open-database.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'espalier-open-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const things = 5_000

async function filled(number: number): Promise<DatabaseReference> {
  const path = join(folder, `${number}.db`)
  const database: Database = await openDatabase(path, { isolation: 'none' })
  const lines = Array.from(
    { length: things },
    (_, n) => `:t${n} a :Thing ; :name "${n} of ${'x'.repeat(100)}" .`,
  )
  async function* bytes(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(
      `@prefix : <http://api.stardog.com/> .\n${lines.slice(0, number === 0 ? things : 1).join('\n')}`,
    )
  }
  await database.load({ name: 'x.ttl', format: 'turtle', bytes: bytes() })
  const { namespaces } = database
  await database.close()
  return { kind: 'file', path, namespaces }
}

it('closes no file of which an answer is being read, however many others are asked meanwhile', async () => {
  const databases: DatabaseReference[] = []
  for (let number = 0; number < 20; number++) databases.push(await filled(number))
  const engine = createEngine({ isolation: 'none' })
  async function open(database: DatabaseReference): Promise<AsyncIterator<Uint8Array>> {
    const answer = await engine.graphql(database, { query: '{ Thing { name } }' })
    if (answer.kind === 'errors') throw new Error(answer.errors[0]?.message)
    return answer.chunks[Symbol.asyncIterator]()
  }
  const [first, ...others] = databases
  if (first === undefined) throw new Error('There is no database.')
  const long = await open(first)
  let text = Buffer.from((await long.next()).value).toString()
  for (const other of others) {
    const short = await open(other)
    while (!(await short.next()).done);
  }
  for (let next = await long.next(); !next.done; next = await long.next())
    text += Buffer.from(next.value).toString()
  expect(JSON.parse(text).data).toHaveLength(things)
  await engine.close()
})
