import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Database, openDatabase } from '../index.ts'
import type { Isolation } from './engine.ts'
import type { RdfSource } from './rdf-source.ts'

const people = `@prefix : <http://api.stardog.com/> . @prefix foaf: <http://xmlns.com/foaf/0.1/> .
:ada a foaf:Person ; foaf:name "Ada" ; foaf:knows :bob , :eve .
:bob a foaf:Person ; foaf:name "Bob" .
:eve a foaf:Person ; foaf:name "Eve" .
`

let folder: string
let file: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'espalier-api-'))
  file = join(folder, 'people.ttl')
  writeFileSync(file, people)
  writeFileSync(join(folder, 'people.ttl.gz'), gzipSync(people))
  writeFileSync(join(folder, 'broken.ttl'), `${people}:x :y`)
  writeFileSync(join(folder, 'people.turtel'), people)
})

afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

function turtle(text: string): RdfSource {
  return {
    name: 'text.ttl',
    format: 'turtle',
    bytes: (async function* () {
      yield Buffer.from(text)
    })(),
  }
}

const modes: readonly (readonly [Isolation, 'file' | 'memory'])[] = [
  ['process', 'file'],
  ['process', 'memory'],
  ['none', 'file'],
  ['none', 'memory'],
]

describe.each(modes)('a database, isolation %s, in %s', (isolation, where) => {
  let count = 0
  const open = () =>
    openDatabase(where === 'memory' ? undefined : join(folder, `${isolation}-${count++}.db`), {
      isolation,
      processes: 1,
    })

  let blank: Database
  beforeAll(async () => {
    blank = await open()
  })
  afterAll(() => blank.close())

  it('is empty at first, and answers', async () => {
    const database = blank
    expect(await database.size()).toBe(0)
    expect(await database.graphql('{ Person { name } }')).toEqual({ data: [] })
  })

  it('answers from what was loaded, by the prefixes of the data', async () => {
    await using database = await open()
    expect(await database.load(file)).toMatchObject({ quads: 8, added: 8, bytes: people.length })
    expect(await database.load(join(folder, 'people.ttl.gz'))).toMatchObject({ quads: 8, added: 0 })
    expect(await database.size()).toBe(8)
    expect(database.namespaces.get('foaf')).toBe('http://xmlns.com/foaf/0.1/')
    interface Person {
      readonly foaf_name: string
    }
    const result = await database.graphql<readonly Person[]>(
      'query ($n: String) { foaf_Person(foaf_name: $n) { foaf_name foaf_knows { foaf_name } } }',
      { variables: { n: 'Ada' } },
    )
    expect(result).toEqual({
      data: [{ foaf_name: 'Ada', foaf_knows: [{ foaf_name: 'Bob' }, { foaf_name: 'Eve' }] }],
    })
  })

  it('sees each load, and keeps blank nodes of different loads apart', async () => {
    await using database = await open()
    const query = 'query @prefix(e: "http://e/") { e_C { e_p } }'
    const text = '@prefix e: <http://e/> . _:x a e:C ; e:p 1 .'
    await database.load([turtle(text), turtle(text)])
    expect(await database.graphql(query)).toEqual({ data: [{ e_p: 1 }, { e_p: 1 }] })
    await database.load(turtle(text))
    expect(await database.graphql(query)).toEqual({ data: [{ e_p: 1 }, { e_p: 1 }, { e_p: 1 }] })
  })

  it('loads into a graph', async () => {
    await using database = await open()
    await database.load(file, { graph: 'http://g/' })
    await database.load(file)
    expect(await database.size()).toBe(8)
    await expect(database.load(file, { graph: 'g' })).rejects.toMatchObject({ kind: 'illegalArgument' })
  })

  it('is as it was after a load that failed', async () => {
    await using database = await open()
    await database.load(turtle('<http://a> <http://b> 1 .'))
    const load = database.load([turtle('<http://a> <http://b> 2 .'), join(folder, 'broken.ttl')])
    await expect(load).rejects.toMatchObject({
      kind: 'invalidRdf',
      message: expect.stringMatching(/^broken\.ttl, line 5, column \d+: /),
    })
    expect(await database.size()).toBe(1)
    expect(await database.load(turtle('<http://a> <http://b> 2 .'))).toMatchObject({ added: 1 })
  })

  it('is as it was after a load whose source broke, or that was aborted', async () => {
    await using database = await open()
    const controller = new AbortController()
    async function* bytes(act: () => void): AsyncGenerator<Uint8Array> {
      yield Buffer.from('<http://a> <http://b> 1 .\n')
      act()
      yield Buffer.from('<http://a> <http://b> 2 .\n')
    }
    const broken: RdfSource = {
      name: 'a.nt',
      format: 'n-triples',
      bytes: bytes(() => {
        throw new Error('The disk is gone.')
      }),
    }
    await expect(database.load(broken)).rejects.toThrow('The disk is gone.')
    const aborted: RdfSource = { ...broken, bytes: bytes(() => controller.abort()) }
    await expect(database.load(aborted, { signal: controller.signal })).rejects.toMatchObject({
      kind: 'queryCancelled',
    })
    expect(await database.size()).toBe(0)
  })

  it('returns the errors of a query with their places', async () => {
    const database = blank
    expect(await database.graphql('{ Person {')).toEqual({
      errors: [
        {
          message: expect.stringContaining('Syntax Error'),
          locations: [{ line: 1, column: 11 }],
          extensions: { code: 'GRAPHQL_PARSE_FAILED' },
        },
      ],
    })
    let text = ''
    for await (const chunk of database.stream('{ Person {')) text += Buffer.from(chunk).toString()
    expect(JSON.parse(text)).toEqual(await database.graphql('{ Person {'))
  })

  it('explains a query, and measures it', async () => {
    await using database = await open()
    await database.load(turtle('@prefix : <http://api.stardog.com/> . :a a :Character ; :name "A" .'))
    const { data } = await database.explain('{ Character { name } }')
    expect(data?.sparql).toBe(
      'SELECT *\nFROM <tag:stardog:api:context:local>\n{\n?0 rdf:type :Character .\n?0 :name ?1 .\n}\n',
    )
    expect(data?.fields).toEqual({ 0: { 1: 'name' } })
    expect(data?.plan.plan).toMatchObject({ label: 'Projection(?0, ?1)', cardinality: 1 })
    expect(data?.plan.plan.rows).toBeUndefined()
    const measured = await database.explain('{ Character { name } }', { profile: true })
    expect(measured.data?.plan.plan.rows).toBe(1)
    expect(await database.graphql('{ Character { name } }', { variables: { '@explain': true } })).toEqual({
      data,
    })
    const text = await database.graphql<{ plan: string }>('{ Character { name } }', {
      variables: { '@explain': true, '@explainAsJson': false },
    })
    expect(text.data?.plan).toContain('Projection(?0, ?1)')
  })

  it.each([
    ['@reasoning', 1, 'BAD_USER_INPUT'],
    ['@schema', '', 'BAD_USER_INPUT'],
    ['@explain', 'yes', 'BAD_USER_INPUT'],
    ['@explian', true, 'BAD_USER_INPUT'],
  ])('refuses the special variable %s: %j', async (name, value, code) => {
    const database = blank
    const result = await database.graphql('{ Person { name } }', { variables: { [name]: value } })
    expect(result.errors).toEqual([{ message: expect.stringContaining(`"${name}"`), extensions: { code } }])
  })

  it('answers where reasoning is off', async () => {
    const database = blank
    const result = await database.graphql('{ Person { name } }', { variables: { '@reasoning': false } })
    expect(result).toEqual({ data: [] })
  })

  it('names files that cannot be loaded', async () => {
    const database = blank
    await expect(database.load(join(folder, 'none.ttl'))).rejects.toMatchObject({ kind: 'notFound' })
    await expect(database.load(folder)).rejects.toMatchObject({ kind: 'illegalArgument' })
    await expect(database.load(join(folder, 'people.turtel'))).rejects.toMatchObject({
      message: expect.stringContaining('Did you mean ".turtle"?'),
    })
  })

  it('does nothing for a signal that is aborted, or after it is closed', async () => {
    const database = await open()
    const signal = AbortSignal.abort()
    await expect(database.graphql('{ Person { name } }', { signal })).rejects.toMatchObject({
      kind: 'queryCancelled',
    })
    await expect(database.load(file, { signal })).rejects.toMatchObject({ kind: 'queryCancelled' })
    await database.close()
    await database.close()
    await expect(database.graphql('{ Person { name } }')).rejects.toMatchObject({ kind: 'serverBusy' })
  })
})

describe('a file of data', () => {
  it('is the base of its relative IRIs', async () => {
    const path = join(folder, 'relative.ttl')
    writeFileSync(path, '<> a <http://api.stardog.com/Document> .')
    await using database = await openDatabase(undefined, { isolation: 'none' })
    await database.load(path)
    expect(await database.graphql('{ Document { iri } }')).toEqual({ data: [{ iri: `file://${path}` }] })
  })
})

describe('a database file', () => {
  it('that is of something else is refused', async () => {
    await expect(openDatabase(file)).rejects.toMatchObject({ kind: 'storage' })
  })

  it('is there for the next program', async () => {
    const path = join(folder, 'kept.db')
    const first = await openDatabase(path, { isolation: 'none' })
    await first.load(file)
    await first.close()
    await using second = await openDatabase(path)
    expect(await second.size()).toBe(8)
  })
})
