import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Held } from '../../src/engine/endpoints/asked-endpoints.ts'
import type { OpenEndpoint } from '../../src/engine/endpoints/open-endpoint.ts'
import { createOpenEndpoints } from '../../src/engine/endpoints/open-endpoints.ts'
import { readDataFacts } from '../../src/engine/schemas/data-facts.ts'
import { readVocabulary } from '../../src/engine/schemas/read-vocabulary.ts'
import { isomorphic } from '../isomorphic.ts'
import { naiveFacts, sorted } from '../naive-facts.ts'
import { parse } from '../rdf-documents.ts'
import { mixture, ontology, shapes, spread, wholeOf } from '../vocabulary-documents.ts'
import { hasVirtuoso, startVirtuoso, type Virtuoso } from './virtuoso.ts'

const mostRows = 20

describe.skipIf(!hasVirtuoso)('what Virtuoso, which cuts answers, says of its classes', () => {
  let virtuoso: Virtuoso
  const endpoints = createOpenEndpoints()
  let held: Held<OpenEndpoint>

  function database() {
    const { queryUrl } = virtuoso
    const endpoint = {
      queryUrl,
      union: 'default',
      engine: 'virtuoso',
      mostRows,
      connections: 4,
      answerBytes: 2 ** 30,
    } as const
    return { kind: 'remote', name: 'afar', namespaces: new Map(), endpoint } as const
  }

  beforeAll(async () => {
    virtuoso = await startVirtuoso({ mostRows })
    held = endpoints.hold(database())
  }, 60_000)
  afterAll(async () => {
    held?.done()
    await endpoints.close()
    await virtuoso?.close()
  })

  it.each([
    ['owl', ontology],
    ['shacl', shapes],
  ] as const)('is read whole: %s', async (vocabulary, text) => {
    await virtuoso.load(await spread(text))
    const quads = await readVocabulary(held.open, database(), vocabulary, undefined)
    expect(quads.length).toBeGreaterThan(mostRows)
    expect(isomorphic(quads, await wholeOf(text))).toBe(true)
  })

  it('is counted rightly', async () => {
    // It makes a decimal of an integer that is so large.
    const quads = (await parse('trig', mixture)).filter(({ predicate }) => !predicate.value.endsWith('grew'))
    await virtuoso.load(quads)
    const facts = await readDataFacts(held.open, database(), undefined)
    expect(sorted(facts)).toEqual(sorted(naiveFacts(quads)))
  })
})
