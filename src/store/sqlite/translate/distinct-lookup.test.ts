import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { iri, literal, type Quad, rdf } from '../../../rdf/term.ts'
import type { Operation, SelectQuery } from '../../../sparql/algebra.ts'
import { parseQuery } from '../../../sparql/parse.ts'
import type { PlanNode } from '../../store.ts'
import { loadQuads } from '../change/load.ts'
import { inMemory, openDatabase } from '../connection.ts'
import { createSqliteStore, type SqliteStore } from '../sqlite-store.ts'

const persons = 2_000
const ex = (name: string) => iri(`http://example.com/${name}`)
const quad = (subject: string, predicate: string, object: Quad['object'], graph?: string): Quad => ({
  subject: ex(subject),
  predicate: predicate === 'a' ? iri(rdf.type) : ex(predicate),
  object,
  graph: graph === undefined ? null : ex(graph),
})

/** Persons of fifty classes, some of two, each with two friends, of which one is a colleague too, and others of no class. */
function* people(): Generator<Quad> {
  for (let number = 0; number < persons; number++) {
    const person = `p${number}`
    yield quad(person, 'a', ex(`C${number % 50}`))
    if (number % 10 === 0) yield quad(person, 'a', ex(`C${(number + 1) % 50}`), 'g')
    yield quad(person, 'name', literal(`Person ${number}`))
    yield quad(person, 'friend', ex(`p${(number + 1) % persons}`))
    yield quad(person, 'friend', ex(`p${(number + 2) % persons}`))
    yield quad(person, 'colleague', ex(`p${(number + 1) % persons}`), 'g')
    yield quad(`t${number}`, 'a', ex('Thing'))
    yield quad(`t${number}`, 'name', literal(`Person ${number}`))
    yield quad(`t${number}`, 'owner', ex(person))
  }
}

const classes = Array.from({ length: 50 }, (_, number) => `:C${number}`).join(' ')
const isPerson = (variable: string) =>
  `{ SELECT DISTINCT ?${variable} { VALUES ?class { ${classes} } ?${variable} a ?class } }`
const knows = (from: string, to: string) =>
  `{ SELECT DISTINCT ${[from, to].filter((one) => one.startsWith('?')).join(' ')} { ${from} ?link ${to} VALUES ?link { :friend :colleague :none } } }`
/** Whoever is a person, or owned by something. */
const isOwned = (variable: string) =>
  `{ SELECT DISTINCT ?${variable} { { VALUES ?class { :C1 :C2 } ?${variable} a ?class } UNION { ?thing :owner ?${variable} } } }`

let store: SqliteStore

beforeAll(async () => {
  const database = openDatabase(inMemory)
  await loadQuads(database, [[...people()]])
  store = createSqliteStore(database)
})
afterAll(() => store.close())

function select(text: string): SelectQuery {
  const query = parseQuery(text, { namespaces: new Map([['', ex('').value]]) })
  if (query.kind !== 'select') throw new Error('No SELECT')
  return query
}

