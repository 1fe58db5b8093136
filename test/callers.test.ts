import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { forgetting } from '../src/accounts/forgetting.ts'
import { parsePermission } from '../src/accounts/parse-permission.ts'
import { defaultProperties } from '../src/config/properties.ts'
import { turtle } from './administered-home.ts'
import { startHomeServer } from './home-server.ts'
import { type RawAnswer, type RawRequest, rawRequest } from './raw-request.ts'
import { startOxigraphEndpoint } from './remote/oxigraph-endpoint.ts'
import { basic, type SecuredServer, startSecuredServer } from './secured-server.ts'

let server: SecuredServer
let logged: string[]
beforeEach(async () => {
  logged = []
  server = await startSecuredServer({
    properties: { ...defaultProperties, corsOrigins: ['https://app.example'] },
    log: { level: 'info', stream: { write: (line) => logged.push(line) } },
  })
})
afterEach(() => server[Symbol.asyncDispose]())

function ask(user: string, path: string, options: RawRequest = {}): Promise<RawAnswer> {
  return rawRequest(server.url, path, { ...options, headers: { ...basic(user), ...options.headers } })
}

const asked = async (user: string, path: string, options?: RawRequest): Promise<unknown> =>
  JSON.parse((await ask(user, path, options)).text)

const json = (method: string, value: unknown): RawRequest => ({ method, body: JSON.stringify(value) })
const create = (dbname: string, options = {}): RawRequest => json('POST', { dbname, options })

const loginOf = (user: string) => ({
  action: 'login',
  outcome: 'done',
  user,
  address: '127.0.0.1',
  details: { by: 'password' },
})

describe('a request whose body comes slowly', () => {
  /** Sends a query but for its end, does something once its sender is signed in, and sends the rest. */
  async function slowly(meanwhile: () => void, headers = {}): Promise<number | undefined> {
    const query = 'ASK {}'
    const request = httpRequest(`${server.url}/garden/query`, {
      method: 'POST',
      headers: {
        ...basic('ann'),
        'Content-Type': 'application/sparql-query',
        'Content-Length': query.length,
        ...headers,
      },
    })
    request.write(query.slice(0, 2))
    await vi.waitFor(() => expect(server.audited().some(({ action }) => action === 'login')).toBe(true))
    meanwhile()
    request.end(query.slice(2))
    const [answer]: IncomingMessage[] = await once(request, 'response')
    answer?.resume()
    return answer?.statusCode
  }

  beforeEach(async () => {
    server.addUser('ann', { permissions: ['read db:garden'] })
    await server.services.for().databases.create('garden', [])
  })

  it('is answered by the rights of when it has come', async () => {
    expect(await slowly(() => server.addUser('bob'))).toBe(200)
  })

  it('is refused where its sender may not do it any more', async () => {
    const holder = { kind: 'user', name: 'ann' } as const
    const permission = parsePermission('read db:garden')
    const status = await slowly(() => server.accounts.change([{ kind: 'revoke', holder, permission }]))
    expect(status).toBe(403)
  })

  it('is refused where its sender may not sign in any more', async () => {
    const disable = { kind: 'setEnabled', name: 'ann', enabled: false } as const
    expect(await slowly(() => server.accounts.change([disable]))).toBe(401)
  })

  it('is refused where its rights went with the database that it is for', async () => {
    const { databases } = server.services.for()
    const status = await slowly(() => server.accounts.change([forgetting('database', 'garden')]))
    expect(status).toBe(403)
    expect(await databases.databases()).toEqual(['garden'])
  })

  it('is refused where it comes on behalf of somebody who may not do it any more', async () => {
    server.addUser('cy', { superuser: true })
    const holder = { kind: 'user', name: 'ann' } as const
    const permission = parsePermission('read db:garden')
    const acting = { ...basic('cy'), 'SD-Run-As': 'ann' }
    expect(await slowly(() => server.accounts.change([{ kind: 'revoke', holder, permission }]), acting)).toBe(
      403,
    )
  })
})

