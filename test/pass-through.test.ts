import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { iri } from '../src/rdf/term.ts'
import { rdfs } from '../src/rdf/vocabulary-terms.ts'
import { dataAudience, exchangeClient, serviceClient } from './identity/exchange-grants.ts'
import {
  type Answered,
  askTitles,
  bearer,
  byPassword,
  type ExchangeKind,
  filmQuads,
  type PassingServer,
  passingConf,
  passingOptions,
  send,
  startPassingServer,
  titled,
} from './passing-server.ts'

let passing: PassingServer

afterEach(() => passing[Symbol.asyncDispose]())

const refused = (status: number, message: RegExp): Answered => ({
  status,
  body: expect.objectContaining({ message: expect.stringMatching(message), code: expect.any(String) }),
})

const below = (name: string, above: string) => ({
  subject: iri(`http://films.example/${name}`),
  predicate: iri(rdfs.subClassOf),
  object: iri(`http://films.example/${above}`),
  graph: null,
})

const count = { method: 'GET' }

describe.each<ExchangeKind>(['rfc8693', 'on-behalf-of'])('a database with pass-through, %s', (kind) => {
  beforeEach(async () => {
    passing = await startPassingServer(kind, {
      ann: [...filmQuads('Alien'), ...filmQuads('Amadeus', 'Film', 'http://films.example/old')],
      bob: filmQuads('Brazil'),
    })
  })

  it('shows each caller what the endpoint shows them', async () => {
    const { server, endpoint, policy, tokenOf } = passing
    const [ann, bob] = [await tokenOf('ann'), await tokenOf('bob')]
    // In turns, so that what was found for one would be seen by the other.
    for (let turn = 0; turn < 3; turn++) {
      expect(await askTitles(server, bearer(ann))).toEqual(titled('Alien', 'Amadeus'))
      expect(await askTitles(server, bearer(bob))).toEqual(titled('Brazil'))
    }
    const asks = (token: string, path: string) => send(server, path, bearer(token), count)
    expect(await asks(ann, '/films/size')).toEqual({ status: 200, body: 4 })
    expect(await asks(bob, '/films/size')).toEqual({ status: 200, body: 2 })
    const sparql = `/films/query?query=${encodeURIComponent('SELECT ?t { ?f <http://films.example/title> ?t }')}`
    const results = { ...bearer(bob), accept: 'text/csv' }
    expect((await send(server, sparql, results)).body).toBe('t\r\nBrazil\r\n')
    expect(String((await asks(bob, '/films/export')).body)).toMatch(/Brazil/)
    expect(String((await asks(bob, '/films/export')).body)).not.toMatch(/Alien/)

    // One exchange for each of them; the endpoint has seen no token but those.
    expect(policy.exchanges.map(({ user }) => user).sort()).toEqual(['ann', 'bob'])
    expect(policy.exchanges[0]?.parameters).toMatchObject(
      kind === 'rfc8693'
        ? {
            subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
            scope: 'films:read',
            audience: dataAudience,
          }
        : { scope: `${dataAudience}/films.read`, requested_token_use: 'on_behalf_of' },
    )
    expect(endpoint.requests.every(({ status, user }) => status === 200 && user !== undefined)).toBe(true)
    const told = new Set(endpoint.requests.map(({ authorization }) => authorization))
    expect(told.size).toBe(2)
    expect([...told].some((one) => one.includes(ann) || one.includes(bob))).toBe(false)
  })

  it('asks once for all that one caller asks at the same time', async () => {
    const { server, policy, tokenOf } = passing
    const ann = await tokenOf('ann')
    const all = await Promise.all(Array.from({ length: 10 }, () => askTitles(server, bearer(ann))))
    expect(all).toEqual(all.map(() => titled('Alien', 'Amadeus')))
    expect(policy.exchanges).toHaveLength(1)
    // Another token of the same person may be for more, or less.
    expect((await askTitles(server, bearer(await tokenOf('ann')))).status).toBe(200)
    expect(policy.exchanges).toHaveLength(2)
  })

  it('refuses who has no token of a trusted issuer, and says so', async () => {
    const { server, endpoint, tokenOf } = passing
    expect(await askTitles(server, byPassword)).toEqual(
      refused(
        403,
        /^Database 'films' asks its endpoint as whoever asks it .* You signed in without one: by a password/,
      ),
    )
    const own = await send(server, '/admin/token', byPassword)
    const { token } = Object(own.body)
    expect(await askTitles(server, bearer(token))).toEqual(refused(403, /by a token of this server itself/))
    // Nor may who has one act for somebody who has none.
    await server.addUser('eve', 'secret', { permissions: ['read db:films'] })
    const acting = { ...bearer(await tokenOf('lea')), 'sd-run-as': 'eve' }
    expect(await askTitles(server, acting)).toEqual(
      refused(403, /User 'lea' has none of user 'eve', so nobody may act for others here/),
    )
    await expect(server.service.execute('films', { query: '{ a { b } }' })).rejects.toThrow(
      /The owner of the home folder has none: ask a server/,
    )
    for (const path of ['/films/size', '/films/export', '/films/query?query=ASK%20%7B%7D']) {
      expect((await send(server, path, byPassword)).status).toBe(403)
    }
    expect(endpoint.requests).toEqual([])
    // What needs no endpoint goes on.
    expect(await send(server, '/films/graphql/schemas', byPassword)).toMatchObject({ status: 200 })
  })

  it('says who refused the exchange, and tells nobody a token or a secret', async () => {
    const { server, provider, policy, endpoint, tokenOf } = passing
    policy.refused.add('bob')
    const bob = await tokenOf('bob')
    const answer = await askTitles(server, bearer(bob))
    expect(answer).toEqual(
      refused(403, /^The issuer "http:\/\/127\.0\.0\.1:\d+" refuses to give a token .*\(access_denied\)\.$/),
    )
    expect(JSON.stringify(answer.body)).toContain(provider.issuer)
    expect(server.log()).toMatch(/gave no token in exchange for that of a user.*The policy does not allow it/)
    expect(server.audited()).toContainEqual(
      expect.objectContaining({ action: 'refusal', outcome: 'refused', user: 'bob' }),
    )
    // Others are not refused, nor is whoever was once it is allowed.
    expect((await askTitles(server, bearer(await tokenOf('ann')))).status).toBe(200)
    policy.refused.clear()
    expect(await askTitles(server, bearer(bob))).toEqual(titled('Brazil'))

    await server.restart({ jwtConf: passingConf(provider, kind, 'another secret that is not the right one') })
    expect(await askTitles(server, bearer(bob))).toEqual(refused(403, /\(invalid_client\)/))
    const told = endpoint.requests.map(({ authorization }) => authorization.replace('Bearer ', ''))
    const everything = `${server.log()}${JSON.stringify(server.audited())}${JSON.stringify(answer.body)}`
    const secrets = [
      bob,
      ...told,
      exchangeClient.client_secret,
      serviceClient.client_secret,
      'another secret',
    ]
    for (const secret of secrets) expect(everything).not.toContain(secret)
  })

  it('goes on with the tokens it has while the issuer is down, and gets no others', async () => {
    const { server, provider, tokenOf } = passing
    const [ann, bob] = [await tokenOf('ann'), await tokenOf('bob')]
    await askTitles(server, bearer(ann))
    // Its keys are known, but not where tokens are exchanged by now.
    await send(server, '/admin/alive', bearer(bob))
    await send(server, '/admin/status/whoami', bearer(bob))
    await provider.stop()
    expect(await askTitles(server, bearer(ann))).toEqual(titled('Alien', 'Amadeus'))
    expect(await askTitles(server, bearer(bob))).toEqual(
      refused(503, /^The issuer "http.*" cannot be asked at present for a token in exchange for yours/),
    )
    await provider.start()
    expect(await askTitles(server, bearer(bob))).toEqual(titled('Brazil'))
  })

  it('renews tokens that are about to expire, within one answer too', async () => {
    const { server, policy, endpoint, tokenOf } = passing
    // Shorter than any request may be on its way.
    policy.lifetime = 5
    expect(await askTitles(server, bearer(await tokenOf('ann')))).toEqual(titled('Alien', 'Amadeus'))
    // A page is asked in two.
    const told = new Set(endpoint.requests.map(({ authorization }) => authorization))
    expect(endpoint.requests.length).toBeGreaterThan(1)
    expect(told.size).toBe(endpoint.requests.length)
  })

  it('says why an answer cannot be finished, where no more tokens are given', async () => {
    const { server, policy, endpoint, tokenOf } = passing
    policy.lifetime = 5
    endpoint.before = async () => void policy.refused.add('ann')
    const ann = await tokenOf('ann')
    expect(await askTitles(server, bearer(ann))).toEqual(refused(403, /refuses to give a token/))
    expect(endpoint.requests).toHaveLength(1)
  })
})

