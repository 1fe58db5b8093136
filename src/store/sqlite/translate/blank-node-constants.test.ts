import { expect, it } from 'vitest'
import { blank, iri, type Quad } from '../../../rdf/term.ts'
import { bgp, call, filter, join, type Operation, term, variable } from '../../../sparql/algebra.ts'
import { loadQuads } from '../change/load.ts'
import { inMemory, openDatabase } from '../connection.ts'
import { createSqliteStore } from '../sqlite-store.ts'

const knows = iri('http://example.com/knows')
const person = (name: string, known: string): Quad => ({
  subject: iri(`http://example.com/${name}`),
  predicate: knows,
  object: blank(known),
  graph: null,
})

const pattern = bgp([{ subject: variable('0'), predicate: knows, object: variable('1') }])
const named = iri('_:x')

it.each<[place: string, operation: Operation]>([
  ['a pattern', bgp([{ subject: variable('0'), predicate: knows, object: named }])],
  ['an expression', filter(pattern, [call('=', variable('1'), term(named))])],
  ['a table', join([{ kind: 'values', variables: ['1'], rows: [[named]] }, pattern])],
])('<_:label> in %s is the blank node of that label', async (_place, operand) => {
  const database = openDatabase(inMemory)
  await loadQuads(database, [[person('a', 'x'), person('b', 'y')]])
  const store = createSqliteStore(database)
  const operation: Operation = { kind: 'project', variables: ['0'], operand }
  const solutions = store.select({ kind: 'select', operation })
  const found: string[] = []
  for await (const batch of solutions.batches) {
    for (const [cell = null] of batch) if (cell !== null) found.push(solutions.term(cell).value)
  }
  expect(found).toEqual(['http://example.com/a'])
  store.close()
})
