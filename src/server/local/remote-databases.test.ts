import { chmodSync, createReadStream, existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import {
  type AdministeredHome,
  closeHomes,
  garden,
  namesOf,
  openAdministeredHome,
  refused,
  turtle,
} from '../../../test/administered-home.ts'
import { pathOf } from '../../../test/path-of.ts'
import {
  type OxigraphEndpoint,
  type OxigraphEndpointOptions,
  startOxigraphEndpoint,
} from '../../../test/remote/oxigraph-endpoint.ts'
import { startLoopback } from '../../../test/sparql-endpoint.ts'
import type { Isolation } from '../../engine/engine.ts'
import { iri, literal } from '../../rdf/term.ts'

const tree = (name: string, graph: string | null) => {
  const subject = iri(`http://g.example/${name}`)
  const type = iri('http://www.w3.org/1999/02/22-rdf-syntax-ns#type')
  const named = graph === null ? null : iri(graph)
  return [
    { subject, predicate: type, object: iri('http://g.example/Tree'), graph: named },
    { subject, predicate: iri('http://g.example/name'), object: literal(name), graph: named },
  ]
}
const quads = [...tree('Ash', null), ...tree('Elm', 'http://g.example/old')]
const basic = (password: string) => `Basic ${Buffer.from(`ada:${password}`).toString('base64')}`

const endpoints: OxigraphEndpoint[] = []
async function start(options: OxigraphEndpointOptions = {}): Promise<OxigraphEndpoint> {
  const endpoint = await startOxigraphEndpoint(quads, options)
  endpoints.push(endpoint)
  return endpoint
}

afterEach(async () => {
  await closeHomes()
  await Promise.all(endpoints.splice(0).map((endpoint) => endpoint.close()))
})

/** Creates the database `museum` for an endpoint. */
async function create(
  { service }: AdministeredHome,
  { queryUrl }: OxigraphEndpoint,
  options: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const databaseOptions = { 'remote.query.url': queryUrl, ...options }
  await service.create('museum', [], { databaseOptions })
}

const credentials = { 'remote.user': 'ada', 'remote.password': 's3cret' }

describe.each<Isolation>(['none', 'process'])('a remote database, isolation %s', (isolation) => {
  it('is asked like others, where its endpoint shows how', async () => {
    const home = openAdministeredHome(isolation)
    await create(home, await start({ union: false, mostRows: 50, announce: true, server: 'Stone/1.0  ' }))
    await home.administration.addNamespaces('museum', new Map([['g', 'http://g.example/']]))
    expect(await namesOf(home.service, 'museum')).toEqual(['Ash', 'Elm'])
    expect(await home.service.databases()).toEqual(['museum'])
    const options = await home.administration.options('museum')
    expect(options).toMatchObject({
      'remote.union': 'graphs',
      'remote.connections': 16,
      'remote.password': null,
      'database.online': true,
    })
    expect(await home.administration.status('museum')).toEqual({
      name: 'museum',
      kind: 'remote',
      online: true,
      remote: {
        endpoint: new URL(endpoints[0]?.queryUrl ?? '').host,
        reachable: true,
        server: 'Stone/1.0',
        latencyMilliseconds: expect.any(Number),
      },
    })
  })

  it('comes and goes as others do', async () => {
    const home = openAdministeredHome(isolation)
    await create(home, await start())
    await home.administration.setOnline('museum', false)
    await expect(home.service.size('museum')).rejects.toMatchObject({ kind: 'invalidDatabaseState' })
    expect(await home.administration.status('museum')).toMatchObject({
      online: false,
      remote: { reachable: true },
    })
    await home.administration.setOnline('museum', true)
    expect(await home.service.size('museum')).toBe(4)
    await home.service.drop('museum')
    expect(await home.service.databases()).toEqual([])
    await expect(home.service.size('museum')).rejects.toMatchObject({ kind: 'databaseUnknown' })
  })

  it('goes online, offline and away while its endpoint is down, which is a status', async () => {
    const home = openAdministeredHome(isolation)
    const endpoint = await start()
    await create(home, endpoint)
    await endpoint.close()
    endpoints.splice(0)
    expect(await home.administration.status('museum')).toEqual({
      name: 'museum',
      kind: 'remote',
      online: true,
      remote: {
        endpoint: new URL(endpoint.queryUrl).host,
        reachable: false,
        error: expect.stringContaining(
          `"museum", endpoint ${new URL(endpoint.queryUrl).host} cannot be reached`,
        ),
      },
    })
    await home.administration.setOnline('museum', false)
    await home.administration.setOnline('museum', true)
    await home.service.drop('museum')
  })

  it('has its secrets sealed, and opens them when it is asked', async () => {
    const home = openAdministeredHome(isolation)
    await create(home, await start({ authorization: basic('s3cret') }), credentials)
    expect(await home.service.size('museum')).toBe(4)
    expect(home.catalog.get('museum').options.get('remote.password')).toMatch(/^sealed1\./)
    expect((await home.administration.options('museum'))['remote.password']).toBe('***')
    expect((await home.administration.status('museum')).remote?.reachable).toBe(true)
  })
})

describe('creating a remote database', () => {
  it.each<[options: Readonly<Record<string, unknown>>, kind: string, message: RegExp]>([
    [{}, 'remoteFailed', /"museum".*status 401/],
    [{ ...credentials, 'remote.password': 'wr0ng' }, 'remoteFailed', /"museum".*status 401/],
    [{ 'remote.query.url': 'http://127.0.0.1:9/' }, 'remoteUnavailable', /"museum", endpoint 127\.0\.0\.1:9/],
    [{ 'remote.query.url': 'http://169.254.169.254/' }, 'remoteUnavailable', /not connected to/],
    [{ 'remote.engine': 'virtuso' }, 'illegalArgument', /Unknown engine "virtuso".*"virtuoso"\?/],
    [{ 'remote.rows': 'many' }, 'illegalArgument', /remote\.rows/],
  ])('leaves nothing where it fails: %j', async (options, kind, message) => {
    const home = openAdministeredHome()
    const endpoint = await start({ authorization: basic('s3cret') })
    const error = await create(home, endpoint, options).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject(refused(kind, message))
    expect(`${String(error)}${error instanceof Error && 'detail' in error ? error.detail : ''}`).not.toMatch(
      /wr0ng|s3cret|YWRhO/,
    )
    expect(await home.service.databases()).toEqual([])
    expect(existsSync(join(home.folder, 'secrets.key'))).toBe(false)
    await create(home, endpoint, credentials)
  })

  it('loads no files', async () => {
    const home = openAdministeredHome()
    const { queryUrl } = await start()
    const made = home.service.create('museum', [turtle(garden)], {
      databaseOptions: { 'remote.query.url': queryUrl },
    })
    await expect(made).rejects.toMatchObject(refused('illegalArgument', /create 'museum' without them/))
    expect(await home.service.databases()).toEqual([])
  })

  it('takes what it is told for what the endpoint would show', async () => {
    const home = openAdministeredHome()
    const told = { 'remote.union': 'http://g.example/all', 'remote.rows': '7', 'remote.engine': 'qlever' }
    await create(home, await start(), told)
    expect(await home.administration.options('museum')).toMatchObject({ ...told, 'remote.rows': 7 })
  })
})

describe('changing the options of a remote database', () => {
  it('asks an endpoint at another URL what it shows', async () => {
    const home = openAdministeredHome()
    await create(home, await start({ union: false }))
    expect((await home.administration.options('museum'))['remote.union']).toBe('graphs')
    const other = await start({ union: true })
    await home.administration.setOptions('museum', { 'remote.query.url': other.queryUrl })
    expect((await home.administration.options('museum'))['remote.union']).toBe('default')
    expect(await home.service.size('museum')).toBe(4)
    // Nothing changes where the new one does not answer.
    const gone = home.administration.setOptions('museum', {
      'remote.query.url': 'http://127.0.0.1:9/',
      'query.timeout': '7s',
    })
    await expect(gone).rejects.toMatchObject({ kind: 'remoteUnavailable' })
    expect(await home.administration.options('museum')).toMatchObject({
      'remote.query.url': other.queryUrl,
      'query.timeout': '5m',
    })
  })

  it('finds out again what goes back to its default', async () => {
    const home = openAdministeredHome()
    await create(home, await start({ union: true }), { 'remote.union': 'graphs', 'remote.rows': 9 })
    await home.administration.setOptions('museum', { remote: { union: null, connections: 2 } })
    expect(await home.administration.options('museum')).toMatchObject({
      'remote.union': 'default',
      'remote.rows': 9,
      'remote.connections': 2,
    })
  })

  it('sends a secret to no host that it was not given for', async () => {
    const home = openAdministeredHome()
    await create(home, await start({ authorization: basic('s3cret') }), credentials)
    const thief = await start({ authorization: basic('s3cret') })
    const moved = { 'remote.query.url': thief.queryUrl }
    for (const change of [
      moved,
      { ...moved, 'remote.password': '***' },
      { ...moved, 'remote.user': 'ada' },
      { 'remote.update.url': thief.updateUrl },
      { 'remote.graph.store.url': thief.graphStoreUrl },
    ]) {
      await expect(home.administration.setOptions('museum', change)).rejects.toMatchObject(
        refused('illegalArgument', /"remote\.password" was not given for http:\/\/127/),
      )
    }
    expect(thief.requests).toEqual([])
    await home.administration.setOptions('museum', { ...moved, 'remote.password': 's3cret' })
    expect(await home.service.size('museum')).toBe(4)
    expect(thief.requests.length).toBeGreaterThan(0)
  })

  it('replaces a secret, and takes it back as it is shown for no change', async () => {
    const home = openAdministeredHome()
    await create(home, await start({ authorization: basic('s3cret') }), credentials)
    const shown = await home.administration.options('museum')
    await home.administration.setOptions('museum', { 'remote.password': shown['remote.password'] })
    expect(await home.service.size('museum')).toBe(4)
    await home.administration.setOptions('museum', { 'remote.password': 'wr0ng' })
    await expect(home.service.size('museum')).rejects.toMatchObject({ kind: 'remoteFailed' })
    const both = { 'remote.user': null, 'remote.password': null }
    await home.administration.setOptions('museum', both)
    expect((await home.administration.options('museum'))['remote.password']).toBe(null)
  })

  it('keeps it remote, and makes no other so', async () => {
    const home = openAdministeredHome()
    const { queryUrl } = await start()
    await create(home, endpoints[0] ?? (await start()))
    await home.service.create('garden', [turtle(garden)])
    const set = (name: string, options: Readonly<Record<string, unknown>>) =>
      expect(home.administration.setOptions(name, options)).rejects
    await set('museum', { 'remote.query.url': null }).toMatchObject(
      refused('illegalArgument', /keeps the option/),
    )
    await set('museum', { 'remote.engine': 'oracle' }).toMatchObject(
      refused('illegalArgument', /Unknown engine .* There are standard, /),
    )
    await set('museum', { 'remote.user': 'ada' }).toMatchObject(refused('illegalArgument', /belong together/))
    await set('garden', { 'remote.query.url': queryUrl }).toMatchObject(
      refused('illegalArgument', /is for remote databases/),
    )
    await set('garden', { 'remote.rows': 1 }).toMatchObject(
      refused('illegalArgument', /for remote databases/),
    )
    const options = Object.entries(await home.administration.options('garden'))
    expect(options.filter(([name, value]) => name.startsWith('remote') && value !== null)).toEqual([])
    expect(await home.administration.status('garden')).toEqual({
      name: 'garden',
      kind: 'embedded',
      online: true,
      triples: 4,
    })
  })

  it('is not done to another database that has its name by then', async () => {
    const home = openAdministeredHome()
    const arrived = Promise.withResolvers<void>()
    const gate = Promise.withResolvers<void>()
    let gated = false
    const slow = await startLoopback(async (request, response) => {
      if (gated) {
        arrived.resolve()
        await gate.promise
      }
      response.setHeader('content-type', 'application/sparql-results+json')
      const isAsk = decodeURIComponent(request.url ?? '').includes('ASK')
      response.end(`{"head":{"vars":["s"]},${isAsk ? '"boolean":false' : '"results":{"bindings":[]}'}}`)
    })
    try {
      await home.service.create('museum', [], {
        databaseOptions: { 'remote.query.url': `${slow.origin}/sparql`, 'remote.union': 'default' },
      })
      gated = true
      const change = home.administration.setOptions('museum', { 'remote.union': null })
      change.catch(() => {})
      await arrived.promise
      await home.service.drop('museum')
      await home.service.create('museum', [turtle(garden)])
      gate.resolve()
      await expect(change).rejects.toMatchObject({ kind: 'databaseUnknown' })
      expect(home.catalog.get('museum').options).toEqual(new Map())
      expect(await home.service.size('museum')).toBe(4)
    } finally {
      gate.resolve()
      await slow.close()
    }
  })

  it('is done one after the other', async () => {
    const home = openAdministeredHome()
    await create(home, await start({ authorization: basic('s3cret') }), credentials)
    const changes = [
      { 'remote.user': null, 'remote.password': null, 'remote.union': null },
      { 'remote.password': 'n3w' },
    ].map((options) => home.administration.setOptions('museum', options))
    // Together they would leave a password without its user.
    const [first, second] = await Promise.allSettled(changes)
    expect([first?.status, second?.status]).toEqual(['rejected', 'fulfilled'])
    const { 'remote.user': user } = await home.administration.options('museum')
    expect(user).toBe('ada')
  })
})

it('has no file to back up, check or rebuild, and is not replaced by one', async () => {
  const home = openAdministeredHome()
  const { administration, service } = home
  await create(home, await start())
  const remote = refused('unsupported', /^Database 'museum' is remote, and cannot be/)
  await expect(administration.backup('museum')).rejects.toMatchObject(remote)
  await expect(administration.streamBackup('museum')).rejects.toMatchObject(remote)
  await expect(administration.check('museum')).rejects.toMatchObject(remote)
  await expect(administration.optimize('museum')).rejects.toMatchObject(remote)
  async function* backup() {
    yield Buffer.from('never read')
  }
  await expect(administration.restore(backup(), { name: 'museum', overwrite: true })).rejects.toMatchObject(
    remote,
  )
  expect(await service.size('museum')).toBe(4)
})

it('is not made of a backup, whoever wrote that', async () => {
  const { administration, service, engine, catalog, folder } = openAdministeredHome()
  await service.create('garden', [turtle(garden)])
  const database = { kind: 'file', path: pathOf(catalog.get('garden')), namespaces: new Map() } as const
  const path = join(folder, 'made')
  const label = {
    name: 'museum',
    options: new Map([['remote.query.url', 'http://data.example/sparql']]),
    namespaces: new Map(),
    schemas: [],
    created: new Date().toISOString(),
    version: '0.0.0',
  }
  await engine.backup(database, path, label)
  await expect(administration.restore(createReadStream(path))).rejects.toMatchObject(
    refused('illegalArgument', /is for remote databases/),
  )
  expect(await service.databases()).toEqual(['garden'])
})

describe('a home whose key is lost', () => {
  it.each<[what: string, harm: (key: string) => void, message: RegExp]>([
    ['is gone', (key) => rmSync(key), /key file of the home folder is gone/],
    ['is open to others', (key) => chmodSync(key, 0o644), /open to others/],
  ])('says so where the key %s, and goes on without', async (_, harm, message) => {
    const home = openAdministeredHome()
    const endpoint = await start({ authorization: basic('s3cret') })
    await create(home, endpoint, credentials)
    harm(join(home.folder, 'secrets.key'))
    await expect(home.service.size('museum')).rejects.toMatchObject(refused('invalidConfiguration', message))
    expect(await home.administration.status('museum')).toMatchObject({
      remote: { reachable: false, error: expect.stringMatching(message) },
    })
    expect((await home.administration.options('museum'))['remote.password']).toBe('***')
    await home.administration.setOnline('museum', false)
    await home.service.drop('museum')
  })

  it('takes the secret again', async () => {
    const home = openAdministeredHome()
    await create(home, await start({ authorization: basic('s3cret') }), credentials)
    rmSync(join(home.folder, 'secrets.key'))
    await home.administration.setOptions('museum', { 'remote.password': 's3cret' })
    expect(await home.service.size('museum')).toBe(4)
  })
})

it('holds no secret in plain text in the catalog', async () => {
  const home = openAdministeredHome()
  await create(home, await start({ authorization: basic('s3cret') }), credentials)
  await home.service.create('token', [], {
    databaseOptions: {
      'remote.query.url': (await start({ authorization: 'Bearer t0ken' })).queryUrl,
      'remote.token': 't0ken',
    },
  })
  await home.administration.setOptions('token', { 'remote.token': 't0ken' })
  await home.service.drop('token')
  const catalog = readFileSync(join(home.folder, 'system.db'), 'latin1')
  expect(catalog).toContain('sealed1.')
  expect(catalog).not.toMatch(/s3cret|t0ken|czNjcmV0/)
})
