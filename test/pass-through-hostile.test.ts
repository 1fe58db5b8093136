import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, it } from 'vitest'
import { basicAuthorization } from './basic-authorization.ts'
import { dataAudience } from './identity/exchange-grants.ts'
import {
  type Answered,
  askTitles,
  bearer,
  byPassword,
  filmQuads,
  type PassingServer,
  passingConf,
  send,
  startPassingServer,
  titled,
} from './passing-server.ts'
import { startOxigraphEndpoint } from './remote/oxigraph-endpoint.ts'
import { startLoopback } from './sparql-endpoint.ts'

let passing: PassingServer

afterEach(() => passing[Symbol.asyncDispose]())

const messageOf = ({ body }: Answered): unknown => Object(body).message

describe('whoever asks at the same moment', () => {
  it('has the own data alone, while tokens are renewed with each request, and some go away', async () => {
    passing = await startPassingServer(
      'rfc8693',
      { ann: filmQuads('Alien'), bob: filmQuads('Brazil'), lea: filmQuads('Laura') },
      { 'remote.connections': 3 },
    )
    const { server, policy, endpoint, tokenOf } = passing
    policy.lifetime = 5
    const people = [
      { user: 'ann', token: await tokenOf('ann'), answer: titled('Alien') },
      { user: 'bob', token: await tokenOf('bob'), answer: titled('Brazil') },
      { user: 'lea', token: await tokenOf('lea'), answer: titled('Laura') },
    ]
    // Another token of one of them, which is refused from now on.
    const gone = new AbortController()
    const rounds = Array.from({ length: 60 }, (_, index) => people[(index * 7) % people.length])
    const answers = await Promise.all(
      rounds.map(async (one, index) => {
        if (one === undefined) throw new Error('There is nobody.')
        const query = 'query @prefix(f: "http://films.example/") { f_Film { f_title } }'
        if (index % 5 === 0) {
          const init = { method: 'POST', body: JSON.stringify({ query }), signal: gone.signal }
          const asked = send(server, '/films/graphql', json(bearer(one.token)), init)
          setImmediate(() => gone.abort())
          return { one, answer: await asked.catch(() => undefined) }
        }
        return { one, answer: await askTitles(server, bearer(one.token)) }
      }),
    )
    for (const { one, answer } of answers) if (answer !== undefined) expect(answer).toEqual(one.answer)
    // Each token was told to the endpoint by whom it is of, and none is that which was shown here.
    const shown = people.map(({ token }) => token)
    for (const { authorization, user } of endpoint.requests) {
      expect(user).toBeDefined()
      expect(shown).not.toContain(authorization.slice(7))
    }
  })

  it('is told the own reason where there is no token', async () => {
    passing = await startPassingServer('rfc8693', { lea: filmQuads('Laura') })
    const { server, tokenOf } = passing
    for (const name of ['eve', 'una'])
      await server.addUser(name, 'secret', { permissions: ['read db:films'] })
    const lea = bearer(await tokenOf('lea'))
    const askers = [
      { headers: byPassword, reason: /You signed in without one/ },
      { headers: { ...lea, 'sd-run-as': 'eve' }, reason: /User 'lea' has none of user 'eve'/ },
      { headers: { ...byPassword, 'sd-run-as': 'una' }, reason: /User 'admin' has none of user 'una'/ },
    ]
    const all = await Promise.all(
      Array.from({ length: 30 }, async (_, index) => {
        const asker = askers[index % askers.length]
        if (asker === undefined) throw new Error('There is nobody.')
        const answer = await send(server, '/films/query?query=ASK%20%7B%7D', asker.headers)
        return { asker, answer }
      }),
    )
    for (const { asker, answer } of all) {
      expect(answer.status).toBe(403)
      expect(messageOf(answer)).toMatch(asker.reason)
    }
    expect(passing.endpoint.requests).toEqual([])
  })
})

const json = (headers: Readonly<Record<string, string>>) => ({
  ...headers,
  'content-type': 'application/json',
})

