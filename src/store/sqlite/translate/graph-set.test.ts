import { afterEach, expect, it } from 'vitest'
import { iri, literal, type Quad } from '../../../rdf/term.ts'
import { allGraphs, type Dataset, defaultGraph, everyGraph, namedGraphs } from '../../../sparql/algebra.ts'
import { parseQuery } from '../../../sparql/parse.ts'
import { loadQuads } from '../change/load.ts'
import { inMemory, openDatabase } from '../connection.ts'
import { createSqliteStore, type SqliteStore } from '../sqlite-store.ts'

const ex = (name: string) => `http://example.com/${name}`
const namespaces = new Map([['', ex('')]])

/** A triple that all graphs have, and one of each graph alone. */
const quads: readonly Quad[] = [null, iri(ex('g')), iri(ex('h'))].flatMap((graph) =>
  ['all', graph?.value.at(-1) ?? 'default'].map((value) => ({
    subject: iri(ex('s')),
    predicate: iri(ex('p')),
    object: literal(value),
    graph,
  })),
)

const opened: SqliteStore[] = []
afterEach(() => {
  for (const store of opened.splice(0)) store.close()
})

async function answer(text: string, dataset?: Dataset): Promise<readonly string[]> {
  const database = openDatabase(inMemory)
  await loadQuads(database, [quads])
  const store = createSqliteStore(database)
  opened.push(store)
  const query = parseQuery(text, { namespaces })
  if (query.kind !== 'select') throw new Error('No SELECT')
  const { batches, term } = store.select({ ...query, ...(dataset && { dataset }) })
  const found: string[] = []
  for await (const batch of batches)
    for (const row of batch)
      found.push(
        row
          .map((cell) =>
            cell === null
              ? '-'
              : term(cell)
                  .value.replace(ex(''), ':')
                  .replace(/^tag:.*:/, ''),
          )
          .join(' '),
      )
  return found.sort()
}

const values = 'SELECT ?o { ?s :p ?o }'
const named = 'SELECT ?g ?o { GRAPH ?g { ?s :p ?o } }'
const inGraph = (name: string) => `SELECT ?o { GRAPH <${name}> { ?s :p ?o } }`

it.each<readonly [string, readonly string[]]>([
  ['', ['all', 'default', 'g', 'h']],
  [`FROM <${defaultGraph}>`, ['all', 'default']],
  [`FROM <${namedGraphs}>`, ['all', 'g', 'h']],
  [`FROM <${allGraphs}>`, ['all', 'default', 'g', 'h']],
  [`FROM <${everyGraph}>`, ['all', 'default', 'g', 'h']],
  [`FROM :g FROM <${everyGraph}>`, ['all', 'default', 'g', 'h']],
  [`FROM <${defaultGraph}> FROM <${namedGraphs}>`, ['all', 'default', 'g', 'h']],
  ['FROM :g', ['all', 'g']],
  ['FROM :g FROM :h', ['all', 'g', 'h']],
  [`FROM :g FROM <${defaultGraph}> FROM :g`, ['all', 'default', 'g']],
  [`FROM :g FROM <${namedGraphs}>`, ['all', 'g', 'h']],
  ['FROM :unknown', []],
  ['FROM :unknown FROM :h', ['all', 'h']],
  ['FROM NAMED :g', []],
])('matches patterns in the default graph of %j', async (from, expected) => {
  await expect(answer(`SELECT ?o ${from} { ?s :p ?o }`)).resolves.toEqual(expected)
})

it.each<readonly [string, readonly string[]]>([
  ['', [':g all', ':g g', ':h all', ':h h']],
  ['FROM NAMED :g', [':g all', ':g g']],
  ['FROM NAMED :g FROM NAMED :unknown', [':g all', ':g g']],
  [`FROM NAMED <${namedGraphs}>`, [':g all', ':g g', ':h all', ':h h']],
  [`FROM NAMED <${allGraphs}>`, [':g all', ':g g', ':h all', ':h h']],
  [`FROM NAMED <${everyGraph}>`, [':g all', ':g g', ':h all', ':h h']],
  ['FROM :g', []],
  [`FROM NAMED <${defaultGraph}>`, []],
])('lets GRAPH ?g name the named graphs of %j', async (from, expected) => {
  await expect(answer(named.replace('{', `${from} {`))).resolves.toEqual(expected)
})

it.each<readonly [string, string, readonly string[]]>([
  ['', ex('g'), ['all', 'g']],
  ['', defaultGraph, ['all', 'default']],
  ['', namedGraphs, ['all', 'g', 'h']],
  ['', allGraphs, ['all', 'default', 'g', 'h']],
  ['', everyGraph, ['all', 'default', 'g', 'h']],
  [`FROM NAMED <${everyGraph}>`, allGraphs, ['all', 'default', 'g', 'h']],
  ['FROM NAMED :g', everyGraph, []],
  ['', ex('unknown'), []],
  ['FROM NAMED :g', ex('h'), []],
  ['FROM NAMED :g', defaultGraph, []],
  [`FROM NAMED <${defaultGraph}>`, defaultGraph, ['all', 'default']],
  ['FROM :g', ex('g'), []],
])('with %j, finds in GRAPH <%s>', async (from, name, expected) => {
  await expect(answer(inGraph(name).replace('{', `${from} {`))).resolves.toEqual(expected)
})

it('takes a dataset that is given for the query', async () => {
  const whole: Dataset = { default: [defaultGraph], named: [namedGraphs] }
  await expect(answer(values, whole)).resolves.toEqual(['all', 'default'])
  await expect(answer(named, whole)).resolves.toEqual([':g all', ':g g', ':h all', ':h h'])
  await expect(answer(inGraph(allGraphs), whole)).resolves.toEqual(['all', 'default', 'g', 'h'])
  await expect(answer(values, { default: [], named: [] })).resolves.toEqual([])
  await expect(answer(named, { default: [], named: [] })).resolves.toEqual([])
})

it.each<readonly [string, string, readonly string[]]>([
  ['', 'SELECT ?g { GRAPH ?g {} }', [':g', ':h']],
  // SPARQL 1.1, 13.1: an IRI of FROM NAMED is in the dataset, whatever triples its graph has.
  ['FROM NAMED :g FROM NAMED :unknown', 'SELECT ?g { GRAPH ?g {} }', [':g', ':unknown']],
  ['FROM NAMED :unknown', 'SELECT * { GRAPH :unknown {} }', ['']],
  ['FROM NAMED :unknown', 'SELECT ?o { GRAPH :unknown { OPTIONAL { ?s :p ?o } } }', ['-']],
  ['', 'SELECT * { GRAPH :unknown {} }', []],
  ['FROM NAMED :g', 'SELECT * { GRAPH :h {} }', []],
  [
    'FROM NAMED :g FROM NAMED :unknown',
    'SELECT ?g ?n { GRAPH ?g { SELECT (COUNT(*) AS ?n) { ?s :p ?o } } }',
    [':g 2', ':unknown 0'],
  ],
])('with %j, answers %s', async (from, text, expected) => {
  const at = text.indexOf('{')
  await expect(answer(`${text.slice(0, at)} ${from} ${text.slice(at)}`)).resolves.toEqual(expected)
})
