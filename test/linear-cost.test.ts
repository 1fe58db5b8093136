import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compile } from '../src/compiler/compile.ts'
import { defaultNamespaces } from '../src/rdf/namespaces.ts'
import { iri, literal, type Quad, rdf } from '../src/rdf/term.ts'
import type { SqliteStore } from '../src/store/sqlite/sqlite-store.ts'
import { embeddedOf } from './embedded.ts'

const persons = 1_000
const base = 'http://api.stardog.com/'

/** Persons with two e-mails, ten acquaintances, and three hobbies. */
function* people(): Generator<Quad> {
  for (let number = 0; number < persons; number++) {
    const subject = iri(`${base}person${number}`)
    const quad = (predicate: string, object: Quad['object']): Quad => ({
      subject,
      predicate: iri(base + predicate),
      object,
      graph: null,
    })
    yield { ...quad('', iri(`${base}Person`)), predicate: iri(rdf.type) }
    yield quad('name', literal(`Person ${number}`))
    for (const kind of ['home', 'work']) yield quad('email', literal(`${number}@${kind}.example`))
    for (const hobby of ['chess', 'go', 'hiking']) yield quad('hobby', literal(hobby))
    for (let step = 1; step <= 10; step++) {
      yield quad('knows', iri(`${base}person${(number + step * 7) % persons}`))
    }
  }
}

describe('the rows that a query fetches', () => {
  let store: SqliteStore

  beforeAll(async () => {
    store = await embeddedOf([...people()])
  })
  afterAll(() => store.close())

  async function rowsOf(query: string): Promise<number> {
    const { plan } = compile({ query }, { namespaces: defaultNamespaces, statistics: store.statistics() })
    let rows = 0
    for await (const batch of store.select(plan.query, { grouping: plan.grouping }).batches)
      rows += batch.length
    return rows
  }

  it('are the sum of three sibling lists', async () => {
    expect(await rowsOf('{ Person(first: 1000) { name email hobby knows { name } } }')).toBe(
      persons * (2 + 3 + 10),
    )
  })

  it('are the sum of optional sibling lists, and one for the node itself', async () => {
    const rows = await rowsOf('{ Person { email @optional hobby @optional knows @optional } }')
    expect(rows).toBe(persons * (1 + 2 + 3 + 10))
  })

  it('are the sum for siblings one level down', async () => {
    const rows = await rowsOf('{ Person(first: 100) { hobby knows { email hobby knows } } }')
    expect(rows).toBe(100 * (3 + 10 * (2 + 3 + 10)))
  })

  it('are the sum for siblings two levels down', async () => {
    const rows = await rowsOf('{ Person(first: 10) { email knows { email knows { email hobby knows } } } }')
    expect(rows).toBe(10 * (2 + 10 * (2 + 10 * (2 + 3 + 10))))
  })

  it('are one for each node where every field has one value', async () => {
    expect(await rowsOf('{ Person { name } }')).toBe(persons)
  })

  it('are the sum too where a filter and an order look at the lists', async () => {
    const rows = await rowsOf(
      '{ Person(hobby: ["go", "chess"], orderBy: {field: email, desc: true}, first: 100) { email hobby knows } }',
    )
    expect(rows).toBe(100 * (2 + 3 + 10))
  })
})
