import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compile } from '../src/compiler/compile.ts'
import { RefusedQuery } from '../src/compiler/refused-query.ts'
import { defaultNamespaces } from '../src/rdf/namespaces.ts'
import { embeddedAnswer, embeddedOf } from './embedded.ts'
import { type Case, cases } from './generators.ts'
import { nQuads } from './n-quads.ts'
import { insertionOrder, oxigraphOf } from './oxigraph.ts'
import { oxigraphAnswer } from './oxigraph-answer.ts'
import { randomTimeout } from './random-timeout.ts'
import { type ReferenceAnswer, referenceAnswer } from './reference/answer.ts'
import { canonicalJson } from './reference/canonical-json.ts'
import { NoAnswer } from './reference/collected.ts'
import { statisticsOf } from './statistics.ts'

/** Random cases of each of the three properties. */
const numRuns = Number(process.env['NUM_RUNS'] ?? 1_500)
/** How many of all have to be compared, one way or the other: the others conflict, or are not for SPARQL to tell apart. */
const leastCompared = 2 * numRuns
let compared = 0

/** Runs a property over random cases and, where it fails, prints the smallest failure as the files of a golden case. */
async function check(
  wild: boolean,
  property: (one: Case, expected: ReferenceAnswer) => Promise<void>,
): Promise<void> {
  const details = await fc.check(
    fc.asyncProperty(cases(wild), async (one) => {
      const expected = expectedAnswer(one)
      if (expected !== undefined) await property(one, expected)
      else expect(() => compile(one.request, { namespaces: defaultNamespaces })).toThrow(RefusedQuery)
    }),
    { numRuns },
  )
  if (!details.failed) return
  const [smallest] = details.counterexample ?? []
  throw new Error(
    `seed ${details.seed}, path ${details.counterexamplePath}\n${smallest && goldenCase(smallest)}\n${details.errorInstance}`,
  )
}

/** `undefined` for a document whose fields conflict: it has no answer. */
function expectedAnswer({ quads, request }: Case): ReferenceAnswer | undefined {
  try {
    return referenceAnswer(quads, request)
  } catch (error) {
    if (error instanceof NoAnswer) return undefined
    throw error
  }
}

function goldenCase({ quads, request }: Case): string {
  const variables = request.variables && `--- variables.json\n${JSON.stringify(request.variables)}\n`
  return `--- query.graphql\n${request.query}\n${variables ?? ''}--- data.trig (as N-Quads)\n${nQuads(quads)}`
}

describe('random documents over random graphs', () => {
  it('mean on the embedded store what the reference says', { timeout: randomTimeout }, async () => {
    await check(true, async ({ quads, request }, expected) => {
      compared += 1
      const store = await embeddedOf(quads)
      try {
        const json = await embeddedAnswer(store, request)
        expectSame(json, expected)
        // In the shape of GraphQL the same, with `null` for what is missing, and every root by its name.
        const { roots, computed } = expected
        const [only] = roots
        const data = expected.json.startsWith('[') ? `{"${only?.key}":${expected.json}}` : expected.json
        const shaped = await embeddedAnswer(store, request, 'graphql')
        expect(canonicalJson(shaped, computed)).toBe(canonicalJson(`{"data":${data}}`, computed))
      } finally {
        store.close()
      }
    })
  })

  it.each([
    ['planned by the counts of the data', true],
    ['planned without counts', false],
  ])('mean on Oxigraph what the reference says, %s', { timeout: randomTimeout }, async (_name, counted) => {
    await check(false, async ({ quads, request }, expected) => {
      const oxigraph = oxigraphOf(quads, expected.graphs)
      // Which of several equal nodes a page holds is not for SPARQL to say.
      if (!oxigraph.isFaithful || expected.roots.some((root) => root.cutAmongEquals)) return
      compared += 1
      const statistics = counted ? statisticsOf(quads) : undefined
      const answer = await oxigraphAnswer(oxigraph, insertionOrder(quads), request, statistics, expected)
      expectSame(answer.json, expected, answer.sparql)
      expect(answer.isInOrder, answer.sparql).toBe(true)
    })
  })

  it('were compared in large number', () => expect(compared).toBeGreaterThanOrEqual(leastCompared))
})

/** Compares answers; values that are computed have no order among each other. */
function expectSame(json: string, { json: data, computed }: ReferenceAnswer, sparql?: string): void {
  expect(canonicalJson(json, computed), sparql).toBe(canonicalJson(`{"data":${data}}`, computed))
}
