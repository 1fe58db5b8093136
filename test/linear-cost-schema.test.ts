import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compile } from '../src/compiler/compile.ts'
import { readSchema } from '../src/graphql/read/read-schema.ts'
import { defaultNamespaces } from '../src/rdf/namespaces.ts'
import { iri, literal, type Quad, rdf } from '../src/rdf/term.ts'
import type { SqliteStore } from '../src/store/sqlite/sqlite-store.ts'
import { embeddedOf } from './embedded.ts'

const base = 'http://api.stardog.com/'
const books = 300

const schema = readSchema(
  `
  schema { query: Query }
  type Query { Book(first: Int, tag: String): Book Work(first: Int): Work Author(first: Int): Author }
  union Work = Book | Film | Classic
  union Read = Book | Classic
  interface Titled { title: String }
  interface Tagged { tag: [String] }
  type Book implements Titled & Tagged { title: String tag: [String] author: [Author] authorNames: [String] @path(value: ":author/:name") }
  type Film implements Titled & Tagged { title: String tag: [String] length: Int }
  type Classic implements Tagged { title: String tag: [String] }
  type Author {
    name: String
    works: [Work] @path(value: "^:author")
    tags: [String] @path(value: "^:author/:tag")
    titles: [String] @path(value: "^:author/:title")
  }
  `,
  defaultNamespaces,
)

/** Books with two tags and three authors each; every second is a classic, too. Authors have thirty books each. */
function* library(): Generator<Quad> {
  const quad = (subject: string, predicate: string, object: Quad['object']): Quad => ({
    subject: iri(base + subject),
    predicate: iri(predicate === 'a' ? rdf.type : base + predicate),
    object,
    graph: null,
  })
  for (let number = 0; number < books; number++) {
    const book = `book${number}`
    yield quad(book, 'a', iri(`${base}Book`))
    if (number % 2 === 0) yield quad(book, 'a', iri(`${base}Classic`))
    yield quad(book, 'title', literal(`Book ${number}`))
    for (const tag of ['red', 'blue']) yield quad(book, 'tag', literal(tag))
    for (let nth = 0; nth < 3; nth++)
      yield quad(book, 'author', iri(`${base}author${(number + nth * 10) % 30}`))
  }
  for (let number = 0; number < 30; number++) {
    yield quad(`author${number}`, 'a', iri(`${base}Author`))
    yield quad(`author${number}`, 'name', literal(`Author ${number}`))
  }
}

describe('the rows that a query by a schema fetches', () => {
  let store: SqliteStore

  beforeAll(async () => {
    store = await embeddedOf([...library()])
  })
  afterAll(() => store.close())

  async function rowsOf(query: string): Promise<number> {
    const statistics = store.statistics()
    const { plan } = compile({ query }, { namespaces: defaultNamespaces, statistics, schema })
    let rows = 0
    for await (const batch of store.select(plan.query, { grouping: plan.grouping }).batches)
      rows += batch.length
    return rows
  }

  it('are the sum of a path and its sibling lists', async () => {
    expect(await rowsOf('{ Book { title authorNames tag author } }')).toBe(books * (3 + 2 + 3))
  })

  it('are the sum of paths against their direction', async () => {
    expect(await rowsOf('{ Author { name works tags titles } }')).toBe(30 * (30 + 60 + 30))
  })

  it('are the sum for siblings at the end of a path', async () => {
    expect(await rowsOf('{ Author { name works { ... on Book { title tag author } } } }')).toBe(
      // For each work itself, and its tags and authors as a book.
      30 * 30 * (1 + 2 + 3),
    )
  })

  it('are one for each node of several classes', async () => {
    expect(await rowsOf('{ Work }')).toBe(books)
    expect(await rowsOf('{ Work(first: 7) }')).toBe(7)
  })

  it('are the sum for fragments on each of the classes', async () => {
    expect(
      await rowsOf('{ Work { ... on Book { title } ... on Classic { title } ... on Film { length } } }'),
    ).toBe(books + books + books / 2)
    expect(await rowsOf('{ Work(first: 10) { ... on Book { tag author } ... on Classic { tag } } }')).toBe(
      10 + 10 * (2 + 3) + 5 * 2,
    )
  })

  it('are no more for nodes that are of several of the classes', async () => {
    // For each work itself, that it is read, and its tags.
    expect(await rowsOf('{ Work(first: 10) { ... on Read { ... on Book { tag } } } }')).toBe(10 * (1 + 1 + 2))
    // For each tag what is computed of it.
    const computed =
      '{ Work(first: 10) { ... on Tagged { tag @optional shout @bind(to: "UCASE($tag)") @optional } } }'
    expect(await rowsOf(computed)).toBe(10 * 2)
  })

  it('are one for each class of a node beside, where the names of types are asked for', async () => {
    expect(await rowsOf('{ Work { __typename } }')).toBe(books + books / 2)
    expect(await rowsOf('{ Book { __typename title tag } }')).toBe(books * 2)
  })

  it('are those of the nodes that are shown where a condition holds twice', async () => {
    expect(await rowsOf('{ Book(tag: "red", first: 5) { title authorNames } }')).toBe(5 * 3)
  })
})
