import { mkdtempSync, readFileSync, rmSync, unlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defaultNamespaces } from '../rdf/namespaces.ts'
import { createEngine } from './create-engine.ts'
import type { FileDatabase } from './database.ts'
import type { Engine } from './engine.ts'
import type { Answer } from './graphql/answer.ts'
import type { RdfSource } from './rdf-source.ts'

/** Everybody knows everybody: each level of a query multiplies its rows by the number of persons. */
const persons = 100
/** UTF-16 code units of a name. */
const nameLength = 10_000

let folder: string
let engine: Engine
let people: FileDatabase

function databaseAt(name: string): FileDatabase {
  return { kind: 'file', path: join(folder, name), namespaces: defaultNamespaces }
}

function source(bytes: AsyncIterable<Uint8Array>): RdfSource {
  return { name: 'a.ttl', format: 'turtle', bytes }
}

async function* peopleData(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('@prefix : <http://api.stardog.com/> .\n')
  const everybody = Array.from({ length: persons }, (_, index) => `:p${index}`).join(', ')
  for (let index = 0; index < persons; index++) {
    const name = `${index}`.padStart(nameLength, 'x')
    yield Buffer.from(`:p${index} a :Person ; :number ${index} ; :name "${name}" ; :knows ${everybody} .\n`)
  }
}

async function textOf(answer: Answer): Promise<string> {
  if (answer.kind === 'errors') return JSON.stringify(answer.errors)
  let text = ''
  for await (const chunk of answer.chunks) text += Buffer.from(chunk).toString()
  return text
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'espalier-engine-'))
  engine = createEngine({ processes: 2, memoryLimit: 300 * 2 ** 20 })
  people = databaseAt('people.db')
  await engine.load(people, [source(peopleData())])
})

afterAll(async () => {
  await engine.close()
  rmSync(folder, { recursive: true, force: true })
})

const small = { query: '{ Person(number: 7) { number } }' }
/** Some 10¹² rows. */
const endless = { query: '{ Person { knows { knows { knows { knows { knows { number } } } } } } }' }

/** Child processes of this one. */
function childPids(): number[] {
  const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8')
  return children.trim().split(/\s+/).filter(Boolean).map(Number)
}

