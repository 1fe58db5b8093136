import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, it } from 'vitest'
import { closeHomes, openAdministeredHome, refused, turtle } from '../../../test/administered-home.ts'
import { localServices } from '../../../test/local-services.ts'
import { openCatalog } from '../../catalog/open-catalog.ts'
import { createEngine } from '../../engine/create-engine.ts'
import type { Engine, Isolation } from '../../engine/engine.ts'
import type { GraphQLRequest } from '../../engine/graphql/answer.ts'
import type { DatabaseService, ExecuteOptions } from '../database-service.ts'
import { createRunningQueries } from './running-queries.ts'

afterEach(closeHomes)

const prefixes = '@prefix : <http://g.example/> . @prefix g: <http://g.example/> .'
const ontology = `${prefixes}
@prefix owl: <http://www.w3.org/2002/07/owl#> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
g:Tree a owl:Class . g:height a owl:DatatypeProperty ; rdfs:domain g:Tree ; rdfs:range xsd:integer .`
const bushes = `${prefixes} @prefix owl: <http://www.w3.org/2002/07/owl#> . g:Bush a owl:Class .`
const trees = `${prefixes} g:ash a g:Tree ; g:height 20 ; g:name "Ash" . g:holly a g:Bush .`

const manual = `schema { query: Q }
type Q { Tree: Tree @iri(prefix: "g") }
type Tree @iri(prefix: "g") { name: String @iri(prefix: "g") }`
const heights = manual.replaceAll('name', 'height')

const auto = { databaseOptions: { 'graphql.auto.schema': true } }
const tree = { query: '{ g_Tree { g_name } }' }
const ash = { data: [{ name: 'Ash' }] }

async function answer(
  service: DatabaseService,
  request: GraphQLRequest,
  options?: ExecuteOptions,
): Promise<unknown> {
  const answered = await service.execute('garden', request, options)
  return answered.kind === 'errors' ? answered.errors : JSON.parse(await text(answered.chunks))
}

const listed = (service: DatabaseService) => service.schemas.list('garden')

