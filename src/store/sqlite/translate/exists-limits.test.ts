import { afterEach, expect, it } from 'vitest'
import { iri, literal, type Quad, xsd } from '../../../rdf/term.ts'
import { parseQuery } from '../../../sparql/parse.ts'
import { loadQuads } from '../change/load.ts'
import { inMemory, openDatabase } from '../connection.ts'
import { createSqliteStore, type SqliteStore } from '../sqlite-store.ts'

const ex = (name: string) => iri(`http://example.com/${name}`)
const quads: readonly Quad[] = [
  ...['1', '2'].map((value) => [ex('a'), ex('p'), literal(value, xsd.integer)] as const),
  ...['1', '3'].map((value) => [ex('b'), ex('p'), literal(value, xsd.integer)] as const),
  [ex('a'), ex('next'), ex('b')] as const,
  [ex('b'), ex('next'), ex('a')] as const,
  [ex('c'), ex('next'), ex('d')] as const,
].map(([subject, predicate, object]) => ({ subject, predicate, object, graph: null }))

const opened: SqliteStore[] = []
afterEach(() => {
  for (const store of opened.splice(0)) store.close()
})

async function answer(text: string): Promise<readonly string[]> {
  const database = openDatabase(inMemory)
  await loadQuads(database, [quads])
  const store = createSqliteStore(database)
  opened.push(store)
  const query = parseQuery(text, { namespaces: new Map([['', ex('').value]]) })
  if (query.kind !== 'select') throw new Error('No SELECT')
  const { batches, term } = store.select(query)
  const found: string[] = []
  for await (const batch of batches)
    for (const row of batch)
      found.push(row.map((cell) => (cell === null ? '-' : term(cell).value.replace(/^.*\//, ''))).join(' '))
  return found.sort()
}

/** `?from :next ?x0 . ?x0 :next ?x1 . …` */
function chain(from: string, length: number): string {
  const steps = Array.from({ length }, (_, index) => `?x${index} :next ?x${index + 1}`)
  return [`?${from} :next ?x0`, ...steps].join(' . ')
}

it.each([10, 63, 64, 65, 120, 200])('tests a chain of %i patterns by EXISTS', async (length) => {
  await expect(answer(`SELECT ?s { ?s :next ?o FILTER EXISTS { ${chain('s', length)} } }`)).resolves.toEqual([
    'a',
    'b',
  ])
  await expect(
    answer(`SELECT ?s { ?s :next ?o FILTER NOT EXISTS { ${chain('s', length)} } }`),
  ).resolves.toEqual(['c'])
})

it('keeps the conditions of a long EXISTS', async () => {
  const long = chain('s', 100)
  await expect(
    answer(`SELECT ?s { ?s :next ?o FILTER EXISTS { ${long} FILTER(?x99 = ?s) } }`),
  ).resolves.toEqual(['a', 'b'])
  await expect(
    answer(`SELECT ?s { ?s :next ?o FILTER EXISTS { ${long} FILTER(?x99 = ?o) } }`),
  ).resolves.toEqual([])
  await expect(
    answer(`SELECT ?s { ?s :next ?o FILTER EXISTS { ${long} FILTER(?x99 != ?o && ?x2 = ?o) } }`),
  ).resolves.toEqual(['a', 'b'])
})

// SPARQL 1.1, 18.6: EXISTS puts the values of the solution in place of its variables, in both operands of MINUS.
it('puts the solution into both sides of MINUS', async () => {
  await expect(
    answer('SELECT ?s ?o { ?s :p ?o FILTER EXISTS { ?a :p ?z MINUS { ?a :p ?o } } }'),
  ).resolves.toEqual(['a 2', 'b 3'])
  await expect(
    answer('SELECT ?s ?o { ?s :p ?o FILTER EXISTS { ?s :p ?z MINUS { ?s :p ?z } } }'),
  ).resolves.toEqual([])
})

it('counts whole solutions that differ, beside other aggregates', async () => {
  await expect(
    answer(
      'SELECT (COUNT(DISTINCT *) AS ?d) (COUNT(*) AS ?n) (SUM(?o) AS ?sum) { { ?s :p ?o } UNION { ?s :p ?o } }',
    ),
  ).resolves.toEqual(['4 8 14'])
  await expect(answer('SELECT (COUNT(DISTINCT *) AS ?d) { ?s :none ?o }')).resolves.toEqual(['0'])
  await expect(
    answer('SELECT ?s (COUNT(DISTINCT *) AS ?d) { ?s :p ?o OPTIONAL { ?s :none ?u } } GROUP BY ?s'),
  ).resolves.toEqual(['a 2', 'b 2'])
})
