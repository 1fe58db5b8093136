import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEngine } from '../create-engine.ts'
import type { EmbeddedDatabase } from '../database.ts'
import type { Engine, Isolation } from '../engine.ts'
import type { RequestOptions } from '../graphql/answer.ts'
import type { RdfSource } from '../rdf-source.ts'
import type { SchemaSource } from './schema-source.ts'

const namespaces = new Map([
  ['', 'http://t.example/'],
  ['g', 'http://g.example/'],
])

function turtle(document: string): RdfSource {
  async function* bytes(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(`@prefix : <http://t.example/> . ${document}`)
  }
  return { name: 'trees.ttl', format: 'turtle', bytes: bytes() }
}

const schema = (id: string, sdl: string): SchemaSource => ({ name: `schema-${id}`, id, text: sdl })
const single =
  'schema { query: Q } type Q { Tree(orderBy: OrderBy): [Tree] } type Tree { name: String height: String }'
const list =
  'schema { query: Q } type Q { Tree(orderBy: OrderBy): [Tree] } type Tree { name: [String] height: Int }'

const query = { query: '{ Tree(orderBy: name) { name height } }' }
const bare = { data: [{ name: ['Ash', 'Frêne'], height: 20 }] }
const asSingle = { data: [{ name: 'Ash', height: '20' }] }
const asList = { data: [{ name: ['Ash', 'Frêne'], height: 20 }] }

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'espalier-engine-schemas-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const modes: readonly (readonly [Isolation, EmbeddedDatabase['kind']])[] = [
  ['process', 'file'],
  ['process', 'memory'],
  ['none', 'file'],
  ['none', 'memory'],
]

describe.each(modes)('an engine with isolation %s, databases in %s', (isolation, kind) => {
  let engine: Engine
  let database: EmbeddedDatabase
  beforeAll(async () => {
    engine = createEngine({ isolation, processes: 1 })
    database =
      kind === 'file'
        ? { kind, path: join(folder, `${isolation}.db`), namespaces }
        : { kind, name: 'trees', namespaces }
    await engine.load(database, [turtle(':a a :Tree ; :name "Ash", "Frêne" ; :height 20 .')])
  })
  afterAll(() => engine.close())

  async function answer(options: RequestOptions, request: object = query): Promise<unknown> {
    const answered = await engine.graphql(database, { ...query, ...request }, options)
    return answered.kind === 'errors' ? answered : JSON.parse(await text(answered.chunks))
  }

  it('answers by the schema that a request has, and each by its own', async () => {
    for (let times = 0; times < 2; times++) {
      expect(await answer({})).toEqual(bare)
      expect(await answer({ schema: schema('single', single) })).toEqual(asSingle)
      expect(await answer({ schema: schema('list', list) })).toEqual(asList)
    }
  })

  it('answers many at once, by several schemas', async () => {
    const asked = Array.from({ length: 24 }, (_, n) =>
      answer(n % 3 === 0 ? {} : { schema: n % 3 === 1 ? schema('single', single) : schema('list', list) }),
    )
    expect(await Promise.all(asked)).toEqual(
      Array.from({ length: 24 }, (_, n) => (n % 3 === 0 ? bare : n % 3 === 1 ? asSingle : asList)),
    )
  })

  it('exposes what the schema declares, and explains by it', async () => {
    const wrong = { query: '{ Tree { girth } }' }
    const refusal = {
      kind: 'errors',
      errors: [{ message: expect.stringContaining('girth'), locations: [{ line: 1, column: 10 }] }],
    }
    expect(await answer({ schema: schema('single', single) }, wrong)).toMatchObject(refusal)
    expect(await engine.explain(database, wrong, { schema: schema('single', single) })).toMatchObject(refusal)
    expect(await engine.explain(database, query, { schema: schema('single', single) })).toMatchObject({
      kind: 'explanation',
    })
    const introspection = { query: '{ __type(name: "Tree") { fields { name } } }' }
    expect(await answer({ schema: schema('list', list), form: 'graphql' }, introspection)).toEqual({
      data: { __type: { fields: [{ name: 'name' }, { name: 'height' }] } },
    })
  })

  it('tells what of a schema does not fit the namespaces any more', async () => {
    const sdl = 'schema { query: Q } type Q { Tree: Tree } type Tree @iri(prefix: "g") { iri: ID }'
    const asked = { schema: schema('prefixed', sdl) }
    expect(await answer(asked, { query: '{ Tree { iri } }' })).toEqual({ data: [] })
    const changed = { ...database, namespaces: new Map([['', 'http://t.example/']]) }
    for (let times = 0; times < 2; times++) {
      expect(await engine.graphql(changed, { query: '{ Tree { iri } }' }, asked)).toMatchObject({
        kind: 'errors',
        errors: [
          {
            message: expect.stringMatching(
              /^The schema "schema-prefixed" cannot be used, line 1, column \d+: .*"g"/,
            ),
            extensions: { code: 'BAD_USER_INPUT' },
          },
        ],
      })
    }
    expect(await answer(asked, { query: '{ Tree { iri } }' })).toEqual({ data: [] })
  })

  it('knows no schemas by their names', async () => {
    expect(await answer({}, { variables: { '@schema': 's' } })).toEqual({
      kind: 'errors',
      errors: [
        { message: '"@schema": there is no schema "s" here.', extensions: { code: 'BAD_USER_INPUT' } },
      ],
    })
    expect(await answer({ schema: schema('single', single) }, { variables: { '@schema': 's' } })).toEqual(
      asSingle,
    )
  })

  it('checks schemas by the namespaces of a database', async () => {
    expect(await engine.checkSchema(database, single)).toEqual([])
    const wrong = 'schema { query: Q }\ntype Q { Tree: Treee }\ntype Tree @iri(prefix: "h") { name: String }'
    const problems = await engine.checkSchema(database, wrong)
    expect(problems.length).toBeGreaterThanOrEqual(2)
    expect(problems.map(({ locations }) => locations?.[0]?.line)).toEqual(expect.arrayContaining([2, 3]))
    expect(await engine.checkSchema(database, 'type {')).toMatchObject([
      { locations: [{ line: 1, column: 6 }], extensions: { code: 'GRAPHQL_PARSE_FAILED' } },
    ])
    expect(await engine.checkSchema(database, '')).not.toEqual([])
  })

  it('infers a schema that answers', async () => {
    const inferred = await engine.generateSchema(database, 'data')
    expect(await engine.checkSchema(database, inferred)).toEqual([])
    const asked = { schema: schema('inferred', inferred) }
    expect(await answer(asked, { query: '{ Tree { name height } }' })).toEqual(bare)
  })

  it('is told of what ends the work on a schema', async () => {
    const options = { signal: AbortSignal.abort() }
    const cancelled = { kind: 'queryCancelled' }
    await expect(engine.checkSchema(database, single, options)).rejects.toMatchObject(cancelled)
    await expect(engine.generateSchema(database, 'data', options)).rejects.toMatchObject(cancelled)
    const asked = { ...options, schema: schema('aborted', single) }
    await expect(engine.graphql(database, query, asked)).rejects.toMatchObject(cancelled)
  })
})

