import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  type EndpointDatabase,
  type Isolation,
  iri,
  literal,
  openRemoteDatabase,
  type Quad,
} from '../../src/index.ts'
import { source } from './changing.ts'
import { type OxigraphEndpoint, startOxigraphEndpoint } from './oxigraph-endpoint.ts'
import { startStallingEndpoint } from './stalling-endpoint.ts'

const ns = 'http://example.com/'
const quads: readonly Quad[] = ['a', 'b'].map((name) => ({
  subject: iri(ns + name),
  predicate: iri(`${ns}p`),
  object: literal('old'),
  graph: name === 'a' ? null : iri(`${ns}garden`),
}))

describe.each<Isolation>(['none', 'process'])(
  'the data of an endpoint in a program, isolation %s',
  (isolation) => {
    let endpoint: OxigraphEndpoint
    let far: EndpointDatabase
    beforeEach(async () => {
      endpoint = await startOxigraphEndpoint(quads)
      const { queryUrl, updateUrl, graphStoreUrl } = endpoint
      const namespaces = { '': ns }
      far = await openRemoteDatabase(queryUrl, {
        updateUrl,
        graphStoreUrl,
        namespaces,
        union: 'graphs',
        isolation,
      })
    })
    afterEach(async () => {
      await far.close()
      await endpoint.close()
    })

    it('is loaded, with what is known of it', async () => {
      const report = await far.load(source('@prefix e: <http://e/> . :c :p 1 , 2 .'), {
        graph: `${ns}garden`,
      })
      expect(report).toMatchObject({ quads: 2, prefixes: new Map([['e', 'http://e/']]) })
      expect(report.added).toBeUndefined()
      expect(await far.size()).toBe(4)
      const both = [source(':c :p 3 .'), source(':c :p 4 .', 'turtle', `${ns}g`)]
      expect(await far.load(both)).toMatchObject({ quads: 2 })
      expect(await far.size()).toBe(6)
      await expect(far.load(source(':c :p "never ended'))).rejects.toMatchObject({ kind: 'invalidRdf' })
    })

    it('is removed, cleared and updated', async () => {
      expect(await far.remove(source(':a :p "old" .'))).toMatchObject({ added: 0, quads: 1 })
      expect(await far.clear(`${ns}none`)).toMatchObject({ added: 0, removed: 0 })
      expect(await far.size()).toBe(1)
      await far.update('WITH :garden DELETE { ?s :p ?o } INSERT { ?s :q ?o } WHERE { ?s :p ?o }')
      expect(await text(far.export('n-quads'))).toBe(`<${ns}b> <${ns}q> "old" <${ns}garden> .\n`)
      await far.clear()
      expect(await far.size()).toBe(0)
    })

    it('has no transactions, and says so', async () => {
      const work = far.transaction(async (transaction) => transaction.update('CLEAR ALL'))
      await expect(work).rejects.toMatchObject({
        kind: 'unsupported',
        message: expect.stringContaining('no transactions'),
      })
      expect(await far.size()).toBe(2)
    })

    it('is not waited for any longer than somebody wants it', async () => {
      const stalling = await startStallingEndpoint()
      const { origin } = stalling
      const slow = await openRemoteDatabase(endpoint.queryUrl, {
        updateUrl: `${origin}/update`,
        graphStoreUrl: `${origin}/store`,
        union: 'graphs',
        isolation,
      })
      for (const begin of [
        (signal: AbortSignal) => slow.update('CLEAR ALL', { signal }),
        (signal: AbortSignal) => slow.load(source(`<${ns}c> <${ns}p> 1 .`), { signal }),
      ]) {
        const controller = new AbortController()
        const changing = begin(controller.signal)
        const { hungUp } = await stalling.asked()
        controller.abort()
        await expect(changing).rejects.toMatchObject({ kind: 'queryCancelled' })
        await hungUp
      }
      expect(await slow.size()).toBe(2)
      await slow.close()
      await stalling.close()
    })
  },
)