describe.each<Isolation>(['none', 'process'])('the schemas of a home, isolation %s', (isolation) => {
  it('are added, listed, shown, replaced, removed and cleared', async () => {
    const { service } = openAdministeredHome(isolation)
    const { schemas } = service
    await service.create('garden', [turtle(trees)])
    expect(await listed(service)).toEqual([])
    expect(await schemas.add('garden', 'people', manual)).toEqual({ kind: 'added' })
    await expect(schemas.add('garden', 'people', manual)).rejects.toMatchObject(
      refused('schemaExists', /"people"/),
    )
    const wrong = await schemas.add('garden', 'wrong', manual.replace('Tree: Tree', 'Tree: Treee'))
    expect(wrong).toMatchObject({ kind: 'errors', errors: [{ locations: [{ line: 2, column: 16 }] }] })
    expect(await schemas.add('garden', 'a', manual)).toEqual({ kind: 'added' })
    expect(await schemas.add('garden', 'a', heights, { replace: true })).toEqual({ kind: 'replaced' })
    expect(await listed(service)).toEqual(['a', 'people'])
    expect(await schemas.show('garden', 'a')).toBe(heights)
    await schemas.remove('garden', 'a')
    await expect(schemas.remove('garden', 'a')).rejects.toMatchObject(refused('schemaUnknown', /"a"/))
    await expect(schemas.show('garden', 'a')).rejects.toMatchObject(refused('schemaUnknown', /"people"/))
    expect(await schemas.clear('garden')).toBe(1)
    expect(await schemas.clear('garden')).toBe(0)
    for (const work of [
      schemas.list('x'),
      schemas.show('x', 'a'),
      schemas.add('x', 'a', manual),
      schemas.remove('x', 'a'),
      schemas.clear('x'),
      schemas.infer('x'),
    ]) {
      await expect(work).rejects.toMatchObject(refused('databaseUnknown', /'x'/))
    }
  })

  it('answer the requests that name them, and are gone with them', async () => {
    const { service } = openAdministeredHome(isolation)
    const { schemas } = service
    await service.create('garden', [turtle(trees)])
    await schemas.add('garden', 'names', manual)
    await schemas.add('garden', 'heights', heights)
    const named = { query: '{ Tree { name } }' }
    const high = { query: '{ Tree { height } }' }
    expect(await answer(service, named, { schema: 'names' })).toEqual(ash)
    expect(await answer(service, { ...named, variables: { '@schema': 'names' } })).toEqual(ash)
    expect(await answer(service, { ...named, extensions: { schema: 'names' } })).toEqual(ash)
    const asked = { ...high, variables: { '@schema': 'names' } }
    expect(await answer(service, asked, { schema: 'heights' })).toEqual({ data: [{ height: '20' }] })
    expect(await answer(service, asked)).toMatchObject([{ locations: [{ line: 1, column: 10 }] }])
    expect(await service.explain('garden', high, { schema: 'heights' })).toMatchObject({
      kind: 'explanation',
    })
    expect(await service.explain('garden', asked)).toMatchObject({ kind: 'errors' })
    // Replaced, it answers at once.
    await schemas.add('garden', 'names', heights, { replace: true })
    expect(await answer(service, asked)).toEqual({ data: [{ height: '20' }] })
    await schemas.remove('garden', 'heights')
    const gone = refused('schemaUnknown', /^Unknown schema "heights"\. There is "names"\.$/)
    await expect(service.execute('garden', high, { schema: 'heights' })).rejects.toMatchObject(gone)
    await expect(service.explain('garden', high, { schema: 'heights' })).rejects.toMatchObject(gone)
    expect(await answer(service, { ...high, variables: { '@schema': 'heigths' } })).toMatchObject([
      {
        message: expect.stringContaining('Unknown schema "heigths"'),
        extensions: { code: 'BAD_USER_INPUT' },
      },
    ])
  })

  it('say what is wrong when a prefix of theirs goes', async () => {
    const { service, administration } = openAdministeredHome(isolation)
    await service.create('garden', [turtle(trees)])
    await service.schemas.add('garden', 'names', manual)
    await administration.removeNamespace('garden', 'g')
    const named = { query: '{ Tree { name } }' }
    expect(await answer(service, named, { schema: 'names' })).toMatchObject([
      { message: expect.stringMatching(/^The schema "names" cannot be used, line 2, column \d+: .*"g"/) },
      {},
      {},
    ])
    await administration.addNamespaces('garden', new Map([['g', 'http://g.example/']]))
    expect(await answer(service, named, { schema: 'names' })).toEqual(ash)
  })

  it('are kept where a home is opened again, and go with their database', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'espalier-schemas-'))
    const open = () =>
      localServices(createEngine({ isolation, processes: 1 }), openCatalog(folder), folder).for().databases
    try {
      const first = open()
      await first.create('garden', [turtle(trees)])
      await first.schemas.add('garden', 'names', manual)
      await first.close()
      const service = open()
      expect(await service.schemas.show('garden', 'names')).toBe(manual)
      expect(await answer(service, { query: '{ Tree { name } }' }, { schema: 'names' })).toEqual(ash)
      await service.drop('garden')
      await service.create('garden', [])
      expect(await listed(service)).toEqual([])
      await service.close()
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })

  it('can be administered offline', async () => {
    const { service, administration } = openAdministeredHome(isolation)
    const { schemas } = service
    await service.create('garden', [turtle(ontology)], auto)
    await administration.setOnline('garden', false)
    expect(await listed(service)).toEqual([])
    expect(await schemas.add('garden', 'names', manual)).toEqual({ kind: 'added' })
    expect(await schemas.show('garden', 'names')).toBe(manual)
    await expect(schemas.show('garden', 'default')).rejects.toMatchObject(refused('schemaUnknown', /names/))
    await expect(schemas.infer('garden')).rejects.toMatchObject(refused('invalidDatabaseState', /offline/))
    expect(await schemas.clear('garden')).toBe(1)
  })

  it('can be inferred from the data, and nothing is kept', async () => {
    const { service } = openAdministeredHome(isolation)
    await service.create('garden', [turtle(trees)])
    const inferred = await service.schemas.infer('garden')
    expect(inferred).toContain('Tree')
    expect(await listed(service)).toEqual([])
    expect(await service.schemas.add('garden', 'inferred', inferred)).toEqual({ kind: 'added' })
  })
})

