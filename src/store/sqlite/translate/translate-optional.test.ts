import { expect, it } from 'vitest'
import { iri, rdf } from '../../../rdf/term.ts'
import { bgp, type Operation, variable } from '../../../sparql/algebra.ts'
import { loadQuads } from '../change/load.ts'
import { inMemory, openDatabase } from '../connection.ts'
import { createSqliteStore } from '../sqlite-store.ts'

const link = iri('http://example.org/link')
const thing = iri('http://example.org/Thing')
const step = (from: number, to: number) => ({
  subject: variable(`v${from}`),
  predicate: link,
  object: variable(`v${to}`),
})

/** `{ … OPTIONAL { ?v0 :link ?v1 . ?v1 a :Thing OPTIONAL { ?v1 :link ?v2 . … } } }` */
function nested(depth: number, level = 0): Operation {
  const own = bgp([
    step(level, level + 1),
    { subject: variable(`v${level + 1}`), predicate: iri(rdf.type), object: thing },
  ])
  return depth === 1 ? own : { kind: 'leftJoin', left: own, right: nested(depth - 1, level + 1) }
}

it('keeps the SQL of optionals within optionals about as long as the query', async () => {
  const database = openDatabase(inMemory)
  const node = iri('http://example.org/a')
  await loadQuads(database, [
    [
      { subject: node, predicate: link, object: node, graph: null },
      { subject: node, predicate: iri(rdf.type), object: thing, graph: null },
    ],
  ])
  const store = createSqliteStore(database)
  const length = (depth: number) => store.prepare({ kind: 'select', operation: nested(depth) }).text.length
  expect(length(16)).toBeLessThan(8 * length(4))
  const rows: (readonly unknown[])[] = []
  for await (const batch of store.select({ kind: 'select', operation: nested(16) }).batches)
    rows.push(...batch)
  expect(rows).toHaveLength(1)
  expect(new Set(rows[0]).size).toBe(1)
  store.close()
})
