import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RefusedQuery } from '../src/compiler/refused-query.ts'
import { iri, type Quad } from '../src/rdf/term.ts'
import { embeddedAnswer, embeddedOf } from './embedded.ts'
import { documentCases, type ReasoningDocumentCase } from './generate-reasoning-cases.ts'
import { nQuads } from './n-quads.ts'
import { ontologyQuads } from './ontology-triples.ts'
import { referenceAnswer } from './reference/answer.ts'
import { canonicalJson } from './reference/canonical-json.ts'
import { closeTriples } from './reference/close-naively.ts'
import { NoAnswer } from './reference/collected.ts'
import { defaultGraphName } from './reference/graph.ts'
import { operationFacts, type ReferenceRequest } from './reference/operation-facts.ts'
import { reasonerOf, supportedAxioms } from './supported-axioms.ts'

const numRuns = Number(process.env['NUM_RUNS'] ?? 1_000)

describe('GraphQL with reasoning over random ontologies and data', () => {
  const seen = { axioms: 0, supported: 0, compared: 0, changed: 0, found: 0 }

  it('has the answers that it has over all that follows', { timeout: 3_600_000 }, async () => {
    const details = await fc.check(fc.asyncProperty(documentCases, compareAnswers), { numRuns })
    const [smallest] = details.counterexample ?? []
    if (details.failed)
      throw new Error(
        `seed ${details.seed}, path ${details.counterexamplePath}\n${smallest && caseText(smallest)}\n${details.errorInstance}`,
      )
  })

  it('was mostly asked of what is supported, and inferred much', () => {
    expect(seen.supported / seen.axioms).toBeGreaterThan(0.7)
    expect(seen.compared).toBeGreaterThan(numRuns / 2)
    expect(seen.found / seen.compared).toBeGreaterThan(0.3)
    expect(seen.changed / seen.compared).toBeGreaterThan(0.1)
  })

  async function compareAnswers({
    axioms: stated,
    sameAs,
    quads,
    request,
  }: ReasoningDocumentCase): Promise<void> {
    const axioms = supportedAxioms(stated, sameAs)
    seen.axioms += stated.length
    seen.supported += axioms.length
    const vocabulary = ontologyQuads(axioms)
    const all = [...quads, ...vocabulary]
    const { graphs } = operationFacts(request)
    const isAsked = ({ graph }: Quad): boolean => graphs?.includes(graph?.value ?? defaultGraphName) ?? true
    const following = closeTriples(all.filter(isAsked), { vocabulary, sameAs })
    const computed = computedIn(following, ofDefaultGraph(request))
    if (computed === undefined) return
    const [store, closed] = [await embeddedOf(all), await embeddedOf([...putAside(all), ...following])]
    try {
      const expected = await answerOr(() => embeddedAnswer(closed, ofDefaultGraph(request)))
      const actual = await answerOr(() =>
        embeddedAnswer(store, request, 'nodes', undefined, reasonerOf(all, sameAs)),
      )
      const plain = await answerOr(() => embeddedAnswer(store, request))
      seen.compared += 1
      if (expected !== '{"data":[]}') seen.found += 1
      if (plain !== actual) seen.changed += 1
      expect(canonicalJson(actual, computed)).toBe(canonicalJson(expected, computed))
    } finally {
      store.close()
      closed.close()
    }
  }
})

/** Keys whose values are computed and in no order; `undefined` where fields conflict. */
function computedIn(quads: readonly Quad[], request: ReferenceRequest): ReadonlySet<string> | undefined {
  try {
    const { computed, choseComputed } = referenceAnswer(quads, request)
    return choseComputed ? undefined : computed
  } catch (error) {
    if (error instanceof NoAnswer) return undefined
    throw error
  }
}

/** The request, asked of the default graph. */
function ofDefaultGraph(request: ReferenceRequest): ReferenceRequest {
  const query = request.query.replace(
    /@config\((alias: \{[^}]*\})(?:, graph: (?:\w+|\[[^\]]*\]))?\)/,
    '@config($1, graph: default)',
  )
  return { ...request, query }
}

/** Quads where they are not asked for, in their order: so terms come in the same order. */
function putAside(quads: readonly Quad[]): readonly Quad[] {
  return quads.map((quad) => (quad.graph === null ? { ...quad, graph: iri('http://e.org/aside') } : quad))
}

/** The answer, or that the request is refused. */
async function answerOr(answer: () => Promise<string>): Promise<string> {
  try {
    return await answer()
  } catch (error) {
    if (error instanceof RefusedQuery) return JSON.stringify({ refused: true })
    throw error
  }
}

function caseText({ axioms, quads, request, sameAs }: ReasoningDocumentCase): string {
  return `sameAs ${sameAs}\n--- query.graphql\n${request.query}\n--- variables\n${JSON.stringify(request.variables)}\n--- axioms\n${nQuads(ontologyQuads(axioms))}--- data\n${nQuads(quads)}`
}
