import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Quad } from '../src/rdf/term.ts'
import { createEndpointClient } from '../src/store/remote/create-endpoint-client.ts'
import type { EndpointClient } from '../src/store/remote/endpoint-client.ts'
import { createRemoteStore } from '../src/store/remote/remote-store.ts'
import type { Store } from '../src/store/store.ts'
import { goldenCases, isIntrospection, quadsOf, readIfThere } from './golden-cases.ts'
import { goldenReasoner } from './golden-reasoner.ts'
import { referenceAnswer } from './reference/answer.ts'
import { unorderedJson } from './reference/canonical-json.ts'
import { type EspalierEndpoint, endpointOf, startEspalierEndpoint } from './remote/espalier-endpoint.ts'
import { remoteAnswer } from './remote/remote-answer.ts'

const cases = goldenCases().filter(
  (one) => readIfThere(`${one.folder}/result.json`) !== undefined && !isIntrospection(one),
)
const quadsByFile = new Map<string, readonly Quad[]>(cases.map((one) => [one.dataFile, quadsOf(one)]))
const names = new Map([...quadsByFile.keys()].map((file, at) => [file, `golden${at}`] as const))

describe("golden cases on Espalier's own endpoint", () => {
  let server: EspalierEndpoint
  const opened = new Map<string, { readonly client: EndpointClient; readonly store: Store }>()

  beforeAll(async () => {
    server = await startEspalierEndpoint()
    for (const [file, quads] of quadsByFile) {
      const name = names.get(file) ?? ''
      await server.add(name, quads)
      const endpoint = endpointOf(server, name)
      const client = createEndpointClient(name, endpoint)
      opened.set(file, { client, store: createRemoteStore(client, endpoint) })
    }
  }, 300_000)
  afterAll(async () => {
    for (const { client } of opened.values()) await client.close()
    await server[Symbol.asyncDispose]()
  })

  it.each(cases.map((one) => [one.name, one] as const))('%s', async (_name, one) => {
    const quads = quadsByFile.get(one.dataFile) ?? []
    const expected = referenceAnswer(quads, one.request, one.schema, one.reasoning)
    const store = opened.get(one.dataFile)?.store
    if (store === undefined) throw new Error('No store')
    const { json, isInOrder } = await remoteAnswer(
      store,
      one.request,
      expected,
      one.schema,
      goldenReasoner(one),
    )
    const wanted = unorderedJson(`{"data":${expected.json}}`, 'alike')
    expect(unorderedJson(json, 'alike')).toBe(wanted)
    expect(isInOrder).toBe(true)
  })
})
