import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Database, openDatabase, openRemoteDatabase, type RdfSource } from '../index.ts'
import type { Isolation } from './engine.ts'

const ontology = `@prefix : <http://g.example/> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:Tree a owl:Class . :height a owl:FunctionalProperty ; rdfs:domain :Tree ; rdfs:range xsd:integer .`
const trees = '@prefix : <http://g.example/> . :ash a :Tree ; :height 20 ; :name "Ash" .'

const names = 'schema { query: Q } type Q { Tree: Tree } type Tree { name: String }'
const wrong = 'schema { query: Q }\ntype Q { Tree: Treee }\ntype Tree { name: Strin }'

function turtle(document: string): RdfSource {
  async function* bytes(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(document)
  }
  return { name: 'text.ttl', format: 'turtle', bytes: bytes() }
}

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'espalier-database-schemas-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const modes: readonly (readonly [Isolation, 'file' | 'memory'])[] = [
  ['process', 'file'],
  ['process', 'memory'],
  ['none', 'file'],
  ['none', 'memory'],
]

describe.each(modes)('the schemas of a database in a program, isolation %s, in %s', (isolation, where) => {
  let count = 0
  async function open(options: Parameters<typeof openDatabase>[1] = {}): Promise<Database> {
    const location = where === 'memory' ? undefined : join(folder, `${isolation}-${count++}.db`)
    const database = await openDatabase(location, { isolation, processes: 1, ...options })
    await database.load([turtle(ontology), turtle(trees)])
    return database
  }

  it('are added, listed, shown, replaced, removed and cleared', async () => {
    await using database = await open()
    const { schemas } = database
    expect(await schemas.list()).toEqual([])
    expect(await schemas.add('names', names)).toBe('added')
    await expect(schemas.add('names', names)).rejects.toMatchObject({ kind: 'schemaExists' })
    expect(await schemas.add('names', `${names} `, { replace: true })).toBe('replaced')
    expect(await schemas.show('names')).toBe(`${names} `)
    expect(await schemas.add('a', names)).toBe('added')
    expect(await schemas.list()).toEqual(['a', 'names'])
    await schemas.remove('a')
    await expect(schemas.remove('a')).rejects.toMatchObject({ kind: 'schemaUnknown' })
    await expect(schemas.show('a')).rejects.toMatchObject({ kind: 'schemaUnknown' })
    await expect(schemas.add('a/b', names)).rejects.toMatchObject({ kind: 'illegalArgument' })
    expect(await schemas.clear()).toBe(1)
    expect(await schemas.list()).toEqual([])
  })

  it('are refused with all that is wrong, and where', async () => {
    await using database = await open()
    await expect(database.schemas.add('wrong', wrong)).rejects.toMatchObject({
      kind: 'invalidSchema',
      message: expect.stringMatching(
        /^The schema "wrong" cannot be used:\nline 2, column 16: .*Treee.*\nline 3, column 19: .*Strin/,
      ),
      cause: [{ locations: [{ line: 2, column: 16 }] }, { locations: [{ line: 3, column: 19 }] }],
    })
    expect(await database.schemas.list()).toEqual([])
  })

  it('answer the queries that name them', async () => {
    await using database = await open()
    await database.schemas.add('names', names)
    const query = '{ Tree { name } }'
    const data = [{ name: 'Ash' }]
    expect(await database.graphql(query, { schema: 'names' })).toEqual({ data })
    expect(await database.graphql(query, { variables: { '@schema': 'names' } })).toEqual({ data })
    expect(await database.graphql(query, { extensions: { schema: 'names' } })).toEqual({ data })
    expect(await text(database.stream(query, { schema: 'names' }))).toBe(JSON.stringify({ data }))
    expect((await database.explain(query, { schema: 'names' })).data?.sparql).toContain('name')
    const height = '{ Tree { height } }'
    const errors = [{ message: expect.stringContaining('height'), locations: [{ line: 1, column: 10 }] }]
    expect(await database.graphql(height, { schema: 'names' })).toMatchObject({ errors })
    expect(await database.explain(height, { schema: 'names' })).toMatchObject({ errors })
    expect(JSON.parse(await text(database.stream(height, { schema: 'names' })))).toMatchObject({ errors })
    expect(await database.graphql(height)).toEqual({ data: [{ height: 20 }] })
    await expect(database.graphql(query, { schema: 'name' })).rejects.toMatchObject({
      kind: 'schemaUnknown',
      message: 'Unknown schema "name". Did you mean "names"?',
    })
    expect(await database.graphql(query, { variables: { '@schema': 'x' } })).toEqual({
      errors: [{ message: 'Unknown schema "x". There is "names".', extensions: { code: 'BAD_USER_INPUT' } }],
    })
  })

  it('can be inferred from the data', async () => {
    await using database = await open()
    const inferred = await database.schemas.infer()
    expect(await database.schemas.list()).toEqual([])
    await database.schemas.add('inferred', inferred)
    expect(await database.graphql('{ Tree { name } }', { schema: 'inferred' })).toEqual({
      data: [{ name: 'Ash' }],
    })
  })

  it('have a default one where that is asked for, made once and kept', async () => {
    await using database = await open({ autoSchema: true })
    const height = '{ Tree { height } }'
    const data = [{ height: 20 }]
    expect(await Promise.all([1, 2, 3].map(() => database.graphql(height)))).toEqual([
      { data },
      { data },
      { data },
    ])
    expect(await database.graphql('{ Tree { name } }')).toMatchObject({ errors: [{}] })
    expect(await database.schemas.list()).toEqual(['default'])
    expect(await database.schemas.add('default', names)).toBe('replaced')
    expect(await database.graphql('{ Tree { name } }')).toEqual({ data: [{ name: 'Ash' }] })
    await database.schemas.remove('default')
    expect(await database.graphql(height)).toEqual({ data })
  })

  it('have none of what there is not', async () => {
    await using database = await open({ autoSchema: 'shacl' })
    await expect(database.graphql('{ Tree { name } }')).rejects.toMatchObject({
      kind: 'invalidSchema',
      message: expect.stringMatching(/^The default schema could not be generated/),
    })
  })
})

it('refuses another source of the default schema than there is', async () => {
  const options = JSON.parse('{"autoSchema": "virtual"}')
  const refusal = {
    kind: 'illegalArgument',
    message: 'The option "autoSchema" is true, false, "owl" or "shacl", not "virtual".',
  }
  await expect(openDatabase(undefined, options)).rejects.toMatchObject(refusal)
  await expect(openRemoteDatabase('http://127.0.0.1:1/', options)).rejects.toMatchObject(refusal)
})