describe('who signs in', () => {
  it('is written down once, and in each line of the access log', async () => {
    server.addUser('ann')
    for (let n = 0; n < 3; n += 1) expect((await ask('ann', '/admin/databases')).status).toBe(200)
    expect(server.audited()).toMatchObject([loginOf('ann')])
    const lines = logged.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'answered')
    expect(lines).toHaveLength(3)
    expect(lines[0]).toMatchObject({ user: 'ann', path: '/admin/databases', status: 200 })
    expect(lines[0].reqId).toBe(server.audited()[0]?.requestId)
  })

  it('is not written down where nobody claims to be anybody, and refused in two lines of WWW-Authenticate', async () => {
    const request = httpRequest(`${server.url}/admin/databases`).end()
    const [answer]: IncomingMessage[] = await once(request, 'response')
    answer?.resume()
    const lines = (answer?.rawHeaders ?? []).flatMap((name, index, all) =>
      name.toLowerCase() === 'www-authenticate' ? [all[index + 1]] : [],
    )
    expect(lines).toEqual(['Basic realm="Espalier", charset="UTF-8"', 'Bearer realm="Espalier"'])
    expect(server.audited()).toEqual([])
  })

  it('is written down with the reason where they are refused, never with what they sent', async () => {
    await rawRequest(server.url, '/admin/databases', { headers: basic('admin', 's3cret word') })
    // Typed in the wrong place.
    await rawRequest(server.url, '/admin/databases', { headers: basic('s3cret word', '') })
    await rawRequest(server.url, '/admin/databases', { headers: { authorization: 'Basic !s3cret' } })
    await rawRequest(server.url, '/admin/databases', { headers: { authorization: 'Bearer s3cret' } })
    expect(server.audited()).toMatchObject([
      { action: 'login', outcome: 'refused', target: 'admin', address: '127.0.0.1' },
      { action: 'login', outcome: 'refused', details: { reason: expect.stringContaining('no such user') } },
      { action: 'login', outcome: 'refused' },
      { action: 'login', outcome: 'refused' },
    ])
    expect(JSON.stringify(server.audited()) + logged.join('')).not.toMatch(/s3cret/)
    for (const { user, details } of server.audited()) {
      expect(user).toBeUndefined()
      expect(details).toMatchObject({ reason: expect.stringMatching(/./) })
    }
  })

  it('is answered 429 after ten failures, which is written down once', async () => {
    const wrong = () => rawRequest(server.url, '/admin/databases', { headers: basic('ann', 'wrong') })
    for (let n = 0; n < 10; n += 1) expect((await wrong()).status).toBe(401)
    for (let n = 0; n < 5; n += 1) {
      const { status, headers, text } = await wrong()
      expect(status).toBe(429)
      expect(Number(headers['retry-after'])).toBeGreaterThan(0)
      expect(headers['www-authenticate']).toBeUndefined()
      expect(JSON.parse(text)).toMatchObject({ code: 'SETMA2' })
    }
    expect(server.audited()).toHaveLength(11)
  })

  it('loses what they have lost with the next request', async () => {
    server.addUser('ann', { permissions: ['read db:garden'] })
    await server.services.for().databases.create('garden', [])
    expect((await ask('ann', '/garden/size')).status).toBe(200)
    const holder = { kind: 'user', name: 'ann' } as const
    const resource = { type: 'db', name: ['garden'] } as const
    server.accounts.change([{ kind: 'revoke', holder, permission: { action: 'READ', resource } }])
    expect((await ask('ann', '/garden/size')).status).toBe(403)
    server.accounts.change([{ kind: 'setEnabled', name: 'ann', enabled: false }])
    expect((await ask('ann', '/admin/databases')).status).toBe(401)
    server.accounts.change([{ kind: 'setEnabled', name: 'ann', enabled: true }])
    expect((await ask('ann', '/admin/databases')).status).toBe(200)
    server.accounts.change([{ kind: 'removeUser', name: 'ann' }])
    expect((await ask('ann', '/admin/databases')).status).toBe(401)
  })

  it('is told why on pages of other origins that may call the server', async () => {
    const headers = { origin: 'https://app.example' }
    const answer = await rawRequest(server.url, '/admin/databases', { headers })
    expect(answer.status).toBe(401)
    expect(answer.headers['access-control-allow-origin']).toBe('https://app.example')
    // Else a page could not tell a token that is expired from one that is missing, as clients of OAuth do.
    expect(answer.headers['access-control-expose-headers']).toContain('WWW-Authenticate')
    expect(answer.headers['www-authenticate']).toContain('Bearer realm=')
  })

  it('hears of it before much data was sent', async () => {
    const body = Buffer.alloc(20 << 20, 0x20)
    const headers = { ...basic('ann', 'wrong'), 'content-type': 'text/turtle' }
    expect((await rawRequest(server.url, '/garden', { method: 'POST', headers, body })).status).toBe(401)
  })
})

