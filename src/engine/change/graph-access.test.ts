import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type LoopbackServer, startLoopback } from '../../../test/sparql-endpoint.ts'
import type { RdfFormat } from '../../rdf/formats.ts'
import type { GraphAccess } from '../../sparql/graph-access.ts'
import { createEngine } from '../create-engine.ts'
import type { EmbeddedDatabase } from '../database.ts'
import type { Engine, Isolation } from '../engine.ts'
import type { RdfSource } from '../rdf-source.ts'
import type { ChangeStep } from './change.ts'
import { createTransactions, type Transactions } from './transactions.ts'

const namespaces = new Map([['', 'http://e/']])
const named = (name: string) => `http://e/${name}`

/** Somebody who may change one graph, read another one and the default graph, and does not see the rest. */
const access: GraphAccess = {
  readable: { default: true, named: [named('own'), named('seen')] },
  writable: { default: false, named: [named('own')] },
}
/** Somebody who may change what the first one does not see. */
const other: GraphAccess = {
  readable: { default: false, named: [named('hidden')] },
  writable: { default: false, named: [named('hidden')] },
}

const before = `
  <http://e/d> <http://e/p> "1" .
  <http://e/a> <http://e/p> _:shared <http://e/own> .
  <http://e/b> <http://e/p> "3" <http://e/seen> .
  <http://e/c> <http://e/p> "secret" <http://e/hidden> .
  <http://e/c> <http://e/p> _:unseen <http://e/hidden> .`

function source(text: string, format: RdfFormat = 'n-quads', graph?: string): RdfSource {
  async function* bytes(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(text)
  }
  return { name: 'a', format, bytes: bytes(), ...(graph !== undefined && { graph: named(graph) }) }
}
const update = (text: string): ChangeStep => ({ kind: 'update', update: { text } })
const add = (text: string, graph?: string): ChangeStep => ({
  kind: 'add',
  source: source(text, 'n-quads', graph),
})
const remove = (text: string, graph?: string): ChangeStep => ({
  kind: 'remove',
  source: source(text, 'n-quads', graph),
})
const clear = (graphs: Extract<ChangeStep, { kind: 'clear' }>['graphs']): ChangeStep => ({
  kind: 'clear',
  graphs,
})

