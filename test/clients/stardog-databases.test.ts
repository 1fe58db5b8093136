import { Connection, db, query, server as stardogServer } from 'stardog'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RealServer, startRealServer } from '../real-server.ts'

let server: RealServer
let connection: Connection
beforeAll(async () => {
  server = await startRealServer({ limited: { 'query.timeout': '5s' } })
  connection = new Connection({ username: 'admin', password: 'admin', endpoint: server.url })
})
afterAll(() => server[Symbol.asyncDispose]())

const statusOf = async (call: Promise<{ readonly status: number }>): Promise<number> => (await call).status

describe('db of the stardog client 10', () => {
  it('creates, lists and drops databases', async () => {
    expect((await db.list(connection)).body).toEqual({ databases: ['garden', 'limited'] })
    const created = await db.create(connection, 'orchard')
    expect(created).toMatchObject({ ok: true, status: 201, body: { message: expect.any(String) } })
    expect((await db.list(connection)).body.databases).toContain('orchard')
    const again = await db.create(connection, 'orchard')
    expect(again).toMatchObject({ ok: false, status: 409, body: { code: '0D0DE2' } })
    const dropped = await db.drop(connection, 'orchard')
    expect(dropped).toMatchObject({ ok: true, status: 200, body: { message: expect.any(String) } })
    const unknown = await db.drop(connection, 'orchard')
    expect(unknown).toMatchObject({ status: 404, body: { message: "Database 'orchard' does not exist." } })
  })

  it('creates a database with options, nested and flat', async () => {
    const options = { query: { timeout: '11s', all: { graphs: true } }, 'graphql.default.limit': 3 }
    expect(await statusOf(db.create(connection, 'tuned', options))).toBe(201)
    expect((await db.options.getAll(connection, 'tuned')).body).toMatchObject({
      'database.name': 'tuned',
      'query.timeout': '11s',
      'query.all.graphs': true,
      'graphql.default.limit': 3,
    })
    expect(await db.create(connection, 'wrong', { query: { timeout: 'soon' } })).toMatchObject({
      status: 400,
      body: { code: '000IA2' },
    })
    expect((await db.list(connection)).body.databases).not.toContain('wrong')
    await db.drop(connection, 'tuned')
  })

  it('creates a database with the options of a file of properties', async () => {
    const propertiesFile = new Blob([
      '# of a file\nquery.timeout = 12s\n\n! another remark\nquery.all.graphs:true\ngraphql.default.limit=7\n',
    ])
    const options = { graphql: { default: { limit: 4 } } }
    const created = await db.create(connection, 'filed', options, { files: [], propertiesFile })
    expect(created).toMatchObject({ status: 201 })
    expect((await db.options.getAll(connection, 'filed')).body).toMatchObject({
      'query.timeout': '12s',
      'query.all.graphs': true,
      'graphql.default.limit': 4,
    })
    await db.drop(connection, 'filed')
    const broken = { files: [], propertiesFile: new Blob(['query.timeot = 1s\n']) }
    expect(await db.create(connection, 'broken', {}, broken)).toMatchObject({ status: 400 })
  })

  it('refuses files that are named and not sent: none of the server are read', async () => {
    const created = await db.create(connection, 'files', {}, { files: [{ filename: '/etc/passwd' }] })
    expect(created).toMatchObject({ status: 400, body: { code: '000IA2' } })
    expect(created.body.message).toContain('was not sent')
    expect((await db.list(connection)).body.databases).not.toContain('files')
  })

  it('tells the options of all databases', async () => {
    const { body } = await db.listInfo(connection)
    expect(body.databases.map((one: Record<string, unknown>) => one['database.name'])).toEqual([
      'garden',
      'limited',
    ])
  })

  it('gives the data of a database', async () => {
    const { status, body, headers } = await db.get(connection, 'garden')
    expect(status).toBe(200)
    expect(headers.get('content-type')).toMatch(/^(text\/turtle|application\/trig)/u)
    expect(body).toContain('"Ada"')
  })

  it('counts triples', async () => {
    expect(await db.size(connection, 'garden')).toMatchObject({ status: 200, body: '21' })
    expect(await db.size(connection, 'nowhere')).toMatchObject({ status: 404 })
  })

  it('takes databases offline and online', async () => {
    await db.create(connection, 'resting')
    expect(await statusOf(db.offline(connection, 'resting'))).toBe(200)
    expect((await db.options.get(connection, 'resting', { 'database.online': null })).body).toEqual({
      'database.online': false,
    })
    expect(await query.execute(connection, 'resting', 'ASK { }')).toMatchObject({
      status: 503,
      body: { code: '0DIDS2' },
    })
    expect(await statusOf(db.online(connection, 'resting'))).toBe(200)
    expect((await query.execute(connection, 'resting', 'ASK { }')).body).toBe(true)
    expect(await statusOf(db.online(connection, 'nowhere'))).toBe(404)
    await db.drop(connection, 'resting')
  })

  it('optimizes', async () => {
    expect(await statusOf(db.optimize(connection, 'garden'))).toBe(200)
    expect(await statusOf(db.optimize(connection, 'nowhere'))).toBe(404)
    expect((await db.size(connection, 'garden')).body).toBe('21')
  })
})

