import { expect, it } from 'vitest'
import { parseSelect } from '../../../../test/parse-select.ts'
import { iri, rdf } from '../../../rdf/term.ts'
import { loadQuads } from '../change/load.ts'
import { inMemory, openDatabase } from '../connection.ts'
import { createSqliteStore } from '../sqlite-store.ts'

const ex = (name: string) => iri(`http://example.com/${name}`)

/** `:a` has a `:l`, which has a `:m`; `:c` has none. */
const data = [
  { subject: ex('a'), predicate: iri(rdf.type), object: ex('G'), graph: null },
  { subject: ex('c'), predicate: iri(rdf.type), object: ex('G'), graph: null },
  { subject: ex('a'), predicate: ex('l'), object: ex('b'), graph: null },
  { subject: ex('b'), predicate: ex('m'), object: ex('d'), graph: null },
]

// SPARQL 1.1, 18.6: EXISTS puts the values of the solution in place of its variables, in OPTIONAL too.
it.each([
  ['EXISTS { OPTIONAL { ?s :l ?y } }', ['a', 'c']],
  ['EXISTS { OPTIONAL { ?s :l ?y } FILTER(BOUND(?y)) }', ['a']],
  ['EXISTS { OPTIONAL { ?s :l ?y } FILTER(!BOUND(?y)) }', ['c']],
  ['NOT EXISTS { OPTIONAL { ?s :l ?y } FILTER(BOUND(?y)) }', ['c']],
  ['EXISTS { ?s a :G OPTIONAL { ?s :l ?y } FILTER(!BOUND(?y)) }', ['c']],
  ['EXISTS { ?z a :G OPTIONAL { ?s :l ?y } FILTER(!BOUND(?y)) }', ['c']],
  ['EXISTS { OPTIONAL { ?s :l ?y . ?y :m ?z } FILTER(!BOUND(?z)) }', ['c']],
  ['EXISTS { OPTIONAL { { ?s :l ?y } UNION { ?s :none ?y } } FILTER(!BOUND(?y)) }', ['c']],
  ['EXISTS { OPTIONAL { ?s :l ?y OPTIONAL { ?y :m ?s } } FILTER(!BOUND(?y)) }', ['c']],
  ['EXISTS { OPTIONAL { ?s :l ?y FILTER(?s = :a) } FILTER(!BOUND(?y)) }', ['c']],
])('takes the solution into an optional part: %s', async (condition, expected) => {
  const database = openDatabase(inMemory)
  await loadQuads(database, [data])
  const store = createSqliteStore(database)
  const namespaces = new Map([['', 'http://example.com/']])
  const solutions = store.select(parseSelect(`SELECT ?s { ?s a :G FILTER ${condition} }`, { namespaces }))
  const found: string[] = []
  for await (const batch of solutions.batches) {
    for (const [cell] of batch) if (typeof cell === 'number') found.push(solutions.term(cell).value)
  }
  expect(found.sort()).toEqual(expected.map((name) => ex(name).value))
  store.close()
})