describe('refusals', () => {
  it('are written down with who was refused what', async () => {
    server.addUser('ann')
    const { headers } = await ask('ann', '/garden/query?query=secret')
    await ask('admin', '/garden/size', { headers: { 'sd-run-as': 'ann' } })
    await ask('ann', '/admin/users', json('POST', { username: 'bob', password: 'long enough' }))
    expect(server.audited().filter(({ action }) => action === 'refusal')).toEqual([
      {
        action: 'refusal',
        outcome: 'refused',
        user: 'ann',
        target: 'GET /garden/query',
        details: { message: "User 'ann' may not do this: it needs the permission read db:garden." },
        address: '127.0.0.1',
        requestId: headers['x-request-id'],
      },
      expect.objectContaining({ user: 'ann', signedInAs: 'admin', target: 'GET /garden/size' }),
      expect.objectContaining({
        target: 'POST /admin/users',
        details: { message: expect.stringMatching(/create user:\*\.$/) },
      }),
    ])
    expect(JSON.stringify(server.audited())).not.toMatch(/secret|long enough/)
  })

  it('are the same for a database whose name is a wildcard', async () => {
    server.addUser('ann', { permissions: ['read db:garden'] })
    expect(await asked('ann', '/*/size')).toMatchObject({ message: expect.stringMatching(/read db:\*\.$/) })
    server.addUser('bob', { permissions: ['read db:*'] })
    expect((await ask('bob', '/*/size')).status).toBe(404)
  })

  it('are not got round by how a path is written', async () => {
    await server.services.for().databases.create('garden', [])
    server.addUser('ann', { permissions: ['read db:other', 'read db:garden2'] })
    for (const path of [
      '/g%61rden/size',
      '/garden/size/',
      '/garden/./size',
      '//garden/size',
      '/other/../garden/size',
      '/garden/size;x',
      '/garden%00/size',
      '/GARDEN/size',
    ]) {
      const answer = await ask('ann', path)
      expect([path, answer.status]).toEqual([
        path,
        expect.toSatisfy((status) => [400, 403, 404].includes(status)),
      ])
    }
  })
})

describe('SD-Run-As', () => {
  const as = (name: string) => ({ headers: { 'sd-run-as': name } })

  it('answers as the other one, by their permissions and under their name', async () => {
    server.addUser('ann', { permissions: ['read db:garden'] })
    const { databases } = server.services.for()
    await databases.create('garden', [])
    await databases.create('orchard', [])
    expect(await asked('admin', '/admin/databases', as('ann'))).toEqual({ databases: ['garden'] })
    expect((await ask('admin', '/admin/status/whoami', as('ann'))).text).toBe('ann')
    expect((await ask('admin', '/orchard/size', as('ann'))).status).toBe(403)
    const line = logged.map((text) => JSON.parse(text)).find(({ msg }) => msg === 'answered')
    expect(line).toMatchObject({ user: 'ann', signedInAs: 'admin' })
  })

  it('reads names as UTF-8, and takes who signed in as themselves', async () => {
    server.addUser('žofie')
    const bytes = Buffer.from('žofie').toString('latin1')
    expect((await ask('admin', '/admin/status/whoami', as(bytes))).text).toBe('žofie')
    expect((await ask('žofie', '/admin/status/whoami', as(bytes))).text).toBe('žofie')
  })

  it('acts for nobody who is disabled', async () => {
    server.addUser('off', { enabled: false })
    const answer = await ask('admin', '/admin/databases', as('off'))
    expect(answer.status).toBe(403)
    expect(answer.text).toContain("User 'off' is disabled")
  })

  it('is refused where it names nobody, or several', async () => {
    const empty = await ask('admin', '/admin/databases', as(''))
    expect([empty.status, empty.text]).toEqual([400, expect.stringContaining('must name one user')])
    const { hostname, port } = new URL(server.url)
    const headers = { ...basic('admin'), 'SD-Run-As': ['admin', 'admin'] }
    const request = httpRequest({ hostname, port, path: '/admin/databases', headers }).end()
    const [answer]: IncomingMessage[] = await once(request, 'response')
    expect(answer?.statusCode).toBe(400)
    answer?.resume()
  })

  it('is refused where nobody signs in', async () => {
    await using open = await startHomeServer()
    const { status, text } = await rawRequest(open.url, '/admin/databases', {
      headers: { 'sd-run-as': 'admin' },
    })
    expect([status, JSON.parse(text).code]).toEqual([400, '000IA2'])
    expect((await rawRequest(open.url, '/admin/databases')).status).toBe(200)
    expect(
      (await rawRequest(open.url, '/admin/databases', { headers: basic('admin', 'wrong') })).status,
    ).toBe(200)
  })
})