describe.each<Isolation>(['none', 'process'])('the generated default schema, isolation %s', (isolation) => {
  it('validates and answers what names no schema, and is kept as it is when the data change', async () => {
    const { service } = openAdministeredHome(isolation)
    await service.create('garden', [turtle(ontology), turtle(trees)], auto)
    expect(await answer(service, { query: '{ Tree { height } }' })).toEqual({ data: [{ height: [20] }] })
    const unknown = [
      { message: expect.stringContaining('girth'), extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } },
    ]
    expect(await answer(service, { query: '{ Tree { girth } }' })).toMatchObject(unknown)
    const before = await service.schemas.show('garden', 'default')
    expect(await listed(service)).toEqual(['default'])
    await service.load('garden', turtle(bushes))
    expect(await service.schemas.show('garden', 'default')).toBe(before)
    expect(await answer(service, { query: '{ Bush { iri } }' })).toMatchObject([{}])
    // Removed, it is made again of what there is now.
    await service.schemas.remove('garden', 'default')
    expect(await answer(service, { query: '{ Bush { iri } }' })).toEqual({
      data: [{ iri: 'http://g.example/holly' }],
    })
    expect(await service.schemas.show('garden', 'default')).toContain('Bush')
  })

  it('is made when schemas are listed, or it is shown', async () => {
    const { service } = openAdministeredHome(isolation)
    await service.create('garden', [turtle(ontology)], auto)
    expect(await listed(service)).toEqual(['default'])
    await service.schemas.remove('garden', 'default')
    expect(await service.schemas.show('garden', 'default')).toContain('Tree')
    expect(await service.schemas.clear('garden')).toBe(1)
    expect(await answer(service, { query: '{ Tree { height } }' }, { schema: 'default' })).toEqual({
      data: [],
    })
  })

  it('is asked for by an option that is set offline, and answers nothing when that is off', async () => {
    const { service, administration } = openAdministeredHome(isolation)
    await service.create('garden', [turtle(ontology), turtle(trees)])
    const turn = async (on: boolean) => {
      await administration.setOnline('garden', false)
      await administration.setOptions('garden', { 'graphql.auto.schema': on })
      await administration.setOnline('garden', true)
    }
    await expect(administration.setOptions('garden', { 'graphql.auto.schema': true })).rejects.toMatchObject({
      kind: 'invalidDatabaseState',
    })
    expect(await listed(service)).toEqual([])
    await turn(true)
    expect(await answer(service, tree)).toMatchObject([{ extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }])
    await turn(false)
    expect(await answer(service, tree)).toEqual({ data: [{ g_name: 'Ash' }] })
    expect(await listed(service)).toEqual(['default'])
    const named = { query: '{ Tree { height } }', variables: { '@schema': 'default' } }
    expect(await answer(service, named)).toEqual({ data: [{ height: [20] }] })
    await service.schemas.remove('garden', 'default')
    expect(await listed(service)).toEqual([])
  })

  it('is replaced by one that is added, which stays', async () => {
    const { service, catalog } = openAdministeredHome(isolation)
    await service.create('garden', [turtle(ontology), turtle(trees)], auto)
    await listed(service)
    expect(catalog.schemas.find('garden', 'default')?.generated).toBe(true)
    expect(await service.schemas.add('garden', 'default', manual)).toEqual({ kind: 'replaced' })
    expect(catalog.schemas.find('garden', 'default')?.generated).toBe(false)
    expect(await answer(service, { query: '{ Tree { name } }' })).toEqual(ash)
    await service.load('garden', turtle(bushes))
    expect(await service.schemas.show('garden', 'default')).toBe(manual)
    await expect(service.schemas.add('garden', 'default', heights)).rejects.toMatchObject({
      kind: 'schemaExists',
    })
  })

  it('says what keeps it from being generated, until it can be', async () => {
    const { service } = openAdministeredHome(isolation)
    await service.create('garden', [turtle(trees)], auto)
    const nothing = refused('invalidSchema', /^The default schema could not be generated .*nothing to make/)
    const all = [service.execute('garden', tree), service.execute('garden', tree)]
    for (const work of all) await expect(work).rejects.toMatchObject(nothing)
    expect(await listed(service)).toEqual([])
    expect(await service.schemas.add('garden', 'names', manual)).toEqual({ kind: 'added' })
    expect(await answer(service, { query: '{ Tree { name } }' }, { schema: 'names' })).toEqual(ash)
    await service.load('garden', turtle(ontology))
    expect(await listed(service)).toEqual(['default', 'names'])
  })

  it('can be made of shapes', async () => {
    const { service } = openAdministeredHome(isolation)
    const shapes = `${prefixes} @prefix sh: <http://www.w3.org/ns/shacl#> .
      @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
      g:TreeShape a sh:NodeShape ; sh:targetClass g:Tree ;
        sh:property [ sh:path g:name ; sh:datatype xsd:string ; sh:maxCount 1 ] .`
    const databaseOptions = { 'graphql.auto.schema': true, 'graphql.auto.schema.source': 'shacl' }
    await service.create('garden', [turtle(shapes), turtle(ontology), turtle(trees)], { databaseOptions })
    expect(await answer(service, { query: '{ Tree { name } }' })).toEqual(ash)
    expect(await answer(service, { query: '{ Tree { height } }' })).toMatchObject([{}])
  })
})

