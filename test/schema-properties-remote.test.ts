import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { iri, type Quad, type Term } from '../src/rdf/term.ts'
import { expectedAnswer } from './expected-answer.ts'
import { schemaCases } from './generate-schema-cases.ts'
import { nQuads } from './n-quads.ts'
import { oxigraphOf } from './oxigraph.ts'
import { randomTimeout } from './random-timeout.ts'
import { isOpen } from './reference/answer.ts'
import { unorderedJson } from './reference/canonical-json.ts'
import { defaultGraphName } from './reference/graph.ts'
import { remoteAnswer } from './remote/remote-answer.ts'
import { type RemoteStoresOptions, startRemoteStores } from './remote/remote-stores.ts'

/** Random cases for each sort of endpoint. */
const numRuns = Number(process.env['NUM_RUNS'] ?? 150)

const endpoints: readonly (readonly [string, RemoteStoresOptions])[] = [
  ['whose default graph is the union', { union: 'default' }],
  ['whose graphs are asked one by one', { union: 'graphs' }],
  ['that is known to cut answers', { union: { iri: 'urn:all' }, mostRows: 6, cap: 'known' }],
]

describe.each(endpoints)('random documents by random schemas on an endpoint %s', (_name, options) => {
  const stores = startRemoteStores(options)
  afterAll(() => stores.close())
  let compared = 0

  it('mean what the reference says', { timeout: randomTimeout }, async () => {
    await fc.assert(
      fc.asyncProperty(schemaCases(true), async ({ quads: given, request, schema }) => {
        const quads = given.map(withoutBlankNodes)
        const expected = expectedAnswer({ quads, request, schema })
        if (expected === undefined || isOpen(expected) || !oxigraphOf(quads).isFaithful) return
        // Oxigraph counts a triple once for each graph of several FROM that it stands in, and cannot name the unnamed one.
        if ((expected.graphs?.length ?? 0) > 1 || expected.graphs?.includes(defaultGraphName) === true) return
        if (JSON.stringify(request).includes('"_:')) return
        compared += 1
        try {
          const store = await stores.of('one', quads)
          const { json, isInOrder } = await remoteAnswer(store, request, expected, schema)
          const text = `${schema}\n${request.query}\n${JSON.stringify(request.variables)}\n${nQuads(quads)}`
          expect(unorderedJson(json, 'kept'), text).toBe(unorderedJson(`{"data":${expected.json}}`, 'kept'))
          expect(isInOrder, text).toBe(true)
        } finally {
          await stores.close()
        }
      }),
      { numRuns },
    )
  })

  it('were compared in large number', () => expect(compared).toBeGreaterThan(numRuns / 8))
})

/** No further request to an endpoint can name a blank node. */
function withoutBlankNodes(quad: Quad): Quad {
  const named = <T extends Term>(term: T) => (term.kind === 'blank' ? iri(`urn:node:${term.value}`) : term)
  return { ...quad, subject: named(quad.subject), object: named(quad.object) }
}
