import { expect, it } from 'vitest'
import { iri, type Quad } from '../../../rdf/term.ts'
import type { Operation } from '../../../sparql/algebra.ts'
import { loadQuads } from '../change/load.ts'
import { inMemory, openDatabase } from '../connection.ts'
import { createSqliteStore } from '../sqlite-store.ts'

const node = (number: number) => iri(`http://example.com/n${number}`)
const link = iri('http://example.com/link')
const variable = (name: string) => ({ kind: 'variable', name }) as const

it('joins inline data of more terms than SQLite takes parameters', async () => {
  const pairs = 40_000
  const database = openDatabase(inMemory)
  const quads = Array.from(
    { length: pairs },
    (_, number): Quad => ({ subject: node(number), predicate: link, object: node(number + 1), graph: null }),
  )
  await loadQuads(database, [quads])
  const store = createSqliteStore(database)
  const rows = quads.map((_, number) => [node(number), node(number % 2 === 0 ? number + 1 : number)])
  const operation: Operation = {
    kind: 'join',
    operands: [
      { kind: 'bgp', patterns: [{ subject: variable('a'), predicate: link, object: variable('b') }] },
      { kind: 'values', variables: ['a', 'b'], rows },
    ],
  }
  let found = 0
  for await (const batch of store.select({ kind: 'select', operation }).batches) found += batch.length
  expect(found).toBe(pairs / 2)
  store.close()
})