describe('an engine with processes', () => {
  /** A schema that takes long to read. */
  function longSchema(types: number): string {
    const names = Array.from({ length: types }, (_, n) => `T${n}`)
    return `schema { query: Q } type Q { ${names.map((name) => `${name}: ${name}`).join(' ')} }
      ${names.map((name) => `type ${name} { name: String height: Int parent: [${name}] }`).join('\n')}`
  }

  it('ends the reading of a schema at the time limit of the request, and answers on', async () => {
    const engine = createEngine({ processes: 1 })
    const database = { kind: 'file', path: join(folder, 'late.db'), namespaces } as const
    await engine.load(database, [turtle(':a a :T0 ; :name "Ash" .')])
    try {
      const long = longSchema(40_000)
      const asked = { schema: schema('long', long), timeout: 20 }
      const late = { kind: 'queryTimeout', message: expect.stringContaining('20 ms') }
      await expect(engine.graphql(database, { query: '{ T0 { name } }' }, asked)).rejects.toMatchObject(late)
      await expect(engine.checkSchema(database, long, { timeout: 20 })).rejects.toMatchObject(late)
      const answered = await engine.graphql(database, { query: '{ T0 { name } }' }, {})
      expect(answered.kind === 'data' && (await text(answered.chunks))).toBe('{"data":[{"name":"Ash"}]}')
    } finally {
      await engine.close()
    }
  })

  it('sends a text to a process once, and to the one that takes its place once more', async () => {
    const engine = createEngine({ processes: 1 })
    const database = { kind: 'file', path: join(folder, 'once.db'), namespaces } as const
    await engine.load(database, [turtle(':a a :Tree ; :name "Ash" .')])
    let times = 0
    const counted: SchemaSource = {
      name: 'counted',
      id: 'counted',
      get text() {
        times += 1
        return single
      },
    }
    try {
      for (let n = 0; n < 5; n++) {
        const answered = await engine.graphql(database, { query: '{ Tree { name } }' }, { schema: counted })
        expect(answered.kind === 'data' && (await text(answered.chunks))).toBe('{"data":[{"name":"Ash"}]}')
      }
      expect(times).toBe(1)
      // A query that does not end kills its process.
      const values = Array.from({ length: 1000 }, (_, n) => n).join(' ')
      const endless = `SELECT (COUNT(*) AS ?n) { ${['a', 'b', 'c', 'd'].map((v) => `VALUES ?${v} { ${values} }`).join(' ')} }`
      const formats = { solutions: 'json', graph: 'turtle', boolean: 'json' } as const
      const late = engine.sparql(database, { query: endless }, { formats, timeout: 50 })
      await expect(late).rejects.toMatchObject({ kind: 'queryTimeout' })
      await engine.graphql(database, { query: '{ Tree { name } }' }, { schema: counted })
      expect(times).toBe(2)
    } finally {
      await engine.close()
    }
  })
})