async function answer(text: string): Promise<readonly string[]> {
  const { batches, term } = store.select(select(text))
  const found: string[] = []
  for await (const batch of batches)
    for (const row of batch)
      found.push(row.map((cell) => (cell === null ? '-' : term(cell).value.replace(/^.*\//, ''))).join(' '))
  return found.sort()
}

function labels(node: PlanNode): readonly string[] {
  return [node.label, ...node.children.flatMap(labels)]
}

describe('what is looked up of a subselect with DISTINCT', () => {
  it.each<readonly [string, string, readonly string[]]>([
    ['its only column', `SELECT ?x { ?x :name "Person 10" . ${isPerson('x')} }`, ['p10']],
    ['its column by inline data', `SELECT ?x { VALUES ?x { :p10 :t10 :absent } ${isPerson('x')} }`, ['p10']],
    [
      'what its first column leads to',
      `SELECT ?y { ?x :name "Person 10" . ${knows('?x', '?y')} }`,
      ['p11', 'p12'],
    ],
    ['what leads to its second', `SELECT ?x { ?y :name "Person 10" . ${knows('?x', '?y')} }`, ['p8', 'p9']],
    ['both', `SELECT ?x { ?x :name "Person 10" . ?y :name "Person 11" . ${knows('?x', '?y')} }`, ['p10']],
    [
      'one after the other',
      `SELECT ?z { ?x :name "Person 10" . ${knows('?x', '?y')} ${knows('?y', '?z')} ${isPerson('z')} }`,
      ['p12', 'p13', 'p13', 'p14'],
    ],
    ['a way of a union', `SELECT ?x { ?x :name "Person 10" . ${isOwned('x')} }`, ['p10']],
    [
      'in an arm',
      `SELECT ?x ?y { { ?x :name "Person 10" . ${isPerson('x')} } UNION { ?x :name "Person 11" . ${knows('?x', '?y')} } }`,
      ['p10 -', 'p11 p12', 'p11 p13'],
    ],
    [
      'for an optional part',
      `SELECT ?x ?y { ?x :name "Person 10" OPTIONAL { ${knows('?x', '?y')} } }`,
      ['p10 p11', 'p10 p12', 't10 -'],
    ],
    [
      'for an optional part of several patterns',
      `SELECT ?x ?y { ?x :name "Person 10" OPTIONAL { ${knows('?x', '?y')} ?y :name "Person 12" . ${isPerson('y')} } }`,
      ['p10 p12', 't10 -'],
    ],
    [
      'in EXISTS',
      `SELECT ?x { ?x :name "Person 10" FILTER EXISTS { ${knows('?x', '?y')} ${isPerson('y')} } }`,
      ['p10'],
    ],
    ['in NOT EXISTS', `SELECT ?x { ?x :name "Person 10" FILTER NOT EXISTS { ${isPerson('x')} } }`, ['t10']],
    [
      'in EXISTS within EXISTS',
      `SELECT ?x { ?x :name "Person 10" FILTER EXISTS { ${knows('?x', '?y')} FILTER EXISTS { ${knows('?y', '?z')} ?z :name "Person 14" } } }`,
      ['p10'],
    ],
    ['by MINUS', `SELECT ?x { ?x :name "Person 10" MINUS { ${isPerson('x')} } }`, ['t10']],
    [
      'for groups',
      `SELECT ?x (COUNT(*) AS ?n) { ?x :name "Person 10" . ${knows('?x', '?y')} } GROUP BY ?x`,
      ['p10 2'],
    ],
    [
      'for what is ordered',
      `SELECT ?y { ?x :name "Person 10" . ${knows('?x', '?y')} } ORDER BY DESC(?y) LIMIT 1`,
      ['p12'],
    ],
    ['in a graph', `SELECT ?y { ?x :name "Person 10" GRAPH :g { ${knows('?x', '?y')} } }`, ['p11']],
    ['in each graph', `SELECT ?g ?y { ?x :name "Person 10" GRAPH ?g { ${knows('?x', '?y')} } }`, ['g p11']],
    [
      'of a page',
      `SELECT ?x ?y { { SELECT ?x { ${isPerson('x')} ?x :name ?n } LIMIT 1 } ${knows('?x', '?y')} }`,
      ['p0 p1', 'p0 p2'],
    ],
    [
      'with three columns',
      `SELECT ?y ?z { ?x :name "Person 10" . { SELECT DISTINCT ?x ?y ?z { ?x ?link ?y . ?y :friend ?z VALUES ?link { :friend :colleague } } } }`,
      ['p11 p12', 'p11 p13', 'p12 p13', 'p12 p14'],
    ],
  ])('is %s', async (_, text, expected) => {
    await expect(answer(text)).resolves.toEqual(expected)
    const plan = labels(store.plan(select(text)))
    expect(plan).toContain('Lookup')
  })

  it('is whether there is any, where it has no columns', async () => {
    const query = select(
      `SELECT ?n { :p7 :name ?n { SELECT * { :p7 a ?class VALUES ?class { ${classes} } } } }`,
    )
    const whole = query.operation.kind === 'project' ? query.operation.operand : query.operation
    if (whole.kind !== 'join') throw new Error('No join')
    const [name, typed] = whole.operands
    if (name === undefined || typed === undefined) throw new Error('No operands')
    const any: Operation = { kind: 'distinct', operand: { kind: 'project', variables: [], operand: typed } }
    const test: SelectQuery = { kind: 'select', operation: { kind: 'join', operands: [name, any] } }
    const rows: unknown[] = []
    for await (const batch of store.select(test).batches) rows.push(...batch)
    expect(rows).toHaveLength(1)
    expect(labels(store.plan(test))).toContain('Lookup')
  })

  it('is nothing where each of its rows is wanted', async () => {
    const text = `SELECT (COUNT(*) AS ?n) { ${isPerson('x')} ${isOwned('x')} }`
    await expect(answer(text)).resolves.toEqual([String(persons)])
    const all = `SELECT (COUNT(*) AS ?n) { ${isPerson('x')} }`
    await expect(answer(all)).resolves.toEqual([String(persons)])
    expect(labels(store.plan(select(all)))).not.toContain('Lookup')
  })

  it('is made once where it would be another one each time', async () => {
    const random = '{ SELECT DISTINCT ?x { ?x :friend ?y FILTER(RAND() < 2) } }'
    const text = `SELECT ?x { ?x :name "Person 10" . ${random} }`
    await expect(answer(text)).resolves.toEqual(['p10'])
    expect(labels(store.plan(select(text)))).not.toContain('Lookup')
  })

  it('is made once where its columns may be terms that are not stored', async () => {
    const text = `SELECT ?n { ?x :name "Person 10" . { SELECT DISTINCT ?x ?n { ?x :friend ?y BIND(STRLEN(STR(?y)) AS ?n) } } }`
    await expect(answer(text)).resolves.toEqual(['22'])
    expect(labels(store.plan(select(text)))).not.toContain('Lookup')
  })
})

describe('a list of terms', () => {
  it.each<readonly [string, string, readonly string[], RegExp]>([
    [
      'is sought where nothing else is known',
      `SELECT ?x ?c { VALUES ?c { :C48 :C49 :Absent } ?x a ?c . ?x :friend :p0 }`,
      ['p1998 C48', 'p1999 C49'],
      /./,
    ],
    [
      'is tested where the subject is known',
      `SELECT ?x { VALUES ?c { ${classes} } ?x a ?c . ?x :name "Person 10" }`,
      ['p10', 'p10'],
      /Scan\[PSO\]\(\?x, .*, \?c \(50\)\)/,
    ],
    [
      'is sought by its predicates',
      'SELECT ?p { ?x :name "Person 10" . ?x ?p ?y VALUES ?p { :owner :colleague } }',
      ['colleague', 'owner'],
      /\?p \(2\)/,
    ],
    [
      'may be of subjects',
      'SELECT ?n { VALUES ?x { :p1 :p2 } ?x :name ?n }',
      ['Person 1', 'Person 2'],
      /\?x \(2\)/,
    ],
    ['may have nothing stored', 'SELECT ?x { VALUES ?c { :None :Nothing } ?x a ?c }', [], /./],
    ['may be empty', 'SELECT ?x { VALUES ?c { } ?x a ?c }', [], /./],
    [
      'counts what is in it twice',
      'SELECT ?n { VALUES ?x { :p1 :p1 } ?x :name ?n }',
      ['Person 1', 'Person 1'],
      /Values/,
    ],
    [
      'may leave a place open',
      'SELECT ?n { VALUES ?x { :p1 UNDEF } ?x :name ?n FILTER(?n IN ("Person 1", "Person 2")) }',
      ['Person 1', 'Person 1', 'Person 1', 'Person 2', 'Person 2'],
      /Values/,
    ],
    [
      'is tested where two patterns speak of it',
      `SELECT ?x ?y { VALUES ?c { :C48 :C49 } ?x a ?c . ?y a ?c . ?x :name "Person 48" . ?y :name "Person 98" }`,
      ['p48 p98'],
      /./,
    ],
    [
      'is tested once a path has bound it',
      `SELECT ?x { VALUES ?x { ${Array.from({ length: 30 }, (_, number) => `:p${number}`).join(' ')} } :p25 (:friend/:friend?)+ ?x FILTER(?x != :p29) FILTER EXISTS { ?x :friend :p28 } }`,
      ['p26', 'p27'],
      /Values/,
    ],
    [
      'holds in an optional part',
      'SELECT ?x ?c { ?x :name "Person 10" OPTIONAL { ?x a ?c VALUES ?c { :C10 :C12 :Thing } } }',
      ['p10 C10', 't10 Thing'],
      /LeftJoin/,
    ],
    [
      'holds in EXISTS',
      'SELECT ?x { ?x :name "Person 10" FILTER EXISTS { ?x a ?c VALUES ?c { :C10 :C12 } } }',
      ['p10'],
      /Exists/,
    ],
    [
      'holds in each graph',
      'SELECT ?g ?c { GRAPH ?g { :p10 a ?c VALUES ?c { :C10 :C11 } } }',
      ['g C11'],
      /./,
    ],
    [
      'holds of what EXISTS puts in its place',
      'SELECT ?c { :p10 a ?c FILTER EXISTS { ?x a ?c VALUES ?c { :C11 :C12 } } }',
      ['C11'],
      /Exists/,
    ],
  ])('%s', async (_, text, expected, label) => {
    await expect(answer(text)).resolves.toEqual(expected)
    expect(labels(store.plan(select(text))).join('\n')).toMatch(label)
  })

  it('tests the classes of one node without making anything of a long list first', async () => {
    const some = Array.from({ length: 25 }, (_, at) => `:C${2 * at}`).join(' ')
    const isEven = (node: string) =>
      `SELECT ?x { VALUES ?x { :${node} } { SELECT DISTINCT ?x { VALUES ?class { ${some} } ?x a ?class } } }`
    expect(store.prepare(select(isEven('p7'))).text).not.toMatch('json_each')
    for (let number = 0; number < 60; number++) {
      // Of every tenth another class is stated too.
      const isOne = number % 2 === 0
      expect(await answer(isEven(`p${number}`))).toEqual(isOne ? [`p${number}`] : [])
    }
    expect(await answer(isEven('t0'))).toEqual([])
    const all = `SELECT ?x { ?x :name ?name . ${isPerson('x')} }`
    expect(store.prepare(select(all)).text).toMatch('json_each')
    expect(await answer(all)).toHaveLength(persons)
  })

  it('may be there for more patterns than SQLite joins tables', async () => {
    const patterns = Array.from(
      { length: 45 },
      (_, number) => `?x ?link${number} ?name${number} VALUES ?link${number} { :name :owner }`,
    )
    const text = `SELECT ?x { ?x :name "Person 10" . ?x a :C10 . ${patterns.join(' ')} }`
    await expect(answer(text)).resolves.toEqual(['p10'])
  })
})
