import { afterEach, expect, it } from 'vitest'
import { iri, type Quad } from '../../../rdf/term.ts'
import { parseQuery } from '../../../sparql/parse.ts'
import { loadQuads } from '../change/load.ts'
import { inMemory, openDatabase } from '../connection.ts'
import { createSqliteStore, type SqliteStore } from '../sqlite-store.ts'

const ex = (name: string) => iri(`http://example.com/${name}`)
const quads: readonly Quad[] = ['a p b', 'b p c', 'c p c', 'a q d', 'b q d', 'd r a', 'c r b'].map((line) => {
  const [subject = '', predicate = '', object = ''] = line.split(' ')
  return { subject: ex(subject), predicate: ex(predicate), object: ex(object), graph: null }
})

const opened: SqliteStore[] = []
afterEach(() => {
  for (const store of opened.splice(0)) store.close()
})

async function storeOf(): Promise<SqliteStore> {
  const database = openDatabase(inMemory)
  await loadQuads(database, [quads])
  const store = createSqliteStore(database)
  opened.push(store)
  return store
}

function prepare(store: SqliteStore, pattern: string) {
  const query = parseQuery(`SELECT ?s ?o { ?s :p ?o FILTER ${pattern} }`, {
    namespaces: new Map([['', ex('').value]]),
  })
  if (query.kind !== 'select') throw new Error('No SELECT')
  return store.prepare(query)
}

async function answer(pattern: string): Promise<string> {
  const { batches, term } = prepare(await storeOf(), pattern).run()
  const found: string[] = []
  for await (const batch of batches)
    for (const row of batch)
      found.push(row.map((cell) => (cell === null ? '-' : term(cell).value.replace(/^.*\//, ''))).join(''))
  return found.sort().join(' ')
}

it.each([
  // Nothing else speaks of what is optional.
  ['EXISTS { ?s :q ?x OPTIONAL { ?x :r ?y } }', 'ab bc'],
  ['EXISTS { ?s :q ?x OPTIONAL { ?x :none ?y } }', 'ab bc'],
  ['EXISTS { OPTIONAL { ?s :none ?y } }', 'ab bc cc'],
  ['NOT EXISTS { ?s :q ?x OPTIONAL { ?x :r ?y } }', 'cc'],
  // A filter, a pattern, a MINUS or another EXISTS does.
  ['EXISTS { ?s :q ?x OPTIONAL { ?x :r ?y } FILTER(?y = ?s) }', 'ab'],
  ['EXISTS { ?s :q ?x OPTIONAL { ?x :r ?y } ?y :p ?o }', 'ab'],
  ['EXISTS { ?s :q ?x OPTIONAL { ?x :r ?y } MINUS { ?y :p ?o } }', 'bc'],
  ['EXISTS { ?s :q ?x OPTIONAL { ?x :r ?y } FILTER NOT EXISTS { ?y :p ?o } }', 'bc'],
  ['EXISTS { ?s :q ?x OPTIONAL { ?x :r ?y } BIND(?y AS ?z) FILTER(?z = ?s) }', 'ab'],
  ['EXISTS { ?s :q ?x BIND(?x AS ?z) }', 'ab bc'],
  ['EXISTS { ?s :q ?x OPTIONAL { ?x :r ?y FILTER(?y = ?s) } FILTER(BOUND(?y)) }', 'ab'],
  ['EXISTS { ?s :q ?x OPTIONAL { ?x :r ?y } OPTIONAL { ?y :p ?z FILTER(?z = ?o) } FILTER(BOUND(?z)) }', 'ab'],
  // A union with the empty pattern has a solution anyhow.
  ['EXISTS { ?s :q ?x { } UNION { ?x :none ?y } }', 'ab bc'],
  ['EXISTS { ?s :q ?x { } UNION { ?x :r ?y } FILTER(?y = ?s) }', 'ab'],
  ['EXISTS { ?s :q ?x { } UNION { ?x :r ?y } { } UNION { ?y :p ?z } FILTER(?z = ?o) }', 'ab bc'],
  ['EXISTS { { } UNION { ?x :none ?s } }', 'ab bc cc'],
  ['(EXISTS { { } UNION { ?x :none ?s } } && EXISTS { ?s :r ?z })', 'cc'],
  // What a variable outside has is put in.
  ['EXISTS { ?x :q ?y OPTIONAL { ?y :r ?o } }', 'ab bc cc'],
  ['EXISTS { ?o :q ?y OPTIONAL { ?y :r ?s } FILTER(BOUND(?s)) }', 'ab'],
  ['EXISTS { BIND(1 AS ?x) ?s :q ?y FILTER(?x = 1) }', 'ab bc'],
  // Unions that would multiply each other.
  ['EXISTS { {?s :q ?x} UNION {?s :r ?x} {?x :r ?y} UNION {?x :p ?y} {?y :p ?o} UNION {?y :r ?o} }', 'ab cc'],
  [
    'EXISTS { ?s :p ?o {?s :q ?x} UNION {?s :r ?x} {?o :q ?y} UNION {?o :r ?y} {?s :p ?u} UNION {?s :q ?u} }',
    'ab bc cc',
  ],
  [
    'NOT EXISTS { ?s :p ?o {?s :q ?x} UNION {?s :r ?x} {?o :q ?y} UNION {?o :none ?y} {?s :p ?u} UNION {?s :q ?u} }',
    'bc cc',
  ],
  [
    'EXISTS { {?s :q ?x} UNION {?s :none ?x} {?s :r ?y} UNION {?s :none ?y} {?o :r ?z} UNION {?o :none ?z} }',
    '',
  ],
  [
    'EXISTS { {?s :q ?x} UNION {?s :none ?x} {?x :r ?s} UNION {?x :none ?y} {?s :p ?z} UNION {?s :none ?z} }',
    'ab',
  ],
  // Within a subselect it counts how many solutions there are.
  [
    `EXISTS { SELECT (COUNT(*) AS ?n) { ${[1, 2, 3]
      .map((at) => `{ ?u${at} :q :d } UNION { ?w${at} :r :a }`)
      .join(' ')} } HAVING(COUNT(*) = 27) }`,
    'ab bc cc',
  ],
])('answers %s', async (pattern, expected) => {
  await expect(answer(pattern)).resolves.toBe(expected)
})

it('looks at no optional part that decides nothing', async () => {
  const text = (pattern: string) => storeOf().then((store) => prepare(store, pattern).text)
  const optional = 'OPTIONAL { ?x :r ?y OPTIONAL { ?y :p ?z } { ?y :q ?u } UNION { ?y :r ?u } }'
  expect(await text(`EXISTS { ?s :q ?x ${optional} }`)).toBe(await text('EXISTS { ?s :q ?x }'))
})

it('tests unions one by one, so that a statement grows with them, and no faster', async () => {
  const unions = (count: number) =>
    Array.from(
      { length: count },
      (_, at) => `{ ?s :p ?x${at} } UNION { ?s :q ?x${at} } UNION { ?x${at} :r ?s }`,
    )
  const length = async (count: number) =>
    prepare(await storeOf(), `EXISTS { ${unions(count).join(' ')} }`).text.length
  const [few, many] = [await length(8), await length(16)]
  expect(many).toBeLessThan(3 * few)
  await expect(answer(`EXISTS { ${unions(12).join(' ')} }`)).resolves.toBe('ab bc cc')
})