describe('the generation of a default schema', () => {
  const homes: { readonly folder: string; readonly service: DatabaseService }[] = []
  afterEach(async () => {
    for (const { folder, service } of homes.splice(0)) {
      await service.close()
      rmSync(folder, { recursive: true, force: true })
    }
  })

  /** A home whose generations are counted, and wait where there is a gate. */
  function countedHome(gate?: Promise<unknown>) {
    const folder = mkdtempSync(join(tmpdir(), 'espalier-generation-'))
    const inner = createEngine({ processes: 2 })
    const counted = { times: 0 }
    const engine: Engine = {
      ...inner,
      async generateSchema(...order) {
        counted.times += 1
        await gate
        return inner.generateSchema(...order)
      },
    }
    const running = createRunningQueries()
    const catalog = openCatalog(folder)
    const service = localServices(engine, catalog, folder, { running }).for().databases
    homes.push({ folder, service })
    return { service, catalog, running, counted }
  }

  it('happens once, however many ask first at once', async () => {
    const { service, counted } = countedHome()
    await service.create('garden', [turtle(ontology), turtle(trees)], auto)
    const high = { query: '{ Tree { height } }' }
    const asked = Array.from({ length: 20 }, (_, n) =>
      n % 5 === 4 ? listed(service) : answer(service, high, n % 2 === 0 ? {} : { schema: 'default' }),
    )
    for (const [n, result] of (await Promise.all(asked)).entries()) {
      expect(result).toEqual(n % 5 === 4 ? ['default'] : { data: [{ height: [20] }] })
    }
    expect(counted.times).toBe(1)
  })

  it('is told of while it runs, and can be killed: those who wait are told, and the next ones begin anew', async () => {
    const { promise: gate, resolve } = Promise.withResolvers<void>()
    const { service, running, counted } = countedHome(gate)
    await service.create('garden', [turtle(ontology), turtle(trees)], auto)
    const asked = [service.execute('garden', tree), listed(service)]
    const all = Promise.allSettled(asked)
    const generation = running.list().find(({ text: shown }) => shown.includes('Generates'))
    expect(generation).toMatchObject({ database: 'garden', kind: 'graphql' })
    running.kill(generation?.id ?? '')
    resolve()
    for (const result of await all) {
      expect(result).toMatchObject({
        status: 'rejected',
        reason: { kind: 'queryCancelled', message: expect.stringContaining('could not be generated') },
      })
    }
    expect(await listed(service)).toEqual(['default'])
    expect(counted.times).toBe(2)
    expect(running.list()).toEqual([])
  })

  it('goes on where the one who asked first hangs up', async () => {
    const { promise: gate, resolve } = Promise.withResolvers<void>()
    const { service, counted } = countedHome(gate)
    await service.create('garden', [turtle(ontology), turtle(trees)], auto)
    const hangUp = new AbortController()
    const first = service.execute('garden', tree, { signal: hangUp.signal })
    const second = answer(service, { query: '{ Tree { height } }' })
    const late = service.execute('garden', tree, { timeout: 1 })
    hangUp.abort()
    await expect(first).rejects.toMatchObject({ kind: 'queryCancelled' })
    await expect(late).rejects.toMatchObject({ kind: 'queryTimeout' })
    resolve()
    expect(await second).toEqual({ data: [{ height: [20] }] })
    expect(counted.times).toBe(1)
  })

  it('is not kept for a database that was dropped and made again meanwhile', async () => {
    const { promise: gate, resolve } = Promise.withResolvers<void>()
    const { service } = countedHome(gate)
    await service.create('garden', [turtle(ontology)], auto)
    const asked = listed(service)
    await service.drop('garden')
    await service.create('garden', [turtle(bushes)])
    resolve()
    await expect(asked).rejects.toMatchObject({ kind: 'databaseUnknown' })
    expect(await listed(service)).toEqual([])
  })

  it('is not kept for a database that a backup has replaced meanwhile', async () => {
    const { promise: gate, resolve } = Promise.withResolvers<void>()
    const { service, catalog } = countedHome(gate)
    await service.create('garden', [turtle(ontology)], auto)
    const asked = listed(service)
    const { options, namespaces } = catalog.get('garden')
    const place = async ({ path }: { readonly path: string }) => writeFileSync(path, 'restored')
    await catalog.replace('garden', { options, namespaces, schemas: [] }, place, async () => {})
    resolve()
    await expect(asked).rejects.toThrow()
    expect(catalog.schemas.names('garden')).toEqual([])
  })

  it('is begun anew where its process was killed at its time limit', async () => {
    const { service, administration } = openAdministeredHome('process')
    const classes = Array.from({ length: 3000 }, (_, n) => `g:C${n} a owl:Class .`).join('\n')
    const many = `${prefixes} @prefix owl: <http://www.w3.org/2002/07/owl#> . ${classes}`
    await service.create('garden', [turtle(many)], {
      databaseOptions: { 'graphql.auto.schema': true, 'query.timeout': '5ms' },
    })
    const late = refused('queryTimeout', /./)
    await expect(listed(service)).rejects.toMatchObject(late)
    await administration.setOptions('garden', { 'query.timeout': '2m' })
    expect(await listed(service)).toEqual(['default'])
    expect(await answer(service, { query: '{ C2999 { iri } }' })).toEqual({ data: [] })
  })
})