describe('what one caller learns', () => {
  it('of the vocabulary serves no other', async () => {
    passing = await startPassingServer('rfc8693', {
      ann: [...filmQuads('Alien', 'Horror'), below('Horror', 'Film')],
      bob: [...filmQuads('Brazil', 'Horror'), ...filmQuads('Big', 'Comedy'), below('Comedy', 'Film')],
    })
    const { server, tokenOf } = passing
    const [ann, bob] = [await tokenOf('ann'), await tokenOf('bob')]
    for (let turn = 0; turn < 2; turn++) {
      expect(await askTitles(server, bearer(ann), { reasoning: true })).toEqual(titled('Alien'))
      expect(await askTitles(server, bearer(bob), { reasoning: true })).toEqual(titled('Big'))
    }
    // A change of what one of them sees is seen by the next query.
    const update = `INSERT DATA { <http://films.example/Horror> <${rdfs.subClassOf}> <http://films.example/Film> }`
    const form = { method: 'POST', body: new URLSearchParams({ update }) }
    expect((await send(server, '/films/update', bearer(bob), form)).status).toBe(200)
    expect(await askTitles(server, bearer(bob), { reasoning: true })).toEqual(titled('Big', 'Brazil'))
    expect(passing.endpoint.quads('ann')).toHaveLength(3)
  })

  it('is not kept as a schema for all', async () => {
    passing = await startPassingServer('rfc8693', { ann: [...filmQuads('Alien'), below('Film', 'Work')] })
    const { server, tokenOf } = passing
    const lea = bearer(await tokenOf('lea'))
    const put = (options: object) =>
      send(
        server,
        '/admin/databases/films/options',
        { ...lea, 'content-type': 'application/json' },
        {
          method: 'POST',
          body: JSON.stringify(options),
        },
      )
    await send(server, '/admin/databases/films/offline', lea, { method: 'PUT' })
    expect(await put({ 'graphql.auto.schema': true })).toEqual(
      refused(400, /"remote\.pass\.through" and "graphql\.auto\.schema" exclude each other/),
    )
  })
})