describe('lists and facts', () => {
  it('have what the caller may read', async () => {
    const { databases } = server.services.for()
    for (const name of ['garden', 'meadow', 'orchard']) await databases.create(name, [])
    server.addUser('ann', { permissions: ['read db:garden', 'read metadata:meadow', 'write db:orchard'] })
    expect(await asked('ann', '/admin/databases')).toEqual({ databases: ['garden'] })
    expect(await asked('admin', '/admin/databases')).toEqual({ databases: ['garden', 'meadow', 'orchard'] })
    expect(await asked('ann', '/admin/databases/options')).toMatchObject({
      databases: [{ 'database.name': 'meadow' }],
    })
    const status = await asked('ann', '/admin/status')
    expect(status).toMatchObject({ databases: { value: ['garden'] }, 'dbms.version': {} })
    expect(JSON.stringify(status)).not.toContain('memory')
    expect(Object.keys(Object(await asked('ann', '/admin/properties')))).toEqual([
      'dbms.version',
      'espalier.version',
    ])
  })

  it('have how the server is for who may read that, whichever databases they may', async () => {
    await server.services.for().databases.create('garden', [])
    server.addUser('watch', { permissions: ['read dbms-admin:*'] })
    expect((await ask('watch', '/admin/status')).text).toContain('espalier.memory.resident.bytes')
    expect((await ask('watch', '/admin/properties')).text).toContain('query.timeout')
    expect((await ask('watch', '/admin/status/prometheus')).text).toContain(
      'espalier_databases{state="online"} 1',
    )
    expect(await asked('watch', '/admin/databases')).toEqual({ databases: [] })
  })
})

describe('who makes a database', () => {
  const permissionsOf = async (user: string): Promise<readonly string[]> => {
    const permissions = server.accounts.user(user)?.permissions ?? []
    return permissions.map(({ action, resource: { type, name } }) => `${action} ${type}:${name.join('\\')}`)
  }
  const five = ['DELETE', 'WRITE', 'READ', 'GRANT', 'REVOKE']
  const fiveOf = (...resources: string[]) =>
    resources.flatMap((resource) => five.map((action) => `${action} ${resource}`))

  it('may do everything with it, until it is dropped', async () => {
    server.addUser('ann', { permissions: ['create db:*'] })
    expect((await ask('ann', '/admin/databases', create('garden'))).status).toBe(201)
    expect(await permissionsOf('ann')).toEqual([
      'CREATE db:*',
      ...fiveOf('db:garden', 'metadata:garden', 'named-graph:garden\\*'),
    ])
    expect((await ask('ann', '/admin/databases/garden', { method: 'DELETE' })).status).toBe(200)
    expect(await permissionsOf('ann')).toEqual(['CREATE db:*'])
    expect(server.audited().slice(1)).toMatchObject([
      { action: 'database.add', target: 'garden', outcome: 'done', user: 'ann' },
      { action: 'database.remove', target: 'garden', outcome: 'done', user: 'ann' },
    ])
  })

  it('has none of it where it was not made, or by a superuser', async () => {
    server.addUser('ann', { permissions: ['create db:*'] })
    await server.services.for().databases.create('garden', [])
    expect((await ask('ann', '/admin/databases', create('garden'))).status).toBe(409)
    expect((await ask('ann', '/admin/databases', create('9'))).status).toBe(400)
    expect(await permissionsOf('ann')).toEqual(['CREATE db:*'])
    expect((await ask('admin', '/admin/databases', create('orchard'))).status).toBe(201)
    expect(await permissionsOf('admin')).toEqual([])
  })

  it('needs a permission for an endpoint too, and to set where it is', async () => {
    await using endpoint = await startEndpoint()
    const remote = create('museum', { 'remote.query.url': endpoint.url })
    server.addUser('ann', { permissions: ['create db:*'] })
    expect(await asked('ann', '/admin/databases', remote)).toMatchObject({
      message: expect.stringMatching(/create data-source:\*\.$/),
    })
    server.addUser('bob', { permissions: ['create db:*', 'create data-source:*'] })
    expect((await ask('bob', '/admin/databases', remote)).status).toBe(201)
    expect((await permissionsOf('bob')).slice(2)).toEqual(
      fiveOf('db:museum', 'metadata:museum', 'named-graph:museum\\*', 'data-source:museum'),
    )
    server.addUser('carl', { permissions: ['write metadata:*'] })
    const options = json('POST', { remote: { connections: 2 } })
    for (const name of ['museum', 'nowhere']) {
      expect(await asked('carl', `/admin/databases/${name}/options`, options)).toMatchObject({
        message: expect.stringContaining(`write data-source:${name}.`),
      })
    }
    expect((await ask('bob', '/admin/databases/museum/options', options)).status).toBe(200)
  })

  it('by a backup needs permissions for its name, also where only the backup says it', async () => {
    const { databases, administration } = server.services.for()
    await databases.create('garden', [])
    const body = await buffer(await administration.streamBackup('garden'))
    server.addUser('ann', { permissions: ['create db:*', 'execute admin:copy'] })
    const restore = (query: string) => ask('ann', `/admin/restore${query}`, { method: 'POST', body })
    expect((await restore('')).text).toMatch(/execute admin:garden\./)
    expect((await restore('?name=garden&overwrite=true')).text).toMatch(/execute admin:garden\./)
    expect((await restore('?name=copy')).status).toBe(201)
    expect((await permissionsOf('ann')).slice(2)).toEqual(
      fiveOf('db:copy', 'metadata:copy', 'named-graph:copy\\*'),
    )
    server.addUser('bob', { permissions: ['create db:*', 'execute admin:*'] })
    const overwrite = { method: 'POST', body }
    for (const name of ['garden', 'nowhere']) {
      const path = `/admin/restore?overwrite=true&name=${name}`
      expect((await ask('bob', path, overwrite)).text).toContain(`delete db:${name}.`)
    }
    server.addUser('carl', { permissions: ['create db:*', 'execute admin:*', 'delete db:garden'] })
    expect((await ask('carl', '/admin/restore?overwrite=true', overwrite)).status).toBe(201)
    expect(await permissionsOf('carl')).toHaveLength(3)
  })
})

