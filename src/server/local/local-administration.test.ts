import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, describe, expect, it } from 'vitest'
import {
  closeHomes,
  garden,
  namesOf,
  openAdministeredHome,
  refused,
  turtle,
  yew,
} from '../../../test/administered-home.ts'
import { pathOf } from '../../../test/path-of.ts'
import type { Isolation } from '../../engine/engine.ts'

afterEach(closeHomes)

describe('options', () => {
  it('are told with the defaults of the server, set, and unset', async () => {
    const { service, administration } = openAdministeredHome()
    await service.create('garden', [turtle(garden)], { databaseOptions: { 'query.timeout': '7s' } })
    expect(await administration.options('garden')).toMatchObject({
      'database.name': 'garden',
      'database.online': true,
      'database.namespaces': expect.arrayContaining(['g=http://g.example/']),
      'database.time.creation': expect.stringMatching(/^\d{4}-.*Z$/),
      'query.timeout': '7s',
      'graphql.default.limit': 50,
      'search.enabled': false,
    })
    await administration.setOptions('garden', { query: { timeout: null }, 'graphql.default.limit': 1 })
    expect(await administration.options('garden')).toMatchObject({
      'query.timeout': '5m',
      'graphql.default.limit': 1,
    })
    expect(await namesOf(service)).toEqual(['Ash'])
  })

  it('are set all or none', async () => {
    const { service, administration } = openAdministeredHome()
    await service.create('garden', [])
    const before = await administration.options('garden')
    for (const wrong of [
      { 'query.timeout': 'soon' },
      { 'no.option': 1 },
      { 'search.enabled': true },
      { 'index.type': 'Disk' },
    ]) {
      await expect(
        administration.setOptions('garden', { 'graphql.default.limit': 9, ...wrong }),
      ).rejects.toThrow()
    }
    expect(await administration.options('garden')).toEqual(before)
    await expect(administration.setOptions('x', {})).rejects.toMatchObject({ kind: 'databaseUnknown' })
  })

  it('of graphs say what GraphQL asks', async () => {
    const { service, administration } = openAdministeredHome()
    await service.create('garden', [turtle(garden), { ...turtle(yew), graph: 'urn:g' }])
    expect(await namesOf(service)).toEqual(['Ash', 'Elm', 'Yew'])
    await administration.setOptions('garden', { 'graphql.data.graphs': ['urn:g'] })
    expect(await namesOf(service)).toEqual(['Yew'])
    await administration.setOptions('garden', { 'graphql.data.graphs': 'tag:stardog:api:context:default' })
    expect(await namesOf(service)).toEqual(['Ash', 'Elm'])
    await administration.setOptions('garden', { 'graphql.data.graphs': null })
    expect(await namesOf(service)).toEqual(['Ash', 'Elm', 'Yew'])
  })

  it('are all described, with a value each', async () => {
    const { service, administration } = openAdministeredHome()
    await service.create('garden', [])
    const descriptors = administration.descriptors()
    expect(descriptors.map(({ name }) => name)).toEqual(Object.keys(await administration.options('garden')))
    expect(descriptors.find(({ name }) => name === 'query.timeout')).toEqual({
      name: 'query.timeout',
      type: 'Duration',
      mutable: true,
      mutableWhenOnline: true,
      category: 'Query',
      label: 'Time limit',
      description: expect.stringContaining('query.timeout'),
      defaultValue: '5m',
    })
  })
})

describe.each<Isolation>(['none', 'process'])('an offline database, isolation %s', (isolation) => {
  it('refuses all but administration until it is online again', async () => {
    const { service, administration } = openAdministeredHome(isolation)
    await service.create('garden', [turtle(garden)])
    expect(await namesOf(service)).toEqual(['Ash', 'Elm'])
    await administration.setOnline('garden', false)
    expect(await administration.isOnline('garden')).toBe(false)
    const offline = refused(
      'invalidDatabaseState',
      /^Database 'garden' is offline\. Bring it online with PUT/,
    )
    await expect(namesOf(service)).rejects.toMatchObject(offline)
    await expect(service.size('garden')).rejects.toMatchObject(offline)
    await expect(service.load('garden', turtle(garden))).rejects.toMatchObject(offline)
    await expect(service.explain('garden', { query: '{ g_Tree { g_name } }' })).rejects.toMatchObject(offline)
    await expect(administration.optimize('garden')).rejects.toMatchObject(offline)
    expect(await service.databases()).toEqual(['garden'])
    await administration.setOptions('garden', { 'search.enabled': true })
    expect(await administration.options('garden')).toMatchObject({
      'search.enabled': true,
      'database.online': false,
    })
    expect(await administration.check('garden')).toEqual([])
    expect((await administration.backup('garden')).triples).toBe(4)
    await administration.setOnline('garden', true)
    expect(await namesOf(service)).toEqual(['Ash', 'Elm'])
    await service.drop('garden')
  })
})