describe('connections to an endpoint', () => {
  it('are those of all callers, with one limit, and known to be down by all at once', async () => {
    passing = await startPassingServer(
      'rfc8693',
      { ann: filmQuads('Alien'), bob: filmQuads('Brazil') },
      { 'remote.connections': 1 },
    )
    const { server, endpoint, tokenOf } = passing
    const [ann, bob] = [await tokenOf('ann'), await tokenOf('bob')]
    const tokens = [ann, bob, ann, bob, ann, bob]
    const all = await Promise.all(tokens.map((token) => askTitles(server, bearer(token))))
    expect(all.map(({ status }) => status)).toEqual(tokens.map(() => 200))
    expect(endpoint.mostAtOnce()).toBe(1)

    endpoint.before = async (user, _, response) =>
      void response
        .writeHead(503, { 'content-type': 'text/plain', 'retry-after': '60' })
        .end(`Busy with ${user}.`)
    for (let turn = 0; turn < 3; turn++) {
      expect(await askTitles(server, bearer(ann))).toEqual(refused(502, /Busy with ann/))
    }
    const asked = endpoint.requests.length
    const answer = await askTitles(server, bearer(bob))
    expect(answer).toEqual(refused(503, /status 503.*It was so a moment ago/))
    // What the endpoint said to one is not told to others.
    expect(JSON.stringify(answer.body)).not.toContain('ann')
    expect(endpoint.requests).toHaveLength(asked)
  })
})

