import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { GraphSet } from '../sparql/graph-access.ts'
import { createEngine } from './create-engine.ts'
import type { EmbeddedDatabase } from './database.ts'
import type { Engine, Isolation } from './engine.ts'

const quads = `@prefix : <http://e.org/> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
:a :p 1 .
:g1 { :a a :A ; :p 2 . }
:g2 { :b a :A ; :p 3, 4 . <http://e.org/A> <http://www.w3.org/2000/01/rdf-schema#subClassOf> :B . }
`
const e = (name: string): string => `http://e.org/${name}`
const graphs = (...names: readonly string[]): GraphSet => ({ default: false, named: names.map(e) })

describe.each<readonly [Isolation, EmbeddedDatabase['kind']]>([
  ['process', 'file'],
  ['process', 'memory'],
  ['none', 'file'],
  ['none', 'memory'],
])('with isolation %s, of a database in a %s, who may read some graphs', (isolation, kind) => {
  let folder: string
  let engine: Engine
  let whole: EmbeddedDatabase

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'espalier-readable-'))
    engine = createEngine({ isolation, processes: 1 })
    const facts = { namespaces: new Map([['', 'http://e.org/']]), allGraphs: true }
    whole =
      kind === 'file' ? { kind, path: join(folder, 'a.db'), ...facts } : { kind, name: 'memory', ...facts }
    async function* bytes() {
      yield Buffer.from(quads)
    }
    await engine.load(whole, [{ name: 'a.trig', format: 'trig', bytes: bytes() }])
  })

  afterAll(async () => {
    await engine.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const readBy = (readable: GraphSet): EmbeddedDatabase => ({
    ...whole,
    access: { readable, writable: graphs() },
  })

  async function rows(
    database: EmbeddedDatabase,
    query: string,
    rest: object = {},
  ): Promise<readonly string[]> {
    const formats = { solutions: 'csv', boolean: 'csv', graph: 'n-triples' } as const
    const answer = await engine.sparql(database, { query, ...rest }, { formats })
    if (answer.kind === 'noFormat') throw new Error('There is a format.')
    return (await text(answer.chunks)).trimEnd().split('\r\n').slice(1)
  }

  async function data(database: EmbeddedDatabase, query: string, reasoning = false): Promise<string> {
    const answer = await engine.graphql(database, { query }, { reasoning })
    return answer.kind === 'errors' ? JSON.stringify(answer.errors) : text(answer.chunks)
  }

  it('has answers of these alone, each reader of their own, also after another one asked the same', async () => {
    const query = 'SELECT ?o { ?s :p ?o } ORDER BY ?o'
    for (let round = 0; round < 2; round += 1) {
      expect(await rows(whole, query)).toEqual(['1', '2', '3', '4'])
      expect(await rows(readBy(graphs('g1')), query)).toEqual(['2'])
      expect(await rows(readBy(graphs('g2')), query)).toEqual(['3', '4'])
      expect(await rows(readBy({ default: true, named: [] }), query)).toEqual(['1'])
      expect(await rows(readBy({ default: false, named: 'all' }), query)).toEqual(['2', '3', '4'])
      expect(await rows(readBy(graphs()), query)).toEqual([])
      expect(await data(whole, '{ A { p } }')).toBe('{"data":[{"p":[1,2]},{"p":[3,4]}]}')
      expect(await data(readBy(graphs('g1')), '{ A { p } }')).toBe('{"data":[{"p":2}]}')
      expect(await data(readBy(graphs('g2')), '{ A { p } }')).toBe('{"data":[{"p":[3,4]}]}')
      expect(await data(readBy(graphs()), '{ A { p } }')).toBe('{"data":[]}')
    }
  })

  it('infers by a vocabulary that they may read', async () => {
    const query = 'SELECT ?s { ?s a :B }'
    expect(await rows(whole, query, { reasoning: true })).toHaveLength(2)
    expect(await rows(readBy(graphs('g1')), query, { reasoning: true })).toEqual([])
    expect(await rows(readBy(graphs('g2')), query, { reasoning: true })).toEqual(['http://e.org/b'])
    expect(await data(readBy(graphs('g1')), '{ B { p } }', true)).toBe('{"data":[]}')
    expect(await data(readBy(graphs('g2')), '{ B { p } }', true)).toBe('{"data":[{"p":[3,4]}]}')
  })

  it('is told of sizes, exports, plans and schemas likewise', async () => {
    const one = readBy(graphs('g1'))
    expect(await engine.size(whole)).toBe(7)
    expect(await engine.size(one)).toBe(2)
    expect(await engine.size(readBy(graphs()))).toBe(0)
    const exported = await text(await engine.exportGraph(one, 'n-quads'))
    expect(exported.trimEnd().split('\n')).toHaveLength(2)
    expect(exported).not.toContain('g2')
    expect(await text(await engine.exportGraph(one, 'n-quads', { graph: e('g2') }))).toBe('')
    const plans = await Promise.all(
      ['b', 'nowhere'].map(async (name) => {
        const { plan } = await engine.explainSparql(one, { query: `SELECT * { :${name} :p ?o }` })
        return JSON.stringify(plan).replace(`:${name}`, 'x')
      }),
    )
    expect(plans[0]).toBe(plans[1])
    expect(await engine.generateSchema(one, 'data')).not.toContain('2 nodes')
    await expect(engine.generateSchema(readBy(graphs()), 'data')).rejects.toMatchObject({
      kind: 'invalidSchema',
    })
  })

  it('reads no more within a transaction', async () => {
    const update = 'INSERT DATA { GRAPH <http://e.org/g1> { <http://e.org/c> <http://e.org/p> 5 } }'
    const within = { id: 'a', steps: [{ kind: 'update', update: { text: update } }] } as const
    const access = { readable: graphs('g1'), writable: graphs('g1') }
    const formats = { solutions: 'csv' } as const
    const answer = await engine.sparql(
      { ...whole, access },
      { query: 'SELECT ?o { ?s :p ?o } ORDER BY ?o' },
      { formats, within },
    )
    if (answer.kind === 'noFormat') throw new Error('There is a format.')
    expect(await text(answer.chunks)).toBe('o\r\n2\r\n5\r\n')
  })
})