it('lets running work end by itself, then ends it, when a database goes offline', async () => {
  const { service, administration } = openAdministeredHome('process', 50)
  await service.create('garden', [turtle(garden)])
  const never = Promise.withResolvers<void>()
  async function* bytes() {
    yield Buffer.from('@prefix g: <http://g.example/> . g:yew a g:Tree .\n')
    await never.promise
  }
  const loading = service.load('garden', { name: 'slow.ttl', format: 'turtle', bytes: bytes() })
  loading.catch(() => {})
  await expect.poll(async () => (await administration.queries()).length).toBe(1)
  await administration.setOnline('garden', false)
  await expect(loading).rejects.toMatchObject({
    kind: expect.stringMatching(/queryCancelled|invalidDatabaseState/),
  })
  expect(await administration.queries()).toEqual([])
  never.resolve()
  await administration.setOnline('garden', true)
  expect(await namesOf(service)).toEqual(['Ash', 'Elm'])
})

it('stays offline where its file cannot be read', async () => {
  const { service, administration, catalog } = openAdministeredHome()
  await service.create('garden', [])
  await administration.setOnline('garden', false)
  rmSync(pathOf(catalog.get('garden')))
  await expect(administration.setOnline('garden', true)).rejects.toMatchObject(
    refused('storage', /database 'garden'/),
  )
  expect(await administration.isOnline('garden')).toBe(false)
})

describe('namespaces', () => {
  it('are added, replaced and removed', async () => {
    const { service, administration } = openAdministeredHome()
    await service.create('garden', [turtle(garden)])
    await administration.addNamespaces(
      'garden',
      new Map([
        ['t', 'http://g.example/'],
        ['g', 'http://other.example/'],
      ]),
    )
    const answer = await service.execute('garden', { query: '{ t_Tree(orderBy: t_name) { t_name } }' })
    expect(answer.kind).toBe('data')
    expect((await administration.namespaces('garden')).get('g')).toBe('http://other.example/')
    await administration.removeNamespace('garden', 'g')
    expect((await administration.namespaces('garden')).has('g')).toBe(false)
    await expect(administration.removeNamespace('garden', 'g')).rejects.toMatchObject(
      refused('notFound', /no prefix "g"/),
    )
  })

  it.each([
    ['a b', 'http://a.example/'],
    ['a', 'no iri'],
    ['a', 'relative'],
    ['a', 'http://a.example/<b>'],
    ['_', 'http://a.example/'],
    ['a.', 'http://a.example/'],
  ])('of %j as %j are refused, with all others', async (prefix, iri) => {
    const { service, administration } = openAdministeredHome()
    await service.create('garden', [])
    const namespaces = new Map([
      ['ok', 'http://ok.example/'],
      [prefix, iri],
    ])
    await expect(administration.addNamespaces('garden', namespaces)).rejects.toMatchObject({
      kind: 'illegalArgument',
    })
    expect((await administration.namespaces('garden')).has('ok')).toBe(false)
  })
})

describe.each<Isolation>(['none', 'process'])('optimizing, isolation %s', (isolation) => {
  it('makes the file smaller and the counts right, beside readers', async () => {
    const { service, administration, catalog } = openAdministeredHome(isolation)
    const lines = Array.from({ length: 3000 }, (_, n) => `g:t${n} g:note "${'leaf '.repeat(20)}${n}" .`).join(
      '\n',
    )
    await service.create('garden', [turtle(garden), turtle(`@prefix g: <http://g.example/> .\n${lines}`)])
    const path = pathOf(catalog.get('garden'))
    await administration.setOnline('garden', false)
    const database = new DatabaseSync(path)
    database.exec(`DELETE FROM quad WHERE p = (SELECT id FROM term WHERE value = 'http://g.example/note')`)
    database.close()
    await administration.setOnline('garden', true)
    expect(await administration.check('garden')).not.toEqual([])
    const before = statSync(path).size
    const [found] = await Promise.all([namesOf(service), administration.optimize('garden')])
    expect(found).toEqual(['Ash', 'Elm'])
    expect(await administration.check('garden')).toEqual([])
    expect(await service.size('garden')).toBe(4)
    expect(await namesOf(service)).toEqual(['Ash', 'Elm'])
    expect(statSync(path).size).toBeLessThan(before)
  })
})

it('finds a damaged file, and folders of no database, and does not tell where they are', async () => {
  const { service, administration, catalog, folder } = openAdministeredHome()
  await service.create('garden', [turtle(garden)])
  expect(await administration.check('garden')).toEqual([])
  writeFileSync(pathOf(catalog.get('garden')), 'no database')
  mkdirSync(join(folder, 'databases', 'stray'))
  expect(await administration.check('garden')).toEqual([
    { part: 'catalog', message: 'The folder databases/stray belongs to no database.' },
    {
      part: 'file',
      message: expect.stringMatching(/^The file of database 'garden' is not a database of Espalier/),
    },
  ])
})
