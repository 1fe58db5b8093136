import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { embeddedAnswer, embeddedOf } from './embedded.ts'
import { type Case, cases } from './generators.ts'
import { nQuads } from './n-quads.ts'
import { insertionOrder, oxigraphOf } from './oxigraph.ts'
import { oxigraphAnswer } from './oxigraph-answer.ts'
import { type ReferenceAnswer, referenceAnswer } from './reference/answer.ts'
import { canonicalJson } from './reference/canonical-json.ts'
import { NoAnswer } from './reference/collected.ts'
import { statisticsOf } from './statistics.ts'

const numRuns = Number(process.env['NUM_RUNS'] ?? 600)
const seed = process.env['SEED'] === undefined ? undefined : Number(process.env['SEED'])

/** Runs a property over random cases and, where it fails, prints the smallest failure as the files of a golden case. */
async function check(property: (one: Case, expected: ReferenceAnswer) => Promise<void>): Promise<void> {
  const details = await fc.check(
    fc.asyncProperty(cases, async (one) => {
      const expected = expectedAnswer(one)
      if (expected !== undefined) await property(one, expected)
    }),
    { numRuns, ...(seed !== undefined && { seed }) },
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

function inData(json: string): string {
  return `{"data":${json}}`
}

describe('random documents over random graphs', () => {
  it('mean on the embedded store what the reference says', { timeout: 600_000 }, async () => {
    await check(async ({ quads, request }, expected) => {
      const store = await embeddedOf(quads)
      try {
        const json = await embeddedAnswer(store, request)
        expect(canonicalJson(json)).toBe(canonicalJson(inData(expected.json)))
      } finally {
        store.close()
      }
    })
  })

  it.each([
    ['planned by the counts of the data', true],
    ['planned without counts', false],
  ])('mean on Oxigraph what the reference says, %s', { timeout: 600_000 }, async (_name, counted) => {
    let compared = 0
    await check(async ({ quads, request }, expected) => {
      const oxigraph = oxigraphOf(quads)
      // Which of several equal nodes a page holds is not for SPARQL to say.
      if (!oxigraph.isFaithful || expected.roots.some((root) => root.cutAmongEquals)) return
      compared += 1
      const statistics = counted ? statisticsOf(quads) : undefined
      const answer = await oxigraphAnswer(oxigraph, insertionOrder(quads), request, statistics, expected)
      expect(canonicalJson(answer.json), answer.sparql).toBe(canonicalJson(inData(expected.json)))
      expect(answer.isInOrder, answer.sparql).toBe(true)
    })
    expect(compared).toBeGreaterThan(numRuns / 4)
  })
})
