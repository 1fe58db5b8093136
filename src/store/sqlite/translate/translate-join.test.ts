import type { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseSelect } from '../../../../test/parse-select.ts'
import { iri, literal, type Quad, rdf } from '../../../rdf/term.ts'
import type { PlanNode } from '../../../sparql/plan-node.ts'
import { loadQuads } from '../change/load.ts'
import { inMemory, openDatabase } from '../connection.ts'
import { createSqliteStore, type SqliteStore } from '../sqlite-store.ts'

const ex = (name: string) => iri(`http://example.com/${name}`)
const namespaces = new Map([['', 'http://example.com/']])
const persons = 200
const friends = 30

/** Persons with two addresses, two hobbies and thirty friends each. */
function* people(): Generator<Quad> {
  for (let number = 0; number < persons; number++) {
    const quad = (predicate: string, object: Quad['object']): Quad => ({
      subject: ex(`p${number}`),
      predicate: ex(predicate),
      object,
      graph: null,
    })
    yield { ...quad('', ex('Person')), predicate: iri(rdf.type) }
    yield quad('name', literal(`Person ${number}`))
    for (const nth of [1, 2]) {
      yield quad('email', literal(`${number}@${nth}`))
      yield quad('hobby', literal(`hobby ${(number + nth) % 50}`))
    }
    for (let step = 1; step <= friends; step++) yield quad('knows', ex(`p${(number + step * 3) % persons}`))
  }
}

const lists = '{ ?friend :email ?email } UNION { ?friend :hobby ?hobby }'

describe('a union', () => {
  let database: DatabaseSync
  let store: SqliteStore

  beforeAll(async () => {
    database = openDatabase(inMemory)
    await loadQuads(database, [[...people()]])
    store = createSqliteStore(database)
  })
  afterAll(() => store.close())

  async function rowsOf(pattern: string): Promise<number> {
    const query = parseSelect(`SELECT * { ${pattern} }`, { namespaces })
    let rows = 0
    for await (const batch of store.select(query).batches) rows += batch.length
    return rows
  }

  /** How SQLite goes about it. */
  function stepsOf(pattern: string): readonly string[] {
    const { text } = store.prepare(parseSelect(`SELECT * { ${pattern} }`, { namespaces }), {
      grouping: ['person', 'friend', 'email', 'hobby'],
    })
    return database
      .prepare(`EXPLAIN QUERY PLAN ${text}`)
      .all()
      .map(({ detail }) => String(detail))
  }

  it('that is kept is not read from its start for every row around it', async () => {
    const pattern = `?person a :Person ; :knows ?friend . ?friend :name ?name . ${lists}`
    expect(await rowsOf(pattern)).toBe(persons * friends * 4)
    const steps = stepsOf(pattern)
    expect(steps).toContainEqual(expect.stringMatching(/^SEARCH d\d USING AUTOMATIC/))
    expect(steps).not.toContainEqual(expect.stringMatching(/^SCAN/))
  })

  const page = '{ SELECT ?person { ?person a :Person } LIMIT 3 }'

  it('in an arm of a union starts from what is around both', async () => {
    const arm = `{ ?person :knows ?friend FILTER EXISTS { ?friend :email ?any } } { ${lists} }`
    const pattern = `${page} { ?person :email ?own } UNION { ${arm} }`
    expect(await rowsOf(pattern)).toBe(3 * (2 + friends * 4))
    expect(
      await rowsOf(`${page} { ?person :email ?own } UNION { { ${arm} } UNION { ?person :hobby ?h } }`),
    ).toBe(3 * (2 + friends * 4 + 2))
    const query = parseSelect(`SELECT * { ${pattern} }`, { namespaces })
    const prepared = store.prepare(query, { profile: true })
    for await (const batch of prepared.run().batches) void batch
    expect(largest(prepared.plan)).toBeLessThanOrEqual(3 * (2 + friends * 4))
  })

  it('in arms of arms is found for what is around all of them', async () => {
    const deep = `?friend :knows ?other { { ?other :email ?e } UNION { ?other :hobby ?h } UNION { ?other :none ?n } }`
    const pattern = `${page} {} UNION { ?person :knows ?friend { { ?friend :email ?email } UNION { ${deep} } } }`
    expect(await rowsOf(pattern)).toBe(3 * (1 + friends * (2 + friends * 4)))
  })

  it('has no solutions where there are none around it', async () => {
    expect(await rowsOf(`?person :none ?x {} UNION { ?person :knows ?friend { ${lists} } }`)).toBe(0)
    expect(await rowsOf(`${page} { ?person :none ?x { ${lists} } } UNION { ?person :nothing ?y }`)).toBe(0)
  })

  it('of unions joins what is unbound on one side', async () => {
    const unbound = '{ ?person :none ?friend } UNION { ?person :email ?mail }'
    const pattern = `{ ${page} {} UNION { ?person :knows ?friend } } { ${unbound} } { {} UNION { ?friend :hobby ?h { ${lists} } } }`
    // Three persons, alone and with each friend, have two addresses each; there each friend, or anybody where none is bound,
    // has two hobbies and four more.
    expect(await rowsOf(pattern)).toBe(3 * 2 * (1 + persons * 2 * 4) + 3 * friends * 2 * (1 + 2 * 4))
  })
})

/** The most rows that a step of a plan had. */
function largest({ rows = 0, children }: PlanNode): number {
  return Math.max(rows, ...children.map(largest))
}
