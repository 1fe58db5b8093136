import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ServiceError } from '../src/errors.ts'
import { iri, type Quad, type Term } from '../src/rdf/term.ts'
import { createEndpointClient } from '../src/store/remote/create-endpoint-client.ts'
import { createRemoteStore } from '../src/store/remote/remote-store.ts'
import { cases } from './generators.ts'
import { nQuads } from './n-quads.ts'
import { oxigraphOf } from './oxigraph.ts'
import { randomTimeout } from './random-timeout.ts'
import { type ReferenceAnswer, referenceAnswer } from './reference/answer.ts'
import { unorderedJson } from './reference/canonical-json.ts'
import { NoAnswer } from './reference/collected.ts'
import { defaultGraphName } from './reference/graph.ts'
import type { ReferenceRequest } from './reference/operation-facts.ts'
import { type EspalierEndpoint, endpointOf, startEspalierEndpoint } from './remote/espalier-endpoint.ts'
import { remoteAnswer, withEndpointLabels } from './remote/remote-answer.ts'
import { type RemoteStoresOptions, startRemoteStores } from './remote/remote-stores.ts'

/** Random cases for each sort of endpoint. */
const numRuns = Number(process.env['NUM_RUNS'] ?? 300)

/** An endpoint; `named`: of data whose blank nodes have names, so that every answer can be continued. */
type Endpoint = RemoteStoresOptions & { readonly named?: boolean }

const endpoints: readonly (readonly [string, Endpoint])[] = [
  ['whose default graph is the union', { union: 'default' }],
  ['whose union has a name', { union: { iri: 'urn:all' }, relabel: true }],
  ['whose graphs are asked one by one', { union: 'graphs' }],
  ['that is known to cut answers', { union: 'default', mostRows: 4, cap: 'known', named: true }],
  ['that announces that it cuts answers', { union: 'graphs', mostRows: 7, cap: 'announced', relabel: true }],
]

/** `undefined` for a document whose fields conflict: it has no answer. */
function expectedAnswer(quads: readonly Quad[], request: ReferenceRequest): ReferenceAnswer | undefined {
  try {
    return referenceAnswer(quads, request)
  } catch (error) {
    if (error instanceof NoAnswer) return undefined
    throw error
  }
}

describe.each(endpoints)(`random documents on an endpoint %s`, (_name, options) => {
  const stores = startRemoteStores(options)
  afterAll(() => stores.close())
  let compared = 0

  it('mean what the reference says', { timeout: randomTimeout }, async () => {
    await fc.assert(
      fc.asyncProperty(cases(false), async ({ quads: given, request }) => {
        const quads = options.named === true ? withNames(given) : given
        const expected = expectedAnswer(quads, request)
        // Which of several equal nodes a page holds is not for SPARQL to say.
        if (expected === undefined || expected.roots.some((root) => root.cutAmongEquals)) return
        if (!oxigraphOf(quads).isFaithful) return
        // Oxigraph counts a triple once for each graph of several FROM that it stands in.
        if ((expected.graphs?.length ?? 0) > 1) return
        if (options.union === 'default' && expected.graphs?.includes(defaultGraphName) === true) return
        try {
          const answered = await remoteAnswer(await stores.of('one', quads), request, expected).catch(
            (error: unknown) => {
              if (hasBlankNodes(quads) && isOverLimit(error)) return undefined
              throw error
            },
          )
          // No other request can name a blank node.
          if (answered === undefined) return
          const { json, isInOrder } = answered
          compared += 1
          const labels = options.relabel === true ? 'alike' : 'kept'
          const wanted = unorderedJson(`{"data":${expected.json}}`, labels)
          expect(unorderedJson(withEndpointLabels(json), labels), caseText(quads, request)).toBe(wanted)
          expect(isInOrder, caseText(quads, request)).toBe(true)
        } finally {
          await stores.close()
        }
      }),
      { numRuns },
    )
  })

  it('were compared in large number', () => expect(compared).toBeGreaterThanOrEqual(numRuns / 3))
})

describe(`random documents on Espalier's own endpoint`, () => {
  let server: EspalierEndpoint
  beforeAll(async () => {
    server = await startEspalierEndpoint()
  })
  afterAll(() => server[Symbol.asyncDispose]())

  it('mean what the reference says', { timeout: randomTimeout }, async () => {
    let number = 0
    await fc.assert(
      fc.asyncProperty(cases(true), async ({ quads, request }) => {
        const expected = expectedAnswer(quads, request)
        if (expected === undefined) return
        // A page with a blank node is asked for twice, the second time in an order in which it is the same in every
        // query: which of several equal nodes it holds is open.
        if (hasBlankNodes(quads) && expected.roots.some((root) => root.cutAmongEquals)) return
        const name = `case${number++}`
        await server.add(name, quads)
        const endpoint = endpointOf(server, name)
        const client = createEndpointClient(name, endpoint)
        try {
          const { json, isInOrder } = await remoteAnswer(
            createRemoteStore(client, endpoint),
            request,
            expected,
          )
          const wanted = unorderedJson(`{"data":${expected.json}}`, 'alike')
          expect(unorderedJson(json, 'alike'), caseText(quads, request)).toBe(wanted)
          expect(isInOrder, caseText(quads, request)).toBe(true)
        } finally {
          await client.close()
          await server.drop(name)
        }
      }),
      { numRuns: Math.ceil(numRuns / 12), endOnFailure: true },
    )
  })
})

function withNames(quads: readonly Quad[]): readonly Quad[] {
  const named = <T extends Term>(term: T) => (term.kind === 'blank' ? iri(`urn:node:${term.value}`) : term)
  return quads.map((quad) => ({ ...quad, subject: named(quad.subject), object: named(quad.object) }))
}

function hasBlankNodes(quads: readonly Quad[]): boolean {
  return quads.some(({ subject, object }) => subject.kind === 'blank' || object.kind === 'blank')
}

function isOverLimit(error: unknown): boolean {
  return error instanceof ServiceError && error.kind === 'limitExceeded'
}

/** A failure as the files of a golden case. */
function caseText(quads: readonly Quad[], { query, variables }: ReferenceRequest): string {
  const given = variables && `--- variables.json\n${JSON.stringify(variables)}\n`
  return `--- query.graphql\n${query}\n${given ?? ''}--- data.trig (as N-Quads)\n${nQuads(quads)}`
}
