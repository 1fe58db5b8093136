import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ChangeStep } from '../../src/engine/change/change.ts'
import { iri, literal, type Quad } from '../../src/rdf/term.ts'
import { add, changeFar, clear, ns, remove, update } from './changing.ts'
import { type EspalierEndpoint, endpointOf, startEspalierEndpoint } from './espalier-endpoint.ts'

const garden = iri(`${ns}garden`)
const start: readonly Quad[] = [
  { subject: iri(`${ns}a`), predicate: iri(`${ns}p`), object: literal('old'), graph: null },
  { subject: iri(`${ns}b`), predicate: iri(`${ns}p`), object: literal('old'), graph: garden },
]

let server: EspalierEndpoint
beforeAll(async () => {
  server = await startEspalierEndpoint()
})
afterAll(() => server[Symbol.asyncDispose]())
beforeEach(() => server.add('there', start))
afterEach(() => server.drop('there'))

const change = (...steps: readonly ChangeStep[]) =>
  changeFar(
    {
      ...endpointOf(server, 'there'),
      engine: 'espalier',
      updateUrl: `${server.url}/there/update`,
      graphStoreUrl: `${server.url}/there`,
    },
    steps,
  )

/** What the server's database holds, a line a quad. */
async function held(): Promise<readonly string[]> {
  const response = await fetch(`${server.url}/there/export`, { headers: { accept: 'application/n-quads' } })
  const lines = (await response.text())
    .replaceAll(ns, '')
    .replaceAll(/_:[\w-]+/g, '_:')
    .split('\n')
  return lines.filter((line) => line !== '').toSorted()
}

const before = ['<a> <p> "old" .', '<b> <p> "old" <garden> .']

describe("a change of an endpoint of Espalier's own", () => {
  it('adds to a graph, and to several', async () => {
    await change(add(':c :p [ :q "x" ] .', 'turtle', garden.value))
    expect(await held()).toEqual([...before, '<c> <p> _: <garden> .', '_: <q> "x" <garden> .'].toSorted())
    await change(add(':c :p 1 . :g { :c :p [] }', 'trig'))
    expect(await held()).toHaveLength(6)
  })

  it('replaces a graph, makes one, and clears them', async () => {
    expect(await change(clear(garden.value), add(':n :p "new" .', 'turtle', garden.value))).toMatchObject({
      steps: [{ added: 0 }, { removed: 0 }],
    })
    expect(await change(clear(`${ns}g`), add(':n :p "new" .', 'turtle', `${ns}g`))).toMatchObject({
      steps: [{ added: 0, removed: 0 }, { removed: 0 }],
    })
    expect(await held()).toEqual(['<a> <p> "old" .', '<n> <p> "new" <g> .', '<n> <p> "new" <garden> .'])
    await change({ kind: 'clear', graphs: 'named' })
    expect(await held()).toEqual(['<a> <p> "old" .'])
    await change({ kind: 'clear', graphs: 'default' })
    expect(await held()).toEqual([])
  })

  it('removes triples, also of several sources', async () => {
    await change(remove(':a :p "old" .'), remove(':b :p "old" .', 'turtle', garden.value))
    expect(await held()).toEqual([])
  })

  it('carries out updates, all or nothing', async () => {
    await change(
      update('WITH :garden DELETE { ?s :p ?o } INSERT { ?s :q ?o } WHERE { ?s :p ?o }'),
      add(':n :p "new" .'),
      update(
        'DELETE { ?s :p ?o } USING <tag:stardog:api:context:default> WHERE { ?s :p ?o FILTER(?o = "old") }',
      ),
    )
    expect(await held()).toEqual(['<b> <q> "old" <garden> .', '<n> <p> "new" .'])
    const failing = change(update('CLEAR DEFAULT ; CREATE GRAPH :garden'))
    await expect(failing).rejects.toMatchObject({
      kind: 'remoteFailed',
      message: expect.stringMatching(/"far".*exists already/),
    })
    expect(await held()).toHaveLength(2)
  })
})
