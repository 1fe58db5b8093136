import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compile } from '../src/compiler/compile.ts'
import { defaultNamespaces } from '../src/rdf/namespaces.ts'
import { iri, literal, type Quad, rdf } from '../src/rdf/term.ts'
import { owl, rdfs } from '../src/rdf/vocabulary-terms.ts'
import type { Reasoner } from '../src/reasoning/reasoner.ts'
import { loadQuads } from '../src/store/sqlite/change/load.ts'
import { inMemory, openDatabase } from '../src/store/sqlite/connection.ts'
import { createSqliteStore, type SqliteStore } from '../src/store/sqlite/sqlite-store.ts'
import { reasonerOf } from './reasoner-of.ts'

const persons = 3_000
const classes = 300
const own = (name: string) => iri(`http://api.stardog.com/${name}`)
const quad = (subject: string, predicate: string, object: Quad['object']): Quad => ({
  subject: own(subject),
  predicate: predicate.includes(':') ? iri(predicate) : own(predicate),
  object,
  graph: null,
})

/** A hierarchy below C0, three ways to know each other, what is owned by persons, and chains of parts. */
function* vocabulary(): Generator<Quad> {
  for (let number = 1; number < classes; number++)
    yield quad(`C${number}`, rdfs.subClassOf, own(`C${Math.floor((number - 1) / 2)}`))
  yield quad('friend', rdfs.subPropertyOf, own('knows'))
  yield quad('colleague', rdfs.subPropertyOf, own('knows'))
  yield quad('owner', rdfs.range, own('C0'))
  yield quad('part', rdf.type, iri(owl.transitiveProperty))
}

function* people(): Generator<Quad> {
  for (let number = 0; number < persons; number++) {
    const person = `person${number}`
    yield quad(person, rdf.type, own(`C${number % classes}`))
    if (number % 10 === 0) yield quad(person, rdf.type, own(`C${(number + 1) % classes}`))
    yield quad(person, 'name', literal(`Person ${number}`))
    yield quad(person, 'friend', own(`person${(number + 1) % persons}`))
    yield quad(person, 'friend', own(`person${(number + 2) % persons}`))
    yield quad(person, 'colleague', own(`person${(number + 1) % persons}`))
    yield quad(`thing${number}`, 'owner', own(person))
    yield quad(`thing${number}`, 'name', literal(`Thing ${number}`))
    if (number % 4 > 0) yield quad(`thing${number}`, 'part', own(`thing${number - 1}`))
  }
}

let database: ReturnType<typeof openDatabase>
let store: SqliteStore
let reasoner: Reasoner

beforeAll(async () => {
  const axioms = [...vocabulary()]
  database = openDatabase(inMemory)
  await loadQuads(database, [[...axioms, ...people()]])
  store = createSqliteStore(database)
  reasoner = reasonerOf(axioms)
})
afterAll(() => store.close())

/** What a query fetches, and the steps of its statement that go through all triples of a predicate, or all there are. */
interface Looked {
  readonly rows: number
  readonly wholeScans: readonly string[]
}

async function lookAt(query: string): Promise<Looked> {
  const facts = { namespaces: defaultNamespaces, statistics: store.statistics(), reasoner }
  const { plan } = compile({ query }, facts)
  const prepared = store.prepare(plan.query, plan)
  const steps = database.prepare(`EXPLAIN QUERY PLAN ${prepared.text}`).all(...prepared.parameters)
  const ofQuads = steps
    .map(({ detail }) => String(detail))
    .filter((detail) => /^(SCAN|SEARCH) q[0-9]/.test(detail))
  expect(ofQuads).not.toEqual([])
  let rows = 0
  for await (const batch of prepared.run().batches) rows += batch.length
  return { rows, wholeScans: ofQuads.filter((detail) => (detail.match(/=\?/g) ?? []).length < 2) }
}

const person = (number: number) => `"http://api.stardog.com/person${number}"`

describe('with reasoning, what a query looks at', () => {
  it.each<readonly [string, string, number]>([
    ['one node of a large class', `{ C0(iri: ${person(7)}) { name } }`, 1],
    ['and where its edges lead', `{ C0(iri: ${person(7)}) { name knows { name } } }`, 2],
    ['two levels of edges', `{ C0(iri: ${person(7)}) { knows { knows { name } } } }`, 4],
    ['edges that need not be', `{ C0(iri: ${person(7)}) { name knows @optional { name } } }`, 3],
    ['lists side by side', `{ C0(iri: ${person(7)}) { knows { name } friend { name } } }`, 4],
    ['one node by a value', '{ C0(name: "Person 7") { knows { name } } }', 2],
    ['a node that leads to another', '{ C0(knows: person7) { name } }', 2],
    ['conditions on edges', `{ C0(iri: ${person(7)}) { name knows(name: "Person 8") { name } } }`, 1],
    ['fragments on classes within', `{ C0(iri: ${person(7)}) { name ... on C3 { knows { name } } } }`, 3],
  ])('is %s, not its class', async (_, query, rows) => {
    const looked = await lookAt(query)
    expect(looked).toEqual({ rows, wholeScans: [] })
  })

  it('is as much of the first predicate as a page takes, and no more of any other', async () => {
    const { rows, wholeScans } = await lookAt('{ C0(first: 10) { name knows { name } } }')
    expect(rows).toBe(20)
    expect(wholeScans).toHaveLength(1)
  })
})