describe('an engine with processes', () => {
  it('ends a query at its time limit, and answers others meanwhile', async () => {
    const query = expect(
      engine.graphql(people, endless, { timeout: 1_500 }).then(textOf),
    ).rejects.toMatchObject({
      kind: 'queryTimeout',
      message: 'The query did not end within its time limit of 1500 ms.',
    })
    expect(await textOf(await engine.graphql(people, small))).toBe('{"data":[{"number":7}]}')
    await query
    const both = [engine.graphql(people, small), engine.graphql(people, small)]
    expect(await Promise.all((await Promise.all(both)).map(textOf))).toEqual(
      Array(2).fill('{"data":[{"number":7}]}'),
    )
  })

  it('never lets a request have more time than the engine gives', async () => {
    const strict = createEngine({ processes: 1, timeout: 1_000 })
    const query = strict.graphql(people, endless, { timeout: 60_000 }).then(textOf)
    await expect(query).rejects.toMatchObject({ message: expect.stringContaining('limit of 1 s') })
    await strict.close()
  })

  it('ends a query that nobody waits for', async () => {
    const controller = new AbortController()
    const query = engine.graphql(people, endless, { signal: controller.signal }).then(textOf)
    const refused = expect(query).rejects.toMatchObject({ kind: 'queryCancelled' })
    expect(await textOf(await engine.graphql(people, small))).toBe('{"data":[{"number":7}]}')
    controller.abort()
    await refused
  })

  it('streams an answer of 100 MB, and answers others before it is read', async () => {
    const answer = await engine.graphql(people, { query: '{ Person { number knows { name } } }' })
    if (answer.kind === 'errors') throw new Error('The query was refused.')
    let bytes = 0
    for await (const chunk of answer.chunks) {
      bytes += chunk.length
      if (bytes === chunk.length) expect(await engine.size(people)).toBe(persons * (persons + 3))
    }
    expect(bytes).toBeGreaterThan(persons * persons * nameLength)
  })

  it('tells of a database file that is gone, and takes one that was put in its place', async () => {
    const database = databaseAt('replaced.db')
    await engine.load(database, [])
    expect(await engine.size(database)).toBe(0)
    await engine.release(database)
    for (const ending of ['', '-wal', '-shm']) rmSync(`${database.path}${ending}`, { force: true })
    await expect(engine.size(database)).rejects.toMatchObject({ kind: 'storage' })
    async function* one(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('<http://a> <http://b> 1 .')
    }
    await engine.load(database, [source(one())])
    expect(await engine.size(database)).toBe(1)
    unlinkSync(database.path)
  })

  it.skipIf(process.platform !== 'linux')('leaves a database as it was when its load is killed', async () => {
    const before = new Set(childPids())
    const read = Promise.withResolvers<void>()
    async function* endlessData(): AsyncGenerator<Uint8Array> {
      for (let index = 0; ; index++) {
        yield Buffer.from(`<http://e/${index}> <http://e/p> ${index} .\n`.repeat(50))
        if (index === 50) read.resolve()
      }
    }
    const other = createEngine({ processes: 1 })
    const load = other.load(people, [source(endlessData())])
    const refused = expect(load).rejects.toMatchObject({ kind: 'internal' })
    await read.promise
    for (const pid of childPids()) if (!before.has(pid)) process.kill(pid, 'SIGKILL')
    await refused
    expect(await engine.size(people)).toBe(persons * (persons + 3))
    expect(await textOf(await engine.graphql(people, small))).toBe('{"data":[{"number":7}]}')
    await other.close()
  })

  it('says of a load whose database is dropped that it was', async () => {
    const dropped = databaseAt('dropped.db')
    const read = Promise.withResolvers<void>()
    async function* data(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('<http://e/a> <http://e/p> 1 .')
      read.resolve()
      await new Promise(() => {})
    }
    const refused = [data(), peopleData()].map((bytes) =>
      expect(engine.load(dropped, [source(bytes)])).rejects.toMatchObject({ kind: 'databaseUnknown' }),
    )
    await read.promise
    await engine.release(dropped)
    await Promise.all(refused)
  })

  it('loads into one database one after the other, into others beside', async () => {
    const first = databaseAt('first.db')
    const second = databaseAt('second.db')
    const gate = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    const order: string[] = []
    async function* data(name: string, wait: Promise<void>): AsyncGenerator<Uint8Array> {
      order.push(name)
      begun.resolve()
      await wait
      yield Buffer.from(`<http://e/${name}> <http://e/p> 1 .`)
    }
    const loads = [engine.load(first, [source(data('slow', gate.promise))])]
    await begun.promise
    loads.push(engine.load(first, [source(data('waiting', Promise.resolve()))]))
    await engine.load(second, [source(data('beside', Promise.resolve()))])
    expect(order).toEqual(['slow', 'beside'])
    gate.resolve()
    await Promise.all(loads)
    expect(order).toEqual(['slow', 'beside', 'waiting'])
    expect(await engine.size(first)).toBe(2)
  })

  it('gives the data in memory to the process that replaces a killed one', async () => {
    const database = { kind: 'memory', name: 'm', namespaces: defaultNamespaces } as const
    await engine.load(database, [source(peopleData())])
    await expect(engine.graphql(database, endless, { timeout: 200 }).then(textOf)).rejects.toMatchObject({
      kind: 'queryTimeout',
    })
    expect(await textOf(await engine.graphql(database, small))).toBe('{"data":[{"number":7}]}')
    await engine.release(database)
    expect(await engine.size(database)).toBe(0)
  })

  it('reports how far a load has come', async () => {
    const seen: number[] = []
    async function* slow(): AsyncGenerator<Uint8Array> {
      // As long as nothing is reported, there is more to read.
      for (let index = 0; seen.length < 2; index++)
        yield Buffer.from(`<http://e/${index}> <http://e/p> ${index} .\n`)
    }
    const report = await engine.load(databaseAt('progress.db'), [source(slow())], {
      onProgress: ({ bytes }) => seen.push(bytes),
    })
    expect(report.bytes).toBeGreaterThanOrEqual(seen[1] ?? Number.POSITIVE_INFINITY)
    expect(report.added).toBe(report.quads)
  })
})