/** Steps that are refused, and the graph that the refusal names. */
const refused: readonly (readonly [string, () => ChangeStep, string])[] = [
  ['data to add to a graph that is read', () => update('INSERT DATA { GRAPH :seen { :x :p 1 } }'), ':seen'],
  ['data to add to a hidden graph', () => update('INSERT DATA { GRAPH :hidden { :x :p 1 } }'), ':hidden'],
  ['data to add to no graph that there is', () => update('INSERT DATA { GRAPH :none { :x :p 1 } }'), ':none'],
  ['data to add to the default graph', () => update('INSERT DATA { :x :p 1 }'), 'default'],
  [
    'data to remove that are there',
    () => update('DELETE DATA { GRAPH :hidden { :c :p "secret" } }'),
    ':hidden',
  ],
  [
    'data to remove that are not there',
    () => update('DELETE DATA { GRAPH :hidden { :c :p "unknown" } }'),
    ':hidden',
  ],
  [
    'a template that comes to nothing',
    () => update('DELETE { GRAPH :none { ?s ?p ?o } } WHERE { ?s :q ?o . ?s ?p 7 }'),
    ':none',
  ],
  ['a pattern in its own template', () => update('DELETE WHERE { GRAPH :hidden { ?s ?p ?o } }'), ':hidden'],
  ['WITH', () => update('WITH :seen DELETE { ?s ?p ?o } WHERE { ?s ?p ?o }'), ':seen'],
  [
    'a graph that a variable finds',
    () => update('DELETE { GRAPH ?g { ?s ?p ?o } } WHERE { GRAPH ?g { ?s ?p ?o } }'),
    ':seen',
  ],
  [
    'a graph that a variable is given, and a term that is only there',
    () => update('DELETE { GRAPH ?g { :c :p ?o } } WHERE { VALUES (?g ?o) { (:hidden "secret") } }'),
    ':hidden',
  ],
  [
    'a graph that a variable is given, and a term that is nowhere',
    () => update('DELETE { GRAPH ?g { :c :p ?o } } WHERE { VALUES (?g ?o) { (:hidden "unknown") } }'),
    ':hidden',
  ],
  ['CLEAR', () => update('CLEAR SILENT GRAPH :hidden'), ':hidden'],
  ['DROP of what is not there', () => update('DROP GRAPH :none'), ':none'],
  ['DROP of the default graph', () => update('DROP DEFAULT'), 'default'],
  ['CLEAR of all graphs, of which some are only read', () => update('CLEAR ALL'), 'default'],
  ['CLEAR of all named graphs, of which some are only read', () => update('CLEAR NAMED'), ':seen'],
  ['CREATE of what is there', () => update('CREATE GRAPH :hidden'), ':hidden'],
  ['CREATE of what is not there', () => update('CREATE SILENT GRAPH :none'), ':none'],
  ['COPY', () => update('COPY :own TO :hidden'), ':hidden'],
  ['ADD', () => update('ADD :own TO DEFAULT'), 'default'],
  ['MOVE of what is not seen', () => update('MOVE SILENT :hidden TO :own'), ':hidden'],
  ['MOVE of what is only read', () => update('MOVE :seen TO :own'), ':seen'],
  ['MOVE onto itself', () => update('MOVE :seen TO :seen'), ':seen'],
  ['LOAD', () => update('LOAD SILENT <http://127.0.0.1:1/a> INTO GRAPH :hidden'), ':hidden'],
  ['quads to add', () => add('<http://e/x> <http://e/p> "1" <http://e/hidden> .'), ':hidden'],
  ['triples to add', () => add('<http://e/x> <http://e/p> "1" .'), 'default'],
  ['triples to add to a graph', () => add('<http://e/x> <http://e/p> "1" .', 'hidden'), ':hidden'],
  ['no triples to add to a graph', () => add('', 'hidden'), ':hidden'],
  ['a graph without a name', () => add('<http://e/x> <http://e/p> "1" _:g .'), '_:'],
  [
    'quads to remove that are there',
    () => remove('<http://e/c> <http://e/p> "secret" <http://e/hidden> .'),
    ':hidden',
  ],
  [
    'quads to remove that are nowhere',
    () => remove('<http://e/c> <http://e/p> "x" <http://e/none> .'),
    ':none',
  ],
  ['no triples to remove from a graph', () => remove('', 'hidden'), ':hidden'],
  ['a graph to clear', () => clear({ iri: named('hidden') }), ':hidden'],
  ['a graph to clear that is not there', () => clear({ iri: named('none') }), ':none'],
  ['the default graph to clear', () => clear('default'), 'default'],
  ['named graphs to clear', () => clear('named'), ':seen'],
  ['all graphs to clear', () => clear('all'), 'default'],
]

const kinds: readonly (readonly [Isolation, EmbeddedDatabase['kind']])[] = [
  ['process', 'file'],
  ['process', 'memory'],
  ['none', 'file'],
]

