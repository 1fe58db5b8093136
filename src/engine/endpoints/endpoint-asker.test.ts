import type { IncomingMessage, ServerResponse } from 'node:http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type LoopbackServer, startLoopback } from '../../../test/sparql-endpoint.ts'
import { ServiceError } from '../../errors.ts'
import type { EndpointAsker } from '../../store/remote/endpoint-asker.ts'
import { createEngine } from '../create-engine.ts'
import type { RemoteDatabase } from '../database.ts'
import type { Engine, Isolation } from '../engine.ts'
import type { RdfSource } from '../rdf-source.ts'

const counted =
  '{"head":{"vars":["triples"]},"results":{"bindings":[{"triples":{"type":"literal","value":"7","datatype":"http://www.w3.org/2001/XMLSchema#integer"}}]}}'

const formats = { solutions: 'json', boolean: 'json', graph: 'turtle' } as const

interface Asked {
  readonly method: string
  readonly authorization: string
}

describe.each<Isolation>(['none', 'process'])(
  'an endpoint that is told of each asker, isolation %s',
  (isolation) => {
    let engine: Engine
    let endpoint: LoopbackServer
    let asked: Asked[]
    let answer: (request: IncomingMessage, response: ServerResponse) => void

    beforeEach(async () => {
      asked = []
      answer = (_, response) =>
        void response.writeHead(200, { 'content-type': 'application/sparql-results+json' }).end(counted)
      endpoint = await startLoopback((request, response) => {
        asked.push({ method: request.method ?? '', authorization: request.headers.authorization ?? '' })
        request.resume().once('end', () => answer(request, response))
      })
      engine = createEngine({ isolation, processes: 1 })
    })
    afterEach(async () => {
      await engine.close()
      await endpoint.close()
    })

    function database(asker?: EndpointAsker): RemoteDatabase {
      return {
        kind: 'remote',
        name: 'films',
        endpoint: {
          queryUrl: `${endpoint.origin}/query`,
          graphStoreUrl: `${endpoint.origin}/store`,
          union: 'default',
          passThrough: true,
          connections: 4,
          answerBytes: 100_000,
        },
        namespaces: new Map(),
        ...(asker && { asker }),
      }
    }

    /** Somebody whose tokens are numbered, and hold for so many seconds. */
    function asker(key: string, lifetime: number): EndpointAsker {
      let taken = 0
      return {
        key,
        async token() {
          taken += 1
          return { text: `${key}${taken}`, expires: Date.now() / 1000 + lifetime }
        },
      }
    }

    const told = (): readonly string[] => asked.map(({ authorization }) => authorization)

    it('is asked by the token of each, as long as that holds', async () => {
      const [ann, bob] = [asker('ann', 3600), asker('bob', 3600)]
      for (const one of [ann, bob, ann, bob]) expect(await engine.size(database(one))).toBe(7)
      expect(told()).toEqual(['Bearer ann1', 'Bearer bob1', 'Bearer ann1', 'Bearer bob1'])
      const late = asker('late', 5)
      for (let index = 0; index < 3; index++) await engine.size(database(late))
      expect(told().slice(4)).toEqual(['Bearer late1', 'Bearer late2', 'Bearer late3'])
    })

    it('is not asked where there is no token, and says why as it was said', async () => {
      const refusal = new ServiceError('forbidden', 'You have none.', { detail: 'It is all over.' })
      const nobody = { key: 'nobody', token: () => Promise.reject(refusal) }
      const asks = [
        () => engine.size(database(nobody)),
        () => engine.sparql(database(nobody), { query: 'ASK {}' }, { formats }),
        () => engine.graphql(database(nobody), { query: '{ a { b } }' }),
        () => engine.inspect(database(nobody)),
      ]
      for (const ask of asks)
        await expect(ask()).rejects.toMatchObject({
          kind: 'forbidden',
          message: 'You have none.',
          detail: 'It is all over.',
        })
      await expect(engine.size(database())).rejects.toMatchObject({})
      expect(asked).toEqual([])
      // That they have none is no matter of others.
      expect(await engine.size(database(asker('ann', 3600)))).toBe(7)
    })

    it('is asked how it is without a token, whoever asks', async () => {
      answer = (_, response) => void response.writeHead(401, { server: 'Films/1.0' }).end()
      expect(await engine.health(database())).toMatchObject({ server: 'Films/1.0' })
      answer = (_, response) => void response.writeHead(500).end()
      await expect(engine.health(database())).rejects.toMatchObject({ kind: 'remoteFailed' })
      expect(told()).toEqual(['', ''])
    })

    it('is sent data by a token that holds when they are sent', async () => {
      let isRead = false
      async function* bytes() {
        yield Buffer.from('<http://a/s> <http://a/p> "o" .')
        isRead = true
      }
      const one: EndpointAsker = {
        key: 'ann',
        token: async () => ({ text: isRead ? 'afterwards' : 'before', expires: 0 }),
      }
      answer = (_, response) => void response.writeHead(204).end()
      const source: RdfSource = { name: 'a.ttl', format: 'turtle', bytes: bytes() }
      await engine.load(database(one), [source])
      expect(asked).toEqual([{ method: 'POST', authorization: 'Bearer afterwards' }])
    })

    it('goes on for others where one who waited for the same token gave up', async () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      const waiting = Promise.withResolvers<void>()
      const one: EndpointAsker = {
        key: 'ann',
        async token() {
          waiting.resolve()
          await promise
          return { text: 'ann', expires: Date.now() / 1000 + 3600 }
        },
      }
      const stop = new AbortController()
      const stopped = engine.sparql(database(one), { query: 'ASK {}' }, { formats, signal: stop.signal })
      await waiting.promise
      const other = engine.size(database(one))
      stop.abort()
      await expect(stopped).rejects.toMatchObject({ kind: 'queryCancelled' })
      resolve()
      expect(await other).toBe(7)
    })
  },
)
