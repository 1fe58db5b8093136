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

/** The last parts of the names of the `:G` for which the condition holds. */
async function found(condition: string): Promise<readonly string[]> {
  const database = openDatabase(inMemory)
  await loadQuads(database, [data])
  const store = createSqliteStore(database)
  const namespaces = new Map([['', ex('').value]])
  const { batches, term } = store.select(
    parseSelect(`SELECT ?s { ?s a :G FILTER ${condition} }`, { namespaces }),
  )
  const names: string[] = []
  for await (const batch of batches) {
    for (const [cell] of batch) if (typeof cell === 'number') names.push(term(cell).value.slice(-1))
  }
  store.close()
  return names.sort()
}

// SPARQL 1.1, 18.6: EXISTS puts the values of the solution in place of its variables, in OPTIONAL too.
const cases: readonly (readonly [condition: string, names: readonly string[]])[] = [
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
  ['EXISTS { ?s a :G OPTIONAL { ?s :l ?y . ?y :m ?z } FILTER(BOUND(?z)) }', ['a']],
  ['EXISTS { ?s a :G OPTIONAL { ?s :l ?y . ?y :m ?z } FILTER(?y = :b && ?z = :d) }', ['a']],
  ['EXISTS { ?s a :G OPTIONAL { ?s :l ?y . ?y :m ?z FILTER(?s = :c) } FILTER(!BOUND(?z)) }', ['a', 'c']],
  ['EXISTS { ?x a :G OPTIONAL { ?x :l ?y . ?y :m ?z FILTER(?s = :c) } FILTER(BOUND(?z)) }', ['c']],
  ['EXISTS { ?s a :G OPTIONAL { ?t :l ?y . ?y :m ?z } FILTER(?t != ?s) }', ['c']],
  ['EXISTS { ?s a :G OPTIONAL { ?s :l/:m ?z } OPTIONAL { ?s :l ?y . ?y :m ?z } FILTER(!BOUND(?y)) }', ['c']],
  [
    'EXISTS { ?s a :G OPTIONAL { ?s :l/:m ?z } OPTIONAL { ?t :l ?y . ?y :m ?z } FILTER(?t = :a) }',
    ['a', 'c'],
  ],
  ['EXISTS { ?s a :G OPTIONAL { ?s :l* ?y . ?y :m ?z } FILTER(BOUND(?y)) }', ['a']],
  ['EXISTS { OPTIONAL { :new :l* ?y . ?s a ?t } FILTER(?y = :new) }', ['a', 'c']],
  [
    'EXISTS { ?s a :G OPTIONAL { ?s :l ?y . ?y :m ?z BIND(CONCAT(STR(?z), "x") AS ?t) } FILTER(BOUND(?t)) }',
    ['a'],
  ],
  ['EXISTS { { SELECT ?s { ?s a :G OPTIONAL { ?s :l ?y . ?y :m ?z } FILTER(BOUND(?z)) } } }', ['a']],
  ['EXISTS { ?s a :G OPTIONAL { ?s a :G . ?s a :G } }', ['a', 'c']],
]

it.each(cases)('takes the solution into an optional part: %s', async (condition, expected) => {
  await expect(found(condition)).resolves.toEqual(expected)
})

// What an optional part of many alternatives stands twice for would be large: its matches are a table.
it.each(cases)('takes it into one beside many alternatives: %s', async (condition, expected) => {
  const others = Array.from({ length: 9 }, (_, at) => `{ ?s :none${at} ?u }`)
  const alternatives = ['{ ?s a ?u }', ...others].join(' UNION ')
  const beside = condition.replace('EXISTS {', `EXISTS { ${alternatives} FILTER(BOUND(?u)) `)
  await expect(found(beside)).resolves.toEqual(expected)
})

// A statement twice as large for each optional part would soon be larger than SQLite takes.
it('takes many optional parts of several patterns each', async () => {
  const parts = Array.from({ length: 25 }, (_, at) => `OPTIONAL { ?s :l ?y${at} . ?y${at} :m ?z${at} }`)
  const unbound = parts.map((_, at) => `!BOUND(?z${at})`)
  const tested = `EXISTS { ?s a :G ${parts.join(' ')} FILTER(${unbound.join(' && ')}) }`
  await expect(found(tested)).resolves.toEqual(['c'])
})
