import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defaultNamespaces } from '../../rdf/namespaces.ts'
import { createEngine } from '../create-engine.ts'
import type { Database } from '../database.ts'
import type { Engine, Isolation } from '../engine.ts'
import type { RdfSource } from '../rdf-source.ts'
import type { ChangeStep } from './change.ts'

function turtle(text: string, graph?: string): RdfSource {
  return {
    name: 'a.ttl',
    format: 'turtle',
    bytes: (async function* () {
      yield Buffer.from(text)
    })(),
    ...(graph !== undefined && { graph }),
  }
}

const add = (text: string, graph?: string): ChangeStep => ({ kind: 'add', source: turtle(text, graph) })
const remove = (text: string, graph?: string): ChangeStep => ({ kind: 'remove', source: turtle(text, graph) })
const people = `@prefix : <http://e/> . :a :knows :b, :c . :b :knows :c .`

describe.each<[Isolation, 'file' | 'memory']>([
  ['process', 'file'],
  ['process', 'memory'],
  ['none', 'file'],
  ['none', 'memory'],
])('a change with isolation %s of a database in a %s', (isolation, kind) => {
  let folder: string
  let engine: Engine
  let count = 0

  function newDatabase(): Database {
    const name = `d${count++}`
    return kind === 'file'
      ? { kind, path: join(folder, `${name}.db`), namespaces: defaultNamespaces }
      : { kind, name, namespaces: defaultNamespaces }
  }

  async function answer(database: Database, query: string): Promise<string> {
    const result = await engine.graphql(database, { query })
    if (result.kind === 'errors') return JSON.stringify(result.errors)
    let text = ''
    for await (const chunk of result.chunks) text += Buffer.from(chunk).toString()
    return text
  }

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'espalier-change-'))
    engine = createEngine({ isolation, processes: 1 })
  })

  afterAll(async () => {
    await engine.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it('adds, removes and clears in order, and counts exactly what each step did', async () => {
    const database = newDatabase()
    const report = await engine.change(database, [
      add(people),
      add(people, 'http://g/1'),
      remove('@prefix : <http://e/> . :a :knows :b, :nobody .'),
      { kind: 'clear', graphs: { iri: 'http://g/1' } },
      add('@prefix : <http://e/> . :a :knows :c . :c :knows :a .'),
    ])
    expect(report).toMatchObject({
      added: 7,
      removed: 4,
      quads: 10,
      steps: [
        { added: 3, removed: 0 },
        { added: 3, removed: 0 },
        { added: 0, removed: 1 },
        { added: 0, removed: 3 },
        { added: 1, removed: 0 },
      ],
    })
    expect([...report.prefixes]).toEqual([['', 'http://e/']])
    expect(await engine.size(database)).toBe(3)
  })

  it.each<[string, ChangeStep & { kind: 'clear' }, number]>([
    ['the default graph', { kind: 'clear', graphs: 'default' }, 3],
    ['named graphs', { kind: 'clear', graphs: 'named' }, 6],
    ['a graph', { kind: 'clear', graphs: { iri: 'http://g/2' } }, 3],
    ['a graph that is not there', { kind: 'clear', graphs: { iri: 'http://g/3' } }, 0],
    ['all graphs', { kind: 'clear', graphs: 'all' }, 9],
  ])('clears %s', async (_, step, removed) => {
    const database = newDatabase()
    await engine.change(database, [add(people), add(people, 'http://g/1'), add(people, 'http://g/2')])
    expect(await engine.change(database, [step])).toMatchObject({ removed, steps: [{ added: 0, removed }] })
    expect(await engine.size(database)).toBe(removed === 9 ? 0 : 3)
  })

  it('takes the default graph by its name', async () => {
    const byName = 'tag:stardog:api:context:default'
    const quads = (text: string): RdfSource => ({ ...turtle(text), format: 'n-quads' })
    const quad = (o: string) => quads(`<http://e/a> <http://e/p> "${o}" <${byName}> .`)
    const database = newDatabase()
    await engine.load(database, [turtle(people, byName), quad('loaded')])
    await engine.change(database, [add(people, byName), { kind: 'add', source: quad('added') }])
    const lines = async (settings: Parameters<Engine['exportGraph']>[2]): Promise<number> => {
      const pieces: Uint8Array[] = []
      for await (const piece of await engine.exportGraph(database, 'n-quads', settings)) pieces.push(piece)
      return Buffer.concat(pieces).toString().split('\n').filter(Boolean).length
    }
    expect([await lines({ graph: byName }), await lines({ graph: 'tag:stardog:api:context:named' })]).toEqual(
      [5, 0],
    )
    expect(await engine.change(database, [{ kind: 'remove', source: quad('added') }])).toMatchObject({
      removed: 1,
    })
    expect(
      await engine.change(database, [
        remove('@prefix : <http://e/> . :a :knows :b .', byName),
        add(people, 'http://g/1'),
      ]),
    ).toMatchObject({ removed: 1, added: 3 })
    expect(await engine.change(database, [{ kind: 'clear', graphs: { iri: byName } }])).toMatchObject({
      removed: 3,
    })
    expect(await engine.size(database)).toBe(3)
  })

  it.each(['named', 'local', 'all'])(
    'refuses data of several graphs at once, by the name of %s',
    async (word) => {
      const name = `tag:stardog:api:context:${word}`
      const quads: RdfSource = { ...turtle(`<http://e/a> <http://e/p> "1" <${name}> .`), format: 'n-quads' }
      const database = newDatabase()
      const message = expect.stringContaining(`<${name}> stands for several graphs`)
      for (const step of [add(people, name), remove(people, name)])
        await expect(engine.change(database, [step])).rejects.toMatchObject({
          kind: 'illegalArgument',
          message,
        })
      await expect(engine.load(database, [quads])).rejects.toMatchObject({
        kind: 'invalidRdf',
        message: expect.stringMatching(/^a\.ttl: <tag:stardog:api:context:\w+> stands for several graphs/),
      })
      expect(await engine.size(database)).toBe(0)
    },
  )

  it('leaves the database as it was where a later step fails', async () => {
    const database = newDatabase()
    await engine.change(database, [add(people)])
    const failing = [{ kind: 'clear' as const, graphs: 'all' as const }, add('<http://e/a> broken')]
    await expect(engine.change(database, failing)).rejects.toMatchObject({ kind: 'invalidRdf' })
    await expect(engine.change(database, [add(people, 'g')])).rejects.toMatchObject({
      kind: 'illegalArgument',
    })
    const relative: ChangeStep = { kind: 'clear', graphs: { iri: 'g' } }
    await expect(engine.change(database, [add(people), relative])).rejects.toMatchObject({
      kind: 'illegalArgument',
    })
    expect(await engine.size(database)).toBe(3)
    // What was known of the failed change is forgotten.
    expect(await engine.change(database, [add('<http://e/x> <http://e/y> <http://e/z> .')])).toMatchObject({
      added: 1,
    })
    expect(await engine.size(database)).toBe(4)
  })

  it('changes nothing where there is nothing to change', async () => {
    const database = newDatabase()
    const nothing = { added: 0, removed: 0, quads: 0, bytes: 0, steps: [], prefixes: new Map() }
    expect(await engine.change(database, [])).toEqual(nothing)
    expect(await engine.size(database)).toBe(0)
    await engine.change(database, [add(people)])
    const again = await engine.change(database, [add(people), remove('<http://e/a> <http://e/b> "c" .')])
    expect(again).toMatchObject({ added: 0, removed: 0, quads: 4 })
  })

  it('keeps blank nodes of documents apart, and removes the nodes that an export names', async () => {
    const database = newDatabase()
    const text = '@prefix : <http://api.stardog.com/> . _:x a :Node ; :next [ :name "n" ] .'
    expect(await engine.change(database, [add(text), add(text)])).toMatchObject({ added: 6 })
    expect(await engine.change(database, [remove(text)])).toMatchObject({ removed: 0 })
    const { data } = JSON.parse(await answer(database, '{ Node { iri } }'))
    const [first, second] = data.map(({ iri }: { iri: string }) => iri)
    expect(first).toMatch(/^_:b/)
    expect(second).not.toBe(first)
    const own = `@prefix : <http://api.stardog.com/> . ${first} a :Node .`
    expect(await engine.change(database, [remove(own)])).toMatchObject({ removed: 1 })
    expect(JSON.parse(await answer(database, '{ Node { iri } }'))).toEqual({ data: [{ iri: second }] })
  })
})
