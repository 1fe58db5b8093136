import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defaultNamespaces } from '../../rdf/namespaces.ts'
import { iri, literal, xsd } from '../../rdf/term.ts'
import { createEngine } from '../create-engine.ts'
import type { EmbeddedDatabase } from '../database.ts'
import type { Engine, Isolation } from '../engine.ts'
import type { SparqlOptions, SparqlRequest } from './sparql-request.ts'

/** One triple in the default graph, and one each in two named graphs. */
const quads = `@prefix : <http://e.org/> .
:a :p 1 .
:g1 { :a :p 2 . }
:g2 { :b :p 3 . :b :q "x" . }
`

const all = { formats: { solutions: 'csv', boolean: 'csv', graph: 'n-triples' } } as const

async function textOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = []
  for await (const chunk of chunks) parts.push(chunk)
  return Buffer.concat(parts).toString()
}

const prefix = 'PREFIX : <http://e.org/> '
const e = (name: string): string => `http://e.org/${name}`

describe.each<readonly [Isolation, EmbeddedDatabase['kind']]>([
  ['process', 'file'],
  ['process', 'memory'],
  ['none', 'file'],
  ['none', 'memory'],
])('SPARQL with isolation %s of a database in a %s', (isolation, kind) => {
  let folder: string
  let engine: Engine
  let database: EmbeddedDatabase

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'espalier-sparql-'))
    engine = createEngine({ isolation, processes: 1, answerLimits: { rows: 50, bytes: 500_000 } })
    const namespaces = new Map([...defaultNamespaces, ['', 'http://e.org/']])
    database =
      kind === 'file'
        ? { kind, path: join(folder, 'a.db'), namespaces }
        : { kind, name: 'memory', namespaces }
    async function* bytes() {
      yield Buffer.from(quads)
    }
    await engine.load(database, [{ name: 'a.trig', format: 'trig', bytes: bytes() }])
  })

  afterAll(async () => {
    await engine.close()
    rmSync(folder, { recursive: true, force: true })
  })

  async function answer(request: SparqlRequest | string, options: SparqlOptions = all): Promise<unknown> {
    const asked = typeof request === 'string' ? { query: request } : request
    const result = await engine.sparql(database, asked, options)
    if (result.kind === 'noFormat') return result
    const text = await textOf(result.chunks)
    return result.kind === 'solutions' ? text.trimEnd().split('\r\n').slice(1) : text
  }

  it('answers queries of all forms', async () => {
    expect(await answer('SELECT ?o { :a :p ?o }')).toEqual(['1'])
    expect(await answer('ASK { :a :p 1 }')).toBe('true')
    expect(await answer('ASK { :a :p 4 }')).toBe('false')
    expect(
      await answer('CONSTRUCT { ?o :r ?s } { ?s :p ?o FILTER(isIRI(?s)) BIND(:x AS ?o2) } LIMIT 0'),
    ).toBe('')
    expect(await answer('CONSTRUCT { :x :r ?o } { ?s :p ?o }')).toBe(
      `<http://e.org/x> <http://e.org/r> "1"^^<${xsd.integer}> .\n`,
    )
    expect(await answer('DESCRIBE :a')).toBe(`<http://e.org/a> <http://e.org/p> "1"^^<${xsd.integer}> .\n`)
  })

  it('asks the default graph, and the named graphs by GRAPH, unless told otherwise', async () => {
    expect(await answer('SELECT ?o { ?s :p ?o }')).toEqual(['1'])
    expect(await answer('SELECT ?o { GRAPH ?g { ?s :p ?o } } ORDER BY ?o')).toEqual(['2', '3'])
    expect(await answer('SELECT ?o FROM :g1 { ?s :p ?o }')).toEqual(['2'])
    expect(
      await answer({ query: 'SELECT ?o { ?s :p ?o } ORDER BY ?o', defaultGraphs: [e('g1'), e('g2')] }),
    ).toEqual(['2', '3'])
    expect(await answer({ query: 'SELECT ?o FROM :g2 { ?s :p ?o }', defaultGraphs: [e('g1')] })).toEqual([
      '2',
    ])
    const named = {
      query: 'SELECT ?o { { ?s :p ?o } UNION { GRAPH ?g { ?s :p ?o } } }',
      namedGraphs: [e('g2')],
    }
    expect(await answer(named)).toEqual(['3'])
  })

  it('asks all graphs where the database says so', async () => {
    const result = await engine.sparql(
      { ...database, allGraphs: true },
      { query: 'SELECT ?o { ?s :p ?o } ORDER BY ?o' },
      all,
    )
    expect(result.kind === 'noFormat' ? '' : await textOf(result.chunks)).toBe('o\r\n1\r\n2\r\n3\r\n')
  })

  it('lets variables stand for terms, and cuts the solutions', async () => {
    const scope = { defaultGraphs: [e('g1'), e('g2')] }
    const bindings = new Map([['s', iri(e('b'))]])
    const query = 'SELECT ?s ?o { ?s ?p ?o FILTER(?s != :a) } ORDER BY ?o'
    expect(await answer({ ...scope, query, bindings })).toEqual(['http://e.org/b,3', 'http://e.org/b,x'])
    const least = new Map([['least', literal('2', xsd.integer)]])
    expect(
      await answer({ ...scope, query: 'SELECT ?o { ?s :p ?o FILTER(?o > ?least) }', bindings: least }),
    ).toEqual(['3'])
    const ordered = 'SELECT ?o { VALUES ?o { 1 2 3 4 5 } } ORDER BY ?o LIMIT 4 OFFSET 1'
    expect(await answer({ query: ordered, offset: 1, limit: 2 })).toEqual(['3', '4'])
    expect(await answer({ query: ordered, offset: 2 })).toEqual(['4', '5'])
    expect(await answer({ query: ordered, offset: 9 })).toEqual([])
    await expect(
      answer({ query, bindings: new Map([['s', { kind: 'blank', value: 'b' } as const]]) }),
    ).rejects.toMatchObject({ kind: 'illegalArgument' })
  })

  it('says so where the caller takes no syntax of what a query makes', async () => {
    const none = { formats: {} }
    expect(await answer('SELECT * {}', none)).toEqual({ kind: 'noFormat', makes: 'solutions' })
    expect(await answer('ASK {}', none)).toEqual({ kind: 'noFormat', makes: 'boolean' })
    expect(await answer('DESCRIBE :a', none)).toEqual({ kind: 'noFormat', makes: 'graph' })
  })

  it('refuses what is no query', async () => {
    await expect(answer('SELECT')).rejects.toMatchObject({ kind: 'invalidQuery' })
    await expect(answer(`${prefix}INSERT DATA { :a :p 1 }`)).rejects.toMatchObject({ kind: 'invalidQuery' })
    await expect(answer({ query: 'ASK {}', defaultGraphs: ['relative'] })).rejects.toMatchObject({
      kind: 'illegalArgument',
    })
  })

  it('holds the limits of rows and of bytes, at the limit and one past it', async () => {
    const rows = (count: number): string =>
      `SELECT ?i { VALUES ?i { ${Array.from({ length: count }, (_, index) => index).join(' ')} } }`
    expect(await answer(rows(50))).toHaveLength(50)
    await expect(answer(rows(51))).rejects.toMatchObject({
      kind: 'limitExceeded',
      message: expect.stringContaining('50 rows (query.limit.rows)'),
    })
    // The CSV of one string: a line of the variable, and one of the value.
    const long = (length: number): string => `SELECT ?t { VALUES ?t { "${'x'.repeat(length - 5)}" } }`
    expect(await answer(long(500_000))).toEqual(['x'.repeat(499_995)])
    await expect(answer(long(500_001))).rejects.toMatchObject({
      kind: 'limitExceeded',
      message: expect.stringContaining('500000 bytes (query.limit.bytes)'),
    })
  })

  it('cuts an answer that comes to more bytes in its middle', async () => {
    const values = Array.from({ length: 20 }, (_, index) => `"${index}${'x'.repeat(65_000)}"`)
    const asked = { query: `SELECT ?t { VALUES ?t { ${values.join(' ')} } }` }
    const begun = engine.sparql(database, asked, all)
    // A connection in memory that others use too is read to its end before the answer begins.
    if (isolation === 'none' && kind === 'memory') {
      await expect(begun).rejects.toMatchObject({ kind: 'limitExceeded' })
      return
    }
    const result = await begun
    if (result.kind === 'noFormat') throw new Error('There is a format.')
    await expect(textOf(result.chunks)).rejects.toMatchObject({ kind: 'limitExceeded' })
  })

  it('explains a query of any form, and measures it', async () => {
    const plain = await engine.explainSparql(database, { query: 'SELECT ?o { :a :p ?o }' })
    expect(plain.sparql).toContain('SELECT')
    expect(plain.plan.rows).toBeUndefined()
    const measured = await engine.explainSparql(
      database,
      { query: 'CONSTRUCT { ?s :q ?o } { GRAPH ?g { ?s :p ?o } }' },
      { profile: true },
    )
    expect(measured.plan.rows).toBe(2)
    expect(measured.sparql).toMatch(/CONSTRUCT/)
  })

  it('exports all quads, one graph, or the triples of all', async () => {
    const lines = async (
      ...given: Parameters<Engine['exportGraph']> extends [unknown, ...infer R] ? R : never
    ) => (await textOf(await engine.exportGraph(database, ...given))).trimEnd().split('\n').toSorted()
    const quad = (s: string, p: string, o: string, g = ''): string =>
      `<${e(s)}> <${e(p)}> ${o}${g === '' ? '' : ` <${e(g)}>`} .`
    const number = (value: number): string => `"${value}"^^<${xsd.integer}>`
    expect(await lines('n-quads')).toEqual([
      quad('a', 'p', number(1)),
      quad('a', 'p', number(2), 'g1'),
      quad('b', 'p', number(3), 'g2'),
      quad('b', 'q', '"x"', 'g2'),
    ])
    expect(await lines('n-triples')).toHaveLength(4)
    expect(await lines('n-quads', { graph: e('g1') })).toEqual([quad('a', 'p', number(2), 'g1')])
    expect(await lines('n-triples', { graph: e('g1') })).toEqual([quad('a', 'p', number(2))])
    expect(await lines('n-quads', { graph: 'tag:stardog:api:context:default' })).toEqual([
      quad('a', 'p', number(1)),
    ])
    expect(await lines('n-quads', { graph: 'tag:stardog:api:context:named' })).toHaveLength(3)
    expect(await lines('n-quads', { graph: e('none') })).toEqual([''])
  })

  it('refuses what its caller gave up already', async () => {
    const signal = AbortSignal.abort()
    await expect(engine.sparql(database, { query: 'ASK {}' }, { ...all, signal })).rejects.toMatchObject({
      kind: 'queryCancelled',
    })
  })
})
