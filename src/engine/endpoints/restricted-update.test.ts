import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type OxigraphEndpoint, startOxigraphEndpoint } from '../../../test/remote/oxigraph-endpoint.ts'
import { iri, literal, type Quad } from '../../rdf/term.ts'
import type { GraphAccess } from '../../sparql/graph-access.ts'
import type { ChangeStep } from '../change/change.ts'
import { createEngine } from '../create-engine.ts'
import type { RemoteDatabase } from '../database.ts'
import type { Engine, Isolation } from '../engine.ts'
import type { RdfSource } from '../rdf-source.ts'

const e = (name: string) => iri(`http://e/${name}`)
const quad = (subject: string, graph?: string): Quad => ({
  subject: e(subject),
  predicate: e('p'),
  object: literal(subject),
  graph: graph === undefined ? null : e(graph),
})
const quads = [quad('d'), quad('a', 'own'), quad('b', 'seen'), quad('c', 'hidden')]

const access: GraphAccess = {
  readable: { default: false, named: ['http://e/own', 'http://e/seen'] },
  writable: { default: false, named: ['http://e/own'] },
}

function source(text: string, graph?: string): RdfSource {
  async function* bytes(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(text)
  }
  return {
    name: 'a',
    format: 'n-quads',
    bytes: bytes(),
    ...(graph !== undefined && { graph: `http://e/${graph}` }),
  }
}
const update = (text: string): ChangeStep => ({ kind: 'update', update: { text } })

/** What is refused before the endpoint hears of it. */
const refused: readonly (readonly [() => ChangeStep, 'forbidden' | 'unsupported'])[] = [
  [() => update('INSERT DATA { GRAPH :hidden { :x :p 1 } }'), 'forbidden'],
  [() => update('INSERT DATA { :x :p 1 }'), 'forbidden'],
  [() => update('DELETE { GRAPH :seen { ?s ?p ?o } } WHERE { GRAPH :seen { ?s ?p ?o } }'), 'forbidden'],
  [() => update('DELETE { GRAPH ?g { ?s ?p ?o } } WHERE { GRAPH ?g { ?s ?p ?o } }'), 'unsupported'],
  [() => update('CLEAR GRAPH :hidden'), 'forbidden'],
  [() => update('CLEAR ALL'), 'unsupported'],
  [() => update('DROP NAMED'), 'unsupported'],
  [() => update('CREATE GRAPH :none'), 'forbidden'],
  [() => update('COPY :own TO :seen'), 'forbidden'],
  [() => update('COPY :hidden TO :own'), 'unsupported'],
  [() => update('COPY DEFAULT TO :own'), 'unsupported'],
  [() => update('LOAD <http://127.0.0.1:1/a> INTO GRAPH :hidden'), 'forbidden'],
  [() => ({ kind: 'add', source: source('<http://e/x> <http://e/p> "1" <http://e/hidden> .') }), 'forbidden'],
  [
    // More graphs than are told apart where the request is chosen.
    () => ({
      kind: 'add',
      source: source(
        ['own', 'own', 'seen', 'own', 'hidden']
          .map((g, n) => `<http://e/x> <http://e/p> "${n}" <http://e/${g}> .`)
          .join('\n'),
      ),
    }),
    'forbidden',
  ],
  [() => ({ kind: 'add', source: source('<http://e/x> <http://e/p> "1" .') }), 'forbidden'],
  [() => ({ kind: 'add', source: source('', 'hidden') }), 'forbidden'],
  [
    () => ({ kind: 'remove', source: source('<http://e/c> <http://e/p> "c" <http://e/hidden> .') }),
    'forbidden',
  ],
  [() => ({ kind: 'clear', graphs: { iri: 'http://e/hidden' } }), 'forbidden'],
  [() => ({ kind: 'clear', graphs: 'default' }), 'forbidden'],
  [() => ({ kind: 'clear', graphs: 'named' }), 'unsupported'],
  [() => ({ kind: 'clear', graphs: 'all' }), 'unsupported'],
]

describe.each<Isolation>(['process', 'none'])(
  'a remote database of which some graphs may be changed, isolation %s',
  (isolation) => {
    let engine: Engine
    let endpoint: OxigraphEndpoint
    let database: RemoteDatabase

    beforeAll(() => {
      engine = createEngine({ isolation, processes: 1 })
    })
    afterAll(() => engine.close())
    beforeEach(async () => {
      endpoint = await startOxigraphEndpoint(quads)
      const { queryUrl, updateUrl, graphStoreUrl } = endpoint
      database = {
        kind: 'remote',
        name: 'far',
        endpoint: {
          queryUrl,
          updateUrl,
          graphStoreUrl,
          union: 'graphs',
          connections: 4,
          answerBytes: 2 ** 20,
        },
        namespaces: new Map([['', 'http://e/']]),
        access,
      }
      return () => endpoint.close()
    })

    const held = (): readonly string[] =>
      endpoint
        .quads()
        .map(({ subject, graph }) => `${subject.value} ${graph?.value ?? ''}`.replaceAll('http://e/', ''))
        .sort()

    it('hears nothing of what changes others, or cannot be held to them by text', async () => {
      const found: unknown[] = []
      for (const [step] of refused)
        found.push(
          await engine
            .change(database, [update('INSERT DATA { GRAPH :own { :y :p 1 } }'), step()])
            .catch((error: unknown) => error),
        )
      expect(found).toMatchObject(refused.map(([, kind]) => ({ kind })))
      await expect(engine.load(database, [source('<http://e/x> <http://e/p> "1" .')])).rejects.toMatchObject({
        kind: 'forbidden',
      })
      expect(endpoint.requests).toEqual([])
    })

    it('is told by name which graphs a pattern may find something in', async () => {
      await engine.change(database, [
        update('INSERT { GRAPH :own { ?s :q ?g } } WHERE { GRAPH ?g { ?s :p ?o } }'),
      ])
      await engine.change(database, [update('INSERT { GRAPH :own { ?s :r 1 } } WHERE { ?s :p ?o }')])
      await engine.change(database, [
        update('WITH :own DELETE { ?s :p ?o } WHERE { ?s :p ?o . FILTER EXISTS { GRAPH ?g { ?s :q ?g } } }'),
      ])
      expect(held()).toEqual(['a own', 'b own', 'b seen', 'c hidden', 'd '])
      const given = {
        text: 'INSERT { GRAPH :own { ?s :t 1 } } WHERE { ?s :p ?o }',
        usingGraphs: ['http://e/hidden', 'http://e/seen'],
      }
      await engine.change(database, [{ kind: 'update', update: given }])
      expect(held()).toEqual(['a own', 'b own', 'b own', 'b seen', 'c hidden', 'd '])
    })

    it('is changed where that is allowed, by updates and by its graph store', async () => {
      await engine.change(database, [
        { kind: 'add', source: source('<http://e/x> <http://e/p> "1" .', 'own') },
      ])
      await engine.change(database, [
        { kind: 'remove', source: source('<http://e/a> <http://e/p> "a" <http://e/own> .') },
      ])
      await engine.change(database, [update('ADD :seen TO :own')])
      expect(held()).toEqual(['b own', 'b seen', 'c hidden', 'd ', 'x own'])
      await engine.change(database, [{ kind: 'clear', graphs: { iri: 'http://e/own' } }])
      expect(held()).toEqual(['b seen', 'c hidden', 'd '])
    })
  },
)