describe.each(kinds)(
  'changes by who may change some graphs, with isolation %s, in a %s',
  (isolation, kind) => {
    let folder: string
    let engine: Engine
    let transactions: Transactions
    let server: LoopbackServer
    let database: EmbeddedDatabase
    let fetched = 0
    let count = 0

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'espalier-access-'))
      server = await startLoopback((_request, response) => {
        fetched += 1
        response.writeHead(200, { 'content-type': 'application/n-quads' })
        response.end(
          '<http://e/l> <http://e/p> "l" <http://e/own> .\n<http://e/l> <http://e/p> "l" <http://e/seen> .',
        )
      })
      const remote = { documents: { allowed: [server.origin] } }
      engine = createEngine({ isolation, processes: 1, remote })
      mkdirSync(join(folder, 'transactions'))
      transactions = createTransactions(engine, { folder: join(folder, 'transactions') })
    })
    afterAll(async () => {
      await transactions.close()
      await engine.close()
      await server.close()
      rmSync(folder, { recursive: true, force: true })
    })
    beforeEach(async () => {
      const name = `d${count++}`
      database =
        kind === 'file' ? { kind, path: join(folder, `${name}.db`), namespaces } : { kind, name, namespaces }
      await engine.load(database, [source(before)])
    })

    const restricted = (who: GraphAccess = access): EmbeddedDatabase => ({ ...database, access: who })

    async function lines(graph?: string): Promise<readonly string[]> {
      const pieces: Uint8Array[] = []
      const settings = graph === undefined ? {} : { graph: named(graph), unnamed: true }
      for await (const piece of await engine.exportGraph(database, 'n-quads', settings)) pieces.push(piece)
      const text = Buffer.concat(pieces).toString()
      return text.replaceAll('http://e/', ':').split('\n').filter(Boolean).sort()
    }

    it('are refused as a whole where they change others, whether these are there or not', async () => {
      const all = await lines()
      const found: unknown[] = []
      for (const [name, step] of refused) {
        const change = engine.change(restricted(), [update('INSERT DATA { GRAPH :own { :y :p 1 } }'), step()])
        found.push([name, await change.catch((error: unknown) => error)])
      }
      expect(found).toMatchObject(
        refused.map(([name, , graph]) => [
          name,
          {
            kind: 'forbidden',
            message: expect.stringContaining(
              graph === 'default'
                ? 'the default graph'
                : graph === '_:'
                  ? ' _:'
                  : `<http://e/${graph.slice(1)}>`,
            ),
          },
        ]),
      )
      expect(await lines()).toEqual(all)
    })

    it('tell as much of them in a transaction as can be known before its commit, and keep nothing', async () => {
      const all = await lines()
      const early: string[] = []
      for (const [name, step] of refused) {
        const id = await transactions.begin(database)
        const error: unknown = await transactions
          .add(id, restricted(), [step()])
          .then(
            () => transactions.commit(id, restricted()),
            (reason: unknown) => {
              early.push(name)
              throw reason
            },
          )
          .then(
            () => undefined,
            (reason: unknown) => reason,
          )
        expect([name, error]).toMatchObject([name, { kind: 'forbidden' }])
        await transactions.rollback(id, database)
      }
      expect(refused.filter(([name]) => !early.includes(name)).map(([name]) => name)).toEqual([
        'a graph that a variable finds',
        'a graph that a variable is given, and a term that is only there',
        'a graph that a variable is given, and a term that is nowhere',
        'CLEAR of all graphs, of which some are only read',
        'CLEAR of all named graphs, of which some are only read',
        'named graphs to clear',
        'all graphs to clear',
      ])
      expect(readdirSync(join(folder, 'transactions'))).toEqual([])
      expect(await lines()).toEqual(all)
    })

    it('are carried out on what is writable, by what is readable', async () => {
      const reports = [
        await engine.change(restricted(), [
          update('INSERT { GRAPH :own { ?s :q ?o } } WHERE { GRAPH ?g { ?s :p ?o } }'),
        ]),
        await engine.change(restricted(), [update('INSERT { GRAPH :own { ?s :r ?o } } WHERE { ?s :p ?o }')]),
        await engine.change(restricted(), [update('ADD DEFAULT TO :own')]),
        await engine.change(restricted(), [add('<http://e/x> <http://e/p> "1" .', 'own')]),
        await engine.load(restricted(), [source('<http://e/x> <http://e/p> "2" .', 'n-quads', 'own')]),
      ]
      expect(reports.map(({ added }) => added)).toEqual([2, 1, 1, 1, 1])
      expect((await lines('own')).map((line) => line.replace(/_:\S+/, '_:n'))).toEqual([
        '<:a> <:p> _:n .',
        '<:a> <:q> _:n .',
        '<:b> <:q> "3" .',
        '<:d> <:p> "1" .',
        '<:d> <:r> "1" .',
        '<:x> <:p> "1" .',
        '<:x> <:p> "2" .',
      ])
      await expect(
        engine.load(restricted(), [source('<http://e/x> <http://e/p> "2" .')]),
      ).rejects.toMatchObject({
        kind: 'forbidden',
      })
      expect(
        await engine.change(restricted(), [remove('<http://e/x> <http://e/p> "1" .', 'own')]),
      ).toMatchObject({
        removed: 1,
      })
    })

    it('take hidden graphs for such as are not there', async () => {
      const failure = (text: string) => engine.change(restricted(), [update(text)])
      await expect(failure('ADD :hidden TO :own')).rejects.toMatchObject({
        kind: 'illegalArgument',
        message: 'ADD: there is no graph <http://e/hidden>.',
      })
      await expect(failure('ADD :none TO :own')).rejects.toMatchObject({
        message: 'ADD: there is no graph <http://e/none>.',
      })
      expect(await failure('COPY SILENT :hidden TO :own')).toMatchObject({ added: 0, removed: 0 })
      const blind = { readable: { default: false, named: [named('own')] }, writable: access.writable }
      const copied = await engine.change(restricted(blind), [update('COPY DEFAULT TO :own')])
      expect([copied.added, copied.removed, await lines('own')]).toEqual([0, 1, []])
    })

    it('clear those of all graphs that are seen, and may be changed', async () => {
      const own = { default: false, named: [named('own')] }
      const report = await engine.change(restricted({ readable: own, writable: own }), [update('CLEAR ALL')])
      expect([report.removed, await lines('own')]).toEqual([1, []])
      expect(await engine.change(restricted(other), [clear('named')])).toMatchObject({ removed: 2 })
      expect(await lines()).toHaveLength(2)
    })

    it('know no node by its label that stands in hidden graphs only', async () => {
      const labels = (await lines()).flatMap((line) => /_:(\S+)/.exec(line)?.slice(1) ?? [])
      const [shared, unseen] = await Promise.all(
        ['own', 'hidden'].map(async (graph) => /_:(\S+)/.exec((await lines(graph)).join('\n'))?.[1]),
      )
      expect(labels).toContain(shared)
      const insert = (label: string | undefined) =>
        engine.change(restricted(), [update(`INSERT DATA { GRAPH :own { <_:${label}> :q 1 } }`)])
      expect((await insert(shared)).added).toBe(1)
      expect((await insert(unseen)).added).toBe(0)
      expect((await insert('nowhere')).added).toBe(0)
    })

    it('fetch nothing for graphs that may not be changed, and look at each quad of a document', async () => {
      fetched = 0
      const load = (into: string) =>
        engine.change(restricted(), [update(`LOAD <${server.origin}/a> ${into}`)])
      await expect(load('INTO GRAPH :hidden')).rejects.toMatchObject({ kind: 'forbidden' })
      await expect(load('INTO GRAPH :own ; CLEAR GRAPH :hidden')).rejects.toMatchObject({ kind: 'forbidden' })
      expect(fetched).toBe(0)
      await expect(load('INTO GRAPH :own')).rejects.toMatchObject({
        kind: 'forbidden',
        message: expect.stringContaining('<http://e/seen>'),
      })
      expect(fetched).toBe(1)
      expect(await lines('own')).toHaveLength(1)
    })

    it('share a commit with changes of others, each by its own rights', async () => {
      const insert = (graph: string, number: number) =>
        update(`INSERT DATA { GRAPH :${graph} { :n :p ${number} } }`)
      // While the first is written the others wait, and are written together.
      const changes = Array.from({ length: 12 }, (_, number) =>
        engine
          .change(restricted(number % 2 === 0 ? access : other), [
            insert(number % 3 === 0 ? 'hidden' : 'own', number),
          ])
          .then(
            ({ added }) => added,
            (error: unknown) => (error instanceof Error ? error.message : error),
          ),
      )
      const outcomes = await Promise.all(changes)
      const expected = Array.from({ length: 12 }, (_, number) => {
        const mayOwn = number % 2 === 0
        const isOwn = number % 3 !== 0
        return mayOwn === isOwn ? 1 : expect.stringContaining(isOwn ? '<http://e/own>' : '<http://e/hidden>')
      })
      expect(outcomes).toEqual(expected)
      expect((await lines()).filter((line) => line.startsWith('<:n>'))).toHaveLength(
        expected.filter((one) => one === 1).length,
      )
    })

    it('see in a transaction what they may see when they look, and are held to their rights at its commit', async () => {
      const id = await transactions.begin(database)
      const copy = update('INSERT { GRAPH :own { ?s :q ?o } } WHERE { GRAPH ?g { ?s :p ?o } }')
      await transactions.add(id, restricted(), [copy])
      const found = (who: GraphAccess) =>
        transactions.within(id, database, async (within) => {
          const query = 'SELECT ?s { GRAPH :own { ?s :q ?o } } ORDER BY ?s'
          const answer = await engine.sparql(
            { ...database, access: who },
            { query },
            { formats: { solutions: 'csv' }, within },
          )
          let text = ''
          if (answer.kind === 'solutions') for await (const chunk of answer.chunks) text += Buffer.from(chunk)
          return text.trim().split('\r\n').slice(1)
        })
      expect(await found(access)).toEqual(['http://e/a', 'http://e/b'])
      // The same steps by somebody who sees less, or more, come to something else.
      const narrow = { readable: access.writable, writable: access.writable }
      const wide = { readable: { default: true, named: 'all' as const }, writable: access.writable }
      expect(await found(narrow)).toEqual(['http://e/a'])
      expect(await found(wide)).toEqual(['http://e/a', 'http://e/b', 'http://e/c', 'http://e/c'])
      const none = { readable: access.readable, writable: { default: false, named: [] } }
      await expect(transactions.commit(id, restricted(none))).rejects.toMatchObject({ kind: 'forbidden' })
      expect(await transactions.commit(id, restricted(narrow))).toMatchObject({ added: 1 })
      expect(await lines('own')).toHaveLength(2)
    })
  },
)
