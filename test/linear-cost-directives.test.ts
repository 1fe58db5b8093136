import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compile } from '../src/compiler/compile.ts'
import { defaultNamespaces } from '../src/rdf/namespaces.ts'
import { iri, languageString, literal, type Quad, rdf, type Term } from '../src/rdf/term.ts'
import type { SqliteStore } from '../src/store/sqlite/sqlite-store.ts'
import { embeddedOf } from './embedded.ts'

const base = 'http://api.stardog.com/'
const integer = 'http://www.w3.org/2001/XMLSchema#integer'

/** Nodes, each with k values of `a`, l of `b` and m of `c`, k objects and k names. */
const [nodes, k, l, m] = [20, 4, 5, 6]

function* quads(): Generator<Quad> {
  for (let node = 0; node < nodes; node++) {
    const subject = iri(`${base}n${node}`)
    const add = (property: string, object: Term): Quad => ({
      subject,
      predicate: iri(base + property),
      object,
      graph: null,
    })
    yield { subject, predicate: iri(rdf.type), object: iri(`${base}Node`), graph: null }
    yield { subject, predicate: iri(rdf.type), object: iri(`${base}Other`), graph: null }
    yield add('one', literal(String(node), integer))
    for (let value = 0; value < k; value++) {
      yield add('a', literal(String(value), integer))
      yield add('link', iri(`${base}n${(node + value) % nodes}`))
      yield add('name', languageString(`name ${value}`, value % 2 === 0 ? 'en' : 'de'))
    }
    for (let value = 0; value < l; value++) yield add('b', literal(String(value), integer))
    for (let value = 0; value < m; value++) yield add('c', literal(String(value), integer))
  }
}

let store: SqliteStore

beforeAll(async () => {
  store = await embeddedOf([...quads()])
})

afterAll(() => store.close())

/** Rows that the store gives for each node. */
async function rowsOf(selection: string): Promise<number> {
  const facts = { namespaces: defaultNamespaces, statistics: store.statistics() }
  const { plan } = compile({ query: `{ Node { ${selection} } }` }, facts)
  let rows = 0
  for await (const batch of store.select(plan.query, { grouping: plan.grouping }).batches)
    rows += batch.length
  return rows / nodes
}

describe('siblings of k, l and m values cost', () => {
  it.each<[cost: string, rows: number, selection: string]>([
    ['k + l + m, required', k + l + m, 'a b c'],
    [
      'k + l + m and one row more, where all are @optional',
      k + l + m + 1,
      'a @optional b @optional c @optional',
    ],
    ['k × l + m, where a @filter needs two', k * l + m, 'a b c @filter(if: "$a >= 0 && $b >= 0")'],
    ['what passes of k × l, and m', k + m, 'a b c @filter(if: "$a = $b")'],
    ['k + l + m, where a @filter needs one', k + l + m, 'a b c @filter(if: "$b >= 0")'],
    [
      'k + l + m, where two @filter need one each',
      k + l + m,
      'a b @filter(if: "$a >= 0") c @filter(if: "$c >= 0")',
    ],
    ['k + l + m, where a @filter needs a single value', k + l + m, 'one a b c @filter(if: "$one >= 0")'],
    ['k × l + m, where a @bind needs two', k * l + m, 'a b c sum @bind(to: "$a + $b")'],
    ['k + l + m, where a @bind needs one', k + l + m, 'a b c sum @bind(to: "$a + 1")'],
    ['k + l + m, where a @bind needs none', k + l + m, 'a b c two @bind(to: "2")'],
    [
      'k × l + m, where a @bind of a @bind needs two',
      k * l + m,
      'a b c x @bind(to: "$a + 1") y @bind(to: "$x + $b")',
    ],
    ['k × l + m, where a @skip of one is about another', k * l + m, 'a b @skip(if: "$a < 0") c'],
    ['k × l + m, where an @include of one is about another', k * l + m, 'a b @include(if: "$a >= 0") c'],
    [
      'what is left of k, and l + m, where a @skip is about its own value',
      2 + l + m,
      'a @skip(if: "$a > 1") b c',
    ],
    ['k + l + m, where a @skip is about a single value', k + l + m, 'one a @skip(if: "$one < 0") b c'],
    ['l + m, where a leaf has @hide', l + m, 'a @hide b c'],
    ['l + m, where a @filter needs only what has @hide', k + l + m, 'a @hide b c @filter(if: "$a >= 0")'],
    ['k + l + m, with a single value of each of k objects under @hide', k + l + m, 'link @hide { one } b c'],
    ['k + l + m, with @type', k + l + m, 'Other @type { a } b c'],
    ['k + l + m, with @lang of half of k', k / 2 + l + m, 'name @lang(prefer: "de") b c'],
    ['k + l + m, with k in a fragment', k + l + m, '... on Other { a } b c'],
    ['k + l + m, with single values in a fragment beside', 1 + k + l + m, '... on Other { one } a b c'],
    ['k (l + m) at the next level', k * (l + m), 'link { b c }'],
  ])('%s', async (_cost, rows, selection) => {
    expect(await rowsOf(selection)).toBe(rows)
  })
})