describe('db.options of the stardog client 10', () => {
  it('gets options by name, and of those that it knows itself what there is', async () => {
    const asked = await db.options.get(connection, 'limited', {
      'query.timeout': null,
      'search.enabled': null,
    })
    expect(asked).toMatchObject({ status: 200 })
    expect(asked.body).toEqual({ 'query.timeout': '5s', 'search.enabled': false })
    const all = await db.options.get(connection, 'limited')
    expect(all.body).toMatchObject({ 'database.name': 'limited', 'query.timeout': '5s' })
    expect(await statusOf(db.options.get(connection, 'nowhere'))).toBe(404)
    expect(await statusOf(db.options.getAll(connection, 'nowhere'))).toBe(404)
  })

  it('sets options, nested and flat, all or none', async () => {
    const set = (values: object) => db.options.set(connection, 'limited', values)
    const timeout = async () => (await db.options.getAll(connection, 'limited')).body['query.timeout']
    expect(await set({ query: { timeout: '6s' } })).toMatchObject({ status: 200 })
    expect(await timeout()).toBe('6s')
    expect(await set({ 'query.timeout': '7s' })).toMatchObject({ status: 200 })
    expect(await timeout()).toBe('7s')
    expect(await set({ 'query.timeout': '8s', 'no.such.option': 1 })).toMatchObject({ status: 400 })
    expect(await timeout()).toBe('7s')
  })

  it('describes every option', async () => {
    const { status, body } = await db.options.getAvailable(connection)
    expect(status).toBe(200)
    expect(body['query.timeout']).toMatchObject({ name: 'query.timeout', mutable: true, defaultValue: '5m' })
    const { body: options } = await db.options.getAll(connection, 'garden')
    expect(Object.keys(body).sort()).toEqual(expect.arrayContaining(Object.keys(options).sort()))
  })
})

describe('server of the stardog client 10', () => {
  it('tells its status, with the databases or without', async () => {
    const { status, headers, body } = await stardogServer.status(connection)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('application/json')
    expect(body['dbms.version'].value).toBe('11.0.0')
    expect(body.databases.value).toEqual(['garden', 'limited'])
    expect((await stardogServer.status(connection, { databases: false })).body).not.toHaveProperty(
      'databases',
    )
  })

  it('tells its properties, all or those asked for', async () => {
    const { status, body } = await stardogServer.properties(connection)
    expect(status).toBe(200)
    expect(body['dbms.version']).toBe('11.0.0')
    expect(Object.keys(body).length).toBeGreaterThan(5)
    expect((await stardogServer.properties(connection, ['dbms.version', 'none'])).body).toEqual({
      'dbms.version': '11.0.0',
    })
  })
})
