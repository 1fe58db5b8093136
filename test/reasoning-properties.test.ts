import { expect, it } from 'vitest'
import { compareCases } from './compare-cases.ts'
import { type ReasoningCase, sparqlCases } from './generate-reasoning-cases.ts'
import { randomTimeout } from './random-timeout.ts'
import { compareWithClosure, reasoningCaseText } from './reasoning-answers.ts'
import { supportedAxioms } from './supported-axioms.ts'

const numRuns = Number(process.env['NUM_RUNS'] ?? 1_500)

it('SPARQL with reasoning over random ontologies and data has the answers that it has over all that follows', {
  timeout: randomTimeout,
}, async () => {
  const of = { all: 0, supported: 0 }
  const compare = (one: ReasoningCase) => {
    const axioms = supportedAxioms(one.axioms, one.sameAs)
    of.all += one.axioms.length
    of.supported += axioms.length
    return compareWithClosure({ ...one, axioms })
  }
  const seen = await compareCases(sparqlCases, numRuns, compare, reasoningCaseText)
  // It was mostly asked of what is supported, and inferred much.
  expect(of.supported / of.all).toBeGreaterThan(0.7)
  expect(seen.answered / seen.asked).toBeGreaterThan(0.7)
  expect(seen.found / seen.answered).toBeGreaterThan(0.3)
  expect(seen.changed / seen.answered).toBeGreaterThan(0.1)
})