describe('the token for an endpoint', () => {
  it('goes nowhere else: by no redirect, SERVICE or LOAD', async () => {
    const asked: (string | undefined)[] = []
    const other = await startLoopback((request, response) => {
      asked.push(request.headers.authorization)
      if (request.url?.endsWith('.ttl') === true) {
        response.writeHead(200, { 'content-type': 'text/turtle' })
        return void response.end('<urn:a> <urn:b> <urn:c> .')
      }
      response.writeHead(200, { 'content-type': 'application/sparql-results+json' })
      response.end('{"head":{"vars":["x"]},"results":{"bindings":[]}}')
    })
    passing = await startPassingServer('rfc8693', { ann: filmQuads('Alien') })
    const { server, endpoint, provider, tokenOf } = passing
    await server.restart({
      jwtConf: passingConf(provider, 'rfc8693'),
      properties: `sparql.service.allowed = ${other.origin}/sparql\nsparql.load.allowed = ${other.origin}/\n`,
    })
    const ann = bearer(await tokenOf('ann'))
    const query = `SELECT ?x { SERVICE <${other.origin}/sparql> { ?x ?y ?z } }`
    const served = await send(server, `/films/query?query=${encodeURIComponent(query)}`, ann)
    const update = `LOAD <${other.origin}/a.ttl>`
    const loaded = await send(server, '/films/update', ann, {
      method: 'POST',
      body: new URLSearchParams({ update }),
    })
    expect({ served: served.status, loaded: loaded.status }).toEqual({ served: 200, loaded: 200 })
    endpoint.before = async (_, __, response) =>
      void response.writeHead(307, { location: `${other.origin}/sparql` }).end()
    expect((await askTitles(server, ann)).status).toBe(502)
    await other.close()
    expect(asked.length).toBeGreaterThan(1)
    expect(asked.filter((authorization) => authorization !== undefined)).toEqual([])
  })

  it('goes nowhere else by who may set the options of the database, nor where it is made anew', async () => {
    const asked: (string | undefined)[] = []
    const store = await startOxigraphEndpoint([], { union: true })
    const other = await startLoopback(async (request, response) => {
      asked.push(request.headers.authorization)
      const { accept = '', 'content-type': type } = request.headers
      const headers = { accept, ...(type !== undefined && { 'content-type': type }) }
      const body = await text(request)
      const { method = 'GET', url: path = '/' } = request
      const init = { method, headers, ...(body !== '' && { body }) }
      const answer = await fetch(new URL(path, store.queryUrl), init)
      const contentType = answer.headers.get('content-type') ?? ''
      response.writeHead(answer.status, { 'content-type': contentType }).end(await answer.text())
    })
    passing = await startPassingServer('rfc8693', { ann: filmQuads('Alien') })
    const { server, endpoint, tokenOf } = passing
    const ann = bearer(await tokenOf('ann'))
    expect(await askTitles(server, ann)).toEqual(titled('Alien'))
    await server.addUser('eve', 'secret', {
      permissions: ['all db:*', 'all metadata:*', 'all data-source:*', 'all admin:*'],
    })
    const eve = json({ authorization: basicAuthorization('eve', 'secret') })
    const url = `${other.origin}${new URL(store.queryUrl).pathname}`
    const change = (headers: Readonly<Record<string, string>>, options: object) =>
      send(server, '/admin/databases/films/options', json(headers), {
        method: 'POST',
        body: JSON.stringify(options),
      })
    const off = { 'remote.pass.through': null, 'remote.token.scope': null, 'remote.token.audience': null }
    const moved = { 'remote.query.url': url, 'remote.union': 'default' }
    for (const options of [
      moved,
      { ...moved, 'remote.pass.through': 'TRUE' },
      { remote: { pass: { through: true }, query: { url } }, 'remote.union': 'default' },
      { 'remote.graph.store.url': url },
    ])
      expect((await change(eve, options)).status).toBe(403)
    // Without tokens it may be asked elsewhere, which takes none along.
    expect(await change(eve, { ...off, ...moved })).toMatchObject({ status: 200 })
    expect((await send(server, '/films/query?query=ASK%20%7B%7D', ann)).status).toBe(200)
    for (const word of [true, 'true', 'TRUE', 'True'])
      expect((await change(eve, { 'remote.pass.through': word })).status).toBe(403)
    // Nor by another database of the same name.
    expect((await send(server, '/admin/databases/films', eve, { method: 'DELETE' })).status).toBe(200)
    const create = (options: object) =>
      send(server, '/admin/databases', eve, {
        method: 'POST',
        body: JSON.stringify({ dbname: 'films', options: { ...moved, ...options } }),
      })
    expect((await create({ 'remote.pass.through': true })).status).toBe(403)
    expect((await create({ 'remote.pass.through': 'True' })).status).toBe(403)
    expect((await create({})).status).toBe(201)
    // What others may do with the one is nothing that they may do with the other.
    expect((await send(server, '/films/query?query=ASK%20%7B%7D', ann)).status).toBe(403)
    await store.close()
    await other.close()
    expect(asked.length).toBeGreaterThan(1)
    expect(asked.filter((authorization) => authorization !== undefined)).toEqual([])
    expect(endpoint.requests.every(({ user }) => user === 'ann')).toBe(true)
  })

  it('is of who asks now, after the endpoint was asked by a token of its own', async () => {
    passing = await startPassingServer('rfc8693', { ann: filmQuads('Alien'), bob: filmQuads('Brazil') })
    const { server, endpoint, policy, tokenOf } = passing
    const [ann, bob] = [bearer(await tokenOf('ann')), bearer(await tokenOf('bob'))]
    expect(await askTitles(server, ann)).toEqual(titled('Alien'))
    const told = endpoint.requests[0]?.authorization.slice('Bearer '.length)
    const change = (options: object) =>
      send(server, '/admin/databases/films/options', json(byPassword), {
        method: 'POST',
        body: JSON.stringify(options),
      })
    const on = {
      'remote.pass.through': true,
      'remote.token.scope': 'films:read',
      'remote.token.audience': dataAudience,
    }
    const off = { 'remote.pass.through': null, 'remote.token.scope': null, 'remote.token.audience': null }
    for (let turn = 0; turn < 2; turn++) {
      expect((await change({ ...off, 'remote.token': told })).status).toBe(200)
      expect(await askTitles(server, bob)).toEqual(titled('Alien'))
      expect((await change({ ...on, 'remote.token': null })).status).toBe(200)
      expect(await askTitles(server, bob)).toEqual(titled('Brazil'))
      expect(await askTitles(server, ann)).toEqual(titled('Alien'))
    }
    // Whoever is disabled has nothing of what is kept for them.
    server.accounts.change([{ kind: 'setEnabled', name: 'ann', enabled: false }])
    expect((await askTitles(server, ann)).status).toBe(401)
    server.accounts.change([{ kind: 'removeUser', name: 'bob' }])
    server.accounts.change([{ kind: 'removeRole', name: 'critic' }])
    expect((await askTitles(server, bob)).status).toBe(401)
    expect(policy.exchanges.every(({ user }) => user === 'ann' || user === 'bob')).toBe(true)
  })
})
