import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openStore } from '../src/engine/open-store.ts'
import { type Database, openDatabase, type SparqlQueryOptions, type UpdateOptions } from '../src/index.ts'
import { loadQuads } from '../src/store/sqlite/change/load.ts'
import { inMemory, openDatabase as openConnection } from '../src/store/sqlite/connection.ts'
import { parse } from './rdf-documents.ts'
import { startEndpoint } from './sparql-endpoint.ts'

const vocabulary = `
  :Oak rdfs:subClassOf :Tree . :Tree rdfs:subClassOf :Plant .
  :part a owl:TransitiveProperty . :near a owl:SymmetricProperty .`

const things = `
  :oak1 a :Oak ; :name "Oak one" ; :near :elm1 ; :part :branch1 . :branch1 :part :leaf1 .
  :elm1 a :Elm ; :name "Elm one" .`

let db: Database
beforeAll(async () => {
  db = await openDatabase(undefined, { isolation: 'none' })
  await db.update(
    `INSERT DATA { ${vocabulary} ${things} GRAPH :near { :ash1 a :Oak } GRAPH :far { :yew1 :near :fir1 } }`,
  )
})
afterAll(() => db.close())

/** Solutions as lines of local names. */
async function rows(query: string, options: SparqlQueryOptions = {}): Promise<readonly string[]> {
  const result = await db.sparql(query, { reasoning: true, ...options })
  if (result.kind !== 'solutions') throw new Error('No SELECT')
  const lines: string[] = []
  for await (const row of result.rows) {
    lines.push(result.variables.map((name) => row[name]?.value.replace(/^.*[/#]/u, '') ?? '–').join(' '))
  }
  return lines.toSorted()
}

describe('a SPARQL query with reasoning', () => {
  it('has the solutions over what is inferred, each once', async () => {
    expect(await rows('SELECT ?x { ?x a :Plant }')).toEqual(['oak1'])
    expect(await rows('SELECT ?x ?y { ?x :near ?y }')).toEqual(['elm1 oak1', 'oak1 elm1'])
    expect(await rows('SELECT ?y { :oak1 :part ?y }')).toEqual(['branch1', 'leaf1'])
    expect(await rows('SELECT (COUNT(*) AS ?n) { ?x a ?class FILTER(?x = :oak1) }')).toEqual(['3'])
  })

  it('has those of what is stated unless it asks', async () => {
    expect(await rows('SELECT ?x { ?x a :Plant }', { reasoning: false })).toEqual([])
  })

  it('is of any form', async () => {
    expect(await db.sparql('ASK { :oak1 a :Plant }', { reasoning: true })).toMatchObject({ value: true })
    expect(await db.sparql('ASK { :elm1 a :Plant }', { reasoning: true })).toMatchObject({ value: false })
    const made = await db.sparql('CONSTRUCT { ?x a :Found } WHERE { ?x a :Plant }', { reasoning: true })
    if (made.kind !== 'graph') throw new Error('No graph')
    expect(await subjects(made.quads)).toEqual(['oak1 Found'])
    const told = await db.sparql('DESCRIBE ?x { ?x a :Plant }', { reasoning: true })
    if (told.kind !== 'graph') throw new Error('No graph')
    expect(await subjects(told.quads)).toEqual(['oak1 Oak', 'oak1 Oak one', 'oak1 branch1', 'oak1 elm1'])
  })

  it('infers from the data of its own dataset, by the vocabulary of all graphs', async () => {
    expect(await rows('SELECT ?x FROM :near { ?x a :Plant }')).toEqual(['ash1'])
    expect(await rows('SELECT ?x FROM <tag:stardog:api:context:local> { ?x a :Plant }')).toEqual([
      'ash1',
      'oak1',
    ])
    expect(await rows('SELECT ?g ?x ?y { GRAPH ?g { ?x :near ?y } }')).toEqual([
      'far fir1 yew1',
      'far yew1 fir1',
    ])
    expect(
      await rows('SELECT ?x { ?x a :Plant }', { defaultGraphs: ['http://api.stardog.com/near'] }),
    ).toEqual(['ash1'])
  })

  it('takes bindings, an offset and a limit', async () => {
    const bindings = { class: { kind: 'iri', value: 'http://api.stardog.com/Tree' } } as const
    expect(await rows('SELECT ?x { ?x a ?class }', { bindings })).toEqual(['oak1'])
    const ordered = 'SELECT ?y { :oak1 :part ?y } ORDER BY ?y'
    expect(await rows(ordered, { limit: 1 })).toEqual(['branch1'])
    expect(await rows(ordered, { offset: 1 })).toEqual(['leaf1'])
  })

  it('is explained with the axioms that it took', async () => {
    const query = 'SELECT ?x { ?x a :Plant }'
    const explained = await db.explainSparql(query, { reasoning: true, profile: true })
    expect(explained.reasoning).toEqual({
      axioms: [':Oak rdfs:subClassOf :Tree', ':Tree rdfs:subClassOf :Plant'],
      warnings: [],
    })
    expect(explained.sparql).toContain(':Oak')
    expect(explained.plan.rows).toBe(1)
    const plain = await db.explainSparql(query)
    expect(plain.reasoning).toBeUndefined()
    expect(plain.sparql).not.toContain(':Oak')
    const needless = await db.explainSparql('SELECT ?x { ?x :name ?y }', { reasoning: true })
    expect(needless.reasoning).toEqual({ axioms: [], warnings: [] })
  })

  it('has as many triple patterns as the limit says', async () => {
    const small = await openDatabase(undefined, { isolation: 'none', limits: { triplePatterns: 3 } })
    try {
      await small.update('INSERT DATA { :Oak rdfs:subClassOf :Tree . :p rdfs:domain :Tree . :a :p :b }')
      await expect(
        small.sparql('SELECT * { ?x a :Tree . ?y a :Tree }', { reasoning: true }),
      ).rejects.toMatchObject({
        kind: 'limitExceeded',
        message: expect.stringContaining('triple patterns'),
      })
      // One that is larger as it is written needs no inference for that.
      const long = await small.sparql('SELECT * { ?a :p ?b . ?b :p ?c . ?c :p ?d . ?d :p ?e }', {
        reasoning: true,
      })
      expect(long.kind).toBe('solutions')
    } finally {
      await small.close()
    }
  })

  it('is no update', async () => {
    // As a program without types can give them.
    const options: UpdateOptions = JSON.parse('{"reasoning": true}')
    await expect(db.update('DELETE { ?x a :Tree } WHERE { ?x a :Plant }', options)).rejects.toMatchObject({
      kind: 'unsupported',
      message: 'An update takes no reasoning: leave "reasoning" out.',
    })
  })
})

describe('SERVICE in a query with reasoning', () => {
  it('is the business of its endpoint, and joins what is inferred here', async () => {
    const far = openStore(openConnection(inMemory))
    const prefixes =
      '@prefix : <http://api.stardog.com/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .'
    await loadQuads(far.connection, [
      await parse(
        'turtle',
        `${prefixes} :oak1 :height 30 . :elm1 :height 20 . :oak1 a :Oak . :Oak rdfs:subClassOf :Tree .`,
      ),
    ])
    const asked: string[] = []
    const endpoint = await startEndpoint(far, 'json', { onQuery: (query) => asked.push(query) })
    const near = await openDatabase(undefined, {
      isolation: 'none',
      remote: { services: { allowed: [endpoint.origin] } },
    })
    try {
      await near.update(`INSERT DATA { ${vocabulary} ${things} }`)
      const result = await near.sparql(
        `SELECT ?x ?height { ?x a :Plant SERVICE <${endpoint.origin}> { ?x :height ?height } }`,
        { reasoning: true },
      )
      if (result.kind !== 'solutions') throw new Error('No SELECT')
      const heights: (string | undefined)[] = []
      for await (const row of result.rows) heights.push(row['height']?.value)
      expect(heights).toEqual(['30'])
      // What is inferred here is sent along, and nothing is inferred for the endpoint.
      expect(asked.join('\n')).toContain('oak1')
      const there = await near.sparql(`SELECT ?x { SERVICE <${endpoint.origin}> { ?x a :Tree } }`, {
        reasoning: true,
      })
      if (there.kind !== 'solutions') throw new Error('No SELECT')
      for await (const row of there.rows) expect(row).toBeUndefined()
    } finally {
      await near.close()
      await endpoint.close()
      far.store.close()
    }
  })
})

async function subjects(
  quads: AsyncIterable<{
    readonly subject: { readonly value: string }
    readonly object: { readonly value: string }
  }>,
): Promise<readonly string[]> {
  const lines: string[] = []
  for await (const { subject, object } of quads) {
    lines.push([subject.value, object.value].map((value) => value.replace(/^.*[/#]/u, '')).join(' '))
  }
  return lines.toSorted()
}