describe('graphs with permissions of their own', () => {
  const tree = (name: string) => `<http://g.example/${name}> a <http://g.example/Tree> .`
  const graphs = async (user: string) =>
    asked(user, `/garden/query?query=${encodeURIComponent('SELECT DISTINCT ?g { GRAPH ?g {} } ORDER BY ?g')}`)
  const named = (...names: string[]) => ({
    results: { bindings: names.map((name) => ({ g: { value: `http://g.example/${name}` } })) },
  })

  beforeEach(async () => {
    const { databases, sparql } = server.services.for()
    await databases.create('garden', [turtle(tree('oak'))])
    const text = ['a', 'b'].map((name) => `GRAPH <http://g.example/${name}> { ${tree(name)} }`).join(' ')
    await sparql.update('garden', { text: `INSERT DATA { ${text} }` })
    server.addUser('ann', {
      permissions: ['read db:garden', 'write metadata:garden', 'read named-graph:garden\\http://g.example/a'],
    })
  })

  it('are for who has them where the database says so, and all for everybody else', async () => {
    expect(await graphs('ann')).toMatchObject(named('a', 'b'))
    expect((await ask('ann', '/garden/size')).text).toBe('3')
    const { administration } = server.services.for()
    await administration.setOnline('garden', false)
    await administration.setOptions('garden', { 'security.named.graphs': true })
    await administration.setOnline('garden', true)
    expect(await graphs('ann')).toMatchObject(named('a'))
    expect((await ask('ann', '/garden/size')).text).toBe('1')
    expect(await asked('ann', '/admin/databases/garden/status')).toMatchObject({ triples: 1 })
    expect(await graphs('admin')).toMatchObject(named('a', 'b'))
    expect((await ask('admin', '/garden/size')).text).toBe('3')
  })

  it('stay so for who may change options, and not all graphs', async () => {
    const option = (value: boolean) => json('POST', { security: { named: { graphs: value } } })
    for (const value of [true, false]) {
      expect((await ask('ann', '/admin/databases/garden/options', option(value))).text).toContain(
        'read named-graph:garden\\\\*.',
      )
    }
    server.addUser('bob', {
      permissions: ['write metadata:garden', 'read named-graph:*', 'write named-graph:*'],
    })
    await server.services.for().administration.setOnline('garden', false)
    expect((await ask('bob', '/admin/databases/garden/options', option(true))).status).toBe(200)
  })
})

/** An endpoint that a database can be made for. */
async function startEndpoint() {
  const endpoint = await startOxigraphEndpoint([])
  return { url: endpoint.queryUrl, [Symbol.asyncDispose]: () => endpoint.close() }
}
