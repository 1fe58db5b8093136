import { afterEach, beforeEach, expect, it } from 'vitest'
import type { GraphAccess } from '../../sparql/graph-access.ts'
import { createEngine } from '../create-engine.ts'
import type { EmbeddedDatabase } from '../database.ts'
import type { Engine } from '../engine.ts'
import type { RdfSource } from '../rdf-source.ts'
import type { ChangeStep } from './change.ts'

const name = 'tag:stardog:api:context:default'
const own = 'http://e/own'
const database: EmbeddedDatabase = { kind: 'memory', name: 'd', namespaces: new Map([['', 'http://e/']]) }

function quads(text: string, graph?: string): RdfSource {
  async function* bytes(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(text)
  }
  return { name: 'a', format: 'n-quads', bytes: bytes(), ...(graph !== undefined && { graph }) }
}
const update = (text: string): ChangeStep => ({ kind: 'update', update: { text } })

/** Ways to change the default graph by its name. */
const ways: readonly (readonly [string, () => ChangeStep])[] = [
  ['INSERT DATA', () => update(`INSERT DATA { GRAPH <${name}> { :x :p 1 } }`)],
  ['DELETE WHERE', () => update(`DELETE WHERE { GRAPH <${name}> { ?s ?p ?o } }`)],
  ['WITH', () => update(`WITH <${name}> INSERT { :x :p 1 } WHERE { }`)],
  ['a variable', () => update(`INSERT { GRAPH ?g { :x :p 1 } } WHERE { BIND(<${name}> AS ?g) }`)],
  [
    'a term of the data',
    () =>
      update(`INSERT DATA { GRAPH :own { :x :p <${name}> } } ;
      INSERT { GRAPH ?g { :x :p 1 } } WHERE { GRAPH :own { :x :p ?g } FILTER(ISIRI(?g)) }`),
  ],
  ['COPY', () => update(`COPY :own TO <${name}>`)],
  ['CREATE', () => update(`CREATE SILENT GRAPH <${name}>`)],
  ['quads', () => ({ kind: 'add', source: quads(`<http://e/x> <http://e/p> "1" <${name}> .`) })],
  ['quads to remove', () => ({ kind: 'remove', source: quads(`<http://e/d> <http://e/p> "1" <${name}> .`) })],
  ['nothing to add to it', () => ({ kind: 'add', source: quads('', name) })],
  ['a graph to clear', () => ({ kind: 'clear', graphs: { iri: name } })],
  ['CLEAR', () => update(`CLEAR GRAPH <${name}>`)],
]

let engine: Engine
beforeEach(async () => {
  engine = createEngine({ isolation: 'none' })
  await engine.load(database, [
    quads(`<http://e/d> <http://e/p> "1" .\n<http://e/a> <http://e/p> "2" <${own}> .`),
  ])
})
afterEach(() => engine.close())

async function lines(graph?: string): Promise<readonly string[]> {
  const pieces: Uint8Array[] = []
  const settings = graph === undefined ? {} : { graph, unnamed: true }
  for await (const piece of await engine.exportGraph(database, 'n-quads', settings)) pieces.push(piece)
  return Buffer.concat(pieces).toString().split('\n').filter(Boolean)
}

it.each(ways)('the default graph has its own permission by its name too: %s', async (_, step) => {
  const before = await lines()
  const graphs = { default: false, named: [own] }
  const access: GraphAccess = { readable: { default: true, named: [own] }, writable: graphs }
  await expect(engine.change({ ...database, access }, [step()])).rejects.toMatchObject({
    kind: 'forbidden',
    message: expect.stringContaining('the default graph'),
  })
  expect(await lines()).toEqual(before)
  // Who may change it changes it, and makes no graph of that name.
  const both = { default: true, named: [own] }
  await engine.change({ ...database, access: { readable: both, writable: both } }, [step()])
  const [all, ofDefault, ofOwn] = [await lines(), await lines(name), await lines(own)]
  expect(all).toHaveLength(ofDefault.length + ofOwn.length)
})