describe('an endpoint that is told of whoever asks', () => {
  beforeEach(async () => {
    passing = await startPassingServer('rfc8693', {
      ann: filmQuads('Alien'),
      bob: filmQuads('Brazil'),
      lea: filmQuads('Lola', 'Film', 'http://films.example/new'),
    })
  })

  it('is changed on their behalf', async () => {
    const { server, endpoint, tokenOf } = passing
    const ann = bearer(await tokenOf('ann'))
    const turtle = { ...ann, 'content-type': 'text/turtle' }
    const body =
      '<http://films.example/Argo> a <http://films.example/Film> ; <http://films.example/title> "Argo" .'
    const graph = '/films?graph=http%3A%2F%2Ffilms.example%2Fnew'
    expect((await send(server, graph, turtle, { method: 'PUT', body })).status).toBe(201)
    expect(await askTitles(server, ann)).toEqual(titled('Alien', 'Argo'))
    expect(endpoint.quads('ann')).toHaveLength(4)
    expect(endpoint.quads('bob')).toHaveLength(2)
    expect(endpoint.requests.every(({ user }) => user === 'ann')).toBe(true)
    expect(
      (await send(server, graph, { ...byPassword, 'content-type': 'text/turtle' }, { method: 'PUT', body }))
        .status,
    ).toBe(403)
  })

  it('is its own judge: who may not ask there is told so', async () => {
    const { server, tokenOf } = passing
    expect(await askTitles(server, bearer(await tokenOf('cyd')))).toEqual(
      refused(403, /it does not allow the request \(status 403\): "You are no film critic\."/),
    )
  })

  it('has its status looked at without a token', async () => {
    const { server, endpoint, policy, tokenOf } = passing
    for (const headers of [byPassword, bearer(await tokenOf('lea'))]) {
      const status = await send(server, '/admin/databases/films/status', headers)
      expect(status).toMatchObject({
        status: 200,
        body: { remote: { reachable: true, server: 'Films/1.0' } },
      })
    }
    expect(endpoint.requests.map(({ authorization }) => authorization)).toEqual(['', ''])
    expect(policy.exchanges).toEqual([])
  })

  it('repeats no token that it was told, whatever it answers', async () => {
    const { server, policy, endpoint, tokenOf } = passing
    policy.lifetime = 5
    const ann = bearer(await tokenOf('ann'))
    const bodies: string[] = []
    for (const [status, type] of [
      [400, 'text/plain'],
      [401, 'application/json'],
      [403, 'text/plain'],
      [500, 'text/html'],
      [503, 'text/plain'],
      [200, 'text/html'],
      [200, 'application/sparql-results+json'],
    ] as const) {
      endpoint.before = async (_, request, response) => {
        const told = request.headers.authorization ?? ''
        const said = type === 'application/json' ? JSON.stringify({ message: told }) : `You said ${told}`
        response.writeHead(status, { 'content-type': type, server: told.slice(7) }).end(said)
      }
      bodies.push(JSON.stringify((await askTitles(server, ann)).body))
    }
    const told = new Set(endpoint.requests.map(({ authorization }) => authorization.slice(7)))
    expect(told.size).toBeGreaterThan(6)
    expect(bodies.join('')).toContain('***')
    expect(bodies[1]).toContain('Check remote.token.scope and remote.token.audience')
    for (const secret of told) expect(`${bodies}${server.log()}`).not.toContain(secret)
  })

  it('is connected by who may do everything, with a token or with what it would show', async () => {
    const { server, endpoint, tokenOf } = passing
    const { 'remote.union': _, ...options } = passingOptions(endpoint, 'rfc8693')
    const create = (headers: Readonly<Record<string, string>>, name: string, more = {}) =>
      send(
        server,
        '/admin/databases',
        { ...headers, 'content-type': 'application/json' },
        {
          method: 'POST',
          body: JSON.stringify({ dbname: name, options: { ...options, ...more } }),
        },
      )
    expect(await create(byPassword, 'a')).toEqual(refused(400, /you have no token .*"remote\.union"/))
    expect(await create(byPassword, 'b', { 'remote.union': 'default' })).toMatchObject({ status: 201 })
    expect(endpoint.requests).toEqual([])
    const lea = bearer(await tokenOf('lea'))
    expect(await create(lea, 'c', { 'remote.token.scope': 'films:write' })).toEqual(
      refused(403, /\(invalid_target\)/),
    )
    expect(await create(lea, 'c')).toMatchObject({ status: 201 })
    expect(await send(server, '/admin/databases/c/options', lea)).toMatchObject({
      body: { 'remote.union': 'default', 'remote.pass.through': true, 'remote.token.scope': 'films:read' },
    })
    expect(endpoint.requests.every(({ user }) => user === 'lea')).toBe(true)
    await server.addUser('maker', 'secret', {
      permissions: [
        'create db:*',
        'create data-source:*',
        'write data-source:*',
        'write metadata:*',
        'read metadata:*',
      ],
    })
    const maker = { authorization: `Basic ${Buffer.from('maker:secret').toString('base64')}` }
    expect(await create(maker, 'd', { 'remote.union': 'default' })).toEqual(refused(403, /all \*:\*/i))
    // Nor may they have the tokens of others sent elsewhere.
    const change = (headers: Readonly<Record<string, string>>, changed: object) =>
      send(
        server,
        '/admin/databases/b/options',
        { ...headers, 'content-type': 'application/json' },
        {
          method: 'POST',
          body: JSON.stringify(changed),
        },
      )
    for (const changed of [
      { 'remote.query.url': 'http://127.0.0.1:9/', 'remote.union': 'default' },
      { 'remote.update.url': 'http://127.0.0.1:9/' },
      { 'remote.token.scope': 'everything' },
      { 'remote.token.audience': null },
    ])
      expect(await change(maker, changed)).toEqual(refused(403, /all \*:\*/i))
    expect((await change(maker, { 'remote.rows': 1000 })).status).toBe(200)
    expect((await change(byPassword, { 'remote.token.scope': 'everything' })).status).toBe(200)
  })
})
