import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  blank,
  type Database,
  iri,
  languageString,
  literal,
  openDatabase,
  type Quad,
  type RdfSource,
  type Solution,
} from '../index.ts'
import type { StepReport } from './change/change.ts'
import type { Isolation } from './engine.ts'

const ns = 'http://people.example/'
const people = `@prefix : <${ns}> .
:ada :name "Ada"@en ; :age 36 ; :knows :bob , [ :name "Eve" ] .
:bob :name "Bob" .
`

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'espalier-sparql-'))
  writeFileSync(join(folder, 'people.ttl'), people)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function turtle(document: string): RdfSource {
  async function* bytes(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(`@prefix : <${ns}> . ${document}`)
  }
  return { name: 'text.ttl', format: 'turtle', bytes: bytes() }
}

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const collected: Item[] = []
  for await (const item of items) collected.push(item)
  return collected
}

const modes: readonly (readonly [Isolation, 'file' | 'memory'])[] = [
  ['process', 'file'],
  ['process', 'memory'],
  ['none', 'file'],
  ['none', 'memory'],
]

describe.each(modes)('the SPARQL of a database, isolation %s, in %s', (isolation, where) => {
  let count = 0
  const open = () =>
    openDatabase(where === 'memory' ? undefined : join(folder, `${isolation}-${count++}.db`), {
      isolation,
      processes: 1,
    })
  const rowsOf = async (database: Pick<Database, 'sparql'>, query: string): Promise<readonly Solution[]> => {
    const result = await database.sparql(query)
    if (result.kind !== 'solutions') throw new Error(`The query made ${result.kind}.`)
    return all(result.rows)
  }
  const names = async (database: Pick<Database, 'sparql'>) =>
    (await rowsOf(database, 'SELECT ?n { ?p :name ?n } ORDER BY ?n')).map((row) => row['n']?.value)

  let asked: Database
  beforeAll(async () => {
    asked = await open()
    await asked.load(join(folder, 'people.ttl'))
  })
  afterAll(() => asked.close())

  it('gives solutions as terms, those that are unbound left out', async () => {
    const result = await asked.sparql('SELECT * { :ada :name ?name OPTIONAL { :ada :mail ?mail } }')
    expect(result).toMatchObject({ kind: 'solutions', variables: ['name', 'mail'] })
    if (result.kind !== 'solutions') return
    expect(await all(result.rows)).toEqual([{ name: languageString('Ada', 'en') }])
  })

  it('gives as many solutions as there are: none, and thousands', async () => {
    expect(await rowsOf(asked, 'SELECT ?x { ?x :none ?y }')).toEqual([])
    const values = Array.from({ length: 5000 }, (_, n) => n).join(' ')
    const rows = await rowsOf(asked, `SELECT ?n { VALUES ?n { ${values} } }`)
    expect(rows).toHaveLength(5000)
    expect(rows[4999]).toEqual({ n: literal('4999', 'http://www.w3.org/2001/XMLSchema#integer') })
  })

  it('ends a query whose rows are not read to their end', async () => {
    const values = Array.from({ length: 300 }, (_, n) => n).join(' ')
    const result = await asked.sparql(`SELECT ?a ?b { VALUES ?a { ${values} } VALUES ?b { ${values} } }`)
    if (result.kind !== 'solutions') throw new Error('The query made no solutions.')
    for await (const row of result.rows) {
      expect(row['a']?.value).toBe('0')
      break
    }
    expect(await asked.sparql('ASK { }')).toEqual({ kind: 'boolean', value: true })
  })

  it('gives booleans', async () => {
    expect(await asked.sparql('ASK { :ada :knows :bob }')).toEqual({ kind: 'boolean', value: true })
    expect(await asked.sparql('ASK { :bob :knows :ada }')).toEqual({ kind: 'boolean', value: false })
  })

  it('gives graphs as quads, their blank nodes the same as those of solutions', async () => {
    const result = await asked.sparql('CONSTRUCT { ?x :called ?n } WHERE { :ada :knows ?x . ?x :name ?n }')
    if (result.kind !== 'graph') throw new Error('The query made no graph.')
    const quads: readonly Quad[] = await all(result.quads)
    const eve = (await rowsOf(asked, 'SELECT ?x { ?x :name "Eve" }'))[0]?.['x']
    expect(eve?.kind).toBe('blank')
    const triple = (subject: Quad['subject'], name: string): Quad => ({
      subject,
      predicate: iri(`${ns}called`),
      object: literal(name),
      graph: null,
    })
    expect(quads).toHaveLength(2)
    expect(quads).toEqual(
      expect.arrayContaining([triple(iri(`${ns}bob`), 'Bob'), triple(blank(eve?.value ?? ''), 'Eve')]),
    )
  })

  it('takes terms for variables, graphs, and a part of the solutions', async () => {
    const query = 'SELECT ?n { ?p :name ?n } ORDER BY ?n'
    const of = async (options: Parameters<Database['sparql']>[1]) => {
      const result = await asked.sparql(query, options)
      return result.kind === 'solutions' ? (await all(result.rows)).map((row) => row['n']?.value) : []
    }
    expect(await of({ bindings: { p: iri(`${ns}bob`) } })).toEqual(['Bob'])
    expect(await of({ limit: 1, offset: 1 })).toHaveLength(1)
    expect(await of({ defaultGraphs: ['http://none.example/'] })).toEqual([])
  })

  it('throws what is wrong with a query, with its place', async () => {
    await expect(asked.sparql('SELECT ?x {')).rejects.toMatchObject({ kind: 'invalidQuery' })
    await expect(asked.sparql('SELECT ?x {')).rejects.toThrow(/[Ll]ine 1, column/u)
    await expect(asked.update('INSERT DATA { :a :b }')).rejects.toMatchObject({ kind: 'invalidQuery' })
    await expect(asked.sparql('ASK { }', { signal: AbortSignal.abort() })).rejects.toMatchObject({
      kind: 'queryCancelled',
    })
  })

  it('explains', async () => {
    const { sparql, plan } = await asked.explainSparql('SELECT ?n { ?p :name ?n }')
    expect(sparql).toContain('SELECT ?n')
    expect(plan.label).toContain('?n')
  })

  it('updates, removes and clears, and counts what changed', async () => {
    await using database = await open()
    const counts = async (change: Promise<Partial<StepReport>>) => {
      const { added, removed } = await change
      return [added, removed]
    }
    await database.load(turtle(':ada :name "Ada" .'))
    expect(
      await counts(database.update('INSERT DATA { :bob :name "Bob" . GRAPH :g { :eve :name "Eve" } }')),
    ).toEqual([2, 0])
    expect(await counts(database.update('DELETE WHERE { ?x :name "Bob" }'))).toEqual([0, 1])
    expect(await counts(database.remove(turtle(':ada :name "Ada" , "Adele" .')))).toEqual([0, 1])
    await database.load([turtle(':ada :name "Ada" .'), turtle(':bob :name "Bob" .')])
    expect(await counts(database.clear(`${ns}g`))).toEqual([0, 1])
    expect(await counts(database.clear('named'))).toEqual([0, 0])
    expect(await counts(database.clear())).toEqual([0, 2])
    expect(await database.size()).toBe(0)
    await expect(database.clear('nothing')).rejects.toMatchObject({ kind: 'illegalArgument' })
  })

  it('exports what can be loaded again', async () => {
    await using database = await open()
    const exported = await text(asked.export('n-quads'))
    expect(exported.trim().split('\n')).toHaveLength(6)
    async function* bytes(): AsyncGenerator<Uint8Array> {
      yield Buffer.from(exported)
    }
    await database.load({ name: 'export', format: 'n-quads', bytes: bytes() })
    expect(await database.size()).toBe(6)
    expect(await text(asked.export('n-triples', { graph: `${ns}none` }))).toBe('')
  })

  it('makes the changes of a transaction at once, and its queries see them before', async () => {
    await using database = await open()
    await database.load(turtle(':ada :name "Ada" .'))
    const seen = await database.transaction(async (transaction) => {
      await transaction.load(turtle(':bob :name "Bob" .'))
      await transaction.remove(turtle(':ada :name "Ada" .'))
      await transaction.update('INSERT DATA { :eve :name "Eve" }')
      expect(await names(database)).toEqual(['Ada'])
      return names(transaction)
    })
    expect(seen).toEqual(['Bob', 'Eve'])
    expect(await names(database)).toEqual(['Bob', 'Eve'])
  })

  it('makes none of the changes of a transaction that fails, and takes no more when it has ended', async () => {
    await using database = await open()
    await database.load(turtle(':ada :name "Ada" .'))
    const failed = database.transaction(async (transaction) => {
      await transaction.clear()
      expect(await names(transaction)).toEqual([])
      throw new Error('changed my mind')
    })
    await expect(failed).rejects.toThrow('changed my mind')
    expect(await names(database)).toEqual(['Ada'])
    const late = await database.transaction(async (transaction) => transaction)
    await expect(late.clear()).rejects.toMatchObject({ kind: 'transactionUnknown' })
    const malformed = database.transaction((transaction) => transaction.load(turtle(':x :y')))
    await expect(malformed).rejects.toMatchObject({ kind: 'invalidRdf' })
    expect(await names(database)).toEqual(['Ada'])
  })
})
